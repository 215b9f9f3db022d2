// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_statistics.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"

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

} // namespace
} // namespace attnscope::test
