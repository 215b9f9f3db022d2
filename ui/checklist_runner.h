// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checklist.h"
#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace attnscope::ui {

/// Goes through the checklist of what is shown, away from the window's thread: the lines that only
/// read the trace for every trace, those that change an input and compute again once nothing has
/// moved for a while.
class ChecklistRunner : public QObject {
    Q_OBJECT
public:
    explicit ChecklistRunner(QObject *parent = nullptr);
    ~ChecklistRunner() override;

    void setTrace(const core::TracePtr &trace);

    struct State {
        core::TracePtr trace;
        std::vector<core::Check> checks; ///< all eleven; empty until the first are there
        bool complete = false;           ///< the pass was computed again where that is needed
        [[nodiscard]] std::size_t count(core::Check::Verdict verdict) const;
    };
    [[nodiscard]] const State &state() const { return m_state; }

signals:
    void changed();

private:
    struct Job {
        core::TracePtr trace;
        bool again = false;
    };
    void run(const Job &job, const std::stop_token &stop);

    State m_state;
    core::TracePtr m_newest;
    QTimer m_idle;
    core::Mailbox<State> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
