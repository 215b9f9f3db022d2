// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/colour_scale.h"

#include "core/mask_edit.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attnscope::ui {
namespace {

// In the order in which a cell's fill is taken: the last that is set.
constexpr std::uint8_t kReasons[] = {core::kHiddenByCausal, core::kHiddenByPadding,
                                     core::kHiddenByCustom};

void include(std::optional<ColourRange> &range, float value) {
    if (!range)
        range = ColourRange{value, value};
    range->lo = std::min<double>(range->lo, value);
    range->hi = std::max<double>(range->hi, value);
}

std::optional<ColourRange> rowRange(const MapPanel &panel, std::size_t row) {
    std::optional<ColourRange> range;
    for (std::size_t c = 0; c < panel.columns; ++c)
        if (panel.kind(row, c) == CellKind::Value)
            include(range, panel.value(row, c));
    return range;
}

} // namespace

std::optional<ColourRange> finiteRange(std::span<const float> values, bool positiveOnly) {
    std::optional<ColourRange> range;
    for (const float v : values)
        if (std::isfinite(v) && (!positiveOnly || v > 0.0f))
            include(range, v);
    return range;
}

std::optional<ColourRange> finiteRange(const MapPanel &panel) {
    const bool positiveOnly = panel.mode == ColourScaleMode::Log;
    std::optional<ColourRange> range;
    for (std::size_t r = 0; r < panel.rows; ++r)
        for (std::size_t c = 0; c < panel.columns; ++c)
            if (panel.kind(r, c) == CellKind::Value) {
                const float v = panel.value(r, c);
                if (!positiveOnly || v > 0.0f)
                    include(range, v);
            }
    return range;
}

ColourRange widened(ColourRange range, ColourScaleMode mode) {
    const bool log = mode == ColourScaleMode::Log;
    if (!std::isfinite(range.lo) || !std::isfinite(range.hi))
        return log ? ColourRange{0.1, 1.0} : ColourRange{0.0, 1.0};
    if (range.lo > range.hi)
        std::swap(range.lo, range.hi);
    // Cells are floats: an end beyond them shows nothing more, and its distance would overflow.
    constexpr double kMost = std::numeric_limits<float>::max();
    range = {std::clamp(range.lo, -kMost, kMost), std::clamp(range.hi, -kMost, kMost)};
    if (log) {
        if (range.hi <= 0.0)
            return {0.1, 1.0};
        if (range.lo <= 0.0)
            range.lo = range.hi * 1e-4; // a bar of four decades below the end that can be drawn
        if (range.lo == range.hi)
            range.lo = range.hi / 10.0;
        return range;
    }
    if (range.lo == range.hi) {
        if (range.lo == 0.0)
            return {0.0, 1.0};
        return {std::min(0.0, range.lo), std::max(0.0, range.hi)};
    }
    return range;
}

ColourScale::ColourScale(ColourMap map, ColourScaleMode mode, ColourRange range)
    : m_table(colourTable(map)), m_range(widened(range, mode)),
      m_log(mode == ColourScaleMode::Log) {
    double lo = m_range.lo, hi = m_range.hi;
    if (m_log) {
        lo = std::log2(lo);
        hi = std::log2(hi);
    } else if (isDiverging(map)) {
        // Zero is the middle colour and one step of value is one step of colour on both sides.
        hi = std::max(std::abs(lo), std::abs(hi));
        lo = -hi;
    }
    // Half of what a float can hold, so that the distance of two cells in the range is one, too.
    constexpr double kHalf = std::numeric_limits<float>::max() / 2.0;
    lo = std::clamp(lo, -kHalf, kHalf);
    hi = std::clamp(hi, -kHalf, kHalf);
    m_lo = static_cast<float>(lo);
    m_factor = static_cast<float>(256.0 / (hi - lo));
    // A span below the smallest float would make the factor infinite, and zero times it a NaN.
    if (!std::isfinite(m_factor))
        m_factor = 3e38f;
}

int ColourScale::index(float value) const {
    const float at = ((m_log ? std::log2(value) : value) - m_lo) * m_factor;
    return static_cast<int>(at > 0.0f ? std::min(at, 255.0f) : 0.0f); // a NaN is not greater
}

QRgb ColourScale::colour(float value) const {
    return m_table[static_cast<std::size_t>(index(value))];
}

QRgb ColourScale::barColour(double height) const {
    const double lo = m_range.lo, hi = m_range.hi;
    const double value = m_log ? std::exp2(std::log2(lo) + height * (std::log2(hi) - std::log2(lo)))
                               : lo + height * (hi - lo);
    return colour(static_cast<float>(value));
}

double ColourScale::barHeight(double value) const {
    if (m_log)
        return (std::log2(value) - std::log2(m_range.lo)) /
               (std::log2(m_range.hi) - std::log2(m_range.lo));
    return (value - m_range.lo) / (m_range.hi - m_range.lo);
}

SpecialStyle specialStyle(SpecialLook look, bool dark) {
    switch (look) {
    case SpecialLook::Hidden:
        return dark ? SpecialStyle{0xff2b2927, 0xff6f6963, Hatch::Slash}
                    : SpecialStyle{0xfff1efee, 0xffb5b0ab, Hatch::Slash};
    case SpecialLook::NaN:
        return dark ? SpecialStyle{0xff4a1142, 0xfff0abfc, Hatch::Cross}
                    : SpecialStyle{0xfffbdcf6, 0xffa21caf, Hatch::Cross};
    case SpecialLook::PositiveInfinity:
        return dark ? SpecialStyle{0xff541c1c, 0xfffca5a5, Hatch::Vertical}
                    : SpecialStyle{0xfffee2e2, 0xffb91c1c, Hatch::Vertical};
    case SpecialLook::NegativeInfinity:
        return dark ? SpecialStyle{0xff172a54, 0xff93c5fd, Hatch::Horizontal}
                    : SpecialStyle{0xffdbeafe, 0xff1d4ed8, Hatch::Horizontal};
    case SpecialLook::EmptyRow:
        return dark ? SpecialStyle{0xff45300a, 0xfffbbf24, Hatch::BackSlash}
                    : SpecialStyle{0xfffef3c7, 0xffb45309, Hatch::BackSlash};
    case SpecialLook::BelowRange:
        return dark ? SpecialStyle{0xff5b5f6b, 0xffd6d9e0, Hatch::Dots}
                    : SpecialStyle{0xffd3d6de, 0xff5b6070, Hatch::Dots};
    case SpecialLook::Visible:
        return dark ? SpecialStyle{0xff8c867f, 0xff8c867f, Hatch::None}
                    : SpecialStyle{0xff78716c, 0xff78716c, Hatch::None};
    case SpecialLook::HiddenByCausal:
        return dark ? SpecialStyle{0xff26241f, 0xff7d766f, Hatch::SlashPairs}
                    : SpecialStyle{0xfff5f3f0, 0xffa39d97, Hatch::SlashPairs};
    case SpecialLook::HiddenByPadding:
        return dark ? SpecialStyle{0xff1e2430, 0xff7f8ba6, Hatch::Grid}
                    : SpecialStyle{0xffeaeef5, 0xff94a3b8, Hatch::Grid};
    case SpecialLook::HiddenByCustom:
        return dark ? SpecialStyle{0xff0f2d2a, 0xff2dd4bf, Hatch::Marks}
                    : SpecialStyle{0xffe3f4f1, 0xff0f766e, Hatch::Marks};
    }
    return {};
}

QString specialLookText(SpecialLook look) {
    const auto translated = [](const char *text) {
        return QCoreApplication::translate("ColourScale", text);
    };
    switch (look) {
    case SpecialLook::Hidden:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "hidden by the mask"));
    case SpecialLook::NaN:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "NaN"));
    case SpecialLook::PositiveInfinity:
        return QStringLiteral("+∞");
    case SpecialLook::NegativeInfinity:
        return QStringLiteral("−∞");
    case SpecialLook::EmptyRow:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "row without a visible key"));
    case SpecialLook::BelowRange:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "≤ 0, no logarithm"));
    case SpecialLook::Visible:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "visible"));
    case SpecialLook::HiddenByCausal:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "hidden: causal"));
    case SpecialLook::HiddenByPadding:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "hidden: padding"));
    case SpecialLook::HiddenByCustom:
        return translated(QT_TRANSLATE_NOOP("ColourScale", "hidden: painted"));
    }
    return {};
}

std::optional<SpecialLook> specialLook(CellKind kind) {
    switch (kind) {
    case CellKind::Value:
        return std::nullopt;
    case CellKind::Hidden:
        return SpecialLook::Hidden;
    case CellKind::NaN:
        return SpecialLook::NaN;
    case CellKind::PositiveInfinity:
        return SpecialLook::PositiveInfinity;
    case CellKind::NegativeInfinity:
        return SpecialLook::NegativeInfinity;
    case CellKind::EmptyRow:
        return SpecialLook::EmptyRow;
    }
    return std::nullopt;
}

SpecialLook reasonLook(std::uint8_t reason) {
    return reason == core::kHiddenByCausal    ? SpecialLook::HiddenByCausal
           : reason == core::kHiddenByPadding ? SpecialLook::HiddenByPadding
                                              : SpecialLook::HiddenByCustom;
}

std::vector<signed char> ColouredCells::looksOf(SpecialLook look) const {
    std::vector<signed char> out = looks;
    for (std::size_t i = 0; hiddenBy.present() && i < out.size(); ++i)
        for (const std::uint8_t reason : kReasons)
            if (reasonLook(reason) == look && (hiddenBy.data()[i] & reason))
                out[i] = static_cast<signed char>(look);
    return out;
}

ColouredCells colourCells(const MapPanel &panel, bool dark) {
    ColouredCells cells;
    const std::size_t count = panel.rows * panel.columns;
    cells.colours.resize(count);
    cells.looks.assign(count, -1);
    if (panel.hiddenBy.present()) {
        // The painted mask's fill comes first: it is what can be changed here.
        cells.hiddenBy = panel.hiddenBy;
        for (std::size_t i = 0; i < count; ++i) {
            SpecialLook look = SpecialLook::Visible;
            for (const std::uint8_t reason : kReasons)
                if (panel.hiddenBy.data()[i] & reason) {
                    look = reasonLook(reason);
                    cells.looksPresent |= 1u << static_cast<unsigned>(look);
                }
            cells.looksPresent |= 1u << static_cast<unsigned>(look);
            cells.looks[i] = static_cast<signed char>(look);
            cells.colours[i] = specialStyle(look, dark).fill;
        }
        return cells;
    }
    QRgb fills[kSpecialLooks];
    for (int i = 0; i < kSpecialLooks; ++i)
        fills[i] = specialStyle(static_cast<SpecialLook>(i), dark).fill;
    std::vector<char> isEmptyRow(panel.rows, 0);
    for (const std::size_t r : panel.emptyRows)
        if (r < panel.rows)
            isEmptyRow[r] = 1;

    const bool perRow = panel.mode == ColourScaleMode::PerRow;
    const ColourScale scale(panel.map, panel.mode, panel.range);
    const auto lo = static_cast<float>(scale.range().lo), hi = static_cast<float>(scale.range().hi);
    for (std::size_t r = 0; r < panel.rows; ++r) {
        const ColourScale rowScale =
            perRow ? ColourScale(panel.map, panel.mode, rowRange(panel, r).value_or(ColourRange{}))
                   : scale;
        const float *values = panel.values.data() + panel.offset + r * panel.columns;
        const std::uint8_t *keep = panel.keep.present()
                                       ? panel.keep.data() + panel.keepOffset + r * panel.columns
                                       : nullptr;
        QRgb *colours = cells.colours.data() + r * panel.columns;
        signed char *looks = cells.looks.data() + r * panel.columns;
        for (std::size_t c = 0; c < panel.columns; ++c) {
            const float v = values[c];
            // The plain case first: it is nearly all of a map, and frames are short of time.
            if (std::isfinite(v) && (!keep || keep[c]) && !rowScale.isBelow(v)) {
                colours[c] = rowScale.colour(v);
                cells.beyondLow |= !perRow && v < lo;
                cells.beyondHigh |= !perRow && v > hi;
                continue;
            }
            SpecialLook look = SpecialLook::BelowRange;
            if (std::isnan(v))
                look = SpecialLook::NaN;
            else if (keep && !keep[c])
                look = isEmptyRow[r] ? SpecialLook::EmptyRow : SpecialLook::Hidden;
            else if (std::isinf(v))
                look = v > 0.0f ? SpecialLook::PositiveInfinity : SpecialLook::NegativeInfinity;
            const int i = static_cast<int>(look);
            looks[c] = static_cast<signed char>(i);
            cells.looksPresent |= 1u << i;
            colours[c] = fills[i];
        }
    }
    return cells;
}

} // namespace attnscope::ui
