// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attnscope::core {

/// English words with what belongs into them: %1, %2 … stand for `values`. Kept apart so that a
/// translation can put them into another order.
struct Phrase {
    Phrase() = default;
    Phrase(const char *text) : pattern(text) {}
    Phrase(std::string text) : pattern(std::move(text)) {}
    Phrase(std::string text, std::vector<std::string> parts)
        : pattern(std::move(text)), values(std::move(parts)) {}

    std::string pattern;
    std::vector<std::string> values;

    [[nodiscard]] bool empty() const { return pattern.empty(); }
    [[nodiscard]] std::string text() const; ///< the pattern with its values in place
    bool operator==(const Phrase &) const = default;
};

/// A number in a sentence: that many significant digits, with a point whatever the locale; "none"
/// for NaN.
[[nodiscard]] std::string brief(double value, int digits = 4);

} // namespace attnscope::core
