// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_edit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::core {

namespace {

[[noreturn]] void refuse(Issue::Code code, std::vector<std::string> values, std::string message) {
    throw InputError({{code, std::move(values), std::move(message)}});
}

/// Where the block's row r begins in the array.
std::size_t startOf(const Tensor &array, const ArrayBlock &block, std::size_t r) {
    const TableSize t = tableSize(array.shape());
    return (block.batch * t.rows + block.row + r) * t.columns + block.column;
}

void requireInside(const Tensor &array, Input input, const ArrayBlock &b) {
    const std::string name(toName(input));
    if (!array.present())
        refuse(Issue::Code::MissingArray, {name},
               name + " is not applied now: there is nothing to change in it");
    const TableSize t = tableSize(array.shape());
    // Written so that no sum can wrap.
    const auto fits = [](std::size_t start, std::size_t count, std::size_t extent) {
        return count <= extent && start <= extent - count;
    };
    if (b.batch < t.batches && fits(b.row, b.rows, t.rows) && fits(b.column, b.columns, t.columns))
        return;
    const std::string block = std::to_string(b.rows) + "×" + std::to_string(b.columns);
    const std::string at = "[" + std::to_string(b.row) + "," + std::to_string(b.column) + "]";
    refuse(Issue::Code::ShapeMismatch, {name, block, toString(array.shape())},
           "a block of " + block + " from " + at + " on does not fit into " + name +
               " of the shape " + toString(array.shape()));
}

bool identical(const Tensor &a, const Tensor &b) {
    return a.present() == b.present() && a.shape() == b.shape() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

/// Changes the block's cells to what `next(row, column, old)` gives. Nothing is copied before a bit
/// differs.
template <class Next>
std::size_t change(Session &s, Input input, const ArrayBlock &block, Next next) {
    Tensor array = presentArray(s, input);
    requireInside(array, input, block);
    const auto held = s.arrays.find(input);
    // Not so when sizes changed since: then it was laid out anew for the heads of now.
    const bool asHeld = held != s.arrays.end() && held->second.identity() == array.identity();
    const float *old = array.data();
    float *out = nullptr;
    std::size_t changed = 0;
    for (std::size_t r = 0; r < block.rows; ++r) {
        const std::size_t start = startOf(array, block, r);
        for (std::size_t c = 0; c < block.columns; ++c) {
            const float before = old[start + c];
            const float after = next(r, c, before);
            if (sameBits(before, after))
                continue;
            if (!out)
                out = array.mutableData();
            out[start + c] = after;
            ++changed;
        }
    }
    if (changed == 0)
        return 0;
    if (identical(array, drawnArray(s, input)))
        setArray(s, input, {}); // the initialiser's again: it is drawn from now on
    else if (asHeld)
        held->second = std::move(array); // for the heads that it was laid out for
    else
        setArray(s, input, std::move(array));
    return changed;
}

float neutral(Input input) {
    return input == Input::GammaConcat || input == Input::GradOutput ? 1.0F : 0.0F;
}

} // namespace

TableSize tableSize(const Shape &shape) {
    switch (shape.size()) {
    case 1:
        return {1, 1, shape[0]};
    case 2:
        return {1, shape[0], shape[1]};
    case 3:
        return {shape[0], shape[1], shape[2]};
    default:
        return {};
    }
}

ArrayBlock wholeBlock(const Shape &shape, std::size_t batch) {
    const TableSize t = tableSize(shape);
    return {batch, 0, 0, t.rows, t.columns};
}

HeadBlocks headBlocks(const Config &c, Input input) {
    const auto heads = static_cast<std::size_t>(std::max(c.heads, 0));
    const auto dK = static_cast<std::size_t>(std::max(c.dK, 0));
    const auto dV = static_cast<std::size_t>(std::max(c.dV, 0));
    switch (input) {
    case Input::WQ:
    case Input::WK:
    case Input::BQ:
    case Input::BK:
        return {heads, dK, false};
    case Input::WV:
    case Input::BV:
    case Input::GammaConcat:
    case Input::BetaConcat:
        return {heads, dV, false};
    case Input::WO:
        return {heads, dV, true};
    default:
        return {};
    }
}

bool sameBits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool isOptional(Input input) { return inputRank(input) == 1 || input == Input::GradOutput; }

Tensor seededArray(const Session &s, Input input) {
    Tensor drawn = drawnArray(s, input);
    if (drawn.present() || !isOptional(input))
        return drawn;
    const Tensor present = presentArray(s, input);
    return present.present() ? Tensor(present.shape(), neutral(input)) : Tensor();
}

BoolTensor editedCells(const Session &s, Input input) {
    if (!s.arrays.count(input))
        return {};
    const Tensor now = presentArray(s, input), seeded = seededArray(s, input);
    if (!now.present() || !seeded.present())
        return {};
    BoolTensor edited(now.shape(), 1);
    if (now.shape() != seeded.shape())
        return edited;
    std::uint8_t *out = edited.mutableData();
    for (std::size_t i = 0; i < now.size(); ++i)
        out[i] = sameBits(now.data()[i], seeded.data()[i]) ? 0 : 1;
    return edited;
}

std::size_t editedCount(const Session &s, Input input) {
    const BoolTensor edited = editedCells(s, input);
    return static_cast<std::size_t>(std::count(edited.values().begin(), edited.values().end(), 1));
}

std::size_t setCells(Session &s, Input input, const ArrayBlock &block,
                     std::span<const float> values) {
    if (values.size() != block.size())
        refuse(Issue::Code::ShapeMismatch, {std::string(toName(input))},
               std::to_string(values.size()) + " values do not fill a block of " +
                   std::to_string(block.rows) + "×" + std::to_string(block.columns));
    return change(s, input, block, [&](std::size_t r, std::size_t c, float) {
        return values[r * block.columns + c];
    });
}

std::size_t fillConstant(Session &s, Input input, const ArrayBlock &block, float value) {
    return change(s, input, block, [value](std::size_t, std::size_t, float) { return value; });
}

std::size_t fillDrawn(Session &s, Input input, const ArrayBlock &block, const Initialiser &init,
                      std::uint64_t seed) {
    const Tensor drawn = drawnArray(s, input, init, seed);
    if (!drawn.present())
        refuse(Issue::Code::MissingArray, {std::string(toName(input))},
               std::string(toName(input)) +
                   (inputRank(input) == 3 && input != Input::GradOutput
                        ? " was brought in without a text: there are no words to draw vectors for"
                        : " is not drawn by an initialiser"));
    requireInside(drawn, input, block);
    return change(s, input, block, [&](std::size_t r, std::size_t c, float) {
        return drawn.data()[startOf(drawn, block, r) + c];
    });
}

std::size_t fillIdentity(Session &s, Input input, const ArrayBlock &block) {
    return change(s, input, block,
                  [](std::size_t r, std::size_t c, float) { return r == c ? 1.0F : 0.0F; });
}

std::size_t scaleCells(Session &s, Input input, const ArrayBlock &block, double factor) {
    return change(s, input, block, [factor](std::size_t, std::size_t, float old) {
        return static_cast<float>(static_cast<double>(old) * factor);
    });
}

std::size_t addToCells(Session &s, Input input, const ArrayBlock &block, double step) {
    return change(s, input, block, [step](std::size_t, std::size_t, float old) {
        return static_cast<float>(static_cast<double>(old) + step);
    });
}

std::size_t roundCells(Session &s, Input input, const ArrayBlock &block, int places) {
    if (places < 0 || places > 9)
        refuse(Issue::Code::BadValue, {"places", std::to_string(places)},
               "numbers can be rounded to 0 … 9 decimals, not " + std::to_string(places));
    const double unit = std::pow(10.0, places);
    return change(s, input, block, [unit](std::size_t, std::size_t, float old) {
        const double scaled = static_cast<double>(old) * unit;
        return std::isfinite(scaled) ? static_cast<float>(std::round(scaled) / unit) : old;
    });
}

std::size_t transposeCells(Session &s, Input input, const ArrayBlock &block) {
    if (block.rows != block.columns)
        refuse(
            Issue::Code::ShapeMismatch,
            {std::string(toName(input)), std::to_string(block.rows), std::to_string(block.columns)},
            "a block of " + std::to_string(block.rows) + "×" + std::to_string(block.columns) +
                " cannot be transposed in its place: choose as many rows as columns");
    const Tensor old = presentArray(s, input); // held, so that it is copied and not overwritten
    requireInside(old, input, block);
    return change(s, input, block, [&](std::size_t r, std::size_t c, float) {
        return old.data()[startOf(old, block, c) + r];
    });
}

std::size_t zeroHead(Session &s, Input input, std::size_t head) {
    const HeadBlocks h = headBlocks(s.config, input);
    if (head >= h.heads)
        refuse(Issue::Code::BadHeads, {std::to_string(head), std::to_string(h.heads)},
               std::string(toName(input)) +
                   (h.heads == 0 ? " is not divided into heads"
                                 : " has the heads 0 … " + std::to_string(h.heads - 1) + ", not " +
                                       std::to_string(head)));
    const Tensor array = presentArray(s, input);
    const TableSize t = tableSize(array.shape());
    ArrayBlock block{0, 0, head * h.width, t.rows, h.width};
    if (h.onRows)
        block = {0, head * h.width, 0, h.width, t.columns};
    return fillConstant(s, input, block, 0.0F);
}

std::size_t resetCells(Session &s, Input input, const ArrayBlock &block) {
    const Tensor seeded = seededArray(s, input);
    const Tensor now = presentArray(s, input);
    requireInside(now, input, block);
    if (!seeded.present() || seeded.shape() != now.shape())
        refuse(Issue::Code::MissingArray, {std::string(toName(input))},
               std::string(toName(input)) + " was brought in: no initialiser gives it");
    return change(s, input, block, [&](std::size_t r, std::size_t c, float) {
        return seeded.data()[startOf(seeded, block, r) + c];
    });
}

bool addArray(Session &s, Input input) {
    const std::string name(toName(input));
    if (!isOptional(input))
        refuse(Issue::Code::BadValue, {name}, name + " is always there");
    if (presentArray(s, input).present())
        return false;
    if (input == Input::BV && s.config.shareKv)
        refuse(Issue::Code::BadValue, {name},
               "b_V is not used while keys and values share their weights: b_K is added to both");
    Shape shape;
    if (input == Input::GradOutput)
        shape = presentArray(s, Input::XEmbed).shape();
    else if (input == Input::BO)
        shape = {static_cast<std::size_t>(s.config.dModel)};
    else {
        const HeadBlocks h = headBlocks(s.config, input);
        shape = {h.heads * h.width};
    }
    setArray(s, input, Tensor(std::move(shape), neutral(input)));
    return true;
}

bool removeArray(Session &s, Input input) {
    if (!isOptional(input))
        refuse(Issue::Code::BadValue, {std::string(toName(input))},
               std::string(toName(input)) + " cannot be left out");
    const bool there = s.arrays.count(input) > 0 || s.init.count(input) > 0;
    setArray(s, input, {});
    s.init.erase(input);
    return there;
}

double deviation(const Tensor &array) {
    double sum = 0.0;
    std::size_t n = 0;
    for (const float v : array.values())
        if (std::isfinite(v)) {
            sum += static_cast<double>(v);
            ++n;
        }
    if (n < 2)
        return 0.0;
    const double mean = sum / static_cast<double>(n);
    double squares = 0.0;
    for (const float v : array.values())
        if (std::isfinite(v))
            squares += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
    return std::sqrt(squares / static_cast<double>(n - 1));
}

} // namespace attnscope::core
