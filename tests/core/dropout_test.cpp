// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dropout.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace attnscope::test {
namespace {

using namespace core;

Problem wide(std::size_t length, double p, std::uint64_t seed) {
    Problem q = identityProblem(Tensor(Shape{1, length, 2}), 1);
    q.config.dropout = {p, seed};
    return q;
}

TEST(Dropout, NothingIsDrawnWithoutDropout) {
    EXPECT_FALSE(dropoutKeepMask(wide(4, 0.0, 1)).present());
}

TEST(Dropout, TheGivenMaskIsUsedAsItIs) {
    Problem p = wide(2, 0.5, 1);
    p.dropoutKeep = BoolTensor({1, 1, 2, 2}, {1, 0, 0, 1});
    EXPECT_EQ(dropoutKeepMask(p).identity(), p.dropoutKeep.identity());
}

TEST(Dropout, KeepsOneMinusPOfTheCells) {
    const BoolTensor keep = dropoutKeepMask(wide(200, 0.25, 3));
    const auto kept = static_cast<double>(
        std::count(keep.values().begin(), keep.values().end(), std::uint8_t{1}));
    const double n = 40000, mean = 0.75 * n, deviation = std::sqrt(n * 0.25 * 0.75);
    EXPECT_NEAR(kept, mean, 5 * deviation);
}

TEST(Dropout, ACellKeepsItsFateWhenTheTextGrows) {
    const BoolTensor small = dropoutKeepMask(wide(6, 0.5, 9));
    const BoolTensor large = dropoutKeepMask(wide(9, 0.5, 9));
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            EXPECT_EQ(small(0, 0, i, j), large(0, 0, i, j));
}

TEST(Dropout, TheSeedDecides) {
    const BoolTensor a = dropoutKeepMask(wide(20, 0.5, 1));
    const BoolTensor b = dropoutKeepMask(wide(20, 0.5, 1));
    const BoolTensor c = dropoutKeepMask(wide(20, 0.5, 2));
    EXPECT_TRUE(std::equal(a.values().begin(), a.values().end(), b.values().begin()));
    EXPECT_FALSE(std::equal(a.values().begin(), a.values().end(), c.values().begin()));
}

} // namespace
} // namespace attnscope::test
