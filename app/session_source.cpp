// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_source.h"

#include "app/messages.h"
#include "core/io/session_file.h"
#include "ui/examples.h"

namespace attnscope::app {

core::Session loadSession(const Options &options) {
    core::ReadNotes notes;
    core::Session session =
        options.file.empty()
            ? ui::exampleSession(ui::examples().front())
            : core::readSession(std::filesystem::path(options.file), options.settings, &notes);
    for (const std::string &text : notes)
        note(options.quiet, options.file + ": " + text);
    core::applySettings(session, options.settings);
    return session;
}

} // namespace attnscope::app
