// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/saturation_view.h"

#include "ui/cell_text.h"
#include "ui/edits.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/variants.h"
#include "ui/views/view_bar.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <thread>

namespace attnscope::ui {

using core::Stage;

namespace {

constexpr int kModes = static_cast<int>(core::ScalingMode::Standardise) + 1;
constexpr double kMostKeyWidth = 1024.0;
constexpr std::chrono::milliseconds kIdleAfter{150}, kPublishEvery{80};

} // namespace

SaturationView::SaturationView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(
          new ViewBar(document, ViewBar::Head | ViewBar::Numbers | ViewBar::Colours, false, this)),
      m_shownScalings(document.view().saturation), m_panelWake([this] { takePanels(); }),
      m_curveWake([this] { takeCurves(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &) {
              if (m_panelResults.put({job, scalingVariants(job.result.trace, job.scalings)}))
                  m_panelWake.wake();
          })),
      m_sweeper(std::make_unique<core::LatestOnlyWorker<core::SaturationSettings>>(
          [this](const core::SaturationSettings &settings, const std::stop_token &stop) {
              sweep(settings, stop);
          })) {
    setLegibleSize({760, 500});
    for (std::size_t i = 0; i < 2; ++i) {
        m_labels[i] = new QLabel(this);
        m_modes[i] = new QComboBox(this);
        m_values[i] = new QDoubleSpinBox(this);
        m_labels[i]->setBuddy(m_modes[i]);
        m_values[i]->setRange(-1e6, 1e6);
        m_values[i]->setDecimals(5);
        m_values[i]->setSingleStep(0.05);
        m_values[i]->setKeyboardTracking(false);
        for (QWidget *widget :
             std::initializer_list<QWidget *>{m_labels[i], m_modes[i], m_values[i]})
            bar()->addWidget(widget);
        connect(m_modes[i], &QComboBox::activated, this, [this, i](int mode) {
            m_document.changeView([&](ViewSettings &v) {
                v.saturation[i].mode = static_cast<core::ScalingMode>(mode);
            });
        });
        connect(m_values[i], &QDoubleSpinBox::valueChanged, this, [this, i](double value) {
            m_document.changeView([&](ViewSettings &v) { v.saturation[i].value = value; });
        });
    }
    bar()->addWidget(m_choices, 1);
    FigureView *figure = figureView();
    connect(figure, &FigureView::curvePressed, this, [this](int, QPointF value) {
        m_document.beginDrag();
        setKeyWidth(value);
    });
    connect(figure, &FigureView::curveDragged, this,
            [this](int, QPointF value) { setKeyWidth(value); });
    connect(figure, &FigureView::curveReleased, &document, &SessionDocument::endDrag);
    connect(figure, &FigureView::curveHovered, this, [this](int, QPointF value) {
        emit hovered(m_shown.curves ? describeSaturation(*m_shown.curves, value.x()) : QString());
    });
    connect(&document, &SessionDocument::viewChanged, this, [this] {
        follow();
        submit();
    });
    SaturationView::retranslate();
}

SaturationView::~SaturationView() {
    m_sweeper.reset();
    m_worker.reset();
}

void SaturationView::setKeyWidth(QPointF value) {
    if (!std::isfinite(value.x()))
        return;
    const int width = static_cast<int>(std::lround(std::clamp(value.x(), 1.0, kMostKeyWidth)));
    if (width == m_document.session().config.dK)
        return;
    m_document.edit(tr("Set %1 to %2").arg(QStringLiteral("d_k")).arg(width), QStringLiteral("d_k"),
                    [width](core::Session &s) { ui::setKeyWidth(s, width); });
}

Figure SaturationView::figure(const ViewSettings &settings, const Palette &palette) const {
    // What is exported may be asked for before the panels of the newest settings are there.
    if (m_shown.trace && settings.saturation == m_shownScalings)
        return saturationFigure(m_shown, settings, palette);
    SaturationAnalysis now{m_result.trace, m_result.session,
                           scalingVariants(m_result.trace, settings.saturation), nullptr};
    if (m_shown.curves && m_shown.curves->settings.scalings == settings.saturation)
        now.curves = m_shown.curves;
    return saturationFigure(now, settings, palette);
}

core::StageSet SaturationView::neededStages() const {
    return {Stage::Q, Stage::K, Stage::ScoresRaw, Stage::Scores, Stage::Weights};
}

void SaturationView::resultChanged() {
    if (!ready() || !isVisible())
        return;
    m_choices->setProblem(*m_result.trace->problem);
    follow();
    submit();
    if (!m_shown.trace)
        scheduleRefresh();
}

void SaturationView::follow() {
    for (std::size_t i = 0; i < 2; ++i) {
        const core::Scaling &scaling = m_document.view().saturation[i];
        const QSignalBlocker quiet[] = {QSignalBlocker(m_modes[i]), QSignalBlocker(m_values[i])};
        m_modes[i]->setCurrentIndex(static_cast<int>(scaling.mode));
        m_values[i]->setValue(scaling.value);
        m_values[i]->setVisible(scaling.mode == core::ScalingMode::Custom);
    }
}

void SaturationView::submit() {
    if (!ready() || !isVisible() || !m_result.trace->has(Stage::ScoresRaw))
        return;
    const ViewSettings &v = m_document.view();
    m_busyUntil = (std::chrono::steady_clock::now() + kIdleAfter).time_since_epoch().count();
    if (m_shown.trace != m_result.trace || m_shownScalings != v.saturation)
        m_worker->submit({m_result, v.saturation});
    core::SaturationSettings wanted =
        saturationSettings(*m_result.session, *m_result.trace->problem, v);
    if (m_wanted == wanted)
        return;
    m_wanted = wanted;
    m_shown.curves.reset();
    m_sweeper->submit(std::move(wanted));
}

void SaturationView::sweep(const core::SaturationSettings &settings, const std::stop_token &stop) {
    using Clock = std::chrono::steady_clock;
    core::SaturationSweep sweep(settings);
    auto published = Clock::now();
    while (sweep.draws() < kSaturationDraws) {
        if (stop.stop_requested() || m_sweeper->pending())
            return;
        if (Clock::now().time_since_epoch().count() < m_busyUntil) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            continue;
        }
        sweep.add();
        const bool last = sweep.draws() == kSaturationDraws;
        if (!last && Clock::now() - published < kPublishEvery)
            continue;
        published = Clock::now();
        if (m_curveResults.put(sweep.result()))
            m_curveWake.wake();
    }
}

void SaturationView::takePanels() {
    auto panels = m_panelResults.take();
    if (!panels)
        return;
    m_shown.trace = panels->job.result.trace;
    m_shown.session = panels->job.result.session;
    m_shown.variants = panels->variants;
    m_shownScalings = panels->job.scalings;
    scheduleRefresh();
}

void SaturationView::takeCurves() {
    auto curves = m_curveResults.take();
    if (!curves || !m_wanted || curves->settings != *m_wanted)
        return;
    m_shown.curves = std::make_shared<const core::SaturationResult>(std::move(*curves));
    scheduleRefresh();
}

QString SaturationView::cellText(const CellRef &cell) const {
    const auto k = scalingOfMap(cell.panel);
    if (!k || !m_shown.variants[*k])
        return {};
    const core::Trace &t = *m_shown.variants[*k];
    const ViewSettings &v = m_document.view();
    return scalingTitle(m_shownScalings[*k].mode) + QStringLiteral(" · ") +
           describeCell(t, *m_shown.session, Stage::Weights, shownBatch(v, *t.problem),
                        shownHead(v, *t.problem), cell.row, cell.column);
}

QString SaturationView::lockedText() const {
    const ViewSettings &v = m_document.view();
    if (!v.locked || !m_shown.trace || !m_shown.trace->has(Stage::Weights))
        return {};
    return describeLocked(*m_shown.trace, *m_shown.session, Stage::Weights, *v.locked,
                          std::nullopt);
}

std::optional<LockedCell> SaturationView::lockedAt(const CellRef &cell) const {
    if (!m_shown.trace || !scalingOfMap(cell.panel))
        return std::nullopt;
    const core::Problem &p = *m_shown.trace->problem;
    const ViewSettings &v = m_document.view();
    return LockedCell{shownBatch(v, p), shownHead(v, p), cell.row, cell.column};
}

void SaturationView::retranslate() {
    m_choices->retranslate();
    for (std::size_t i = 0; i < 2; ++i) {
        const QSignalBlocker quiet(m_modes[i]);
        for (int mode = 0; mode < kModes; ++mode) {
            const QString title = scalingTitle(static_cast<core::ScalingMode>(mode));
            if (mode < m_modes[i]->count())
                m_modes[i]->setItemText(mode, title);
            else
                m_modes[i]->addItem(title);
        }
        m_labels[i]->setText(i == 0 ? tr("Left") : tr("Right"));
        m_modes[i]->setAccessibleName(i == 0 ? tr("Scaling of the left panel")
                                             : tr("Scaling of the right panel"));
        m_modes[i]->setToolTip(tr("What this panel's scores are multiplied by. Changes nothing in "
                                  "the session."));
        m_values[i]->setAccessibleName(tr("Scale"));
    }
    follow();
}

} // namespace attnscope::ui
