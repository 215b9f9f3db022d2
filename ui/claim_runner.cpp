// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claim_runner.h"

#include "core/attention.h"
#include "core/reference_engine.h"
#include "ui/error_text.h"
#include "ui/refusal.h"

#include <new>

namespace attnscope::ui {

ClaimRunner::ClaimRunner(QObject *parent)
    : QObject(parent), m_wake([this] {
          if (auto news = m_news.take(); news && news->serial == m_serial) {
              m_state = std::move(news->state);
              emit changed();
          }
      }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &shutdown) { run(job, shutdown); })) {}

ClaimRunner::~ClaimRunner() { m_worker.reset(); }

void ClaimRunner::start(const core::Claim &claim) {
    stop();
    m_state = {claim.id, std::vector<Outcome>(claim.trials.size()), true, false};
    m_stop = std::make_shared<std::stop_source>();
    m_progress = 0.0;
    m_worker->submit({&claim, m_stop, ++m_serial});
    emit changed();
}

void ClaimRunner::stop() {
    if (m_stop)
        m_stop->request_stop();
}

void ClaimRunner::run(const Job &job, const std::stop_token &shutdown) {
    const std::stop_callback alsoThen(shutdown, [&] { job.stop->request_stop(); });
    const auto &trials = job.claim->trials;
    State s{job.claim->id, std::vector<Outcome>(trials.size()), true, false};
    const auto tell = [&] {
        if (m_news.put({s, job.serial}))
            m_wake.wake();
    };
    core::ReferenceEngine engine;
    core::ExperimentRun run;
    run.pass = [&](std::shared_ptr<const core::Problem> p, const core::RunOptions &o) {
        return engine.run(std::move(p), o);
    };
    run.stop = job.stop->get_token();
    for (std::size_t i = 0; i < trials.size() && !s.stopped; ++i) {
        const auto total = static_cast<double>(trials.size());
        run.progress = [&](double share) { m_progress = (static_cast<double>(i) + share) / total; };
        try {
            s.outcomes[i].result = core::runTrial(trials[i], run);
        } catch (const core::StoppedError &) {
            s.stopped = true;
        } catch (const core::InputError &e) {
            s.outcomes[i].failure = issuesText(e.issues);
        } catch (const core::EngineError &e) {
            s.stopped = e.code == core::EngineError::Code::Stopped;
            s.outcomes[i].failure = s.stopped ? QString() : engineErrorText(e);
        } catch (const std::bad_alloc &) {
            s.outcomes[i].failure = tr("There is not enough memory for this.");
        } catch (const std::exception &e) {
            s.outcomes[i].failure = QString::fromUtf8(e.what());
        }
        s.running = i + 1 < trials.size() && !s.stopped;
        tell();
    }
}

} // namespace attnscope::ui
