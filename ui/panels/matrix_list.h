// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QListWidget>

namespace attnscope::ui {

/// The arrays of the document: name, shape, and what is special about each.
class MatrixList : public QListWidget {
    Q_OBJECT
public:
    explicit MatrixList(QWidget *parent);
    void setColours(const Palette &palette);
    /// Shows these arrays and marks `current`; does nothing when they are the same.
    void setNames(const QStringList &names, const QString &current);
    /// `note` is muted ("32 × 32"), `mark` in the accent colour ("edited: 3 cells"), may be empty.
    void setNote(const QString &name, const QString &note, const QString &mark);
    [[nodiscard]] QString mark(const QString &name) const;

private:
    [[nodiscard]] QListWidgetItem *itemOf(const QString &name) const;
};

} // namespace attnscope::ui
