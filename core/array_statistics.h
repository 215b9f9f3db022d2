// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace attnscope::core {

/// What the values of one array are like. NaN and ±∞ are counted and left out of the rest; what
/// needs a finite value is absent where there is none.
struct ArrayStatistics {
    std::size_t count = 0; ///< all values
    std::size_t nan = 0, positiveInfinite = 0, negativeInfinite = 0;
    std::optional<double> mean, least, greatest; ///< of the finite values
    /// Sample standard deviation (n − 1), as the scalings of mathematics.md §4 take it; absent for
    /// fewer than two finite values.
    std::optional<double> deviation;

    [[nodiscard]] std::size_t infinite() const { return positiveInfinite + negativeInfinite; }
    [[nodiscard]] std::size_t finite() const { return count - nan - infinite(); }
};

/// Accumulated in double: the mean first, then the deviations from it, so that a large mean does
/// not swallow a small spread.
[[nodiscard]] ArrayStatistics statisticsOf(std::span<const float> values);
/// The same over the values whose flag in `visible` is set (as many flags as values).
[[nodiscard]] ArrayStatistics statisticsOf(std::span<const float> values,
                                           std::span<const std::uint8_t> visible);

/// Of every stage that the trace holds: all sequences and all heads together. The mask counts as
/// 0 and 1, so its mean is the share that is visible.
using StageStatistics = std::array<std::optional<ArrayStatistics>, kStageCount>;
[[nodiscard]] StageStatistics statisticsOf(const Trace &trace);

/// Of a stage that is there: one sequence of it, one head of that, or, with nothing said, all.
struct StagePart {
    std::optional<std::size_t> batch, head;
    bool operator==(const StagePart &) const = default;
};
struct PartStatistics {
    ArrayStatistics values;
    /// How many of the −∞ stand where the mask hides a key, in scores_masked: what the mask put
    /// there, not what went wrong. 0 in every other stage.
    std::size_t minusInfinityOfMask = 0;
};
/// Nothing when the trace does not hold the stage, or has no such sequence or head. A stage without
/// an axis of heads (of sequences) is the same for each.
[[nodiscard]] std::optional<PartStatistics> partStatistics(const Trace &trace, Stage stage,
                                                           const StagePart &part);

} // namespace attnscope::core
