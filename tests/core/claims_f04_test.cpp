// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about masks, with the numbers that were derived for them.
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

std::vector<double> rowAt(const ExperimentResult &r, const std::string &key,
                          const std::string &letter, std::size_t n) {
    std::vector<double> all;
    for (std::size_t j = 0; j < n; ++j)
        all.push_back(at(r, key, letter + std::to_string(j)));
    return all;
}
void expectRow(const std::vector<double> &got, const std::vector<double> &expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got[i], expected[i], 1e-5) << i;
}
const ExperimentSeries &named(const ExperimentPlot &p, const std::string &name) {
    for (const ExperimentSeries &s : p.series)
        if (s.name.text() == name)
            return s;
    throw std::runtime_error("no series " + name);
}

TEST(ClaimsF04, S1_02_FillsAgreeWhileAKeyIsVisible) {
    const auto r = runNamed("mask-fill");
    for (const char *style : {"fill -inf", "fill -1e9", "fill -1e4", "add -inf", "add -1e9",
                              "add -1e4", "multiply weights"})
        expectRow(rowAt(r, style, "p", 4), {0.268941, 0.731059, 0, 0});
    EXPECT_EQ(wordsAt(r, "fill -1e9", "fill_fp16"), "−∞");
    EXPECT_EQ(at(r, "fill -1e4", "fill_fp16"), -1e4);
}

TEST(ClaimsF04, S1_02_S1_57_ARowWithoutAVisibleKey) {
    const auto r = runNamed("mask-fill");
    EXPECT_FALSE(holds(r)) << r.verdict.sentence.text();
    for (std::size_t j = 0; j < 4; ++j)
        EXPECT_EQ(wordsAt(r, "fill -inf", "e" + std::to_string(j)), "NaN");
    expectRow(rowAt(r, "fill -1e9", "e", 4), {0.25, 0.25, 0.25, 0.25});
    // −1e4 is added in fp32, whose numbers stand 2^-10 apart there; the reference adds in double.
    expectRow(rowAt(r, "add -1e4", "e", 4), {0.495452, 0.142615, 0.087209, 0.274724});
    EXPECT_EQ(at(r, "fill -inf", "dv_not_finite"), 12.0); // everywhere
    EXPECT_EQ(at(r, "fill -inf", "dq_not_finite"), 0.0);
    EXPECT_GT(at(r, "add -inf", "dq_not_finite"), 0.0);
    const auto zero = runNamed("mask-fill", {{"empty_row", "zero"}});
    expectRow(rowAt(zero, "fill -inf", "e", 4), {0, 0, 0, 0});
}

TEST(ClaimsF04, S1_38_AScoreOfZeroIsNoMask) {
    const auto r = runNamed("score-zero");
    EXPECT_FALSE(holds(r)) << r.verdict.sentence.text();
    expectRow(rowAt(r, "original", "p", 4), {0.135684, 0.142615, 0.105573, 0.138976});
    expectRow(rowAt(r, "score=0", "p", 4), {0.196155, 0.212261, 0.182092, 0.176606});
    expectRow(rowAt(r, "score=-inf", "p", 4), {0, 0, 0, 0});
}

TEST(ClaimsF04, S1_44_InvertedPolarity) {
    const auto r = runNamed("mask-offset");
    expectRow(rowAt(r, "j ≤ i", "first_", 4), {1, 0, 0, 0});
    for (std::size_t j = 0; j < 4; ++j)
        EXPECT_EQ(wordsAt(r, "j ≤ i inverted", "last_" + std::to_string(j)), "NaN");
    EXPECT_EQ(at(r, "j ≤ i inverted", "empty_rows"), 1.0);
    EXPECT_EQ(at(r, "j ≤ i inverted", "nan_rows"), 1.0);
}

TEST(ClaimsF04, S2_40_StrictlyUpperTriangle) {
    const auto r = runNamed("mask-offset", {{"inputs", "drawn"}, {"keys", "6"}});
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_EQ(at(r, "j ≤ i", "allowed"), 21.0);
    EXPECT_EQ(at(r, "j ≤ i", "empty_rows"), 0.0);
    EXPECT_EQ(at(r, "j ≤ i − 1", "empty_rows"), 1.0);
    EXPECT_EQ(at(r, "j ≤ i − 1", "allowed"), 15.0);
    EXPECT_EQ(at(r, "j ≤ i + 1", "future"), 5.0);
}

TEST(ClaimsF04, S1_52_BeforeAndAfterTheSoftmax) {
    const auto r = runNamed("mask-timing");
    ASSERT_EQ(r.maps.size(), 6U);
    const Tensor &right = r.maps[0].values;
    expectRow({static_cast<double>(right(1, 0)), static_cast<double>(right(1, 1)),
               static_cast<double>(right(1, 2)), static_cast<double>(right(1, 3))},
              {0.776489, 0.223511, 0, 0});
    expectRow(named(r.plots[1], "multiply_weights").y, {0.135684, 0.638067, 0.910517, 1});
    EXPECT_NEAR(at(r, "multiply_weights_renormalise", "difference"), 0.0, 1e-6);
}

TEST(ClaimsF04, S1_53_AfterTheSoftmaxTheFutureLeaks) {
    const auto r = runNamed("mask-timing");
    EXPECT_FALSE(holds(r)) << r.verdict.sentence.text();
    auto post = named(r.plots[0], "multiply_weights").y;
    auto pre = named(r.plots[0], "fill_scores").y;
    post.resize(3);
    pre.resize(3);
    expectRow(post, {0.073097, 0.123793, 0.030292});
    EXPECT_EQ(pre, (std::vector<double>{0, 0, 0}));
    EXPECT_EQ(at(r, "fill_scores", "leaked"), 0.0);
    EXPECT_GT(at(r, "multiply_scores", "leaked"), 0.0);
    EXPECT_GT(at(r, "add_boolean", "leaked"), 0.0);
    const auto uniform = runNamed("mask-timing", {{"inputs", "uniform"}, {"keys", "8"}});
    EXPECT_NEAR(at(uniform, "multiply_weights", "row_sum_mean"), 0.5625, 1e-6);
}

TEST(ClaimsF04, S1_56_Padding) {
    const auto r = runNamed("mask-padding");
    expectRow(rowAt(r, "right", "p", 4), {0.266035, 0.161397, 0.572568, 0});
    EXPECT_EQ(at(r, "left and causal", "empty_rows"), 1.0);
    EXPECT_EQ(at(r, "right and causal", "empty_rows"), 0.0);
    EXPECT_EQ(at(r, "right", "pad_weight"), 0.0);
}

TEST(ClaimsF04, S1_65_S1_100_SparseIsFullAttentionWithAMask) {
    const auto r = runNamed("sparse-attention");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    expectRow(rowAt(r, "window", "p", 4), {0.622403, 0.377597, 0, 0});
    EXPECT_LT(at(r, "low rank 4", "difference"), 1e-6);
    EXPECT_GT(at(r, "low rank 1", "difference"), 1e-3);
    EXPECT_EQ(at(r, "window", "pairs"), 10.0); // 4 + 2·3
}

} // namespace
} // namespace attnscope::test
