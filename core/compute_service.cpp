// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute_service.h"

#include "core/latest_only_worker.h"
#include "core/reference_engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <new>

// DESIGN
//
//  submit ──▶ worker (owns the engine; one pass at a time) ──▶ result mailbox ──▶ wake
//                 ▲                      │
//        preparer (makes the engine)     └──▶ checker (reference, in idle time) ──▶ check mailbox
//
// The engine is made on a thread of its own, since compiling kernels can take seconds; until it is
// ready the reference draws. It is handed over by a move under the mutex, so an engine is only ever
// used by one thread at a time. The checker sleeps a little before it starts and gives up as soon
// as a newer request arrives: a frame is never late for it.

namespace attnscope::core {

namespace {

constexpr auto kIdleBeforeCheck = std::chrono::milliseconds(150);
// The reference holds about eight arrays the size of a map in double; beyond this the check would
// press the machine's memory rather than use its idle time.
constexpr std::size_t kLargestCheckedMap = std::size_t{24} << 20; // cells
// While the device is being prepared the reference draws what it can draw at once.
constexpr double kQuickMultiplications = 2e9;

double multiplications(const Problem &p) {
    const auto d = [](std::size_t n) { return static_cast<double>(n); };
    const double rows = d(p.batch()) * d(std::max(p.queries(), p.keys()));
    const double width = d(p.heads()) * d(std::max(p.dK(), p.dV()));
    return rows * d(p.dModel()) * width * 4 + rows * d(p.keys()) * width * 2;
}

EngineError translated() {
    try {
        throw;
    } catch (const EngineError &e) {
        return e;
    } catch (const std::bad_alloc &) {
        return {EngineError::Code::OutOfMemory,
                {},
                "not enough memory: use a shorter text, fewer heads or a smaller batch"};
    } catch (const std::exception &e) {
        return {EngineError::Code::DeviceFailed, {}, e.what()};
    }
}

} // namespace

struct ComputeService::Impl {
    struct Request {
        std::shared_ptr<const Problem> problem;
        RunOptions options;
    };
    struct CheckRequest {
        TracePtr trace;
        std::stop_token stop;
    };

    Impl(EngineFactory f, std::function<void()> w)
        : wake(std::move(w)),
          checker([this](CheckRequest r, std::stop_token s) { check(std::move(r), std::move(s)); }),
          worker([this](Request r, std::stop_token s) { handle(std::move(r), std::move(s)); }) {
        prepare(std::move(f));
    }

    ~Impl() { stopChecks(); }

    // ---- engine -------------------------------------------------------------------------------

    void prepare(EngineFactory factory) {
        {
            const std::lock_guard lock(mutex);
            preparing = true;
        }
        // A preparation that is still going on cannot be interrupted (a driver is compiling); it is
        // left to end by itself and its engine is thrown away.
        if (!preparers.empty())
            preparers.back().request_stop();
        preparers.emplace_back([this, factory = std::move(factory)](std::stop_token stop) {
            std::unique_ptr<Engine> made;
            std::string reason;
            try {
                made = factory ? factory() : nullptr;
                if (!made)
                    reason = "the reference engine was chosen";
            } catch (...) {
                reason = translated().what();
            }
            std::optional<Request> again;
            {
                const std::lock_guard lock(mutex);
                if (stop.stop_requested())
                    return;
                nextEngine = std::move(made);
                nextReason = reason;
                engineReady = true;
                preparing = false;
                again = lastRequest;
                standIn.request_stop(); // the reference need not finish for nothing
            }
            prepared.notify_all();
            if (again && !worker.pending())
                worker.submit(*again);
        });
    }

    void adoptPreparedEngine() {
        const std::lock_guard lock(mutex);
        if (!engineReady)
            return;
        engineReady = false;
        engine = std::move(nextEngine);
        fallbackReason = nextReason;
    }

    // ---- one request --------------------------------------------------------------------------

    void handle(Request request, std::stop_token stop) {
        adoptPreparedEngine();
        bool waiting;
        std::stop_source reference;
        {
            std::unique_lock lock(mutex);
            standIn = std::stop_source();
            reference = standIn;
            if (preparing && multiplications(*request.problem) > kQuickMultiplications)
                prepared.wait(lock, stop, [this] { return !preparing; });
            waiting = preparing;
        }
        if (stop.stop_requested())
            return;
        adoptPreparedEngine();

        ComputeResult result;
        result.generation = request.options.generation;
        result.preparing = waiting && !engine;
        request.options.stop = stop;
        try {
            if (engine) {
                result.engine = engine->info();
                result.trace = engine->run(request.problem, request.options);
            } else {
                runReference(result, request, stop, reference.get_token());
            }
        } catch (...) {
            result.error = translated();
            if (result.error->code == EngineError::Code::Stopped)
                return; // shutting down, or the device has become ready and takes over
            if (!recover(result, request, stop))
                result.trace = nullptr;
        }
        const TracePtr trace = result.trace;
        publish(std::move(result));
        if (trace)
            startCheck(trace);
    }

    void runReference(ComputeResult &result, const Request &request, const std::stop_token &stop,
                      const std::stop_token &handOver) {
        ReferenceEngine fallback;
        result.engine = fallback.info();
        result.fallbackReason = result.preparing ? std::string() : fallbackReason;
        RunOptions options = request.options;
        std::stop_source both;
        const std::stop_callback onStop(stop, [&both] { both.request_stop(); });
        const std::stop_callback onReady(result.preparing ? handOver : std::stop_token{},
                                         [&both] { both.request_stop(); });
        options.stop = both.get_token();
        result.trace = fallback.run(request.problem, options);
    }

    /// A device that failed is not asked again; what was refused is refused by any engine.
    bool recover(ComputeResult &result, const Request &request, const std::stop_token &stop) {
        using Code = EngineError::Code;
        const Code code = result.error->code;
        if (!engine || code == Code::InvalidProblem || code == Code::OutOfMemory)
            return false;
        const std::string reason = result.error->what();
        engine.reset();
        {
            const std::lock_guard lock(mutex);
            fallbackReason = reason;
        }
        try {
            runReference(result, request, stop, {});
            result.error.reset();
            return true;
        } catch (...) {
            result.error = translated();
            return false;
        }
    }

    void publish(ComputeResult result) {
        if (results.put(std::move(result)))
            wake();
    }

    // ---- engine against reference, in idle time -----------------------------------------------

    void startCheck(const TracePtr &trace) {
        std::stop_token token;
        {
            const std::lock_guard lock(mutex);
            // submit() raises the generation before it stops checks, so a check that slips through
            // here is stopped there.
            if (trace->generation != generation)
                return;
            checkStop = std::stop_source();
            token = checkStop.get_token();
        }
        checker.submit({trace, token});
    }

    void stopChecks() {
        checker.clear();
        {
            const std::lock_guard lock(mutex);
            checkStop.request_stop();
        }
    }

    void check(CheckRequest request, std::stop_token shutdown) {
        std::stop_source both;
        const std::stop_callback a(request.stop, [&both] { both.request_stop(); });
        const std::stop_callback b(shutdown, [&both] { both.request_stop(); });
        {
            std::mutex m;
            std::unique_lock lock(m);
            std::condition_variable_any sleep;
            sleep.wait_for(lock, both.get_token(), kIdleBeforeCheck, [] { return false; });
        }
        if (both.stop_requested())
            return;
        const Problem &p = *request.trace->problem;
        Check c;
        c.generation = request.trace->generation;
        if (p.batch() * p.heads() * p.queries() * p.keys() > kLargestCheckedMap) {
            c.skipped = true;
        } else {
            try {
                const ReferenceTrace exact =
                    referenceForward(request.trace->problem, both.get_token());
                c.stages = compareTraces(exact, *request.trace);
            } catch (const EngineError &e) {
                if (e.code == EngineError::Code::Stopped)
                    return;
                c.skipped = true;
            }
        }
        for (const StageDifference &d : c.stages) {
            c.worst = std::max(c.worst, d.maxAbs);
            c.agrees = c.agrees && d.withinTolerance();
        }
        if (both.stop_requested())
            return;
        if (checks.put(std::move(c)))
            wake();
    }

    // ---- state --------------------------------------------------------------------------------

    std::function<void()> wake;
    std::mutex mutex; // guards what follows up to the mailboxes
    std::condition_variable_any prepared;
    bool preparing = false, engineReady = false;
    std::unique_ptr<Engine> nextEngine;
    std::string nextReason, fallbackReason;
    std::optional<Request> lastRequest;
    std::stop_source standIn, checkStop;

    Mailbox<ComputeResult> results;
    Mailbox<Check> checks;
    std::atomic<std::uint64_t> generation{0};
    std::unique_ptr<Engine> engine; // the worker's alone

    // Threads last: they are joined before anything they use goes away.
    LatestOnlyWorker<CheckRequest> checker;
    LatestOnlyWorker<Request> worker;
    std::list<std::jthread> preparers;
};

ComputeService::ComputeService(EngineFactory factory, std::function<void()> wake)
    : m_impl(std::make_unique<Impl>(std::move(factory), std::move(wake))) {}

ComputeService::~ComputeService() = default;

std::uint64_t ComputeService::submit(std::shared_ptr<const Problem> problem, RunOptions options) {
    const std::uint64_t serial = ++m_impl->generation;
    options.generation = serial;
    m_impl->stopChecks();
    Impl::Request request{std::move(problem), options};
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->lastRequest = request;
    }
    m_impl->worker.submit(std::move(request));
    return serial;
}

void ComputeService::setEngineFactory(EngineFactory factory) {
    m_impl->stopChecks();
    m_impl->prepare(std::move(factory));
}

std::optional<ComputeResult> ComputeService::takeResult() { return m_impl->results.take(); }

std::optional<ComputeService::Check> ComputeService::takeCheck() { return m_impl->checks.take(); }

bool ComputeService::busy() const { return m_impl->worker.busy(); }

} // namespace attnscope::core
