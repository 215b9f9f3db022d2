// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_statistics.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/random_problem.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace attnscope::test {
namespace {

using namespace core;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(ArrayStatistics, OfFourNumbers) {
    const float v[] = {1, 2, 3, 6};
    const ArrayStatistics s = statisticsOf(v);
    EXPECT_EQ(s.count, 4U);
    EXPECT_EQ(s.mean, 3.0);
    EXPECT_NEAR(*s.deviation, std::sqrt(14.0 / 3.0), 1e-15); // n − 1
    EXPECT_EQ(s.least, 1.0);
    EXPECT_EQ(s.greatest, 6.0);
    EXPECT_EQ(s.nan + s.infinite(), 0U);
}

TEST(ArrayStatistics, WhatIsNotFiniteIsCountedAndLeftOut) {
    std::vector<float> v(100, 2.0F);
    v[3] = kNan;
    v[17] = v[18] = kInf;
    v[50] = v[51] = v[52] = -kInf;
    v[99] = 4.0F;
    const ArrayStatistics s = statisticsOf(v);
    EXPECT_EQ(s.nan, 1U);
    EXPECT_EQ(s.positiveInfinite, 2U);
    EXPECT_EQ(s.negativeInfinite, 3U);
    EXPECT_EQ(s.finite(), 94U);
    EXPECT_NEAR(*s.mean, 2.0 + 2.0 / 94, 1e-14);
    EXPECT_EQ(s.least, 2.0);
    EXPECT_EQ(s.greatest, 4.0);
}

TEST(ArrayStatistics, WhatDoesNotExistIsAbsent) {
    const ArrayStatistics none = statisticsOf(std::span<const float>());
    EXPECT_FALSE(none.mean || none.deviation || none.least || none.greatest);
    const float nan[] = {kNan, -kInf};
    const ArrayStatistics no = statisticsOf(nan);
    EXPECT_FALSE(no.mean || no.deviation || no.least || no.greatest);
    const float one[] = {5.0F};
    EXPECT_EQ(statisticsOf(one).mean, 5.0);
    EXPECT_FALSE(statisticsOf(one).deviation) << "one value has no spread";
}

TEST(ArrayStatistics, ASmallSpreadBesideALargeMeanIsNotSwallowed) {
    std::vector<float> v;
    for (int i = 0; i < 1000; ++i)
        v.push_back(1e7F + static_cast<float>(i % 2)); // spread 1/2 (n − 1: a little more)
    const ArrayStatistics s = statisticsOf(v);
    EXPECT_NEAR(*s.mean, 1e7 + 0.5, 1e-9);
    EXPECT_NEAR(*s.deviation, 0.5 * std::sqrt(1000.0 / 999.0), 1e-9);
}

TEST(ArrayStatistics, EveryLengthIsTheSameAsOneByOne) {
    std::mt19937 r(5);
    for (std::size_t n = 1; n < 70; ++n) {
        std::vector<float> v(n);
        std::vector<std::uint8_t> visible(n);
        double sum = 0, shownSum = 0;
        std::size_t shown = 0;
        float low = kInf, high = -kInf;
        for (std::size_t i = 0; i < n; ++i) {
            v[i] = static_cast<float>(r() % 2001) / 100.0F - 10.0F;
            visible[i] = r() % 2;
            sum += static_cast<double>(v[i]);
            low = std::min(low, v[i]);
            high = std::max(high, v[i]);
            if (visible[i]) {
                shownSum += static_cast<double>(v[i]);
                ++shown;
            }
        }
        const ArrayStatistics s = statisticsOf(v);
        EXPECT_NEAR(*s.mean, sum / static_cast<double>(n), 1e-12) << n;
        EXPECT_EQ(*s.least, static_cast<double>(low));
        EXPECT_EQ(*s.greatest, static_cast<double>(high));
        double squares = 0;
        for (const float x : v)
            squares += (static_cast<double>(x) - *s.mean) * (static_cast<double>(x) - *s.mean);
        if (n > 1) {
            EXPECT_NEAR(*s.deviation, std::sqrt(squares / static_cast<double>(n - 1)), 1e-12);
        }
        const ArrayStatistics seen = statisticsOf(v, visible);
        EXPECT_EQ(seen.count, shown);
        if (shown) {
            EXPECT_NEAR(*seen.mean, shownSum / static_cast<double>(shown), 1e-12);
        }
    }
}

TEST(ArrayStatistics, OfATrace) {
    Problem p = t1();
    p.config.mask.causal = true;
    const TracePtr t = ReferenceEngine().run(shared(p), {});
    const StageStatistics all = statisticsOf(*t);
    const auto of = [&](Stage s) { return all[static_cast<std::size_t>(s)]; };
    // X has six ones among twelve; three of nine keys are hidden from each head.
    EXPECT_EQ(of(Stage::X)->mean, 0.5);
    EXPECT_NEAR(*of(Stage::MaskKeep)->mean, 6.0 / 9.0, 1e-15);
    EXPECT_EQ(of(Stage::ScoresMasked)->negativeInfinite, 6U);
    EXPECT_NEAR(*of(Stage::Weights)->mean, 1.0 / 3.0, 1e-7); // rows sum to 1
    EXPECT_NEAR(*of(Stage::Scale)->mean, std::sqrt(0.5), 1e-7);
    EXPECT_FALSE(of(Stage::M)) << "no other sequence";
    EXPECT_FALSE(of(Stage::PE));
}

TEST(ArrayStatistics, OfAHeadAndWhatOfTheInfiniteIsTheMask) {
    Problem p = t1();
    p.config.mask.causal = true;
    const TracePtr t = ReferenceEngine().run(shared(p), {});
    // Heads (1,0) (0,1) (1,1) and (0,1) (1,0) (0,0): raw scores 1 0 1 / 0 1 1 / 1 1 2, and 1 0 0 /
    // 0 1 0 / 0 0 0.
    const auto raw = partStatistics(*t, Stage::ScoresRaw, {0, 0});
    ASSERT_TRUE(raw);
    EXPECT_EQ(raw->values.count, 9U);
    EXPECT_NEAR(*raw->values.mean, 8.0 / 9.0, 1e-15);
    EXPECT_NEAR(*raw->values.deviation, std::sqrt((10.0 - 64.0 / 9.0) / 8.0), 1e-7);
    EXPECT_NEAR(*partStatistics(*t, Stage::ScoresRaw, {0, 1})->values.mean, 2.0 / 9.0, 1e-15);
    EXPECT_NEAR(*partStatistics(*t, Stage::ScoresRaw, {})->values.mean, 10.0 / 18.0, 1e-15);
    // Visible are 1 / 0 1 / 1 1 2, over √2; the three others are the mask's.
    const auto masked = partStatistics(*t, Stage::ScoresMasked, {0, 0});
    EXPECT_EQ(masked->values.finite(), 6U);
    EXPECT_NEAR(*masked->values.mean, 1.0 / std::sqrt(2.0), 1e-7);
    EXPECT_EQ(masked->values.negativeInfinite, 3U);
    EXPECT_EQ(masked->minusInfinityOfMask, 3U);
    EXPECT_EQ(partStatistics(*t, Stage::ScoresMasked, {})->minusInfinityOfMask, 6U);
    EXPECT_NEAR(*partStatistics(*t, Stage::MaskKeep, {0, 1})->values.mean, 6.0 / 9.0, 1e-15);
    EXPECT_EQ(partStatistics(*t, Stage::MaskKeep, {})->values.count, 18U);
    EXPECT_FALSE(partStatistics(*t, Stage::Weights, {0, 2})) << "there is no third head";
    EXPECT_FALSE(partStatistics(*t, Stage::Weights, {1, 0})) << "nor a second sequence";
    EXPECT_FALSE(partStatistics(*t, Stage::PE, {})) << "nor an encoding";
}

TEST(ArrayStatistics, InfinityOfTheNumbersIsNotBlamedOnTheMask) {
    // −∞ comes in as a score of query 1; the mask hides key 2 of query 0 alone.
    Problem p = scoresProblem(2, 3, {0, 1, 2, -kInf, 3, 4});
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({2, 3}, {1, 1, 0, 1, 1, 1});
    BasicTrace<float> t;
    t.problem = shared(p);
    t.keep = makeKeepMask(p);
    t[Stage::ScoresMasked] = Tensor({1, 1, 2, 3}, {0, 1, -kInf, -kInf, 3, 4});
    const auto s = partStatistics(t, Stage::ScoresMasked, {});
    EXPECT_EQ(s->values.negativeInfinite, 2U);
    EXPECT_EQ(s->minusInfinityOfMask, 1U);
    EXPECT_EQ(s->values.mean, 2.0);
}

TEST(ArrayStatistics, OfAPartIsThatOfItsValuesOneByOne) {
    std::mt19937 r(23);
    for (int round = 0; round < 40; ++round) {
        const Problem p = randomProblem(r);
        const TracePtr t = ReferenceEngine().run(shared(p), {});
        const std::size_t b = r() % p.batch(), h = r() % p.heads();
        for (const Stage stage : {Stage::Q, Stage::Weights, Stage::RowSum, Stage::Output}) {
            const Tensor &a = (*t)[stage];
            const std::size_t heads = hasHeadAxis(stage) ? p.heads() : 1;
            const std::size_t one = a.size() / p.batch() / heads;
            std::vector<float> here, everywhere;
            for (std::size_t x = 0; x < p.batch(); ++x)
                for (std::size_t i = 0; i < one; ++i) {
                    const float v = a.data()[(x * heads + (heads > 1 ? h : 0)) * one + i];
                    everywhere.push_back(v);
                    if (x == b)
                        here.push_back(v);
                }
            const ArrayStatistics wanted[] = {statisticsOf(here), statisticsOf(everywhere)};
            const StagePart parts[] = {{b, h}, {std::nullopt, h}};
            for (int k = 0; k < 2; ++k) {
                const auto s = partStatistics(*t, stage, parts[k]);
                ASSERT_TRUE(s);
                EXPECT_EQ(s->values.count, wanted[k].count);
                EXPECT_EQ(s->values.nan, wanted[k].nan);
                EXPECT_EQ(s->values.mean, wanted[k].mean);
                EXPECT_EQ(s->values.deviation, wanted[k].deviation);
            }
        }
    }
}

} // namespace
} // namespace attnscope::test
