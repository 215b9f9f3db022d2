// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"

#include <memory>

namespace attnscope::app {

/// A self-attention problem of one sequence with drawn weights (seed 42) and d_k = d_v = D/H, as
/// `bench` and `selftest` use it. Adjust the configuration before it is shared.
[[nodiscard]] core::Problem standardProblem(int length, int dModel, int heads);

} // namespace attnscope::app
