// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/masks_view.h"

#include "ui/cell_text.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/mask_painter.h"
#include "ui/views/variants.h"
#include "ui/views/view_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>

#include <limits>

namespace attnscope::ui {

using core::Stage;

namespace {

constexpr double kFills[] = {-std::numeric_limits<double>::infinity(), -1e9, -1e4};

} // namespace

MasksView::MasksView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(
          new ViewBar(document, ViewBar::Head | ViewBar::Numbers | ViewBar::Colours, false, this)),
      m_painter(new MaskPainter(document, this)), m_fillLabel(new QLabel(this)),
      m_fill(new QComboBox(this)), m_wake([this] { takeVariants(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<ShownResult>>(
          [this](const ShownResult &result, const std::stop_token &) {
              if (m_results.put({maskVariants(*result.trace), result.session}))
                  m_wake.wake();
          })) {
    setLegibleSize({560, 400});
    // The mask and what comes of it stand side by side, and scroll together where room is short.
    auto *scroll = findChild<QScrollArea *>();
    auto *both = new QWidget(this);
    auto *row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_painter, 9);
    row->addWidget(scroll->takeWidget(), 16);
    scroll->setWidget(both);
    connect(m_painter, &MaskPainter::hovered, this, &MasksView::hovered);

    bar()->addWidget(m_choices, 1);
    bar()->addWidget(m_fillLabel);
    bar()->addWidget(m_fill);
    m_fill->addItems({QStringLiteral("−∞"), QStringLiteral("−1e9"), QStringLiteral("−1e4")});
    connect(m_fill, &QComboBox::activated, this, [this](int i) {
        m_document.edit(tr("Fill hidden scores with %1").arg(fillText(kFills[i])), QString(),
                        [i](core::Session &s) { s.config.mask.fill = kFills[i]; });
    });
    const auto showFill = [this] {
        int at = -1;
        for (int i = 0; i < 3; ++i)
            if (kFills[i] == m_document.session().config.mask.fill)
                at = i;
        m_fill->setCurrentIndex(at);
        m_fill->setPlaceholderText(fillText(m_document.session().config.mask.fill));
    };
    connect(&document, &SessionDocument::sessionChanged, this, showFill);
    showFill();
    MasksView::retranslate();
}

MasksView::~MasksView() { m_worker.reset(); }

void MasksView::setColours(const Palette &palette) {
    m_painter->setColours(palette);
    WorkspaceView::setColours(palette);
}

Figure MasksView::figure(const ViewSettings &settings, const Palette &palette) const {
    return masksFigure(m_variants.traces,
                       m_variants.session ? *m_variants.session : *m_result.session, settings,
                       palette);
}

core::StageSet MasksView::neededStages() const { return {Stage::Scores, Stage::Weights}; }

void MasksView::resultChanged() {
    if (!ready() || !isVisible())
        return;
    m_choices->setProblem(*m_result.trace->problem);
    m_worker->submit(m_result);
    if (m_variants.traces.empty())
        scheduleRefresh();
}

void MasksView::takeVariants() {
    if (auto variants = m_results.take()) {
        m_variants = std::move(*variants);
        scheduleRefresh();
    }
}

QString MasksView::cellText(const CellRef &cell) const {
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= m_variants.traces.size())
        return {};
    const core::Trace &t = *m_variants.traces[at];
    const ViewSettings &v = m_document.view();
    return maskApplicationTitle(t.problem->config.mask.application) + QStringLiteral(" · ") +
           describeCell(t, *m_variants.session, Stage::Weights, shownBatch(v, *t.problem),
                        shownHead(v, *t.problem), cell.row, cell.column);
}

QString MasksView::lockedText() const {
    const ViewSettings &v = m_document.view();
    if (!v.locked || m_variants.traces.empty())
        return {};
    const core::Trace &t = *m_variants.traces[static_cast<std::size_t>(
        m_variants.traces.front()->problem->config.mask.application)];
    return describeLocked(t, *m_variants.session, Stage::Weights, *v.locked, std::nullopt);
}

std::optional<LockedCell> MasksView::lockedAt(const CellRef &cell) const {
    if (m_variants.traces.empty())
        return std::nullopt;
    const core::Problem &p = *m_variants.traces.front()->problem;
    const ViewSettings &v = m_document.view();
    return LockedCell{shownBatch(v, p), shownHead(v, p), cell.row, cell.column};
}

void MasksView::retranslate() {
    m_choices->retranslate();
    m_painter->retranslate();
    m_fillLabel->setText(tr("fill"));
    m_fill->setAccessibleName(tr("Fill"));
}

} // namespace attnscope::ui
