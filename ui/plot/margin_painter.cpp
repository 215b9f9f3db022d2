// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"

#include <QCoreApplication>
#include <QImage>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

// Bars grow from zero; both ends are named at the margin.
ColourRange barEnds(const std::vector<double> &values) {
    ColourRange ends{0.0, 0.0};
    for (const double v : values)
        if (std::isfinite(v)) {
            ends.lo = std::min(ends.lo, v);
            ends.hi = std::max(ends.hi, v);
        }
    if (ends.lo == ends.hi)
        ends.hi = 1.0;
    return ends;
}

QString elided(const QString &text, double room, double size) {
    return middleElided(text, room, [size](const QString &part) { return textWidth(part, size); });
}

void paintRight(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                const Palette &palette, const Metrics &m, const QColor &bar) {
    const QRectF &area = layout.rightMargin;
    const ColourRange ends = barEnds(map.rightMargin);
    const double unit = area.width() / (ends.hi - ends.lo);
    const double zero = area.left() - ends.lo * unit;
    const std::size_t rows = std::min(map.rows, map.rightMargin.size());
    for (std::size_t r = 0; r < rows; ++r) {
        const double top = layout.yEdges[r], bottom = layout.yEdges[r + 1];
        const double inset = bottom - top >= 4.0 ? std::max(ink.pixel(), 0.5) : 0.0;
        const double v = map.rightMargin[r];
        if (!std::isfinite(v)) {
            ink.text({area.left() + m.px(2), (top + bottom) / 2 + m.small() * 0.36},
                     bottom - top >= m.px(9) ? cellNumber(v) : QString(), m.small(), palette.red);
            continue;
        }
        ink.fill(QRectF(QPointF(std::min(zero, zero + v * unit), top + inset),
                        QPointF(std::max(zero, zero + v * unit), bottom - inset)),
                 bar);
    }
    const double line = std::max(1.0, ink.pixel());
    ink.fill({zero, area.top(), line, area.height()}, palette.line);
    ink.text({area.left(), area.top() - m.px(5)},
             elided(map.rightMarginTitle, area.width() + m.px(14), m.small()), m.small(),
             palette.muted, Ink::Align::Left, false, 0.0, map.rightMarginTitle);
    const double y = area.bottom() + m.px(11);
    ink.text({area.left(), y}, tickNumber(ends.lo), m.small(), palette.muted);
    ink.text({area.right(), y}, tickNumber(ends.hi), m.small(), palette.muted, Ink::Align::Right);
}

void paintBottom(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                 const Palette &palette, const Metrics &m, const QColor &bar) {
    const QRectF &area = layout.bottomMargin;
    const ColourRange ends = barEnds(map.bottomMargin);
    const double unit = area.height() / (ends.hi - ends.lo);
    const double zero = area.bottom() + ends.lo * unit;
    const std::size_t columns = std::min(map.columns, map.bottomMargin.size());
    for (std::size_t c = 0; c < columns; ++c) {
        const double left = layout.xEdges[c], right = layout.xEdges[c + 1];
        const double inset = right - left >= 4.0 ? std::max(ink.pixel(), 0.5) : 0.0;
        const double v = map.bottomMargin[c];
        if (!std::isfinite(v)) {
            if (right - left >= textWidth(QStringLiteral("NaN"), m.small()))
                ink.text({(left + right) / 2, area.bottom() - m.px(2)}, cellNumber(v), m.small(),
                         palette.red, Ink::Align::Centre);
            continue;
        }
        ink.fill(QRectF(QPointF(left + inset, std::min(zero, zero - v * unit)),
                        QPointF(right - inset, std::max(zero, zero - v * unit))),
                 bar);
    }
    const double line = std::max(1.0, ink.pixel());
    ink.fill({area.left(), zero - line, area.width(), line}, palette.line);
    const QString scale = map.bottomMarginTitle +
                          QStringLiteral("  %1 … %2").arg(tickNumber(ends.lo), tickNumber(ends.hi));
    const double room = area.width() + (layout.rightMargin.isEmpty() ? 0.0 : m.px(30));
    ink.text({area.left(), area.bottom() + m.px(12)}, elided(scale, room, m.small()), m.small(),
             palette.muted, Ink::Align::Left, false, 0.0, scale);
}

} // namespace

void paintColourBar(const Ink &ink, const MapPanel &map, const QRectF &bar, bool beyondLow,
                    bool beyondHigh, const Palette &palette, const Metrics &m) {
    const bool perRow = map.mode == ColourScaleMode::PerRow;
    const ColourScale scale(map.map, map.mode, perRow ? ColourRange{} : map.range);
    const int steps = ink.target() == Target::Raster
                          ? std::max(2, static_cast<int>(std::lround(bar.height() / ink.pixel())))
                          : 128;
    if (ink.target() == Target::Raster) {
        QImage image(1, steps, QImage::Format_RGB32);
        for (int i = 0; i < steps; ++i)
            image.setPixel(0, i, scale.barColour(1.0 - (i + 0.5) / steps));
        ink.painter().drawImage(bar, image);
    } else {
        std::vector<std::pair<QRectF, QRgb>> rects;
        const double step = bar.height() / steps;
        for (int i = 0; i < steps; ++i)
            rects.emplace_back(QRectF(bar.left(), bar.top() + i * step, bar.width(),
                                      step + (i + 1 < steps ? 1.0 : 0.0)),
                               scale.barColour(1.0 - (i + 0.5) / steps));
        if (ink.svg())
            ink.svg()->addCells(rects, map.colourBarTitle);
        else
            for (const auto &[rect, colour] : rects)
                ink.painter().fillRect(rect, QColor::fromRgb(colour));
    }
    const double line = std::max(1.0, ink.pixel());
    ink.frame(bar.adjusted(-line, -line, line, line), palette.line, line);

    const ColourRange range = scale.range();
    const double size = m.small(), x = bar.right() + m.px(5);
    const double ascent = size * 0.72;
    const auto label = [&](double y, const QString &text) {
        ink.text({x, y}, text, size, palette.muted);
    };
    // The ends stand inside the bar's height; an end that values go beyond says so.
    QString high = tickNumber(range.hi), low = tickNumber(range.lo);
    if (perRow) {
        high = QCoreApplication::translate("attnscope::ui::FigureView", "row max");
        low = QCoreApplication::translate("attnscope::ui::FigureView", "row min");
    }
    if (beyondHigh)
        high.prepend(QStringLiteral("≥ "));
    if (beyondLow)
        low.prepend(QStringLiteral("≤ "));
    label(bar.top() + ascent, high);
    if (bar.height() > 2.2 * size)
        label(bar.bottom(), low);
    if (!perRow) {
        const int most = std::clamp(static_cast<int>(bar.height() / (size * 3.0)), 1, 6);
        const auto ticks = scale.isLog() ? logTicks(range.lo, range.hi, most)
                                         : niceTicks(range.lo, range.hi, most);
        for (const double tick : ticks) {
            const double y = bar.bottom() - scale.barHeight(tick) * bar.height();
            if (y < bar.top() + size * 1.9 || y > bar.bottom() - size * 1.9)
                continue;
            ink.fill({bar.right() + line, y - line / 2, m.px(3), line}, palette.line);
            label(y + ascent / 2, tickNumber(tick));
        }
    }
    if (!map.colourBarTitle.isEmpty()) {
        const QString longest = QStringLiteral("−0.000");
        ink.text({x + textWidth(longest, size) + m.px(11), bar.center().y()},
                 elided(map.colourBarTitle, std::max(bar.height(), m.px(60)), size), size,
                 palette.muted, Ink::Align::Centre, false, -90.0, map.colourBarTitle);
    }
}

void paintMarginsAndBar(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                        const ColouredCells &cells, const Palette &palette, const Metrics &m) {
    QColor bar = map.headColour.value_or(palette.muted);
    if (!map.headColour)
        bar.setAlphaF(0.75f);
    if (!layout.rightMargin.isEmpty())
        paintRight(ink, map, layout, palette, m, bar);
    if (!layout.bottomMargin.isEmpty())
        paintBottom(ink, map, layout, palette, m, bar);
    if (!layout.bar.isEmpty())
        paintColourBar(ink, map, layout.bar, cells.beyondLow, cells.beyondHigh, palette, m);
}

} // namespace attnscope::ui
