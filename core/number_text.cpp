// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/number_text.h"

#include "core/text_values.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

/// U+2212, which typesetting and spreadsheets of some languages write, U+221E, U+00A0, U+202F.
constexpr std::string_view kMinus = "\xE2\x88\x92", kInfinity = "\xE2\x88\x9E";
constexpr std::string_view kBlanks[] = {" ", "\t", "\r", "\n", "\xC2\xA0", "\xE2\x80\xAF"};

std::string_view withoutBlanks(std::string_view text) {
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view blank : kBlanks) {
            while (text.size() >= blank.size() && text.substr(0, blank.size()) == blank) {
                text.remove_prefix(blank.size());
                again = true;
            }
            while (text.size() >= blank.size() &&
                   text.substr(text.size() - blank.size()) == blank) {
                text.remove_suffix(blank.size());
                again = true;
            }
        }
    }
    return text;
}

} // namespace

std::optional<double> parseTypedNumber(std::string_view text, DecimalSign sign) {
    constexpr std::size_t kLongest = 512; // no number that anybody means is longer
    text = withoutBlanks(text);
    if (text.empty() || text.size() > kLongest)
        return std::nullopt;
    std::string plain;
    plain.reserve(text.size());
    bool fraction = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (text.substr(i, kMinus.size()) == kMinus) {
            plain += '-';
            i += kMinus.size();
        } else if (text.substr(i, kInfinity.size()) == kInfinity) {
            plain += "inf";
            i += kInfinity.size();
        } else if (c == '.' || c == ',') {
            const DecimalSign is = c == '.' ? DecimalSign::Point : DecimalSign::Comma;
            if (fraction || (sign != DecimalSign::Either && sign != is))
                return std::nullopt;
            fraction = true;
            plain += '.';
            ++i;
        } else if (c == '(' || c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            return std::nullopt; // "nan(1)" and a blank after the sign: not as people write
        } else {
            plain += c;
            ++i;
        }
    }
    return parseNumber(plain);
}

float nearestFloat(double value) {
    // Beyond float's range the language leaves the conversion open.
    constexpr double kMost = std::numeric_limits<float>::max();
    constexpr double kHalfway = 0x1.ffffffp127; // to the power of two that float does not hold
    if (!(std::abs(value) > kMost) || std::isinf(value))
        return static_cast<float>(value);
    const float size = std::abs(value) < kHalfway ? std::numeric_limits<float>::max()
                                                  : std::numeric_limits<float>::infinity();
    return value < 0 ? -size : size;
}

std::string formatFloat(float value) {
    if (!std::isfinite(value))
        return formatNumber(static_cast<double>(value));
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    std::string shortest(text, error == std::errc() ? end : text);
    // Readers that go by way of a double round twice; where that would matter, more digits.
    double back = 0.0;
    std::from_chars(shortest.data(), shortest.data() + shortest.size(), back);
    return nearestFloat(back) == value ? shortest : formatNumber(static_cast<double>(value));
}

} // namespace attnscope::core
