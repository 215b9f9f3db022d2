// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/colour_scale.h"
#include "ui/plot/figure_layout.h"
#include "ui/plot/ink.h"

#include <QPaintDevice>

#include <functional>
#include <optional>
#include <vector>

namespace attnscope::ui {

/// A figure with its cells coloured and its places found, ready to be put on any target. The figure
/// must outlive it.
class FigurePicture {
public:
    /// `pixel` as in layoutFigure().
    FigurePicture(const Figure &figure, QSizeF size, double pixel);

    [[nodiscard]] const FigureLayout &layout() const { return m_layout; }
    /// Everything but the marks of cells. The device's logical size is the layout's.
    /// \returns where the axes of each panel's curves came to stand.
    std::vector<CurveFrame> paint(QPaintDevice &device, Target target, bool withLocked) const;
    /// The marks: locked cells in the accent colour, the hovered one thinner.
    void paintMarks(const Ink &ink, const std::vector<CellRef> &locked,
                    const std::optional<CellRef> &hovered) const;

private:
    void paintPanels(const Ink &ink, std::vector<CurveFrame> &frames) const;
    void paintHeading(const Ink &ink, const PanelLayout &panel, const QString &title,
                      const QString &subtitle, const QString &badge,
                      const std::optional<QColor> &chip) const;
    void paintBands(const Ink &ink, const MapPanel &map, int panel) const;
    void paintLegend(const Ink &ink) const;

    const Figure &m_figure;
    FigureLayout m_layout;
    double m_pixel;
    std::vector<ColouredCells> m_cells; // one a panel, empty for curves
    unsigned m_looks = 0;
    struct LegendEntry {
        SpecialLook look;
        double offset; ///< from the left end of its line
        int line;
    };
    std::vector<LegendEntry> m_legend;
};

/// Parts of FigurePicture, one file each.
void paintMap(const Ink &ink, const MapPanel &map, const MapLayout &layout,
              const ColouredCells &cells, const Palette &palette, const Metrics &metrics);
void paintMarginsAndBar(const Ink &ink, const MapPanel &map, const MapLayout &layout,
                        const ColouredCells &cells, const Palette &palette, const Metrics &metrics);
/// Its ends, round values between and the title to the right of `bar`.
void paintColourBar(const Ink &ink, const MapPanel &map, const QRectF &bar, bool beyondLow,
                    bool beyondHigh, const Palette &palette, const Metrics &metrics);
/// `painter` must be one made by withPlotPainter().
CurveFrame paintCurves(QPainter &painter, bool vector, const CurvePanel &curves, const QRectF &body,
                       const Palette &palette, const Metrics &metrics);
void paintGlyphs(const Ink &ink, const GlyphPanel &glyphs, const QRectF &body,
                 const Palette &palette, const Metrics &metrics);
void paintTable(const Ink &ink, const TablePanel &table, const QRectF &body, const Palette &palette,
                const Metrics &metrics);
/// Runs `draw` with a painter on `device` that paintCurves() can use.
void withPlotPainter(QPaintDevice &device, bool vector,
                     const std::function<void(QPainter &)> &draw);
/// A rectangle filled with a special look, for the legend and single cells.
void paintLook(const Ink &ink, const QRectF &rect, SpecialLook look, bool dark);

} // namespace attnscope::ui
