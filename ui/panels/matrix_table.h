// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/array_edit.h"
#include "ui/plot/figure.h"

#include <QTableView>

namespace attnscope::ui {

class MatrixDelegate;
class MatrixHeader;
class MatrixModel;

/// The spreadsheet. Type to replace, F2 or Enter to edit, Shift and arrows for a block, Ctrl+A for
/// all, Del for zeros, Ctrl+C and Ctrl+V for blocks, Ctrl+Up and Ctrl+Down (or the wheel with Alt)
/// to nudge, ten times as far with Shift.
class MatrixTable : public QTableView {
    Q_OBJECT
public:
    MatrixTable(MatrixModel &model, QWidget *parent);
    ~MatrixTable() override;
    void setColours(const Palette &palette);
    [[nodiscard]] MatrixDelegate &delegate() const { return *m_delegate; }

    /// The selected block, the current cell when nothing is selected; of sequence 0.
    [[nodiscard]] core::ArrayBlock block() const;
    void select(const core::ArrayBlock &block);

signals:
    void copyRequested();
    void pasteRequested();
    void clearRequested();
    /// Steps up (or down, below 0).
    void nudged(int steps);
    void selectionMoved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void selectionChanged(const QItemSelection &selected,
                          const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    MatrixModel &m_model;
    MatrixDelegate *m_delegate;
    MatrixHeader *m_columns, *m_rows;
    int m_wheel = 0;
};

} // namespace attnscope::ui
