// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windows.h"
#include "ui/compute_bridge.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace attnscope::ui {
namespace {

using namespace std::chrono_literals;
using test::ScriptedEngine;
using test::waitFor;

std::shared_ptr<const core::Session> sessionWith(int dK) {
    return std::make_shared<const core::Session>(test::wordSession(4, 8, 2, dK));
}

core::ComputeService::EngineFactory scripted(ScriptedEngine::Script script) {
    return [script] { return std::make_unique<ScriptedEngine>(script); };
}

TEST(Bridge, THR02_ASlowerEarlierPassNeverReplacesANewerOne) {
    ScriptedEngine::Script script;
    script.delay = [](int run) { return run == 0 ? 300ms : 0ms; };
    ComputeBridge bridge(scripted(script));
    std::vector<std::uint64_t> generations;
    std::vector<int> widths;
    QObject::connect(&bridge, &ComputeBridge::traceReady, [&] {
        generations.push_back(bridge.shown().generation);
        widths.push_back(bridge.shown().trace->problem->config.dK);
        EXPECT_EQ(bridge.shown().session->config.dK, widths.back())
            << "a trace is shown with the session it was computed from";
    });
    for (int dK = 1; dK <= 40; ++dK)
        bridge.request(sessionWith(dK), core::StageSet::all());
    ASSERT_TRUE(waitFor([&] { return !widths.empty() && widths.back() == 40; }));
    EXPECT_FALSE(bridge.busy());
    EXPECT_TRUE(std::is_sorted(generations.begin(), generations.end()));
    EXPECT_LT(generations.size(), 40u) << "what was overtaken is not computed";
}

TEST(Bridge, THR01_ItEndsCleanlyWhileComputing) {
    ScriptedEngine::Script script;
    script.delay = [](int) { return 100ms; };
    bool answered = false;
    {
        ComputeBridge bridge(scripted(script));
        QObject::connect(&bridge, &ComputeBridge::traceReady, [&] { answered = true; });
        bridge.request(sessionWith(3), core::StageSet::all());
        QCoreApplication::processEvents();
    }
    QCoreApplication::processEvents();
    EXPECT_FALSE(answered) << "nothing arrives once the bridge is gone";
}

TEST(Bridge, ARefusedSessionLeavesWhatWasShown) {
    ComputeBridge bridge(scripted({}));
    std::vector<core::Issue> issues;
    QObject::connect(&bridge, &ComputeBridge::refused,
                     [&](const std::vector<core::Issue> &found) { issues = found; });
    bridge.request(sessionWith(3), core::StageSet::all());
    ASSERT_TRUE(waitFor([&] { return bridge.shown().trace != nullptr; }));
    auto bad = test::wordSession(4, 8, 2, 3);
    core::setText(bad, {});
    bad.tokens.clear();
    bridge.request(std::make_shared<const core::Session>(bad), core::StageSet::all());
    ASSERT_TRUE(waitFor([&] { return !issues.empty(); }));
    EXPECT_EQ(issues[0].code, core::Issue::Code::NoRows);
    EXPECT_EQ(bridge.shown().trace->problem->config.dK, 3);
    EXPECT_FALSE(bridge.busy());
}

TEST(Bridge, ADeviceThatCannotBeHadIsStoodInForAndNamed) {
    ComputeBridge bridge([]() -> std::unique_ptr<core::Engine> {
        throw core::EngineError(core::EngineError::Code::NoDevice, {}, "no OpenCL platform");
    });
    bridge.request(sessionWith(3), core::StageSet::all());
    ASSERT_TRUE(waitFor(
        [&] { return bridge.shown().trace != nullptr && !bridge.fallbackReason().isEmpty(); }));
    EXPECT_EQ(bridge.engine().kind, "reference");
    EXPECT_TRUE(bridge.fallbackReason().contains(QStringLiteral("no OpenCL platform")));
}

TEST(Bridge, ADeviceThatFailsInAPassIsReplacedWithoutLosingTheRequest) {
    ScriptedEngine::Script script;
    script.failure = [](int run) -> std::optional<core::EngineError> {
        if (run == 1)
            return core::EngineError(core::EngineError::Code::DeviceFailed, "softmax", "gone");
        return std::nullopt;
    };
    ComputeBridge bridge(scripted(script));
    bridge.request(sessionWith(3), core::StageSet::all());
    ASSERT_TRUE(waitFor([&] { return bridge.engine().kind == "scripted"; }));
    for (int dK = 4; bridge.fallbackReason().isEmpty(); ++dK) {
        bridge.request(sessionWith(dK), core::StageSet::all());
        ASSERT_TRUE(waitFor([&] {
            return bridge.shown().trace && bridge.shown().trace->problem->config.dK == dK;
        }));
    }
    EXPECT_TRUE(bridge.fallbackReason().contains(QStringLiteral("gone")));
}

TEST(Bridge, TheCheckAgainstTheReferenceArrivesWhenIdle) {
    ComputeBridge bridge(scripted({}));
    std::optional<core::ComputeService::Check> check;
    QObject::connect(&bridge, &ComputeBridge::checked,
                     [&](const core::ComputeService::Check &c) { check = c; });
    bridge.request(sessionWith(3), core::StageSet::all());
    ASSERT_TRUE(waitFor([&] { return check.has_value(); }));
    EXPECT_TRUE(check->agrees);
    EXPECT_FALSE(check->stages.empty());
}

} // namespace
} // namespace attnscope::ui
