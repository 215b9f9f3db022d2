// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fault_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnscope::test {
namespace {

using namespace core;

/// The numbers of the measured example: sin(1.3r + 0.7c + 2.1s + 0.11rc), sequence by sequence.
DoubleTensor example(std::size_t batch, std::size_t d, double s) {
    auto x = DoubleTensor::uninitialised({batch, 4, d});
    double *out = x.mutableData();
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = 0; c < d; ++c) {
                const auto y = static_cast<double>(r), z = static_cast<double>(c);
                *out++ = std::sin(1.3 * y + 0.7 * z + 2.1 * s + 0.11 * y * z +
                                  0.9 * static_cast<double>(b));
            }
    return x;
}

TEST(FaultMatrix, S1_55_WhichTestCatchesWhichFault) {
    // Row sums, hidden weights 0, no NaN, earlier outputs unchanged: as measured for the statement.
    const std::vector<std::pair<AttentionFault, std::array<bool, 4>>> wanted = {
        {AttentionFault::None, {true, true, true, true}},
        {AttentionFault::MaskAfterSoftmax, {false, true, true, false}},
        {AttentionFault::NoMask, {true, false, true, false}},
        {AttentionFault::InvertedMask, {false, false, false, false}},
        {AttentionFault::OffByOne, {true, false, true, false}},
        {AttentionFault::StrictMask, {false, true, false, true}},
        {AttentionFault::SoftmaxOverQueries, {false, true, true, true}},
        {AttentionFault::ScoreZero, {true, false, true, false}},
        {AttentionFault::Unscaled, {true, true, true, true}},
    };
    const auto rows = faultMatrix(example(1, 4, 0), example(1, 4, 1), example(1, 3, 2));
    ASSERT_EQ(rows.size(), kAttentionFaultCount);
    for (const auto &[fault, passed] : wanted) {
        const FaultRow &row = rows[static_cast<std::size_t>(fault)];
        ASSERT_EQ(row.fault, fault);
        for (std::size_t t = 0; t < 4; ++t)
            EXPECT_EQ(row.passed[t + 1], passed[t])
                << toName(fault) << ", " << toName(static_cast<FaultTest>(t + 1));
        EXPECT_EQ(row.passed[0], fault != AttentionFault::Unscaled) << toName(fault);
        EXPECT_FALSE(row.passed[5].has_value()) << "one sequence";
    }
}

TEST(FaultMatrix, OnlyAnotherSequenceCatchesTheBatchAxis) {
    const auto rows = faultMatrix(example(2, 4, 0), example(2, 4, 1), example(2, 3, 2));
    for (const FaultRow &row : rows)
        EXPECT_EQ(row.passed[5], row.fault != AttentionFault::BatchAxis) << toName(row.fault);
    const FaultRow &batch = rows[static_cast<std::size_t>(AttentionFault::BatchAxis)];
    EXPECT_EQ(batch.passed[1], true);
    EXPECT_EQ(batch.passed[3], true);
    EXPECT_EQ(batch.passed[4], true);
    EXPECT_FALSE(batch.passed[2].has_value());
}

TEST(FaultMatrix, WithoutAFaultItIsTheMeasuredExample) {
    const auto a =
        attendWith(AttentionFault::NoMask, example(1, 4, 0), example(1, 4, 1), example(1, 3, 2));
    EXPECT_NEAR(a.scores(0, 0, 0), -0.44111315807869145, 1e-12);
    EXPECT_NEAR(a.weights(0, 0, 3), 0.4899784428743114, 1e-12);
    EXPECT_NEAR(a.output(0, 3, 1), 0.4094566054242278, 1e-12);
    EXPECT_THROW((void)attendWith(AttentionFault::None, example(1, 4, 0), example(1, 3, 1),
                                  example(1, 3, 2)),
                 std::invalid_argument);
}

} // namespace
} // namespace attnscope::test
