// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/stages/stage_context.h"

namespace attnscope::gpu {

/// Layer normalisation of the concatenated heads, whole rows or head by head.
void enqueueConcatNorm(const StageContext &s, const core::Problem &problem);

} // namespace attnscope::gpu
