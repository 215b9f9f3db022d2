// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/status_panel.h"

#include "ui/compute_bridge.h"
#include "ui/stage_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <QToolButton>

#include <cmath>

namespace attnscope::ui {

namespace {

// Counting costs a pass over the numbers: beyond this it would be felt in a drag.
constexpr std::size_t kLargestCounted = std::size_t{4} << 20;

} // namespace

StatusPanel::StatusPanel(QWidget *parent)
    : QWidget(parent), m_engine(new QLabel(this)), m_fallback(new QLabel(this)),
      m_time(new QLabel(this)), m_check(new QLabel(this)), m_flags(new QLabel(this)),
      m_checklist(new QToolButton(this)), m_palette(Palette::light()) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(16);
    for (QLabel *label : {m_engine, m_fallback, m_time, m_check, m_flags}) {
        label->setTextFormat(Qt::PlainText);
        row->addWidget(label);
    }
    row->addStretch(1);
    m_checklist->setAutoRaise(true);
    m_checklist->hide();
    row->addWidget(m_checklist);
    connect(m_checklist, &QToolButton::clicked, this, &StatusPanel::checklistClicked);
    setColours(m_palette);
}

void StatusPanel::setColours(const Palette &palette) {
    m_palette = palette;
    m_fallback->setStyleSheet(QStringLiteral("background: %1; color: %2; padding: 0 6px; "
                                             "border-radius: 3px;")
                                  .arg(palette.amber.name(), palette.dark
                                                                 ? QStringLiteral("black")
                                                                 : QStringLiteral("white")));
    update();
}

void StatusPanel::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange)
        update();
    QWidget::changeEvent(event);
}

void StatusPanel::showEngine(const ComputeBridge &bridge, bool chosen) {
    m_device = QString::fromStdString(bridge.engine().device);
    m_reference = bridge.engine().kind == "reference";
    m_reason = chosen ? QString() : bridge.fallbackReason();
    m_preparing = bridge.preparing();
    update();
}

void StatusPanel::showTrace(const core::Trace &t) {
    m_emptyRows = t.emptyRows.size();
    QStringList names;
    for (std::size_t i = 0; i < std::min<std::size_t>(t.emptyRows.size(), 12); ++i)
        names << tr("sequence %1, head %2, query %3")
                     .arg(t.emptyRows[i].batch)
                     .arg(t.emptyRows[i].head)
                     .arg(t.emptyRows[i].query);
    m_emptyRowNames = names.join(QLatin1Char('\n'));
    m_nan = m_infinite = 0;
    for (const core::Stage stage : {core::Stage::Weights, core::Stage::Output}) {
        const core::Tensor &v = t[stage];
        if (!v.present() || v.size() > kLargestCounted)
            continue;
        for (const float x : v.values()) {
            m_nan += std::isnan(x);
            m_infinite += std::isinf(x);
        }
    }
    update();
}

void StatusPanel::showFrame(double engineMilliseconds, double frameMilliseconds) {
    m_engineTime = engineMilliseconds;
    m_frameTime = frameMilliseconds;
    update();
}

void StatusPanel::showCheck(const std::optional<core::ComputeService::Check> &check) {
    m_lastCheck = check;
    update();
}

void StatusPanel::showChecklist(std::size_t passed, const QStringList &failed,
                                std::size_t notApplicable) {
    m_passed = passed;
    m_failed = failed;
    m_notApplicable = notApplicable;
    update();
}

void StatusPanel::update() {
    m_engine->setText(m_device);
    m_engine->setToolTip(tr("The engine that computed what is shown"));
    // While the device is being prepared the reference draws; that is no failure.
    const QString badge = m_preparing                          ? tr("preparing the device…")
                          : !m_reason.isEmpty() && m_reference ? tr("reference engine stands in")
                                                               : QString();
    m_fallback->setText(badge);
    m_fallback->setToolTip(m_reason);
    m_fallback->setAccessibleDescription(m_reason);
    m_fallback->setVisible(!badge.isEmpty());
    m_time->setText(
        m_engineTime < 0
            ? QString()
            : tr("%1 ms · frame %2 ms").arg(m_engineTime, 0, 'f', 1).arg(m_frameTime, 0, 'f', 1));
    m_time->setToolTip(tr("Computing alone, and from the change to the painted picture"));
    QString check, tip;
    QColor colour = m_palette.muted;
    if (m_lastCheck && m_lastCheck->skipped) {
        check = tr("too large to compare by the way");
    } else if (m_lastCheck) {
        check = m_lastCheck->agrees
                    ? tr("engine vs reference %1").arg(shortNumber(m_lastCheck->worst))
                    : tr("differs from the reference: %1").arg(shortNumber(m_lastCheck->worst));
        if (!m_lastCheck->agrees)
            colour = m_palette.red;
        QStringList lines{tr("Largest |Δ| of each stage:")};
        for (const core::StageDifference &d : m_lastCheck->stages)
            lines << QStringLiteral("%1  %2").arg(stageName(d.stage), shortNumber(d.maxAbs));
        tip = lines.join(QLatin1Char('\n'));
    }
    m_check->setText(check);
    m_check->setToolTip(tip);
    m_check->setStyleSheet(QStringLiteral("color: %1;").arg(colour.name()));
    if (m_passed) {
        m_checklist->show();
        m_checklist->setText(tr("checklist %1/%2").arg(*m_passed).arg(core::kCheckCount));
        QStringList told;
        for (const QString &line : m_failed)
            told << tr("failed: %1").arg(line);
        if (m_notApplicable)
            told << tr("%n not applicable", nullptr, static_cast<int>(m_notApplicable));
        told << tr("A click opens the checklist");
        m_checklist->setToolTip(told.join(QLatin1Char('\n')));
        m_checklist->setStyleSheet(
            QStringLiteral("color: %1;")
                .arg((m_failed.isEmpty() ? m_palette.muted : m_palette.red).name()));
    }
    QStringList flags;
    if (m_emptyRows)
        flags << tr("%n row(s) without a visible key", nullptr, static_cast<int>(m_emptyRows));
    if (m_nan)
        flags << tr("%n NaN", nullptr, static_cast<int>(m_nan));
    if (m_infinite)
        flags << tr("%n infinite", nullptr, static_cast<int>(m_infinite));
    m_flags->setText(flags.isEmpty() ? QString()
                                     : QStringLiteral("⚠ ") + flags.join(QStringLiteral(" · ")));
    m_flags->setToolTip(m_emptyRowNames);
    m_flags->setStyleSheet(QStringLiteral("color: %1;").arg(m_palette.amber.name()));
}

QString StatusPanel::text() const {
    QStringList parts;
    for (const QLabel *label : {m_engine, m_fallback, m_time, m_check, m_flags})
        if (!label->text().isEmpty() && !label->isHidden())
            parts << label->text();
    if (m_passed)
        parts << m_checklist->text();
    return parts.join(QStringLiteral(" | "));
}

} // namespace attnscope::ui
