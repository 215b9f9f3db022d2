// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_layout.h"

#include "ui/plot/ink.h"
#include "ui/plot/plot_text.h"

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

constexpr double kLabelGap = 4.0; // between number and token, and between label and cells

double snapped(double v, double pixel) { return pixel > 0.0 ? std::round(v / pixel) * pixel : v; }

int thinning(double cell, double line) {
    for (int decade = 1; decade < 100000000; decade *= 10)
        for (const int factor : {1, 2, 5})
            if (cell * decade * factor >= line)
                return decade * factor;
    return 1;
}

double widestLabel(const QStringList &labels, std::size_t count, double size) {
    double widest = textWidth(QString::number(count > 0 ? count - 1 : 0), size);
    const auto number = widest;
    const std::size_t measured = std::min<std::size_t>(count, 1024);
    for (std::size_t i = 0; i < measured && static_cast<qsizetype>(i) < labels.size(); ++i)
        widest =
            std::max(widest, number + kLabelGap +
                                 textWidth(visibleToken(labels[static_cast<qsizetype>(i)]), size));
    return widest;
}

std::vector<double> edges(double from, double cell, std::size_t count, double pixel) {
    std::vector<double> out(count + 1);
    for (std::size_t i = 0; i <= count; ++i)
        out[i] = snapped(from + static_cast<double>(i) * cell, pixel);
    return out;
}

void layoutHeading(PanelLayout &panel, const QString &title, const QString &subtitle,
                   const QString &badge, bool chip, const Metrics &m) {
    double y = panel.box.top();
    const double left = panel.box.left();
    const double indent = chip ? m.px(10) : 0.0;
    const double badgeWidth = badge.isEmpty() ? 0.0 : textWidth(badge, m.muted()) + m.px(12);
    const double titleWidth = title.isEmpty() ? 0.0 : textWidth(title, m.title(), true) + indent;
    const bool beside = titleWidth + m.px(6) + badgeWidth <= panel.box.width();
    panel.titleWidth = std::max(
        0.0, panel.box.width() - (beside && badgeWidth > 0 ? badgeWidth + m.px(6) : 0.0) - indent);
    if (!title.isEmpty()) {
        panel.title = {left + indent, y + m.px(13)};
        y += m.px(18);
    }
    if (badgeWidth > 0) {
        if (beside) {
            panel.badge = {left + titleWidth + (titleWidth > 0 ? m.px(6) : 0.0),
                           title.isEmpty() ? y : y - m.px(18), badgeWidth, m.px(17)};
            y = title.isEmpty() ? y + m.px(19) : y;
        } else {
            panel.badge = {left, y, std::min(badgeWidth, panel.box.width()), m.px(17)};
            y += m.px(20);
        }
    }
    if (!subtitle.isEmpty()) {
        panel.subtitle = {left, y + m.px(11)};
        y += m.px(16);
    }
    if (y > panel.box.top())
        y += m.px(3);
    panel.body = {left, y, panel.box.width(), std::max(0.0, panel.box.bottom() - y)};
}

// Room is made for a width, not for the numbers of the moment, so that they do not come and go.
void fitNumbers(MapLayout &out, bool isSigned, double cw, double ch, const Metrics &m) {
    const auto fits = [&](const QString &text, double size) {
        return textWidth(text, size) + m.px(3) <= cw && size * 1.35 <= ch;
    };
    const QString full = isSigned ? QStringLiteral("−0.0000") : QStringLiteral("0.0000");
    const QString shorter = full.chopped(1);
    for (const auto &[text, least] : {std::pair(full, m.px(11)), std::pair(shorter, m.px(9))})
        for (double size = m.px(14); size >= least - 0.5; size -= 1.0)
            if (fits(text, size)) {
                out.numberSize = size;
                out.numberChars = static_cast<int>(text.size());
                return;
            }
}

// A heading that also holds the title of the columns.
double headingWidth(const MapPanel &map, const Metrics &m) {
    return m.px(map.headColour ? 10 : 0) + textWidth(map.title, m.title(), true) + m.px(8) +
           textWidth(map.columnTitle, m.small());
}

/// Panels side by side with the same rows: the first names them, the others number them alone, so
/// that the room belongs to the cells. All cells stay equal.
struct SharedRows {
    int columns = 0;                       ///< of the grid; 0: every panel names its rows
    double room = 0, numbers = 0;          ///< for labels in the first and in the other columns
    double widthFirst = 0, widthOther = 0; ///< of their boxes
};

/// Which margins a map gets.
struct Margins {
    bool right = true, bottom = true;
};

MapLayout layoutMap(const MapPanel &map, const QRectF &body, const Metrics &m, double pixel,
                    bool ownBar, const SharedRows &shared, bool firstColumn,
                    const Margins &margins) {
    MapLayout out;
    out.rows.names = shared.columns == 0 || firstColumn;
    const double width0 = shared.columns == 0 ? body.width() : shared.widthOther;
    const auto rows = static_cast<double>(std::max<std::size_t>(1, map.rows));
    const auto columns = static_cast<double>(std::max<std::size_t>(1, map.columns));
    out.compact = width0 < m.px(260) || body.height() < m.px(190);
    // In the lowest of boxes the columns' title shares the heading's line.
    out.titleInHeading = body.height() < m.px(120) && !map.title.isEmpty() && map.badge.isEmpty() &&
                         headingWidth(map, m) <= width0;
    const double labelSize = out.compact ? m.small() : m.muted();
    const double titleRoom =
        map.rowTitle.isEmpty() || !out.rows.names ? 0.0 : m.px(out.compact ? 14 : 17);
    const double columnTitleRoom =
        map.columnTitle.isEmpty() || out.titleInHeading ? 0.0 : m.px(out.compact ? 15 : 18);
    const double gap = m.px(kLabelGap);
    const double rowGap = gap + m.px(2); // room for the flag of rows without a visible key

    out.rows.pixelSize = out.columns.pixelSize = labelSize;
    out.rows.room = std::min(widestLabel(map.rowLabels, map.rows, labelSize),
                             std::min(m.px(130), body.width() * (out.compact ? 0.2 : 0.24)));
    if (shared.columns > 0)
        out.rows.room = firstColumn ? shared.room : shared.numbers;
    const double widestColumn = widestLabel(map.columnLabels, map.columns, labelSize);

    const double narrow = m.px(out.compact ? 28 : 36);
    const double marginWidth =
        map.rightMargin.empty() || !margins.right
            ? 0.0
            : std::clamp(textWidth(map.rightMarginTitle, m.small()), narrow,
                         std::max(narrow, std::min(m.px(84), body.width() * 0.14)));
    const double marginHeight =
        map.bottomMargin.empty() || !margins.bottom ? 0.0 : m.px(out.compact ? 20 : 34);
    const double barWidth = m.px(out.compact ? 7 : 10);
    const double tickWidth = textWidth(QStringLiteral("−0.000"), m.small());
    const double barRoom = !ownBar ? 0.0
                                   : m.px(10) + barWidth + m.px(4) + tickWidth +
                                         (map.colourBarTitle.isEmpty() ? 0.0 : m.px(15));
    const double left = titleRoom + out.rows.room + rowGap;
    const double right = (marginWidth > 0 ? m.px(6) + marginWidth : 0.0) + barRoom;
    // Each margin has a line for its scale.
    const double bottom = std::max(marginHeight > 0 ? m.px(6 + 14) + marginHeight : 0.0,
                                   marginWidth > 0 ? m.px(14) : 0.0);

    // Upright column labels need wide cells; try them first, else turn them.
    double cw = 1, ch = 1, top = 0;
    for (const bool turned : {false, true}) {
        const double room =
            turned ? std::min(widestColumn,
                              std::min(m.px(110), body.height() * (out.compact ? 0.17 : 0.22)))
                   : labelSize * 1.25;
        top = columnTitleRoom + room + gap;
        const double w = std::max(4.0, body.width() - left - right);
        const double h = std::max(4.0, body.height() - top - bottom);
        cw = w / columns;
        ch = h / rows;
        if (map.squareCells) {
            // Square where there is room; a long thin array is stretched so that it can be seen.
            const double side = std::min(cw, ch);
            cw = std::min(cw, std::max(side, 0.3 * w / columns));
            ch = std::min(ch, std::max(side, 0.3 * h / rows));
            const double limit = std::max(m.px(150), 0.4 * std::min(w, h));
            cw = std::min(cw, limit);
            ch = std::min(ch, limit);
        }
        out.columns.turned = turned;
        out.columns.room = turned ? room : cw - m.px(6);
        if (turned || widestColumn + m.px(8) <= cw)
            break;
    }
    // A whole number of pixels a cell where that costs little room: all cells are then equal.
    if (pixel > 0.0) {
        if (cw >= 12 * pixel)
            cw = std::floor(cw / pixel + 1e-6) * pixel;
        if (ch >= 12 * pixel)
            ch = std::floor(ch / pixel + 1e-6) * pixel;
    }
    if (map.squareCells && std::abs(cw - ch) < 1.0)
        cw = ch = std::min(cw, ch);

    const double width = left + cw * columns + right;
    const double x = snapped(body.left() + std::max(0.0, (body.width() - width) / 2) + left, pixel);
    const double y = snapped(body.top() + top, pixel);
    out.xEdges = edges(x, cw, map.columns, pixel);
    out.yEdges = edges(y, ch, map.rows, pixel);
    out.map = {QPointF(out.xEdges.front(), out.yEdges.front()),
               QPointF(out.xEdges.back(), out.yEdges.back())};

    out.rows.step = thinning(ch, labelSize * 1.15);
    out.columns.step = out.columns.turned ? thinning(cw, labelSize * 1.15) : 1;
    out.rowTitle = {out.map.left() - rowGap - out.rows.room - m.px(6), out.map.center().y()};
    out.columnTitle = {out.map.center().x(), out.map.top() - (top - columnTitleRoom) - m.px(5)};
    double beside = out.map.right();
    if (marginWidth > 0) {
        out.rightMargin = {beside + m.px(6), out.map.top(), marginWidth, out.map.height()};
        beside = out.rightMargin.right();
    }
    if (marginHeight > 0)
        out.bottomMargin = {out.map.left(), out.map.bottom() + m.px(6), out.map.width(),
                            marginHeight};
    if (ownBar)
        out.bar = {snapped(beside + m.px(10), pixel), out.map.top(), snapped(barWidth, pixel),
                   out.map.height()};
    if (map.numbers)
        fitNumbers(out, map.range.lo < 0.0, cw, ch, m);
    return out;
}

// Where margins may not cost room, those are kept with which the map stays as large as without.
MapLayout layoutMap(const MapPanel &map, const QRectF &body, const Metrics &m, double pixel,
                    bool ownBar, const SharedRows &shared = {}, bool firstColumn = true) {
    if (!map.marginsWhereFree)
        return layoutMap(map, body, m, pixel, ownBar, shared, firstColumn, Margins{});
    const MapLayout bare =
        layoutMap(map, body, m, pixel, ownBar, shared, firstColumn, Margins{false, false});
    for (const Margins tried : {Margins{}, Margins{false, true}, Margins{true, false}}) {
        MapLayout with = layoutMap(map, body, m, pixel, ownBar, shared, firstColumn, tried);
        if (with.map.size() == bare.map.size())
            return with;
    }
    return bare;
}

struct Spans {
    std::vector<double> start, end; // of each grid line
};

Spans divide(double from, double length, double gap, const std::vector<double> &weights) {
    double sum = 0.0;
    for (const double w : weights)
        sum += w;
    const double free = std::max(0.0, length - gap * (static_cast<double>(weights.size()) - 1.0));
    Spans spans;
    double at = from;
    for (const double w : weights) {
        const double part = free * w / sum;
        spans.start.push_back(at);
        spans.end.push_back(at + part);
        at += part + gap;
    }
    return spans;
}

// How many of n equal panels stand in a row so that the square in each is largest.
int columnsFor(std::size_t n, const QRectF &area, const Metrics &m) {
    int best = 1;
    double largest = -1e9;
    for (std::size_t columns = 1; columns <= n; ++columns) {
        const auto rows = static_cast<double>((n + columns - 1) / columns);
        double side = std::min((area.width() + m.px(18)) / static_cast<double>(columns) - m.px(95),
                               (area.height() + m.px(12)) / rows - m.px(90));
        // Rows that are all full are worth a little of the size.
        if (n % columns == 0)
            side += m.px(14);
        if (side > largest + 0.5) {
            largest = side;
            best = static_cast<int>(columns);
        }
    }
    return best;
}

double gapBetween(int columns, const Metrics &m) { return m.px(columns > 3 ? 16 : 22); }

SharedRows sharedRows(const Figure &figure, const QRectF &area, const Metrics &m) {
    SharedRows out;
    if (!figure.reflow || figure.panels.empty())
        return out;
    const int columns = columnsFor(figure.panels.size(), area, m);
    const auto *first = std::get_if<MapPanel>(&figure.panels.front().content);
    if (columns < 2 || !first || first->rowLabels.isEmpty())
        return out;
    for (const Panel &panel : figure.panels) {
        const auto *map = std::get_if<MapPanel>(&panel.content);
        if (!map || map->rows != first->rows || map->columns != first->columns ||
            map->rowTitle != first->rowTitle || map->rowLabels != first->rowLabels)
            return out;
    }
    const double free = area.width() - gapBetween(columns, m) * (columns - 1);
    const double each = free / columns;
    const bool compact = each < m.px(260);
    const double size = compact ? m.small() : m.muted();
    out.numbers = textWidth(QString::number(first->rows - 1), size);
    out.room = std::min({widestLabel(first->rowLabels, first->rows, size), m.px(130), each * 0.3});
    out.room = std::max(out.room, out.numbers);
    const double title = first->rowTitle.isEmpty() ? 0.0 : m.px(compact ? 14 : 17);
    const double more = title + out.room - out.numbers;
    out.widthOther = (free - more) / columns;
    out.widthFirst = out.widthOther + more;
    if (out.widthOther < m.px(60))
        return {};
    out.columns = columns;
    return out;
}

// Panels with the places they really take.
std::vector<Panel> placed(const Figure &figure, const QRectF &area, const Metrics &m,
                          const SharedRows &shared) {
    std::vector<Panel> panels;
    const int columns = figure.reflow ? columnsFor(figure.panels.size(), area, m) : 1;
    for (const Panel &given : figure.panels) {
        Panel p;
        p.row = given.row;
        p.column = given.column;
        p.rowSpan = given.rowSpan;
        p.columnSpan = given.columnSpan;
        p.stretch = given.stretch;
        p.heightStretch = given.heightStretch;
        if (figure.reflow) {
            const int at = static_cast<int>(panels.size());
            p.row = at / columns;
            p.column = at % columns;
            p.rowSpan = p.columnSpan = 1;
            p.stretch = p.heightStretch = 1.0;
            if (shared.columns > 0)
                p.stretch = p.column == 0 ? shared.widthFirst : shared.widthOther;
        }
        panels.push_back(std::move(p));
    }
    return panels;
}

std::vector<QRectF> boxes(const Figure &figure, const QRectF &area, const Metrics &m,
                          const SharedRows &shared) {
    const std::vector<Panel> panels = placed(figure, area, m, shared);
    int rows = 1, columns = 1;
    bool spansRows = false;
    for (const Panel &p : panels) {
        rows = std::max(rows, p.row + p.rowSpan);
        columns = std::max(columns, p.column + p.columnSpan);
        spansRows |= p.rowSpan > 1;
    }
    const auto columnCount = static_cast<std::size_t>(columns);
    std::vector<double> columnWeights(columnCount, 0.0);
    std::vector<double> rowWeights(static_cast<std::size_t>(rows), 0.0);
    for (const Panel &p : panels) {
        if (p.columnSpan == 1) {
            auto &w = columnWeights[static_cast<std::size_t>(p.column)];
            w = std::max(w, p.stretch);
        }
        if (p.rowSpan == 1) {
            auto &w = rowWeights[static_cast<std::size_t>(p.row)];
            w = std::max(w, p.heightStretch);
        }
    }
    for (auto *weights : {&columnWeights, &rowWeights})
        for (double &w : *weights)
            w = w > 0.0 ? w : 1.0;
    const double gapX = gapBetween(columns, m), gapY = m.px(rows > 3 ? 9 : 16);
    const Spans vertical = divide(area.top(), area.height(), gapY, rowWeights);
    const Spans horizontal = divide(area.left(), area.width(), gapX, columnWeights);

    std::vector<QRectF> out(panels.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Panel &p = panels[i];
        const auto c = static_cast<std::size_t>(p.column), r = static_cast<std::size_t>(p.row);
        const auto lastC = c + static_cast<std::size_t>(p.columnSpan) - 1;
        const auto lastR = r + static_cast<std::size_t>(p.rowSpan) - 1;
        out[i] = {QPointF(horizontal.start[c], vertical.start[r]),
                  QPointF(horizontal.end[lastC], vertical.end[lastR])};
    }
    if (spansRows)
        return out;
    // A row that fills its columns by itself divides the width by its own panels' stretch.
    for (int r = 0; r < rows; ++r) {
        std::vector<std::size_t> inRow;
        int covered = 0;
        for (std::size_t i = 0; i < out.size(); ++i)
            if (panels[i].row == r) {
                inRow.push_back(i);
                covered += panels[i].columnSpan;
            }
        if (covered != columns)
            continue;
        std::sort(inRow.begin(), inRow.end(), [&](std::size_t a, std::size_t b) {
            return panels[a].column < panels[b].column;
        });
        std::vector<double> weights;
        for (const std::size_t i : inRow)
            weights.push_back(std::max(1e-3, panels[i].stretch) * panels[i].columnSpan);
        const Spans own = divide(area.left(), area.width(), gapX, weights);
        for (std::size_t k = 0; k < inRow.size(); ++k) {
            out[inRow[k]].setLeft(own.start[k]);
            out[inRow[k]].setRight(own.end[k]);
        }
    }
    return out;
}

// A heading stands above its map, also where the map is centred in a wider box.
void alignHeading(PanelLayout &panel, const MapPanel &source, const Metrics &m) {
    const MapLayout &map = *panel.map;
    const double left = std::min(map.rowTitle.x() - m.px(12), map.map.left());
    double shift = std::max(0.0, left - panel.box.left());
    // No further than the words of the heading have room.
    const double words =
        std::max(textWidth(source.subtitle, m.muted()),
                 panel.box.width() - panel.titleWidth + textWidth(source.title, m.title(), true));
    shift = std::min(shift, std::max(0.0, panel.box.width() - words));
    if (map.titleInHeading)
        shift = std::min(shift, panel.box.width() - headingWidth(source, m));
    panel.title.rx() += shift;
    panel.subtitle.rx() += shift;
    panel.badge.translate(shift, 0.0);
    panel.shift = shift;
    if (!map.titleInHeading)
        return;
    const double half = textWidth(source.columnTitle, m.small()) / 2;
    const double free = panel.title.x() + textWidth(source.title, m.title(), true) + m.px(8);
    panel.map->columnTitle = {std::max(map.map.center().x(), free + half), panel.title.y()};
}

/// The map whose colour bar serves all maps; null when they differ or none has a bar.
const MapPanel *sharedBarOwner(const Figure &figure) {
    const MapPanel *first = nullptr, *owner = nullptr;
    for (const Panel &panel : figure.panels) {
        const auto *map = std::get_if<MapPanel>(&panel.content);
        if (!map || map->rows == 0 || map->columns == 0)
            return nullptr;
        if (first &&
            (map->map != first->map || map->mode != first->mode || map->range != first->range))
            return nullptr;
        first = first ? first : map;
        if (map->colourBar && owner && map->colourBarTitle != owner->colourBarTitle)
            return nullptr;
        if (map->colourBar && !owner)
            owner = map;
    }
    return figure.panels.size() > 1 ? owner : nullptr;
}

double barRoom(const MapPanel &map, const Metrics &m) {
    return m.px(15) + textWidth(QStringLiteral("−0.000"), m.small()) +
           (map.colourBarTitle.isEmpty() ? 0.0 : m.px(16));
}

} // namespace

LabelText labelText(const QStringList &labels, std::size_t index, const AxisLabels &axis) {
    LabelText out;
    out.number = QString::number(index);
    const auto at = static_cast<qsizetype>(index);
    if (at >= labels.size())
        return out;
    out.full = visibleToken(labels[at]);
    const double room = axis.room - textWidth(out.number, axis.pixelSize) - kLabelGap;
    if (!axis.names)
        return out;
    // What is whole is shown, were it one letter; of a cut one, three letters are the least that a
    // token can be known by. Otherwise the number stands alone.
    constexpr double kRounding = 0.5;
    if (textWidth(out.full, axis.pixelSize) <= room + kRounding) {
        out.name = out.full;
        return out;
    }
    if (room < axis.pixelSize * 1.2)
        return out;
    out.name = middleElided(out.full, room,
                            [&](const QString &text) { return textWidth(text, axis.pixelSize); });
    if (out.name.size() < 4) // with the ellipsis
        out.name.clear();
    return out;
}

FigureLayout layoutFigure(const Figure &figure, QSizeF size, double pixel, int legendLines) {
    FigureLayout layout;
    layout.size = size;
    const Metrics m(figure.fontScale);
    QRectF area = QRectF(QPointF(0, 0), size);
    area.adjust(m.px(14), m.px(12), -m.px(14), -m.px(10));
    if (!figure.title.isEmpty()) {
        layout.title = {area.left(), area.top() + m.px(16)};
        area.setTop(area.top() + m.px(30));
    }
    if (!figure.caption.isEmpty()) {
        layout.caption = {area.left(), area.bottom() - m.px(3)};
        area.setBottom(area.bottom() - m.px(24));
    }
    if (legendLines > 0) {
        const double more = m.px(kLegendLine) * (legendLines - 1);
        layout.legend = {area.left(), area.bottom() - m.px(3) - more};
        area.setBottom(area.bottom() - m.px(24) - more);
    }
    const MapPanel *shared = sharedBarOwner(figure);
    const double barRight = area.right();
    if (shared)
        area.setRight(area.right() - m.px(10) - barRoom(*shared, m));
    const SharedRows rows = sharedRows(figure, area, m);
    const std::vector<QRectF> places = boxes(figure, area, m, rows);
    for (std::size_t i = 0; i < places.size(); ++i) {
        PanelLayout panel;
        panel.box = places[i];
        if (const auto *map = std::get_if<MapPanel>(&figure.panels[i].content)) {
            layoutHeading(panel, map->title, map->subtitle, map->badge, map->headColour.has_value(),
                          m);
            panel.map = layoutMap(*map, panel.body, m, pixel, map->colourBar && !shared, rows,
                                  rows.columns == 0 || static_cast<int>(i) % rows.columns == 0);
            alignHeading(panel, *map, m);
        } else {
            std::visit(
                [&](const auto &content) {
                    layoutHeading(panel, content.title, content.subtitle, content.badge, false, m);
                },
                figure.panels[i].content);
        }
        layout.panels.push_back(std::move(panel));
    }
    if (shared) {
        const QRectF first = layout.panels.front().map->map;
        const double x = snapped(barRight - barRoom(*shared, m), pixel);
        const double tall =
            std::clamp(first.height(), std::min(m.px(140), area.bottom() - first.top()), m.px(300));
        layout.sharedBarPanel = shared;
        layout.sharedBar = {x, first.top(), snapped(m.px(10), pixel), snapped(tall, pixel)};
    }
    return layout;
}

namespace {

std::optional<std::size_t> between(const std::vector<double> &edges, double v) {
    if (v < edges.front() || v >= edges.back())
        return std::nullopt;
    return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), v) -
                                    edges.begin() - 1);
}

} // namespace

std::optional<CellRef> FigureLayout::cellAt(const QPointF &position) const {
    for (std::size_t i = 0; i < panels.size(); ++i) {
        if (!panels[i].map)
            continue;
        const auto column = between(panels[i].map->xEdges, position.x());
        const auto row = between(panels[i].map->yEdges, position.y());
        if (row && column)
            return CellRef{static_cast<int>(i), *row, *column};
    }
    return std::nullopt;
}

std::optional<CellRef> FigureLayout::nearestCell(int panel, const QPointF &position) const {
    if (panel < 0 || panel >= static_cast<int>(panels.size()))
        return std::nullopt;
    const auto &map = panels[static_cast<std::size_t>(panel)].map;
    if (!map || map->xEdges.size() < 2 || map->yEdges.size() < 2)
        return std::nullopt;
    const auto nearest = [](const std::vector<double> &edges, double v) {
        if (v < edges.front())
            return std::size_t{0};
        return between(edges, v).value_or(edges.size() - 2);
    };
    return CellRef{panel, nearest(map->yEdges, position.y()), nearest(map->xEdges, position.x())};
}

std::optional<FigureLayout::Header> FigureLayout::headerAt(const QPointF &position) const {
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const auto &map = panels[i].map;
        if (!map)
            continue;
        const double left = map->map.left() - map->rows.room - 6.0;
        const double top =
            map->map.top() - (map->columns.turned ? map->columns.room : map->columns.pixelSize) - 6;
        if (position.x() >= left && position.x() < map->map.left())
            if (const auto row = between(map->yEdges, position.y()))
                return Header{{static_cast<int>(i), *row, 0}, Qt::Vertical};
        if (position.y() >= top && position.y() < map->map.top())
            if (const auto column = between(map->xEdges, position.x()))
                return Header{{static_cast<int>(i), 0, *column}, Qt::Horizontal};
    }
    return std::nullopt;
}

QRectF FigureLayout::cellRect(const CellRef &cell) const {
    if (cell.panel < 0 || cell.panel >= static_cast<int>(panels.size()))
        return {};
    const PanelLayout &panel = panels[static_cast<std::size_t>(cell.panel)];
    if (!panel.map || cell.row + 1 >= panel.map->yEdges.size() ||
        cell.column + 1 >= panel.map->xEdges.size())
        return {};
    return {QPointF(panel.map->xEdges[cell.column], panel.map->yEdges[cell.row]),
            QPointF(panel.map->xEdges[cell.column + 1], panel.map->yEdges[cell.row + 1])};
}

} // namespace attnscope::ui
