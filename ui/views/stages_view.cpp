// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/stages_view.h"

#include "core/array_edit.h"
#include "core/mask_edit.h"
#include "ui/cell_text.h"
#include "ui/error_text.h"
#include "ui/matrix_edits.h"
#include "ui/panels/cell_editor.h"
#include "ui/panels/statistics_strip.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/stage_sources.h"
#include "ui/views/view_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QShortcut>
#include <QToolButton>

namespace attnscope::ui {

using core::Stage;

StagesView::StagesView(SessionDocument &document, QWidget *parent)
    : WorkspaceView(document, parent),
      m_choices(new ViewBar(document,
                            ViewBar::Head | ViewBar::Unfold | ViewBar::Margins | ViewBar::Numbers |
                                ViewBar::Colours | ViewBar::Range,
                            true, this)),
      m_edit(new QToolButton(this)), m_editor(new CellEditor(figureView())),
      m_statistics(new StatisticsStrip(this)) {
    bar()->addWidget(m_choices, 1);
    bar()->addWidget(m_edit);
    layout()->addWidget(m_statistics);
    connect(&document, &SessionDocument::viewChanged, this, &StagesView::showStatistics);
    const auto editCurrent = [this] {
        if (const auto cell = currentCell())
            editAt(*cell);
    };
    connect(m_edit, &QToolButton::clicked, this, editCurrent);
    auto *key = new QShortcut(QKeySequence(Qt::Key_F2), this);
    key->setContext(Qt::WidgetWithChildrenShortcut);
    connect(key, &QShortcut::activated, this, editCurrent);
    connect(m_editor, &CellEditor::entered, this, [this](const MatrixPlace &place, float value) {
        const QString why = setCell(m_document, place, value);
        if (!why.isEmpty())
            m_document.refuse({why, {}});
    });
    connect(m_editor, &CellEditor::linkChosen, this, &StagesView::matrixRequested);
    connect(m_editor, &CellEditor::closed, this, [this] { figureView()->setFocus(); });
    figureView()->installEventFilter(this);
    StagesView::retranslate();
    // A double click edits a cell of an input or of the mask; on one of many computed maps it shows
    // that head large, on a large one all of them again.
    connect(figureView(), &FigureView::cellDoubleClicked, this, [this](const CellRef &cell) {
        if (!ready())
            return;
        const auto panels = stagesPanels(*m_result.trace, m_document.view());
        const auto at = static_cast<std::size_t>(cell.panel);
        if (at >= panels.size())
            return;
        if (panelKind(panels[at].stage) == PanelKind::Model ||
            panels[at].stage == Stage::MaskKeep) {
            editAt(cell);
            return;
        }
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
    showStatistics();
    scheduleRefresh();
}

void StagesView::showStatistics() {
    if (!ready() || !isVisible())
        return;
    const ViewSettings &v = m_document.view();
    const core::Problem &p = *m_result.trace->problem;
    const std::size_t batch = shownBatch(v, p);
    std::vector<StatisticsStrip::Line> lines;
    if (v.unfold && panelKind(v.stage) == PanelKind::QueryKey) {
        for (const Stage stage :
             {Stage::ScoresRaw, Stage::Scores, Stage::ScoresMasked, Stage::Weights})
            lines.push_back({stage, {batch, shownHead(v, p)}});
    } else {
        // What is shown, and beside it the whole stage when that is more.
        core::StagePart shown;
        if (v.head && core::hasHeadAxis(v.stage))
            shown.head = shownHead(v, p);
        if (p.batch() > 1 && v.stage != Stage::PE && v.stage != Stage::Scale)
            shown.batch = batch;
        lines.push_back({v.stage, shown});
        if (shown.head || shown.batch)
            lines.push_back({v.stage, {}});
    }
    m_statistics->setLines(m_result.trace, std::move(lines));
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

void StagesView::retranslate() {
    m_choices->retranslate();
    m_edit->setText(tr("Edit cell"));
    m_edit->setToolTip(tr("Edits the chosen cell where it is, or says what makes it (F2, or Enter "
                          "on the locked cell)"));
}

void StagesView::setColours(const Palette &palette) {
    m_editor->setColours(palette);
    m_statistics->setColours(palette);
    WorkspaceView::setColours(palette);
}

std::optional<CellRef> StagesView::currentCell() const {
    if (const auto cell = figureView()->focusCell())
        return cell;
    const std::vector<CellRef> &locked = figureView()->figure().locked;
    return locked.empty() ? std::nullopt : std::optional(locked.front());
}

std::optional<StageCell> StagesView::stageCell(const CellRef &cell) const {
    if (!ready())
        return std::nullopt;
    const auto panels = stagesPanels(*m_result.trace, m_document.view());
    const auto at = static_cast<std::size_t>(cell.panel);
    if (at >= panels.size())
        return std::nullopt;
    return StageCell{panels[at].stage, shownBatch(m_document.view(), *m_result.trace->problem),
                     panels[at].head, cell.row, cell.column};
}

void StagesView::editAt(const CellRef &cell) {
    const auto at = stageCell(cell);
    if (!at)
        return;
    const QRect where = figureView()->cellRect(cell).toAlignedRect();
    const core::Session &s = m_document.session();
    try {
        if (const auto place = editablePlace(*at)) {
            const core::Tensor array = core::presentArray(s, *place->input);
            m_editor->edit(*place, placeText(s, *place),
                           array(place->batch, place->row, place->column), where);
        } else if (isMaskCell(at->stage)) {
            toggleMask(*at, where);
        } else {
            std::vector<CellEditor::Link> links;
            for (const MatrixPlace &source : sourcesOf(*at, s.config))
                links.emplace_back(tr("%1 in Matrices").arg(placeText(s, source)), source);
            m_editor->explain(
                tr("%1 is computed: %2. It changes with:")
                    .arg(stageName(at->stage), plainText(stageFormula(at->stage, s.config))),
                links, where);
        }
    } catch (const core::InputError &e) {
        m_document.refuse({issuesText(e.issues), {}}); // sizes that are being changed
    }
}

void StagesView::toggleMask(const StageCell &cell, const QRect &where) {
    const core::Session &s = m_document.session();
    const core::BoolTensor reasons = core::hiddenBy(s, cell.batch, cell.head);
    const std::uint8_t why = reasons(cell.row, cell.column);
    if (why & ~core::kHiddenByCustom) {
        m_editor->explain(why & core::kHiddenByCausal
                              ? tr("The causal mask hides this key. Switch it off in the controls "
                                   "to decide cell by cell.")
                              : tr("The padding mask hides this key. Switch it off in the controls "
                                   "to decide cell by cell."),
                          {}, where);
        return;
    }
    MatrixPlace place{std::nullopt, cell.batch, {}, cell.row, cell.column};
    if (core::customMask(s).rank() == 4) // one mask for all stays one
        place.head = cell.head;
    const float visible = why ? 1.0F : 0.0F;
    const QString text = (why ? tr("Show %1") : tr("Hide %1")).arg(placeText(s, place));
    const core::ArrayBlock block{0, cell.row, cell.column, 1, 1};
    const QString refused = editMatrix(m_document, text, {}, [&](core::Session &x) {
        writeBlock(x, place, block, std::span<const float>(&visible, 1));
    });
    if (!refused.isEmpty())
        m_document.refuse({refused, {}});
}

bool StagesView::eventFilter(QObject *object, QEvent *event) {
    // Enter locks a cell; on the cell that is locked already it edits.
    if (object == figureView() && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const auto cell = figureView()->focusCell();
        const std::vector<CellRef> &locked = figureView()->figure().locked;
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && cell && !locked.empty() &&
            locked.front() == *cell) {
            editAt(*cell);
            return true;
        }
    }
    return WorkspaceView::eventFilter(object, event);
}

} // namespace attnscope::ui
