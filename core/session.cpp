// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session.h"

#include "core/initialiser.h"
#include "core/text_values.h"
#include "core/tokens.h"

#include <algorithm>
#include <array>

namespace attnscope::core {

namespace {

struct InputRow {
    Input input;
    std::string_view name;
    std::size_t rank;
};
constexpr InputRow kInputs[] = {
    {Input::XEmbed, "X_embed", 3},
    {Input::XMemory, "X_memory", 3},
    {Input::WQ, "W_Q", 2},
    {Input::WK, "W_K", 2},
    {Input::WV, "W_V", 2},
    {Input::WO, "W_O", 2},
    {Input::BQ, "b_Q", 1},
    {Input::BK, "b_K", 1},
    {Input::BV, "b_V", 1},
    {Input::BO, "b_O", 1},
    {Input::GammaConcat, "gamma_concat", 1},
    {Input::BetaConcat, "beta_concat", 1},
    {Input::GradOutput, "grad_output", 3},
};
static_assert(std::size(kInputs) == kInputCount);

const InputRow &rowOf(Input input) { return kInputs[static_cast<std::size_t>(input)]; }

std::string joined(const std::vector<Issue> &issues) {
    std::string text;
    for (const Issue &i : issues)
        text += (text.empty() ? "" : "; ") + oneLine(i.message);
    return text.empty() ? "the input was refused" : text;
}

/// The tokens of the new lines; a line that was there before keeps its tokens, which may have been
/// changed one by one.
std::vector<std::vector<std::string>>
tokensFor(const std::vector<std::string> &lines, const std::vector<std::string> &oldLines,
          const std::vector<std::vector<std::string>> &oldTokens) {
    std::vector<std::vector<std::string>> tokens;
    for (std::size_t b = 0; b < lines.size(); ++b) {
        const bool same = b < oldLines.size() && oldLines[b] == lines[b];
        const auto at = same ? oldLines.begin() + static_cast<std::ptrdiff_t>(b)
                             : std::find(oldLines.begin(), oldLines.end(), lines[b]);
        const auto from = static_cast<std::size_t>(at - oldLines.begin());
        const bool known = at != oldLines.end() && from < oldTokens.size();
        tokens.push_back(known ? oldTokens[from] : std::vector<std::string>());
        tokens.back().resize(unpaddedLength(tokens.back()));
        if (tokens.back().empty())
            tokens.back() = tokenise(lines[b]);
    }
    padTokens(tokens);
    return tokens;
}

std::vector<std::string> withoutBlankLines(std::vector<std::string> lines) {
    for (std::string &line : lines)
        line = validUtf8(line);
    std::erase_if(lines, [](const std::string &line) { return tokenise(line).empty(); });
    return lines;
}

/// Rows of an edited X_embed or X_memory that stand under the same token in the new text stay;
/// when none does, the array is all drawn again and leaves the session.
void followTokens(Session &s, Input input, const std::vector<std::vector<std::string>> &before,
                  const std::vector<std::vector<std::string>> &after) {
    const auto it = s.arrays.find(input);
    if (it == s.arrays.end() || it->second.rank() != 3)
        return;
    const Tensor old = it->second;
    const std::size_t width = old.extent(2);
    std::vector<std::pair<std::size_t, std::size_t>> kept;
    for (std::size_t b = 0; b < std::min({before.size(), after.size(), old.extent(0)}); ++b)
        for (std::size_t i = 0; i < std::min({before[b].size(), after[b].size(), old.extent(1)});
             ++i)
            if (before[b][i] == after[b][i])
                kept.emplace_back(b, i);
    s.arrays.erase(it);
    if (kept.empty() || after.empty() || width == 0) {
        s.origin.erase(input);
        return;
    }
    const auto init = s.init.find(input);
    Tensor next = drawEmbeddings(init == s.init.end() ? defaultInit(input) : init->second, s.seed,
                                 after, after.size(), after.front().size(), width);
    float *out = next.mutableData();
    for (const auto &[b, i] : kept)
        std::copy_n(old.data() + old.offset(b, i, std::size_t{0}), width,
                    out + next.offset(b, i, std::size_t{0}));
    s.arrays[input] = std::move(next);
}

std::vector<std::string> labels(const std::vector<std::vector<std::string>> &tokens, std::size_t b,
                                std::size_t count) {
    std::vector<std::string> out(count);
    const bool known = b < tokens.size() && !tokens[b].empty();
    const std::size_t length = known ? unpaddedLength(tokens[b]) : 0;
    for (std::size_t i = 0; i < count; ++i)
        out[i] = !known                                   ? std::to_string(i)
                 : i < std::min(length, tokens[b].size()) ? tokens[b][i]
                                                          : "[PAD]";
    return out;
}

} // namespace

std::string_view toName(Input input) { return rowOf(input).name; }

std::optional<Input> inputByName(std::string_view name) {
    for (const InputRow &r : kInputs)
        if (r.name == name)
            return r.input;
    return std::nullopt;
}

std::size_t inputRank(Input input) { return rowOf(input).rank; }

Initialiser defaultInit(Input input) {
    switch (input) {
    case Input::XEmbed:
    case Input::XMemory:
        return {InitMethod::Normal, 1.0, false};
    case Input::WQ:
    case Input::WK:
    case Input::WV:
        return {InitMethod::XavierUniform, 1.0, false};
    case Input::WO:
        return {InitMethod::XavierNormal, 1.0, false};
    case Input::GammaConcat:
    case Input::GradOutput:
        return {InitMethod::Constant, 1.0, false};
    default:
        return {InitMethod::Zeros, 1.0, false};
    }
}

InputError::InputError(std::vector<Issue> found)
    : std::runtime_error(joined(found)), issues(std::move(found)) {
    for (Issue &i : issues)
        i.message = oneLine(i.message);
}

void setText(Session &session, std::vector<std::string> lines) {
    lines = withoutBlankLines(std::move(lines));
    auto tokens = tokensFor(lines, session.text, session.tokens);
    session.text = std::move(lines);
    followTokens(session, Input::XEmbed, session.tokens, tokens);
    session.tokens = std::move(tokens);
    session.lengths = {};
}

void setMemoryText(Session &session, std::vector<std::string> lines) {
    lines = withoutBlankLines(std::move(lines));
    auto tokens = tokensFor(lines, session.memoryText, session.memoryTokens);
    session.memoryText = std::move(lines);
    followTokens(session, Input::XMemory, session.memoryTokens, tokens);
    session.memoryTokens = std::move(tokens);
    session.lengths = {};
}

void setArray(Session &session, Input input, Tensor array) {
    session.arrayHeads.erase(input);
    if (!array.present()) {
        session.arrays.erase(input);
        session.origin.erase(input);
        return;
    }
    if (inputRank(input) < 3 && input != Input::BO) // b_O has no heads
        session.arrayHeads[input] = session.config.heads;
    if (!session.arrays.count(input)) // an edit of what is drawn came from nowhere
        session.origin.erase(input);
    session.arrays[input] = std::move(array);
}

BoolTensor normalisedMask(const BoolTensor &mask, std::size_t batch, std::size_t heads,
                          std::size_t queries, std::size_t keys) {
    const Shape shared{queries, keys}, perHead{heads, queries, keys};
    const Shape full{batch, heads, queries, keys};
    const Shape &got = mask.shape();
    // A leading 1 is shared by all that it stands for.
    Shape padded = got;
    while (padded.size() >= 2 && padded.size() < 4)
        padded.insert(padded.begin(), 1);
    const bool fits = padded.size() == 4 && padded[2] == queries && padded[3] == keys &&
                      (padded[0] == 1 || padded[0] == batch) &&
                      (padded[1] == 1 || padded[1] == heads);
    if (!fits) {
        const bool keyPadding = got.size() == 1 || (got.size() == 2 && got[0] == 1);
        throw InputError(
            {{Issue::Code::ShapeMismatch,
              {"mask_keep", toString(got), toString(shared)},
              "mask_keep has the shape " + toString(got) + ", but must be " + toString(shared) +
                  " (one mask for all heads), " + toString(perHead) + " (one a head) or " +
                  toString(full) + " (one for each)" +
                  (keyPadding ? "; for padding, give lengths instead" : "")}});
    }
    if (padded[0] == 1 && padded[1] == 1 && full != padded)
        return mask.reshaped(shared);
    if (padded == full)
        return mask.reshaped(got.size() == 2 ? shared : full);
    // A small mask repeated for very many heads or sequences: nobody means it, and the sizes are a
    // file's to claim.
    constexpr double kLargest = 16.0 * 1024 * 1024, kMostTimes = 1024.0;
    double repeated = 1.0;
    for (const std::size_t n : full)
        repeated *= static_cast<double>(n);
    if (repeated > std::max(kLargest, kMostTimes * static_cast<double>(mask.size())))
        throw InputError(
            {{Issue::Code::TooLarge,
              {}, // no bytes, as the other cases of this code have
              "mask_keep has the shape " + toString(got) + ", which would be repeated to " +
                  toString(full) + ": give one mask for all, " + toString(shared) +
                  ", or use fewer heads or sequences"}});
    auto all = BoolTensor::uninitialised(full);
    std::uint8_t *out = all.mutableData();
    const std::size_t map = queries * keys;
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t h = 0; h < heads; ++h, out += map)
            std::copy_n(mask.data() +
                            ((padded[0] == 1 ? 0 : b) * padded[1] + (padded[1] == 1 ? 0 : h)) * map,
                        map, out);
    return all;
}

std::vector<std::string> queryLabels(const Session &s, const Problem &p, std::size_t b) {
    return labels(s.tokens, b, p.queries());
}

std::vector<std::string> keyLabels(const Session &s, const Problem &p, std::size_t b) {
    return labels(p.cross() ? s.memoryTokens : s.tokens, b, p.keys());
}

} // namespace attnscope::core
