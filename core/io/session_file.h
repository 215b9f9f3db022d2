// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/read_note.h"
#include "core/session.h"
#include "core/trace.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope::core {

/// Opens `.attn` / `.npz` (a ZIP of session.json and .npy arrays; session.json may be absent:
/// sizes are taken from the shapes) or a bare session `.json` with inline arrays. The kind is told
/// by content, not by name. \throws FileError, InputError.
[[nodiscard]] Session readSession(const std::filesystem::path &path, ReadNotes *notes = nullptr);
/// The same for a command line: when the file has arrays and does not say how many heads they are
/// for, `heads` of the settings does, before any other of them. The caller still applies them all.
[[nodiscard]] Session readSession(const std::filesystem::path &path,
                                  std::span<const std::pair<std::string, std::string>> settings,
                                  ReadNotes *notes = nullptr);
/// The same from memory, for embedded examples; `name` is for messages.
[[nodiscard]] Session readSessionJson(std::string_view text, const std::string &name,
                                      ReadNotes *notes = nullptr);

/// Writes `.attn` with session.json and every input array (so NumPy can open it), atomically:
/// on failure the old file is as it was and nothing is left behind. \throws FileError (Unwritable).
void writeSession(const std::filesystem::path &path, const Session &session);

/// `trace.npz`: every array that the trace holds, float32 (`mask_keep` bool), `scale` 0-d, plus
/// session.json as computed. \returns false when `stop` was set before it was done: then the old
/// file is as it was. \throws FileError (Unwritable).
bool writeTrace(const std::filesystem::path &path, const Trace &trace, const Session &session,
                const std::stop_token &stop = {});

/// Writes bytes to `path` by a temporary file beside it, flushed and renamed. Shared by everything
/// that writes a file (pictures too). \throws FileError (Unwritable).
void writeFileAtomically(const std::filesystem::path &path, std::string_view bytes);

} // namespace attnscope::core
