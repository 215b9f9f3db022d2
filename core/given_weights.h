// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"

#include <string>
#include <vector>

namespace attnscope::core {

/// Attention maps of somebody's own model, without anything that they were computed from, for the
/// views that need no more: weights [L,S], [H,L,S] or [B,H,L,S].
///
/// The trace holds the stage `weights` alone. Its problem carries sizes (batch, heads, L, S) and no
/// numbers, and must not be computed. Every key counts as visible: a weight of exactly 0 does not
/// say that somebody hid it. \throws InputError for another number of axes.
[[nodiscard]] TracePtr traceFromWeights(Tensor weights);

/// The session that goes with it: the sizes, no text (rows are numbered), no positions, no masks.
[[nodiscard]] Session sessionForWeights(const Trace &trace);

/// Whether a problem only carries the sizes of finished maps: D, d_k, scale and seed mean nothing.
[[nodiscard]] bool carriesSizesOnly(const Problem &problem);

/// What is unusual about the maps, a sentence each: numbers outside 0..1, rows that do not sum
/// to 1, numbers that are not finite.
[[nodiscard]] std::vector<std::string> weightNotes(const Tensor &weights);

} // namespace attnscope::core
