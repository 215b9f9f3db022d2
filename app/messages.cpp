// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages.h"

#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace attnscope::app {

void complain(const std::string &message) {
    std::fprintf(stderr, "attnscope: %s\n", message.c_str());
}

void note(bool quiet, const std::string &message) {
    if (!quiet)
        complain(message);
}

std::stop_token interruptToken() {
    // A thread that waits for the signal, since a handler may call next to nothing.
    static const std::stop_token token = [] {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigaddset(&set, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &set, nullptr);
        std::stop_source source;
        std::thread([set, source]() mutable {
            int signal = 0;
            sigwait(&set, &signal);
            source.request_stop();
            sigwait(&set, &signal);
            _exit(128 + signal);
        }).detach();
        return source.get_token();
    }();
    return token;
}

Progress::Progress(bool quiet, int total)
    : m_shown(!quiet && total > 1 && isatty(STDERR_FILENO) != 0), m_total(total) {}

Progress::~Progress() {
    if (m_shown)
        std::fputs("\r\033[K", stderr);
}

void Progress::step(const std::string &what) {
    ++m_done;
    if (m_shown)
        std::fprintf(stderr, "\r\033[K%d of %d  %s", m_done, m_total, what.c_str());
}

} // namespace attnscope::app
