// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/positional.h"
#include "tests/support/near.h"

#include <numbers>

namespace attnscope::test {
namespace {

using namespace core;

TEST(Positional, FirstRowsByHand) {
    // D = 4, base 10000: angles p and p/100.
    EXPECT_TRUE(near(positionalEncodingExact(3, 4, 10000),
                     {0, 1, 0, 1, std::sin(1.0), std::cos(1.0), std::sin(.01), std::cos(.01),
                      std::sin(2.0), std::cos(2.0), std::sin(.02), std::cos(.02)},
                     1e-15));
}

TEST(Positional, OddWidthEndsInASine) {
    const auto pe = positionalEncodingExact(2, 3, 100);
    EXPECT_EQ(pe.shape(), (Shape{2, 3}));
    EXPECT_NEAR(pe(1, 2), std::sin(1.0 / std::pow(100.0, 2.0 / 3)), 1e-15);
}

TEST(Positional, PairZeroIsTheFastOne) {
    // S1-59, S1-60: λ_0 = 2π, and a larger base stretches the slow end only.
    EXPECT_NEAR(wavelength(0, 512, 10000), 2 * std::numbers::pi, 1e-12);
    EXPECT_NEAR(wavelength(0, 512, 1000), 2 * std::numbers::pi, 1e-12);
    // λ_max at D = 512 is 2π·base^(510/512).
    EXPECT_NEAR(wavelength(255, 512, 1000), 6116, 1);
    EXPECT_NEAR(wavelength(255, 512, 10000), 60611, 1);
    EXPECT_NEAR(wavelength(255, 512, 100000), 600688, 1);
}

TEST(Positional, SimilarityDependsOnTheDistanceAlone) {
    const auto s = positionalSimilarity(12, 8, 10000);
    for (std::size_t p = 0; p + 1 < 12; ++p)
        for (std::size_t q = 0; q + 1 < 12; ++q)
            EXPECT_NEAR(s(p, q), s(p + 1, q + 1), 1e-5);
    double expected = 0;
    for (int i = 0; i < 4; ++i)
        expected += std::cos(3 / std::pow(10000.0, 2.0 * i / 8));
    EXPECT_NEAR(s(5, 2), expected, 1e-5);
    EXPECT_NEAR(s(7, 7), 4, 1e-5);
}

} // namespace
} // namespace attnscope::test
