// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <memory>
#include <stop_token>
#include <string_view>

/// \file
/// What a gradient that does not arrive looks like, by doing for real what makes it so.

namespace attnscope::core {

enum class GradientFault {
    None,
    Detached,      ///< the gradient ends at a stage (detach, no_grad): nothing before it hears
    Saturated,     ///< the scores are so large that the softmax is 0 or 1
    HalfPrecision, ///< a small loss, and every gradient rounded to half precision unscaled
};
inline constexpr int kGradientFaults = 4;
[[nodiscard]] std::string_view toName(GradientFault fault);

struct FaultSettings {
    GradientFault kind = GradientFault::None;
    Gradient stopAt = Gradient::Scores; ///< Detached
    double scoreFactor = 30.0;          ///< Saturated: scores are that many times as large, > 0
    double lossFactor = 1e-7; ///< HalfPrecision: the loss is that many times as large, > 0
    bool operator==(const FaultSettings &) const = default;
};

/// Rounded to the nearest IEEE 754 half, ties to even: 11 significant bits, the least step is
/// 2⁻²⁴ ≈ 5.96e−8 (half of it becomes 0), and 65520 or more becomes ∞.
[[nodiscard]] double roundedToHalf(double value);

/// The pass of referencePass() with the fault in it; the problem itself stays as it is. Saturated:
/// the trace's own problem has the larger factor as its scale. HalfPrecision: without rounding
/// every gradient would be lossFactor times what it is without a fault.
/// \throws EngineError (InvalidProblem, OutOfMemory, Stopped).
[[nodiscard]] ReferenceTrace faultyPass(std::shared_ptr<const Problem> problem,
                                        const FaultSettings &fault, std::stop_token stop = {});

} // namespace attnscope::core
