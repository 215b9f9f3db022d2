// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"

#include "ui/plot/plot_text.h"

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

QString elidedRight(const QString &text, double room, double size, bool bold = false) {
    if (textWidth(text, size, bold) <= room)
        return text;
    QString out = text;
    while (out.size() > 1 && textWidth(out + QChar(0x2026), size, bold) > room)
        out.chop(out.back().isLowSurrogate() && out.size() > 2 ? 2 : 1);
    return out + QChar(0x2026);
}

} // namespace

FigurePicture::FigurePicture(const Figure &figure, QSizeF size, double pixel)
    : m_figure(figure), m_pixel(pixel) {
    m_cells.resize(figure.panels.size());
    for (std::size_t i = 0; i < figure.panels.size(); ++i)
        if (const auto *map = std::get_if<MapPanel>(&figure.panels[i].content)) {
            m_cells[i] = colourCells(*map, figure.palette.dark);
            m_looks |= m_cells[i].looksPresent;
        }
    // The legend breaks its line where the picture ends.
    const Metrics m(figure.fontScale);
    const double room = size.width() - m.px(28);
    int lines = m_looks != 0 ? 1 : 0;
    double at = 0.0;
    for (int i = 0; i < kSpecialLooks; ++i) {
        if (!(m_looks & (1u << i)))
            continue;
        const double width =
            m.px(13 + 6) + textWidth(specialLookText(static_cast<SpecialLook>(i)), m.muted());
        const bool next = at > 0.0 && at + width > room;
        lines += next;
        at = next ? 0.0 : at;
        m_legend.push_back({static_cast<SpecialLook>(i), at, lines - 1});
        at += width + m.px(18);
    }
    m_layout = layoutFigure(figure, size, pixel, lines);
}

std::vector<CurveFrame> FigurePicture::paint(QPaintDevice &device, Target target,
                                             bool withLocked) const {
    std::vector<CurveFrame> frames(m_figure.panels.size());
    auto *svg = target == Target::Svg ? static_cast<SvgDevice *>(&device) : nullptr;
    withPlotPainter(device, target != Target::Raster, [&](QPainter &painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setRenderHint(QPainter::TextAntialiasing);
        // Without it pictures in PDF files are stored as JPEG.
        painter.setRenderHint(QPainter::LosslessImageRendering);
        const Ink ink(painter, target, svg, m_pixel);
        if (!m_figure.transparentBackground)
            ink.fill(QRectF(QPointF(0, 0), m_layout.size), m_figure.palette.panel);
        paintPanels(ink, frames);
        if (withLocked)
            paintMarks(ink, m_figure.locked, std::nullopt);
    });
    return frames;
}

void FigurePicture::paintPanels(const Ink &ink, std::vector<CurveFrame> &frames) const {
    const Metrics m(m_figure.fontScale);
    const Palette &palette = m_figure.palette;
    const double width = m_layout.size.width() - m.px(28);
    if (!m_figure.title.isEmpty())
        ink.text(m_layout.title, elidedRight(m_figure.title, width, m.figureTitle(), true),
                 m.figureTitle(), palette.text, Ink::Align::Left, true, 0.0, m_figure.title);
    if (!m_figure.caption.isEmpty())
        ink.text(m_layout.caption, elidedRight(m_figure.caption, width, m.muted()), m.muted(),
                 palette.muted, Ink::Align::Left, false, 0.0, m_figure.caption);
    if (m_figure.panels.empty() && !m_figure.emptyReason.isEmpty())
        ink.text({m_layout.size.width() / 2, m_layout.size.height() / 2},
                 elidedRight(m_figure.emptyReason, width, m.title()), m.title(), palette.muted,
                 Ink::Align::Centre);
    for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
        const PanelLayout &layout = m_layout.panels[i];
        if (const auto *map = std::get_if<MapPanel>(&m_figure.panels[i].content)) {
            paintHeading(ink, layout, map->title, map->subtitle, map->badge, map->headColour);
            if (map->rows > 0 && map->columns > 0) {
                paintMap(ink, *map, *layout.map, m_cells[i], palette, m);
                paintBands(ink, *map, static_cast<int>(i));
            }
            continue;
        }
        std::visit(
            [&](const auto &content) {
                using Content = std::decay_t<decltype(content)>;
                if constexpr (!std::is_same_v<Content, MapPanel>) {
                    paintHeading(ink, layout, content.title, content.subtitle, content.badge,
                                 std::nullopt);
                    if constexpr (std::is_same_v<Content, CurvePanel>)
                        frames[i] = paintCurves(ink.painter(), ink.target() != Target::Raster,
                                                content, layout.body, palette, m);
                    else if constexpr (std::is_same_v<Content, GlyphPanel>)
                        paintGlyphs(ink, content, layout.body, palette, m);
                    else
                        paintTable(ink, content, layout.body, palette, m);
                }
            },
            m_figure.panels[i].content);
    }
    if (!m_layout.sharedBar.isEmpty()) {
        bool low = false, high = false;
        for (const ColouredCells &cells : m_cells) {
            low |= cells.beyondLow;
            high |= cells.beyondHigh;
        }
        paintColourBar(ink, *m_layout.sharedBarPanel, m_layout.sharedBar, low, high, palette, m);
    }
    if (m_looks)
        paintLegend(ink);
}

void FigurePicture::paintBands(const Ink &ink, const MapPanel &map, int panel) const {
    const Metrics m(m_figure.fontScale);
    const double wide = std::max(2.0 * std::max(1.0, ink.pixel()), m.px(2));
    const auto band = [&](const CellRef &first, const CellRef &last) {
        const QRectF rect = m_layout.cellRect(first).united(m_layout.cellRect(last));
        // The colour between two lines of the ground is seen on every colour of a map.
        const double thin = std::max(1.0, ink.pixel());
        ink.frame(rect.adjusted(-wide - thin, -wide - thin, wide + thin, wide + thin),
                  m_figure.palette.panel, thin);
        ink.frame(rect.adjusted(-wide, -wide, wide, wide), m_figure.palette.accent, wide);
    };
    if (map.markedRow && *map.markedRow < map.rows)
        band({panel, *map.markedRow, 0}, {panel, *map.markedRow, map.columns - 1});
    if (map.markedColumn && *map.markedColumn < map.columns)
        band({panel, 0, *map.markedColumn}, {panel, map.rows - 1, *map.markedColumn});
}

void FigurePicture::paintHeading(const Ink &ink, const PanelLayout &panel, const QString &title,
                                 const QString &subtitle, const QString &badge,
                                 const std::optional<QColor> &chip) const {
    const Metrics m(m_figure.fontScale);
    const Palette &palette = m_figure.palette;
    if (!title.isEmpty()) {
        ink.text(panel.title, elidedRight(title, panel.titleWidth - panel.shift, m.title(), true),
                 m.title(), palette.text, Ink::Align::Left, true, 0.0, title);
        if (chip)
            ink.fill(
                {panel.box.left() + panel.shift, panel.title.y() - m.px(11), m.px(4), m.px(14)},
                *chip);
    }
    if (!badge.isEmpty()) {
        QPainter &p = ink.painter();
        p.setPen(Qt::NoPen);
        QColor ground = palette.amber;
        ground.setAlphaF(palette.dark ? 0.22f : 0.14f);
        p.setBrush(ground);
        p.drawRoundedRect(panel.badge, m.px(8), m.px(8));
        p.setBrush(Qt::NoBrush);
        ink.text({panel.badge.center().x(), panel.badge.center().y() + m.muted() * 0.36},
                 elidedRight(badge, panel.badge.width() - m.px(8), m.muted()), m.muted(),
                 palette.amber, Ink::Align::Centre, false, 0.0, badge);
    }
    if (!subtitle.isEmpty())
        ink.text(panel.subtitle, elidedRight(subtitle, panel.box.width() - panel.shift, m.muted()),
                 m.muted(), palette.muted, Ink::Align::Left, false, 0.0, subtitle);
}

void FigurePicture::paintLegend(const Ink &ink) const {
    const Metrics m(m_figure.fontScale);
    const double size = m.muted(), side = m.px(13);
    for (const auto &[look, offset, line] : m_legend) {
        const QPointF at = m_layout.legend + QPointF(offset, m.px(kLegendLine) * line);
        const auto onPixel = [&](double v) {
            return m_pixel > 0 ? std::round(v / m_pixel) * m_pixel : v;
        };
        const QRectF box(onPixel(at.x()), onPixel(at.y() - m.px(11)), side, side);
        paintLook(ink, box, look, m_figure.palette.dark);
        ink.frame(box, m_figure.palette.muted, std::max(m_pixel, 0.75));
        ink.text({box.right() + m.px(6), at.y()}, specialLookText(look), size,
                 m_figure.palette.text);
    }
}

void FigurePicture::paintMarks(const Ink &ink, const std::vector<CellRef> &locked,
                               const std::optional<CellRef> &hovered) const {
    const Metrics m(m_figure.fontScale);
    const Palette &palette = m_figure.palette;
    const auto group = [&](int panel) -> std::optional<int> {
        if (panel < 0 || panel >= static_cast<int>(m_figure.panels.size()))
            return std::nullopt;
        const auto *map =
            std::get_if<MapPanel>(&m_figure.panels[static_cast<std::size_t>(panel)].content);
        return map ? std::optional(map->linkGroup) : std::nullopt;
    };
    const double thin = std::max(1.0, ink.pixel());
    const auto mark = [&](const CellRef &source, bool isLocked) {
        const auto wanted = group(source.panel);
        for (std::size_t i = 0; wanted && i < m_figure.panels.size(); ++i) {
            const CellRef cell{static_cast<int>(i), source.row, source.column};
            if (group(cell.panel) != wanted)
                continue;
            const auto &map = std::get<MapPanel>(m_figure.panels[i].content);
            if (cell.row >= map.rows || cell.column >= map.columns)
                continue;
            const MapLayout &layout = *m_layout.panels[i].map;
            const QRectF rect = m_layout.cellRect(cell);
            const QColor colour = isLocked ? palette.accent : palette.text;
            // Cross-hairs to the labels, on both edges of the row and of the column.
            QColor faint = colour;
            faint.setAlphaF(isLocked ? 0.85f : 0.5f);
            if (isLocked) {
                ink.fill({layout.map.left(), rect.top() - thin, layout.map.width(), thin}, faint);
                ink.fill({layout.map.left(), rect.bottom(), layout.map.width(), thin}, faint);
                ink.fill({rect.left() - thin, layout.map.top(), thin, layout.map.height()}, faint);
                ink.fill({rect.right(), layout.map.top(), thin, layout.map.height()}, faint);
            }
            // The colour between two lines of the ground is seen on every colour of a map.
            const double wide = (isLocked ? 2.5 : 1.5) * std::max(thin, m.px(1));
            const double onPixel = std::max(thin, std::round(wide / thin) * thin);
            ink.frame(
                rect.adjusted(-onPixel - thin, -onPixel - thin, onPixel + thin, onPixel + thin),
                palette.panel, thin);
            ink.frame(rect.adjusted(-onPixel, -onPixel, onPixel, onPixel), colour, onPixel);
            if (std::min(rect.width(), rect.height()) >= m.px(8))
                ink.frame(rect, palette.panel, thin);
            const LabelText row = labelText(map.rowLabels, cell.row, layout.rows);
            const LabelText column = labelText(map.columnLabels, cell.column, layout.columns);
            const double size = layout.rows.pixelSize, gap = m.px(4);
            const auto joined = [](const LabelText &label) {
                return label.name.isEmpty() ? label.number : label.number + u' ' + label.name;
            };
            const QString rowText = joined(row), columnText = joined(column);
            const double rowWidth = textWidth(rowText, size, true);
            const double columnWidth = textWidth(columnText, size, true);
            const QColor ground = palette.panel;
            const double right = layout.map.left() - gap - m.px(2);
            ink.fill({right - std::max(rowWidth, layout.rows.room) - m.px(1),
                      rect.center().y() - size * 0.65,
                      std::max(rowWidth, layout.rows.room) + m.px(2), size * 1.3},
                     ground);
            ink.text({right, rect.center().y() + size * 0.36}, rowText, size, colour,
                     Ink::Align::Right, true, 0.0, row.full);
            if (layout.columns.turned) {
                const double bottom = layout.map.top() - gap;
                const double tall = std::max(columnWidth, layout.columns.room);
                ink.fill({rect.center().x() - size * 0.65, bottom - tall - m.px(1), size * 1.3,
                          tall + m.px(2)},
                         ground);
                ink.text({rect.center().x() + size * 0.36, bottom}, columnText, size, colour,
                         Ink::Align::Left, true, -90.0, column.full);
            } else {
                const double base = layout.map.top() - gap - size * 0.2;
                ink.fill({rect.left() + 1, base - size, rect.width() - 2, size * 1.3}, ground);
                ink.text({rect.center().x(), base}, columnText, size, colour, Ink::Align::Centre,
                         true, 0.0, column.full);
            }
        }
    };
    for (const CellRef &cell : locked)
        mark(cell, true);
    if (hovered && std::find(locked.begin(), locked.end(), *hovered) == locked.end())
        mark(*hovered, false);
}

} // namespace attnscope::ui
