// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/session.h"
#include "core/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace attnscope::app {

/// The session that the options name – the file, or the first example – with its `--set`s. A file
/// of another program's arrays (.safetensors, .npy, CSV, or an .npz with their names) is brought
/// in where its names tell everything, with the help of `--import`; `notes` gets what was done to
/// the numbers, a sentence each.
/// \throws core::FileError, core::InputError, core::UsageError
[[nodiscard]] core::Session loadSession(const Options &options,
                                        std::vector<std::string> *notes = nullptr);

/// The maps, when the file holds finished attention maps and nothing else that can be computed: an
/// array called weights, attn or the like, one that `--import` calls weights, or with
/// `--stage weights` the only array of the file. `notes`: what is unusual about them.
/// \throws core::FileError, core::InputError, core::UsageError
[[nodiscard]] std::optional<core::TracePtr>
loadGivenWeights(const Options &options, std::vector<std::string> *notes = nullptr);

} // namespace attnscope::app
