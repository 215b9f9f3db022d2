// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about initialisers and biases, with the numbers that were derived or measured for
// them.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

/// Runs are shared between tests: d_model = 512, 8 heads, 256 tokens.
const ExperimentResult &standard() {
    static const ExperimentResult r = runNamed("initialisers");
    return r;
}

TEST(ClaimsF06, S1_08_S1_68_S1_72_LinearDefault) {
    EXPECT_TRUE(within(at(standard(), "pytorch_linear", "std_w_q"), 0.025516, 0.02));
    EXPECT_LE(at(standard(), "pytorch_linear", "largest_w_q"), 1.0 / std::sqrt(512.0) * (1 + 1e-6));
    EXPECT_TRUE(within(at(standard(), "xavier_uniform", "std_w_q"), 0.044194, 0.02));
    EXPECT_TRUE(within(at(standard(), "pytorch_mha", "std_w_q"), 0.03125, 0.02));
}

TEST(ClaimsF06, S1_32_OutputProjectionOfTheModule) {
    EXPECT_TRUE(within(at(standard(), "pytorch_mha", "std_w_o"), 0.025516, 0.02));
}

TEST(ClaimsF06, S1_46_UniformAndNormalHaveOneDeviation) {
    EXPECT_TRUE(within(at(standard(), "xavier_uniform", "std_w_q"), 0.0442, 0.01));
    EXPECT_TRUE(within(at(standard(), "xavier_normal", "std_w_q"), 0.0442, 0.01));
    EXPECT_LE(at(standard(), "xavier_uniform", "largest_w_q"), 0.076547 * (1 + 1e-6));
    EXPECT_GT(at(standard(), "xavier_normal", "largest_w_q"), 0.19);
    EXPECT_LT(at(standard(), "xavier_normal", "largest_w_q"), 0.26);
}

TEST(ClaimsF06, S1_25_S1_69_S1_73_DeviationOfScores) {
    const std::pair<const char *, double> expected[] = {
        {"pytorch_linear", 0.333}, {"pytorch_mha", 0.5}, {"xavier_uniform", 1.0},
        {"kaiming_normal", 2.0},   {"bert", 0.205},      {"variance_002", 10.24},
        {"xavier_per_head", 1.778}};
    for (const auto &[preset, std] : expected) {
        EXPECT_TRUE(within(at(standard(), preset, "std_scores"), std, 0.05)) << preset;
        EXPECT_TRUE(within(at(standard(), preset, "std_scores_predicted"), std, 0.002)) << preset;
    }
    const std::pair<const char *, double> even[] = {{"pytorch_linear", 0.99},
                                                    {"pytorch_mha", 0.977},
                                                    {"xavier_uniform", 0.91},
                                                    {"kaiming_normal", 0.68}};
    for (const auto &[preset, h] : even)
        EXPECT_NEAR(at(standard(), preset, "entropy_normalised"), h, 0.02) << preset;
    EXPECT_TRUE(within(at(standard(), "pytorch_linear", "max_weight"), 0.0096, 0.05));
    EXPECT_TRUE(holds(standard())) << standard().verdict.sentence.text();
}

TEST(ClaimsF06, S1_70_KaimingDoublesTheValues) {
    EXPECT_TRUE(within(at(standard(), "kaiming_normal", "variance_v"), 2.0, 0.05));
    EXPECT_TRUE(within(at(standard(), "xavier_uniform", "variance_v"), 1.0, 0.05));
}

TEST(ClaimsF06, S2_15_S2_16_ByTheWidthOfAHead) {
    EXPECT_TRUE(within(at(standard(), "he_dk", "std_w_q"), 0.1768, 0.05));
    EXPECT_TRUE(within(at(standard(), "he_dk", "std_scores"), 16.0, 0.05));
    EXPECT_NEAR(at(standard(), "he_dk", "entropy_normalised"), 0.062, 0.02);
    EXPECT_NEAR(at(standard(), "he_dk", "max_weight"), 0.87, 0.02);
    EXPECT_TRUE(within(at(standard(), "he_dk", "variance_v"), 8.0, 0.05));
}

TEST(ClaimsF06, S1_71_OutputProjectionForDepth) {
    EXPECT_TRUE(within(at(standard(), "xavier_normal", "std_w_o"), 0.0442, 0.02));
    const auto deep = runNamed("initialisers", {{"layers", "12"}, {"keys", "8"}});
    EXPECT_TRUE(within(at(deep, "xavier_normal", "std_w_o"), 0.00902, 0.02));
    EXPECT_TRUE(within(at(deep, "gpt2", "std_w_o"), 0.02 / std::sqrt(24.0), 0.02));
}

TEST(ClaimsF06, S2_24_XavierAtTheSizesOfBert) {
    const auto r = runNamed("initialiser-stages", {{"preset", "xavier_normal"},
                                                   {"d_model", "768"},
                                                   {"heads", "12"},
                                                   {"keys", "128"},
                                                   {"seeds", "2"}});
    EXPECT_TRUE(within(at(r, "W_Q", "std"), 0.036084, 0.05));
    EXPECT_TRUE(within(at(r, "scores", "std"), 1.0, 0.05));
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
}

TEST(ClaimsF06, S1_33_VarianceThroughAProjection) {
    const auto r = runNamed("fan-out", {{"seeds", "8"}});
    EXPECT_TRUE(within(at(r, "512", "variance_ratio"), 1.0, 0.03));
    EXPECT_TRUE(within(at(r, "1536", "variance_ratio"), 0.5, 0.03));
    EXPECT_TRUE(within(at(r, "64", "variance_ratio"), 1.778, 0.03));
}

TEST(ClaimsF06, S2_17_S2_19_Biases) {
    const auto r = runNamed("biases");
    EXPECT_NEAR(at(r, "b_K", "delta_weights"), 0.0, 1e-6);
    EXPECT_NEAR(at(r, "b_K", "gradient"), 0.0, 1e-6);
    EXPECT_GT(at(r, "b_Q", "delta_weights"), 0.01);
    EXPECT_GT(at(r, "b_V", "delta_output"), 0.01);
    EXPECT_EQ(at(r, "b_V", "delta_weights"), 0.0);
    EXPECT_NEAR(at(r, "b_V moved into b_O", "delta_output"), 0.0, 1e-5);
    EXPECT_TRUE(holds(r));
}

} // namespace
} // namespace attnscope::test
