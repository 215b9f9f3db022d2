// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/stages/stage_context.h"

namespace attnscope::gpu {

/// Which part of the pass over the maps.
enum class AttentionPart {
    Whole,     ///< everything, raw scores to context
    RawScores, ///< the raw scores alone
    FromRaw,   ///< the rest, from the stored raw scores and the scale on the device
};
void enqueueAttention(const StageContext &s, AttentionPart part);

} // namespace attnscope::gpu
