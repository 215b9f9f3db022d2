// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/positions_view.h"

#include "core/positional.h"
#include "ui/cell_text.h"
#include "ui/panels/number_control.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/view_bar.h"

#include <QHBoxLayout>

namespace attnscope::ui {

using core::Stage;

PositionsView::PositionsView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent), m_choices(new ViewBar(document, ViewBar::Head, false, this)),
      m_base(new NumberControl({1e-3, 1e12, 10, 1e6, true, 0, 10000, 10000.0}, this)),
      m_length(new NumberControl({2, 1024, 2, 512, true, 0, 64, {}}, this)),
      m_pair(new NumberControl({0, 4096, 0, 31, false, 0, 0, {}}, this)),
      m_wake([this] { takeVariants(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<ShownResult>>(
          [this](const ShownResult &result, const std::stop_token &) {
              if (m_results.put({positionVariants(result.trace), result.session}))
                  m_wake.wake();
          })) {
    setLegibleSize({610, 430});
    bar()->addWidget(m_choices);
    for (NumberControl *c : {m_base, m_length, m_pair})
        bar()->addWidget(c, 1);
    for (NumberControl *c : {m_base, m_length, m_pair}) {
        connect(c, &NumberControl::dragStarted, &document, &SessionDocument::beginDrag);
        connect(c, &NumberControl::dragEnded, &document, &SessionDocument::endDrag);
    }
    connect(m_base, &NumberControl::edited, this, [this](double base) {
        m_document.edit(tr("Set %1 to %2").arg(QStringLiteral("base")).arg(base),
                        QStringLiteral("base"),
                        [base](core::Session &s) { s.config.positional.base = base; });
    });
    connect(m_length, &NumberControl::edited, this, [this](double n) {
        m_document.changeView([n](ViewSettings &v) { v.positionLength = static_cast<int>(n); });
    });
    connect(m_pair, &NumberControl::edited, this, [this](double n) {
        m_document.changeView([n](ViewSettings &v) { v.positionDimension = static_cast<int>(n); });
    });
    const auto sync = [this] {
        m_base->setValue(m_document.session().config.positional.base);
        m_length->setValue(m_document.view().positionLength);
        m_pair->setValue(m_document.view().positionDimension);
    };
    connect(&document, &SessionDocument::sessionChanged, this, sync);
    connect(&document, &SessionDocument::viewChanged, this, sync);
    sync();
    PositionsView::retranslate();
}

PositionsView::~PositionsView() { m_worker.reset(); }

Figure PositionsView::figure(const ViewSettings &settings, const Palette &palette) const {
    if (m_variants.session)
        return positionsFigure(*m_variants.traces.with, m_variants.traces.without,
                               *m_variants.session, settings, palette);
    return positionsFigure(*m_result.trace, nullptr, *m_result.session, settings, palette);
}

core::StageSet PositionsView::neededStages() const { return {Stage::Weights}; }

void PositionsView::resultChanged() {
    if (!ready() || !isVisible())
        return;
    m_choices->setProblem(*m_result.trace->problem);
    if (m_result.trace->has(Stage::Weights))
        m_worker->submit(m_result);
    if (!m_variants.session)
        scheduleRefresh();
}

void PositionsView::takeVariants() {
    if (auto variants = m_results.take()) {
        m_variants = std::move(*variants);
        scheduleRefresh();
    }
}

QString PositionsView::cellText(const CellRef &cell) const {
    if (!ready())
        return {};
    const core::Problem &p = *m_result.trace->problem;
    const double base = p.config.positional.base;
    if (cell.panel == 0)
        return tr("PE · position %1 · column %2 · %3")
            .arg(cell.row)
            .arg(cell.column)
            .arg(fullNumber(core::positionalValue(cell.row, cell.column, p.dModel(), base)));
    if (cell.panel == 1) {
        double sum = 0.0;
        for (std::size_t c = 0; c < p.dModel(); ++c)
            sum += core::positionalValue(cell.row, c, p.dModel(), base) *
                   core::positionalValue(cell.column, c, p.dModel(), base);
        return tr("PE·PEᵀ · positions %1 and %2 · %3")
            .arg(cell.row)
            .arg(cell.column)
            .arg(fullNumber(sum));
    }
    if (cell.panel != 4 || !m_variants.session)
        return {};
    const core::Trace &with = *m_variants.traces.with, &without = *m_variants.traces.without;
    const ViewSettings &v = m_document.view();
    const std::size_t b = shownBatch(v, *with.problem), h = shownHead(v, *with.problem);
    if (cell.row >= with.problem->queries() || cell.column >= with.problem->keys())
        return {};
    return tr("%1 · without PE %2")
        .arg(describeCell(with, *m_variants.session, Stage::Weights, b, h, cell.row, cell.column),
             fullNumber(static_cast<double>(without[Stage::Weights](b, h, cell.row, cell.column))));
}

QString PositionsView::lockedText() const {
    const ViewSettings &v = m_document.view();
    if (!v.locked || !m_variants.session)
        return {};
    return describeLocked(*m_variants.traces.with, *m_variants.session, Stage::Weights, *v.locked,
                          std::nullopt);
}

std::optional<LockedCell> PositionsView::lockedAt(const CellRef &cell) const {
    if (!m_variants.session || cell.panel != 4)
        return std::nullopt;
    const core::Problem &p = *m_variants.traces.with->problem;
    const ViewSettings &v = m_document.view();
    return LockedCell{shownBatch(v, p), shownHead(v, p), cell.row, cell.column};
}

void PositionsView::retranslate() {
    m_choices->retranslate();
    m_base->setTexts(tr("Base of the positional encoding"), QStringLiteral("base"),
                     tr("no unit, 10000 is usual"),
                     tr("A larger base stretches the slow waves only."));
    m_length->setTexts(tr("Positions shown"), tr("length"), tr("positions"),
                       tr("How many positions the pictures show. Changes no attention."));
    m_pair->setTexts(tr("Pair of columns"), tr("pair"), tr("pair of columns 2i, 2i+1"),
                     tr("Which sine and cosine are drawn as curves."));
}

} // namespace attnscope::ui
