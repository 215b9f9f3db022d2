// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass against hand-derived values, the fixtures of claims.md (FX1, FX2) and the fault
// reports SMX, SCL, HED, AXS, DIM, AVG.
#include "core/attention.h"
#include "core/reference_engine.h"
#include "tests/support/near.h"
#include "tests/support/problems.h"

#include <numbers>

namespace attnscope::test {
namespace {

using namespace core;

ReferenceTrace run(Problem p) { return referenceForward(shared(std::move(p))); }

DoubleTensor fixture(int s, std::size_t rows, std::size_t columns) {
    DoubleTensor t({1, 1, rows, columns});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            t.mutableData()[r * columns + c] = fx(s, r, c);
    return t;
}

struct Fx1 {
    DoubleTensor q = fixture(0, 4, 4), k = fixture(1, 4, 4), v = fixture(2, 4, 3);
    MaskConfig mask;
    KeepMask keep{1, 1, BoolTensor({1, 1, 4, 4}, 1)};
};

TEST(Attention, FX1_ScoresWeightsAndOutput) {
    Fx1 f;
    const auto scores = scaledScores(rawScores(f.q, f.k), 0.5);
    EXPECT_TRUE(
        near(scores, {-.441113, -.940874, .325391, .842923, .762936, -.482384, -.974228, .173232,
                      .677091, .729581, -.634543, -.799900, -.687692, .524932, .903909, -.284306}));
    const auto weights = softmaxRows(maskedScores(scores, f.keep, f.mask), f.keep, f.mask).weights;
    EXPECT_TRUE(
        near(weights, {.135684, .082316, .292022, .489978, .495452, .142615, .087209, .274724,
                       .391912, .413033, .105573, .089483, .092844, .312168, .456012, .138976}));
    EXPECT_TRUE(near(contextOf(weights, f.v, f.keep, f.mask),
                     {.443181, .300662, -.146823, -.222902, -.316692, -.329512, -.494039, -.243337,
                      .073866, .058946, .409457, .402210}));
}

TEST(Attention, FX1_Causal) {
    Fx1 f;
    BoolTensor bits({1, 1, 4, 4}, 0);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            bits.mutableData()[i * 4 + j] = 1;
    f.keep = KeepMask(1, 1, bits);
    f.mask.causal = true;
    const auto scores = scaledScores(rawScores(f.q, f.k), 0.5);
    const auto weights = softmaxRows(maskedScores(scores, f.keep, f.mask), f.keep, f.mask).weights;
    EXPECT_TRUE(near(weights, {1, 0, 0, 0, .776489, .223511, 0, 0, .430428, .453624, .115948, 0,
                               .092844, .312168, .456012, .138976}));
    EXPECT_TRUE(near(contextOf(weights, f.v, f.keep, f.mask),
                     {-.871576, -.982453, -.631267, -.834465, -.756871, -.324211, -.637909,
                      -.295803, .147044, .058946, .409457, .402210}));
}

double frobenius(const DoubleTensor &t) {
    double sum = 0;
    for (const double v : t.values())
        sum += v * v;
    return std::sqrt(sum);
}

TEST(Attention, FX2_OutputNorms) {
    // Inputs are rounded to fp32 in a problem, hence 1e-5.
    EXPECT_NEAR(frobenius(run(fx2())[Stage::Output]), 6.112045, 1e-5);
    Problem causal = fx2();
    causal.config.mask.causal = true;
    EXPECT_NEAR(frobenius(run(causal)[Stage::Output]), 6.276438, 1e-5);
}

TEST(Attention, T1_WeightsOutputAndHeadMean) {
    const auto t = run(t1());
    EXPECT_TRUE(near(t[Stage::Weights], {.401112, .197776, .401112, .197776, .401112, .401112,
                                         .248255, .248255, .503490, .503490, .248255, .248255,
                                         .248255, .503490, .248255, 1.0 / 3, 1.0 / 3, 1.0 / 3}));
    EXPECT_TRUE(near(t[Stage::Output], {.802224, .598888, .248255, .503490, .598888, .802224,
                                        .503490, .248255, .751745, .751745, .333333, .333333}));
    const std::vector<double> mean = {.452301, .223015, .324684, .223015, .452301,
                                      .324684, .290794, .290794, .418412};
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_NEAR((t[Stage::Weights].data()[i] + t[Stage::Weights].data()[9 + i]) / 2, mean[i],
                    1e-6);
}

TEST(Attention, SMX01_LargeScoresDoNotOverflow) {
    EXPECT_TRUE(
        near(run(scoresProblem(1, 3, {1000, 999, 0}))[Stage::Weights], {.731059, .268941, 0}));
    const KeepMask keep(1, 1, BoolTensor({1, 1, 1, 3}, 1));
    EXPECT_TRUE(near(softmaxRows(Tensor({1, 1, 1, 3}, {1000, 999, 0}), keep, {}).weights,
                     {.731059, .268941, 0}));
}

TEST(Attention, SMX02_EveryRowSubtractsItsOwnMaximum) {
    EXPECT_TRUE(near(run(scoresProblem(3, 2, {800, 0, 0, 800, -800, -800}))[Stage::Weights],
                     {1, 0, 0, 1, .5, .5}, 1e-12));
    EXPECT_TRUE(near(run(scoresProblem(1, 2, {800, 0}))[Stage::Weights], {1, 0}, 1e-12));
}

TEST(Attention, SCL01_TheScaleIsThatOfOneHead) {
    const auto t = run(t1());
    EXPECT_NEAR(t.scale, .707107, 1e-6);
    Problem wrong = t1();
    wrong.config.scaling.mode = ScalingMode::SqrtDModel;
    const auto w = run(wrong);
    EXPECT_TRUE(near(std::span<const double>(rowOf(w[Stage::Weights], 0)),
                     {.383652, .232697, .383652}, 1e-6));
    EXPECT_TRUE(near(std::span<const double>(rowOf(w[Stage::Weights], 2)),
                     {.274069, .274069, .451863}, 1e-6));
}

TEST(Attention, SCL02_SCL04_ScaleFactors) {
    const DoubleTensor none({1, 1, 1, 2});
    Config c;
    c.dModel = 16;
    c.heads = 4;
    c.dK = 4;
    EXPECT_DOUBLE_EQ(8 * scaleFactor(c, none), 4.0);
    c.dModel = 48;
    c.dK = 16;
    EXPECT_DOUBLE_EQ(8 * scaleFactor(c, none), 2.0);
    c.scaling = {ScalingMode::Custom, 0.1};
    EXPECT_DOUBLE_EQ(8 * scaleFactor(c, none), 0.8);
    c.scaling.mode = ScalingMode::SqrtDModel;
    EXPECT_NEAR(8 * scaleFactor(c, none), 1.154701, 1e-6);
    c.scaling.mode = ScalingMode::Dk;
    EXPECT_DOUBLE_EQ(scaleFactor(c, none), 1.0 / 16);
    c.scaling.mode = ScalingMode::TimesSqrtDk;
    EXPECT_DOUBLE_EQ(scaleFactor(c, none), 4.0);
    c.scaling.mode = ScalingMode::None;
    EXPECT_DOUBLE_EQ(scaleFactor(c, none), 1.0);
}

TEST(Attention, StandardiseLeavesDeviationOneAndAdaptiveItsRoot) {
    // S1-50: what is called adaptive leaves √std, not 1.
    Problem p = fx2();
    const auto deviation = [](const DoubleTensor &t) {
        double mean = 0, sum = 0;
        for (const double v : t.values())
            mean += v / static_cast<double>(t.size());
        for (const double v : t.values())
            sum += (v - mean) * (v - mean);
        return std::sqrt(sum / static_cast<double>(t.size() - 1));
    };
    const double scaled = deviation(run(p)[Stage::Scores]); // std(scores_raw / √d_k)
    p.config.scaling.mode = ScalingMode::Standardise;
    EXPECT_NEAR(deviation(run(p)[Stage::Scores]), 1.0, 1e-6);
    p.config.scaling.mode = ScalingMode::Adaptive;
    EXPECT_NEAR(deviation(run(p)[Stage::Scores]), std::sqrt(scaled), 1e-6);
}

TEST(Attention, HED01_ConcatRestoresTokenOrder) {
    const DoubleTensor heads({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    const auto concat = concatHeads(heads);
    EXPECT_EQ(concat.shape(), (Shape{1, 2, 4}));
    EXPECT_TRUE(near(concat, {1, 2, 5, 6, 3, 4, 7, 8}, 0));
}

TEST(Attention, HED03_HED05_HeadsOwnColumnsNotBlocksOfRows) {
    DoubleTensor x({1, 4, 6}), eye({6, 6});
    for (std::size_t i = 0; i < 24; ++i)
        x.mutableData()[i] = static_cast<double>(i);
    for (std::size_t i = 0; i < 6; ++i)
        eye.mutableData()[i * 7] = 1;
    const auto q = projectToHeads(x, eye, {}, 3);
    EXPECT_TRUE(near(q.values().subspan(8, 8), {2, 3, 8, 9, 14, 15, 20, 21}, 0));
}

TEST(Attention, HED02_HeadCountsOneTwoAndFour) {
    for (const int heads : {1, 2, 4}) {
        const auto t = run(identityProblem(t1().xEmbed, heads));
        // The concatenation is in the order of V's columns: each of its columns is a mean of that
        // column of X with the weights of the head that owns it.
        const std::size_t d = 4 / static_cast<std::size_t>(heads);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t c = 0; c < 4; ++c) {
                double expected = 0;
                for (std::size_t j = 0; j < 3; ++j)
                    expected += t[Stage::Weights](0, c / d, i, j) * t[Stage::X](0, j, c);
                EXPECT_NEAR(t[Stage::Concat](0, i, c), expected, 1e-12);
            }
    }
}

TEST(Attention, AXS01_SoftmaxRunsOverKeys) {
    EXPECT_TRUE(
        near(run(scoresProblem(
                 1, 2, {0, static_cast<float>(std::numbers::ln2 * 1.5849625)}))[Stage::Weights],
             {.25, .75}));
}

TEST(Attention, DIM01_KeyAndValueWidthsOfTheirOwn) {
    // Keys read columns 0–2 of the memory, values columns 3–4: widths 4, 3 and 2.
    Problem p;
    p.config.dModel = 4;
    p.config.heads = 2;
    p.config.dK = p.config.dV = 2;
    p.config.positional.kind = PositionalKind::None;
    p.xEmbed = Tensor({1, 2, 4}, {1, 0, 0, 1, 0, 1, 1, 0});
    p.xMemory = Tensor({1, 3, 5}, {1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 2, -1});
    p.wQ = p.wO = identity(4);
    p.wK = Tensor({5, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
    p.wV = Tensor({5, 4}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1});
    ASSERT_TRUE(validate(p).empty());
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights], {.401112, .197776, .401112, .197776, .401112, .401112,
                                         .503490, .248255, .248255, .503490, .248255, .248255}));
    EXPECT_TRUE(near(t[Stage::Output], {1.203336, -.203336, 1, 0, 1, 0, 1, 0}));
}

TEST(Attention, AVG02_DropoutIsAStageOfItsOwn) {
    Problem p = scoresProblem(1, 3, {static_cast<float>(std::numbers::ln2), 0, 0});
    p.config.dropout.attention = 0.5;
    p.dropoutKeep = BoolTensor({1, 1, 1, 3}, {1, 0, 1});
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights], {.5, .25, .25}));
    EXPECT_TRUE(near(t[Stage::WeightsDropped], {1, 0, .5}));
    EXPECT_TRUE(near(t[Stage::Output], {1, 0, .5}));
}

TEST(Attention, AVG03_AVG05_DropoutDependsOnNothingButItsSeed) {
    Problem p = fx2();
    const auto plain = run(p);
    p.dropoutKeep = BoolTensor({1, 2, 6, 6}, 0);
    const auto off = run(p); // p = 0: the mask is not looked at
    EXPECT_TRUE(std::equal(plain[Stage::Output].values().begin(),
                           plain[Stage::Output].values().end(),
                           off[Stage::Output].values().begin()));
    p.dropoutKeep = {};
    p.config.dropout = {0.5, 7};
    const auto first = run(p);
    Problem other = fx2();
    other.config.dropout = {0.5, 8};
    const auto between = run(other);
    const auto again = run(p);
    EXPECT_TRUE(std::equal(first[Stage::Output].values().begin(),
                           first[Stage::Output].values().end(),
                           again[Stage::Output].values().begin()));
    EXPECT_FALSE(std::equal(first[Stage::Output].values().begin(),
                            first[Stage::Output].values().end(),
                            between[Stage::Output].values().begin()));
}

TEST(Attention, NormsOfTheConcatenation) {
    const DoubleTensor concat({1, 1, 4}, {1, 3, 20, 60});
    const auto layer = normaliseConcat(concat, 2, ConcatNorm::Layer, {}, {});
    double mean = 0, square = 0;
    for (const double v : layer.values())
        mean += v / 4, square += v * v / 4;
    EXPECT_NEAR(mean, 0, 1e-12);
    EXPECT_NEAR(square, 1, 1e-6);
    // Within a head of two values the normalised ones are ∓1/√(1 + ε/var).
    const auto perHead = normaliseConcat(concat, 2, ConcatNorm::PerHead, {}, {});
    EXPECT_TRUE(near(perHead, {-1, 1, -1, 1}, 1e-4));
    const auto affine =
        normaliseConcat(concat, 2, ConcatNorm::PerHead, DoubleTensor({4}, {2, 2, 3, 3}),
                        DoubleTensor({4}, {1, 1, -1, -1}));
    EXPECT_TRUE(near(affine, {-1, 3, -4, 2}, 1e-4));
}

TEST(Attention, ShareKvMakesValuesFromTheKeyProjection) {
    Problem p = fx2();
    p.config.shareKv = true;
    p.wV = {};
    p.bK = Tensor({8}, 0.25F);
    p.bV = Tensor({8}, 9.0F); // not looked at
    const auto t = run(p);
    EXPECT_TRUE(std::equal(t[Stage::K].values().begin(), t[Stage::K].values().end(),
                           t[Stage::V].values().begin()));
}

TEST(Attention, SequencesOfABatchDoNotSeeEachOther) {
    Problem p = t1();
    const auto alone = run(p);
    std::vector<float> two(p.xEmbed.values().begin(), p.xEmbed.values().end());
    two.insert(two.end(), 12, 5.0F);
    p.xEmbed = Tensor({2, 3, 4}, std::span<const float>(two));
    const auto t = run(p);
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(t[Stage::Output].data()[i], alone[Stage::Output].data()[i]);
}

TEST(Attention, AStopTokenEndsTheReference) {
    std::stop_source source;
    source.request_stop();
    try {
        (void)referenceForward(shared(t1()), source.get_token());
        FAIL() << "it went on";
    } catch (const EngineError &e) {
        EXPECT_EQ(e.code, EngineError::Code::Stopped);
    }
}

} // namespace
} // namespace attnscope::test
