// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/message_bar.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace attnscope::ui {

MessageBar::MessageBar(Kind kind, QWidget *parent)
    : QFrame(parent), m_kind(kind), m_text(new QLabel(this)), m_more(new QToolButton(this)),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 6, 4);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setMinimumWidth(10);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setMinimumWidth(10); // the text is cut to the room there is, never the window widened
    m_more->setAutoRaise(true);
    m_more->setVisible(kind == Kind::Hint);
    m_close->setText(QStringLiteral("✕"));
    m_close->setAutoRaise(true);
    row->addWidget(m_text, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_unfolded = !m_unfolded;
        layOut();
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    hide();
}

void MessageBar::layOut() {
    const bool whole = m_kind == Kind::Error || m_unfolded;
    m_text->setWordWrap(whole);
    m_text->setText(
        whole ? m_whole
              : QFontMetrics(m_text->font())
                    .elidedText(QString(m_whole).replace(QLatin1Char('\n'), QLatin1Char(' ')),
                                Qt::ElideRight, m_text->width()));
    m_more->setText(m_unfolded ? tr("less") : tr("more"));
    m_close->setAccessibleName(tr("Close"));
}

void MessageBar::resizeEvent(QResizeEvent *event) {
    QFrame::resizeEvent(event);
    layOut();
}

void MessageBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        layOut();
    QFrame::changeEvent(event);
}

void MessageBar::setColours(const Palette &palette) {
    const QColor edge = m_kind == Kind::Hint ? palette.accent : palette.red;
    setStyleSheet(QStringLiteral("#messageBar { background: %1; border: none; border-left: 3px "
                                 "solid %2; }")
                      .arg(palette.panel.name(), edge.name()));
}

void MessageBar::showText(const QString &text) {
    m_whole = text;
    m_text->setAccessibleName(text);
    setToolTip(m_kind == Kind::Hint ? QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped())
                                    : QString());
    setVisible(!text.isEmpty());
    layOut();
}

QString MessageBar::text() const { return isHidden() ? QString() : m_whole; }

} // namespace attnscope::ui
