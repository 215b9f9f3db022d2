// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"
#include "core/io/file_error.h"
#include "core/io/read_note.h"
#include "core/session.h"

#include <QString>

namespace attnscope::ui {

/// The one place that turns codes into sentences in the user's language: what, where, how to mend
/// it. A code whose parts are not as expected gives the English sentence that it came with.
[[nodiscard]] QString issueText(const core::Issue &issue);
[[nodiscard]] QString issuesText(const std::vector<core::Issue> &issues);
[[nodiscard]] QString engineErrorText(const core::EngineError &error);
[[nodiscard]] QString fileErrorText(const core::FileError &error);
[[nodiscard]] QString readNoteText(const core::ReadNote &note);

} // namespace attnscope::ui
