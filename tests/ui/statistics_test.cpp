// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/windows.h"
#include "ui/panels/statistics_strip.h"
#include "ui/session_document.h"
#include "ui/views/stages_view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnscope::ui {
namespace {

using core::Stage;
using test::waitFor;

core::TracePtr causal() {
    core::Problem p = test::t1();
    p.config.mask.causal = true;
    return core::ReferenceEngine().run(test::shared(p), {});
}

TEST(StatisticsStrip, SaysWhatTheMaskHidAndOfHowManyTheRestIs) {
    StatisticsStrip strip;
    // Visible scores of head 0 are 1 / 0 1 / 1 1 2, over √2: mean 1/√2 = 0.707, largest √2;
    // Σ(x − 1)² = 2 over 2·5: a deviation of √0.2 = 0.447.
    strip.setLines(causal(), {{Stage::ScoresMasked, {0, 0}}, {Stage::ScoresMasked, {}}});
    ASSERT_TRUE(waitFor([&] { return strip.shown().size() == 2; }));
    const QStringList lines = strip.text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0].toStdString(),
              "head 0: mean 0.707 · std 0.447 · min 0 · max 1.41 · NaN 0 · +∞ 0 · −∞ 3 (mask) · "
              "of the 6 finite of 9 values");
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("all heads: "))) << lines[1].toStdString();
    EXPECT_TRUE(lines[1].endsWith(QStringLiteral("of the 12 finite of 18 values")));
    EXPECT_EQ(strip.accessibleDescription(), strip.text());
}

TEST(StatisticsStrip, WhatDoesNotExistIsADash) {
    core::Trace t = *causal();
    const float nan = std::nanf("");
    t[Stage::Weights] = core::Tensor({1, 2, 3, 3}, nan);
    t[Stage::Scores] = {};
    StatisticsStrip strip;
    strip.setLines(std::make_shared<const core::Trace>(t),
                   {{Stage::Weights, {}}, {Stage::Scores, {}}, {Stage::Scale, {}}});
    ASSERT_TRUE(waitFor([&] { return strip.shown().size() == 3; }));
    const QStringList lines = strip.text().split(QLatin1Char('\n'));
    EXPECT_EQ(lines[0].toStdString(), "weights: mean – · std – · min – · max – · NaN 18 · +∞ 0 · "
                                      "−∞ 0 · of the 0 finite of 18 values");
    EXPECT_EQ(lines[1].toStdString(),
              "scores: mean – · std – · min – · max – · NaN – · +∞ – · −∞ – · not computed");
    EXPECT_TRUE(lines[2].startsWith(QStringLiteral("scale: mean 0.707 · std – ")))
        << "one number has no spread";
}

TEST(StatisticsStrip, FollowsWhatTheStagesShow) {
    core::Session s = test::wordSession(6, 16, 4, 4);
    s.config.mask.causal = true;
    MainWindow window(test::windowSetup({}, s));
    window.resize(1280, 800);
    window.show();
    const StatisticsStrip &strip = window.stagesView().statistics();
    const auto settled = [&](std::size_t lines) {
        return waitFor([&] {
            return !window.bridge().busy() && strip.shown().size() == lines &&
                   strip.shownTrace() == window.bridge().shown().trace;
        });
    };
    ASSERT_TRUE(settled(1));
    // Rows of weights sum to 1, so over six keys their mean is 1/6; all four heads are counted.
    EXPECT_NEAR(*strip.shown()[0].statistics->values.mean, 1.0 / 6.0, 1e-6);
    EXPECT_EQ(strip.shown()[0].statistics->values.count, 4U * 36U);
    window.document().changeView([](ViewSettings &v) {
        v.head = 2;
        v.stage = Stage::ScoresMasked;
    });
    ASSERT_TRUE(settled(2));
    EXPECT_EQ(strip.shown()[0].line.part, (core::StagePart{std::nullopt, 2}));
    EXPECT_EQ(strip.shown()[0].statistics->minusInfinityOfMask, 15U); // 6·5/2 hidden keys
    EXPECT_EQ(strip.shown()[1].statistics->minusInfinityOfMask, 60U);
    window.document().changeView([](ViewSettings &v) { v.unfold = true; });
    ASSERT_TRUE(settled(4));
    EXPECT_EQ(strip.shown()[3].line.stage, Stage::Weights);
    window.document().edit(QStringLiteral("x"), {}, [](core::Session &x) {
        core::setText(x, {"a b c", "d e"});
    });
    ASSERT_TRUE(settled(4));
    window.document().changeView([](ViewSettings &v) {
        v.unfold = false;
        v.stage = Stage::Output;
        v.batch = 1;
    });
    ASSERT_TRUE(settled(2));
    EXPECT_EQ(strip.shown()[0].statistics->values.count, 3U * 16U);
    EXPECT_EQ(strip.shown()[1].statistics->values.count, 2U * 3U * 16U);
}

} // namespace
} // namespace attnscope::ui
