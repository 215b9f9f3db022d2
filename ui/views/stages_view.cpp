// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/stages_view.h"

#include "ui/cell_text.h"
#include "ui/session_document.h"
#include "ui/views/figure_parts.h"
#include "ui/views/view_bar.h"

#include <QHBoxLayout>

namespace attnscope::ui {

using core::Stage;

StagesView::StagesView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(new ViewBar(document,
                            ViewBar::Head | ViewBar::Unfold | ViewBar::Margins | ViewBar::Numbers |
                                ViewBar::Colours | ViewBar::Range,
                            true, this)) {
    bar()->addWidget(m_choices, 1);
    // A double click on one of many heads shows it large, on a large one all of them again.
    connect(figureView(), &FigureView::cellDoubleClicked, this, [this](const CellRef &cell) {
        if (!ready())
            return;
        const auto panels = stagesPanels(*m_result.trace, m_document.view());
        const auto at = static_cast<std::size_t>(cell.panel);
        if (at >= panels.size() || panelKind(panels[at].stage) == PanelKind::Model)
            return;
        m_document.changeView([&](ViewSettings &v) {
            if (v.head)
                v.head.reset();
            else
                v.head = panels[at].head;
        });
    });
}

Figure StagesView::figure(const ViewSettings &settings, const Palette &palette) const {
    return stagesFigure(*m_result.trace, *m_result.session, settings, palette);
}

core::StageSet StagesView::neededStages() const {
    core::StageSet set{m_document.view().stage};
    if (m_document.view().unfold)
        set = set |
              core::StageSet{Stage::ScoresRaw, Stage::Scores, Stage::ScoresMasked, Stage::Weights};
    if (m_document.view().stage == Stage::Scale)
        set.insert(Stage::ScoresRaw);
    return set;
}

void StagesView::resultChanged() {
    if (ready() && isVisible())
        m_choices->setProblem(*m_result.trace->problem);
    scheduleRefresh();
}

QString StagesView::cellText(const CellRef &cell) const {
    if (!ready())
        return {};
    const auto panels = stagesPanels(*m_result.trace, m_document.view());
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= panels.size())
        return {};
    return describeCell(*m_result.trace, *m_result.session, panels[at].stage,
                        shownBatch(m_document.view(), *m_result.trace->problem), panels[at].head,
                        cell.row, cell.column);
}

QString StagesView::lockedText() const {
    const ViewSettings &v = m_document.view();
    if (!ready() || !v.locked)
        return {};
    return describeLocked(*m_result.trace, *m_result.session, v.stage, *v.locked, v.lockedColumn);
}

std::optional<LockedCell> StagesView::lockedAt(const CellRef &cell) const {
    if (!ready())
        return std::nullopt;
    const ViewSettings &v = m_document.view();
    const auto panels = stagesPanels(*m_result.trace, v);
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= panels.size())
        return std::nullopt;
    LockedCell c = v.locked.value_or(LockedCell());
    c.batch = shownBatch(v, *m_result.trace->problem);
    const Stage stage = panels[at].stage;
    switch (panelKind(stage)) {
    case PanelKind::QueryKey:
        c.head = panels[at].head;
        c.query = cell.row;
        c.key = cell.column;
        break;
    case PanelKind::HeadRows:
        c.head = cell.row;
        c.query = cell.column;
        break;
    case PanelKind::HeadWidth:
        c.head = panels[at].head;
        [[fallthrough]];
    default:
        (rowsAreKeys(stage) ? c.key : c.query) = cell.row;
        break;
    }
    return c;
}

void StagesView::clicked(const CellRef &cell, bool add) {
    if (!ready())
        return;
    const PanelKind kind = panelKind(m_document.view().stage);
    if (kind == PanelKind::HeadWidth || kind == PanelKind::Model)
        m_document.changeView([&](ViewSettings &v) { v.lockedColumn = cell.column; });
    WorkspaceView::clicked(cell, add);
}

void StagesView::retranslate() { m_choices->retranslate(); }

} // namespace attnscope::ui
