// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"
#include "ui/theme.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {
namespace {

QVector<double> plotted(const std::vector<double> &values, bool log) {
    QVector<double> out(values.begin(), values.end());
    for (double &v : out)
        if (!std::isfinite(v) || (log && v <= 0.0))
            v = std::numeric_limits<double>::quiet_NaN(); // a gap in the line
    return out;
}

struct Extent {
    double lo = std::numeric_limits<double>::infinity();
    double hi = -std::numeric_limits<double>::infinity();
    void include(double v, bool log) {
        if (std::isfinite(v) && (!log || v > 0.0)) {
            lo = std::min(lo, v);
            hi = std::max(hi, v);
        }
    }
    void include(const std::vector<double> &values, bool log) {
        for (const double v : values)
            include(v, log);
    }
    // Some air round the data, and a span also for a single value.
    [[nodiscard]] QCPRange range(bool log, double air) const {
        if (!(hi >= lo))
            return log ? QCPRange(0.1, 10.0) : QCPRange(0.0, 1.0);
        if (log) {
            const double factor = hi > lo ? std::pow(hi / lo, air) : 3.0;
            return {lo / factor, hi * factor};
        }
        const double pad = hi > lo ? (hi - lo) * air : std::max(0.5, std::abs(hi) * 0.1);
        return {lo - pad, hi + pad};
    }
};

void setUpAxis(QCPAxis *axis, const QString &title, bool log, const Palette &palette,
               const Metrics &m) {
    axis->setLabel(title);
    axis->setLabelFont(interfaceFont(m.muted()));
    axis->setLabelColor(palette.muted);
    axis->setTickLabelFont(interfaceFont(m.small()));
    axis->setTickLabelColor(palette.muted);
    axis->setBasePen(QPen(palette.line, 1.0));
    axis->setTickPen(QPen(palette.line, 1.0));
    axis->setSubTicks(false);
    axis->setTickLength(0, 3);
    axis->setLabelPadding(static_cast<int>(m.px(3)));
    axis->setTickLabelPadding(static_cast<int>(m.px(4)));
    QColor faint = palette.line;
    faint.setAlphaF(0.7f);
    axis->grid()->setPen(QPen(faint, 1.0));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->setNumberFormat(QStringLiteral("g"));
    axis->setNumberPrecision(4);
    if (log) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setNumberPrecision(6);
    }
}

// Names for the whole numbers 0, 1, 2…, thinned so that they do not touch.
void setCategories(QCPAxis *axis, const std::vector<QString> &names, double room, double size) {
    const auto widthOf = [size](const QString &name) {
        return name.isNull() ? 0.0 : textWidth(visibleToken(name), size);
    };
    double widest = size;
    for (const QString &name : names)
        widest = std::max(widest, widthOf(name));
    const double each = room / static_cast<double>(std::max<std::size_t>(1, names.size()));
    auto step = static_cast<std::size_t>(std::max(1.0, std::ceil((widest + size * 0.8) / each)));
    // A long name between short ones may use their room.
    bool allFit = true;
    for (std::size_t i = 1; i < names.size(); ++i)
        allFit &= (widthOf(names[i - 1]) + widthOf(names[i])) / 2.0 + size * 0.5 <= each;
    if (allFit)
        step = 1;
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t i = 0; i < names.size(); i += step)
        if (!names[i].isNull()) // a gap between two groups
            ticker->addTick(static_cast<double>(i), visibleToken(names[i]));
    axis->setTicker(ticker);
}

void addBand(QCustomPlot &plot, const Series &s, const QColor &colour, const CurvePanel &curves) {
    if (s.lower.size() != s.x.size() || s.upper.size() != s.x.size())
        return;
    const QVector<double> x = plotted(s.x, curves.logX);
    QCPGraph *lower = plot.addGraph(), *upper = plot.addGraph();
    lower->setData(x, plotted(s.lower, curves.logY));
    upper->setData(x, plotted(s.upper, curves.logY));
    lower->setPen(Qt::NoPen);
    upper->setPen(Qt::NoPen);
    QColor fill = colour;
    fill.setAlphaF(0.18f);
    upper->setBrush(fill);
    upper->setChannelFillGraph(lower);
    lower->removeFromLegend();
    upper->removeFromLegend();
}

void addColouredBars(QCustomPlot &plot, const Series &s, double width) {
    const QVector<double> x = plotted(s.x, false), y = plotted(s.y, false);
    for (int i = 0; i < x.size(); ++i) {
        auto *bar = new QCPBars(plot.xAxis, plot.yAxis);
        bar->addData(x[i], y[i]);
        bar->setWidth(width);
        bar->setPen(Qt::NoPen);
        QColor fill = s.colours[static_cast<std::size_t>(i)];
        fill.setAlphaF(0.85f);
        bar->setBrush(fill);
        bar->removeFromLegend();
    }
}

void addBars(QCustomPlot &plot, QCPBarsGroup *group, const Series &s, const QColor &colour,
             double width) {
    auto *bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setData(plotted(s.x, false), plotted(s.y, false));
    bars->setWidth(width);
    bars->setBarsGroup(group);
    bars->setName(s.name);
    bars->setPen(Qt::NoPen);
    QColor fill = colour;
    fill.setAlphaF(0.85f);
    bars->setBrush(fill);
}

void addLine(QCustomPlot &plot, const Series &s, const QColor &colour, const CurvePanel &curves,
             const Metrics &m) {
    QCPGraph *graph = plot.addGraph();
    graph->setName(s.name);
    if (s.name.isEmpty())
        graph->removeFromLegend();
    graph->setData(plotted(s.x, curves.logX), plotted(s.y, curves.logY));
    QPen pen(colour, m.px(1.8));
    pen.setJoinStyle(Qt::RoundJoin);
    if (s.style == Series::Style::Dashed)
        pen.setStyle(Qt::DashLine);
    graph->setPen(pen);
    const bool points = s.style == Series::Style::Points || s.style == Series::Style::LinePoints;
    if (points)
        graph->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour, 1.0), colour, m.px(5.5)));
    if (s.style == Series::Style::Points)
        graph->setLineStyle(QCPGraph::lsNone);
}

// Beside their points, while there are few enough to be read.
void addLabels(QCustomPlot &plot, const Series &s, const Palette &palette, const Metrics &m) {
    constexpr qsizetype kMost = 48;
    if (s.labels.size() != static_cast<qsizetype>(s.x.size()) || s.labels.size() > kMost)
        return;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i]))
            continue;
        auto *text = new QCPItemText(&plot);
        text->setText(visibleToken(s.labels[static_cast<qsizetype>(i)]));
        text->setFont(interfaceFont(m.small()));
        text->setColor(palette.text);
        text->setClipToAxisRect(false);
        text->setPadding(QMargins(5, 0, 5, 2));
        const bool right = s.x[i] < plot.xAxis->range().center();
        text->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        text->position->setCoords(s.x[i], s.y[i]);
    }
}

// Above the axes, where it hides no data; as many entries beside each other as fit.
void addLegend(QCustomPlot &plot, const CurvePanel &curves, double room, const Palette &palette,
               const Metrics &m) {
    QCPLegend *legend = plot.legend;
    legend->setVisible(true);
    legend->setFont(interfaceFont(m.muted()));
    legend->setTextColor(palette.text);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setIconSize(static_cast<int>(m.px(18)), static_cast<int>(m.px(10)));
    legend->setMargins(QMargins(static_cast<int>(m.px(2)), 0, 0, 0));
    legend->setColumnSpacing(static_cast<int>(m.px(14)));
    legend->setRowSpacing(static_cast<int>(m.px(2)));
    double widest = 1.0;
    for (const Series &s : curves.series)
        widest = std::max(widest, textWidth(s.name, m.muted()) + m.px(18 + 7 + 14));
    // The wrap first: it is the fill order that moves the entries.
    legend->setWrap(std::max(1, static_cast<int>(room / widest)));
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    // Taken out of the axes' inset into a row of its own, which stays as low as it can be.
    plot.axisRect()->insetLayout()->take(legend);
    plot.plotLayout()->insertRow(0);
    auto *line = new QCPLayoutGrid;
    plot.plotLayout()->addElement(0, 0, line);
    line->addElement(0, 0, legend);
    line->addElement(0, 1, new QCPLayoutElement(&plot));
    line->setColumnStretchFactor(0, 0.001);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setRowSpacing(static_cast<int>(m.px(2)));
}

void addMarker(QCustomPlot &plot, double at, bool vertical, const QString &label,
               const Palette &palette, const Metrics &m) {
    auto *line = new QCPItemStraightLine(&plot);
    line->setPen(QPen(palette.accent, m.px(1.5), Qt::DashLine));
    const QCPRange x = plot.xAxis->range(), y = plot.yAxis->range();
    line->point1->setCoords(vertical ? at : x.lower, vertical ? y.lower : at);
    line->point2->setCoords(vertical ? at : x.upper, vertical ? y.upper : at);
    if (label.isEmpty())
        return;
    auto *text = new QCPItemText(&plot);
    text->setText(label);
    text->setFont(interfaceFont(m.muted(), QFont::DemiBold));
    text->setColor(palette.accent);
    text->setPadding(QMargins(4, 1, 4, 1));
    // On the side that has more room.
    const bool log = plot.xAxis->scaleType() == QCPAxis::stLogarithmic;
    const double middle = log ? std::sqrt(x.lower) * std::sqrt(x.upper) : (x.lower + x.upper) / 2;
    const bool right = vertical && at < middle;
    text->setPositionAlignment((vertical && right ? Qt::AlignLeft : Qt::AlignRight) |
                               (vertical ? Qt::AlignTop : Qt::AlignBottom));
    text->position->setCoords(vertical ? at : x.upper, vertical ? y.upper : at);
}

} // namespace

CurveFrame paintCurves(QPainter &painter, bool vector, const CurvePanel &curves, const QRectF &body,
                       const Palette &palette, const Metrics &m) {
    if (body.width() < 24 || body.height() < 24)
        return {};
    QCustomPlot plot;
    plot.setBackground(QBrush(Qt::NoBrush));
    plot.setNoAntialiasingOnDrag(false);
    plot.setAntialiasedElements(QCP::aeAll);
    const QSize size = body.size().toSize();
    plot.setViewport(QRect(QPoint(0, 0), size));
    setUpAxis(plot.xAxis, curves.xTitle, curves.logX, palette, m);
    setUpAxis(plot.yAxis, curves.yTitle, curves.logY, palette, m);
    plot.xAxis->setTickLabelRotation(0);
    plot.xAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.width() / m.px(60)), 2, 9));
    plot.yAxis->ticker()->setTickCount(
        std::clamp(static_cast<int>(size.height() / m.px(36)), 2, 8));
    if (!curves.xTickLabels.empty())
        setCategories(plot.xAxis, curves.xTickLabels, size.width() - m.px(60), m.small());

    Extent x, y;
    double nearest = std::numeric_limits<double>::infinity(); // distance of bars
    int barSeries = 0;
    for (const Series &s : curves.series) {
        x.include(s.x, curves.logX);
        for (const auto *values : {&s.y, &s.lower, &s.upper})
            y.include(*values, curves.logY);
        if (s.style != Series::Style::Bars)
            continue;
        ++barSeries;
        if (!curves.logY)
            y.include(0.0, false);
        for (std::size_t i = 1; i < s.x.size(); ++i)
            if (const double d = std::abs(s.x[i] - s.x[i - 1]); d > 0.0)
                nearest = std::min(nearest, d);
    }
    if (!std::isfinite(nearest))
        nearest = 1.0;
    if (barSeries > 0 && x.hi >= x.lo) {
        x.include(x.lo - nearest / 2, curves.logX);
        x.include(x.hi + nearest / 2, curves.logX);
    }
    QCPRange yRange = y.range(curves.logY, 0.06);
    if (barSeries > 0 && !curves.logY && y.lo == 0.0)
        yRange.lower = 0.0; // bars stand on the axis
    plot.xAxis->setRange(curves.xRange ? QCPRange(curves.xRange->lo, curves.xRange->hi)
                                       : x.range(curves.logX, barSeries > 0 ? 0.01 : 0.03));
    plot.yAxis->setRange(curves.yRange ? QCPRange(curves.yRange->lo, curves.yRange->hi) : yRange);

    auto *group = new QCPBarsGroup(&plot);
    group->setSpacing(0);
    bool named = false;
    for (std::size_t i = 0; i < curves.series.size(); ++i) {
        const Series &s = curves.series[i];
        if (s.x.size() != s.y.size())
            continue;
        const QColor colour = s.colour.isValid() ? s.colour : seriesColour(i, palette.dark);
        named |= !s.name.isEmpty();
        addBand(plot, s, colour, curves);
        if (s.style == Series::Style::Bars && s.colours.size() == s.x.size())
            addColouredBars(plot, s, nearest * 0.82 / barSeries);
        else if (s.style == Series::Style::Bars)
            addBars(plot, group, s, colour, nearest * 0.82 / barSeries);
        else
            addLine(plot, s, colour, curves, m);
        addLabels(plot, s, palette, m);
    }
    if (curves.legend && named && curves.series.size() > 1)
        addLegend(plot, curves, size.width(), palette, m);
    if (curves.verticalMarker)
        addMarker(plot, *curves.verticalMarker, true,
                  curves.horizontalMarker ? QString() : curves.markerLabel, palette, m);
    if (curves.horizontalMarker)
        addMarker(plot, *curves.horizontalMarker, false, curves.markerLabel, palette, m);
    auto &plotPainter = static_cast<QCPPainter &>(painter);
    plotPainter.save();
    // Whole pixels, or thin lines would be smeared over two.
    plotPainter.translate(std::round(body.left()), std::round(body.top()));
    plotPainter.setMode(QCPPainter::pmVectorized, vector);
    plot.toPainter(&plotPainter, size.width(), size.height());
    plotPainter.restore();
    plotPainter.setRenderHint(QPainter::Antialiasing);
    const QCPRange xShown = plot.xAxis->range(), yShown = plot.yAxis->range();
    return {
        QRectF(plot.axisRect()->rect()).translated(std::round(body.left()), std::round(body.top())),
        {xShown.lower, xShown.upper},
        {yShown.lower, yShown.upper},
        curves.logX,
        curves.logY};
}

void withPlotPainter(QPaintDevice &device, bool vector,
                     const std::function<void(QPainter &)> &draw) {
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized, vector);
    painter.setMode(QCPPainter::pmNoCaching, true);
    draw(painter);
}

} // namespace attnscope::ui
