// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <cstddef>
#include <optional>
#include <vector>

/// \file
/// What the gradients of a pass tell about it: how large they are on their way back, how many rows
/// the softmax lets none through, and whether the gradient of the values is as large as it can be.

namespace attnscope::core {

/// Frobenius norms of one gradient, over all sequences.
struct GradientNorm {
    double total = 0.0; ///< NaN or ∞ when a value is
    /// One a head: along the head axis where there is one; of weights, biases and the concatenation
    /// the columns (of W_O the rows) that belong to the head. Empty where heads have no part of
    /// their own (X, the output, b_O).
    std::vector<double> heads;
};
/// Nothing when the trace does not hold that gradient. T is float or double.
template <class T>
[[nodiscard]] std::optional<GradientNorm> gradientNorm(const BasicTrace<T> &trace,
                                                       Gradient gradient);

/// Rows of dS of one head, over all sequences.
struct DeadRows {
    std::size_t rows = 0; ///< that have a visible key and finite gradients
    std::size_t dead = 0; ///< of them, those whose Euclidean norm is below the threshold
    std::size_t empty = 0, notFinite = 0; ///< left out
    /// dead / rows; nothing when no row is left.
    [[nodiscard]] std::optional<double> share() const {
        if (rows == 0)
            return std::nullopt;
        return static_cast<double>(dead) / static_cast<double>(rows);
    }
};
inline constexpr double kDeadRow = 1e-3; ///< ‖dS row‖ below this is no gradient to learn from
/// One a head; empty when the trace does not hold grad_scores.
[[nodiscard]] std::vector<DeadRows> deadRows(const Trace &trace, double threshold = kDeadRow);

/// ‖dV‖ ≤ ‖A'‖₂·‖dC‖ of one head, over all sequences. The rows of A are at most 1 in sum, so the
/// largest singular value of A [L,S] is at most √(largest row sum · largest column sum) ≤ √L: with
/// as many keys as queries the √S that is usually quoted. Dropout stretches rows by 1/(1 − p).
struct ValueBound {
    double values = 0.0;  ///< ‖dV‖
    double context = 0.0; ///< ‖dC‖
    double bound = 0.0;   ///< √L / (1 − p) · ‖dC‖
    /// Whether it is kept, up to rounding; nothing when a value is not finite.
    [[nodiscard]] std::optional<bool> holds() const;
};
/// One a head; empty when the trace does not hold grad_V and grad_context.
[[nodiscard]] std::vector<ValueBound> valueBounds(const Trace &trace);

} // namespace attnscope::core
