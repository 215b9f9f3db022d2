// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/recovery_bar.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope::ui {

namespace {

constexpr std::size_t kRowsShown = 4; // more scroll

} // namespace

QString whenText(const QDateTime &time) {
    const QDateTime local = time.toLocalTime();
    const QLocale locale;
    const QString clock = local.toString(QStringLiteral("HH:mm"));
    if (local.date() == QDate::currentDate())
        return clock;
    return QStringLiteral("%1 %2").arg(locale.toString(local.date(), QLocale::ShortFormat), clock);
}

RecoveryBar::RecoveryBar(QWidget *parent) : QFrame(parent), m_column(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("recoveryBar"));
    m_column->setContentsMargins(12, 6, 8, 6);
    hide();
}

void RecoveryBar::setColours(const Palette &palette) {
    setStyleSheet(QStringLiteral("#recoveryBar { background: %1; border: none; border-left: 3px "
                                 "solid %2; }")
                      .arg(palette.panel.name(), palette.amber.name()));
}

void RecoveryBar::setRows(std::vector<Row> rows) {
    m_rows = std::move(rows);
    build();
    setVisible(!m_rows.empty());
}

QString RecoveryBar::text() const {
    if (m_rows.empty())
        return {};
    if (m_rows.size() == 1)
        return tr("The program ended unexpectedly. A session from %1, “%2”, with unsaved changes "
                  "can be restored.")
            .arg(whenText(m_rows.front().time), m_rows.front().name);
    return tr("The program ended unexpectedly. %n sessions with unsaved changes can be restored:",
              nullptr, static_cast<int>(m_rows.size()));
}

void RecoveryBar::build() {
    if (m_body) { // a button of it may be what asked for this
        m_column->removeWidget(m_body);
        m_body->hide();
        m_body->deleteLater();
        m_body = nullptr;
    }
    if (m_rows.empty())
        return;
    m_body = new QWidget(this);
    m_column->addWidget(m_body);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto *first = new QHBoxLayout;
    auto *says = new QLabel(text(), m_body);
    says->setTextFormat(Qt::PlainText);
    says->setWordWrap(true);
    first->addWidget(says, 1);
    column->addLayout(first);

    const auto buttons = [this](int row, QWidget *parent) {
        auto *restore = new QPushButton(tr("Restore"), parent);
        auto *discard = new QPushButton(tr("Discard"), parent);
        const QString &name = m_rows[static_cast<std::size_t>(row)].name;
        restore->setAccessibleName(tr("Restore %1").arg(name));
        discard->setAccessibleName(tr("Discard %1").arg(name));
        connect(restore, &QPushButton::clicked, this, [this, row] { emit restoreClicked(row); });
        connect(discard, &QPushButton::clicked, this, [this, row] { emit discardClicked(row); });
        return std::pair(restore, discard);
    };
    if (m_rows.size() == 1) {
        const auto [restore, discard] = buttons(0, m_body);
        first->addWidget(restore, 0, Qt::AlignTop);
        first->addWidget(discard, 0, Qt::AlignTop);
    } else {
        auto *list = new QWidget;
        auto *grid = new QGridLayout(list);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setVerticalSpacing(4);
        grid->setHorizontalSpacing(8);
        grid->setColumnStretch(1, 1);
        for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
            const Row &r = m_rows[static_cast<std::size_t>(i)];
            auto *name = new QLabel(r.name, list);
            name->setTextFormat(Qt::PlainText);
            grid->addWidget(new QLabel(whenText(r.time), list), i, 0);
            grid->addWidget(name, i, 1);
            const auto [restore, discard] = buttons(i, list);
            grid->addWidget(restore, i, 2);
            grid->addWidget(discard, i, 3);
        }
        auto *area = new QScrollArea(m_body);
        area->setWidgetResizable(true);
        area->setFrameShape(QFrame::NoFrame);
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setWidget(list);
        list->setAutoFillBackground(false); // on the bar's ground
        const int rows = static_cast<int>(std::min(m_rows.size(), kRowsShown));
        const int all = static_cast<int>(m_rows.size());
        area->setFixedHeight(list->sizeHint().height() * rows / all);
        column->addWidget(area);
    }
    auto *later = new QPushButton(tr("Later"), m_body);
    later->setToolTip(tr("Keeps them: File ▸ Restore Unsaved Sessions, or the next start"));
    connect(later, &QPushButton::clicked, this, &RecoveryBar::laterClicked);
    first->addWidget(later, 0, Qt::AlignTop);
    m_body->show();
}

void RecoveryBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        build();
    QFrame::changeEvent(event);
}

} // namespace attnscope::ui
