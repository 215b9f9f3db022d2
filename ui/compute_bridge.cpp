// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compute_bridge.h"

#include <new>

namespace attnscope::ui {

ComputeBridge::ComputeBridge(core::ComputeService::EngineFactory factory, QObject *parent)
    : QObject(parent), m_wake([this] { drain(); }),
      m_service(
          std::make_unique<core::ComputeService>(std::move(factory), [this] { m_wake.wake(); })),
      m_preparer(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &) { prepare(job); })) {}

ComputeBridge::~ComputeBridge() {
    m_preparer.reset();
    m_service.reset();
}

void ComputeBridge::request(std::shared_ptr<const core::Session> session, core::StageSet keep,
                            bool gradients) {
    m_preparer->submit(
        {std::move(session), keep, gradients, ++m_serial, std::chrono::steady_clock::now()});
}

void ComputeBridge::setEngineFactory(core::ComputeService::EngineFactory factory) {
    m_service->setEngineFactory(std::move(factory));
}

bool ComputeBridge::busy() const { return m_shownSerial < m_serial; }

void ComputeBridge::prepare(const Job &job) {
    std::vector<core::Issue> issues;
    try {
        auto problem = std::make_shared<const core::Problem>(core::makeProblem(*job.session));
        core::RunOptions options;
        options.keep = job.keep;
        options.timings = true;
        options.gradients = job.gradients;
        // The session is on record before the result can be.
        const std::lock_guard lock(m_mutex);
        const std::uint64_t generation = m_service->submit(std::move(problem), options);
        m_sessions[generation] = job;
        return;
    } catch (const core::InputError &e) {
        issues = e.issues;
    } catch (const std::bad_alloc &) {
        issues.push_back({core::Issue::Code::TooLarge,
                          {},
                          "there is not enough memory for arrays of these sizes: use fewer heads, "
                          "smaller widths or a shorter text"});
    } catch (const std::exception &e) {
        issues.push_back({core::Issue::Code::BadValue, {}, e.what()});
    }
    m_refusals.put({job.serial, std::move(issues)});
    m_wake.wake();
}

void ComputeBridge::drain() {
    if (auto refusal = m_refusals.take(); refusal && refusal->serial == m_serial) {
        m_shownSerial = refusal->serial;
        emit refused(refusal->issues);
    }
    if (auto result = m_service->takeResult()) {
        Job source;
        {
            const std::lock_guard lock(m_mutex);
            if (const auto at = m_sessions.find(result->generation); at != m_sessions.end())
                source = at->second;
            // Its own entry stays: the same request may be answered again, by the device.
            m_sessions.erase(m_sessions.begin(), m_sessions.lower_bound(result->generation));
        }
        m_engine = result->engine;
        m_fallbackReason = QString::fromStdString(result->fallbackReason);
        m_preparing = result->preparing;
        if (source.session && result->generation >= m_shown.generation) {
            m_shownSerial = source.serial;
            if (result->trace) {
                m_shown = {result->trace, source.session, result->generation, source.requested};
                emit traceReady();
            } else if (result->error) {
                emit failed(*result->error);
            }
        }
    }
    if (auto check = m_service->takeCheck(); check && check->generation == m_shown.generation)
        emit checked(*check);
}

} // namespace attnscope::ui
