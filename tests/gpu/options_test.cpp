// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting against the reference: masks, scales, dropout, norms, what is kept, and numbers
// that are none.
#include "tests/gpu/engine_support.h"
#include "tests/support/problems.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::test {
namespace {

using core::MaskApplication;
using core::Stage;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

class Options : public testing::TestWithParam<gpu::Flavour> {
protected:
    static core::Engine &engine() { return sharedEngine(GetParam()); }
};

/// A mask with an empty row, a row with one key, and the rest by chance.
core::BoolTensor patchyMask(const core::Shape &shape, std::uint32_t seed) {
    std::mt19937 generator(seed);
    core::BoolTensor mask(shape);
    std::uint8_t *out = mask.mutableData();
    const std::size_t keys = shape.back();
    for (std::size_t i = 0; i < mask.size(); ++i)
        out[i] = generator() % 3 != 0;
    for (std::size_t j = 0; j < keys; ++j)
        out[2 * keys + j] = 0;
    for (std::size_t j = 0; j < keys; ++j)
        out[3 * keys + j] = j + 1 == keys;
    return mask;
}

TEST_P(Options, SixApplicationsFillsAndEmptyRows) {
    Sizes s;
    s.batch = 2;
    s.queries = 8;
    s.keys = 21;
    s.heads = 3;
    s.biases = true;
    core::Problem p = makeProblem(s);
    p.config.mask.custom = p.config.mask.causal = p.config.mask.padding = true;
    p.lengths = core::IndexTensor({2}, {21, 13});
    for (const bool perHead : {false, true}) {
        p.maskKeep = patchyMask(perHead ? core::Shape{2, 3, 8, 21} : core::Shape{8, 21}, 5);
        for (int application = 0; application < 6; ++application)
            for (const double fill :
                 {-static_cast<double>(kInf), -1e9, -1e4, -100.0, -3.0, 0.0, 2.5})
                for (const auto empty : {core::EmptyRow::Zero, core::EmptyRow::Nan}) {
                    p.config.mask.application = static_cast<MaskApplication>(application);
                    p.config.mask.fill = fill;
                    p.config.mask.emptyRow = empty;
                    // Digits of a score that are absorbed by a large number in fp32 are not in
                    // double: see FMR03 below.
                    if (p.config.mask.application == MaskApplication::AddToScores &&
                        std::isfinite(fill) && fill <= -1e4)
                        continue;
                    expectAgrees(engine(), p,
                                 std::string(core::toName(p.config.mask.application)) + " fill " +
                                     std::to_string(fill));
                }
    }
}

TEST_P(Options, CausalBothWaysOfAligning) {
    for (const std::size_t keys : {3, 7, 40}) {
        Sizes s;
        s.queries = 7;
        s.keys = keys;
        core::Problem p = makeProblem(s);
        p.config.mask.causal = true;
        for (const auto a : {core::CausalAlignment::BottomRight, core::CausalAlignment::TopLeft}) {
            p.config.mask.causalAlignment = a;
            expectAgrees(engine(), p, std::string(core::toName(a)));
        }
    }
}

TEST_P(Options, AllScales) {
    Sizes s;
    s.batch = 2;
    s.queries = 37;
    s.dK = 6;
    core::Problem p = makeProblem(s);
    p.config.mask.causal = true;
    for (const auto mode :
         {core::ScalingMode::None, core::ScalingMode::SqrtDk, core::ScalingMode::SqrtDModel,
          core::ScalingMode::Dk, core::ScalingMode::TimesSqrtDk, core::ScalingMode::Custom,
          core::ScalingMode::Adaptive, core::ScalingMode::Standardise}) {
        p.config.scaling = {mode, -0.37};
        expectAgrees(engine(), p, std::string(core::toName(mode)));
    }
}

TEST_P(Options, DeviationOfManyScoresWithALargeMean) {
    Sizes s;
    s.queries = 150;
    s.heads = 4;
    s.biases = true;
    core::Problem p = makeProblem(s);
    p.bQ = p.bK = core::Tensor({16}, 3.0f); // mean far from 0: the one-pass formula fails here
    p.config.scaling.mode = core::ScalingMode::Standardise;
    expectAgrees(engine(), p, "standardise");
    p.config.scaling.mode = core::ScalingMode::Adaptive;
    expectAgrees(engine(), p, "adaptive");
}

TEST_P(Options, DeviationWhoseSquareNoFloatHolds) {
    Sizes s;
    s.queries = 40;
    core::Problem p = makeProblem(s);
    for (core::Tensor *w : {&p.wQ, &p.wK}) {
        float *values = w->mutableData();
        for (std::size_t i = 0; i < w->size(); ++i)
            values[i] *= 1e14f;
    }
    for (const auto mode : {core::ScalingMode::Standardise, core::ScalingMode::Adaptive}) {
        p.config.scaling.mode = mode;
        expectAgrees(engine(), p, std::string(core::toName(mode)));
    }
}

TEST_P(Options, ScaleOfScoresThatHoldNan) {
    Sizes s;
    core::Problem p = makeProblem(s);
    p.xEmbed.mutableData()[3] = kNan;
    p.config.scaling.mode = core::ScalingMode::Standardise;
    expectAgrees(engine(), p, "standardise");
}

TEST_P(Options, DropoutGivenAndDrawn) {
    Sizes s;
    s.batch = 2;
    s.queries = 19;
    core::Problem p = makeProblem(s);
    p.config.dropout = {0.25, 7};
    expectAgrees(engine(), p, "drawn");
    p.config.dropout.seed = 8;
    expectAgrees(engine(), p, "drawn with another seed");
    p.dropoutKeep = patchyMask({2, 2, 19, 19}, 11);
    expectAgrees(engine(), p, "given");
    p.config.mask.causal = true;
    p.config.mask.application = MaskApplication::MultiplyWeightsRenormalise;
    expectAgrees(engine(), p, "given, after a mask on the weights");
}

TEST_P(Options, NormsWithAndWithoutGammaAndBeta) {
    Sizes s;
    s.batch = 2;
    s.heads = 3;
    s.dV = 11;
    core::Problem p = makeProblem(s);
    for (const auto norm : {core::ConcatNorm::Layer, core::ConcatNorm::PerHead}) {
        p.config.normConcat = norm;
        p.gammaConcat = p.betaConcat = {};
        expectAgrees(engine(), p, "plain");
        p.gammaConcat = numbers({33}, 4);
        expectAgrees(engine(), p, "gamma");
        p.betaConcat = numbers({33}, 5);
        expectAgrees(engine(), p, "gamma and beta");
    }
}

TEST_P(Options, SharedKeysAndValues) {
    Sizes s;
    s.keys = 9;
    s.biases = true;
    core::Problem p = makeProblem(s);
    p.config.shareKv = true;
    p.wV = {};
    p.bV = {};
    expectAgrees(engine(), p, "shared");
    p.config.shareKv = false;
    p.wV = p.wK;
    expectAgrees(engine(), p, "apart again");
}

TEST_P(Options, PositionsOnAndOff) {
    Sizes s;
    s.keys = 11;
    s.model = 7; // odd: the last column is a sine
    core::Problem p = makeProblem(s);
    for (const double base : {10000.0, 100.0}) {
        p.config.positional.base = base;
        expectAgrees(engine(), p, "on");
    }
    p.config.positional.kind = core::PositionalKind::None;
    expectAgrees(engine(), p, "off");
    p.config.positional.kind = core::PositionalKind::Sinusoidal;
    expectAgrees(engine(), p, "on again");
}

TEST_P(Options, OnlyWhatIsAskedForIsKept) {
    Sizes s;
    s.queries = 33;
    core::Problem p = makeProblem(s);
    p.config.mask.causal = true;
    p.config.dropout.attention = 0.1;
    for (const core::StageInfo &info : core::stageTable())
        expectAgrees(engine(), p, std::string(info.name), {info.stage});
    expectAgrees(engine(), p, "weights and output", {Stage::Weights, Stage::Output});
    p.config.scaling.mode = core::ScalingMode::Adaptive;
    expectAgrees(engine(), p, "output, scale of the scores", {Stage::Output});
    expectAgrees(engine(), p, "nothing", {});
}

TEST_P(Options, NanAndInfinityInInputsStandWhereTheReferenceHasThem) {
    Sizes s;
    s.batch = 2;
    s.queries = 18;
    s.biases = true;
    for (const float value : {kNan, kInf, -kInf})
        for (int application = 0; application < 6; ++application)
            for (const bool causal : {false, true}) {
                core::Problem p = makeProblem(s);
                p.config.mask.causal = causal;
                p.config.mask.application = static_cast<MaskApplication>(application);
                // Away from exact cancellations of ∞, whose sign is a matter of rounding.
                p.xEmbed.mutableData()[9 * 8 + 1] = kNan;
                p.bV.mutableData()[2] = value;
                p.config.dropout.attention = causal ? 0.3 : 0.0; // NaN · 0 is NaN
                expectAgrees(engine(), p, std::string(core::toName(p.config.mask.application)));
            }
}

TEST_P(Options, LEAK01_HiddenNanReachesNobody) {
    // One head, values handed through by an identity: the numbers of the report.
    core::Problem p;
    p.config.dModel = p.config.dK = p.config.dV = 2;
    p.config.heads = 1;
    p.config.positional.kind = core::PositionalKind::None;
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({1, 3}, {1, 0, 1});
    p.xEmbed = core::Tensor({1, 1, 2}, {1, 0});
    // Memory rows hold the key in columns 0, 1 and the value in columns 2, 3.
    p.xMemory = core::Tensor({1, 3, 4}, {1, 2, 1, 1, kNan, 5, kNan, 9, 0, 1, 3, -1});
    p.wQ = p.wO = core::Tensor({2, 2}, {1, 0, 0, 1});
    p.wK = core::Tensor({4, 2}, {1, 0, 0, 1, 0, 0, 0, 0});
    p.wV = core::Tensor({4, 2}, {0, 0, 0, 0, 1, 0, 0, 1});
    const core::TracePtr t = runPass(engine(), p);
    expectValues((*t)[Stage::Weights], {0.669762f, 0.0f, 0.330238f}, 1e-5f, "weights");
    EXPECT_EQ((*t)[Stage::Weights].data()[1], 0.0f);
    expectValues((*t)[Stage::Output], {1.660477f, 0.339523f}, 1e-5f, "output");
    expectAgrees(engine(), p, "LEAK-01");
    p.xMemory.mutableData()[6] = kInf;
    p.xMemory.mutableData()[7] = -kInf;
    expectAgrees(engine(), p, "LEAK-01 with infinities");
}

TEST_P(Options, FMR01_RowWithoutAVisibleKey) {
    core::Problem p = problemT1();
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0});
    p.bO = core::Tensor({4}, {0.1f, 0.2f, 0.3f, 0.4f});
    core::TracePtr t = runPass(engine(), p);
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t j = 0; j < 3; ++j)
            EXPECT_EQ((*t)[Stage::Weights](0, h, 2, j), 0.0f);
    for (std::size_t c = 0; c < 4; ++c)
        EXPECT_EQ((*t)[Stage::Output](0, 2, c), p.bO.data()[c]);
    ASSERT_EQ(t->emptyRows.size(), 2u);
    p.bO = {};
    t = runPass(engine(), p);
    expectValues((*t)[Stage::Output],
                 {0.802224f, 0.598888f, 0.248255f, 0.503490f, 0.598888f, 0.802224f, 0.503490f,
                  0.248255f, 0, 0, 0, 0},
                 1e-5f, "output");
    expectAgrees(engine(), p, "zero");
    p.config.mask.emptyRow = core::EmptyRow::Nan;
    expectAgrees(engine(), p, "nan");
}

TEST_P(Options, S1_57_NanSpreadsBackwardsAsItDoesInTheReference) {
    // How far it spreads is counted in Backward.S1_57_…; here it spreads to the same places.
    core::Problem p = fx1();
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({4, 4}, 1);
    std::fill_n(p.maskKeep.mutableData() + 4, 4, std::uint8_t{0});
    for (const auto upstream :
         {core::Upstream::Ones, core::Upstream::Output, core::Upstream::Given})
        for (const auto empty : {core::EmptyRow::Nan, core::EmptyRow::Zero})
            for (int application = 0; application < 6; ++application) {
                p.config.upstream = upstream;
                p.gradOutput = numbers({1, 4, 11}, 3);
                p.config.mask.emptyRow = empty;
                p.config.mask.application = static_cast<MaskApplication>(application);
                expectAgrees(engine(), p, std::string(core::toName(p.config.mask.application)));
                p.config.dropout.attention = application % 2 ? 0.4 : 0.0;
            }
    p.config.mask.emptyRow = core::EmptyRow::Nan;
    p.config.mask.application = MaskApplication::FillScores;
    p.config.upstream = core::Upstream::Ones;
    p.config.dropout.attention = 0.0;
    const core::TracePtr t = runPass(engine(), p);
    for (const float v : (*t)[core::Gradient::V].values())
        EXPECT_TRUE(std::isnan(v));
    for (const float v : (*t)[core::Gradient::Q].values())
        EXPECT_TRUE(std::isfinite(v));
}

TEST_P(Options, NormOfTwoNumbersLosesNoDigits) {
    // One key: the only weight is 1 and the concat is the value itself, of which no digit is lost.
    // x = m ± d and d̂ = p ± u give dx = ±u·ε/(d² + ε)^1.5, which in floats is all rounding when
    // the formula is computed as it stands.
    Sizes s;
    s.queries = 1;
    s.heads = 40;
    s.model = 80;
    s.dK = s.dV = 2;
    core::Problem p = makeProblem(s);
    p.config.positional.kind = core::PositionalKind::None;
    p.config.normConcat = core::ConcatNorm::PerHead;
    p.config.upstream = core::Upstream::Given;
    p.gradOutput = numbers({1, 1, 80}, 8);
    p.wV = p.wO = identity(80);
    const core::Tensor m = numbers({40}, 9);
    for (std::size_t h = 0; h < 40; ++h) {
        const float d = std::pow(10.0f, static_cast<float>(h % 9) - 4.0f);
        p.xEmbed.mutableData()[2 * h] = m.data()[h] + d;
        p.xEmbed.mutableData()[2 * h + 1] = m.data()[h] - d;
    }
    const core::TracePtr t = runPass(engine(), p);
    for (std::size_t h = 0; h < 40; ++h) {
        const auto half = [h](const core::Tensor &a) {
            return (static_cast<double>(a.data()[2 * h]) - a.data()[2 * h + 1]) / 2.0;
        };
        const double d = half(p.xEmbed);
        const double expected = half(p.gradOutput) * 1e-5 / std::pow(d * d + 1e-5, 1.5);
        for (const double sign : {1.0, -1.0})
            EXPECT_NEAR((*t)[core::Gradient::Concat].data()[2 * h + (sign < 0.0 ? 1 : 0)],
                        sign * expected, 1e-5 * std::abs(expected))
                << h << ": " << d;
    }
}

TEST_P(Options, FMR03_AddingALargeNumberIsAbsorbed) {
    // Scores 1, 2, 3, 4, all hidden, −1e9 added: in fp32 all four become −1e9.
    core::Problem p;
    p.config.dModel = p.config.heads = p.config.dK = p.config.dV = 1;
    p.config.positional.kind = core::PositionalKind::None;
    p.config.scaling.mode = core::ScalingMode::None;
    p.config.mask.custom = true;
    p.config.mask.application = MaskApplication::AddToScores;
    p.config.mask.fill = -1e9;
    p.maskKeep = core::BoolTensor({1, 4}, std::uint8_t{0});
    p.xEmbed = core::Tensor({1, 1, 1}, {1});
    p.xMemory = core::Tensor({1, 4, 1}, {1, 2, 3, 4});
    p.wQ = p.wK = p.wV = p.wO = core::Tensor({1, 1}, {1});
    const core::TracePtr t = runPass(engine(), p);
    expectValues((*t)[Stage::Weights], {0.25f, 0.25f, 0.25f, 0.25f}, 0.0f, "weights");
}

TEST_P(Options, SMX05_ScoresOfAThousandDoNotOverflow) {
    core::Problem p;
    p.config.dModel = p.config.heads = p.config.dK = p.config.dV = 1;
    p.config.positional.kind = core::PositionalKind::None;
    p.config.scaling.mode = core::ScalingMode::None;
    p.xEmbed = core::Tensor({1, 1, 1}, {1});
    p.wQ = p.wK = p.wV = p.wO = core::Tensor({1, 1}, {1});
    for (const float offset : {1000.0f, -1000.0f, 3e38f}) {
        p.xMemory = core::Tensor({1, 3, 1}, {offset, offset, offset});
        const core::TracePtr t = runPass(engine(), p);
        const float third = 1.0f / 3.0f;
        expectValues((*t)[Stage::Weights], {third, third, third}, 1e-6f, "weights");
    }
    p.xMemory = core::Tensor({1, 2, 1}, {88.0f, -300.0f});
    expectValues((*runPass(engine(), p))[Stage::Weights], {1.0f, 0.0f}, 0.0f, "weights");
}

TEST_P(Options, T1_NumbersOfTheReports) {
    const core::TracePtr t = runPass(engine(), problemT1());
    expectValues((*t)[Stage::Weights],
                 {.401112f, .197776f, .401112f, .197776f, .401112f, .401112f, .248255f, .248255f,
                  .503490f, .503490f, .248255f, .248255f, .248255f, .503490f, .248255f, 1.f / 3,
                  1.f / 3, 1.f / 3},
                 1e-6f, "weights");
    expectValues((*t)[Stage::Output],
                 {.802224f, .598888f, .248255f, .503490f, .598888f, .802224f, .503490f, .248255f,
                  .751745f, .751745f, .333333f, .333333f},
                 1e-6f, "output");
}

INSTANTIATE_TEST_SUITE_P(Device, Options,
                         testing::Values(gpu::Flavour::Tiles, gpu::Flavour::Groups),
                         [](const auto &i) {
                             return i.param == gpu::Flavour::Tiles ? "Tiles" : "Groups";
                         });

} // namespace
} // namespace attnscope::test
