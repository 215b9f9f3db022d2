// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/refusal_banner.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace attnscope::ui {

RefusalBanner::RefusalBanner(QWidget *parent) : QFrame(parent), m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("refusal"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->addWidget(m_text);
    setStyleSheet(QStringLiteral("#refusal { border: none; border-top: 2px solid #B91C1C; }"));
    hide();
}

void RefusalBanner::show(const Refusal &refusal) {
    m_text->setText(refusal.sentence);
    delete m_buttons;
    m_buttons = nullptr;
    if (!refusal.remedies.empty()) {
        m_buttons = new QWidget(this);
        auto *grid = new QGridLayout(m_buttons);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setSpacing(4);
        for (std::size_t i = 0; i < refusal.remedies.size(); ++i) {
            const Remedy &remedy = refusal.remedies[i];
            auto *button = new QPushButton(remedy.label, m_buttons);
            // Queued: the remedy clears this banner, and with it the button.
            connect(
                button, &QPushButton::clicked, this, [this, remedy] { emit remedyChosen(remedy); },
                Qt::QueuedConnection);
            grid->addWidget(button, static_cast<int>(i) / 2, static_cast<int>(i) % 2);
        }
        layout()->addWidget(m_buttons);
    }
    setAccessibleName(refusal.sentence);
    setVisible(true);
}

void RefusalBanner::clear() {
    if (!isHidden())
        hide();
    m_text->clear();
}

QString RefusalBanner::sentence() const { return m_text->text(); }

} // namespace attnscope::ui
