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

} // namespace
} // namespace attnscope::test
