// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about positions, with the numbers that were derived for them.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

TEST(ClaimsF05, S1_58_EncodingAndOrder) {
    const auto r = runNamed("position-base", {{"pairs", "4"}, {"base", "10000"}});
    const double expected[] = {0.841471, 0.540302, 0.099833, 0.995004, 0.01, 0.99995, 0.001, 1};
    ASSERT_EQ(r.maps.size(), 1U);
    for (std::size_t c = 0; c < 8; ++c)
        EXPECT_NEAR(r.maps[0].values(1, c), expected[c], 1e-5) << c;
    const auto order = runNamed("position-order");
    EXPECT_TRUE(holds(order)) << order.verdict.sentence.text();
    EXPECT_LT(at(order, "none", "difference"), 1e-5);
    EXPECT_GT(at(order, "sinusoidal", "difference"), 1e-3);
}

TEST(ClaimsF05, S1_59_PairZeroIsTheFastOne) {
    const auto r = runNamed("position-base", {{"pairs", "4"}, {"base", "10000"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    const double expected[] = {6.283185, 62.831853, 628.318531, 6283.185307};
    const auto &w = r.plots[0].series[0].y;
    ASSERT_EQ(w.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_TRUE(within(w[i], expected[i], 1e-5)) << i;
    EXPECT_TRUE(within(at(runNamed("position-base"), "10000", "lambda_max"), 60611.477, 1e-5));
}

TEST(ClaimsF05, S1_60_TheBaseStretchesTheSlowEnd) {
    const auto r = runNamed("position-base");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    const struct {
        const char *base;
        double longest, distance, kernel;
    } expected[] = {{"1000", 6115.91, 4.2706, 0.31487},
                    {"10000", 60611.48, 3.7143, 0.48539},
                    {"100000", 600687.53, 3.3363, 0.58767}};
    for (const auto &e : expected) {
        EXPECT_TRUE(within(at(r, e.base, "lambda_min"), 6.283185, 1e-6)) << e.base;
        EXPECT_TRUE(within(at(r, e.base, "lambda_max"), e.longest, 1e-3)) << e.base;
        EXPECT_TRUE(within(at(r, e.base, "adjacent_distance"), e.distance, 1e-3)) << e.base;
        EXPECT_TRUE(within(at(r, e.base, "kernel"), e.kernel, 1e-3)) << e.base;
    }
}

TEST(ClaimsF05, AStepIsARotation) {
    const auto r = runNamed("position-rotation");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    // sin² + cos² of 16 pairs
    EXPECT_NEAR(at(r, "0", "likeness_least"), 16.0, 1e-9);
}

TEST(ClaimsF05, S2_21_SlopesOfEightHeads) {
    const auto r = runNamed("position-slopes");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_EQ(cellsOf(r, "slope"), (std::vector<double>{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625,
                                                        0.0078125, 0.00390625}));
}

} // namespace
} // namespace attnscope::test
