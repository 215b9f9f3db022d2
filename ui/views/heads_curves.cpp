// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"
#include "ui/views/heads_figure_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

constexpr std::size_t kLegend = 16; ///< heads that a legend names

/// Bars of one number a head, in its colour, with dots of what it is compared with.
CurvePanel barsOfHeads(const std::vector<std::optional<double>> &values,
                       const std::vector<std::optional<double>> &dots, const Palette &palette) {
    CurvePanel c;
    Series bars;
    bars.style = Series::Style::Bars;
    for (std::size_t h = 0; h < values.size(); ++h) {
        bars.x.push_back(static_cast<double>(h));
        bars.y.push_back(values[h].value_or(kNone));
        bars.colours.push_back(headColour(h, palette.dark));
        c.xTickLabels.push_back(QString::number(h));
    }
    c.series.push_back(std::move(bars));
    if (!dots.empty()) {
        Series s;
        s.style = Series::Style::Points;
        s.colour = palette.text;
        for (std::size_t h = 0; h < dots.size(); ++h) {
            s.x.push_back(static_cast<double>(h));
            s.y.push_back(dots[h].value_or(kNone));
        }
        c.series.push_back(std::move(s));
    }
    c.xTitle = HeadsFigures::tr("head h");
    c.legend = false;
    return c;
}

std::vector<std::optional<double>> column(const std::vector<core::HeadMeasures> &heads,
                                          std::optional<double> core::HeadMeasures::*field) {
    std::vector<std::optional<double>> out;
    for (const core::HeadMeasures &m : heads)
        out.push_back(m.*field);
    return out;
}

QString missingHeads(const std::vector<std::size_t> &heads) {
    QStringList names;
    for (const std::size_t h : heads)
        names << QString::number(h);
    return names.join(QStringLiteral(", "));
}

CurvePanel spectrumPanel(const std::vector<std::optional<std::vector<double>>> &heads,
                         const Palette &palette) {
    CurvePanel c;
    double greatest = 0.0, least = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> missing;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        if (!heads[h]) {
            missing.push_back(h);
            continue;
        }
        Series s;
        s.style = heads[h]->size() <= 64 ? Series::Style::LinePoints : Series::Style::Line;
        s.colour = headColour(h, palette.dark);
        s.name = HeadsFigures::tr("head %1").arg(h);
        for (std::size_t i = 0; i < heads[h]->size(); ++i) {
            const double value = (*heads[h])[i];
            s.x.push_back(static_cast<double>(i + 1));
            s.y.push_back(value);
            greatest = std::max(greatest, value);
            if (value > 0.0)
                least = std::min(least, value);
        }
        c.series.push_back(std::move(s));
    }
    // What is smaller is rounding, and would stretch the axis over ten empty decades.
    constexpr double kRounding = 1e-9;
    if (greatest > 0.0)
        c.yRange = ColourRange{std::max(least, greatest * kRounding) / 2.0, greatest * 2.0};
    c.logY = true;
    c.legend = heads.size() <= kLegend;
    c.xTitle = HeadsFigures::tr("singular value, largest first");
    c.yTitle = QStringLiteral("σ");
    if (!missing.empty())
        c.subtitle = HeadsFigures::tr("none, for NaN or ∞: head %1").arg(missingHeads(missing));
    return c;
}

CurvePanel scatterPanel(const std::optional<core::PrincipalComponents> &pc, const QString &title,
                        const QStringList &labels, const QColor &colour) {
    CurvePanel c;
    c.title = title;
    c.legend = false;
    if (!pc) {
        c.subtitle = HeadsFigures::tr("no components: one row alone, no variance, NaN or ∞");
        return c;
    }
    Series s;
    s.style = Series::Style::Points;
    s.colour = colour;
    for (std::size_t r = 0; r < pc->rows; ++r) {
        s.x.push_back(pc->scores[r * pc->shown]);
        s.y.push_back(pc->shown > 1 ? pc->scores[r * pc->shown + 1] : 0.0);
    }
    s.labels = labels;
    const auto percent = [&](std::size_t k) { return shortNumber(100.0 * pc->explained[k]); };
    c.xTitle = HeadsFigures::tr("component 1 (%1 % of the variance)").arg(percent(0));
    if (pc->shown > 1)
        c.yTitle = HeadsFigures::tr("component 2 (%1 %)").arg(percent(1));
    else
        c.subtitle = HeadsFigures::tr("one dimension has one component");
    c.series.push_back(std::move(s));
    return c;
}

} // namespace

void addDistances(Figure &f, const HeadAnalysis &a) {
    using core::HeadMeasures;
    CurvePanel c;
    for (std::size_t h = 0; h < a.offsets.size(); ++h) {
        const HeadOffsets &o = a.offsets[h];
        Series s;
        s.style = o.weight.size() <= 128 ? Series::Style::LinePoints : Series::Style::Line;
        s.colour = headColour(h, f.palette.dark);
        s.name = HeadsFigures::tr("head %1").arg(h);
        for (std::size_t k = 0; k < o.weight.size(); ++k) {
            s.x.push_back(static_cast<double>(o.first + static_cast<std::ptrdiff_t>(k)));
            s.y.push_back(o.weight[k]);
        }
        c.series.push_back(std::move(s));
    }
    c.title = HeadsFigures::tr("Where the weight lies about the query");
    c.subtitle = HeadsFigures::tr("share of all weight at each offset; 0 is the query's own "
                                  "position, −1 the one before");
    c.xTitle = HeadsFigures::tr("offset j − i");
    c.yTitle = HeadsFigures::tr("share");
    c.legend = a.offsets.size() <= kLegend;
    c.verticalMarker = 0.0;
    f.panels.push_back({std::move(c), 0, 0, 1, 4});
    const std::tuple<QString, QString, std::optional<double> HeadMeasures::*, bool> bars[] = {
        {HeadsFigures::tr("Mean distance"), HeadsFigures::tr("positions"),
         &HeadMeasures::meanDistance, false},
        {HeadsFigures::tr("Diagonal"), HeadsFigures::tr("mean p"), &HeadMeasures::diagonal, true},
        {HeadsFigures::tr("Previous token"), HeadsFigures::tr("mean p"),
         &HeadMeasures::previousToken, true},
        {HeadsFigures::tr("First token"), HeadsFigures::tr("mean p"), &HeadMeasures::firstToken,
         true}};
    int at = 0;
    for (const auto &[title, unit, field, share] : bars) {
        CurvePanel panel = barsOfHeads(column(a.heads, field), column(a.uniform, field), f.palette);
        panel.title = title;
        panel.subtitle = HeadsFigures::tr("dots: uniform attention");
        panel.yTitle = unit;
        if (share)
            panel.yRange = ColourRange{0.0, 1.0};
        f.panels.push_back({std::move(panel), 1, at++});
    }
}

void addSpectra(Figure &f, const HeadAnalysis &a) {
    const core::Problem &p = *a.trace->problem;
    CurvePanel maps = spectrumPanel(a.spectra->maps, f.palette);
    maps.title = HeadsFigures::tr("Of the attention maps");
    CurvePanel scores = spectrumPanel(a.spectra->scores, f.palette);
    scores.title = HeadsFigures::tr("Of the scores Q·Kᵀ");
    const std::size_t most = std::min(p.queries(), p.keys());
    if (scores.subtitle.isEmpty())
        scores.subtitle = p.dK() < most
                              ? HeadsFigures::tr("rank at most d_k = %1: %2 more are 0")
                                    .arg(p.dK())
                                    .arg(most - p.dK())
                              : HeadsFigures::tr("d_k = %1 is enough for the full rank, %2")
                                    .arg(p.dK())
                                    .arg(most);
    f.title += HeadsFigures::tr(" · sequence %1").arg(a.spectra->batch);
    f.panels.push_back({std::move(maps), 0, 0});
    f.panels.push_back({std::move(scores), 0, 1});
}

void addComponents(Figure &f, const HeadAnalysis &a, const ViewSettings &v) {
    const core::Problem &p = *a.trace->problem;
    constexpr std::size_t kAll = 4; ///< heads that are drawn beside each other
    std::vector<std::size_t> heads;
    if (v.head || p.heads() > kAll)
        heads.push_back(shownHead(v, p));
    else
        for (std::size_t h = 0; h < p.heads(); ++h)
            heads.push_back(h);
    QStringList queries, keys;
    for (std::size_t b = 0; b < p.batch(); ++b) {
        queries += queryTokens(*a.session, p, b);
        keys += keyTokens(*a.session, p, b);
    }
    int at = 0;
    for (const std::size_t h : heads) {
        const QColor colour = headColour(h, f.palette.dark);
        f.panels.push_back({scatterPanel(a.components->q[h], HeadsFigures::tr("Q, head %1").arg(h),
                                         queries, colour),
                            0, at});
        f.panels.push_back(
            {scatterPanel(a.components->k[h], HeadsFigures::tr("K, head %1").arg(h), keys, colour),
             1, at++});
    }
    if (heads.size() == 1) {
        f.panels.back().row = 0;
        f.panels.back().column = 1;
        f.title += HeadsFigures::tr(" · head %1").arg(heads.front());
    }
}

void addAblation(Figure &f, const HeadAnalysis &a) {
    const auto &effects = *a.ablation;
    CurvePanel c = barsOfHeads(effects, {}, f.palette);
    c.title = HeadsFigures::tr("How much the output changes without a head");
    c.subtitle = HeadsFigures::tr("‖O − O without head h‖ / ‖O‖");
    c.yTitle = HeadsFigures::tr("relative change");
    f.panels.push_back({std::move(c), 0, 0});
    TablePanel t;
    t.columns = {{HeadsFigures::tr("head"), true},
                 {HeadsFigures::tr("change of the output"), false},
                 {HeadsFigures::tr("output share"), false},
                 {HeadsFigures::tr("rank"), false}};
    const bool none =
        std::none_of(effects.begin(), effects.end(), [](const auto &e) { return e.has_value(); });
    t.subtitle = none ? HeadsFigures::tr("– the output is 0 or not finite")
                      : HeadsFigures::tr("rank 1: the head that the output needs most");
    for (std::size_t h = 0; h < effects.size(); ++h) {
        const auto number = [](const std::optional<double> &value) {
            return value ? shortNumber(*value) : QStringLiteral("–");
        };
        QString rank = QStringLiteral("–");
        if (effects[h])
            rank = QString::number(
                1 + std::count_if(effects.begin(), effects.end(), [&](const auto &other) {
                    return other && *other > *effects[h];
                }));
        t.rows.push_back({{{QString::number(h), {}},
                           {number(effects[h]), {}},
                           {number(a.heads[h].outputShare), {}},
                           {rank, {}}},
                          headColour(h, f.palette.dark)});
    }
    t.title = HeadsFigures::tr("Ablation");
    f.panels.push_back({std::move(t), 0, 1});
}

} // namespace attnscope::ui
