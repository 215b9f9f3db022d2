// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/phrase.h"

#include <charconv>
#include <cmath>

namespace attnscope::core {

std::string Phrase::text() const {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool mark = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' &&
                          pattern[i + 1] <= '9';
        const std::size_t n = mark ? static_cast<std::size_t>(pattern[i + 1] - '1') : values.size();
        if (n < values.size()) {
            out += values[n];
            ++i;
        } else {
            out += pattern[i];
        }
    }
    return out;
}

std::string brief(double value, int digits) {
    if (std::isnan(value))
        return "none";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    if (std::fabs(value) < 1e15 && std::floor(value) == value)
        return std::to_string(static_cast<long long>(value));
    char text[64];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
    return {text, end};
}

} // namespace attnscope::core
