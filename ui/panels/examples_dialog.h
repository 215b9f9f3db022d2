// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QDialog>

namespace attnscope::ui {

/// The sessions that come with the program: what each shows, what to look at, and its weights,
/// computed when the page opens.
class ExamplesDialog : public QDialog {
    Q_OBJECT
public:
    ExamplesDialog(const Palette &palette, QWidget *parent);
    /// Index of the chosen example; −1 when none was.
    [[nodiscard]] int chosen() const { return m_chosen; }

private:
    int m_chosen = -1;
};

} // namespace attnscope::ui
