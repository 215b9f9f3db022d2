// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace attnscope::ui {

MessageBar::MessageBar(Kind kind, QWidget *parent)
    : QFrame(parent), m_kind(kind), m_text(new QLabel(this)), m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 6, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(kind == Kind::Hint ? Qt::RichText : Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setText(QStringLiteral("✕"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close"));
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    hide();
}

void MessageBar::setColours(const Palette &palette) {
    const QColor edge = m_kind == Kind::Hint ? palette.accent : palette.red;
    setStyleSheet(QStringLiteral("#messageBar { background: %1; border: none; border-left: 3px "
                                 "solid %2; }")
                      .arg(palette.panel.name(), edge.name()));
}

void MessageBar::showText(const QString &text) {
    m_text->setText(text);
    setVisible(!text.isEmpty());
}

QString MessageBar::text() const { return isHidden() ? QString() : m_text->text(); }

} // namespace attnscope::ui
