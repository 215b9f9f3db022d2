// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checklist_runner.h"

#include "core/accounting.h"
#include "core/attention.h"
#include "core/given_weights.h"
#include "core/reference_engine.h"

#include <algorithm>
#include <chrono>
#include <new>

namespace attnscope::ui {

using core::Check;
using core::CheckId;

namespace {

constexpr std::chrono::milliseconds kIdle{400};
/// The reference computes a pass four times at most; more than this would take seconds of a core.
constexpr double kMostOperations = 2e9;

/// The lines that need another pass, measured on the reference alone: its rounding is none.
std::vector<Check> again(const core::Trace &shown, const std::stop_token &stop) {
    core::ReferenceEngine engine;
    const auto pass = [&](std::shared_ptr<const core::Problem> problem,
                          const core::RunOptions &options) {
        return engine.run(std::move(problem), options);
    };
    core::RunOptions options;
    options.keep = core::StageSet::all();
    options.gradients = shown.problem->config.upstream != core::Upstream::None;
    options.stop = stop;
    return core::runChecklist(*engine.run(shown.problem, options), pass, stop);
}

} // namespace

std::size_t ChecklistRunner::State::count(Check::Verdict verdict) const {
    return static_cast<std::size_t>(std::count_if(
        checks.begin(), checks.end(), [&](const Check &c) { return c.verdict == verdict; }));
}

ChecklistRunner::ChecklistRunner(QObject *parent)
    : QObject(parent), m_wake([this] {
          if (auto state = m_results.take(); state && state->trace == m_newest) {
              m_state = std::move(*state);
              if (!m_state.complete)
                  m_idle.start();
              emit changed();
          }
      }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &stop) { run(job, stop); })) {
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdle);
    connect(&m_idle, &QTimer::timeout, this, [this] { m_worker->submit({m_newest, true}); });
}

ChecklistRunner::~ChecklistRunner() { m_worker.reset(); }

void ChecklistRunner::setTrace(const core::TracePtr &trace) {
    m_newest = trace;
    m_idle.stop();
    m_worker->submit({trace, false});
}

void ChecklistRunner::run(const Job &job, const std::stop_token &stop) {
    State s{job.trace, {}, job.again};
    try {
        s.checks = core::quickChecklist(*job.trace);
        const bool affordable =
            !core::carriesSizesOnly(*job.trace->problem) &&
            core::totalFlops(core::accountSizes(*job.trace->problem)) <= kMostOperations;
        if (job.again && affordable)
            for (Check &c : again(*job.trace, stop)) {
                Check &shown = s.checks[static_cast<std::size_t>(c.id)];
                const bool perturbed =
                    c.id == CheckId::FutureDoesNotLeak || c.id == CheckId::BatchDoesNotLeak;
                if (perturbed || (c.id == CheckId::GradientsReachQkv &&
                                  shown.verdict == Check::Verdict::NotApplicable))
                    shown = std::move(c);
            }
    } catch (const core::StoppedError &) {
        return;
    } catch (const core::EngineError &) {
        // What could be measured is told; the rest stays without a verdict.
    } catch (const std::bad_alloc &) {
    }
    if (!s.checks.empty() && m_results.put(std::move(s)))
        m_wake.wake();
}

} // namespace attnscope::ui
