// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/view_settings.h"
#include "ui/views/figure_parts.h"

#include "core/attention.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr std::size_t kDense = 8; ///< panels beyond which axes are named once

bool isWeights(Stage s) { return s == Stage::Weights || s == Stage::WeightsDropped; }

/// "entropy 1.21 nats · largest 0.64", or least and largest for other stages.
QString statistics(const MapPanel &m, Stage stage) {
    const DataRange d = dataRange({&m});
    if (!d.any)
        return Figures::tr("no finite value");
    if (!isWeights(stage))
        return Figures::tr("%1 … %2").arg(shortNumber(d.lo), shortNumber(d.hi));
    double sum = 0.0;
    std::size_t rows = 0;
    for (double h : rowEntropies(m))
        if (!std::isnan(h)) {
            sum += h;
            ++rows;
        }
    QString text = rows ? Figures::tr("entropy %1 nats · largest %2")
                              .arg(shortNumber(sum / static_cast<double>(rows)), shortNumber(d.hi))
                        : Figures::tr("largest %1").arg(shortNumber(d.hi));
    if (!m.emptyRows.empty())
        text += Figures::tr(" · %n blocked row(s) excluded", nullptr,
                            static_cast<int>(m.emptyRows.size()));
    return text;
}

void addMargins(MapPanel &m) {
    m.rightMargin = rowEntropies(m);
    m.rightMarginTitle = Figures::tr("entropy (nats)");
    m.bottomMargin = columnMeans(m);
    m.bottomMarginTitle = Figures::tr("mean per key");
}

void apply(const ColourChoice &c, MapPanel &m) {
    m.map = c.map;
    m.range = c.range;
}

/// Marks the locked cells in every panel they belong to.
void markLocked(Figure &f, const ViewSettings &v, Stage stage, std::size_t batch,
                const std::vector<PanelMeaning> &panels) {
    std::vector<LockedCell> cells = v.alsoLocked;
    if (v.locked)
        cells.insert(cells.begin(), *v.locked);
    const PanelKind kind = panelKind(stage);
    for (const LockedCell &c : cells) {
        if (c.batch != batch)
            continue;
        for (std::size_t i = 0; i < f.panels.size(); ++i) {
            const auto *m = std::get_if<MapPanel>(&f.panels[i].content);
            if (!m || (kind != PanelKind::Model && kind != PanelKind::HeadRows &&
                       panels[i].head != c.head))
                continue;
            CellRef ref{static_cast<int>(i), c.query, c.key};
            if (kind == PanelKind::HeadRows) {
                ref.row = c.head;
                ref.column = c.query;
            } else if (kind != PanelKind::QueryKey) {
                if (!v.lockedColumn)
                    continue;
                ref.row = rowsAreKeys(stage) ? c.key : c.query;
                ref.column = *v.lockedColumn;
            }
            if (ref.row < m->rows && ref.column < m->columns)
                f.locked.push_back(ref);
        }
    }
}

/// The factor that was used among those that the other modes would give.
CurvePanel scalePanel(const core::Trace &t) {
    using enum core::ScalingMode;
    CurvePanel c;
    const core::Problem &p = *t.problem;
    Series bars;
    bars.style = Series::Style::Bars;
    core::Config config = p.config;
    double x = 0;
    for (core::ScalingMode mode :
         {None, SqrtDk, SqrtDModel, Dk, TimesSqrtDk, Adaptive, Standardise}) {
        if (core::scaleNeedsScores(mode) && !t.has(Stage::ScoresRaw))
            continue;
        config.scaling.mode = mode;
        bars.x.push_back(x++);
        bars.y.push_back(core::scaleFactor(config, t[Stage::ScoresRaw]));
        c.xTickLabels.push_back(plainText(scalingFormula(mode)));
    }
    c.title = Figures::tr("scale = %1").arg(shortNumber(t.scale));
    c.subtitle = Figures::tr("what raw scores are multiplied by, and what other rules would give");
    c.yTitle = Figures::tr("factor");
    c.logY = std::all_of(bars.y.begin(), bars.y.end(), [](double y) { return y > 0.0; });
    c.series.push_back(std::move(bars));
    c.horizontalMarker = t.scale;
    c.markerLabel = Figures::tr("in use");
    c.legend = false;
    c.badge = scalingBadge(p.config);
    return c;
}

QString notHere(const core::Trace &t, Stage stage) {
    if (!core::stageShape(*t.problem, stage)) {
        if (stage == Stage::PE)
            return Figures::tr("The positional encoding is off. Switch it on to see it here.");
        if (stage == Stage::ConcatNorm)
            return Figures::tr("No normalisation is chosen after the heads are joined.");
        return Figures::tr(
            "There is no other sequence: keys and values come from the text itself.");
    }
    return Figures::tr("This stage is being computed.");
}

void unfold(Figure &f, const core::Trace &t, const core::Session &s, const ViewSettings &v,
            std::size_t b, const std::vector<PanelMeaning> &panels) {
    f.title = Figures::tr("From raw scores to weights, head %1").arg(panels.front().head);
    int column = 0;
    for (const PanelMeaning &panel : panels) {
        MapPanel m = stagePanel(t, s, v, panel.stage, b, panel.head);
        m.title = stageTitle(panel.stage);
        m.subtitle = plainText(stageFormula(panel.stage, t.problem->config));
        apply(colourChoice(panel.stage, dataRange({&m}), v), m);
        m.colourBarTitle.clear(); // the heading says it
        m.headColour = headColour(panel.head, f.palette.dark);
        f.panels.push_back({std::move(m), 0, column++, 1, 1, 1.0});
    }
    // Equal maps without margins: what changes from one to the next is the values alone.
    f.reflow = true;
}

} // namespace

Figure stagesFigure(const core::Trace &t, const core::Session &s, const ViewSettings &v,
                    const Palette &palette) {
    const core::Problem &p = *t.problem;
    const Stage stage = v.stage;
    Figure f;
    f.palette = palette;
    f.caption = settingsLine(s, p);
    f.metadata = settingsPairs(s, p);
    const std::size_t b = shownBatch(v, p);

    f.title =
        QStringLiteral("%1 · %2").arg(stageTitle(stage), plainText(stageFormula(stage, p.config)));
    if (p.batch() > 1)
        f.title += Figures::tr(" · sequence %1").arg(b);
    if (stage == Stage::Scale) {
        f.panels.push_back({scalePanel(t), 0, 0, 1, 1, 1.0});
        return f;
    }
    if (!t.has(stage)) {
        f.emptyReason = notHere(t, stage);
        return f;
    }
    const std::vector<PanelMeaning> panels = stagesPanels(t, v);
    const PanelKind kind = panelKind(stage);
    if (v.unfold && kind == PanelKind::QueryKey) {
        unfold(f, t, s, v, b, panels);
        markLocked(f, v, Stage::Weights, b, panels);
        return f;
    }
    const bool perHead = kind == PanelKind::QueryKey || kind == PanelKind::HeadWidth;
    // Many small maps say what their axes are once, in the title: the room belongs to the cells.
    const bool dense = panels.size() > kDense;
    std::vector<MapPanel> maps;
    for (const PanelMeaning &panel : panels) {
        MapPanel m = stagePanel(t, s, v, stage, b, panel.head);
        if (perHead) {
            m.title = Figures::tr("head %1").arg(panel.head);
            m.headColour = headColour(panel.head, palette.dark);
        } else {
            m.title = stageTitle(stage);
        }
        m.editable = stage == Stage::XEmbed || stage == Stage::XMemory || stage == Stage::MaskKeep;
        m.subtitle = stage == Stage::MaskKeep ? QString() : statistics(m, stage);
        if (v.margins && isWeights(stage) && !dense) {
            addMargins(m);
            m.marginsWhereFree = panels.size() > 2;
        }
        if (dense) {
            m.subtitle.clear();
            m.rowTitle.clear();
            m.columnTitle.clear();
        }
        maps.push_back(std::move(m));
    }
    if (dense)
        f.title += kind == PanelKind::QueryKey
                       ? Figures::tr(" · rows: query i, columns: key j")
                       : Figures::tr(" · rows: position, columns: width of the head");
    std::vector<const MapPanel *> shown;
    for (const MapPanel &m : maps)
        shown.push_back(&m);
    const ColourChoice common = colourChoice(stage, dataRange(shown), v);
    const int columns = gridColumns(maps.size());
    for (std::size_t i = 0; i < maps.size(); ++i) {
        MapPanel &m = maps[i];
        const bool own = v.rangeMode == RangeMode::PerHead;
        // Where all share a range the layout draws one bar for all of them.
        apply(own ? colourChoice(stage, dataRange({&m}), v) : common, m);
        f.panels.push_back(
            {std::move(m), static_cast<int>(i) / columns, static_cast<int>(i) % columns});
    }
    f.reflow = true;
    markLocked(f, v, stage, b, panels);
    return f;
}

} // namespace attnscope::ui
