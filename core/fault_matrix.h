// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// \file
/// Attention with the mistakes that people make in it, and which test catches which: a table that
/// is computed, not told. One causal head in double precision, its queries, keys and values given.

namespace attnscope::core {

enum class AttentionFault {
    None,
    MaskAfterSoftmax, ///< weights·0/1, rows not divided again
    NoMask,
    InvertedMask,       ///< visible and hidden exchanged
    OffByOne,           ///< j ≤ i + 1: one key of the future is seen
    StrictMask,         ///< j < i: the diagonal is hidden too, and query 0 sees nothing
    SoftmaxOverQueries, ///< the softmax runs over the wrong axis
    ScoreZero,          ///< hidden scores are set to 0 instead of −∞
    Unscaled,
    BatchAxis, ///< [L,B,d] read as [B,L,d]: sequences attend to each other at each position
};
inline constexpr std::size_t kAttentionFaultCount = 10;
[[nodiscard]] std::string_view toName(AttentionFault fault); ///< "mask_after_softmax"

enum class FaultTest {
    Scale,       ///< scores are q·k/√d_k
    RowSums,     ///< Σ_j p = 1
    HiddenZero,  ///< no hidden key has a weight other than 0 (NaN is the next test's)
    NoNan,       ///< weights are finite
    FutureStays, ///< another last key and value change no earlier output
    BatchStays,  ///< another sequence changes no output of this one
};
inline constexpr std::size_t kFaultTestCount = 6;
[[nodiscard]] std::string_view toName(FaultTest test); ///< "rows_sum_to_one"

/// Result of faulty attention.
struct FaultyAttention {
    DoubleTensor scores;  ///< before the mask, [B,L,L]; of BatchAxis [L,B,B]
    DoubleTensor weights; ///< the same shape
    DoubleTensor output;  ///< [B,L,d_v]
};
/// Causal self-attention of q, k [B,L,d_k] and v [B,L,d_v]. \throws std::invalid_argument for
/// shapes that do not fit.
[[nodiscard]] FaultyAttention attendWith(AttentionFault fault, const DoubleTensor &q,
                                         const DoubleTensor &k, const DoubleTensor &v);

struct FaultRow {
    AttentionFault fault{};
    /// True: passed, the fault was not caught. Absent: the test cannot be made (one sequence; the
    /// weights of BatchAxis have no hidden cell).
    std::array<std::optional<bool>, kFaultTestCount> passed;
};
/// Every fault against every test, on these inputs.
[[nodiscard]] std::vector<FaultRow> faultMatrix(const DoubleTensor &q, const DoubleTensor &k,
                                                const DoubleTensor &v);

} // namespace attnscope::core
