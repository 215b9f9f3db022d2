// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute_service.h"
#include "core/latest_only_worker.h"
#include "core/session.h"
#include "ui/thread_wake.h"

#include <QObject>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace attnscope::ui {

/// What is shown: a trace and the session that it was computed from.
struct ShownResult {
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    std::uint64_t generation = 0;
    std::chrono::steady_clock::time_point requested; ///< when the change was made
};

/// Between the window and the engine's thread. Sessions go in, the newest finished trace comes out;
/// nothing here waits. Arrays are made (drawn, resized) on a thread of its own, since a large
/// projection takes longer than a frame.
class ComputeBridge : public QObject {
    Q_OBJECT
public:
    explicit ComputeBridge(core::ComputeService::EngineFactory factory, QObject *parent = nullptr);
    ~ComputeBridge() override;

    /// Newest wins: what still waits is forgotten. `gradients`: the backward pass too, when the
    /// session has a loss to begin it with.
    void request(std::shared_ptr<const core::Session> session, core::StageSet keep,
                 bool gradients = false);
    void setEngineFactory(core::ComputeService::EngineFactory factory);

    [[nodiscard]] const ShownResult &shown() const { return m_shown; }
    [[nodiscard]] const core::EngineInfo &engine() const { return m_engine; }
    [[nodiscard]] const QString &fallbackReason() const { return m_fallbackReason; }
    [[nodiscard]] bool preparing() const { return m_preparing; }
    /// Something newer than what is shown is on its way.
    [[nodiscard]] bool busy() const;

signals:
    void traceReady();
    /// The session cannot be computed; what was shown stays.
    void refused(const std::vector<attnscope::core::Issue> &issues);
    void failed(const attnscope::core::EngineError &error);
    /// Engine against reference on what is shown.
    void checked(const attnscope::core::ComputeService::Check &check);

private:
    struct Job {
        std::shared_ptr<const core::Session> session;
        core::StageSet keep;
        bool gradients = false;
        std::uint64_t serial = 0;
        std::chrono::steady_clock::time_point requested;
    };
    struct Refused {
        std::uint64_t serial = 0;
        std::vector<core::Issue> issues;
    };
    void prepare(const Job &job);
    void drain();

    ShownResult m_shown;
    core::EngineInfo m_engine;
    QString m_fallbackReason;
    bool m_preparing = false;
    std::uint64_t m_serial = 0; ///< of the newest request; GUI thread

    mutable std::mutex m_mutex;              ///< guards m_sessions
    std::map<std::uint64_t, Job> m_sessions; ///< by generation, until shown or outrun
    std::uint64_t m_shownSerial = 0;
    core::Mailbox<Refused> m_refusals;

    ThreadWake m_wake;
    // Threads last: joined before what they use is gone; the preparer before the service it feeds.
    std::unique_ptr<core::ComputeService> m_service;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_preparer;
};

} // namespace attnscope::ui
