// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/tensor.h"

#include <cstddef>
#include <vector>

namespace attnscope::core {

/// The visible set of mathematics.md §5, stored once for all heads or sequences that share it.
class KeepMask {
public:
    KeepMask() = default;
    /// `bits` is [b, h, L, S] with b ∈ {1, B} and h ∈ {1, H}: an extent of 1 is shared.
    KeepMask(std::size_t batch, std::size_t heads, BoolTensor bits);

    [[nodiscard]] std::size_t batch() const { return m_batch; }
    [[nodiscard]] std::size_t heads() const { return m_heads; }
    [[nodiscard]] std::size_t queries() const { return m_bits.extent(2); }
    [[nodiscard]] std::size_t keys() const { return m_bits.extent(3); }
    [[nodiscard]] const BoolTensor &bits() const { return m_bits; }
    /// Elements to advance in bits() for the next sequence / head: 0 where it is shared.
    [[nodiscard]] std::size_t batchStride() const { return m_batchStride; }
    [[nodiscard]] std::size_t headStride() const { return m_headStride; }
    /// No key is hidden anywhere.
    [[nodiscard]] bool allVisible() const { return m_allVisible; }
    /// Row of one query: `keys()` bytes, 1 = visible.
    [[nodiscard]] const std::uint8_t *row(std::size_t b, std::size_t h, std::size_t i) const {
        return m_bits.data() + b * m_batchStride + h * m_headStride + i * m_bits.extent(3);
    }
    [[nodiscard]] bool visible(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
        return row(b, h, i)[j] != 0;
    }
    [[nodiscard]] std::size_t visibleCount(std::size_t b, std::size_t h, std::size_t i) const;
    /// The whole [B,H,L,S], as the trace file holds it.
    [[nodiscard]] BoolTensor expanded() const;

private:
    std::size_t m_batch = 0, m_heads = 0, m_batchStride = 0, m_headStride = 0;
    BoolTensor m_bits;
    bool m_allVisible = true;
};

/// First key that the causal rule hides from query i: j ≤ i + S − L is visible from the bottom
/// right, j ≤ i from the top left.
[[nodiscard]] std::size_t causalEnd(std::size_t i, std::size_t queries, std::size_t keys,
                                    CausalAlignment alignment);

struct Problem;
/// AND of the parts that are on: causal, padding, custom.
[[nodiscard]] KeepMask makeKeepMask(const Problem &problem);

/// True for a row that has no visible key.
struct RowRef {
    std::size_t batch, head, query;
    bool operator==(const RowRef &) const = default;
};
[[nodiscard]] std::vector<RowRef> emptyRows(const KeepMask &mask);

} // namespace attnscope::core
