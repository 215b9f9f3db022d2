// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about scaling by the scores' own deviation.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

TEST(ClaimsF08, S1_49_TheScaleIsThatOfTheHead) {
    const auto r = runNamed("adaptive-scaling");
    EXPECT_NEAR(at(r, "none", "std_out"), 41.6, 1e-3);
    EXPECT_NEAR(at(r, "sqrt_dk", "std_out"), 5.2, 1e-3);
    EXPECT_NEAR(at(r, "sqrt_d_model", "std_out"), 1.8385, 1e-3);
}

TEST(ClaimsF08, S1_50_RootOfTheDeviationLeavesItsRoot) {
    const auto r = runNamed("adaptive-scaling");
    EXPECT_FALSE(holds(r)) << r.verdict.sentence.text();
    EXPECT_NEAR(at(r, "adaptive", "std_out"), 2.280351, 1e-4);
    EXPECT_NEAR(at(r, "standardise", "std_out"), 1.0, 1e-4);
    EXPECT_NEAR(at(r, "qk_norm", "std_out"), 1.0, 0.15); // cosines of 64 numbers: 1/8 each
    for (const char *local : {"none", "sqrt_dk", "per_row", "qk_norm"})
        EXPECT_EQ(at(r, local, "leak"), 0.0) << local;
    EXPECT_GT(at(r, "adaptive", "leak"), 0.1);
    EXPECT_GT(at(r, "standardise", "leak"), 0.1);
    EXPECT_EQ(wordsAt(r, "after_fill_minus_inf", "std_out"), "NaN");
    EXPECT_TRUE(within(at(r, "after_fill_minus_1e9", "std_out"), 5e8, 0.01));
}

TEST(ClaimsF08, S1_50_OfTheWorkedExample) {
    const auto r =
        runNamed("adaptive-scaling", {{"inputs", "worked"}, {"deviation", "population"}});
    EXPECT_NEAR(at(r, "sqrt_dk", "std_out"), 0.678412, 1e-4);
    EXPECT_NEAR(at(r, "adaptive", "std_out"), 0.823658, 1e-4);
    EXPECT_NEAR(at(r, "standardise", "std_out"), 1.0, 1e-4);
    EXPECT_NEAR(at(r, "sqrt_dk", "entropy"), 1.195273, 1e-4);
    EXPECT_NEAR(at(r, "adaptive", "entropy"), 1.124458, 1e-4);
    EXPECT_NEAR(at(r, "standardise", "entropy"), 1.036652, 1e-4);
    EXPECT_TRUE(std::isnan(at(r, "adaptive", "leak"))) << "there is one sequence";
}

} // namespace
} // namespace attnscope::test
