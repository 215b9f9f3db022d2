// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <optional>
#include <vector>

namespace attnscope::core {

/// How far two results of one stage lie apart.
struct StageDifference {
    Stage stage{};
    double maxAbs = 0.0;        ///< largest |Δ| over cells finite in both
    double maxReference = 0.0;  ///< largest |reference| over its finite cells
    std::size_t bothNan = 0;    ///< cells NaN in both: never counted as a plain agreement
    std::size_t mismatched = 0; ///< cells NaN or ±∞ in one and something else in the other
    std::optional<std::size_t> firstMismatch; ///< flat index of the first of those
    std::size_t worst = 0;                    ///< flat index of the largest |Δ|
    /// |Δ| ≤ 2e−6 + 2e−5·max|reference| and NaN, ∞ in the same places (mathematics.md §10).
    [[nodiscard]] bool withinTolerance() const;
};

[[nodiscard]] StageDifference compareValues(std::span<const double> reference,
                                            std::span<const float> got);
/// Every stage that both hold, in the order of the table.
[[nodiscard]] std::vector<StageDifference> compareTraces(const ReferenceTrace &reference,
                                                         const Trace &got);

} // namespace attnscope::core
