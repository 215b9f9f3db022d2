// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/session.h"

namespace attnscope::app {

/// The session that the options name – the file, or the first example – with its `--set`s.
/// \throws core::FileError, core::InputError, core::UsageError
[[nodiscard]] core::Session loadSession(const Options &options);

} // namespace attnscope::app
