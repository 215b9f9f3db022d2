// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace attnscope::app {

/// Of the project, as CMakeLists.txt has it.
inline constexpr const char *kVersion = ATTNSCOPE_VERSION;

} // namespace attnscope::app
