// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about variance and saturation, with the numbers that were derived or measured for
// them.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

TEST(ClaimsF07, S1_09_S2_11_S2_12_DeviationOfScores) {
    const auto of = [](const std::string &sigma, const std::string &is, const std::string &d) {
        return runNamed("score-deviation", {{"sigma", sigma},
                                            {"sigma_is", is},
                                            {"d_k", d},
                                            {"queries", "128"},
                                            {"keys", "128"},
                                            {"seeds", "8"}});
    };
    const auto small = of("0.02", "deviation", "64"), variance = of("0.02", "variance", "64"),
               unit = of("1", "deviation", "64");
    EXPECT_TRUE(within(at(small, "64", "std_raw"), 0.0032, 0.05));
    EXPECT_TRUE(within(std::pow(at(small, "64", "std_raw"), 2), 1.024e-5, 0.05));
    EXPECT_TRUE(within(at(variance, "64", "std_raw"), 0.16, 0.05));
    EXPECT_TRUE(within(at(variance, "64", "std_scaled"), 0.02, 0.05));
    EXPECT_TRUE(within(at(variance, "64", "variance_ratio"), 64, 0.05));
    EXPECT_TRUE(within(at(unit, "64", "std_raw"), 8, 0.05));
    EXPECT_TRUE(within(at(unit, "64", "std_scaled"), 1, 0.05));
}

TEST(ClaimsF07, S1_10_DeviationAtTheQuotedWidths) {
    const auto r = runNamed(
        "score-deviation",
        {{"sigma", "0.02"}, {"sigma_is", "variance"}, {"d_k", "512,1024"}, {"seeds", "3"}});
    EXPECT_TRUE(within(at(r, "512", "std_raw"), 0.4525, 0.05));
    EXPECT_TRUE(within(at(r, "1024", "std_raw"), 0.64, 0.05));
}

TEST(ClaimsF07, DeviationOver200SeedsIsWithinThreeStandardErrorsOfRootDk) {
    const auto check = [](const std::string &entries, const std::string &widths, std::size_t rows) {
        const auto r = runNamed("score-deviation", {{"d_k", widths},
                                                    {"seeds", "200"},
                                                    {"queries", "16"},
                                                    {"keys", "16"},
                                                    {"entries", entries}});
        EXPECT_TRUE(holds(r)) << entries << ": " << r.verdict.sentence.text();
        ASSERT_EQ(r.table.rows.size(), rows);
        for (const double z : cellsOf(r, "standard_errors"))
            EXPECT_LE(z, 3.0) << entries;
    };
    check("direct", "1..1024", 11);
    check("projected", "1,8,64,256", 4);
}

TEST(ClaimsF07, S1_10_MaxWeightAndEntropyAgainstSigma) {
    const auto r = runNamed("score-temperature",
                            {{"sigma", "0.16,0.64,1,8"}, {"rows", "256"}, {"seeds", "8"}});
    const struct {
        const char *sigma;
        double max, entropy, tolerance;
    } expected[] = {{"0.16", 0.0225, 0.997, 0.01},
                    {"0.64", 0.059, 0.952, 0.01},
                    {"1", 0.108, 0.885, 0.01},
                    {"8", 0.798, 0.136, 0.02}};
    for (const auto &e : expected) {
        EXPECT_NEAR(at(r, e.sigma, "max_weight"), e.max, e.tolerance) << e.sigma;
        EXPECT_NEAR(at(r, e.sigma, "entropy_normalised"), e.entropy, e.tolerance) << e.sigma;
    }
}

TEST(ClaimsF07, S1_11_RatioOfTwoWeights) {
    const auto r = runNamed("softmax-row");
    EXPECT_NEAR(at(r, "max", "weight"), 0.980187, 1e-4);
    EXPECT_NEAR(at(r, "min", "weight"), 0.006604, 1e-4);
    EXPECT_NEAR(at(r, "ratio", "weight"), 148.413, 1e-2);
    EXPECT_NEAR(at(r, "gap_for_given_ratio", "weight"), 9.2003, 1e-4);
    EXPECT_FALSE(holds(r));
    EXPECT_NEAR(at(runNamed("softmax-row", {{"scores", "2.5,-2.5"}}), "max", "weight"), 0.9933,
                1e-4);
    // The second example of the statement, 0.3, 0.25, 0.25, 0.2, can be reached.
    EXPECT_TRUE(holds(runNamed("softmax-row", {{"scores", "0.5,0,0,-0.5"}, {"ratio", "1.5"}})));
    EXPECT_THROW(runNamed("softmax-row", {{"scores", "1,x"}}), InputError);
}

TEST(ClaimsF07, S1_12_S2_10_CollapseWithoutTheScale) {
    const auto r = runNamed("softmax-collapse", {{"d_k", "4,16,64,256,512"}, {"seeds", "40"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    // 0.652 at d_k = 4 was one draw: NumPy over 400 seeds gives 0.672, a seed's deviation is 0.034.
    const std::pair<const char *, double> unscaled[] = {
        {"4", 0.672}, {"16", 0.344}, {"64", 0.152}, {"256", 0.071}, {"512", 0.042}};
    for (const auto &[d, entropy] : unscaled) {
        EXPECT_NEAR(at(r, d, "entropy_unscaled"), entropy, 0.02) << d;
        EXPECT_GT(at(r, d, "entropy_scaled"), 0.88 - 0.02) << d;
        EXPECT_LT(at(r, d, "entropy_scaled"), 0.89 + 0.02) << d;
        EXPECT_EQ(at(r, d, "not_finite"), 0.0) << d;
    }
    EXPECT_NEAR(at(r, "64", "entropy_scaled"), 0.887, 0.02);
}

TEST(ClaimsF07, S1_13_GradientsWithoutTheScale) {
    // One seed's norm at d_k = 512 has a deviation of a quarter (NumPy, 300 seeds: 249 ± 60), so
    // that 8 seeds, as the numbers were measured with, do not settle 10%.
    const auto r = runNamed("scale-gradients", {{"d_k", "64,512"}, {"seeds", "60"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_TRUE(within(at(r, "64", "dq_scaled"), 11.9, 0.10));
    EXPECT_TRUE(within(at(r, "64", "dq_unscaled"), 138, 0.10));
    EXPECT_TRUE(within(at(r, "512", "dq_scaled"), 11.3, 0.10));
    EXPECT_TRUE(within(at(r, "512", "dq_unscaled"), 242, 0.10));
    EXPECT_NEAR(at(r, "512", "dead_scaled"), 0.0, 0.05);
    EXPECT_NEAR(at(r, "512", "dead_unscaled"), 0.34, 0.05);
    EXPECT_EQ(at(r, "512", "bytes_scaled"), at(r, "512", "bytes_unscaled"));
}

TEST(ClaimsF07, S2_13_JacobianRisesBeforeItFalls) {
    const auto r =
        runNamed("score-temperature", {{"sigma", "0.02,1,2.5,8"}, {"rows", "256"}, {"seeds", "8"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_TRUE(within(at(r, "0.02", "jacobian"), 0.124, 0.03));
    EXPECT_TRUE(within(at(r, "1", "jacobian"), 0.184, 0.03));
    EXPECT_TRUE(within(at(r, "2.5", "jacobian"), 0.3009, 0.03));
    EXPECT_TRUE(within(at(r, "8", "jacobian"), 0.2073, 0.03));
    const auto row = runNamed("softmax-row", {{"scores", "-.441113,-.940874,.325391,.842923"}});
    EXPECT_NEAR(at(row, "jacobian_trace", "weight"), 0.649458, 1e-5);
    EXPECT_NEAR(at(row, "jacobian_norm", "weight"), 0.426893, 1e-5);
    ASSERT_EQ(row.maps.size(), 1U);
    for (std::size_t i = 0; i < 4; ++i) { // rows of a softmax's Jacobian sum to 0
        double sum = 0.0;
        for (std::size_t j = 0; j < 4; ++j)
            sum += static_cast<double>(row.maps[0].values(i, j));
        EXPECT_NEAR(sum, 0.0, 1e-6);
    }
}

TEST(ClaimsF07, S1_70_VarianceThatAveragingLeaves) {
    const auto r =
        runNamed("score-temperature",
                 {{"sigma", "0.001,1,8"}, {"keys", "256"}, {"rows", "256"}, {"seeds", "8"}});
    EXPECT_TRUE(within(at(r, "0.001", "context_variance"), 0.0039, 0.05));
    EXPECT_TRUE(within(at(r, "1", "context_variance"), 0.0104, 0.05));
    EXPECT_TRUE(within(at(r, "8", "context_variance"), 0.654, 0.10));
}

TEST(ClaimsF07, ManyKeysFlattenTheWeights) {
    const auto r = runNamed("score-temperature",
                            {{"against", "keys"}, {"key_counts", "1,64,4096"}, {"seeds", "2"}});
    EXPECT_EQ(at(r, "1", "max_weight"), 1.0);
    EXPECT_TRUE(std::isnan(at(r, "1", "entropy_normalised"))) << "one key has no ln S";
    EXPECT_NEAR(at(r, "64", "max_weight"), 0.108, 0.01);
    EXPECT_LT(at(r, "4096", "max_weight"), 0.02);
}

} // namespace
} // namespace attnscope::test
