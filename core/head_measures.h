// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

/// \file
/// What one head does with its attention (mathematics.md §7), measured on `weights` in double
/// precision with natural logarithms and 0·ln 0 = 0. Rows without a visible key are left out and
/// counted. What does not exist – no row is left, a weight is NaN or ∞, nothing was asked for – is
/// absent, never 0. T is float or double; both are instantiated.

namespace attnscope::core {

/// Frobenius norms of one head's gradients, over all sequences.
struct HeadGradients {
    std::optional<double> q, k, v; ///< absent: not in the trace, or not finite
};

/// Everything that is measured of one head; p is `weights`, i the query, j the key.
struct HeadMeasures {
    std::size_t rows = 0;          ///< rows that have a visible key
    std::size_t emptyRows = 0;     ///< rows left out because they have none
    std::size_t notFiniteRows = 0; ///< of `rows`, those that hold NaN or ∞

    std::optional<double> entropy; ///< nats, 0…ln S: mean over rows of −Σ_j p ln p
    /// 0…1: row entropy / ln(visible keys), rows with one visible key left out.
    std::optional<double> entropyNormalised;
    std::optional<double> effectiveKeys; ///< 1…S: exp(entropy)
    std::optional<double> maxWeight;     ///< 1/S…1: mean over rows of max_j p
    std::optional<double> meanDistance;  ///< positions: |i − j| weighted by p
    std::optional<double> diagonal;      ///< 0…1: mean of p_ii, over rows that have a key i
    std::optional<double> previousToken; ///< 0…1: mean of p_i,i−1, over rows that have that key
    std::optional<double> firstToken;    ///< 0…1: mean of p_i,0
    /// −1…1. Of a k×k block on the diagonal, the share of its rows' weight that stays inside, less
    /// the share that uniform attention over visible keys would keep there; the largest over all
    /// blocks, k = 3…⌊L/2⌋. Absent for L < 6, where there is none.
    std::optional<double> blockClumping;
    std::optional<double> rowSumError; ///< max over rows of |Σ_j p − 1|
    /// 0…1: ‖context_h·W_O,h‖ / Σ_h' of the same. Absent where all are 0.
    std::optional<double> outputShare;
    HeadGradients gradients;
    /// One a key, 0…1: mean over the queries that may see it, and the batch. Absent for a key that
    /// nobody may see.
    std::vector<std::optional<double>> positionBias;

    /// The largest position bias, with its key; absent when there is none.
    [[nodiscard]] std::optional<double> largestBias() const;
};

/// What uniform attention over the visible keys would measure with this mask: the line beside which
/// a measure can be read. The fields that need more than weights are absent.
template <class T>
[[nodiscard]] std::vector<HeadMeasures> uniformMeasures(const BasicTrace<T> &trace,
                                                        const std::stop_token &stop = {});

/// One a head; empty when the trace does not hold `weights`. \throws StoppedError
template <class T>
[[nodiscard]] std::vector<HeadMeasures> measureHeads(const BasicTrace<T> &trace,
                                                     const std::stop_token &stop = {});

/// Relative change of the output when that head's context is set to 0:
/// ‖output − output without h‖ / ‖output‖ (Frobenius), through the normalisation when it is on.
/// One a head; absent where the output is 0 or not finite, or the trace lacks `concat`.
template <class T>
[[nodiscard]] std::vector<std::optional<double>> ablationOf(const BasicTrace<T> &trace,
                                                            const std::stop_token &stop = {});

/// Where a measure turns into a flag; all movable, none universal (a causal map of 8 tokens has
/// high diagonals and a low entropy whatever the head does).
struct HeadThresholds {
    double focused = 0.1;          ///< entropy_normalised below
    double uniform = 0.95;         ///< entropy_normalised above
    double healthyMean = 0.65;     ///< mean of entropy_normalised over the heads above
    double diagonal = 0.9;         ///< above
    double positionLeak = 0.8;     ///< largest position bias above
    double positionWatch = 0.25;   ///< largest position bias above (and no leak)
    double redundantCosine = 0.92; ///< cosine of a pair above
    double distinctKl = 0.3;       ///< kl of a pair above
    double clumping = 0.5;         ///< block_clumping above
    double deadShare = 0.01;       ///< output_share below this / H
    double silentGradient = 1e-4;  ///< every gradient norm of the head below
    bool operator==(const HeadThresholds &) const = default;
};

enum class HeadFlag {
    Focused,
    Uniform,
    Diagonal,
    PositionLeak,
    PositionWatch,
    Redundant, ///< another head has nearly the same map
    Clumped,
    Dead,   ///< adds next to nothing to the output
    Silent, ///< next to no gradient comes back to it
};
/// As in files: "position_leak".
[[nodiscard]] std::string_view toName(HeadFlag flag);

/// The flags that follow from a head's own measures, in the order of the enum: all but Redundant,
/// which needs the other heads (core/head_similarity.h).
[[nodiscard]] std::vector<HeadFlag> flagsOf(const HeadMeasures &head, std::size_t heads,
                                            const HeadThresholds &thresholds = {});

/// Mean of entropy_normalised over the heads that have one.
[[nodiscard]] std::optional<double> meanEntropyNormalised(const std::vector<HeadMeasures> &heads);

} // namespace attnscope::core
