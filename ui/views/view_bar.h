// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace attnscope::core {
struct Problem;
}

namespace attnscope::ui {

class SessionDocument;

/// The choices of how a figure is drawn, shared by the views: head, sequence, unfold, margins,
/// numbers, colours, range, scale. Each view shows those that mean something in it.
class ViewBar : public QWidget {
    Q_OBJECT
public:
    enum Part { Head = 1, Unfold = 2, Margins = 4, Numbers = 8, Colours = 16, Range = 32 };
    ViewBar(SessionDocument &document, int parts, bool allHeads, QWidget *parent);

    /// Heads and sequences that can be chosen.
    void setProblem(const core::Problem &problem);
    void retranslate();

private:
    void sync();

    SessionDocument &m_document;
    bool m_allHeads;
    int m_heads = 0, m_batch = 0;
    QComboBox *m_head, *m_sequence, *m_colours, *m_range, *m_scale;
    QToolButton *m_unfold;
    QCheckBox *m_margins, *m_numbers;
    QDoubleSpinBox *m_lo, *m_hi;
};

} // namespace attnscope::ui
