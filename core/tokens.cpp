// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokens.h"

#include "core/session.h"

#include <algorithm>

namespace attnscope::core {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// Decodes the character at `at` and moves past it; one byte and U+FFFD for what is not UTF-8.
char32_t nextCodePoint(std::string_view s, std::size_t &at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned first = byte(at++);
    if (first < 0x80)
        return first;
    const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || at + more > s.size())
        return kReplacement;
    char32_t code = first & (0x3Fu >> more);
    for (std::size_t i = 0; i < more; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80)
            return kReplacement;
        code = (code << 6) | (byte(at + i) & 0x3Fu);
    }
    constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[more] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return kReplacement;
    at += more;
    return code;
}

void append(std::string &out, char32_t c) {
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

struct Range {
    char32_t first, last;
};

template <std::size_t N> bool within(char32_t c, const Range (&ranges)[N]) {
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [c](const Range &r) { return c >= r.first && c <= r.last; });
}

bool isSpace(char32_t c) {
    static constexpr Range kSpaces[] = {
        {0x09, 0x0D},     {0x1C, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
        {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
    return within(c, kSpaces);
}

/// Scripts written without spaces: Han, kana, bopomofo, and their punctuation and full-width forms.
/// Hangul is not among them: Korean puts spaces between words.
bool isCjk(char32_t c) {
    static constexpr Range kCjk[] = {{0x2E80, 0x2FDF}, {0x3001, 0x30FF},  {0x3105, 0x312F},
                                     {0x31A0, 0x31BF}, {0x31F0, 0x31FF},  {0x3400, 0x4DBF},
                                     {0x4E00, 0x9FFF}, {0xF900, 0xFAFF},  {0xFE30, 0xFE4F},
                                     {0xFF01, 0xFF9F}, {0x20000, 0x3FFFF}};
    return within(c, kCjk);
}

/// What belongs to the character before it: voicing marks and variation selectors.
bool isCjkExtension(char32_t c) {
    static constexpr Range kMarks[] = {
        {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFF9E, 0xFF9F}, {0xE0100, 0xE01EF}};
    return within(c, kMarks);
}

} // namespace

std::string validUtf8(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();)
        append(out, nextCodePoint(bytes, at));
    return out;
}

std::u32string codePoints(std::string_view utf8) {
    std::u32string out;
    for (std::size_t at = 0; at < utf8.size();)
        out.push_back(nextCodePoint(utf8, at));
    return out;
}

std::uint64_t tokenKey(std::string_view token) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : token)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    // FNV leaves the high bits of short words alike; one round of splitmix64 spreads them.
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
    return hash ^ (hash >> 31);
}

std::size_t unpaddedLength(const std::vector<std::string> &tokens) {
    std::size_t n = tokens.size();
    while (n > 0 && tokens[n - 1].empty())
        --n;
    return n;
}

void padTokens(std::vector<std::vector<std::string>> &tokens) {
    std::size_t longest = 0;
    for (const auto &sequence : tokens)
        longest = std::max(longest, sequence.size());
    if (longest > 0 && tokens.size() > kMostPlaces / longest) {
        const std::string sequences = std::to_string(tokens.size()), n = std::to_string(longest);
        throw InputError({{Issue::Code::TooLarge,
                           {}, // no bytes, as the other cases of this code have
                           "the text has " + sequences + " sequences, the longest of " + n +
                               " tokens: padded to that length they take more than the " +
                               std::to_string(kMostPlaces) +
                               " places that can be held; use fewer or shorter lines"}});
    }
    for (auto &sequence : tokens)
        sequence.resize(longest);
}

std::vector<std::string> tokenise(std::string_view line) {
    std::vector<std::string> tokens;
    bool open = false;    // the last token may still grow by a letter
    bool openCjk = false; // the last token is a CJK character, which a mark may still join
    for (std::size_t at = 0; at < line.size();) {
        const char32_t c = nextCodePoint(line, at);
        if (isSpace(c)) {
            open = openCjk = false;
        } else if (openCjk && isCjkExtension(c)) {
            append(tokens.back(), c);
        } else if (isCjk(c)) {
            append(tokens.emplace_back(), c);
            open = false;
            openCjk = true;
        } else {
            if (!open)
                tokens.emplace_back();
            append(tokens.back(), c);
            open = true;
            openCjk = false;
        }
    }
    return tokens;
}

std::string displayToken(std::string_view token) {
    if (token.empty())
        return "(empty)";
    // The marks of byte-level BPE (Ġ, Ċ, ĉ) and SentencePiece (▁), and white space itself.
    std::string label;
    for (const char32_t c : codePoints(token))
        switch (c) {
        case 0x0120:
        case 0x2581:
        case U' ':
        case 0x00A0:
        case 0x3000:
            label += "·";
            break;
        case 0x010A:
        case U'\n':
            label += "↵";
            break;
        case 0x0109:
        case U'\t':
            label += "⇥";
            break;
        case U'\r':
            label += "␍";
            break;
        default:
            // Other control characters have no glyph; Unicode draws them as "control pictures".
            append(label, c < 0x20 ? 0x2400 + c : c == 0x7F ? U'␡' : c);
        }
    return label;
}

} // namespace attnscope::core
