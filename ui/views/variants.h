// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

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

} // namespace attnscope::ui
