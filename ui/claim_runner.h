// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/claim_trial.h"
#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace attnscope::ui {

/// Tries one claim after the other, away from the window's thread, on the reference: what is
/// measured then is the mathematics, not somebody's driver.
class ClaimRunner : public QObject {
    Q_OBJECT
public:
    explicit ClaimRunner(QObject *parent = nullptr);
    ~ClaimRunner() override;

    /// What came out of one trial.
    struct Outcome {
        std::optional<core::ClaimResult> result; ///< nothing: not there yet, or it failed
        QString failure;                         ///< why there is none
    };
    struct State {
        std::string id;                ///< of the claim
        std::vector<Outcome> outcomes; ///< one a trial
        bool running = false, stopped = false;
    };

    /// Runs all trials of a claim; one that runs is stopped. `claim` must outlive the run.
    void start(const core::Claim &claim);
    void stop();
    [[nodiscard]] const State &state() const { return m_state; }
    /// 0…1 of the whole run.
    [[nodiscard]] double progress() const { return m_progress.load(std::memory_order_relaxed); }

signals:
    void changed();

private:
    struct Job {
        const core::Claim *claim = nullptr;
        std::shared_ptr<std::stop_source> stop;
        std::uint64_t serial = 0;
    };
    struct News {
        State state;
        std::uint64_t serial = 0;
    };
    void run(const Job &job, const std::stop_token &shutdown);

    State m_state;
    std::shared_ptr<std::stop_source> m_stop;
    std::uint64_t m_serial = 0;
    std::atomic<double> m_progress = 0.0;
    core::Mailbox<News> m_news;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
