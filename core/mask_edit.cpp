// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mask_edit.h"

#include "core/philox.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace attnscope::core {

namespace {

/// Sequence of each token: a sentence ends with the token that ends in one of these marks.
std::vector<std::size_t> sentences(const std::vector<std::string> &tokens, std::size_t count) {
    static constexpr std::string_view kEnds[] = {".", "!", "?", "…", "。", "！", "？", "؟", "।"};
    std::vector<std::size_t> out(count);
    std::size_t sentence = 0;
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = sentence;
        if (i < tokens.size() &&
            std::any_of(std::begin(kEnds), std::end(kEnds),
                        [&](std::string_view end) { return tokens[i].ends_with(end); }))
            ++sentence;
    }
    return out;
}

/// The custom mask with one map for each sequence and head, whatever they share.
BoolTensor expanded(const BoolTensor &mask, const MapSizes &z) {
    if (mask.rank() == 4)
        return mask;
    auto all = BoolTensor::uninitialised({z.batch, z.heads, z.queries, z.keys});
    std::uint8_t *out = all.mutableData();
    for (std::size_t n = 0; n < z.batch * z.heads; ++n)
        out = std::copy_n(mask.data(), mask.size(), out);
    return all;
}

/// One map for all when they are equal.
BoolTensor collapsed(BoolTensor mask, const MapSizes &z) {
    if (mask.rank() == 2)
        return mask;
    const std::size_t map = z.queries * z.keys;
    for (std::size_t n = 1; n < z.batch * z.heads; ++n)
        if (!std::equal(mask.data(), mask.data() + map, mask.data() + n * map))
            return mask;
    return BoolTensor({z.queries, z.keys}, std::span<const std::uint8_t>(mask.data(), map));
}

/// Rewrites one map; `map` has queries × keys cells.
using ChangeMap = std::function<void(std::size_t batch, std::size_t head, std::uint8_t *map)>;

std::size_t change(Session &s, const MapSizes &z, const MaskScope &scope, bool sameForAll,
                   const ChangeMap &rewrite) {
    const BoolTensor before = customMask(s);
    const std::size_t map = z.queries * z.keys;
    const bool shared = sameForAll && !scope.head && !scope.batch && before.rank() == 2;
    BoolTensor after = shared ? before : expanded(before, z);
    const BoolTensor old = after;
    std::vector<std::uint8_t> changed(map, 0);
    std::uint8_t *maps = after.mutableData();
    for (std::size_t b = 0; b < (shared ? 1 : z.batch); ++b)
        for (std::size_t h = 0; h < (shared ? 1 : z.heads); ++h) {
            if ((scope.batch && *scope.batch != b) || (scope.head && *scope.head != h))
                continue;
            const std::size_t at = (b * z.heads + h) * map;
            rewrite(b, h, maps + at);
            for (std::size_t i = 0; i < map; ++i)
                changed[i] |= (maps[at + i] != 0) != (old.data()[at + i] != 0);
        }
    const auto count = static_cast<std::size_t>(std::count(changed.begin(), changed.end(), 1));
    if (count == 0)
        return 0;
    s.maskKeep = collapsed(std::move(after), z);
    s.config.mask.custom = true;
    return count;
}

} // namespace

BoolTensor fittedMask(const BoolTensor &mask, const MapSizes &z) {
    if (!mask.present())
        return {};
    const bool perHead = mask.rank() == 4;
    if (mask.rank() != 2 && !perHead)
        return normalisedMask(mask, z.batch, z.heads, z.queries, z.keys);
    const Shape shape =
        perHead ? Shape{z.batch, z.heads, z.queries, z.keys} : Shape{z.queries, z.keys};
    if (mask.shape() == shape)
        return mask;
    BoolTensor out(shape, 1);
    std::uint8_t *to = out.mutableData();
    const auto four = [](const Shape &s) { return s.size() == 4 ? s : Shape{1, 1, s[0], s[1]}; };
    const Shape a = four(mask.shape()), b = four(shape);
    for (std::size_t n = 0; n < std::min(a[0], b[0]); ++n)
        for (std::size_t h = 0; h < std::min(a[1], b[1]); ++h)
            for (std::size_t i = 0; i < std::min(a[2], b[2]); ++i)
                std::copy_n(mask.data() + ((n * a[1] + h) * a[2] + i) * a[3], std::min(a[3], b[3]),
                            to + ((n * b[1] + h) * b[2] + i) * b[3]);
    return out;
}

BoolTensor customMask(const Session &s) {
    const MapSizes z = mapSizes(s);
    if (!s.config.mask.custom || !s.maskKeep.present())
        return BoolTensor({z.queries, z.keys}, std::uint8_t{1});
    return fittedMask(s.maskKeep, z);
}

std::size_t setMaskCells(Session &s, const MaskScope &scope, std::span<const MaskCell> cells,
                         bool visible) {
    const MapSizes z = mapSizes(s);
    return change(s, z, scope, true, [&](std::size_t, std::size_t, std::uint8_t *map) {
        for (const MaskCell &c : cells)
            if (c.query < z.queries && c.key < z.keys)
                map[c.query * z.keys + c.key] = visible ? 1 : 0;
    });
}

std::vector<MaskCell> cellsBetween(MaskCell a, MaskCell b, const MapSizes &z) {
    std::vector<MaskCell> cells;
    for (std::size_t i = std::min(a.query, b.query);
         i <= std::max(a.query, b.query) && i < z.queries; ++i)
        for (std::size_t j = std::min(a.key, b.key); j <= std::max(a.key, b.key) && j < z.keys; ++j)
            cells.push_back({i, j});
    return cells;
}

std::size_t applyMaskPreset(Session &s, const MaskScope &scope, MaskPreset preset,
                            const MaskPresetOptions &o, MaskCombine combine) {
    const MapSizes z = mapSizes(s);
    const std::size_t n = std::max<std::size_t>(o.number, 1);
    std::vector<std::size_t> ofQuery, ofKey; // sentences
    const auto visible = [&](std::size_t b, std::size_t i, std::size_t j) {
        switch (preset) {
        case MaskPreset::AllVisible:
            return true;
        case MaskPreset::NothingVisible:
            return false;
        case MaskPreset::Causal:
            return j < causalEnd(i, z.queries, z.keys, o.alignment);
        case MaskPreset::Padding:
            return static_cast<std::int64_t>(j) < z.lengths(b);
        case MaskPreset::Window:
            return (i > j ? i - j : j - i) <= o.number;
        case MaskPreset::Prefix:
            return j < o.number;
        case MaskPreset::PrefixLm:
            return j < o.number || j < causalEnd(i, z.queries, z.keys, o.alignment);
        case MaskPreset::Blocks:
            return i / n == j / n;
        case MaskPreset::Sentences:
            return ofQuery[i] == ofKey[j];
        case MaskPreset::Strided:
            return (i > j ? i - j : j - i) % n == 0;
        case MaskPreset::Random: {
            // The counter names the place, so a larger map keeps what a smaller one had.
            constexpr std::uint32_t kMaskCounter = 0x4D41534B; // "MASK"
            const auto word = philox4x32(
                {kMaskCounter, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(j)},
                o.seed)[0];
            return (static_cast<double>(word) + 0.5) * 0x1p-32 < o.density;
        }
        }
        return true;
    };
    const bool perSequence = preset == MaskPreset::Padding || preset == MaskPreset::Sentences;
    const bool oneForAll = !perSequence || z.batch == 1;
    const auto count =
        change(s, z, scope, oneForAll, [&](std::size_t b, std::size_t, std::uint8_t *map) {
            if (preset == MaskPreset::Sentences) {
                static const std::vector<std::string> kNone;
                const auto of = [b](
                    const std::vector<std::vector<std::string>> &all) -> const auto & {
                    return b < all.size() ? all[b] : kNone;
                };
                ofQuery = sentences(of(s.tokens), z.queries);
                ofKey = sentences(of(z.cross ? s.memoryTokens : s.tokens), z.keys);
            }
            for (std::size_t i = 0; i < z.queries; ++i)
                for (std::size_t j = 0; j < z.keys; ++j) {
                    std::uint8_t &cell = map[i * z.keys + j];
                    const bool on = visible(b, i, j), was = cell != 0;
                    cell = combine == MaskCombine::Replace ? on
                           : combine == MaskCombine::And   ? on && was
                                                           : on || was;
                }
        });
    if (preset == MaskPreset::PrefixLm && s.config.mask.causal) {
        s.config.mask.causal = false;
        return std::max<std::size_t>(count, 1);
    }
    return count;
}

std::size_t invertMask(Session &s, const MaskScope &scope) {
    const MapSizes z = mapSizes(s);
    return change(s, z, scope, true, [&](std::size_t, std::size_t, std::uint8_t *map) {
        for (std::size_t i = 0; i < z.queries * z.keys; ++i)
            map[i] = map[i] == 0;
    });
}

BoolTensor hiddenBy(const Session &s, std::size_t batch, std::size_t head) {
    const MapSizes z = mapSizes(s);
    const MaskConfig &m = s.config.mask;
    const BoolTensor custom = customMask(s);
    const std::size_t from = custom.rank() == 4 ? (batch * z.heads + head) * z.queries * z.keys : 0;
    const std::size_t length = m.padding
                                   ? static_cast<std::size_t>(std::clamp<std::int64_t>(
                                         z.lengths(batch), 0, static_cast<std::int64_t>(z.keys)))
                                   : z.keys;
    auto out = BoolTensor::uninitialised({z.queries, z.keys});
    std::uint8_t *to = out.mutableData();
    const std::uint8_t *keep = custom.data() + from;
    for (std::size_t i = 0; i < z.queries; ++i) {
        const std::size_t end =
            m.causal ? causalEnd(i, z.queries, z.keys, m.causalAlignment) : z.keys;
        for (std::size_t j = 0; j < z.keys; ++j, ++to, ++keep)
            *to = static_cast<std::uint8_t>((j >= end ? kHiddenByCausal : 0) |
                                            (j >= length ? kHiddenByPadding : 0) |
                                            (*keep == 0 ? kHiddenByCustom : 0));
    }
    return out;
}

} // namespace attnscope::core
