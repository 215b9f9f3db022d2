// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/stages/stage_context.h"

namespace attnscope::gpu {

/// The scale that depends on the deviation of all raw scores, into its place of the slab.
void enqueueMoments(const StageContext &s);

} // namespace attnscope::gpu
