// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QString>

#include <functional>
#include <vector>

namespace attnscope::ui {

/// A token as it can be seen: the space markers of tokenizers ('Ġ', '▁') and spaces become '·',
/// line ends '↵', tabs '⇥', other control characters their picture, nothing "(empty)".
[[nodiscard]] QString visibleToken(const QString &token);

/// The text shortened in its middle ("intern…_6") until `width` says that it is at most `room`.
[[nodiscard]] QString middleElided(const QString &text, double room,
                                   const std::function<double(const QString &)> &width);

/// Three significant digits with a true minus sign; whole numbers below 1000 without decimals;
/// "1.2e−5" beyond 0.001..9999; "NaN", "+∞", "−∞".
[[nodiscard]] QString cellNumber(double value);

/// A value for a scale: as short as tells the ends of a scale apart.
[[nodiscard]] QString tickNumber(double value);

/// Round values (1, 2 or 5 times a power of ten) within lo..hi, at most `most` of them.
[[nodiscard]] std::vector<double> niceTicks(double lo, double hi, int most);
/// Powers of ten within lo..hi (every n-th when there are more than `most`).
[[nodiscard]] std::vector<double> logTicks(double lo, double hi, int most);

/// The sentence of a cell for tool tips and screen readers: row 3 “cat” attends to column 1 “the”:
/// 0.42. Empty when the cell does not exist.
[[nodiscard]] QString describeCell(const Figure &figure, const CellRef &cell);

} // namespace attnscope::ui
