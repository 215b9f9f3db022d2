// SPDX-License-Identifier: GPL-3.0-or-later
// The worker and its mailboxes: newest wins, nothing is shown twice or late, failures fall back.
// Nothing here asserts how long something takes; deadlines only keep a broken test from hanging.
#include "core/compute_service.h"
#include "core/latest_only_worker.h"
#include "tests/support/problems.h"
#include "tests/support/scripted_engine.h"

#include <gtest/gtest.h>

#include <mutex>

namespace attnscope::test {
namespace {

using namespace core;
using namespace std::chrono_literals;
using Code = EngineError::Code;

/// A listener that waits for results as a window would: woken, then taking the mailbox.
class Service {
public:
    explicit Service(ComputeService::EngineFactory factory)
        : m_service(std::move(factory), [this] {
              const std::lock_guard lock(m_mutex);
              ++m_wakes;
              m_woken.notify_all();
          }) {}

    ComputeService &operator*() { return m_service; }

    /// The next result for which `enough` holds.
    template <class F> std::optional<ComputeResult> waitFor(F enough) {
        return poll([&]() -> std::optional<ComputeResult> {
            auto r = m_service.takeResult();
            if (r) {
                ++m_taken;
                if (enough(*r))
                    return r;
            }
            return std::nullopt;
        });
    }
    std::optional<ComputeResult> waitFor(std::uint64_t generation) {
        return waitFor(
            [&](const ComputeResult &r) { return r.generation >= generation && !r.preparing; });
    }
    std::optional<ComputeService::Check> waitForCheck(std::uint64_t generation) {
        return poll([&]() -> std::optional<ComputeService::Check> {
            auto c = m_service.takeCheck();
            return c && c->generation == generation ? c : std::nullopt;
        });
    }
    int wakes() {
        const std::lock_guard lock(m_mutex);
        return m_wakes;
    }
    int taken() const { return m_taken; }

private:
    template <class F> auto poll(F take) -> decltype(take()) {
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (std::chrono::steady_clock::now() < deadline) {
            if (auto r = take())
                return r;
            std::unique_lock lock(m_mutex);
            m_woken.wait_for(lock, 20ms);
        }
        return std::nullopt;
    }

    std::mutex m_mutex;
    std::condition_variable m_woken;
    int m_wakes = 0, m_taken = 0;
    ComputeService m_service;
};

ComputeService::EngineFactory scripted(ScriptedEngine::Script script) {
    return [script] { return std::make_unique<ScriptedEngine>(script); };
}

std::shared_ptr<const Problem> marked(float value) {
    return shared(identityProblem(Tensor({1, 2, 2}, {value, 0, 0, value}), 1));
}

TEST(ComputeService, THR02_TheNewestRequestIsTheLastResult) {
    ScriptedEngine::Script script;
    script.delay = [](int n) { return n == 0 ? 200ms : 1ms; };
    Service service(scripted(script));
    std::uint64_t last = 0;
    std::shared_ptr<const Problem> newest;
    for (int i = 0; i < 50; ++i)
        last = (*service).submit(newest = marked(static_cast<float>(i)));
    const auto r = service.waitFor(last);
    ASSERT_TRUE(r && r->trace);
    EXPECT_EQ(r->generation, last);
    EXPECT_EQ(r->trace->problem, newest);
    EXPECT_FALSE((*service).takeResult());
    // Those in between were overwritten in the slot, not queued.
    EXPECT_LT(script.runs->load(), 10);
}

TEST(ComputeService, GenerationsNeverGoBackwards) {
    ScriptedEngine::Script script;
    script.delay = [](int n) { return std::chrono::milliseconds(n % 3); };
    Service service(scripted(script));
    std::uint64_t seen = 0, last = 0;
    for (int i = 0; i < 200; ++i) {
        last = (*service).submit(marked(static_cast<float>(i)));
        if (const auto r = (*service).takeResult()) {
            EXPECT_GE(r->generation, seen);
            seen = r->generation;
        }
        std::this_thread::sleep_for(200us);
    }
    const auto r = service.waitFor(last);
    ASSERT_TRUE(r);
    EXPECT_EQ(r->generation, last);
}

TEST(ComputeService, OneWakeForEachUnreadResult) {
    Service service(scripted({}));
    ASSERT_TRUE(service.waitFor((*service).submit(marked(1))));
    const int before = service.wakes();
    // Two finished results without a reader in between: the second overwrites the first.
    for (int i = 0; i < 2; ++i) {
        (*service).submit(marked(2));
        while ((*service).busy())
            std::this_thread::sleep_for(1ms);
    }
    EXPECT_LE(service.wakes() - before, 2); // one result, and perhaps one check
    EXPECT_TRUE((*service).takeResult());
    EXPECT_FALSE((*service).takeResult());
}

TEST(ComputeService, ADeviceThatCannotBeMadeFallsBackWithTheReason) {
    Service service([]() -> std::unique_ptr<Engine> {
        throw EngineError(Code::NoDevice, {}, "no OpenCL platform");
    });
    const auto r = service.waitFor((*service).submit(shared(t1())));
    ASSERT_TRUE(r && r->trace);
    EXPECT_EQ(r->engine.kind, "reference");
    EXPECT_EQ(r->fallbackReason, "no OpenCL platform");
}

TEST(ComputeService, ADeviceThatFailsMidWayIsReplacedForGood) {
    ScriptedEngine::Script script;
    script.failure = [](int n) -> std::optional<EngineError> {
        if (n >= 1)
            return EngineError(Code::DeviceFailed, "softmax", "the device was lost");
        return std::nullopt;
    };
    Service service(scripted(script));
    EXPECT_EQ(service.waitFor((*service).submit(marked(1)))->engine.kind, "scripted");
    const auto r = service.waitFor((*service).submit(marked(2)));
    ASSERT_TRUE(r && r->trace);
    EXPECT_EQ(r->engine.kind, "reference");
    EXPECT_EQ(r->fallbackReason, "the device was lost");
    const int runs = script.runs->load();
    ASSERT_TRUE(service.waitFor((*service).submit(marked(3)))->trace);
    EXPECT_EQ(script.runs->load(), runs); // not asked again
}

TEST(ComputeService, WhatIsRefusedIsRefusedAndTheEngineStays) {
    Service service(scripted({}));
    Problem bad = t1();
    bad.config.heads = 0;
    const auto r = service.waitFor((*service).submit(shared(bad)));
    ASSERT_TRUE(r);
    EXPECT_FALSE(r->trace);
    ASSERT_TRUE(r->error);
    EXPECT_EQ(r->error->code, Code::InvalidProblem);
    EXPECT_EQ(service.waitFor((*service).submit(shared(t1())))->engine.kind, "scripted");
}

TEST(ComputeService, TheReferenceDrawsWhileTheDeviceIsPrepared) {
    std::atomic<bool> ready{false};
    Service service([&]() -> std::unique_ptr<Engine> {
        while (!ready)
            std::this_thread::sleep_for(1ms);
        return std::make_unique<ScriptedEngine>(ScriptedEngine::Script{});
    });
    const std::uint64_t g = (*service).submit(shared(t1()));
    const auto first = service.waitFor([](const ComputeResult &) { return true; });
    ASSERT_TRUE(first && first->trace);
    EXPECT_TRUE(first->preparing);
    EXPECT_EQ(first->engine.kind, "reference");
    EXPECT_EQ(first->fallbackReason, "");
    ready = true;
    const auto second = service.waitFor(g);
    ASSERT_TRUE(second && second->trace);
    EXPECT_EQ(second->engine.kind, "scripted");
    EXPECT_EQ(second->generation, g);
}

TEST(ComputeService, AnotherDeviceComputesTheLastProblemAgain) {
    Service service(scripted({}));
    const std::uint64_t g = (*service).submit(shared(t1()));
    ASSERT_TRUE(service.waitFor(g));
    (*service).setEngineFactory([] { return std::unique_ptr<Engine>(); });
    const auto r =
        service.waitFor([](const ComputeResult &c) { return c.engine.kind == "reference"; });
    ASSERT_TRUE(r && r->trace);
    EXPECT_EQ(r->generation, g);
}

TEST(ComputeService, TheShownTraceIsCheckedInIdleTime) {
    Service service(scripted({}));
    const std::uint64_t g = (*service).submit(shared(fx2()));
    const auto check = service.waitForCheck(g);
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->agrees);
    EXPECT_FALSE(check->skipped);
    EXPECT_LT(check->worst, 1e-5);
    EXPECT_GT(check->stages.size(), 8U);
}

TEST(ComputeService, THR01_ClosingWhileARunIsGoingOnIsClean) {
    for (int i = 0; i < 5; ++i) {
        ScriptedEngine::Script script;
        script.delay = [](int) { return 30ms; };
        Service service(scripted(script));
        (*service).submit(marked(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(5 * i));
    } // the destructor finishes the pass and joins
}

TEST(LatestOnlyWorker, HandlesTheNewestAndForgetsTheRest) {
    std::mutex m;
    std::vector<int> seen;
    std::atomic<bool> hold{true};
    LatestOnlyWorker<int> worker([&](int v, const std::stop_token &) {
        while (hold)
            std::this_thread::sleep_for(1ms);
        const std::lock_guard lock(m);
        seen.push_back(v);
    });
    worker.submit(0);
    while (worker.pending())
        std::this_thread::sleep_for(1ms);
    for (int i = 1; i <= 100; ++i)
        worker.submit(i);
    hold = false;
    while (worker.busy())
        std::this_thread::sleep_for(1ms);
    const std::lock_guard lock(m);
    EXPECT_EQ(seen, (std::vector<int>{0, 100}));
}

TEST(Mailbox, HoldsTheNewestAndTellsWhetherAnybodyMustBeWoken) {
    Mailbox<int> box;
    EXPECT_FALSE(box.take());
    EXPECT_TRUE(box.put(1));
    EXPECT_FALSE(box.put(2));
    EXPECT_EQ(box.take(), std::optional<int>(2));
    EXPECT_FALSE(box.take());
}

} // namespace
} // namespace attnscope::test
