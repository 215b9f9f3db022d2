// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace attnscope::core {

/// A slot that holds the newest value only; putting overwrites what nobody took.
template <class T> class Mailbox {
public:
    /// True when the slot was empty, i.e. when the other side needs waking.
    bool put(T value) {
        const std::lock_guard lock(m_mutex);
        const bool wasEmpty = !m_slot.has_value();
        m_slot = std::move(value);
        return wasEmpty;
    }
    [[nodiscard]] std::optional<T> take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_slot, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<T> m_slot;
};

/// One thread that handles the newest request and forgets the ones in between.
///
/// A running request is finished, then the newest is taken: cancelling at every newer request
/// would show next to nothing during a drag. The stop token is for shutdown.
template <class Request> class LatestOnlyWorker {
public:
    using Handler = std::function<void(Request, std::stop_token)>;

    explicit LatestOnlyWorker(Handler handler)
        : m_handler(std::move(handler)), m_thread([this](std::stop_token s) { loop(s); }) {}

    ~LatestOnlyWorker() {
        m_thread.request_stop();
        m_changed.notify_all();
    } // m_thread, declared last, joins before the members it uses are gone

    LatestOnlyWorker(const LatestOnlyWorker &) = delete;
    LatestOnlyWorker &operator=(const LatestOnlyWorker &) = delete;

    void submit(Request request) {
        {
            const std::lock_guard lock(m_mutex);
            m_pending = std::move(request);
        }
        m_changed.notify_all();
    }

    /// Forgets a request that has not been taken yet.
    void clear() {
        const std::lock_guard lock(m_mutex);
        m_pending.reset();
    }

    [[nodiscard]] bool busy() const {
        const std::lock_guard lock(m_mutex);
        return m_running || m_pending.has_value();
    }
    [[nodiscard]] bool pending() const {
        const std::lock_guard lock(m_mutex);
        return m_pending.has_value();
    }

private:
    void loop(const std::stop_token &stop) {
        std::unique_lock lock(m_mutex);
        while (m_changed.wait(lock, stop, [this] { return m_pending.has_value(); })) {
            if (stop.stop_requested())
                return;
            Request request = std::move(*m_pending);
            m_pending.reset();
            m_running = true;
            lock.unlock();
            m_handler(std::move(request), stop);
            lock.lock();
            m_running = false;
        }
    }

    Handler m_handler;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Request> m_pending;
    bool m_running = false;
    std::jthread m_thread;
};

} // namespace attnscope::core
