// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about heads, their number, and keys that are values, with the numbers derived for
// them. What needs training (S1-03: loss by heads, S1-17: retrieval) is not here.
#include "core/attention.h"
#include "tests/support/experiments.h"

namespace attnscope::test {
namespace {

using namespace core;

TEST(ClaimsF03, S1_15_ThirdsOfTheFusedWeight) {
    const auto r = runNamed("fused-projection", {{"worked", "true"}});
    EXPECT_EQ(at(r, "V 1", "last"), 23.0) << "24 rows";
    for (const double delta : cellsOf(r, "delta"))
        EXPECT_NEAR(delta, 0.0, 1e-6);
    EXPECT_EQ(at(r, "Q 0", "first"), 0.0);
    EXPECT_EQ(at(r, "K 0", "first"), 8.0);
    EXPECT_EQ(at(r, "V 0", "first"), 16.0);
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
}

TEST(ClaimsF02, S1_22_WhereAnElementOfTheFusedProjectionGoes) {
    const auto r = runNamed("fused-projection", {{"row", "700"}});
    EXPECT_EQ(r.verdict.sentence.values.at(0), "1536");
    EXPECT_EQ(r.verdict.sentence.values.at(3), "K");
    EXPECT_EQ(r.verdict.sentence.values.at(4), "2");
    EXPECT_EQ(r.verdict.sentence.values.at(5), "60");
    EXPECT_LE(at(r, "K 2", "first"), 700.0);
    EXPECT_GE(at(r, "K 2", "last"), 700.0);
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
}

TEST(ClaimsF03, S1_03_S1_23_RankAndCostOfMoreHeads) {
    const auto r = runNamed("head-count", {{"d_model", "32"}, {"heads", "1..32"}});
    for (const int heads : {1, 2, 4, 8, 16, 32})
        for (const char *rank : {"rank_scores", "rank_scores_least", "rank_bound"})
            EXPECT_EQ(at(r, std::to_string(heads), rank), 32.0 / heads) << heads << " " << rank;
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    // Fewer tokens than the width of a head: the rank is theirs.
    const auto few = runNamed("head-count", {{"d_model", "32"}, {"heads", "1,2"}, {"length", "5"}});
    EXPECT_EQ(at(few, "1", "rank_scores"), 5.0);
    const auto cost = runNamed("head-count", {{"d_model", "512"}, {"heads", "8"}, {"length", "8"}});
    EXPECT_EQ(at(cost, "8", "macs_fused"), 786432.0);
    EXPECT_EQ(at(cost, "8", "macs_split"), 786432.0);
    EXPECT_EQ(at(cost, "8", "macs_full"), 6291456.0);
    EXPECT_EQ(at(cost, "8", "products_split"), 24.0);
    EXPECT_EQ(at(cost, "8", "parameters"), 4.0 * 512 * 512);
}

TEST(ClaimsF02, S2_20_HeadsDivideTheModel) {
    const auto r =
        runNamed("head-count", {{"d_model", "768"}, {"heads", "4,8,10,12,16,32"}, {"length", "4"}});
    const std::pair<const char *, double> widths[] = {
        {"4", 192}, {"8", 96}, {"12", 64}, {"16", 48}, {"32", 24}};
    for (const auto &[heads, d] : widths)
        EXPECT_EQ(at(r, heads, "d_k"), d);
    EXPECT_EQ(wordsAt(r, "10", "d_k"), "does not divide d_model");
    Session s;
    EXPECT_THROW(
        applySettings(s, std::vector<std::pair<std::string, std::string>>{{"d_model", "768"},
                                                                          {"heads", "10"}}),
        InputError);
}

TEST(ClaimsF03, S1_24_HeadsAreNotCoupled) {
    for (const char *which : {"W_Q", "W_K", "W_V"}) {
        const auto r = runNamed("head-independence", {{"which", which}});
        ASSERT_EQ(r.table.rows.size(), 4U);
        for (const char *head : {"0", "1", "2", "3"}) {
            EXPECT_GT(at(r, head, "delta_own"), 1e-3) << which << head;
            EXPECT_EQ(at(r, head, "delta_others"), 0.0) << which << head;
            EXPECT_GT(at(r, head, "delta_output"), 1e-3) << which << head;
            EXPECT_GT(at(r, head, "gradient_own"), 1e-6) << which << head;
            EXPECT_EQ(at(r, head, "gradient_others"), 0.0) << which << head;
        }
        EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
    }
}

TEST(ClaimsF09, S1_01_KeysAndValuesNeedNotBeShared) {
    const auto r = runNamed("shared-kv");
    const double tied[] = {-0.332819, 0.126375, 0.427743, 0.276338},
                 untied[] = {0.443181, 0.300662, -0.146823};
    for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(at(r, "shared", "out_" + std::to_string(c)), tied[c], 1e-5);
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(at(r, "separate", "out_" + std::to_string(c)), untied[c], 1e-5);
    EXPECT_TRUE(std::isnan(at(r, "separate", "out_3"))) << "d_v = 3";
    // 3·512², 2·512²: a third of Q, K, V, a quarter of attention.
    EXPECT_EQ(at(r, "separate", "parameters_qkv"), 786432.0);
    EXPECT_EQ(at(r, "shared", "parameters_qkv"), 524288.0);
    EXPECT_EQ(at(r, "separate", "parameters"), 1048576.0);
    EXPECT_EQ(at(r, "shared", "parameters"), 786432.0);
    EXPECT_EQ(at(r, "separate", "numbers_read"), 128.0);
    EXPECT_EQ(at(r, "shared", "numbers_read"), 64.0);
    EXPECT_TRUE(holds(r)) << r.verdict.sentence.text();
}

TEST(ClaimsF09, S1_20_SharingNeedsEqualWidths) {
    const auto r = runNamed("shared-kv", {{"d_v", "128"}}); // d_k = 64
    EXPECT_EQ(wordsAt(r, "separate", "allowed"), "yes");
    EXPECT_EQ(wordsAt(r, "shared", "allowed"), "no");
    EXPECT_EQ(r.verdict.kind, ExperimentVerdict::Kind::Undecided);
    EXPECT_NE(r.verdict.sentence.text().find("d_v"), std::string::npos);
}

} // namespace
} // namespace attnscope::test
