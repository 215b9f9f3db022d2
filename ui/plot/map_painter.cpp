// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"
#include "ui/plot/hatching.h"
#include "ui/plot/plot_text.h"
#include "ui/theme.h"

#include <QGlyphRun>
#include <QImage>
#include <QRawFont>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace attnscope::ui {
namespace {

constexpr std::size_t kMostVectorCells = 256 * 256; // above, files hold an image
// Cells of a vector file reach this far under the next one: a whole pixel at 96 dpi, so that two
// smoothed edges never meet in one pixel and let the paper shine through.
constexpr double kHair = 1.0;

QImage onePixelPerCell(const ColouredCells &cells, const MapLayout &layout) {
    const auto columns = static_cast<int>(layout.xEdges.size()) - 1;
    const auto rows = static_cast<int>(layout.yEdges.size()) - 1;
    QImage image(columns, rows, QImage::Format_RGB32);
    for (int r = 0; r < rows; ++r)
        std::memcpy(image.scanLine(r),
                    cells.colours.data() +
                        static_cast<std::size_t>(r) * static_cast<std::size_t>(columns),
                    static_cast<std::size_t>(columns) * sizeof(QRgb));
    return image;
}

// The map at the pixels of the device: exact edges, and much quicker than a painter's scaling.
void paintPixels(const Ink &ink, const MapLayout &layout, const ColouredCells &cells) {
    const double pixel = ink.pixel();
    const std::size_t columns = layout.xEdges.size() - 1, rows = layout.yEdges.size() - 1;
    const auto at = [&](double v, double origin) {
        return static_cast<int>(std::lround((v - origin) / pixel));
    };
    const int width = at(layout.map.right(), layout.map.left());
    const int height = at(layout.map.bottom(), layout.map.top());
    if (width < 1 || height < 1)
        return;
    QImage image;
    if (static_cast<int>(columns) > width || static_cast<int>(rows) > height) {
        // More cells than pixels: the mean of those that share one, so that none is lost.
        image = onePixelPerCell(cells, layout)
                    .scaled(width, height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                    .convertToFormat(QImage::Format_RGB32);
    } else {
        image = QImage(width, height, QImage::Format_RGB32);
        for (std::size_t r = 0; r < rows; ++r) {
            const int from = at(layout.yEdges[r], layout.map.top());
            const int to = at(layout.yEdges[r + 1], layout.map.top());
            if (from >= to)
                continue;
            auto *line = reinterpret_cast<QRgb *>(image.scanLine(from));
            for (std::size_t c = 0; c < columns; ++c)
                std::fill(line + at(layout.xEdges[c], layout.map.left()),
                          line + at(layout.xEdges[c + 1], layout.map.left()),
                          cells.colours[r * columns + c]);
            for (int y = from + 1; y < to; ++y)
                std::memcpy(image.scanLine(y), line,
                            static_cast<std::size_t>(width) * sizeof(QRgb));
        }
    }
    image.setDevicePixelRatio(1.0 / pixel);
    ink.painter().drawImage(layout.map.topLeft(), image);
}

void paintVectorCells(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                      const ColouredCells &cells) {
    const std::size_t columns = map.columns, rows = map.rows;
    if (rows * columns > kMostVectorCells) {
        const QImage image = onePixelPerCell(cells, layout);
        if (ink.svg())
            ink.svg()->addPixels(layout.map, image);
        else
            ink.painter().drawImage(layout.map, image);
        return;
    }
    const auto under = [](double size) { return std::min(kHair, size); };
    std::vector<std::pair<QRectF, QRgb>> rects;
    rects.reserve(rows * columns);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            const double next =
                c + 1 < columns ? under(layout.xEdges[c + 2] - layout.xEdges[c + 1]) : 0.0;
            const double lower =
                r + 1 < rows ? under(layout.yEdges[r + 2] - layout.yEdges[r + 1]) : 0.0;
            const double right = layout.xEdges[c + 1] + next;
            const double bottom = layout.yEdges[r + 1] + lower;
            rects.emplace_back(
                QRectF(QPointF(layout.xEdges[c], layout.yEdges[r]), QPointF(right, bottom)),
                cells.colours[r * columns + c]);
        }
    if (ink.svg()) {
        ink.svg()->addCells(rects, map.title);
        return;
    }
    for (const auto &[rect, colour] : rects)
        ink.painter().fillRect(rect, QColor::fromRgb(colour));
}

void paintHatching(const Ink &ink, const MapLayout &layout, const ColouredCells &cells, bool dark,
                   const Metrics &m) {
    const auto columns = static_cast<double>(layout.xEdges.size() - 1);
    const auto rows = static_cast<double>(layout.yEdges.size() - 1);
    const double cell = std::min(layout.map.width() / columns, layout.map.height() / rows);
    // A whole number of lines a cell, so that each single cell gets its own.
    const double wished = m.px(7);
    const double spacing = cell >= 4.0 ? cell / std::max(1.0, std::round(cell / wished)) : m.px(5);
    for (int i = 0; i < kSpecialLooks; ++i) {
        if (!(cells.looksPresent & (1u << i)))
            continue;
        const auto look = static_cast<SpecialLook>(i);
        const SpecialStyle style = specialStyle(look, dark);
        const auto lines = hatchLines(style.hatch, look, cells.looksOf(look), layout.xEdges,
                                      layout.yEdges, spacing);
        if (lines.empty())
            continue;
        const bool dots = style.hatch == Hatch::Dots;
        QPen pen(QColor::fromRgb(style.line), dots ? std::min(m.px(2.2), spacing * 0.4)
                                                   : std::clamp(spacing * 0.16, 0.6, m.px(1.1)));
        pen.setCapStyle(dots ? Qt::RoundCap : Qt::FlatCap);
        ink.painter().setPen(pen);
        ink.painter().drawLines(lines.data(), static_cast<int>(lines.size()));
    }
}

// Each cell of a mask by itself, so that it can be aimed at.
void paintGrid(const Ink &ink, const MapLayout &layout, const Palette &palette) {
    const double line = std::max(1.0, ink.pixel());
    const auto wide = [](const std::vector<double> &edges) {
        return edges.back() - edges.front() >= 7.0 * static_cast<double>(edges.size() - 1);
    };
    if (!wide(layout.xEdges) || !wide(layout.yEdges))
        return;
    for (std::size_t c = 1; c + 1 < layout.xEdges.size(); ++c)
        ink.fill({layout.xEdges[c] - line / 2, layout.map.top(), line, layout.map.height()},
                 palette.panel);
    for (std::size_t r = 1; r + 1 < layout.yEdges.size(); ++r)
        ink.fill({layout.map.left(), layout.yEdges[r] - line / 2, layout.map.width(), line},
                 palette.panel);
}

// Three significant digits where the cell is wide enough, else as many as fit.
QString numberText(float value, int most) {
    QString text = cellNumber(value);
    if (text.size() <= most)
        return text;
    for (int decimals = 4; decimals >= 0; --decimals) {
        text = QString::number(static_cast<double>(value), 'f', decimals);
        if (text.size() <= most && text.toDouble() != 0.0)
            return text.replace(QLatin1Char('-'), QChar(0x2212));
    }
    text = QString::number(static_cast<double>(value), 'e', 0);
    return text.replace(QLatin1String("e-0"), QLatin1String("e-"))
        .replace(QLatin1String("e+0"), QLatin1String("e"))
        .replace(QLatin1String("e+"), QLatin1String("e"))
        .replace(QLatin1Char('-'), QChar(0x2212));
}

// All numbers of a map in two strokes (dark on light cells, light on dark ones): laying out each
// text by itself costs more than the rest of a frame.
class NumberRuns {
public:
    explicit NumberRuns(double pixelSize) : m_raw(QRawFont::fromFont(interfaceFont(pixelSize))) {
        const QString known = QStringLiteral("0123456789.e−");
        const auto glyphs = m_raw.glyphIndexesForString(known);
        m_valid = m_raw.isValid() && glyphs.size() == known.size() && !glyphs.contains(0);
        if (!m_valid)
            return;
        const auto advances = m_raw.advancesForGlyphIndexes(glyphs);
        for (qsizetype i = 0; i < known.size(); ++i)
            m_known.emplace_back(known[i], std::pair(glyphs[i], advances[i].x()));
        m_baseline = m_raw.capHeight() / 2;
    }
    [[nodiscard]] bool valid() const { return m_valid; }
    void add(const QString &text, const QPointF &centre, bool darkInk) {
        double width = 0.0;
        for (const QChar c : text)
            width += find(c).second;
        QPointF at(centre.x() - width / 2, centre.y() + m_baseline);
        Run &run = m_runs[darkInk ? 1 : 0];
        for (const QChar c : text) {
            const auto &[glyph, advance] = find(c);
            run.glyphs.append(glyph);
            run.positions.append(at);
            at.rx() += advance;
        }
    }
    void draw(QPainter &painter, const QColor &lightInk, const QColor &darkInk) const {
        for (int i = 0; i < 2; ++i) {
            if (m_runs[i].glyphs.isEmpty())
                continue;
            QGlyphRun run;
            run.setRawFont(m_raw);
            run.setGlyphIndexes(m_runs[i].glyphs);
            run.setPositions(m_runs[i].positions);
            painter.setPen(i ? darkInk : lightInk);
            painter.drawGlyphRun(QPointF(0, 0), run);
        }
    }

private:
    struct Run {
        QList<quint32> glyphs;
        QList<QPointF> positions;
    };
    const std::pair<quint32, double> &find(QChar c) const {
        for (const auto &[character, glyph] : m_known)
            if (character == c)
                return glyph;
        return m_known.front().second;
    }
    QRawFont m_raw;
    bool m_valid = false;
    double m_baseline = 0.0;
    std::vector<std::pair<QChar, std::pair<quint32, double>>> m_known;
    Run m_runs[2];
};

void paintNumbers(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                  const ColouredCells &cells) {
    if (layout.numberSize <= 0.0)
        return;
    const QColor darkInk(0x1C, 0x19, 0x17), lightInk(0xFF, 0xFF, 0xFF);
    NumberRuns runs(layout.numberSize);
    const bool asRuns = ink.target() == Target::Raster && runs.valid();
    for (std::size_t r = 0; r < map.rows; ++r)
        for (std::size_t c = 0; c < map.columns; ++c) {
            const std::size_t at = r * map.columns + c;
            if (cells.looks[at] >= 0 &&
                cells.looks[at] != static_cast<signed char>(SpecialLook::BelowRange))
                continue;
            const QString text = numberText(map.value(r, c), layout.numberChars);
            const bool darkOnLight = lightness(cells.colours[at]) > 58.0;
            const QPointF centre((layout.xEdges[c] + layout.xEdges[c + 1]) / 2,
                                 (layout.yEdges[r] + layout.yEdges[r + 1]) / 2);
            if (asRuns)
                runs.add(text, centre, darkOnLight);
            else
                ink.text({centre.x(), centre.y() + layout.numberSize * 0.36}, text,
                         layout.numberSize, darkOnLight ? darkInk : lightInk, Ink::Align::Centre);
        }
    if (asRuns)
        runs.draw(ink.painter(), lightInk, darkInk);
}

void paintLabels(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                 const Palette &palette, const Metrics &m) {
    const double gap = 4.0;
    for (std::size_t r = 0; r < map.rows; r += static_cast<std::size_t>(layout.rows.step)) {
        const LabelText label = labelText(map.rowLabels, r, layout.rows);
        const double size = layout.rows.pixelSize;
        const double y = (layout.yEdges[r] + layout.yEdges[r + 1]) / 2 + size * 0.36;
        double x = layout.map.left() - m.px(gap + 2);
        const QString title = label.name == label.full ? QString() : label.full;
        ink.text({x, y}, label.name, size, palette.text, Ink::Align::Right, false, 0.0, title);
        if (!label.name.isEmpty())
            x -= textWidth(label.name, size) + gap;
        ink.text({x, y}, label.number, size, palette.muted, Ink::Align::Right);
    }
    for (std::size_t c = 0; c < map.columns; c += static_cast<std::size_t>(layout.columns.step)) {
        const LabelText label = labelText(map.columnLabels, c, layout.columns);
        const double size = layout.columns.pixelSize;
        const double centre = (layout.xEdges[c] + layout.xEdges[c + 1]) / 2;
        const double y = layout.map.top() - m.px(gap);
        const double number = textWidth(label.number, size);
        const QString title = label.name == label.full ? QString() : label.full;
        if (layout.columns.turned) {
            const double x = centre + size * 0.36;
            ink.text({x, y}, label.number, size, palette.muted, Ink::Align::Left, false, -90.0);
            ink.text({x, y - number - gap}, label.name, size, palette.text, Ink::Align::Left, false,
                     -90.0, title);
        } else {
            const double width =
                number + (label.name.isEmpty() ? 0.0 : gap + textWidth(label.name, size));
            const double base = y - size * 0.2;
            ink.text({centre - width / 2, base}, label.number, size, palette.muted);
            ink.text({centre - width / 2 + number + gap, base}, label.name, size, palette.text,
                     Ink::Align::Left, false, 0.0, title);
        }
    }
    const double titleSize = layout.compact ? m.small() : m.muted();
    if (layout.rows.names)
        ink.text(layout.rowTitle, map.rowTitle, titleSize, palette.muted, Ink::Align::Centre, false,
                 -90.0);
    ink.text(layout.columnTitle, map.columnTitle, titleSize, palette.muted, Ink::Align::Centre);
    // Rows without a visible key are flagged beside the map too, whatever their cells show.
    for (const std::size_t r : map.emptyRows)
        if (r < map.rows)
            ink.fill(QRectF(QPointF(layout.map.left() - m.px(4), layout.yEdges[r]),
                            QPointF(layout.map.left() - m.px(1), layout.yEdges[r + 1])),
                     palette.amber);
}

} // namespace

void paintLook(const Ink &ink, const QRectF &rect, SpecialLook look, bool dark) {
    const SpecialStyle style = specialStyle(look, dark);
    ink.fill(rect, QColor::fromRgb(style.fill));
    const auto lines =
        hatchLines(style.hatch, look, {static_cast<signed char>(look)}, {rect.left(), rect.right()},
                   {rect.top(), rect.bottom()}, std::min(rect.width(), rect.height()) / 2);
    const bool dots = style.hatch == Hatch::Dots;
    QPen pen(QColor::fromRgb(style.line), dots ? 2.0 : 1.0);
    pen.setCapStyle(dots ? Qt::RoundCap : Qt::FlatCap);
    ink.painter().setPen(pen);
    ink.painter().drawLines(lines.data(), static_cast<int>(lines.size()));
}

void paintMap(const Ink &ink, const MapPanel &map, const MapLayout &layout,
              const ColouredCells &cells, const Palette &palette, const Metrics &m) {
    if (ink.target() == Target::Raster)
        paintPixels(ink, layout, cells);
    else
        paintVectorCells(ink, map, layout, cells);
    paintHatching(ink, layout, cells, palette.dark, m);
    if (map.hiddenBy.present())
        paintGrid(ink, layout, palette);
    paintNumbers(ink, map, layout, cells);
    const double line = std::max(1.0, ink.pixel());
    ink.frame(layout.map.adjusted(-line, -line, line, line), palette.line, line);
    paintLabels(ink, map, layout, palette, m);
    paintMarginsAndBar(ink, map, layout, cells, palette, m);
}

} // namespace attnscope::ui
