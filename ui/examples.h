// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <QString>

#include <vector>

namespace attnscope::ui {

/// One of the sessions that come with the program (resources/examples).
struct Example {
    QString resource;        ///< ":/examples/01-….json"
    QString title;           ///< what it shows, one line
    QString note;            ///< what to look at
    QString titleZh, noteZh; ///< the same in Chinese

    /// In the language of the program.
    [[nodiscard]] const QString &shownTitle() const;
    [[nodiscard]] const QString &shownNote() const;
};

/// All of them, in the order of their file names. The first is what the program opens by itself.
[[nodiscard]] const std::vector<Example> &examples();
/// Reads one. \throws core::FileError, core::InputError
[[nodiscard]] core::Session exampleSession(const Example &example);

/// The example whose title and note a session still has; null when there is none.
[[nodiscard]] const Example *exampleOf(const core::Session &session);

} // namespace attnscope::ui
