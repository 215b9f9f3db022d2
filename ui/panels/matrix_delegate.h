// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QStyledItemDelegate>

class QLineEdit;

namespace attnscope::ui {

class MatrixModel;

/// Marks an editor whose text cannot be read (red frame), or takes the mark away.
void markUnreadable(QLineEdit &editor, bool unreadable, const Palette &palette);

/// Draws the cells and edits them. Edited cells are bold with a corner in the accent colour, each
/// head's cells have a hint of its colour, what is not finite is red. An entry that cannot be read
/// stays in its editor until it is mended or Esc restores the cell.
class MatrixDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit MatrixDelegate(const MatrixModel &model, QObject *parent);
    void setColours(const Palette &palette) { m_palette = palette; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model,
                      const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;

signals:
    /// Why the entry was not taken; empty when it is being mended.
    void unreadable(const QString &why) const;
    /// After an entry: where to go next.
    void moveRequested(int rows, int columns);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    /// False: the text cannot be read, and that was said.
    bool readable(QLineEdit &editor);

    const MatrixModel &m_model;
    Palette m_palette;
};

} // namespace attnscope::ui
