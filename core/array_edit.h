// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace attnscope::core {

// Changes of the session's arrays by hand. Each array is seen as a table: [rows, columns]; of
// [B, L, D] one sequence at a time; a bias, γ or β as one row. A change starts from the array as it
// is computed with (presentArray), copies it once, and puts it into the session. When nothing
// differs any more from what the initialiser gives, the array leaves the session again, so that
// another seed or size draws it anew. A change that alters no bit leaves the session as it was.

/// A block of cells. `batch` counts only for arrays with three axes.
struct ArrayBlock {
    std::size_t batch = 0, row = 0, column = 0;
    std::size_t rows = 0, columns = 0;
    [[nodiscard]] std::size_t size() const { return rows * columns; }
    bool operator==(const ArrayBlock &) const = default;
};

/// Rows and columns of an array seen as a table; 1 × n for a vector, 0 × 0 for an absent one.
struct TableSize {
    std::size_t batches = 0, rows = 0, columns = 0;
    bool operator==(const TableSize &) const = default;
};
[[nodiscard]] TableSize tableSize(const Shape &shape);
/// The whole table of one sequence.
[[nodiscard]] ArrayBlock wholeBlock(const Shape &shape, std::size_t batch = 0);

/// Which columns (rows of W_O) of an array belong to which head: head h has those from h·width on.
/// `heads` = 0: the array is not divided (X_embed, b_O …).
struct HeadBlocks {
    std::size_t heads = 0, width = 0;
    bool onRows = false;
    bool operator==(const HeadBlocks &) const = default;
};
[[nodiscard]] HeadBlocks headBlocks(const Config &config, Input input);

/// Bit for bit, so that a NaN equals itself and 0 differs from −0.
[[nodiscard]] bool sameBits(float a, float b);
/// The cells that differ from the initialiser's, [rows of the array's shape], 1 = edited. All of
/// them when the two have other shapes (an array of its own width was brought in); absent when the
/// session does not hold the array or nothing draws it. O(size): for one cell compare with
/// seededArray() instead.
[[nodiscard]] BoolTensor editedCells(const Session &session, Input input);
[[nodiscard]] std::size_t editedCount(const Session &session, Input input);

/// What a cell goes back to: drawnArray(), or for a bias, γ, β or grad_output that nothing draws
/// its neutral value (0; 1 for γ and grad_output). Absent for inputs without text, which were
/// brought in and stand for themselves.
[[nodiscard]] Tensor seededArray(const Session &session, Input input);

// Each of these answers the number of cells that changed, and throws InputError when the block
// does not lie within the table, the array is absent, or the sizes disagree.

/// Writes values, row after row. \throws InputError when their number is not the block's.
std::size_t setCells(Session &session, Input input, const ArrayBlock &block,
                     std::span<const float> values);
std::size_t fillConstant(Session &session, Input input, const ArrayBlock &block, float value);
/// Draws the block's cells as the whole array would be drawn by `init` from `seed`; the session's
/// own seed and initialisers stay.
std::size_t fillDrawn(Session &session, Input input, const ArrayBlock &block,
                      const Initialiser &init, std::uint64_t seed);
/// 1 on the block's diagonal, 0 beside it.
std::size_t fillIdentity(Session &session, Input input, const ArrayBlock &block);
std::size_t scaleCells(Session &session, Input input, const ArrayBlock &block, double factor);
std::size_t addToCells(Session &session, Input input, const ArrayBlock &block, double step);
/// To `places` decimals, halves away from zero; 0 ≤ places ≤ 9.
std::size_t roundCells(Session &session, Input input, const ArrayBlock &block, int places);
/// \throws InputError for a block that is not square.
std::size_t transposeCells(Session &session, Input input, const ArrayBlock &block);
/// The head's columns of W_Q, W_K, W_V, biases, γ, β; its rows of W_O.
std::size_t zeroHead(Session &session, Input input, std::size_t head);
/// Back to seededArray(). \throws InputError when there is none.
std::size_t resetCells(Session &session, Input input, const ArrayBlock &block);

/// Puts a bias, γ, β or grad_output in at its neutral value, so that nothing is computed otherwise.
/// True when it was absent before. \throws InputError for other arrays.
bool addArray(Session &session, Input input);
/// Takes it out, and its initialiser too: it is not applied any more.
bool removeArray(Session &session, Input input);
/// Whether an array may be absent: biases, γ, β, grad_output.
[[nodiscard]] bool isOptional(Input input);

/// Standard deviation of the finite values (n − 1); 0 with fewer than two.
[[nodiscard]] double deviation(const Tensor &array);

} // namespace attnscope::core
