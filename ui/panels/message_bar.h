// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace attnscope::ui {

/// A bar above the workspace that can be closed: what went wrong (in full), or what to look at (one
/// line that can be unfolded).
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Hint, Error };
    explicit MessageBar(Kind kind, QWidget *parent = nullptr);
    void setColours(const Palette &palette);
    void showText(const QString &text);
    [[nodiscard]] QString text() const;

signals:
    void closed();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();

    Kind m_kind;
    QString m_whole;
    bool m_unfolded = false;
    QLabel *m_text;
    QToolButton *m_more, *m_close;
};

} // namespace attnscope::ui
