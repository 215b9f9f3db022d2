// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/problem.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <limits>

namespace attnscope::test {
namespace {

using namespace core;

void expectRefused(const Problem &p, Issue::Code code, const std::vector<std::string> &mentions) {
    const auto issues = validate(p);
    ASSERT_FALSE(issues.empty());
    bool found = false;
    for (const Issue &i : issues)
        if (i.code == code && !found) { // the first of that kind
            found = true;
            for (const std::string &m : mentions)
                EXPECT_NE(i.message.find(m), std::string::npos) << m << " in: " << i.message;
        }
    EXPECT_TRUE(found) << issues.front().message;
}

TEST(Problem, WhatIsRightIsNotRefused) {
    EXPECT_TRUE(validate(t1()).empty());
    EXPECT_TRUE(validate(fx2()).empty());
    EXPECT_TRUE(validate(scoresProblem(2, 5, std::vector<float>(10))).empty());
}

TEST(Problem, DIM02_HeadsBelowOneAreRefusedInASentence) {
    for (const int heads : {0, -1}) {
        Problem p = t1();
        p.config.heads = heads;
        expectRefused(p, Issue::Code::BadHeads, {std::to_string(heads), "at least 1"});
    }
}

TEST(Problem, HeadsThatDoNotFitTheWeightsNameBothShapes) {
    Problem p = t1();
    p.config.heads = 3;
    expectRefused(p, Issue::Code::ShapeMismatch, {"W_Q", "[4, 4]", "[4, 6]", "heads=3", "d_k=2"});
}

TEST(Problem, ShareKvNeedsEqualWidths) {
    Problem p = t1();
    p.config.shareKv = true;
    p.config.dV = 1;
    expectRefused(p, Issue::Code::ShareKvWidths, {"d_k is 2", "d_v is 1", "share_kv"});
}

TEST(Problem, CLR06_NoRowsIsRefusedBeforeAnyEngine) {
    Problem p = t1();
    p.xEmbed = Tensor(Shape{1, 0, 4});
    expectRefused(p, Issue::Code::NoRows, {"at least 1 row"});
    p.xEmbed = Tensor(Shape{0, 3, 4});
    expectRefused(p, Issue::Code::NoRows, {"sequences"});
    Problem cross = t1();
    cross.xMemory = Tensor(Shape{1, 0, 4});
    expectRefused(cross, Issue::Code::NoRows, {"key rows"});
}

TEST(Problem, SettingsOutOfRange) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    Problem p = t1();
    p.config.dropout.attention = 1.0;
    expectRefused(p, Issue::Code::BadValue, {"dropout.attention is 1"});
    p = t1();
    p.config.positional = {PositionalKind::Sinusoidal, 0.0};
    expectRefused(p, Issue::Code::BadValue, {"positional.base is 0"});
    p = t1();
    p.config.scaling = {ScalingMode::Custom, nan};
    expectRefused(p, Issue::Code::BadValue, {"scaling.value"});
    p = t1();
    p.config.mask.fill = inf;
    expectRefused(p, Issue::Code::BadValue, {"mask.fill is inf"});
    p.config.mask.fill = nan;
    expectRefused(p, Issue::Code::BadValue, {"mask.fill is nan"});
    p.config.mask.fill = -inf;
    EXPECT_TRUE(validate(p).empty());
}

TEST(Problem, MRG04_MaskShapesAreNamed) {
    Problem p = t1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor(Shape{4, 3}, 1);
    expectRefused(p, Issue::Code::ShapeMismatch, {"[4, 3]", "[3, 3]", "[1, 2, 3, 3]"});
    p.maskKeep = {};
    expectRefused(p, Issue::Code::MissingArray, {"mask_keep"});
}

TEST(Problem, LengthsMustFitTheKeys) {
    Problem p = t1();
    p.config.mask.padding = true;
    p.lengths = IndexTensor({1}, {4});
    expectRefused(p, Issue::Code::BadValue, {"lengths[0] is 4", "3 keys"});
    p.lengths = IndexTensor({1}, {-1});
    expectRefused(p, Issue::Code::BadValue, {"lengths[0] is -1"});
}

TEST(Problem, OneScoreHasNoDeviation) {
    Problem p = scoresProblem(1, 1, {1});
    p.config.scaling.mode = ScalingMode::Standardise;
    expectRefused(p, Issue::Code::ScoresTooFew, {"standardise"});
}

TEST(Problem, SizesBeyondAnyMemoryAreRefusedBeforeTheyAreTaken) {
    Problem p = t1();
    p.config.heads = std::numeric_limits<int>::max();
    p.config.dK = p.config.dV = std::numeric_limits<int>::max();
    expectRefused(p, Issue::Code::TooLarge, {"bytes"});
}

TEST(Problem, ShapesOfStages) {
    Problem p = scoresProblem(2, 5, std::vector<float>(10));
    EXPECT_EQ(stageShape(p, Stage::Weights), (Shape{1, 1, 2, 5}));
    EXPECT_EQ(stageShape(p, Stage::M), (Shape{1, 5, 5}));
    EXPECT_EQ(stageShape(p, Stage::PE), std::nullopt);
    EXPECT_EQ(stageShape(p, Stage::ConcatNorm), std::nullopt);
    EXPECT_EQ(stageShape(p, Stage::Scale), (Shape{}));
    p.config.positional.kind = PositionalKind::Sinusoidal;
    p.config.normConcat = ConcatNorm::Layer;
    EXPECT_EQ(stageShape(p, Stage::PE), (Shape{2, 5}));
    EXPECT_EQ(stageShape(p, Stage::ConcatNorm), (Shape{1, 2, 5}));
    EXPECT_EQ(stageShape(t1(), Stage::M), std::nullopt);
    // S2-29 of the accounting: B=16, H=8, L=S=512 in fp32 is 128 MiB.
    Problem big;
    big.config.heads = 8;
    big.xEmbed = Tensor(Shape{16, 512, 1});
    EXPECT_EQ(elementCount(*stageShape(big, Stage::Weights)) * sizeof(float), 134217728U);
}

TEST(Stages, EveryStageHasItsWords) {
    for (const StageInfo &s : stageTable()) {
        EXPECT_FALSE(s.name.empty() || s.symbol.empty() || s.title.empty() || s.formula.empty() ||
                     s.cell.empty() || s.meaning.empty())
            << s.name;
        EXPECT_EQ(stageByName(s.name), s.stage);
        for (const Stage o : s.operands)
            EXPECT_LT(static_cast<int>(o), static_cast<int>(s.stage)) << s.name;
    }
    EXPECT_EQ(stageByName("nothing"), std::nullopt);
    EXPECT_TRUE(isQueryKeyMap(Stage::Weights));
    EXPECT_FALSE(isQueryKeyMap(Stage::Context));
    EXPECT_TRUE(hasHeadAxis(Stage::RowMax));
    EXPECT_FALSE(hasHeadAxis(Stage::Output));
}

TEST(Tensor, CopiesShareUntilOneIsWritten) {
    Tensor a({2}, {1, 2});
    Tensor b = a;
    EXPECT_EQ(a.identity(), b.identity());
    b.mutableData()[0] = 9;
    EXPECT_NE(a.identity(), b.identity());
    EXPECT_EQ(a(0), 1.0F);
    EXPECT_EQ(b(0), 9.0F);
    const void *before = b.identity();
    b.mutableData()[1] = 8; // sole owner: in place
    EXPECT_EQ(b.identity(), before);
}

TEST(Tensor, AbsentIsNotEmpty) {
    EXPECT_FALSE(Tensor().present());
    EXPECT_TRUE(Tensor(Shape{0, 3}).present());
    EXPECT_THROW(Tensor({2}, {1, 2, 3}), std::invalid_argument);
    EXPECT_THROW((void)Tensor({2}, {1, 2}).reshaped({3}), std::invalid_argument);
}

TEST(Tensor, BorrowedMemoryIsNeverWritten) {
    auto owner = std::shared_ptr<float>(new float[2]{1, 2}, std::default_delete<float[]>());
    Tensor t = Tensor::borrowed({2}, owner);
    t.mutableData()[0] = 5;
    EXPECT_EQ(owner.get()[0], 1.0F);
    EXPECT_EQ(t(0), 5.0F);
}

} // namespace
} // namespace attnscope::test
