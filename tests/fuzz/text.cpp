// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words and numbers: what a text field, a cell or a command line may be given.
#include "core/number_text.h"
#include "core/session.h"
#include "core/text_values.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale.h>
#include <string>

namespace attnscope::fuzz {
namespace {

bool isValid(const std::string &text) { return core::validUtf8(text) == text; }

void words(std::string_view bytes) {
    const std::string valid = core::validUtf8(bytes);
    require(isValid(valid), "made valid, it is valid");
    require(valid.size() <= 3 * bytes.size(), "a bad byte becomes one character");
    const auto tokens = core::tokenise(bytes);
    std::string spaced;
    for (const std::string &token : tokens) {
        require(!token.empty() && isValid(token), "a token is a word");
        require(core::tokenise(token) == std::vector<std::string>{token}, "a token is one token");
        require(core::tokenKey(token) == core::tokenKey(std::string(token)), "a word has one key");
        const std::string label = core::displayToken(token);
        require(!label.empty() && isValid(label), "a token can be seen");
        for (const char c : label)
            require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "a label is one line");
        spaced += token + " ";
    }
    require(core::tokenise(spaced) == tokens, "words are the same with a space between them");
    require(core::tokenise(valid) == tokens, "bad bytes are U+FFFD to everybody");

    const std::string line = core::oneLine(bytes, 200);
    require(isValid(line) && line.find('\n') == std::string::npos, "a line is one line");
    require(line.size() <= 3 * 200 + 16, "a line is short");

    std::vector<std::string> lines(1);
    for (const char c : bytes)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back().push_back(c);
    core::Session session;
    core::setText(session, lines);
    require(session.text.size() == session.tokens.size(), "one line is one sequence");
    for (const auto &sequence : session.tokens)
        require(sequence.size() == session.tokens.front().size(), "sequences are padded");
}

/// A number by the C library, in its own locale; nothing for what it does not read to the end, or
/// reads and we do not want (hexadecimal, a payload of NaN).
std::optional<double> byLibrary(const std::string &text) {
    static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    if (text.find_first_of("xX(") != std::string::npos)
        return std::nullopt;
    char *end = nullptr;
    const double value = ::strtod_l(text.c_str(), &end, plain);
    if (end == text.c_str() || end != text.c_str() + text.size())
        return std::nullopt;
    return value;
}

void numbers(std::string_view bytes) {
    const std::string text(bytes);
    const auto number = core::parseNumber(text);
    if (number && text.find('(') == std::string::npos) {
        std::string bare = text;
        while (!bare.empty() && std::strchr(" \t\r\n", bare.back()))
            bare.pop_back();
        const auto other = byLibrary(bare);
        require(other.has_value(), "a number is one to the C library too");
        require(std::isnan(*number) ? std::isnan(*other) : *number == *other,
                "a number is the same to the C library");
    }
    if (number) {
        const auto again = core::parseNumber(core::formatNumber(*number));
        require(again && (std::isnan(*number) ? std::isnan(*again) : *again == *number),
                "a number that is written reads back the same");
    }
    if (const auto whole = core::parseWhole(text)) {
        require(core::parseWhole(std::to_string(*whole)) == whole, "a whole number reads back");
        require(number && *number == static_cast<double>(*whole), "a whole number is a number");
    }
    (void)core::parseSwitch(text);
    const auto typed = core::parseTypedNumber(text);
    if (typed && text.find_first_of(",") == std::string::npos && core::validUtf8(text) == text &&
        std::all_of(text.begin(), text.end(), [](char c) { return c > 0; }))
        require(number && (std::isnan(*typed) ? std::isnan(*number) : *number == *typed),
                "a number that is typed is a number");
    // Any 64 bits are a double.
    if (bytes.size() >= sizeof(double)) {
        double value = 0.0;
        std::memcpy(&value, bytes.data(), sizeof value);
        const auto again = core::parseNumber(core::formatNumber(value));
        require(again && (std::isnan(value) ? std::isnan(*again)
                                            : std::memcmp(&*again, &value, sizeof value) == 0),
                "every double reads back to the last bit");
        float single = 0.0f;
        std::memcpy(&single, bytes.data(), sizeof single);
        const auto shorter = core::parseNumber(core::formatFloat(single));
        require(shorter && (std::isnan(single) ? std::isnan(*shorter)
                                               : static_cast<float>(*shorter) == single),
                "every float reads back");
    }
}

void read(std::string_view bytes) {
    const std::size_t n = bytes.size();
    // A byte that is no UTF-8 becomes three, a code point takes four, a token of one byte and its
    // space a string of 32; each while a list of them grows.
    const AllocationLimit limit(128 * n + 16384, 1024 * n + 32 * n * n + 65536);
    words(bytes);
    numbers(bytes);
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
