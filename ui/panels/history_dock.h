// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QDockWidget>

class QLabel;
class QUndoStack;
class QUndoView;

namespace attnscope::ui {

/// Every step that can be undone, in words; a click goes there. The saved state wears a dot.
class HistoryDock : public QDockWidget {
    Q_OBJECT
public:
    HistoryDock(QUndoStack *stack, QWidget *parent);
    void setColours(const Palette &palette);
    [[nodiscard]] QUndoView *list() const { return m_list; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QUndoView *m_list;
    QLabel *m_legend;
    QLabel *m_dot;
};

} // namespace attnscope::ui
