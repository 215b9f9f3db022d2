// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text_values.h"

#include "core/tokens.h"

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

/// Whether a number without a sign, "012.5e-3", is below one: the place of its first digit that is
/// not 0 decides, with the exponent.
bool belowOne(std::string_view number) {
    const auto e = number.find_first_of("eE");
    const std::string_view digits = number.substr(0, e);
    const auto point = std::min(digits.find('.'), digits.size());
    const auto first = digits.find_first_of("123456789");
    if (first == std::string_view::npos)
        return true;
    long long place = first < point ? static_cast<long long>(point - first) - 1
                                    : -static_cast<long long>(first - point);
    if (e == std::string_view::npos)
        return place < 0;
    std::string_view text = number.substr(e + 1);
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+'))
        text.remove_prefix(1);
    long long exponent = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec != std::errc{})
        return negative; // beyond 64 bits: no number of digits makes up for it
    return place + (negative ? -exponent : exponent) < 0;
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
        // say which it was; the digits do.
        const bool negative = text.front() == '-';
        value =
            belowOne(text.substr(negative ? 1 : 0)) ? 0.0 : std::numeric_limits<double>::infinity();
        return negative ? -value : value;
    }
    if (error != std::errc{})
        return std::nullopt;
    return value;
}

std::optional<long long> parseWhole(std::string_view text) {
    text = trimmed(text);
    std::string_view digits = text;
    if (digits.size() > 1 && digits.front() == '+' && digits[1] != '-')
        digits.remove_prefix(1); // "+-2" is no number
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

std::size_t editDistance(std::string_view a, std::string_view b) {
    const std::string from = lower(a), to = lower(b);
    // Levenshtein's distance, one row at a time.
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t change = diagonal + (to[j] != from[i]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
        }
    }
    return row[to.size()];
}

std::string nearestName(std::string_view word, const std::vector<std::string> &names) {
    constexpr std::size_t kEnough = 100; // beyond, a word is like no name, and comparing takes long
    word = word.substr(0, kEnough);
    std::string best;
    std::size_t bestCost = std::numeric_limits<std::size_t>::max();
    for (const std::string &name : names) {
        std::size_t cost = editDistance(word, name);
        // "causal" means mask.causal: the last part of a path alone is a near miss as well.
        const auto dot = name.rfind('.');
        if (dot != std::string::npos && lower(name.substr(dot + 1)) == lower(word))
            cost = 1;
        if (cost < bestCost) {
            bestCost = cost;
            best = name;
        }
    }
    return best;
}

std::string oneLine(std::string_view text, std::size_t most) {
    constexpr std::string_view kGap = " … ";
    const bool cut = text.size() > most;
    // The start tells what it is, the end how to mend it.
    const std::size_t head = cut ? most / 2 : text.size(), tail = cut ? most / 3 : 0;
    std::string line;
    const auto add = [&line](std::string_view part) {
        const std::string valid = validUtf8(part);
        for (std::size_t at = 0, n = 0; at < valid.size(); at += n) {
            const auto lead = static_cast<unsigned char>(valid[at]);
            n = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            const std::string_view character(valid.data() + at, n);
            const bool breaks = character == "\n" || character == "\r" || character == "\t" ||
                                character == "\u2028" || character == "\u2029";
            // The second block of control characters, U+0080 to U+009F, can steer a terminal too.
            const bool control = lead < 0x20 || lead == 0x7F ||
                                 (lead == 0xC2 && static_cast<unsigned char>(valid[at + 1]) < 0xA0);
            line += breaks ? " " : control ? "\uFFFD" : character;
        }
    };
    // A cut goes before a character, not through it; none has more than four bytes.
    const auto boundary = [text](std::size_t at) {
        for (std::size_t back = 0; back < 4 && back <= at && at < text.size(); ++back)
            if ((static_cast<unsigned char>(text[at - back]) & 0xC0) != 0x80)
                return at - back;
        return at;
    };
    add(text.substr(0, boundary(head)));
    if (cut) {
        line += kGap;
        add(text.substr(boundary(text.size() - tail)));
    }
    return line;
}

double physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    if (pages <= 0 || size <= 0)
        return 8.0 * 1024 * 1024 * 1024;
    return static_cast<double>(pages) * static_cast<double>(size);
}

} // namespace attnscope::core
