// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"

namespace attnscope::core {

/// The keep mask [B,H,L,S] of attention dropout: the given one, or one drawn from dropout.seed with
/// P(keep) = 1 − p. Every cell has its own counter, so a cell's fate depends on the seed and its
/// (b, h, i, j) alone – not on the sizes, nor on what ran before. Absent when p = 0.
[[nodiscard]] BoolTensor dropoutKeepMask(const Problem &problem);

} // namespace attnscope::core
