// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/token_edit.h"

#include "core/initialiser.h"
#include "core/tokens.h"

#include <algorithm>
#include <optional>

namespace attnscope::core {

namespace {

using Tokens = std::vector<std::vector<std::string>>;

/// For each token of the new list the index that its row had, nothing for a new one.
using Origins = std::vector<std::optional<std::size_t>>;

/// Rows of an edited X_embed or X_memory go where their tokens went; drawn ones are drawn again.
void moveRows(Session &s, Input input, const Tokens &before, const Tokens &after,
              std::size_t sequence, const Origins &origins) {
    const auto it = s.arrays.find(input);
    if (it == s.arrays.end() || it->second.rank() != 3)
        return;
    const Tensor old = it->second;
    const std::size_t width = old.extent(2);
    const auto at = s.init.find(input);
    const Initialiser init = at == s.init.end() ? defaultInit(input) : at->second;
    const Tensor drawn = drawEmbeddings(init, s.seed, before, old.extent(0), old.extent(1), width);
    Tensor next = drawEmbeddings(init, s.seed, after, after.size(), after.front().size(), width);
    float *out = next.mutableData();
    bool edited = false;
    for (std::size_t b = 0; b < std::min(after.size(), old.extent(0)); ++b)
        for (std::size_t i = 0; i < after[b].size(); ++i) {
            std::optional<std::size_t> from = i;
            if (b == sequence)
                from = i < origins.size() ? origins[i] : std::nullopt; // padding is drawn
            if (!from || *from >= old.extent(1))
                continue;
            const float *row = old.data() + old.offset(b, *from, std::size_t{0});
            if (std::equal(row, row + width, drawn.data() + drawn.offset(b, *from, std::size_t{0})))
                continue;
            std::copy_n(row, width, out + next.offset(b, i, std::size_t{0}));
            edited = true;
        }
    if (edited)
        it->second = std::move(next);
    else
        s.arrays.erase(it);
}

/// Whether two tokens next to each other are split again.
bool divide(const std::string &a, const std::string &b) {
    return tokenise(a + b) == std::vector<std::string>{a, b};
}

/// What stands between the tokens of a line, after each of them; nothing when they are not found.
std::vector<std::string> spaces(const std::string &line, const std::vector<std::string> &tokens) {
    std::vector<std::string> out(tokens.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t found = line.find(tokens[i], at);
        if (tokens[i].empty() || found == std::string::npos)
            return {};
        if (i > 0)
            out[i - 1] = line.substr(at, found - at);
        at = found + tokens[i].size();
    }
    return out;
}

/// The line with other tokens: between two that stood side by side stays what was there.
std::string lineLike(const std::string &line, const std::vector<std::string> &old,
                     const std::vector<std::string> &tokens, const Origins &origins) {
    const auto between = spaces(line, old);
    std::string out;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].empty())
            continue;
        if (last) {
            const auto from = *last < origins.size() ? origins[*last] : std::nullopt;
            const bool beside = *last + 1 == i && from && i < origins.size() &&
                                origins[i] == *from + 1 && *from < between.size();
            const std::string kept = beside ? between[*from] : std::string();
            out += !kept.empty()                      ? kept
                   : divide(tokens[*last], tokens[i]) ? std::string()
                                                      : std::string(" ");
        }
        out += tokens[i];
        last = i;
    }
    return out;
}

bool replaceTokens(Session &s, TokenSide side, std::size_t sequence, std::vector<std::string> list,
                   const Origins &origins) {
    if (list.empty())
        return false;
    for (std::string &token : list)
        token = validUtf8(token);
    Tokens &tokens = side == TokenSide::Text ? s.tokens : s.memoryTokens;
    std::vector<std::string> &text = side == TokenSide::Text ? s.text : s.memoryText;
    Tokens after = tokens;
    std::size_t longest = list.size();
    for (std::size_t b = 0; b < after.size(); ++b)
        if (b != sequence)
            longest = std::max(longest, unpaddedLength(after[b]));
    auto old = after[sequence];
    old.resize(unpaddedLength(old));
    const bool lengthsChange =
        unpaddedLength(list) != unpaddedLength(after[sequence]) || longest != after[0].size();
    after[sequence] = std::move(list);
    for (auto &line : after)
        line.resize(longest);
    moveRows(s, side == TokenSide::Text ? Input::XEmbed : Input::XMemory, tokens, after, sequence,
             origins);
    const bool known = text.size() == after.size();
    text.resize(after.size());
    for (std::size_t b = 0; b < after.size(); ++b)
        if (!known)
            text[b] = lineOf(after[b]);
        else if (b == sequence)
            text[b] = lineLike(text[b], old, after[b], origins);
    tokens = std::move(after);
    if (lengthsChange)
        s.lengths = {};
    return true;
}

/// The tokens of a sequence without its padding.
std::vector<std::string> present(const Session &s, TokenSide side, std::size_t sequence) {
    const Tokens &all = tokensOf(s, side);
    if (sequence >= all.size())
        return {};
    auto list = all[sequence];
    list.resize(unpaddedLength(list));
    return list;
}

Origins inPlace(std::size_t count) {
    Origins origins(count);
    for (std::size_t i = 0; i < count; ++i)
        origins[i] = i;
    return origins;
}

} // namespace

const Tokens &tokensOf(const Session &s, TokenSide side) {
    return side == TokenSide::Text ? s.tokens : s.memoryTokens;
}

bool relabelToken(Session &s, TokenSide side, TokenPlace place, std::string label) {
    auto list = present(s, side, place.sequence);
    if (place.index >= list.size())
        return false;
    if (list[place.index] == label)
        return true;
    list[place.index] = std::move(label);
    auto origins = inPlace(list.size());
    return replaceTokens(s, side, place.sequence, std::move(list), origins);
}

bool insertToken(Session &s, TokenSide side, TokenPlace place, std::string label) {
    auto list = present(s, side, place.sequence);
    if (place.sequence >= tokensOf(s, side).size() || place.index > list.size())
        return false;
    auto origins = inPlace(list.size());
    const auto at = static_cast<std::ptrdiff_t>(place.index);
    list.insert(list.begin() + at, std::move(label));
    origins.insert(origins.begin() + at, std::nullopt);
    return replaceTokens(s, side, place.sequence, std::move(list), origins);
}

bool removeToken(Session &s, TokenSide side, TokenPlace place) {
    auto list = present(s, side, place.sequence);
    if (place.index >= list.size() || list.size() < 2)
        return false;
    auto origins = inPlace(list.size());
    const auto at = static_cast<std::ptrdiff_t>(place.index);
    list.erase(list.begin() + at);
    origins.erase(origins.begin() + at);
    return replaceTokens(s, side, place.sequence, std::move(list), origins);
}

bool splitToken(Session &s, TokenSide side, TokenPlace place, std::vector<std::string> parts) {
    auto list = present(s, side, place.sequence);
    if (place.index >= list.size() || parts.empty())
        return false;
    auto origins = inPlace(list.size());
    const auto after = static_cast<std::ptrdiff_t>(place.index) + 1;
    list[place.index] = parts.front();
    list.insert(list.begin() + after, parts.begin() + 1, parts.end());
    origins.insert(origins.begin() + after, parts.size() - 1, std::nullopt);
    return replaceTokens(s, side, place.sequence, std::move(list), origins);
}

bool joinTokens(Session &s, TokenSide side, TokenPlace place) {
    auto list = present(s, side, place.sequence);
    if (place.index + 1 >= list.size())
        return false;
    auto origins = inPlace(list.size());
    const auto next = static_cast<std::ptrdiff_t>(place.index) + 1;
    list[place.index] += list[place.index + 1];
    list.erase(list.begin() + next);
    origins.erase(origins.begin() + next);
    return replaceTokens(s, side, place.sequence, std::move(list), origins);
}

std::string lineOf(const std::vector<std::string> &tokens) {
    std::string line;
    const std::string *last = nullptr;
    for (const std::string &token : tokens) {
        if (token.empty())
            continue;
        if (last && !divide(*last, token))
            line += ' ';
        line += token;
        last = &token;
    }
    return line;
}

} // namespace attnscope::core
