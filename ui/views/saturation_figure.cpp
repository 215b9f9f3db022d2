// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"
#include "ui/views/saturation_analysis.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr std::size_t kBars = 48; ///< keys beyond which a sorted row is a line

/// "1 / √d_k", "0.25": what scores are multiplied by.
QString scaleText(const core::Scaling &scaling) {
    using enum core::ScalingMode;
    switch (scaling.mode) {
    case None:
        return Figures::tr("not scaled");
    case Custom:
        return QStringLiteral("× %1").arg(shortNumber(scaling.value));
    case Adaptive:
        return Figures::tr("adaptive");
    case Standardise:
        return Figures::tr("standardised");
    default:
        return QStringLiteral("× ") + plainText(scalingFormula(scaling.mode));
    }
}

MapPanel mapOf(const SaturationAnalysis &a, const ViewSettings &v, std::size_t k, std::size_t b,
               std::size_t h, const Palette &palette) {
    const core::Trace &t = *a.variants[k];
    MapPanel m = stagePanel(t, *a.session, v, Stage::Weights, b, h);
    m.title = Figures::tr("A, %1").arg(scaleText(v.saturation[k]));
    m.subtitle = Figures::tr("scale %1").arg(shortNumber(t.scale));
    m.colourBarTitle.clear();                     // the heading says it
    m.headColour = seriesColour(k, palette.dark); // the colour of its bars and curves
    if (m.badge.isEmpty())
        m.badge = scalingBadge(t.problem->config);
    return m;
}

CurvePanel rowOf(const SaturationAnalysis &a, std::size_t k, std::size_t b, std::size_t h,
                 std::size_t row, const Palette &palette) {
    const core::Trace &t = *a.variants[k];
    const core::Problem &p = *t.problem;
    CurvePanel c;
    c.title = Figures::tr("Query %1, sorted weights").arg(row);
    const float *weights =
        t[Stage::Weights].data() + ((b * p.heads() + h) * p.queries() + row) * p.keys();
    const std::uint8_t *visible = t.keep.row(b, h, row);
    Series s;
    for (std::size_t j = 0; j < p.keys(); ++j)
        if (visible[j] || weights[j] != 0.0F) // a hidden key that still gets a weight counts
            s.y.push_back(static_cast<double>(weights[j]));
    std::sort(s.y.begin(), s.y.end(), std::greater<>());
    for (std::size_t j = 0; j < s.y.size(); ++j) {
        s.x.push_back(static_cast<double>(j));
        c.xTickLabels.push_back(QString::number(j + 1));
    }
    const auto peak = peakOf(t, b, h, row);
    c.subtitle = peak ? Figures::tr("entropy %1 · ‖∂A/∂S‖ %2")
                            .arg(shortNumber(peak->entropy), shortNumber(peak->jacobian))
                      : Figures::tr("the row does not sum to 1");
    if (s.y.empty())
        c.subtitle = Figures::tr("no visible key");
    s.style = s.y.size() <= kBars ? Series::Style::Bars : Series::Style::Line;
    s.colour = seriesColour(k, palette.dark);
    c.yRange = ColourRange{0.0, 1.0};
    c.legend = false;
    c.series.push_back(std::move(s));
    return c;
}

/// Bars of density over the range of the scores, as wide as Scott's rule has them.
Series histogram(const ScoreSpread &spread, double lo, double hi) {
    Series s;
    s.style = Series::Style::Bars;
    const auto n = static_cast<double>(spread.scores.size());
    const auto bins = static_cast<std::size_t>(
        std::clamp(std::ceil((hi - lo) * std::cbrt(n) / (3.49 * std::max(spread.measured, 1e-300))),
                   10.0, 40.0));
    const double width = (hi - lo) / static_cast<double>(bins);
    for (std::size_t i = 0; i < bins; ++i)
        s.x.push_back(lo + (static_cast<double>(i) + 0.5) * width);
    s.y.assign(bins, 0.0);
    for (const double v : spread.scores) {
        const auto at = static_cast<std::size_t>(std::max(0.0, (v - lo) / width));
        s.y[std::min(at, bins - 1)] += 1.0 / (n * width);
    }
    return s;
}

Series normal(double deviation, double lo, double hi) {
    constexpr int kPoints = 80;
    Series s;
    for (int i = 0; i <= kPoints; ++i) {
        const double x = lo + (hi - lo) * i / kPoints, z = x / deviation;
        s.x.push_back(x);
        s.y.push_back(std::exp(-z * z / 2.0) / (deviation * std::sqrt(2.0 * std::numbers::pi)));
    }
    return s;
}

CurvePanel histogramOf(const SaturationAnalysis &a, std::size_t k, std::size_t b, std::size_t h,
                       const Palette &palette) {
    const ScoreSpread spread = scoreSpread(*a.trace, *a.variants[k], b, h);
    CurvePanel c;
    c.title = Figures::tr("Scores of the head");
    c.legend = false;
    if (spread.scores.empty()) {
        c.subtitle = Figures::tr("no visible finite score");
        return c;
    }
    const bool predicts = spread.predicted && *spread.predicted > 0.0;
    const auto [least, most] = std::minmax_element(spread.scores.begin(), spread.scores.end());
    double lo = *least, hi = *most;
    if (predicts) { // the line is seen to three deviations
        lo = std::min(lo, -3.0 * *spread.predicted);
        hi = std::max(hi, 3.0 * *spread.predicted);
    }
    if (!(hi > lo))
        hi = lo + 1.0;
    c.subtitle = spread.predicted
                     ? Figures::tr("σ %1 · predicted %2 (line)")
                           .arg(shortNumber(spread.measured), shortNumber(*spread.predicted))
                     : Figures::tr("σ %1").arg(shortNumber(spread.measured));
    Series bars = histogram(spread, lo, hi);
    bars.colour = seriesColour(k, palette.dark);
    c.series.push_back(std::move(bars));
    if (predicts) {
        Series line = normal(*spread.predicted, lo, hi);
        line.colour = palette.text;
        c.series.push_back(std::move(line));
    }
    return c;
}

/// One of the four curve panels: which measure, its words, and its axis.
struct CurveKind {
    core::MeasuredCurve core::SaturationCurves::*curve;
    double core::RowPeak::*peak; ///< of the locked row; null for the deviation
    bool logY;
};
constexpr CurveKind kCurves[] = {
    {&core::SaturationCurves::deviation, nullptr, true},
    {&core::SaturationCurves::entropy, &core::RowPeak::entropy, false},
    {&core::SaturationCurves::largest, &core::RowPeak::largest, false},
    {&core::SaturationCurves::jacobian, &core::RowPeak::jacobian, false},
};

QString curveTitle(std::size_t i) {
    switch (i) {
    case 0:
        return Figures::tr("Deviation of a score");
    case 1:
        return Figures::tr("Entropy of a row (nats)");
    case 2:
        return Figures::tr("Largest weight");
    default:
        return Figures::tr("Gradient ‖∂A/∂S‖");
    }
}

Series measuredSeries(const core::SaturationResult &r, std::size_t k, const CurveKind &kind,
                      const QColor &colour) {
    const core::MeasuredCurve &m = r.curves[k].*kind.curve;
    Series s;
    for (const int width : r.settings.widths)
        s.x.push_back(width);
    s.y = m.middle;
    s.lower = m.low;
    s.upper = m.high;
    s.colour = colour;
    return s;
}

Series theorySeries(const core::SaturationResult &r, std::size_t k, const QColor &colour) {
    Series s;
    s.style = Series::Style::Dashed;
    s.colour = colour;
    for (const int width : r.settings.widths)
        if (const auto d =
                core::predictedDeviation(r.settings.scalings[k], width, r.settings.dModel)) {
            s.x.push_back(width);
            s.y.push_back(*d);
        }
    return s;
}

/// The session itself, as a dot at its d_k.
Series dot(double dK, double value, const QColor &colour) {
    Series s;
    s.style = Series::Style::Points;
    s.x.push_back(dK);
    s.y.push_back(value);
    s.colour = colour;
    return s;
}

CurvePanel curvesOf(const SaturationAnalysis &a, std::size_t i, std::size_t b, std::size_t h,
                    std::size_t row, const Palette &palette) {
    const core::Problem &p = *a.trace->problem;
    const CurveKind &kind = kCurves[i];
    const auto dK = static_cast<double>(p.dK());
    CurvePanel c;
    c.title = curveTitle(i);
    c.xTitle = QStringLiteral("d_k");
    c.logX = true;
    c.logY = kind.logY;
    c.xRange = ColourRange{1.0, std::max(1024.0, dK)};
    c.verticalMarker = dK;
    c.markerLabel = i == 0 ? QStringLiteral("d_k = %1").arg(p.dK()) : QString();
    c.interactive = true;
    c.legend = false;
    if (i == 1)
        c.yRange = ColourRange{0.0, std::max(std::log(static_cast<double>(p.keys())), 0.1) * 1.05};
    if (i == 2)
        c.yRange = ColourRange{0.0, 1.05};
    for (std::size_t k = 0; k < 2; ++k) {
        const QColor colour = seriesColour(k, palette.dark);
        if (a.curves && i == 0)
            c.series.push_back(theorySeries(*a.curves, k, palette.text));
        if (a.curves)
            c.series.push_back(measuredSeries(*a.curves, k, kind, colour));
        const core::Trace &t = *a.variants[k];
        const auto peak = kind.peak ? peakOf(t, b, h, row) : std::nullopt;
        if (!kind.peak)
            c.series.push_back(dot(dK, scoreSpread(*a.trace, t, b, h).measured, colour));
        else if (peak)
            c.series.push_back(dot(dK, *peak.*kind.peak, colour));
    }
    if (!a.curves)
        c.subtitle = Figures::tr("being drawn");
    else if (a.curves->draws < kSaturationDraws)
        c.subtitle = Figures::tr("%1 of %2 draws").arg(a.curves->draws).arg(kSaturationDraws);
    else if (i == 0)
        c.subtitle = Figures::tr("dashed: √d_k × scale");
    else if (i == 1)
        c.subtitle = Figures::tr("band: two thirds of %1 draws").arg(a.curves->draws);
    else if (i == 2)
        c.subtitle = a.curves->settings.keys == p.keys()
                         ? Figures::tr("keys in a row: %1").arg(p.keys())
                         : Figures::tr("keys in a row: %1 of the %2")
                               .arg(a.curves->settings.keys)
                               .arg(p.keys());
    else
        c.subtitle = Figures::tr("dots: query %1 of this session").arg(row);
    return c;
}

void place(Figure &f, decltype(Panel::content) content, int row, int column, int rowSpan,
           double stretch) {
    Panel panel{std::move(content), row, column, rowSpan};
    panel.stretch = stretch;
    panel.heightStretch = row == 2 ? 1.5 : 1.0;
    f.panels.push_back(std::move(panel));
}

} // namespace

Figure saturationFigure(const SaturationAnalysis &a, const ViewSettings &v,
                        const Palette &palette) {
    Figure f;
    f.palette = palette;
    f.title = Figures::tr("Saturation");
    if (!a.trace || !a.variants[0] || !a.variants[1]) {
        f.emptyReason = Figures::tr("The scores are being computed.");
        return f;
    }
    const core::Problem &p = *a.trace->problem;
    const std::size_t b = shownBatch(v, p), h = shownHead(v, p), row = saturationRow(v, p);
    f.title = Figures::tr("Saturation · d_k = %1 · head %2").arg(p.dK()).arg(h);
    if (p.batch() > 1)
        f.title += Figures::tr(" · sequence %1").arg(b);
    f.caption = settingsLine(*a.session, p) + Figures::tr(" · curves: q and k drawn from N(0, 1)");
    f.metadata = settingsPairs(*a.session, p);
    f.metadata.emplace_back(QStringLiteral("saturation.scalings"), scaleText(v.saturation[0]) +
                                                                       QStringLiteral(", ") +
                                                                       scaleText(v.saturation[1]));
    std::array<MapPanel, 2> maps = {mapOf(a, v, 0, b, h, palette), mapOf(a, v, 1, b, h, palette)};
    const ColourChoice colours = colourChoice(Stage::Weights, dataRange({&maps[0], &maps[1]}), v);
    for (std::size_t k = 0; k < 2; ++k) {
        maps[k].map = colours.map;
        maps[k].range = colours.range;
        const int column = static_cast<int>(k) * 2;
        place(f, std::move(maps[k]), 0, column, 2, 1.3);
        place(f, rowOf(a, k, b, h, row, palette), 0, column + 1, 1, 1.0);
        place(f, histogramOf(a, k, b, h, palette), 1, column + 1, 1, 1.0);
    }
    for (std::size_t i = 0; i < 4; ++i)
        place(f, curvesOf(a, i, b, h, row, palette), 2, static_cast<int>(i), 1, 1.0);
    std::vector<LockedCell> cells = v.alsoLocked;
    if (v.locked)
        cells.insert(cells.begin(), *v.locked);
    for (const LockedCell &c : cells)
        if (c.batch == b && c.head == h && c.query < p.queries() && c.key < p.keys())
            f.locked.push_back({saturationPanel(SaturationPanel::Map, 0), c.query, c.key});
    return f;
}

} // namespace attnscope::ui
