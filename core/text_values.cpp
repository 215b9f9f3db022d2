// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include <unistd.h>

namespace attnscope::core {

namespace {

std::string lower(std::string_view text) {
    std::string s(text);
    // Not std::tolower, which asks the locale.
    std::transform(s.begin(), s.end(), s.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return s;
}

std::string_view trimmed(std::string_view s) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = s.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return s.substr(first, s.find_last_not_of(kBlank) - first + 1);
}

} // namespace

std::optional<double> parseNumber(std::string_view text) {
    text = trimmed(text);
    const bool plus = !text.empty() && text.front() == '+';
    if (plus)
        text.remove_prefix(1); // from_chars knows no plus sign
    if (text.empty() || (plus && (text.front() == '-' || text.front() == '+')))
        return std::nullopt;
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size())
        return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too large is infinite as in every other reader, too small is zero. from_chars does not
        // say which it was; the way the number is written does.
        const std::string digits = lower(text.substr(text.front() == '-' ? 1 : 0));
        const bool small = digits.find("e-") != std::string::npos || digits.rfind("0.", 0) == 0 ||
                           digits.front() == '.';
        value = small ? 0.0 : std::numeric_limits<double>::infinity();
        return text.front() == '-' ? -value : value;
    }
    if (error != std::errc{})
        return std::nullopt;
    return value;
}

std::optional<long long> parseWhole(std::string_view text) {
    text = trimmed(text);
    std::string_view digits = text;
    if (!digits.empty() && digits.front() == '+')
        digits.remove_prefix(1);
    long long whole = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    if (error == std::errc{} && end == digits.data() + digits.size())
        return whole;
    // "4.0" and "1e3" are whole numbers as well, as far as doubles count in ones.
    const auto value = parseNumber(text);
    if (!value || !(std::abs(*value) <= 9007199254740992.0) || std::trunc(*value) != *value)
        return std::nullopt;
    return static_cast<long long>(*value);
}

std::optional<bool> parseSwitch(std::string_view text) {
    const std::string s = lower(trimmed(text));
    if (s == "true" || s == "on" || s == "yes" || s == "1")
        return true;
    if (s == "false" || s == "off" || s == "no" || s == "0")
        return false;
    return std::nullopt;
}

std::string formatNumber(double value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    char text[40];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return error == std::errc{} ? std::string(text, end) : std::string("?");
}

std::string formatBytes(double bytes) {
    constexpr const char *kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    while (bytes >= 1024.0 && unit + 1 < std::size(kUnits)) {
        bytes /= 1024.0;
        ++unit;
    }
    return formatNumber(unit == 0 ? bytes : std::round(bytes * 10.0) / 10.0) + " " + kUnits[unit];
}

std::string nearestName(std::string_view word, const std::vector<std::string> &names) {
    const std::string from = lower(word);
    std::string best;
    std::size_t bestCost = std::numeric_limits<std::size_t>::max();
    for (const std::string &name : names) {
        // Levenshtein distance, one row at a time.
        std::vector<std::size_t> row(name.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 0; i < from.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i + 1;
            for (std::size_t j = 0; j < name.size(); ++j) {
                const std::size_t change = diagonal + (lower(name.substr(j, 1))[0] != from[i]);
                diagonal = row[j + 1];
                row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
            }
        }
        // "causal" means mask.causal: the last part of a path alone is a near miss as well.
        std::size_t cost = row[name.size()];
        const auto dot = name.rfind('.');
        if (dot != std::string::npos && lower(name.substr(dot + 1)) == from)
            cost = 1;
        if (cost < bestCost) {
            bestCost = cost;
            best = name;
        }
    }
    return best;
}

double physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    if (pages <= 0 || size <= 0)
        return 8.0 * 1024 * 1024 * 1024;
    return static_cast<double>(pages) * static_cast<double>(size);
}

} // namespace attnscope::core
