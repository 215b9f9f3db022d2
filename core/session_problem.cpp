// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the document to the input of one pass: what is absent is drawn, what is present keeps its
// place when a size changes (mathematics.md §9).
#include "core/initialiser.h"
#include "core/mask_edit.h"
#include "core/session.h"
#include "core/text_values.h"
#include "core/tokens.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <mutex>

namespace attnscope::core {

namespace {

using Code = Issue::Code;

[[noreturn]] void refuse(Code code, std::vector<std::string> values, std::string message) {
    throw InputError({{code, std::move(values), std::move(message)}});
}

const Tensor &brought(const Session &s, Input input) {
    static const Tensor kAbsent;
    const auto it = s.arrays.find(input);
    return it == s.arrays.end() ? kAbsent : it->second;
}

Initialiser initOf(const Session &s, Input input) {
    const auto it = s.init.find(input);
    return it == s.init.end() ? defaultInit(input) : it->second;
}

/// The extents of a pass, before anything is drawn.
struct Sizes {
    std::size_t batch = 0, queries = 0, keys = 0, dModel = 0, dMemory = 0;
    std::size_t heads = 0, dK = 0, dV = 0;
    bool cross = false;
};

void requireRank(const Session &s, Input input) {
    const Tensor &t = brought(s, input);
    if (!t.present() || t.rank() == inputRank(input))
        return;
    static constexpr const char *kAxes[] = {"", "[columns]", "[rows, columns]",
                                            "[batch, length, d_model]"};
    const char *axes = kAxes[inputRank(input)];
    const std::string name(toName(input));
    refuse(Code::ShapeMismatch, {name, toString(t.shape()), axes},
           name + " has the shape " + toString(t.shape()) + ", but needs the axes " + axes);
}

/// Settings alone, by the same rules as the whole: widths are used to take memory below.
void checkSettings(const Config &config) {
    Problem probe;
    probe.config = config;
    auto issues = validate(probe);
    std::erase_if(issues, [](const Issue &i) { return i.code == Code::MissingArray; });
    if (!issues.empty())
        throw InputError(std::move(issues));
}

/// Number of rows that tokens ask for: the longest list.
std::size_t longest(const std::vector<std::vector<std::string>> &tokens) {
    std::size_t n = 0;
    for (const auto &t : tokens)
        n = std::max(n, t.size());
    return n;
}

Sizes sizesOf(const Session &s) {
    const Config &c = s.config;
    checkSettings(c);
    for (std::size_t i = 0; i < kInputCount; ++i)
        requireRank(s, static_cast<Input>(i));

    Sizes z;
    z.heads = static_cast<std::size_t>(c.heads);
    z.dK = static_cast<std::size_t>(c.dK);
    z.dV = static_cast<std::size_t>(c.dV);
    z.dModel = static_cast<std::size_t>(c.dModel);
    const Tensor &embed = brought(s, Input::XEmbed), &memory = brought(s, Input::XMemory);
    z.batch = !s.tokens.empty() ? s.tokens.size() : embed.present() ? embed.extent(0) : 0;
    z.queries = !s.tokens.empty() ? longest(s.tokens) : embed.present() ? embed.extent(1) : 0;
    if (z.batch == 0 || z.queries == 0)
        refuse(Code::NoRows, {"query rows"},
               embed.present()
                   ? "X_embed has the shape " + toString(embed.shape()) +
                         ", but attention needs at least 1 row"
                   : "there is no text, and no X_embed: type at least 1 word (text='the cat sat')");
    z.cross = !s.memoryTokens.empty() || memory.present();
    z.keys = z.queries;
    z.dMemory = z.dModel;
    if (z.cross) {
        z.keys = !s.memoryTokens.empty() ? longest(s.memoryTokens) : memory.extent(1);
        if (z.keys == 0)
            refuse(Code::NoRows, {"key rows"},
                   "the memory has no rows, but attention needs at least 1 key");
        const std::size_t sequences =
            !s.memoryTokens.empty() ? s.memoryTokens.size() : memory.extent(0);
        if (sequences != z.batch)
            refuse(Code::ShapeMismatch,
                   {"X_memory", std::to_string(sequences), std::to_string(z.batch)},
                   "there are " + std::to_string(sequences) + " memory sequences for " +
                       std::to_string(z.batch) + " query sequences: give one line for each");
        // A memory of its own width keeps it; one as wide as the queries follows d_model.
        if (memory.present()) {
            const Tensor &wQ = brought(s, Input::WQ);
            const std::size_t queryWidth = embed.present() ? embed.extent(2)
                                           : wQ.present()  ? wQ.extent(0)
                                                           : z.dModel;
            if (memory.extent(2) != queryWidth)
                z.dMemory = memory.extent(2);
        }
    }
    return z;
}

/// Told before it is tried: the inputs alone must fit the machine.
void checkMemory(const Session &s, const Sizes &z) {
    const auto d = [](std::size_t n) { return static_cast<double>(n); };
    const double perHead =
        d(z.dModel) * d(z.dK) + d(z.dMemory) * (d(z.dK) + d(z.dV)) + d(z.dV) * d(z.dModel);
    double bytes = 4.0 * (d(z.batch) * (d(z.queries) * d(z.dModel) + d(z.keys) * d(z.dMemory)) +
                          d(z.heads) * perHead);
    if (s.config.dropout.attention > 0.0)
        bytes += d(z.batch) * d(z.heads) * d(z.queries) * d(z.keys);
    const double have = physicalMemory();
    if (bytes > have)
        refuse(Code::TooLarge, {formatNumber(bytes), formatNumber(have)},
               "the inputs of these sizes would take " + formatBytes(bytes) + " (" +
                   formatNumber(bytes) + " bytes), but this machine has " + formatBytes(have) +
                   ": use fewer heads, smaller widths or a shorter text");
}

/// Heads that a brought-in array of `extent` columns (or rows) was made for.
std::size_t headsOf(const Session &s, Input input, std::size_t extent, std::size_t heads,
                    std::size_t width) {
    const auto known = s.arrayHeads.find(input);
    const auto told = known == s.arrayHeads.end() ? 0u : static_cast<std::size_t>(known->second);
    if (told > 0 && extent % told == 0)
        return told;
    if (extent % heads == 0)
        return heads;
    return extent % width == 0 ? extent / width : 1;
}

/// Copies the part of `from` that both layouts have, head by head, onto `onto`.
void overlay(const Tensor &from, const HeadLayout &old, Tensor &onto, const HeadLayout &now) {
    float *out = onto.mutableData();
    const std::size_t heads = std::min(old.heads, now.heads);
    const std::size_t width = std::min(old.width, now.width);
    const std::size_t across = std::min(old.across, now.across);
    for (std::size_t h = 0; h < heads; ++h) {
        const std::size_t rows = now.onRows ? width : across;
        const std::size_t columns = now.onRows ? across : width;
        for (std::size_t r = 0; r < rows; ++r) {
            const auto at = [&](const HeadLayout &l) {
                return l.onRows ? (h * l.width + r) * l.across
                                : r * l.heads * l.width + h * l.width;
            };
            std::copy_n(from.data() + at(old), columns, out + at(now));
        }
    }
}

void overlay3(const Tensor &from, Tensor &onto) {
    float *out = onto.mutableData();
    const auto least = [&](std::size_t a) { return std::min(from.extent(a), onto.extent(a)); };
    for (std::size_t b = 0; b < least(0); ++b)
        for (std::size_t i = 0; i < least(1); ++i)
            std::copy_n(from.data() + from.offset(b, i, std::size_t{0}), least(2),
                        out + onto.offset(b, i, std::size_t{0}));
}

/// The last arrays made for each input. Drawing is a pure function of the key, so this changes no
/// number; it keeps the identity of an array that did not change, which spares engines a transfer.
class Memo {
public:
    template <class Make>
    Tensor get(Input input, std::string key, const Tensor &source, Make make) {
        const std::scoped_lock lock(m_mutex);
        auto &slots = m_slots[static_cast<std::size_t>(input)];
        for (auto it = slots.begin(); it != slots.end(); ++it)
            if (it->key == key && it->source.identity() == source.identity()) {
                slots.splice(slots.begin(), slots, it);
                return slots.front().result;
            }
        slots.push_front({std::move(key), source, make()});
        if (slots.size() > kSlots)
            slots.pop_back();
        return slots.front().result;
    }

private:
    static constexpr std::size_t kSlots = 2;
    struct Slot {
        std::string key;
        Tensor source; ///< held, so that its identity cannot be another's
        Tensor result;
    };
    std::mutex m_mutex;
    std::array<std::list<Slot>, kInputCount> m_slots;
};

Memo &memo() {
    static Memo m;
    return m;
}

std::string keyOf(const Session &s, Input input, std::initializer_list<std::size_t> numbers) {
    std::string key = std::to_string(s.seed) + ' ' + formatInitialiser(initOf(s, input));
    for (const std::size_t n : numbers)
        key += ' ' + std::to_string(n);
    return key;
}

/// A projection: brought in as it is, resized, or drawn.
Tensor projection(const Session &s, Input input, const HeadLayout &now) {
    const Tensor &array = brought(s, input);
    HeadLayout old = now;
    if (array.present()) {
        const std::size_t extent = array.extent(now.onRows ? 0 : 1);
        old.heads = headsOf(s, input, extent, now.heads, now.width);
        old.width = extent / old.heads;
        old.across = array.extent(now.onRows ? 1 : 0);
        if (array.shape() == Shape{now.rows(), now.columns()} && old.heads == now.heads)
            return array;
    }
    const auto key = keyOf(s, input, {now.heads, now.width, now.across, old.heads, old.width});
    return memo().get(input, key, array, [&] {
        Tensor t = drawMatrix(input, initOf(s, input), s.seed, now);
        if (array.present())
            overlay(array, old, t, now);
        return t;
    });
}

/// A bias, γ or β: absent unless it was brought in or `init` names it.
Tensor vectorOf(const Session &s, Input input, std::size_t heads, std::size_t width,
                std::size_t fanIn) {
    const Tensor &array = brought(s, input);
    if (!array.present() && !s.init.count(input))
        return {};
    HeadLayout now{heads, width, 1, false}, old = now;
    if (array.present()) {
        old.heads = headsOf(s, input, array.size(), heads, width);
        old.width = array.size() / old.heads;
        if (old == now)
            return array;
    }
    const auto key = keyOf(s, input, {heads, width, fanIn, old.heads, old.width});
    return memo().get(input, key, array, [&] {
        Tensor t = drawVector(input, initOf(s, input), s.seed, heads, width, fanIn);
        if (array.present())
            overlay(array, old, t, now);
        return t;
    });
}

Tensor embeddings(const Session &s, Input input,
                  const std::vector<std::vector<std::string>> &tokens, std::size_t batch,
                  std::size_t length, std::size_t width) {
    const Tensor &array = brought(s, input);
    if (array.present() && array.shape() == Shape{batch, length, width})
        return array;
    std::string key = keyOf(s, input, {batch, length, width});
    for (const auto &sequence : tokens) {
        key += '\n';
        for (const std::string &t : sequence)
            key += std::to_string(t.size()) + ':' + t;
    }
    return memo().get(input, key, array, [&] {
        Tensor t = drawEmbeddings(initOf(s, input), s.seed, tokens, batch, length, width);
        if (array.present())
            overlay3(array, t);
        return t;
    });
}

Tensor givenGradient(const Session &s, const Sizes &z) {
    const Tensor &array = brought(s, Input::GradOutput);
    const Shape shape{z.batch, z.queries, z.dModel};
    if (!array.present() || array.shape() == shape)
        return array;
    return memo().get(Input::GradOutput, toString(shape), array, [&] {
        Tensor t(shape, 0.0f);
        overlay3(array, t);
        return t;
    });
}

/// Shape of what arrayOf() answers when the session does not hold the array.
Shape drawnShape(Input input, const Sizes &z) {
    switch (input) {
    case Input::XEmbed:
    case Input::GradOutput:
        return {z.batch, z.queries, z.dModel};
    case Input::XMemory:
        return {z.batch, z.keys, z.dMemory};
    case Input::WQ:
        return {z.dModel, z.heads * z.dK};
    case Input::WK:
        return {z.dMemory, z.heads * z.dK};
    case Input::WV:
        return {z.dMemory, z.heads * z.dV};
    case Input::WO:
        return {z.heads * z.dV, z.dModel};
    case Input::BQ:
    case Input::BK:
        return {z.heads * z.dK};
    case Input::BO:
        return {z.dModel};
    case Input::BV:
    case Input::GammaConcat:
    case Input::BetaConcat:
        return {z.heads * z.dV};
    }
    return {};
}

template <class T> bool sameBits(const Array<T> &a, const Array<T> &b) {
    return a.present() && b.present() && a.shape() == b.shape() &&
           std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

BoolTensor dropoutMask(const Session &s, const Sizes &z) {
    const Shape shape{z.batch, z.heads, z.queries, z.keys};
    if (s.dropoutKeep.present() && s.dropoutKeep.shape() == shape)
        return s.dropoutKeep;
    const DropoutConfig &d = s.config.dropout;
    if (!(d.attention > 0.0))
        return {};
    // The same pass asks for the same mask; a large one is not drawn twice.
    struct Last {
        std::mutex mutex;
        std::string key;
        BoolTensor mask;
    };
    static Last last;
    const std::string key =
        std::to_string(d.seed) + ' ' + formatNumber(d.attention) + toString(shape);
    const std::scoped_lock lock(last.mutex);
    if (last.key != key) {
        last.mask = drawDropoutKeep(d.seed, d.attention, z.batch, z.heads, z.queries, z.keys);
        last.key = key;
    }
    return last.mask;
}

/// Lengths of the keys: given, or what the tokens leave unpadded, or everything.
IndexTensor lengthsOf(const Session &s, const Sizes &z) {
    if (s.lengths.present())
        return s.lengths;
    const auto &tokens = z.cross ? s.memoryTokens : s.tokens;
    IndexTensor lengths({z.batch}, static_cast<std::int64_t>(z.keys));
    std::int64_t *out = lengths.mutableData();
    for (std::size_t b = 0; b < std::min(z.batch, tokens.size()); ++b)
        out[b] = static_cast<std::int64_t>(unpaddedLength(tokens[b]));
    return lengths;
}

/// One array in these sizes.
Tensor arrayOf(const Session &s, const Sizes &z, Input input) {
    const std::size_t hv = z.heads * z.dV;
    switch (input) {
    case Input::XEmbed:
        return embeddings(s, input, s.tokens, z.batch, z.queries, z.dModel);
    case Input::XMemory:
        return z.cross ? embeddings(s, input, s.memoryTokens, z.batch, z.keys, z.dMemory)
                       : Tensor();
    case Input::WQ:
        return projection(s, input, {z.heads, z.dK, z.dModel, false});
    case Input::WK:
        return projection(s, input, {z.heads, z.dK, z.dMemory, false});
    case Input::WV:
        return s.config.shareKv ? Tensor()
                                : projection(s, input, {z.heads, z.dV, z.dMemory, false});
    case Input::WO:
        return projection(s, input, {z.heads, z.dV, z.dModel, true});
    case Input::BQ:
        return vectorOf(s, input, z.heads, z.dK, z.dModel);
    case Input::BK:
        return vectorOf(s, input, z.heads, z.dK, z.dMemory);
    case Input::BV:
        return s.config.shareKv ? Tensor() : vectorOf(s, input, z.heads, z.dV, z.dMemory);
    case Input::BO:
        return vectorOf(s, input, 1, z.dModel, hv);
    case Input::GammaConcat:
    case Input::BetaConcat:
        return vectorOf(s, input, z.heads, z.dV, hv);
    case Input::GradOutput:
        return givenGradient(s, z);
    }
    return {};
}

Tensor drawnIn(const Session &s, const Sizes &z, Input input) {
    if ((input == Input::XEmbed && s.tokens.empty()) ||
        (input == Input::XMemory && s.memoryTokens.empty()) || input == Input::GradOutput)
        return {};
    return arrayOf(s, z, input);
}

} // namespace

Tensor presentArray(const Session &s, Input input) {
    const Sizes z = sizesOf(s);
    checkMemory(s, z);
    return arrayOf(s, z, input);
}

Tensor drawnArray(const Session &s, Input input) {
    const Sizes z = sizesOf(s); // of the session as it is: an array may set them
    checkMemory(s, z);
    if (!brought(s, input).present())
        return drawnIn(s, z, input);
    Session without = s;
    without.arrays.erase(input);
    return drawnIn(without, z, input);
}

Tensor drawnArray(const Session &s, Input input, const Initialiser &init, std::uint64_t seed) {
    const Sizes z = sizesOf(s);
    checkMemory(s, z);
    Session other = s;
    other.arrays.erase(input);
    other.init[input] = init;
    other.seed = seed;
    return drawnIn(other, z, input);
}

MapSizes mapSizes(const Session &s) {
    const Sizes z = sizesOf(s);
    return {z.batch, z.heads, z.queries, z.keys, z.cross, lengthsOf(s, z)};
}

Problem makeProblem(const Session &s) {
    const Sizes z = sizesOf(s);
    checkMemory(s, z);

    Problem p;
    p.config = s.config;
    p.xEmbed = arrayOf(s, z, Input::XEmbed);
    p.xMemory = arrayOf(s, z, Input::XMemory);
    p.wQ = arrayOf(s, z, Input::WQ);
    p.wK = arrayOf(s, z, Input::WK);
    p.wV = arrayOf(s, z, Input::WV);
    p.wO = arrayOf(s, z, Input::WO);
    p.bQ = arrayOf(s, z, Input::BQ);
    p.bK = arrayOf(s, z, Input::BK);
    p.bV = arrayOf(s, z, Input::BV);
    p.bO = arrayOf(s, z, Input::BO);
    p.gammaConcat = arrayOf(s, z, Input::GammaConcat);
    p.betaConcat = arrayOf(s, z, Input::BetaConcat);
    p.gradOutput = arrayOf(s, z, Input::GradOutput);
    p.lengths = lengthsOf(s, z);
    p.maskKeep = fittedMask(s.maskKeep, mapSizes(s));
    p.dropoutKeep = dropoutMask(s, z);

    auto issues = validate(p);
    if (!issues.empty())
        throw InputError(std::move(issues));
    return p;
}

bool equalsDrawn(const Session &s, std::string_view name) {
    Session without = s;
    if (name == "lengths") {
        without.lengths = {};
        return s.lengths.present() && sameBits(s.lengths, lengthsOf(without, sizesOf(without)));
    }
    if (name == "dropout_keep") {
        without.dropoutKeep = {};
        const Sizes z = sizesOf(without);
        return s.dropoutKeep.shape() == Shape{z.batch, z.heads, z.queries, z.keys} &&
               sameBits(s.dropoutKeep, dropoutMask(without, z));
    }
    const auto input = inputByName(name);
    if (!input || !brought(s, *input).present())
        return false;
    without.arrays.erase(*input);
    without.arrayHeads.erase(*input);
    const Sizes z = sizesOf(without);
    checkMemory(without, z); // products of the sizes count from here on
    const Tensor &array = brought(s, *input);
    return array.shape() == drawnShape(*input, z) && sameBits(array, arrayOf(without, z, *input));
}

void checkArrays(Session &s) {
    const Sizes z = sizesOf(s);
    std::vector<Issue> issues;
    const auto expect = [&](Input input, const Shape &shape) {
        const Tensor &t = brought(s, input);
        if (!t.present() || t.shape() == shape)
            return;
        const std::string name(toName(input));
        issues.push_back({Code::ShapeMismatch,
                          {name, toString(t.shape()), toString(shape)},
                          name + " has the shape " + toString(t.shape()) +
                              ", but the settings and the text ask for " + toString(shape)});
    };
    const auto count = [&](Input input, const std::vector<std::vector<std::string>> &tokens) {
        const Tensor &t = brought(s, input);
        if (!t.present() || tokens.empty())
            return;
        if (tokens.size() != t.extent(0) || longest(tokens) != t.extent(1))
            issues.push_back({Code::TokenCount,
                              {std::to_string(longest(tokens)), std::to_string(t.extent(1))},
                              "there are tokens for " + std::to_string(tokens.size()) +
                                  " sequences of " + std::to_string(longest(tokens)) +
                                  " rows, but " + std::string(toName(input)) + " has the shape " +
                                  toString(t.shape()) + ": one token labels one row"});
    };
    count(Input::XEmbed, s.tokens);
    count(Input::XMemory, s.memoryTokens);
    if (!issues.empty())
        throw InputError(std::move(issues));
    const std::size_t hk = z.heads * z.dK, hv = z.heads * z.dV;
    // A product that wrapped would let a wrong shape pass; the memory check counts in doubles.
    checkMemory(s, z);
    expect(Input::XEmbed, {z.batch, z.queries, z.dModel});
    expect(Input::XMemory, {z.batch, z.keys, z.dMemory});
    expect(Input::WQ, {z.dModel, hk});
    expect(Input::WK, {z.dMemory, hk});
    if (!s.config.shareKv) {
        expect(Input::WV, {z.dMemory, hv});
        expect(Input::BV, {hv});
    }
    expect(Input::WO, {hv, z.dModel});
    expect(Input::BQ, {hk});
    expect(Input::BK, {hk});
    expect(Input::BO, {z.dModel});
    expect(Input::GammaConcat, {hv});
    expect(Input::BetaConcat, {hv});
    expect(Input::GradOutput, {z.batch, z.queries, z.dModel});
    if (s.dropoutKeep.present() &&
        s.dropoutKeep.shape() != Shape{z.batch, z.heads, z.queries, z.keys})
        issues.push_back({Code::ShapeMismatch,
                          {"dropout_keep", toString(s.dropoutKeep.shape())},
                          "dropout_keep has the shape " + toString(s.dropoutKeep.shape()) +
                              ", but the settings and the text ask for " +
                              toString(Shape{z.batch, z.heads, z.queries, z.keys})});
    if (s.lengths.present() && s.lengths.shape() != Shape{z.batch})
        issues.push_back({Code::ShapeMismatch,
                          {"lengths", toString(s.lengths.shape())},
                          "lengths has the shape " + toString(s.lengths.shape()) +
                              ", but there are " + std::to_string(z.batch) + " sequences"});
    else if (s.lengths.present())
        for (std::size_t b = 0; b < z.batch; ++b)
            if (s.lengths(b) < 0 || s.lengths(b) > static_cast<std::int64_t>(z.keys)) {
                issues.push_back({Code::BadValue,
                                  {"lengths", std::to_string(s.lengths(b))},
                                  "lengths[" + std::to_string(b) + "] is " +
                                      std::to_string(s.lengths(b)) + ", but the sequence has " +
                                      std::to_string(z.keys) + " keys"});
                break;
            }
    if (s.maskKeep.present())
        s.maskKeep = normalisedMask(s.maskKeep, z.batch, z.heads, z.queries, z.keys);
    if (!issues.empty())
        throw InputError(std::move(issues));
}

} // namespace attnscope::core
