// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace attnscope::ui {

ReadoutBar::ReadoutBar(QWidget *parent)
    : QWidget(parent), m_hovered(new QLabel(this)), m_locked(new QLabel(this)),
      m_free(new QToolButton(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 8, 2);
    row->setSpacing(12);
    for (QLabel *label : {m_hovered, m_locked}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setMinimumWidth(10); // long tokens must not widen the window
        row->addWidget(label, 1);
    }
    m_free->setAutoRaise(true);
    row->addWidget(m_free);
    connect(m_free, &QToolButton::clicked, this, &ReadoutBar::unlockClicked);
    setFixedHeight(30);
    retranslate();
    setLocked({});
}

void ReadoutBar::retranslate() {
    m_free->setText(tr("free (Esc)"));
    m_free->setToolTip(tr("Free the locked cell"));
    m_hovered->setAccessibleName(tr("Cell under the pointer"));
    m_locked->setAccessibleName(tr("Locked cell"));
    setHovered(m_hoveredText);
}

void ReadoutBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ReadoutBar::setColours(const Palette &palette) {
    m_locked->setStyleSheet(QStringLiteral("color: %1;").arg(palette.accent.name()));
}

void ReadoutBar::setHovered(const QString &text) {
    m_hoveredText = text;
    m_hovered->setEnabled(!text.isEmpty());
    m_hovered->setText(
        text.isEmpty()
            ? tr("Point at a cell for its value · click locks it · Ctrl-click adds · arrows walk")
            : text);
}

void ReadoutBar::setLocked(const QString &text) {
    m_locked->setText(text);
    m_locked->setToolTip(text);
    m_locked->setVisible(!text.isEmpty());
    m_free->setVisible(!text.isEmpty());
}

QString ReadoutBar::hovered() const { return m_hoveredText; }
QString ReadoutBar::locked() const { return m_locked->text(); }

} // namespace attnscope::ui
