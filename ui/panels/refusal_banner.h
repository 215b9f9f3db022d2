// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/refusal.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;

namespace attnscope::ui {

/// Says which numbers disagree and offers what would work, each as a button. Hidden otherwise.
class RefusalBanner : public QFrame {
    Q_OBJECT
public:
    explicit RefusalBanner(QWidget *parent = nullptr);
    void show(const Refusal &refusal);
    void clear();
    [[nodiscard]] QString sentence() const;

signals:
    void remedyChosen(const attnscope::ui::Remedy &remedy);

private:
    QLabel *m_text;
    QWidget *m_buttons = nullptr;
};

} // namespace attnscope::ui
