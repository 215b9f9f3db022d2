// SPDX-License-Identifier: GPL-3.0-or-later
// Masks: polarity, merging, alignment, empty rows (mathematics.md §5; fault reports FMR, POL, MRG,
// CAU). "Equal scores" come from an input of zeros.
#include "core/attention.h"
#include "core/mask.h"
#include "core/reference_engine.h"
#include "tests/support/near.h"
#include "tests/support/problems.h"

#include <limits>

namespace attnscope::test {
namespace {

using namespace core;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kThird = 1.0 / 3.0;

ReferenceTrace run(Problem p) { return referenceForward(shared(std::move(p))); }

Problem equalScores(std::size_t queries, std::size_t keys) {
    return scoresProblem(queries, keys, std::vector<float>(queries * keys, 0.0F));
}

const std::vector<double> kT1Rows01 = {.802224, .598888, .248255, .503490,
                                       .598888, .802224, .503490, .248255};

TEST(Mask, FMR01_RowWithoutVisibleKeyIsZeroAndFlagged) {
    Problem p = t1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0});
    const auto t = run(p);
    for (std::size_t h = 0; h < 2; ++h)
        EXPECT_EQ(rowOf(t[Stage::Weights], h * 3 + 2), (std::vector<double>{0, 0, 0}));
    auto expected = kT1Rows01;
    expected.insert(expected.end(), {0, 0, 0, 0});
    EXPECT_TRUE(near(t[Stage::Output], expected));
    EXPECT_EQ(t.emptyRows, (std::vector<RowRef>{{0, 0, 2}, {0, 1, 2}}));
    for (const StageInfo &s : stageTable())
        if (s.stage != Stage::ScoresMasked && s.stage != Stage::RowMax)
            for (const double v : t[s.stage].values())
                EXPECT_TRUE(std::isfinite(v)) << s.name;
}

TEST(Mask, FMR01_EmptyRowLeavesExactlyTheOutputBias) {
    Problem p = t1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0});
    p.bO = Tensor({4}, {.1F, .2F, .3F, .4F});
    const auto t = run(p);
    for (std::size_t c = 0; c < 4; ++c)
        EXPECT_EQ(t[Stage::Output](0, 2, c), static_cast<double>(p.bO(c)));
}

TEST(Mask, FMR02_EmptyRowIsNotUniform) {
    Problem p = scoresProblem(1, 4, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({1, 4}, 0);
    EXPECT_TRUE(near(run(p)[Stage::Weights], {0, 0, 0, 0}, 0));
}

TEST(Mask, EmptyRowIsNanWhenAskedForAsTheFormulaHasIt) {
    Problem p = scoresProblem(2, 2, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.config.mask.emptyRow = EmptyRow::Nan;
    p.maskKeep = BoolTensor({2, 2}, {1, 1, 0, 0});
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights], {.268941, .731059, kNan, kNan}));
    EXPECT_TRUE(std::isnan(t[Stage::Output](0, 1, 0)));
    EXPECT_FALSE(std::isnan(t[Stage::Output](0, 0, 0)));
    EXPECT_EQ(t.emptyRows.size(), 1U);
}

TEST(Mask, EmptyRowUnderAFiniteFillIsUniformAndFlagged) {
    Problem p = scoresProblem(1, 4, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.config.mask.fill = -1e9;
    p.maskKeep = BoolTensor({1, 4}, 0);
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights], {.25, .25, .25, .25}, 1e-12));
    EXPECT_EQ(t.emptyRows.size(), 1U);
}

TEST(Mask, FMR03_AddedFillInDoubleKeepsTheScoresAndInSingleAbsorbsThem) {
    Problem p = scoresProblem(1, 4, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.config.mask.application = MaskApplication::AddToScores;
    p.config.mask.fill = -1e9;
    p.maskKeep = BoolTensor({1, 4}, 0);
    EXPECT_TRUE(near(run(p)[Stage::Weights], {0.032059, 0.087144, 0.236883, 0.643914}));

    const KeepMask keep = makeKeepMask(p);
    const auto single = softmaxRows(
        maskedScores(Tensor({1, 1, 1, 4}, {1, 2, 3, 4}), keep, p.config.mask), keep, p.config.mask);
    EXPECT_TRUE(near(single.weights, {.25, .25, .25, .25}, 0)); // ulp(1e9) = 64
}

TEST(Mask, FMR08_EveryStageAfterAnEmptyRowIsFinite) {
    for (const ConcatNorm norm : {ConcatNorm::None, ConcatNorm::Layer, ConcatNorm::PerHead}) {
        Problem p = t1();
        p.config.mask.custom = true;
        p.config.normConcat = norm;
        p.maskKeep = BoolTensor({3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0});
        const auto t = run(p);
        for (const Stage s :
             {Stage::Weights, Stage::WeightsDropped, Stage::Context, Stage::Concat, Stage::Output})
            for (const double v : t[s].values())
                EXPECT_TRUE(std::isfinite(v)) << stageInfo(s).name;
    }
}

TEST(Mask, POL01_TrueMeansVisible) {
    Problem p = t1();
    p.config.mask.causal = true;
    const auto t = run(p);
    const std::vector<double> head0 = {1, 0, 0, .330238, .669762, 0, .248255, .248255, .503490};
    EXPECT_TRUE(near(t[Stage::Weights].values().first(9), head0, 1e-6));
}

TEST(Mask, POL03_MultiplyingScoresOrWeightsIsNotMasking) {
    Problem p = scoresProblem(1, 3, {2, -1, .5F});
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({1, 3}, {1, 0, 1});
    EXPECT_TRUE(near(run(p)[Stage::Weights], {.817574, 0, .182426}));

    p.config.mask.application = MaskApplication::MultiplyScores;
    EXPECT_TRUE(near(run(p)[Stage::Weights], {.736125, .099624, .164252}));

    p.config.mask.application = MaskApplication::MultiplyWeights;
    const auto after = run(p);
    double sum = 0;
    for (const double v : after[Stage::Weights].values())
        sum += v;
    EXPECT_LT(sum, 0.97); // the row no longer sums to 1
    EXPECT_EQ(after[Stage::Weights](0, 0, 0, 1), 0.0);

    p.config.mask.application = MaskApplication::MultiplyWeightsRenormalise;
    EXPECT_TRUE(near(run(p)[Stage::Weights], {.817574, 0, .182426}));

    // e^s + 1 on the visible ones: nothing is hidden by adding 0/1.
    p.config.mask.application = MaskApplication::AddBoolean;
    const double a = std::exp(3.0), b = std::exp(-1.0), c = std::exp(1.5), l = a + b + c;
    EXPECT_TRUE(near(run(p)[Stage::Weights], {a / l, b / l, c / l}, 1e-12));
}

TEST(Mask, MRG01_PaddingHidesColumnsNotRows) {
    Problem p = equalScores(4, 4);
    p.config.mask.causal = p.config.mask.padding = true;
    p.lengths = IndexTensor({1}, {3});
    const auto t = run(p);
    EXPECT_TRUE(near(
        t[Stage::Weights],
        {1, 0, 0, 0, .5, .5, 0, 0, kThird, kThird, kThird, 0, kThird, kThird, kThird, 0}, 1e-12));
    EXPECT_TRUE(t.emptyRows.empty());
}

TEST(Mask, MRG02_CausalAndLeftPaddingTogether) {
    Problem p = equalScores(4, 4);
    p.config.mask.causal = p.config.mask.custom = true;
    p.maskKeep = BoolTensor({4, 4}, {0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1});
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights],
                     {0, 0, 0, 0, 0, 1, 0, 0, 0, .5, .5, 0, 0, kThird, kThird, kThird}, 1e-12));
    EXPECT_EQ(t.emptyRows, (std::vector<RowRef>{{0, 0, 0}}));
}

TEST(Mask, MRG03_MRG07_CausalIsAppliedWhateverIsKept) {
    Problem p = t1();
    p.config.mask.causal = true;
    const std::vector<double> output = {1,       0,       0,       1,       .330238, .669762,
                                        .669762, .330238, .751745, .751745, .333333, .333333};
    ReferenceEngine engine;
    RunOptions only;
    only.keep = StageSet{Stage::Output};
    EXPECT_TRUE(near((*engine.run(shared(p), only))[Stage::Output], output));
    const auto all = engine.run(shared(p), {});
    EXPECT_TRUE(near((*all)[Stage::Output], output));
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = i + 1; j < 3; ++j)
                EXPECT_EQ((*all)[Stage::Weights](0, h, i, j), 0.0F);
}

TEST(Mask, MRG05_HiddenExtraKeysChangeNothing) {
    const auto plain = run(t1());
    Problem p = t1();
    // The two extra rows are memory: queries stay the three of T1.
    std::vector<float> memory = {1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0};
    memory.insert(memory.end(), 8, 1e3F);
    p.xMemory = Tensor({1, 5, 4}, std::span<const float>(memory));
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({3, 5}, {1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0});
    const auto t = run(p);
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(t[Stage::Output].data()[i], plain[Stage::Output].data()[i], 1e-12);
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 3; j < 5; ++j)
                EXPECT_EQ(t[Stage::Weights](0, h, i, j), 0.0);
}

TEST(Mask, CAU01_BothAlignments) {
    Problem p = equalScores(3, 4);
    p.config.mask.causal = true;
    p.config.mask.causalAlignment = CausalAlignment::TopLeft;
    EXPECT_TRUE(
        near(run(p)[Stage::Weights], {1, 0, 0, 0, .5, .5, 0, 0, kThird, kThird, kThird, 0}, 1e-12));
    p.config.mask.causalAlignment = CausalAlignment::BottomRight;
    EXPECT_TRUE(near(run(p)[Stage::Weights],
                     {.5, .5, 0, 0, kThird, kThird, kThird, 0, .25, .25, .25, .25}, 1e-12));
}

TEST(Mask, CAU02_OneQueryOverCachedKeys) {
    Problem p = equalScores(1, 6);
    p.config.mask.causal = true;
    EXPECT_TRUE(near(run(p)[Stage::Weights], std::vector<double>(6, 1.0 / 6), 1e-12));
    p.config.mask.causalAlignment = CausalAlignment::TopLeft;
    EXPECT_TRUE(near(run(p)[Stage::Weights], {1, 0, 0, 0, 0, 0}, 1e-12));
}

TEST(Mask, CAU04_OneRuleWhateverIsLonger) {
    Problem tall = equalScores(3, 1);
    tall.config.mask.causal = true;
    const auto t = run(tall);
    EXPECT_TRUE(near(t[Stage::Weights], {0, 0, 1}, 0));
    EXPECT_EQ(t.emptyRows, (std::vector<RowRef>{{0, 0, 0}, {0, 0, 1}}));
    Problem wide = equalScores(1, 3);
    wide.config.mask.causal = true;
    EXPECT_TRUE(makeKeepMask(wide).allVisible());
    Problem square = equalScores(3, 3);
    square.config.mask.causal = true;
    const BoolTensor keep = makeKeepMask(square).expanded();
    EXPECT_EQ(std::vector<int>(keep.values().begin(), keep.values().end()),
              (std::vector<int>{1, 0, 0, 1, 1, 0, 1, 1, 1}));
}

TEST(Mask, LEAK01_NanBehindAHiddenKeyReachesNothing) {
    // q = [1,0], K = [[1,2],[NaN,5],[0,1]], V = [[1,1],[NaN,9],[3,-1]], d_k = 2, key 1 hidden.
    Problem p;
    p.config.dModel = 2;
    p.config.heads = 1;
    p.config.dK = p.config.dV = 2;
    p.config.positional.kind = PositionalKind::None;
    p.xEmbed = Tensor({1, 1, 2}, {1, 0});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    p.xMemory = Tensor({1, 3, 4}, {1, 2, 1, 1, nan, 5, nan, 9, 0, 1, 3, -1});
    p.wQ = p.wO = identity(2);
    p.wK = Tensor({4, 2}, {1, 0, 0, 1, 0, 0, 0, 0});
    p.wV = Tensor({4, 2}, {0, 0, 0, 0, 1, 0, 0, 1});
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({1, 3}, {1, 0, 1});
    const auto t = run(p);
    EXPECT_TRUE(near(t[Stage::Weights], {.669762, 0, .330238}));
    EXPECT_TRUE(near(t[Stage::Output], {1.660477, .339523}));
}

TEST(Mask, LEAK03_TooSmallAPenaltyLeavesHiddenKeysInCharge) {
    Problem p = scoresProblem(1, 2, {20, 0});
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({1, 2}, {0, 1});
    EXPECT_TRUE(near(run(p)[Stage::Weights], {0, 1}, 0));
    p.config.mask.application = MaskApplication::AddToScores;
    p.config.mask.fill = -10;
    EXPECT_TRUE(near(run(p)[Stage::Weights], {.999955, .000045}));
}

TEST(Mask, LEAK07_BooleanAndAdditiveInfinityAgreeBitForBit) {
    Problem p = fx2();
    p.config.mask.causal = p.config.mask.padding = true;
    p.lengths = IndexTensor({1}, {2});
    const auto filled = run(p);
    p.config.mask.application = MaskApplication::AddToScores;
    const auto added = run(p);
    for (std::size_t i = 0; i < filled[Stage::Weights].size(); ++i)
        EXPECT_EQ(filled[Stage::Weights].data()[i], added[Stage::Weights].data()[i]);
    p.config.mask.fill = static_cast<double>(std::numeric_limits<float>::lowest());
    const auto lowest = run(p);
    for (std::size_t i = 0; i < filled[Stage::Weights].size(); ++i)
        EXPECT_NEAR(filled[Stage::Weights].data()[i], lowest[Stage::Weights].data()[i], 1e-12);
}

TEST(Mask, SharedMasksAreStoredOnceAndExpandToTheSame) {
    Problem p = fx2();
    p.config.mask.causal = true;
    const KeepMask keep = makeKeepMask(p);
    EXPECT_EQ(keep.bits().shape(), (Shape{1, 1, 6, 6}));
    EXPECT_EQ(keep.expanded().shape(), (Shape{1, 2, 6, 6}));
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 6; ++i)
            EXPECT_EQ(keep.visibleCount(0, h, i), i + 1);
}

TEST(Mask, PerHeadCustomMask) {
    Problem p = t1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({1, 2, 3, 3}, 1);
    p.maskKeep.mutableData()[9] = 0; // head 1, query 0, key 0
    const KeepMask keep = makeKeepMask(p);
    EXPECT_TRUE(keep.visible(0, 0, 0, 0));
    EXPECT_FALSE(keep.visible(0, 1, 0, 0));
    EXPECT_EQ(run(p)[Stage::Weights](0, 1, 0, 0), 0.0);
}

TEST(Mask, MinusInfinityIsShownInTheMaskedScoresOnly) {
    Problem p = t1();
    p.config.mask.causal = true;
    const auto t = run(p);
    EXPECT_EQ(t[Stage::ScoresMasked](0, 0, 0, 1), -kInf);
    EXPECT_TRUE(std::isfinite(t[Stage::Scores](0, 0, 0, 1)));
}

} // namespace
} // namespace attnscope::test
