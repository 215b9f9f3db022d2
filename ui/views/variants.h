// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <array>
#include <vector>

namespace attnscope::ui {

/// The six applications of the mask (mathematics.md §5) on the scores of one trace, in the order of
/// core::MaskApplication. Each result has the stages scores, scores_masked and weights. The trace's
/// own scores are used, so only what the mask changes is computed again. Empty when the trace does
/// not hold the scores.
[[nodiscard]] std::vector<core::TracePtr> maskVariants(const core::Trace &trace);

/// The same pass with the positional encoding on and off.
struct PositionVariants {
    core::TracePtr with, without;
};
/// One of the two is `trace` itself; of the other the weights are computed (stages up to them), in
/// single precision with core's stage functions.
[[nodiscard]] PositionVariants positionVariants(const core::TracePtr &trace);

/// The same raw scores under two scalings (mathematics.md §4), with scale, scores, scores_masked
/// and weights; the trace itself where it is scaled so already. Null when the trace does not hold
/// the raw scores.
[[nodiscard]] std::array<core::TracePtr, 2>
scalingVariants(const core::TracePtr &trace, const std::array<core::Scaling, 2> &scalings);

} // namespace attnscope::ui
