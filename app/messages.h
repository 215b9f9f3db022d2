// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>

namespace attnscope::app {

/// One line on stderr, "attnscope: …". stdout carries results only.
void complain(const std::string &message);
/// The same, unless --quiet was given: for what is no error.
void note(bool quiet, const std::string &message);

/// A token that Ctrl-C (or SIGTERM) sets. Long work looks at it and leaves no half-written file; a
/// second Ctrl-C ends the process at once. Call before other threads start: they inherit the
/// signal mask.
[[nodiscard]] std::stop_token interruptToken();

/// A progress line on a terminal ("3 of 8  weights"); nothing where stderr is not one, or with
/// --quiet. Clears itself.
class Progress {
public:
    Progress(bool quiet, int total);
    ~Progress();
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;
    void step(const std::string &what);

private:
    bool m_shown;
    int m_total, m_done = 0;
};

} // namespace attnscope::app
