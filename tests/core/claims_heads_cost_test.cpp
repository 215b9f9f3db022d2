// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about heads, their norm and their sum, about cost and about intuition, with the
// numbers that were derived for them.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

TEST(ClaimsF10, S1_34_LayerNormKeepsTheRatioOfHeads) {
    const auto r = runNamed("concat-norm");
    const double layer[] = {1.412446, -1.412446, 0.070622, -0.070622};
    const double perHead[] = {0.999999, -0.999999, 0.9995, -0.9995};
    for (int c = 0; c < 4; ++c) {
        const std::string column = "c" + std::to_string(c);
        EXPECT_NEAR(at(r, "layer", column), layer[c], 1e-5);
        EXPECT_NEAR(at(r, "per_head", column), perHead[c], 1e-5);
    }
    EXPECT_NEAR(at(r, "layer", "ratio"), 20.0, 1e-4);
    EXPECT_NEAR(at(r, "per_head", "ratio"), 0.999999 / 0.9995, 1e-4);
    EXPECT_TRUE(holds(r));
}

TEST(ClaimsF10, S1_31_S2_05_OutputIsTheSumOfHeads) {
    const auto r = runNamed("heads-apart", {{"worked", "true"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_NEAR(at(r, "fused", "output_norm"), 6.112045, 1e-5);
    EXPECT_NEAR(at(r, "sum of heads", "output_norm"), 6.112045, 1e-5);
    EXPECT_NEAR(at(r, "sum of heads", "delta_output"), 0.0, 1e-6);
    const double first[] = {0.192312, -0.242567, -0.442984, -0.125822,
                            1.014924, 0.343601,  -1.724277, -0.264685};
    for (std::size_t c = 0; c < 8; ++c)
        EXPECT_NEAR(r.maps.at(0).values(0, c), first[c], 1e-5) << c;
}

TEST(ClaimsF10, S1_36_AnOutputProjectionAHeadCostsTheSame) {
    const auto r = runNamed("heads-apart", {{"d_model", "512"}, {"heads", "8"}});
    EXPECT_EQ(at(r, "fused", "parameters_w_o"), 262144.0);
    EXPECT_EQ(at(r, "sum of heads", "parameters_w_o"), 262144.0);
    EXPECT_EQ(at(r, "3", "parameters_w_o"), 64.0 * 512.0);
    EXPECT_NEAR(at(r, "sum of heads", "delta_output"), 0.0, 2e-5);
}

TEST(ClaimsF03, S1_21_FusedEqualsSeparate) {
    const auto r = runNamed("heads-apart");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    ASSERT_EQ(r.table.rows.size(), 6U);
    EXPECT_NEAR(at(r, "sum of heads", "delta_context"), 0.0, 2e-5);
    EXPECT_NEAR(at(r, "sum of heads", "delta_gradient"), 0.0, 2e-5);
    EXPECT_EQ(at(r, "sum of heads", "parameters"), 1024.0);
    EXPECT_EQ(at(r, "fused", "parameters"), 1024.0);
    EXPECT_THROW((void)runNamed("heads-apart", {{"heads", "3"}}), InputError);
}

TEST(ClaimsF25, S1_06_S2_02_S2_04_CostPathAndReach) {
    const auto r = runNamed("architectures", {{"n", "16,512,1024"}});
    EXPECT_EQ(at(r, "512", "core"), 134217728.0);
    EXPECT_EQ(at(r, "512", "rnn_step"), 134217728.0);
    EXPECT_EQ(at(r, "1024", "attention"), 2 * 4.0 * 1024 * 512 * 512);
    EXPECT_EQ(at(r, "512", "score_bytes"), 8388608.0);
    EXPECT_EQ(at(r, "512", "path_attention"), 1.0);
    EXPECT_EQ(at(r, "512", "receptive_field"), 9.0);
    EXPECT_EQ(at(r, "512", "layers_convolution"), 256.0);
    EXPECT_TRUE(holds(r));
}

TEST(ClaimsF26, S1_04_S2_09_SearchAndTemperature) {
    const auto r = runNamed("product-search", {{"temperature", "0.01,1000000"}});
    const char *items[] = {"trail running shoe", "outdoor waterproof boot",
                           "waterproof hiking shoe"};
    const double dots[] = {1, 1, 3}, scaled[] = {0.242155, 0.242155, 0.51569},
                 unscaled[] = {0.106507, 0.106507, 0.786986};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(at(r, items[i], "dots"), dots[i]);
        EXPECT_NEAR(at(r, items[i], "weights_scaled"), scaled[i], 1e-5);
        EXPECT_NEAR(at(r, items[i], "weights_unscaled"), unscaled[i], 1e-5);
    }
    EXPECT_NEAR(at(r, "largest weight at temperature 0.01", "weights_scaled"), 1.0, 1e-6);
    EXPECT_NEAR(at(r, "largest weight at temperature 1000000", "weights_scaled"), 1.0 / 3.0, 1e-5);
    EXPECT_TRUE(holds(r));
}

} // namespace
} // namespace attnscope::test
