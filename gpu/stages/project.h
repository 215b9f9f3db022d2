// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/stages/stage_context.h"

namespace attnscope::gpu {

/// Q, K and V in one launch, split into heads as they are stored.
void enqueueHeadProjections(const StageContext &s);

/// output = concat (or concat_norm) · W_O + b_O.
void enqueueOutputProjection(const StageContext &s);

} // namespace attnscope::gpu
