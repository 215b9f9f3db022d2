// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"
#include "core/session.h"

namespace attnscope::core {

/// The array of a problem that an input's name stands for; empty when the problem has none.
[[nodiscard]] const Tensor &inputArray(const Problem &problem, Input input);

} // namespace attnscope::core
