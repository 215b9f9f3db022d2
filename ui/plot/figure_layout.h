// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace attnscope::ui {

/// Sizes of text and gaps in units of layout (1/96 inch), scaled by the figure's font scale.
struct Metrics {
    explicit Metrics(double fontScale) : scale(fontScale) {}
    double scale;
    [[nodiscard]] double px(double size) const { return size * scale; }
    [[nodiscard]] double figureTitle() const { return px(17); }
    [[nodiscard]] double title() const { return px(13); }
    [[nodiscard]] double muted() const { return px(11); }
    [[nodiscard]] double small() const { return px(10); }
};

/// From one line of the legend to the next.
inline constexpr double kLegendLine = 18.0;

/// How the labels of one axis stand.
struct AxisLabels {
    int step = 1; ///< every step-th label is drawn
    double pixelSize = 11.0;
    double room = 0.0;   ///< longest a label may be
    bool turned = false; ///< reading upwards
    bool names = true;   ///< false: the numbers alone
};

struct MapLayout {
    QRectF map;                         ///< the cells, nothing else
    std::vector<double> xEdges, yEdges; ///< columns + 1 and rows + 1 of them
    AxisLabels rows, columns;
    QPointF rowTitle, columnTitle; ///< centres of the base lines
    QRectF rightMargin, bottomMargin, bar;
    double numberSize = 0.0; ///< of the numbers in the cells, 0 = no room
    int numberChars = 0;     ///< that many characters fit a cell
    bool compact = false;
    bool titleInHeading = false;
};

struct PanelLayout {
    QRectF box;
    QPointF title, subtitle; ///< base lines' left ends
    double titleWidth = 0.0;
    double shift = 0.0; ///< of the heading against the box's left side
    QRectF badge;
    QRectF body; ///< below the heading
    std::optional<MapLayout> map;
};

/// Where everything of a figure stands. Depends on the structure (sizes, labels, what is shown),
/// not on the values, so a picture does not jump while a setting is dragged.
struct FigureLayout {
    QSizeF size;
    QPointF title, caption, legend;
    std::vector<PanelLayout> panels;
    /// One colour bar beside all maps when they share colours, range and title; else empty.
    QRectF sharedBar;
    const MapPanel *sharedBarPanel = nullptr; ///< a panel of the figure, which must still exist

    [[nodiscard]] std::optional<CellRef> cellAt(const QPointF &position) const;
    [[nodiscard]] QRectF cellRect(const CellRef &cell) const;
    /// The cell of a panel that is nearest to a position; nothing for a panel without cells.
    [[nodiscard]] std::optional<CellRef> nearestCell(int panel, const QPointF &position) const;
    /// The label of a row (vertical header) or of a column under a position.
    struct Header {
        CellRef first; ///< the first cell of that row or column
        Qt::Orientation orientation;
    };
    [[nodiscard]] std::optional<Header> headerAt(const QPointF &position) const;
};

/// `pixel` is the size of a device pixel in units of layout; 0 for vector files, where edges need
/// not fall on pixels. `legendLines`: lines for the special looks below.
[[nodiscard]] FigureLayout layoutFigure(const Figure &figure, QSizeF size, double pixel,
                                        int legendLines);

/// A label as drawn: the number, and the visible token shortened to fit.
struct LabelText {
    QString number, name, full;
};
[[nodiscard]] LabelText labelText(const QStringList &labels, std::size_t index,
                                  const AxisLabels &axis);

} // namespace attnscope::ui
