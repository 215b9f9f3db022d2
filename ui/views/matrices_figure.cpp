// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrices_figure.h"

#include "core/array_edit.h"
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>

#include <algorithm>

namespace attnscope::ui {

using core::Input;
using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

} // namespace

std::vector<MadeBy> madeBy(const MatrixPlace &p, const core::Config &c, std::size_t head) {
    if (!p.input)
        return {{Stage::MaskKeep, head, p.row, p.column}, {Stage::Weights, head, p.row, p.column}};
    const core::HeadBlocks blocks = core::headBlocks(c, *p.input);
    const std::size_t within = blocks.width > 0 ? p.column % blocks.width : 0;
    switch (*p.input) {
    case Input::XEmbed:
        return {{Stage::X, head, p.row, p.column}, {Stage::Weights, head, p.row, {}}};
    case Input::XMemory:
        return {{Stage::M, head, p.row, p.column}, {Stage::Weights, head, {}, p.row}};
    case Input::WQ:
    case Input::BQ:
        return {{Stage::Q, head, {}, within}, {Stage::Weights, head, {}, {}}};
    case Input::WK:
    case Input::BK:
        if (c.shareKv)
            return {{Stage::K, head, {}, within}, {Stage::V, head, {}, within}};
        return {{Stage::K, head, {}, within}, {Stage::Weights, head, {}, {}}};
    case Input::WV:
    case Input::BV:
        return {{Stage::V, head, {}, within}, {Stage::Context, head, {}, within}};
    case Input::WO:
        return {{Stage::Concat, 0, {}, p.row, true}, {Stage::Output, 0, {}, p.column}};
    case Input::BO:
        return {{Stage::Output, 0, {}, p.column}};
    case Input::GammaConcat:
    case Input::BetaConcat:
        return {{c.normConcat == core::ConcatNorm::None ? Stage::Concat : Stage::ConcatNorm,
                 0,
                 {},
                 p.column},
                {Stage::Output, 0, {}, {}}};
    case Input::GradOutput:
        return {{Stage::Output, 0, p.row, p.column}};
    }
    return {};
}

std::size_t headOfPlace(const MatrixPlace &p, const core::Problem &problem, const ViewSettings &v) {
    if (!p.input)
        return p.head ? std::min(*p.head, problem.heads() - 1) : shownHead(v, problem);
    const core::HeadBlocks blocks = core::headBlocks(problem.config, *p.input);
    if (blocks.heads == 0 || blocks.width == 0)
        return shownHead(v, problem);
    return std::min((blocks.onRows ? p.row : p.column) / blocks.width, blocks.heads - 1);
}

std::vector<MadeBy> matricesPanels(const core::Trace &t, const ViewSettings &v,
                                   const MatrixPlace &place) {
    const core::Problem &p = *t.problem;
    std::vector<MadeBy> panels = madeBy(place, p.config, headOfPlace(place, p, v));
    std::erase_if(panels, [&](const MadeBy &made) {
        return !t.has(made.stage) || !core::stageShape(p, made.stage);
    });
    return panels;
}

Figure matricesFigure(const core::Trace &t, const core::Session &s, const ViewSettings &v,
                      const MatrixPlace &place, const Palette &palette) {
    const core::Problem &p = *t.problem;
    Figure f;
    f.palette = palette;
    f.caption = settingsLine(s, p);
    f.metadata = settingsPairs(s, p);
    f.reflow = true;
    const std::size_t batch = shownBatch(v, p);
    for (const MadeBy &made : matricesPanels(t, v, place)) {
        MapPanel m = stagePanel(t, s, v, made.stage, batch, made.head);
        const PanelKind kind = panelKind(made.stage);
        const bool perHead = kind == PanelKind::QueryKey || kind == PanelKind::HeadWidth;
        m.title = perHead ? Figures::tr("%1 · head %2").arg(stageTitle(made.stage)).arg(made.head)
                          : stageTitle(made.stage);
        if (made.read)
            m.title = Figures::tr("%1 · what it reads").arg(m.title);
        m.subtitle = plainText(stageFormula(made.stage, p.config));
        if (perHead)
            m.headColour = headColour(made.head, palette.dark);
        const ColourChoice colours = colourChoice(made.stage, dataRange({&m}), v);
        m.map = colours.map;
        m.range = colours.range;
        if (made.row && *made.row < m.rows)
            m.markedRow = made.row;
        if (made.column && *made.column < m.columns)
            m.markedColumn = made.column;
        // Maps of queries and keys share their axes; the widths of the others differ.
        m.linkGroup = kind == PanelKind::QueryKey ? 0 : 1 + static_cast<int>(f.panels.size());
        f.panels.push_back({std::move(m), static_cast<int>(f.panels.size()), 0});
    }
    f.title = Figures::tr("What %1 makes").arg(placeText(s, place));
    if (f.panels.empty())
        f.emptyReason = Figures::tr("This stage is being computed.");
    return f;
}

} // namespace attnscope::ui
