// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/view_settings.h"
#include "ui/views/figure_parts.h"

#include "core/positional.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

MapPanel encodingPanel(const ViewSettings &v, std::size_t length, std::size_t width, double base) {
    MapPanel m;
    m.values = core::positionalEncoding(length, width, base);
    m.rows = length;
    m.columns = width;
    m.title = Figures::tr("Positional encoding");
    m.subtitle = Figures::tr("even columns sine, odd columns cosine");
    m.rowTitle = Figures::tr("position p (rows)");
    m.columnTitle = Figures::tr("column c of the model width");
    m.map = v.colourMap.value_or(ColourMap::BlueRed);
    m.range = {-1.0, 1.0};
    m.squareCells = false;
    m.colourBarTitle = QStringLiteral("PE");
    m.numbers = v.numbers;
    m.colourBar = v.colourBar;
    m.linkGroup = 1;
    return m;
}

MapPanel similarityPanel(const ViewSettings &v, std::size_t length, std::size_t width,
                         double base) {
    MapPanel m;
    m.values = core::positionalSimilarity(length, width, base);
    m.rows = m.columns = length;
    m.title = QStringLiteral("PE·PEᵀ");
    m.subtitle = Figures::tr("how alike two positions are: depends on p − q alone");
    m.rowTitle = Figures::tr("position p (rows)");
    m.columnTitle = Figures::tr("position q (columns)");
    const DataRange d = dataRange({&m});
    const ColourChoice c = colourChoice(Stage::Scores, d, ViewSettings());
    m.map = v.colourMap.value_or(c.map);
    m.range = c.range;
    m.colourBarTitle = QStringLiteral("PE·PEᵀ");
    m.numbers = v.numbers;
    m.colourBar = v.colourBar;
    m.linkGroup = 2;
    return m;
}

CurvePanel wavelengthPanel(std::size_t width, double base, std::size_t length, std::size_t pair) {
    CurvePanel c;
    Series s;
    s.style = width <= 128 ? Series::Style::LinePoints : Series::Style::Line;
    const std::size_t pairs = (width + 1) / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
        s.x.push_back(static_cast<double>(i));
        s.y.push_back(core::wavelength(i, width, base));
    }
    s.name = Figures::tr("wavelength of pair i");
    c.title = Figures::tr("Wavelengths");
    c.subtitle = Figures::tr("pair 0 is fast (2π positions); the base stretches the slow end");
    c.xTitle = Figures::tr("pair i (columns 2i, 2i+1)");
    c.yTitle = Figures::tr("positions");
    c.logY = true;
    c.legend = false;
    c.horizontalMarker = static_cast<double>(length);
    c.verticalMarker = static_cast<double>(pair);
    c.markerLabel = Figures::tr("length shown: %1").arg(length);
    c.series.push_back(std::move(s));
    return c;
}

CurvePanel dimensionPanel(std::size_t width, double base, std::size_t length, std::size_t pair) {
    CurvePanel c;
    c.title = Figures::tr("Pair %1 along the positions").arg(pair);
    c.subtitle = Figures::tr("wavelength %1 positions")
                     .arg(shortNumber(core::wavelength(pair, width, base)));
    c.xTitle = Figures::tr("position p");
    c.yTitle = QStringLiteral("PE");
    c.yRange = ColourRange{-1.05, 1.05};
    for (std::size_t k = 0; k < 2 && 2 * pair + k < width; ++k) {
        Series s;
        s.name = k == 0 ? Figures::tr("column %1 (sine)").arg(2 * pair)
                        : Figures::tr("column %1 (cosine)").arg(2 * pair + 1);
        for (std::size_t p = 0; p < length; ++p) {
            s.x.push_back(static_cast<double>(p));
            s.y.push_back(core::positionalValue(p, 2 * pair + k, width, base));
        }
        c.series.push_back(std::move(s));
    }
    return c;
}

/// Largest change of a weight in each head when the encoding is switched off.
CurvePanel effectPanel(const core::Trace &with, const core::Trace &without) {
    const core::Problem &p = *with.problem;
    CurvePanel c;
    Series bars;
    bars.style = Series::Style::Bars;
    const std::size_t map = p.queries() * p.keys();
    for (std::size_t h = 0; h < p.heads(); ++h) {
        double worst = 0.0;
        for (std::size_t b = 0; b < p.batch(); ++b) {
            const std::size_t at = (b * p.heads() + h) * map;
            for (std::size_t i = 0; i < map; ++i) {
                const double d =
                    std::abs(static_cast<double>(with[Stage::Weights].data()[at + i]) -
                             static_cast<double>(without[Stage::Weights].data()[at + i]));
                if (std::isfinite(d))
                    worst = std::max(worst, d);
            }
        }
        bars.x.push_back(static_cast<double>(h));
        bars.y.push_back(worst);
        c.xTickLabels.push_back(QString::number(h));
    }
    c.title = Figures::tr("What switching PE off changes");
    c.subtitle = Figures::tr("largest |ΔA| in each head");
    c.xTitle = Figures::tr("head h");
    c.yTitle = QStringLiteral("max |ΔA|");
    c.yRange = ColourRange{0.0, 1.0};
    c.legend = false;
    c.series.push_back(std::move(bars));
    return c;
}

MapPanel differencePanel(const core::Trace &with, const core::Trace &without,
                         const core::Session &s, const ViewSettings &v, bool dark) {
    const core::Problem &p = *with.problem;
    const std::size_t b = shownBatch(v, p), h = shownHead(v, p);
    ViewSettings linear = v;
    linear.scaleMode = ColourScaleMode::Linear;
    MapPanel m = stagePanel(with, s, linear, Stage::Weights, b, h);
    const core::Tensor &a = with[Stage::Weights], &o = without[Stage::Weights];
    auto delta = core::Tensor::uninitialised({m.rows, m.columns});
    float *out = delta.mutableData();
    for (std::size_t i = 0; i < m.rows * m.columns; ++i)
        out[i] = a.data()[m.offset + i] - o.data()[m.offset + i];
    m.values = delta;
    m.offset = 0;
    m.title = Figures::tr("A with PE − A without, head %1").arg(h);
    m.subtitle.clear();
    m.badge.clear();
    m.headColour = headColour(h, dark);
    m.colourBarTitle = QStringLiteral("ΔA");
    const DataRange d = dataRange({&m});
    const double top = std::max({std::abs(d.lo), std::abs(d.hi), 1e-6});
    m.map = ColourMap::BlueRed;
    m.range = {-top, top};
    return m;
}

} // namespace

Figure positionsFigure(const core::Trace &with, const core::TracePtr &without,
                       const core::Session &s, const ViewSettings &v, const Palette &palette) {
    const core::Problem &p = *with.problem;
    const std::size_t width = p.dModel();
    const double base = p.config.positional.base;
    const auto length = static_cast<std::size_t>(std::clamp(v.positionLength, 2, 1024));
    const std::size_t pair = std::min<std::size_t>(
        static_cast<std::size_t>(std::max(v.positionDimension, 0)), (width + 1) / 2 - 1);
    Figure f;
    f.palette = palette;
    f.caption = settingsLine(s, p);
    f.metadata = settingsPairs(s, p);
    f.title =
        Figures::tr("Positions · base %1 · D = %2").arg(QString::number(base, 'g', 6)).arg(width);
    const bool effect = without && without->has(Stage::Weights) && with.has(Stage::Weights) &&
                        without->problem->queries() == p.queries();
    f.panels.push_back({encodingPanel(v, length, width, base), 0, 0, 1, 1, 1.3});
    f.panels.push_back({similarityPanel(v, length, width, base), 0, 1, 1, 1, 1.0});
    f.panels.push_back({wavelengthPanel(width, base, length, pair), 1, 0, 1, 1, 1.3});
    f.panels.push_back({dimensionPanel(width, base, length, pair), 1, 1, 1, 1, 1.0});
    if (effect) {
        f.panels.push_back({differencePanel(with, *without, s, v, palette.dark), 0, 2, 1, 1, 1.0});
        f.panels.push_back({effectPanel(with, *without), 1, 2, 1, 1, 1.0});
        if (v.locked && v.locked->batch == shownBatch(v, p) && v.locked->head == shownHead(v, p) &&
            v.locked->query < p.queries() && v.locked->key < p.keys())
            f.locked.push_back({4, v.locked->query, v.locked->key});
    }
    return f;
}

} // namespace attnscope::ui
