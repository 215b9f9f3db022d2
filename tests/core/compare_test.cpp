// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <limits>

namespace attnscope::test {
namespace {

using namespace core;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Compare, FMR04_NanAgainstANumberIsAMismatchAtItsPlace) {
    const std::vector<double> reference = {kNan, 1};
    const std::vector<float> got = {0, 1};
    const auto d = compareValues(reference, got);
    EXPECT_EQ(d.mismatched, 1U);
    EXPECT_EQ(d.firstMismatch, std::optional<std::size_t>(0));
    EXPECT_FALSE(d.withinTolerance());
}

TEST(Compare, FMR04_NanInBothIsReportedAsSuch) {
    const std::vector<double> reference = {kNan, 1};
    const std::vector<float> got = {kNanF, 1};
    const auto d = compareValues(reference, got);
    EXPECT_EQ(d.bothNan, 1U);
    EXPECT_EQ(d.mismatched, 0U);
    EXPECT_EQ(d.maxAbs, 0.0);
    EXPECT_TRUE(d.withinTolerance());
}

TEST(Compare, ANanDoesNotHideTheDifferenceBesideIt) {
    const std::vector<double> reference = {kNan, 1, 2};
    const std::vector<float> got = {kNanF, 1, 5};
    const auto d = compareValues(reference, got);
    EXPECT_EQ(d.maxAbs, 3.0);
    EXPECT_EQ(d.worst, 2U);
    EXPECT_FALSE(d.withinTolerance());
}

TEST(Compare, InfinitiesMatchBySign) {
    const std::vector<double> reference = {kInf, -kInf, kInf, 1};
    const std::vector<float> got = {static_cast<float>(kInf), static_cast<float>(-kInf),
                                    static_cast<float>(-kInf), static_cast<float>(kInf)};
    const auto d = compareValues(reference, got);
    EXPECT_EQ(d.mismatched, 2U);
    EXPECT_EQ(d.firstMismatch, std::optional<std::size_t>(2));
}

TEST(Compare, ToleranceFollowsTheScaleOfTheArray) {
    // |Δ| ≤ 2e−6 + 2e−5·max|reference|
    const std::vector<double> reference = {100, 0};
    EXPECT_TRUE(compareValues(reference, std::vector<float>{100, 0.0019F}).withinTolerance());
    EXPECT_FALSE(compareValues(reference, std::vector<float>{100, 0.0021F}).withinTolerance());
}

TEST(Compare, DifferentCountsAreRefused) {
    EXPECT_THROW((void)compareValues(std::vector<double>{1}, std::vector<float>{1, 2}),
                 std::invalid_argument);
}

TEST(Compare, EveryStageThatBothHold) {
    const auto problem = shared(t1());
    const ReferenceTrace exact = referenceForward(problem);
    ReferenceEngine engine;
    RunOptions some;
    some.keep = StageSet{Stage::Weights, Stage::Output};
    const auto trace = engine.run(problem, some);
    const auto all = compareTraces(exact, *trace);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].stage, Stage::Weights);
    EXPECT_EQ(all[1].stage, Stage::Output);
    EXPECT_TRUE(all[0].withinTolerance() && all[1].withinTolerance());
}

} // namespace
} // namespace attnscope::test
