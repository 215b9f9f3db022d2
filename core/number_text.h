// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnscope::core {

/// What separates the fraction in a text that somebody typed or another program wrote.
enum class DecimalSign {
    Either, ///< a point or a comma, whichever is there
    Point,
    Comma
};

/// A number as people type it, whatever the locale of the machine says: "0.5" and "0,5" (by
/// `sign`), "1e-3", "+4", "-,5", a true minus sign (U+2212), "inf", "-inf", "∞", "nan" in any
/// case, with blanks around it. Digits are never grouped: "1,234.5", "1.234,5" and "1,2,3" are no
/// numbers, for nobody could tell what they mean. Nothing for anything else.
[[nodiscard]] std::optional<double> parseTypedNumber(std::string_view text,
                                                     DecimalSign sign = DecimalSign::Either);

/// The float next to a double, by way of which numbers are read: what rounds to the largest float
/// is that, and what is beyond is infinite.
[[nodiscard]] float nearestFloat(double value);

/// The shortest text that reads back as the same float, with a point: "0.1", "3.5e-09", "nan",
/// "-inf", "-0". For doubles: formatNumber() of core/text_values.h.
[[nodiscard]] std::string formatFloat(float value);

} // namespace attnscope::core
