// SPDX-License-Identifier: GPL-3.0-or-later
// Statements about attention with the numbers that were measured for them.
#include "core/checklist.h"
#include "core/head_similarity.h"
#include "core/reference_engine.h"
#include "tests/support/oracle.h"

#include <cmath>
#include <limits>

namespace attnscope::test {
namespace {

using namespace core;

/// One head whose weights are given, under a mask that is causal or none.
Trace mapOf(std::size_t L, const std::vector<float> &p, bool causal = false) {
    auto problem = std::make_shared<Problem>();
    problem->config.heads = 1;
    problem->xEmbed = Tensor({std::size_t{1}, L, std::size_t{1}}, 0.0F);
    problem->config.mask.causal = causal;
    Trace t;
    t.keep = makeKeepMask(*problem);
    t.problem = std::move(problem);
    t[Stage::Weights] = Tensor({1, 1, L, L}, std::span<const float>(p));
    return t;
}

std::vector<float> causalUniform(std::size_t L) {
    std::vector<float> p(L * L, 0.0F);
    for (std::size_t i = 0; i < L; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            p[i * L + j] = 1.0F / static_cast<float>(i + 1);
    return p;
}

TracePtr fx2(bool causal) {
    Session s = readSession(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle/FX2_causal.npz");
    s.config.mask.causal = causal;
    ReferenceEngine engine;
    return engine.run(std::make_shared<const Problem>(makeProblem(s)), {});
}

TEST(DiagnosisClaims, S1_26_EntropyOfEightTokensIsAtMostLn8) {
    const auto uniform = measureHeads(mapOf(8, std::vector<float>(64, 0.125F)));
    EXPECT_NEAR(*uniform[0].entropy, 2.079442, 1e-5);
    std::vector<float> two(64, 0.0F), tenth(64, 0.0F);
    for (std::size_t i = 0; i < 8; ++i) {
        two[i * 8] = two[i * 8 + 1] = 0.5F;
        tenth[i * 8] = 0.9F;
        tenth[i * 8 + 1] = 0.1F;
    }
    EXPECT_NEAR(*measureHeads(mapOf(8, two))[0].entropy, 0.693147, 1e-5);
    EXPECT_NEAR(*measureHeads(mapOf(8, tenth))[0].entropy, 0.325083, 1e-5);
}

TEST(DiagnosisClaims, S1_28_PrincipalComponentsOfQueries) {
    const auto pc = principalComponents(*fx2(true), Stage::Q, 0);
    ASSERT_TRUE(pc);
    const double wanted[] = {4.151138, 2.614986, 0.068809, 0.015232};
    ASSERT_EQ(pc->variances.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(pc->variances[k], wanted[k], 1e-4);
    EXPECT_NEAR(pc->explained[0], 0.605991, 1e-4);
    EXPECT_NEAR(pc->explained[1], 0.381741, 1e-4);
    for (std::size_t c = 0; c < 2; ++c) {
        const auto from = pc->loadings.begin() + static_cast<std::ptrdiff_t>(4 * c);
        EXPECT_GT(*std::max_element(from, from + 4,
                                    [](double a, double b) { return std::abs(a) < std::abs(b); }),
                  0.0);
    }
    const auto other = principalComponents(*fx2(true), Stage::Q, 1);
    EXPECT_NEAR(other->variances[0], 3.464641, 1e-4);
    EXPECT_NEAR(other->variances[1], 1.653235, 1e-4);
}

TEST(DiagnosisClaims, S1_92_S1_93_S2_55_S2_58_S2_60_MeasuresOfHeads) {
    const auto full = measureHeads(*fx2(false)), causal = measureHeads(*fx2(true));
    EXPECT_NEAR(*full[1].largestBias(), 0.306698, 1e-5);
    EXPECT_NEAR(*full[1].positionBias[3], 0.306698, 1e-5);
    EXPECT_NEAR(*full[0].diagonal, 0.013698, 1e-5);
    EXPECT_NEAR(*full[1].diagonal, 0.034674, 1e-5);
    EXPECT_NEAR(*causal[0].diagonal, 0.308959, 1e-5);
    EXPECT_NEAR(*causal[1].diagonal, 0.262147, 1e-5);
    EXPECT_NEAR(*full[0].entropyNormalised, 0.545129, 1e-5);
    EXPECT_NEAR(*full[1].entropyNormalised, 0.650834, 1e-5);
    const double bias[] = {0.090572, 0.205241, 0.297248, 0.205877, 0.071058, 0.130003};
    for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(*full[0].positionBias[j], bias[j], 1e-5);
    const auto uniform = measureHeads(mapOf(8, causalUniform(8), true));
    EXPECT_NEAR(*uniform[0].diagonal, 0.339732, 1e-5);
    EXPECT_NEAR(*uniform[0].entropyNormalised, 1.0, 1e-6);
    EXPECT_NEAR(*uniform[0].entropy / std::log(8.0), 0.637467, 1e-5);
}

TEST(DiagnosisClaims, S2_54_AblationOfAHead) {
    const auto effects = ablationOf(*fx2(false));
    ASSERT_EQ(effects.size(), 2U);
    EXPECT_NEAR(*effects[0], 0.883538, 1e-5);
    EXPECT_NEAR(*effects[1], 0.677921, 1e-5);
}

TEST(DiagnosisClaims, S2_56_MeanDistanceOfBlocks) {
    std::vector<float> block(256, 0.0F);
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t j = i / 4 * 4; j < i / 4 * 4 + 4; ++j)
            block[i * 16 + j] = 0.25F;
    const auto blocks = measureHeads(mapOf(16, block));
    const auto uniform = measureHeads(mapOf(16, std::vector<float>(256, 0.0625F)));
    EXPECT_NEAR(*blocks[0].meanDistance, 1.25, 1e-6);
    EXPECT_NEAR(*uniform[0].meanDistance, 5.3125, 1e-6);
    EXPECT_NEAR(*blocks[0].blockClumping, 1.0 - 4.0 / 16.0, 1e-6);
    EXPECT_NEAR(*uniform[0].blockClumping, 0.0, 1e-6);
}

TEST(DiagnosisClaims, S2_59_DivergenceOfHeads) {
    const HeadSimilarity s = similarityOf(*fx2(false));
    EXPECT_NEAR(*s.kl.at(0, 1), 0.363337, 1e-5);
    EXPECT_NEAR(*s.kl.at(1, 0), 0.446734, 1e-5);
    EXPECT_NEAR(*s.js.at(0, 1) / std::log(2.0), 0.127758, 1e-5);
}

TEST(DiagnosisClaims, S1_90_TheMeanOverHeadsIsNoHead) {
    const Tensor w = (*fx2(false))[Stage::Weights];
    const double wanted[] = {0.047853, 0.426186, 0.087523, 0.015478, 0.114666, 0.308297};
    for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(0.5 * (static_cast<double>(w(0, 0, 0, j)) + static_cast<double>(w(0, 1, 0, j))),
                    wanted[j], 1e-5);
}

TEST(DiagnosisClaims, S1_91_S2_54_ARowHoldsAtLeastItsShare) {
    for (const auto &[length, least] : {std::pair{64U, 0.015625}, std::pair{128U, 0.0078125}}) {
        const std::vector<float> even(length * length, 1.0F / static_cast<float>(length));
        const auto m = measureHeads(mapOf(length, even));
        EXPECT_NEAR(*m[0].maxWeight, least, 1e-9);
        EXPECT_NEAR(*m[0].rowSumError, 0.0, 1e-9);
    }
}

TEST(DiagnosisClaims, S1_93_OfTheIdentityTheDiagonalIsOne) {
    std::vector<float> one(64, 0.0F);
    for (std::size_t i = 0; i < 8; ++i)
        one[i * 9] = 1.0F;
    const auto m = measureHeads(mapOf(8, one));
    EXPECT_EQ(*m[0].diagonal, 1.0);
    // A block of 3 keeps all of its rows' weight, where uniform attention would keep 3/8.
    EXPECT_NEAR(*m[0].blockClumping, 1.0 - 3.0 / 8.0, 1e-12);
    EXPECT_EQ(flagsOf(m[0], 1),
              (std::vector{HeadFlag::Focused, HeadFlag::Diagonal, HeadFlag::Clumped}));
}

TEST(DiagnosisClaims, S2_58_UnderACausalMaskTheVisibleKeysCount) {
    const TracePtr t = fx2(true);
    const auto m = measureHeads(*t);
    EXPECT_NEAR(*m[0].entropy / std::log(6.0), 0.320639, 1e-5);
    EXPECT_NEAR(*m[1].entropy / std::log(6.0), 0.377411, 1e-5);
    EXPECT_NEAR(*m[0].entropyNormalised, 0.534012, 1e-5);
    EXPECT_NEAR(*m[1].entropyNormalised, 0.652297, 1e-5);
}

TEST(DiagnosisClaims, S2_60_BiasOfACausalHeadIsOfThoseWhoSee) {
    // As it is usually taken, over all queries: by the number of queries that see the key, i ≥ j.
    const auto m = measureHeads(*fx2(true));
    const double all[] = {0.453885, 0.289478, 0.170435, 0.072292, 0.006489, 0.007422};
    for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(*m[0].positionBias[j] * static_cast<double>(6 - j) / 6.0, all[j], 1e-5);
}

TEST(DiagnosisClaims, S2_59_KlIsCappedAndJsIsNot) {
    auto problem = std::make_shared<Problem>();
    problem->config.heads = 2;
    problem->xEmbed = Tensor({1, 1, 1}, 0.0F);
    problem->xMemory = Tensor({1, 4, 1}, 0.0F);
    Trace t;
    t.keep = makeKeepMask(*problem);
    t.problem = std::move(problem);
    t[Stage::Weights] = Tensor({1, 2, 1, 4}, {.5F, .5F, 0, 0, .25F, .25F, .25F, .25F});
    const HeadSimilarity s = similarityOf(t);
    EXPECT_NEAR(*s.kl.at(0, 1), 0.693147, 1e-5);
    EXPECT_NEAR(*s.kl.at(1, 0), 8.1706, 1e-4);
    EXPECT_NEAR(*s.js.at(0, 1) / std::log(2.0), 0.311278, 1e-5);
}

TEST(DiagnosisClaims, S2_62_KlIsAMeanAndNoSum) {
    const HeadSimilarity s = similarityOf(*fx2(false));
    EXPECT_NEAR(6.0 * *s.kl.at(0, 1), 2.180023, 1e-5);
    EXPECT_NEAR(6.0 * *s.kl.at(1, 0), 2.680406, 1e-5);
}

TEST(DiagnosisClaims, S2_63_OneBiasAHeadAndKey) {
    const auto m = measureHeads(*fx2(false));
    ASSERT_EQ(m.size(), 2U);
    for (const HeadMeasures &head : m) {
        ASSERT_EQ(head.positionBias.size(), 6U);
        double sum = 0.0;
        for (const auto &b : head.positionBias)
            sum += *b;
        EXPECT_NEAR(sum, 1.0, 1e-6);
    }
}

TEST(DiagnosisClaims, S2_61_S2_64_NoThresholdFitsEveryLength) {
    for (const auto &[length, bias] : {std::pair{12U, 0.258601}, std::pair{13U, 0.244626}})
        EXPECT_NEAR(*measureHeads(mapOf(length, causalUniform(length), true))[0].positionBias[0],
                    bias, 1e-5);
    for (const auto &[length, entropy] : {std::pair{8U, 0.637467}, std::pair{16U, 0.691408}})
        EXPECT_NEAR(*measureHeads(mapOf(length, causalUniform(length), true))[0].entropy /
                        std::log(static_cast<double>(length)),
                    entropy, 1e-5);
}

TEST(DiagnosisClaims, S1_97_EveryLineOfTheChecklist) {
    ReferenceEngine engine;
    const PassFunction run = [&](auto p, const auto &o) { return engine.run(p, o); };
    using V = Check::Verdict;
    const TracePtr good = fx2(true);
    for (const Check &c : runChecklist(*good, run))
        EXPECT_NE(c.verdict, V::Fail) << toName(c.id) << ": " << c.message;
    Problem late = *good->problem;
    late.config.mask.application = MaskApplication::MultiplyWeights;
    const auto bad = runChecklist(*engine.run(std::make_shared<const Problem>(late), {}), run);
    ASSERT_EQ(bad.size(), kCheckCount);
    EXPECT_EQ(bad[1].verdict, V::Fail);
    EXPECT_EQ(bad[2].verdict, V::Fail);
    EXPECT_EQ(bad[9].verdict, V::Fail) << "the denominator tells of the future";
    late.config.mask.application = MaskApplication::AddBoolean;
    const auto open = runChecklist(*engine.run(std::make_shared<const Problem>(late), {}), run);
    EXPECT_EQ(open[2].verdict, V::Pass);
    EXPECT_EQ(open[8].verdict, V::Fail);
    EXPECT_EQ(open[9].verdict, V::Fail);
}

TEST(DiagnosisEdges, WhatDoesNotExistIsAbsent) {
    const auto one = measureHeads(mapOf(1, {1.0F}));
    EXPECT_EQ(*one[0].entropy, 0.0);
    EXPECT_FALSE(one[0].entropyNormalised);
    EXPECT_FALSE(one[0].previousToken);
    EXPECT_FALSE(one[0].blockClumping);
    EXPECT_FALSE(one[0].outputShare);
    EXPECT_FALSE(one[0].gradients.q);
    EXPECT_FALSE(similarityOf(mapOf(1, {1.0F})).cosineCentred.at(0, 0));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Trace sick = mapOf(2, {0.5F, 0.5F, nan, 0.0F});
    const auto m = measureHeads(sick);
    EXPECT_EQ(m[0].notFiniteRows, 1U);
    EXPECT_FALSE(m[0].entropy);
    EXPECT_FALSE(m[0].rowSumError);
    EXPECT_FALSE(similarityOf(sick).kl.at(0, 0));
    EXPECT_FALSE(mapSingularValues(sick, 0, 0));
    EXPECT_FALSE(measureHeads(mapOf(1, {-1.0F}))[0].entropy);
}

TEST(DiagnosisEdges, SingularValues) {
    const auto identity = mapSingularValues(mapOf(2, {1.0F, 0.0F, 0.0F, 1.0F}), 0, 0);
    ASSERT_TRUE(identity);
    EXPECT_NEAR((*identity)[0], 1.0, 1e-12);
    EXPECT_NEAR((*identity)[1], 1.0, 1e-12);
    // Their squares sum to the squares of the scores.
    const TracePtr t = fx2(false);
    const auto values = scoreSingularValues(*t, 0, 1);
    ASSERT_TRUE(values);
    EXPECT_EQ(values->size(), 4U);
    double squares = 0.0, scores = 0.0;
    for (const double v : *values)
        squares += v * v;
    const Tensor &s = (*t)[Stage::ScoresRaw];
    for (std::size_t i = 0; i < s.extent(2) * s.extent(3); ++i) {
        const double v = static_cast<double>(s.data()[s.extent(2) * s.extent(3) + i]);
        scores += v * v;
    }
    EXPECT_NEAR(squares, scores, 1e-5 * scores);
}

TEST(DiagnosisEdges, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)measureHeads(*fx2(false), stop.get_token()), std::runtime_error);
    EXPECT_THROW((void)similarityOf(*fx2(false), stop.get_token()), std::runtime_error);
}

} // namespace
} // namespace attnscope::test
