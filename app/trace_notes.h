// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"

#include <string>
#include <vector>

namespace attnscope::app {

/// What the user of a command should know about a pass that went well, a sentence each: inputs that
/// are not finite (array, how many, where the first one stands), and rows without a visible key,
/// neighbours and heads that agree in one line. At most about twenty lines, however many rows.
[[nodiscard]] std::vector<std::string> traceNotes(const core::Trace &trace);

} // namespace attnscope::app
