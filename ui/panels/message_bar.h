// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace attnscope::ui {

/// One line above the workspace that can be closed: what went wrong, or what to look at.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Hint, Error };
    explicit MessageBar(Kind kind, QWidget *parent = nullptr);
    void setColours(const Palette &palette);
    /// Rich text for hints, plain text for errors.
    void showText(const QString &text);
    [[nodiscard]] QString text() const;

signals:
    void closed();

private:
    Kind m_kind;
    QLabel *m_text;
    QToolButton *m_close;
};

} // namespace attnscope::ui
