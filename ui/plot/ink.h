// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/svg_device.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QString>

namespace attnscope::ui {

/// Where a figure is being drawn. Screen and PNG are rasters with a grid of pixels to snap to; in
/// SVG and PDF cells are rectangles.
enum class Target { Raster, Svg, Pdf };

/// Width of a line of text in the figure's font; remembered, because labels hardly change.
[[nodiscard]] double textWidth(const QString &text, double pixelSize, bool bold = false);
/// Height above and below the base line.
[[nodiscard]] double textAscent(double pixelSize);
[[nodiscard]] double textDescent(double pixelSize);

/// The few ways in which a figure is put on paper, the same for every target.
class Ink {
public:
    enum class Align { Left, Centre, Right };

    Ink(QPainter &painter, Target target, SvgDevice *svg, double pixel)
        : m_painter(painter), m_svg(svg), m_pixel(pixel), m_target(target) {}

    [[nodiscard]] QPainter &painter() const { return m_painter; }
    [[nodiscard]] Target target() const { return m_target; }
    [[nodiscard]] SvgDevice *svg() const { return m_svg; }
    /// Size of a device pixel in units of layout; of a hair in vector files.
    [[nodiscard]] double pixel() const { return m_pixel; }

    /// One line of text. `position` is the base line's point at the alignment, `angle` is 0 or −90
    /// (reading upwards). `title` holds the unshortened words.
    void text(QPointF position, const QString &words, double pixelSize, const QColor &colour,
              Align align = Align::Left, bool bold = false, double angle = 0.0,
              const QString &title = {}) const;
    /// A filled rectangle whose edges are not smoothed where there are pixels.
    void fill(const QRectF &rect, const QColor &colour) const;
    /// The outline of `rect`, `width` wide, lying inside it.
    void frame(const QRectF &rect, const QColor &colour, double width) const;

private:
    void drawAsPixels(const QPointF &baseline, const QString &words, const QColor &colour,
                      const QFont &font, double width) const;

    QPainter &m_painter;
    SvgDevice *m_svg;
    double m_pixel;
    Target m_target;
};

} // namespace attnscope::ui
