// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/stages/stage_context.h"

namespace attnscope::gpu {

/// Every gradient that the plan has a place for, after the forward pass has been enqueued
/// (mathematics.md §6; kernels: product_tiles.cl, product_groups.cl, backward.cl).
/// \throws core::EngineError
void enqueueBackward(const StageContext &s, const core::Problem &problem);

} // namespace attnscope::gpu
