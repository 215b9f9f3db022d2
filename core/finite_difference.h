// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <cstddef>
#include <stop_token>

/// \file
/// The check of a gradient that needs no calculus: move one number a little both ways, run the rest
/// of the pass, and see what the loss did.

namespace attnscope::core {

struct FiniteDifference {
    double analytic = 0.0; ///< the cell of the gradient, in double
    double numeric = 0.0;  ///< (L(x + h) − L(x − h)) / 2h; NaN where the loss is no number
    double step = 0.0;     ///< h
};

/// The output [B,L,D] of the pass when one cell of a stage, an input or a weight is moved by `by`
/// and what comes before it stays as it is. `cell` counts in the row-major array that the gradient
/// belongs to. A factor taken from the scores (adaptive, standardise) stays what it was, since it
/// is a constant for the gradient (mathematics.md §4).
/// `t` must hold every stage. \throws StoppedError
[[nodiscard]] DoubleTensor outputWith(const ReferenceTrace &t, Gradient of, std::size_t cell,
                                      double by, const std::stop_token &stop = {});

/// The central difference of the loss beside the gradient. The loss is Σ output ∘ dO for a fixed
/// upstream dO, and ½‖output‖² where the upstream is the output.
/// `t` is the result of referencePass() with the gradient in it. \throws StoppedError
[[nodiscard]] FiniteDifference finiteDifference(const ReferenceTrace &t, Gradient of,
                                                std::size_t cell, const std::stop_token &stop = {});

} // namespace attnscope::core
