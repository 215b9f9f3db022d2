// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient_health.h"
#include "ui/gradient_text.h"
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"
#include "ui/views/gradient_analysis.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {

using core::Gradient;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr std::size_t kDense = 8;   ///< panels beyond which axes are named once
constexpr std::size_t kLegend = 16; ///< heads that a legend can name
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The places of the norms along the axis: the way back, a gap, then weights and biases.
std::vector<std::optional<Gradient>> axisOf(const core::Problem &p) {
    std::vector<std::optional<Gradient>> axis;
    bool weights = false;
    for (const Gradient g : occurringGradients(p)) {
        if (!weights && !core::gradientInfo(g).stage) {
            weights = true;
            axis.emplace_back();
        }
        axis.emplace_back(g);
    }
    return axis;
}

using Norms = std::vector<std::optional<core::GradientNorm>>;
Norms normsOf(const core::Trace &t, const std::vector<std::optional<Gradient>> &axis) {
    Norms norms;
    for (const auto &g : axis)
        norms.push_back(g ? core::gradientNorm(t, *g) : std::nullopt);
    return norms;
}

/// What a logarithmic axis cannot show, in words and as a floor that stands for 0.
struct Floor {
    double least = std::numeric_limits<double>::infinity(), greatest = 0.0;
    bool zero = false;
    void see(double v) {
        zero |= v == 0.0;
        if (std::isfinite(v) && v > 0.0) {
            least = std::min(least, v);
            greatest = std::max(greatest, v);
        }
    }
    [[nodiscard]] bool any() const { return greatest > 0.0; }
    [[nodiscard]] double value() const {
        return any() ? std::pow(10.0, std::floor(std::log10(least)) - 1.0) : 1e-3;
    }
};

Series line(const Norms &norms, const Floor &floor, double factor,
            std::optional<std::size_t> head) {
    Series s;
    for (std::size_t i = 0; i < norms.size(); ++i) {
        double y = kNone;
        if (norms[i] && head && *head < norms[i]->heads.size())
            y = norms[i]->heads[*head] * factor;
        else if (norms[i] && !head && norms[i]->heads.empty())
            y = norms[i]->total * factor;
        s.x.push_back(static_cast<double>(i));
        s.y.push_back(y == 0.0 ? floor.value() : y);
    }
    return s;
}

CurvePanel normPanel(const GradientAnalysis &a, const ViewSettings &v, const Palette &palette) {
    const core::Trace &t = a.shown();
    const core::Problem &p = *t.problem;
    const auto axis = axisOf(p);
    Norms norms = normsOf(t, axis);
    Norms healthy = a.sick ? normsOf(*a.trace, axis) : Norms();
    CurvePanel c;
    c.title = Figures::tr("Norm of each gradient, from the output back to the input");
    c.yTitle = Figures::tr("norm");
    c.logY = true;
    c.badge = faultBadge(a.fault);
    Floor floor;
    QStringList notFinite;
    double keyBias = kNone;
    for (std::size_t i = 0; i < axis.size(); ++i) {
        c.xTickLabels.push_back(axis[i] ? gradientSymbol(*axis[i]) : QString());
        if (!norms[i])
            continue;
        if (!std::isfinite(norms[i]->total))
            notFinite << gradientSymbol(*axis[i]);
        if (axis[i] == Gradient::BK) {
            keyBias = norms[i]->total;
            continue; // rounding would stretch the axis over ten empty decades
        }
        floor.see(norms[i]->total);
        for (const double n : norms[i]->heads)
            floor.see(n);
    }
    for (std::size_t i = 0; i < healthy.size(); ++i)
        if (healthy[i] && axis[i] != Gradient::BK)
            floor.see(healthy[i]->total * a.lossFactor());
    c.subtitle = Figures::tr("Frobenius, all sequences · dashed lines: without the fault");
    if (!a.sick)
        c.subtitle = Figures::tr("Frobenius, all sequences");
    const bool rounding = keyBias <= floor.greatest * 1e-6;
    for (std::size_t i = 0; i < axis.size(); ++i)
        for (Norms *of : {&norms, &healthy})
            if (rounding && axis[i] == Gradient::BK && i < of->size())
                (*of)[i].reset();
    if (rounding)
        c.subtitle += Figures::tr(" · db_K is 0 but for rounding: %1").arg(shortNumber(keyBias));
    if (!notFinite.isEmpty())
        c.subtitle += Figures::tr(" · not finite: %1").arg(notFinite.join(QStringLiteral(", ")));

    const auto dashed = [&](std::optional<std::size_t> head, const QColor &colour) {
        Series s = line(healthy, floor, a.lossFactor(), head);
        s.style = Series::Style::Dashed;
        s.colour = colour;
        s.colour.setAlphaF(0.6F);
        c.series.push_back(std::move(s));
    };
    const std::size_t heads = p.heads();
    for (std::size_t h = 0; h < heads; ++h) {
        const QColor colour = headColour(h, palette.dark);
        if (a.sick)
            dashed(h, colour);
        Series s = line(norms, floor, 1.0, h);
        s.style = Series::Style::LinePoints;
        s.colour = colour;
        s.name = Figures::tr("head %1").arg(h);
        c.series.push_back(std::move(s));
    }
    Series whole = line(norms, floor, 1.0, std::nullopt);
    whole.style = Series::Style::LinePoints;
    whole.colour = palette.text;
    whole.name = Figures::tr("all heads together");
    if (a.sick)
        dashed(std::nullopt, palette.text);
    c.series.push_back(std::move(whole));
    c.legend = heads <= kLegend;
    c.xRange = ColourRange{-0.6, static_cast<double>(axis.size()) - 0.4};
    if (floor.any())
        c.yRange = ColourRange{floor.least / 2.0, floor.greatest * 2.0};
    if (floor.zero) {
        c.horizontalMarker = floor.value();
        c.markerLabel = Figures::tr("0, off the axis");
        c.yRange = ColourRange{floor.value() / 3.0, floor.any() ? floor.greatest * 2.0 : 1.0};
    }
    for (std::size_t i = 0; i < axis.size(); ++i)
        if (axis[i] == v.gradient)
            c.verticalMarker = static_cast<double>(i);
    return c;
}

CurvePanel deadPanel(const GradientAnalysis &a, const Palette &palette) {
    // A loss that is made smaller makes every gradient smaller: so is what counts as none.
    const double threshold = core::kDeadRow * a.lossFactor();
    const std::vector<core::DeadRows> heads = core::deadRows(a.shown(), threshold);
    CurvePanel c;
    Series bars;
    bars.style = Series::Style::Bars;
    std::size_t dead = 0, rows = 0, left = 0;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        bars.x.push_back(static_cast<double>(h));
        bars.y.push_back(heads[h].share().value_or(kNone));
        bars.colours.push_back(headColour(h, palette.dark));
        c.xTickLabels.push_back(QString::number(h));
        dead += heads[h].dead;
        rows += heads[h].rows;
        left += heads[h].empty + heads[h].notFinite;
    }
    c.title = Figures::tr("Dead rows by head");
    c.subtitle =
        rows
            ? Figures::tr("‖dS row‖ < %1: %2 of %3").arg(shortNumber(threshold)).arg(dead).arg(rows)
            : Figures::tr("no row has a finite gradient");
    if (left)
        c.subtitle += Figures::tr(" · %n row(s) left out", nullptr, static_cast<int>(left));
    c.yRange = ColourRange{0.0, 1.0};
    c.legend = false;
    c.series.push_back(std::move(bars));
    return c;
}

CurvePanel boundPanel(const GradientAnalysis &a, const ViewSettings &v, const Palette &palette) {
    const std::vector<core::ValueBound> heads = core::valueBounds(a.shown());
    const core::Problem &p = *a.trace->problem;
    CurvePanel c;
    Series values, bounds;
    values.style = Series::Style::Bars;
    bounds.style = Series::Style::Points;
    values.name = QStringLiteral("‖dV‖");
    bounds.name = p.config.dropout.attention > 0.0 ? QStringLiteral("√L/(1−p)·‖dC‖")
                                                   : QStringLiteral("√L·‖dC‖");
    bounds.colour = palette.text;
    bool holds = true, exists = true;
    double most = 0.0;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        values.x.push_back(static_cast<double>(h));
        bounds.x.push_back(static_cast<double>(h));
        values.y.push_back(heads[h].values);
        values.colours.push_back(headColour(h, palette.dark));
        bounds.y.push_back(heads[h].bound);
        for (const double y : {heads[h].values, heads[h].bound})
            if (std::isfinite(y))
                most = std::max(most, y);
        c.xTickLabels.push_back(QString::number(h));
        exists &= heads[h].holds().has_value();
        holds &= heads[h].holds().value_or(true);
    }
    const std::size_t h = shownHead(v, p);
    c.title = Figures::tr("%1 ≤ %2 (dots)").arg(values.name, bounds.name);
    if (h < heads.size()) {
        const core::ValueBound &b = heads[h];
        const auto kept = b.holds();
        c.subtitle =
            kept ? Figures::tr("head %1: %2 %3 %4")
                       .arg(h)
                       .arg(shortNumber(b.values),
                            *kept ? QStringLiteral("≤") : QStringLiteral(">"), shortNumber(b.bound))
                 : Figures::tr("head %1: not finite").arg(h);
    }
    // Rounding to half precision, and a gradient that is stopped, may break what mathematics keeps.
    if (exists && !holds)
        c.badge = Figures::tr("bound broken");
    c.legend = false;
    c.yRange = ColourRange{0.0, most > 0.0 ? most * 1.2 : 1.0};
    c.series.push_back(std::move(values));
    c.series.push_back(std::move(bounds));
    return c;
}

/// Hidden cells are hatched where the gradient is 0 in all of them.
void hideHidden(MapPanel &m, const core::Trace &t, std::size_t b, std::size_t h) {
    if (t.keep.allVisible())
        return;
    const std::size_t at = b * t.keep.batchStride() + h * t.keep.headStride();
    for (std::size_t i = 0; i < m.rows; ++i) {
        const std::uint8_t *visible = t.keep.row(b, h, i);
        for (std::size_t j = 0; j < m.columns; ++j)
            if (!visible[j] && m.value(i, j) != 0.0F)
                return;
    }
    m.keep = t.keep.bits();
    m.keepOffset = at;
}

MapPanel mapPanel(const core::Trace &t, const core::Session &s, const ViewSettings &v, Gradient g,
                  std::size_t b, std::size_t h) {
    const auto stage = core::gradientInfo(g).stage;
    MapPanel m;
    if (stage) {
        // Laid out as the stage that it belongs to, with what masks and empty rows do to it.
        core::Trace as;
        as.problem = t.problem;
        as[*stage] = t[g];
        m = stagePanel(as, s, v, *stage, b, h);
        if (g == Gradient::ScoresMasked || g == Gradient::Scores || g == Gradient::ScoresRaw) {
            hideHidden(m, t, b, h);
            for (const core::RowRef &r : t.emptyRows)
                if (r.batch == b && r.head == h)
                    m.emptyRows.push_back(r.query);
        }
    } else {
        m.values = t[g];
        m.rows = m.values.rank() > 1 ? m.values.extent(0) : 1;
        m.columns = m.values.shape().back();
        m.rowTitle = Figures::tr("row (in)");
        m.columnTitle = Figures::tr("column (out)");
        m.squareCells = false;
        m.mode = v.scaleMode;
        m.numbers = v.numbers;
    }
    m.badge.clear();
    m.colourBarTitle.clear(); // the heading says it
    m.linkGroup = 1;
    return m;
}

void colour(MapPanel &m, DataRange d, const ViewSettings &v) {
    // Signed: the centre is 0 also where all happen to have one sign.
    const double most = std::max(std::abs(d.lo), std::abs(d.hi));
    d.lo = -most;
    d.hi = most;
    if (most == 0.0)
        d = {-1.0, 1.0, d.any};
    const ColourChoice c = colourChoice(core::Stage::Scores, d, v);
    m.map = c.map;
    m.range = c.range;
}

void markLocked(Figure &f, const ViewSettings &v, const core::Problem &p,
                const std::vector<GradientPanel> &panels) {
    const auto stage = core::gradientInfo(v.gradient).stage;
    if (!lockedGradientCell(p, v) || (stage && v.locked->batch != shownBatch(v, p)))
        return;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        CellRef ref{static_cast<int>(i) + 1, 0, 0};
        if (!stage) {
            ref.row = core::gradientShape(p, v.gradient)->size() == 1 ? 0 : v.lockedEntry->row;
            ref.column = v.lockedEntry->column;
        } else {
            const PanelKind kind = panelKind(*stage);
            if (kind != PanelKind::Model && panels[i].head != v.locked->head)
                continue;
            ref.row = rowsAreKeys(*stage) ? v.locked->key : v.locked->query;
            ref.column = kind == PanelKind::QueryKey ? v.locked->key : v.lockedColumn.value_or(0);
        }
        f.locked.push_back(ref);
    }
}

/// "−0.0421 · ΔL/Δx −0.0421" of the locked cell: its gradient, and the finite difference.
QString checkText(const GradientAnalysis &a, const ViewSettings &v) {
    const auto cell = lockedGradientCell(*a.shown().problem, v);
    if (!cell || !a.check || a.check->gradient != v.gradient || a.check->cell != *cell)
        return {};
    const double value = static_cast<double>(a.shown()[v.gradient].data()[*cell]);
    const double numeric = a.check->difference.numeric;
    return std::isnan(numeric)
               ? Figures::tr("%1 · no ΔL/Δx").arg(shortNumber(value))
               : QStringLiteral("%1 · ΔL/Δx %2").arg(shortNumber(value), shortNumber(numeric));
}

void addMaps(Figure &f, const GradientAnalysis &a, const ViewSettings &v, int columns, int rows) {
    const core::Trace &t = a.shown();
    const core::Problem &p = *t.problem;
    const std::size_t b = shownBatch(v, p);
    const std::vector<GradientPanel> panels = gradientPanels(t, v);
    const auto norm = core::gradientNorm(t, v.gradient);
    const auto stage = core::gradientInfo(v.gradient).stage;
    const bool perHead = stage && (panelKind(*stage) == PanelKind::QueryKey ||
                                   panelKind(*stage) == PanelKind::HeadWidth);
    std::vector<MapPanel> maps;
    for (const GradientPanel &panel : panels) {
        MapPanel m = mapPanel(t, *a.session, v, v.gradient, b, panel.head);
        const QString symbol = gradientSymbol(v.gradient);
        m.title = perHead ? Figures::tr("%1, head %2").arg(symbol).arg(panel.head)
                          : gradientTitle(v.gradient);
        if (perHead)
            m.headColour = headColour(panel.head, f.palette.dark);
        const double size = perHead ? norm->heads[panel.head] : norm->total;
        m.subtitle = QStringLiteral("‖%1‖ = %2").arg(symbol, shortNumber(size));
        const bool locked = !perHead || (v.locked && v.locked->head == panel.head);
        if (const QString check = checkText(a, v); locked && !check.isEmpty())
            m.subtitle = check;
        if (panels.size() > kDense) {
            m.title = QString::number(panel.head);
            m.subtitle.clear();
        }
        if (panels.size() > kDense / 2) {
            m.rowTitle.clear();
            m.columnTitle.clear();
        }
        maps.push_back(std::move(m));
    }
    std::vector<const MapPanel *> all;
    for (const MapPanel &m : maps)
        all.push_back(&m);
    const DataRange common = dataRange(all);
    for (std::size_t i = 0; i < maps.size(); ++i) {
        MapPanel &m = maps[i];
        const bool own = v.rangeMode == RangeMode::PerHead;
        colour(m, own ? dataRange({&m}) : common, v);
        // One bar serves all that share a range: beside the last of each row there is room for it.
        const bool last = static_cast<int>(i) % columns == columns - 1 || i + 1 == maps.size();
        m.colourBar = v.colourBar && (own ? maps.size() <= kDense : last);
        Panel panel{std::move(m), 1 + static_cast<int>(i) / columns, static_cast<int>(i) % columns};
        panel.rowSpan = rows == 1 ? 2 : 1;
        panel.stretch = last && !own && columns > 1 ? 1.4 : 1.0;
        f.panels.push_back(std::move(panel));
    }
    markLocked(f, v, p, panels);
}

} // namespace

Figure gradientsFigure(const GradientAnalysis &a, const ViewSettings &v, const Palette &palette) {
    const core::Problem &p = *a.trace->problem;
    Figure f;
    f.palette = palette;
    f.caption = settingsLine(*a.session, p);
    f.metadata = settingsPairs(*a.session, p);
    f.title = Figures::tr("Gradients");
    if (p.config.upstream == core::Upstream::None) {
        f.emptyReason = Figures::tr("No loss is chosen, so no gradient flows back.");
        return f;
    }
    f.title = Figures::tr("Gradients · loss: %1").arg(lossTitle(p.config.upstream));
    if (p.batch() > 1)
        f.title += Figures::tr(" · sequence %1").arg(shownBatch(v, p));
    if (!a.failure.isEmpty() && a.fault.kind != core::GradientFault::None && !a.sick) {
        f.emptyReason = a.failure;
        return f;
    }
    if (!a.shown()[Gradient::Output].present()) {
        f.emptyReason = Figures::tr("The gradients are being computed.");
        return f;
    }
    f.metadata.emplace_back(QStringLiteral("gradient.upstream"),
                            QString::fromUtf8(core::toName(p.config.upstream).data()));
    if (a.sick)
        f.metadata.emplace_back(QStringLiteral("fault"), faultBadge(a.fault));

    const std::size_t maps = std::max<std::size_t>(gradientPanels(a.shown(), v).size(), 1);
    const int rows = maps > 4 ? 2 : 1;
    const int columns = static_cast<int>((maps + static_cast<std::size_t>(rows) - 1) /
                                         static_cast<std::size_t>(rows));
    Panel norms{normPanel(a, v, palette), 0, 0, 1, columns + 1};
    norms.heightStretch = 1.6;
    f.panels.push_back(std::move(norms));
    addMaps(f, a, v, columns, rows);
    // What the maps add up to stands in a column of its own, as wide as its words need.
    const double side = std::max(0.32 * columns, 0.35);
    Panel dead{deadPanel(a, palette), 1, columns};
    Panel bound{boundPanel(a, v, palette), 2, columns};
    dead.stretch = bound.stretch = side;
    f.panels.push_back(std::move(dead));
    f.panels.push_back(std::move(bound));
    return f;
}

} // namespace attnscope::ui
