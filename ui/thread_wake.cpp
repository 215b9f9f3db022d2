// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/thread_wake.h"

#include <QSocketNotifier>

#include <cerrno>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace attnscope::ui {

ThreadWake::ThreadWake(std::function<void()> call, QObject *parent)
    : QObject(parent), m_call(std::move(call)),
      m_counter(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (m_counter < 0)
        throw std::system_error(errno, std::generic_category(), "no descriptor for a thread");
    auto *notifier = new QSocketNotifier(m_counter, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        std::uint64_t times = 0;
        if (::read(m_counter, &times, sizeof times) == sizeof times)
            m_call();
    });
}

ThreadWake::~ThreadWake() {
    // The notifier must leave the event loop before the descriptor's number is given away again.
    qDeleteAll(findChildren<QSocketNotifier *>(QString(), Qt::FindDirectChildrenOnly));
    ::close(m_counter);
}

void ThreadWake::wake() noexcept {
    const std::uint64_t once = 1;
    // It can only fail when the counter is full, and then the call is on its way already.
    [[maybe_unused]] const auto written = ::write(m_counter, &once, sizeof once);
}

} // namespace attnscope::ui
