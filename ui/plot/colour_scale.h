// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/colour_tables.h"
#include "ui/plot/figure.h"

#include <optional>
#include <span>
#include <vector>

namespace attnscope::ui {

/// Smallest and largest finite value; with `positiveOnly` of the values above zero (for a log
/// scale). Nothing when there is none.
[[nodiscard]] std::optional<ColourRange> finiteRange(std::span<const float> values,
                                                     bool positiveOnly = false);
/// The same over the cells of a panel that show a value (hidden cells do not count).
[[nodiscard]] std::optional<ColourRange> finiteRange(const MapPanel &panel);

/// A range that a colour bar can be drawn for. Ends that are equal are moved apart: a constant c
/// becomes 0..c (or c..0), zero becomes 0..1, on a log scale c becomes c/10..c; swapped ends are
/// put right; a log scale without a positive end, or an end that is not finite, becomes 0..1
/// (log: 0.1..1).
[[nodiscard]] ColourRange widened(ColourRange range, ColourScaleMode mode);

/// How values of one panel become colours; the cells, the colour bar and the files all ask it.
class ColourScale {
public:
    /// `range` is widened() first. With PerRow, `range` holds for one row.
    ColourScale(ColourMap map, ColourScaleMode mode, ColourRange range);

    [[nodiscard]] ColourRange range() const { return m_range; }
    [[nodiscard]] bool isLog() const { return m_log; }
    /// Entry of the table for a finite value; values beyond the ends take the end's colour. On a
    /// log scale a value ≤ 0 has none: see isBelow().
    [[nodiscard]] int index(float value) const;
    [[nodiscard]] QRgb colour(float value) const;
    /// Colour of a height of the bar, 0 = lower end, 1 = upper end.
    [[nodiscard]] QRgb barColour(double height) const;
    /// Where on the bar a value stands, 0..1 within the range.
    [[nodiscard]] double barHeight(double value) const;
    /// On a log scale zero and negative values have a look of their own.
    [[nodiscard]] bool isBelow(float value) const { return m_log && value <= 0.0f; }

private:
    const ColourTable &m_table;
    ColourRange m_range;
    bool m_log;
    float m_lo, m_factor; // index = (v - lo) · factor, of log2(v) on a log scale
};

/// Marks a cell or a legend entry by lines, so that it is known without colour.
enum class Hatch {
    None,
    Slash,
    BackSlash,
    Cross,
    Vertical,
    Horizontal,
    Dots,
    SlashPairs,
    Grid,
    Marks
};

/// Looks that are not a value's: what a cell is drawn with besides the colour map.
/// The last four are those of a map of a mask.
enum class SpecialLook {
    Hidden,
    NaN,
    PositiveInfinity,
    NegativeInfinity,
    EmptyRow,
    BelowRange,
    Visible,
    HiddenByCausal,
    HiddenByPadding,
    HiddenByCustom
};
inline constexpr int kSpecialLooks = 10;

struct SpecialStyle {
    QRgb fill;
    QRgb line;
    Hatch hatch;
};
/// Pairwise different in hatching, and in colour too.
[[nodiscard]] SpecialStyle specialStyle(SpecialLook look, bool dark);
/// "hidden", "NaN", … as in the legend.
[[nodiscard]] QString specialLookText(SpecialLook look);
/// The look of a kind of cell; nothing for a value.
[[nodiscard]] std::optional<SpecialLook> specialLook(CellKind kind);

/// A panel's cells as table colours or looks, row by row.
struct ColouredCells {
    std::vector<QRgb> colours;      ///< one a cell, special ones filled with their look's colour
    std::vector<signed char> looks; ///< −1 = value, else SpecialLook
    /// Of a map of a mask: the reasons of each cell, whose hatchings lie over each other.
    core::BoolTensor hiddenBy;
    unsigned looksPresent = 0; ///< bit set of SpecialLook
    /// `looks` for the hatching of one look; differs where a cell has more than one reason.
    [[nodiscard]] std::vector<signed char> looksOf(SpecialLook look) const;
    bool beyondLow = false, beyondHigh = false; ///< some value lies outside the range
};
/// The look of one of core's kHiddenBy… bits.
[[nodiscard]] SpecialLook reasonLook(std::uint8_t reason);
[[nodiscard]] ColouredCells colourCells(const MapPanel &panel, bool dark);

} // namespace attnscope::ui
