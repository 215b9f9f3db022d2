// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/head_measures.h"
#include "core/trace.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

/// \file
/// How alike heads are, and what their maps and projections are made of (mathematics.md §7). Double
/// precision; what does not exist is absent. T is float or double; both are instantiated.

namespace attnscope::core {

/// A number for every pair of heads, [H,H].
struct PairMatrix {
    std::size_t heads = 0;
    std::vector<std::optional<double>> values; ///< row-major
    [[nodiscard]] const std::optional<double> &at(std::size_t a, std::size_t b) const {
        return values[a * heads + b];
    }
};

/// Rows that are empty in either head are left out; a head with NaN or ∞ is compared with none.
struct HeadSimilarity {
    PairMatrix kl;     ///< nats, not symmetric: mean over rows of Σ_j p_a ln((p_a+ε)/(p_b+ε))
    PairMatrix js;     ///< nats, 0…ln 2: Jensen–Shannon divergence, same mean
    PairMatrix cosine; ///< 0…1: of the flattened maps
    /// −1…1: the same after 1/(visible keys) is taken from each visible cell. Absent where a map is
    /// uniform up to rounding: nothing is left of it to have a direction.
    PairMatrix cosineCentred;
};
inline constexpr double kKlEpsilon = 1e-8;
/// A centred map shorter than this, relative to the map, is rounding.
inline constexpr double kUniformUpTo = 1e-6;

/// Empty matrices when the trace does not hold `weights`. \throws StoppedError
template <class T>
[[nodiscard]] HeadSimilarity similarityOf(const BasicTrace<T> &trace,
                                          const std::stop_token &stop = {});

/// Pairs a < b whose cosine is above the threshold.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>>
redundantPairs(const HeadSimilarity &similarity, const HeadThresholds &thresholds = {});
/// Pairs a < b whose kl is above the threshold both ways.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>>
distinctPairs(const HeadSimilarity &similarity, const HeadThresholds &thresholds = {});
/// flagsOf() with Redundant where it belongs; one list a head.
[[nodiscard]] std::vector<std::vector<HeadFlag>> allFlags(const std::vector<HeadMeasures> &heads,
                                                          const HeadSimilarity &similarity,
                                                          const HeadThresholds &thresholds = {});

/// Singular values of one sequence's attention map, largest first; min(L,S) of them. Nothing when
/// it is not there or not finite. May take a second for L = S = 1024.
template <class T>
[[nodiscard]] std::optional<std::vector<double>>
mapSingularValues(const BasicTrace<T> &trace, std::size_t batch, std::size_t head);
/// Of Q·Kᵀ, largest first: min(L,S,d_k) of them, since its rank is at most d_k. By way of the
/// triangular factors of Q and K, so that the small ones are exact too.
template <class T>
[[nodiscard]] std::optional<std::vector<double>>
scoreSingularValues(const BasicTrace<T> &trace, std::size_t batch, std::size_t head);

/// Principal components of the rows of one head's Q or K, all sequences together.
struct PrincipalComponents {
    std::vector<double> variances; ///< eigenvalues of the covariance (n − 1), largest first; d
    std::vector<double> explained; ///< variances / their sum
    std::size_t shown = 0;         ///< components below: 2, or 1 when d = 1
    std::vector<double> loadings;  ///< [shown,d], unit length; the largest in size is positive
    std::vector<double> scores;    ///< [rows,shown]: the rows, centred, along each component
    std::size_t rows = 0;          ///< B·L or B·S, sequence by sequence
};
/// Stage::Q, K or V. Nothing for fewer than two rows, no variance, NaN or ∞.
template <class T>
[[nodiscard]] std::optional<PrincipalComponents> principalComponents(const BasicTrace<T> &trace,
                                                                     Stage stage, std::size_t head);

} // namespace attnscope::core
