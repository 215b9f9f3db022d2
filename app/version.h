// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace attnscope::app {

inline constexpr const char *kVersion = "0.1.0";

} // namespace attnscope::app
