// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of saturation: independent entries, measured against mathematics.md §4.
#include "core/saturation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace attnscope::core {
namespace {

SaturationResult swept(SaturationSettings s, int draws) {
    SaturationSweep sweep(std::move(s));
    for (int i = 0; i < draws; ++i)
        sweep.add();
    return sweep.result();
}

SaturationSettings settings(std::size_t keys, ScalingMode first, ScalingMode second) {
    SaturationSettings s;
    s.widths = saturationWidths();
    s.keys = keys;
    s.scalings = {Scaling{first, 1.0}, Scaling{second, 1.0}};
    return s;
}

TEST(Saturation, PeaksOfRowsThatAreKnown) {
    // One-hot: no entropy, no gradient. Uniform over n: ln n, and ‖I/n − 11ᵀ/n²‖ = √(n − 1)/n.
    const std::vector<double> hot{0.0, 1.0, 0.0, 0.0};
    EXPECT_EQ(rowPeak(hot).entropy, 0.0);
    EXPECT_EQ(rowPeak(hot).largest, 1.0);
    EXPECT_EQ(rowPeak(hot).jacobian, 0.0);
    const std::vector<double> uniform(8, 0.125);
    EXPECT_NEAR(rowPeak(uniform).entropy, std::log(8.0), 1e-14);
    EXPECT_NEAR(rowPeak(uniform).jacobian, std::sqrt(7.0) / 8.0, 1e-14);
    // Any row: the Frobenius norm of diag(p) − p·pᵀ, cell by cell.
    const std::vector<double> p{0.5, 0.2, 0.2, 0.07, 0.03};
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < p.size(); ++j)
            sum += std::pow((i == j ? p[i] : 0.0) - p[i] * p[j], 2);
    EXPECT_NEAR(rowPeak(p).jacobian, std::sqrt(sum), 1e-14);
    const std::vector<double> broken{0.5, std::numeric_limits<double>::quiet_NaN()};
    EXPECT_TRUE(std::isnan(rowPeak(broken).entropy));
}

TEST(Saturation, TheDeviationOf200DrawsIsRootDkWithinThreeErrorsAtEveryWidth) {
    for (const std::size_t keys : {6U, 32U}) {
        SaturationSettings s = settings(keys, ScalingMode::SqrtDk, ScalingMode::None);
        s.widths.resize(1024);
        std::iota(s.widths.begin(), s.widths.end(), 1);
        const SaturationResult r = swept(s, 200);
        for (std::size_t i = 0; i < s.widths.size(); ++i) {
            const double root = std::sqrt(static_cast<double>(s.widths[i]));
            const auto &raw = r.curves[1], &scaled = r.curves[0];
            EXPECT_NEAR(raw.deviation.middle[i], root, 3.0 * raw.deviationError[i])
                << "d_k " << s.widths[i] << ", keys " << keys;
            EXPECT_NEAR(scaled.deviation.middle[i], 1.0, 3.0 * scaled.deviationError[i]);
            // A large error would pass anything. Var(mean s²) = (2d(d + 2)/S + 2d)/n from the
            // moments of a normal; the error of the root is half of that over √d.
            const double d = static_cast<double>(s.widths[i]), n = 200.0;
            const double expected =
                std::sqrt((2 * d * (d + 2) / static_cast<double>(keys) + 2 * d) / n) / (2 * root);
            EXPECT_NEAR(raw.deviationError[i] / expected, 1.0, 0.6) << s.widths[i];
        }
    }
}

TEST(Saturation, WithoutTheScaleTheRowHardensAndWithItNot) {
    const SaturationResult r = swept(settings(16, ScalingMode::SqrtDk, ScalingMode::None), 200);
    const auto &scaled = r.curves[0], &raw = r.curves[1];
    const std::size_t last = r.settings.widths.size() - 1;
    EXPECT_EQ(r.settings.widths[last], 1024);
    EXPECT_EQ(r.draws, 200U);
    // Scores of deviation 32: the two largest of 16 are far apart in nearly every row.
    EXPECT_GT(raw.largest.middle[last], 0.9);
    EXPECT_LT(raw.entropy.middle[last], 0.2);
    EXPECT_LT(raw.jacobian.middle[last], 0.1);
    // Scores of deviation 1: E[H] of 16 keys is ln 16 − ½ to first order; never near 0 or ln 16.
    for (std::size_t i = 6; i <= last; ++i) {
        EXPECT_NEAR(scaled.entropy.middle[i], std::log(16.0) - 0.45, 0.12) << i;
        EXPECT_LE(scaled.entropy.low[i], scaled.entropy.middle[i]);
        EXPECT_GE(scaled.entropy.high[i], scaled.entropy.middle[i]);
    }
    for (std::size_t i = 1; i <= last; ++i)
        EXPECT_LT(raw.entropy.middle[i], raw.entropy.middle[i - 1] + 0.02);
}

TEST(Saturation, ADrawDoesNotDependOnTheWidthsBesideIt) {
    SaturationSettings all = settings(5, ScalingMode::None, ScalingMode::Dk), one = all;
    one.widths = {64};
    const SaturationResult a = swept(all, 20), b = swept(one, 20);
    const auto at = static_cast<std::size_t>(std::find(all.widths.begin(), all.widths.end(), 64) -
                                             all.widths.begin());
    EXPECT_EQ(a.curves[0].deviation.middle[at], b.curves[0].deviation.middle[0]);
    EXPECT_EQ(a.curves[1].jacobian.high[at], b.curves[1].jacobian.high[0]);
    one.seed = 2;
    EXPECT_NE(swept(one, 20).curves[0].deviation.middle[0], b.curves[0].deviation.middle[0]);
}

TEST(Saturation, PredictionsOfEveryScaling) {
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::None, 1}, 64, 32), 8.0);
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::SqrtDk, 1}, 64, 32), 1.0);
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::Dk, 1}, 64, 32), 0.125);
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::TimesSqrtDk, 1}, 64, 32), 64.0);
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::SqrtDModel, 1}, 64, 16), 2.0);
    EXPECT_DOUBLE_EQ(*predictedDeviation({ScalingMode::Custom, -0.5}, 64, 32), 4.0);
    EXPECT_FALSE(predictedDeviation({ScalingMode::Adaptive, 1}, 64, 32));
    // The two that look at the scores: standardised over the row's own deviation. A mean square of
    // n scores whose sample deviation is 1 is (n − 1)/n plus the square of their mean, which is
    // σ²/n of expectation: together about 1.
    const SaturationResult r =
        swept(settings(64, ScalingMode::Standardise, ScalingMode::Adaptive), 200);
    for (std::size_t i = 4; i < r.settings.widths.size(); ++i) {
        EXPECT_NEAR(r.curves[0].deviation.middle[i], 1.0, 0.02);
        EXPECT_NEAR(r.curves[1].deviation.middle[i], 1.0, 0.05) << "√std of scores with std 1";
    }
    // One score has no deviation: nothing is measured, and nothing is made up.
    const SaturationResult none =
        swept(settings(1, ScalingMode::Standardise, ScalingMode::None), 5);
    EXPECT_TRUE(std::isnan(none.curves[0].deviation.middle[3]));
    EXPECT_EQ(none.curves[1].largest.middle[3], 1.0);
}

} // namespace
} // namespace attnscope::core
