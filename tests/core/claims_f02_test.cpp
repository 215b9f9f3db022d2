// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about the layouts of arrays, with the shapes and shares that were derived for them.
#include "core/session.h"
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

TEST(ClaimsF02, S1_86_S1_87_S1_88_TheShapeTable) {
    const auto r = runNamed("shape-table");
    EXPECT_EQ(wordsAt(r, "split_transpose", "shape"), "[5, 2, 3, 4]");
    EXPECT_EQ(wordsAt(r, "split_transpose", "product"), "[5, 2, 3, 3]");
    EXPECT_EQ(wordsAt(r, "split_permute", "shape"), "[3, 2, 5, 4]");
    EXPECT_EQ(wordsAt(r, "split_permute", "product"), "[3, 2, 5, 5]");
    EXPECT_EQ(at(r, "split_permute", "right"), 1.0);
    EXPECT_EQ(wordsAt(r, "values_transpose", "shape"), "[3, 5, 2, 4]");
    EXPECT_EQ(wordsAt(r, "values_transpose", "product"), "shapes do not fit");
    EXPECT_EQ(wordsAt(r, "values_permute", "product"), "[3, 2, 5, 4]");
    EXPECT_EQ(wordsAt(r, "merge_view", "shape"), "[3, 5, 8]");
    EXPECT_NEAR(at(r, "merge_view", "right"), 0.0667, 0.001);
    EXPECT_EQ(wordsAt(r, "merge_permute", "shape"), "[5, 3, 8]");
    EXPECT_EQ(at(r, "merge_permute", "right"), 1.0);
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    // With as many heads as tokens the wrong values fit, and nothing complains.
    const auto silent = runNamed("shape-table", {{"H", "5"}});
    EXPECT_EQ(wordsAt(silent, "values_transpose", "product"), "[3, 5, 5, 4]");
}

TEST(ClaimsF02, S1_102_StridesAndViews) {
    const auto r = runNamed("layout-chain", {{"operations", "view(L,B,H,d).permute(1,2,0,3)"}});
    EXPECT_EQ(wordsAt(r, "view(L,B,H,d)", "strides"), "[24, 8, 4, 1]");
    EXPECT_EQ(wordsAt(r, "permute(1,2,0,3)", "strides"), "[8, 4, 24, 1]");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    const std::string merge = "view(L,B,H,d).permute(1,2,0,3).view(L,B,-1)";
    EXPECT_THROW((void)runNamed("layout-chain", {{"operations", merge}}), InputError);
    const auto copied = runNamed(
        "layout-chain", {{"operations", "view(L,B,H,d).permute(1,2,0,3).contiguous().view(L,B,-1)"},
                         {"to", "lbe"}});
    EXPECT_EQ(wordsAt(copied, "contiguous()", "memory"), "copied");
    EXPECT_FALSE(holds(copied)) << "compact, and in the wrong order";
    EXPECT_EQ(wordsAt(runNamed("shape-table"), "merge_permute_view", "shape"),
              "no view: elements would have to move");
}

TEST(ClaimsF02, S1_43_PyTorchPutsHeadsIntoTheBatch) {
    const auto r = runNamed("layout-chain", {{"L", "2"},
                                             {"B", "2"},
                                             {"H", "2"},
                                             {"d", "1"},
                                             {"l", "1"},
                                             {"b", "0"},
                                             {"h", "1"},
                                             {"operations", "view(L,B*H,d).transpose(0,1)"}});
    EXPECT_EQ(wordsAt(r, "transpose(0,1)", "element"), "[1, 1, 0]");
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    EXPECT_FALSE(holds(runNamed("layout-chain"))) << "transpose(1,2) alone";
}

TEST(ClaimsF02, S1_41_SoftmaxOverTheBatch) {
    const auto r =
        runNamed("layout-perturbation", {{"L", "10"}, {"B", "32"}, {"H", "8"}, {"d", "64"}});
    EXPECT_EQ(wordsAt(r, "transpose_1_2", "q"), "[10, 8, 32, 64]");
    EXPECT_EQ(wordsAt(r, "transpose_1_2", "scores"), "[10, 8, 32, 32]");
    EXPECT_EQ(wordsAt(r, "transpose_1_2", "softmax"), "sequences");
    EXPECT_EQ(wordsAt(r, "permute", "q"), "[32, 8, 10, 64]");
    EXPECT_EQ(wordsAt(r, "permute", "scores"), "[32, 8, 10, 10]");
    EXPECT_EQ(wordsAt(r, "permute", "softmax"), "tokens");
    EXPECT_GT(at(r, "transpose_1_2", "delta"), 0.1);
    EXPECT_NEAR(at(r, "permute", "delta"), 0.0, 1e-5);
    EXPECT_NEAR(at(r, "view_heads_in_batch", "delta"), 0.0, 1e-5);
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
}

TEST(ClaimsF02, TwoPerturbationsExposeEveryWrongLayout) {
    for (const char *causal : {"false", "true"}) {
        const auto r = runNamed("layout-perturbation", {{"causal", causal}});
        for (const char *right : {"permute", "view_heads_in_batch"})
            for (const char *count :
                 {"token_leaks", "token_missing", "sequence_leaks", "sequence_missing"})
                EXPECT_EQ(at(r, right, count), 0.0) << right << " " << count << " " << causal;
        EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    }
    const auto r = runNamed("layout-perturbation");
    // 6 tokens, 4 sequences, attention among sequences: a change of token 3 of sequence 2 reaches
    // token 3 of all four, so three it should not, and misses the other five of its own.
    EXPECT_EQ(at(r, "transpose_1_2", "token_leaks"), 3.0);
    EXPECT_EQ(at(r, "transpose_1_2", "token_missing"), 5.0);
    EXPECT_EQ(at(r, "transpose_1_2", "sequence_leaks"), 18.0);
    EXPECT_EQ(at(r, "transpose_1_2", "sequence_missing"), 0.0);
    // [6,4,8] read as [4,2,6,4]: blocks of 6·4 = 24 numbers are three tokens of eight in memory.
    // Place (3, 2) is the 14th token: block 4 takes tokens 12 … 14, so three outputs move:
    // (3,0), (3,1) and (3,2).
    EXPECT_EQ(at(r, "view_alone", "token_leaks"), 2.0);
    EXPECT_EQ(at(r, "view_alone", "token_missing"), 5.0);
    EXPECT_GT(at(r, "merge_by_view", "token_leaks") + at(r, "merge_by_view", "token_missing"), 0.0);
}

} // namespace
} // namespace attnscope::test
