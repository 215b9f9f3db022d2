// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QHeaderView>

namespace attnscope::ui {

class MatrixModel;

/// The header of a matrix: numbers and tokens, and over the columns (beside the rows) of each head
/// a band in its colour with its name.
class MatrixHeader : public QHeaderView {
    Q_OBJECT
public:
    MatrixHeader(const MatrixModel &model, Qt::Orientation orientation, QWidget *parent);
    void setColours(const Palette &palette);

    QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;

private:
    [[nodiscard]] bool divided() const;

    const MatrixModel &m_model;
    Palette m_palette;
};

} // namespace attnscope::ui
