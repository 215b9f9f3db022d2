// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace attnscope::ui {

/// Colour maps safe for colour-blind eyes. Sequential for 0..1, diverging for signed data.
enum class ColourMap { Viridis, Cividis, Grey, BlueRed, PurpleGreen };
/// How a value becomes a colour.
enum class ColourScaleMode { Linear, Log, PerRow };

/// Ends of a colour bar; always from the data it labels, or typed by the user.
struct ColourRange {
    double lo = 0.0;
    double hi = 1.0;
    bool operator==(const ColourRange &) const = default;
};

/// What a cell is. Hidden, NaN and ∞ each have a look of their own (hatching), never colour alone.
enum class CellKind { Value, Hidden, NaN, PositiveInfinity, NegativeInfinity, EmptyRow };

/// One heatmap: rows = queries from top, columns = keys from the left.
struct MapPanel {
    QString title;
    QString subtitle;    ///< muted second line (formula, statistics), may be empty
    core::Tensor values; ///< the whole stage; the panel shows rows×columns from `offset`
    std::size_t offset = 0;
    std::size_t rows = 0, columns = 0;
    core::BoolTensor
        keep; ///< visible set bits, absent = all visible; row r at keepOffset + r·columns
    std::size_t keepOffset = 0;
    /// A map of a mask itself: why each cell is hidden (core::kHiddenBy…), 0 = visible. Each reason
    /// has a look of its own, and so has a visible cell. Absent for every other map.
    core::BoolTensor hiddenBy;
    std::vector<std::size_t> emptyRows;  ///< rows without a visible key, flagged
    QString rowTitle, columnTitle;       ///< "query i (rows)", "key j (columns)"
    QStringList rowLabels, columnLabels; ///< token labels (index is added by the painter)
    ColourMap map = ColourMap::Viridis;
    ColourScaleMode mode = ColourScaleMode::Linear;
    ColourRange range;
    bool colourBar = true;
    QString colourBarTitle; ///< name (and unit) of the values
    bool numbers = true;    ///< values in the cells when there is room
    bool squareCells = true;
    std::vector<double>
        rightMargin; ///< one a row (row entropy); empty = none; NaN = does not exist
    QString rightMarginTitle;
    std::vector<double> bottomMargin; ///< one a column (mean per key)
    QString bottomMarginTitle;
    bool marginsWhereFree = false;    ///< margins only where the map does not shrink for them
    std::optional<QColor> headColour; ///< the head's colour in every view: a bar beside the title
    QString badge;                    ///< amber: what is wrong about this mode; empty = nothing
    /// A whole row or column in the accent colour: what an edited cell makes.
    std::optional<std::size_t> markedRow, markedColumn;
    bool editable = false; ///< its cells can be edited in place; seen on the screen alone
    int linkGroup = 0;     ///< panels of one group share the highlighted (row, column)

    [[nodiscard]] float value(std::size_t r, std::size_t c) const {
        return values.data()[offset + r * columns + c];
    }
    [[nodiscard]] CellKind kind(std::size_t r, std::size_t c) const;
};

/// One line, point set or bar series of a curve panel.
struct Series {
    enum class Style { Line, Points, LinePoints, Bars, Dashed };
    QString name;
    std::vector<double> x, y;
    std::vector<double> lower, upper; ///< band of the spread; empty = none
    QColor colour;                    ///< invalid = next of the theme's cycle
    std::vector<QColor> colours;      ///< of bars that differ, one a point; empty = all alike
    QStringList labels;               ///< of points, one each; empty = none
    Style style = Style::Line;
};

/// Curves, bars or histograms over common axes.
struct CurvePanel {
    QString title, subtitle;
    QString xTitle, yTitle;
    bool logX = false, logY = false;
    std::vector<Series> series;
    std::vector<QString> xTickLabels;          ///< for categories 0,1,2…; empty = numbers
    std::optional<ColourRange> xRange, yRange; ///< empty = from the data
    std::optional<double> verticalMarker, horizontalMarker;
    QString markerLabel; ///< of the horizontal marker if there is one, else the vertical's
    bool legend = true;
    QString badge;
    /// Answers the pointer: its marker can be dragged, its points can be clicked (FigureView).
    bool interactive = false;
};

/// Where the axes of a curve panel were drawn, to tell what value a place stands for.
struct CurveFrame {
    QRectF axes; ///< empty for a panel that has none
    ColourRange x, y;
    bool logX = false, logY = false;
    /// The values at a place of the picture, also outside of the axes.
    [[nodiscard]] QPointF valueAt(const QPointF &position) const;
    /// Where a value stands in the picture.
    [[nodiscard]] QPointF placeOf(const QPointF &value) const;
};

/// A few numbers from 0 to 1 of each of some things, as bars on cards: what heads are like at a
/// glance.
struct GlyphPanel {
    struct Gauge {
        std::optional<double> value;     ///< absent: does not exist, "–"
        std::optional<double> reference; ///< a tick: what it is compared with
    };
    struct Glyph {
        QString name, note; ///< the note stands below the bars
        QColor colour;
        std::vector<Gauge> gauges;
        bool crossed = false; ///< struck out
    };
    /// Two glyphs that belong together.
    struct Tie {
        std::size_t a = 0, b = 0;
        QString label;
    };
    QString title, subtitle, badge;
    QStringList gaugeNames;
    std::vector<Glyph> glyphs;
    std::vector<Tie> ties;
};

/// Words and numbers in rows.
struct TablePanel {
    struct Column {
        QString title;
        bool words = false; ///< left-aligned, and broken into lines; else a number
    };
    struct Cell {
        QString text;
        QString muted;           ///< after it: what it is compared with
        bool emphasised = false; ///< in the colour of what is wrong
    };
    struct Row {
        std::vector<Cell> cells;
        std::optional<QColor> chip; ///< of the head that it tells of
    };
    QString title, subtitle, badge;
    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// A panel and where it stands in the figure's grid.
struct Panel {
    std::variant<MapPanel, CurvePanel, GlyphPanel, TablePanel> content;
    int row = 0, column = 0, rowSpan = 1, columnSpan = 1;
    double stretch = 1.0;       ///< relative width among the panels of its row
    double heightStretch = 1.0; ///< relative height of its row: the largest of its panels counts
};

/// A (panel, row, column) that is marked in all panels of the same link group.
struct CellRef {
    int panel = -1;
    std::size_t row = 0, column = 0;
    bool operator==(const CellRef &) const = default;
};

/// A colour table of the frame, one for light and one for dark (interface.md §3).
struct Palette {
    QColor ground, panel, line, text, muted, accent, amber, red;
    bool dark = false;
    [[nodiscard]] static const Palette &light();
    [[nodiscard]] static const Palette &darkPalette();
};

/// The display list: everything a picture consists of, as values. Screen, PNG, SVG, PDF and the
/// clipboard are all drawn from it, so what is exported is what was seen.
struct Figure {
    QString title;
    QString caption; ///< settings and seed in one muted line below; may be empty
    std::vector<Panel> panels;
    std::vector<CellRef> locked; ///< drawn in the accent colour
    /// Panels of one kind in reading order: as many stand in a row as makes them largest for the
    /// size at hand; their own rows and columns do not count.
    bool reflow = false;
    Palette palette = Palette::light();
    bool transparentBackground = false;
    double fontScale = 1.0;
    QString emptyReason; ///< shown when there are no panels
    /// For the file's metadata: pairs of key and value (settings, seed, program version).
    std::vector<std::pair<QString, QString>> metadata;
};

} // namespace attnscope::ui
