// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace attnscope::ui {

/// Calls a function on the window's thread when another thread asks for it. Several requests that
/// come before the call are one. What the other thread wrote before wake() is seen by the call.
///
/// A counter of the kernel (eventfd) watched by the event loop, not a posted event: nothing is
/// allocated on a worker, and thread checkers see how the two threads are ordered although Qt's
/// own library is not built for them.
class ThreadWake final : public QObject {
    Q_OBJECT
public:
    /// To be made and destroyed on the window's thread. \throws std::system_error when the process
    /// may not open another descriptor.
    explicit ThreadWake(std::function<void()> call, QObject *parent = nullptr);
    ~ThreadWake() override;

    /// From any thread, as long as this lives.
    void wake() noexcept;

private:
    std::function<void()> m_call;
    int m_counter;
};

} // namespace attnscope::ui
