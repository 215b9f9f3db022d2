// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mask_edit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace attnscope::core {
namespace {

/// `lines` of words; two heads, no mask.
Session session(std::vector<std::string> lines) {
    Session s;
    setText(s, std::move(lines));
    s.config.heads = 2;
    s.config.dModel = 4;
    s.config.dK = s.config.dV = 2;
    return s;
}

/// Rows of 1 and 0, as a person writes a mask down.
std::vector<std::string> rows(const BoolTensor &mask, std::size_t plane = 0) {
    const std::size_t S = mask.shape().back(), L = mask.shape()[mask.rank() - 2];
    std::vector<std::string> out(L);
    for (std::size_t i = 0; i < L; ++i)
        for (std::size_t j = 0; j < S; ++j)
            out[i] += mask.data()[plane * L * S + i * S + j] ? '1' : '0';
    return out;
}
using Rows = std::vector<std::string>;

KeepMask visibleSet(const Session &s) { return makeKeepMask(makeProblem(s)); }

TEST(MaskEdit, ACellForAllHeadsKeepsOneMap) {
    Session s = session({"a b c"});
    const MaskCell cell{1, 2};
    EXPECT_EQ(setMaskCells(s, {}, {&cell, 1}, false), 1u);
    EXPECT_TRUE(s.config.mask.custom) << "painting switches the mask on";
    EXPECT_EQ(s.maskKeep.shape(), (Shape{3, 3}));
    EXPECT_EQ(rows(s.maskKeep), (Rows{"111", "110", "111"}));
    for (std::size_t h = 0; h < 2; ++h)
        EXPECT_FALSE(visibleSet(s).visible(0, h, 1, 2));
}

TEST(MaskEdit, ACellOfOneHeadMakesMapsPerHeadUntilAllAreEqualAgain) {
    Session s = session({"a b c"});
    const MaskCell cell{0, 1};
    MaskScope second;
    second.head = 1;
    EXPECT_EQ(setMaskCells(s, second, {&cell, 1}, false), 1u);
    ASSERT_EQ(s.maskKeep.shape(), (Shape{1, 2, 3, 3}));
    EXPECT_EQ(rows(s.maskKeep, 0), (Rows{"111", "111", "111"}));
    EXPECT_EQ(rows(s.maskKeep, 1), (Rows{"101", "111", "111"}));
    MaskScope first;
    first.head = 0;
    EXPECT_EQ(setMaskCells(s, first, {&cell, 1}, false), 1u);
    EXPECT_EQ(s.maskKeep.shape(), (Shape{3, 3})) << "equal heads share one map again";
    EXPECT_EQ(rows(s.maskKeep), (Rows{"101", "111", "111"}));
}

TEST(MaskEdit, ASequenceOfItsOwn) {
    Session s = session({"a b", "c d"});
    MaskScope scope;
    scope.batch = 1;
    const MaskCell cell{1, 0};
    EXPECT_EQ(setMaskCells(s, scope, {&cell, 1}, false), 1u);
    const KeepMask keep = visibleSet(s);
    EXPECT_TRUE(keep.visible(0, 0, 1, 0));
    EXPECT_FALSE(keep.visible(1, 0, 1, 0));
    EXPECT_FALSE(keep.visible(1, 1, 1, 0));
}

TEST(MaskEdit, WhatChangesNothingLeavesTheSession) {
    Session s = session({"a b"});
    const MaskCell cells[] = {{0, 0}, {7, 7}};
    EXPECT_EQ(setMaskCells(s, {}, cells, true), 0u) << "visible already, or outside";
    EXPECT_FALSE(s.config.mask.custom);
    EXPECT_FALSE(s.maskKeep.present());
}

TEST(MaskEdit, AMaskThatIsOffIsNotBroughtBackByAStroke) {
    Session s = session({"a b"});
    s.maskKeep = BoolTensor({2, 2}, std::uint8_t{0});
    s.config.mask.custom = false;
    const MaskCell cell{0, 1};
    EXPECT_EQ(setMaskCells(s, {}, {&cell, 1}, false), 1u);
    EXPECT_EQ(rows(s.maskKeep), (Rows{"10", "11"})) << "nothing but the stroke changes";
}

TEST(MaskEdit, TheRestOfTheMaskIsNotPainted) {
    Session s = session({"a b c", "d"});
    s.config.mask.causal = s.config.mask.padding = true;
    const MaskCell cell{2, 0};
    setMaskCells(s, {}, {&cell, 1}, false);
    EXPECT_TRUE(s.config.mask.causal && s.config.mask.padding);
    // AND of the three: causal lower triangle, one key in the second sequence, the painted cell.
    const KeepMask keep = visibleSet(s);
    const auto set = [&](std::size_t b) {
        Rows out(3);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                out[i] += keep.visible(b, 0, i, j) ? '1' : '0';
        return out;
    };
    EXPECT_EQ(set(0), (Rows{"100", "110", "011"}));
    EXPECT_EQ(set(1), (Rows{"100", "100", "000"}));
    // And each cell says which of them hide it.
    const BoolTensor why = hiddenBy(s, 1, 0);
    EXPECT_EQ(why(0, 0), 0);
    EXPECT_EQ(why(2, 0), kHiddenByCustom);
    EXPECT_EQ(why(2, 1), kHiddenByPadding);
    EXPECT_EQ(why(0, 1), kHiddenByCausal | kHiddenByPadding);
    EXPECT_EQ(hiddenBy(s, 0, 1)(0, 1), kHiddenByCausal);
}

TEST(MaskEdit, RectanglesGoBetweenAnyTwoCornersAndEndAtTheEdge) {
    const Session s = session({"a b c"});
    const MapSizes z = mapSizes(s);
    const auto cells = cellsBetween({2, 2}, {1, 1}, z);
    EXPECT_EQ(cells, (std::vector<MaskCell>{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));
    EXPECT_EQ(cellsBetween({2, 0}, {9, 9}, z).size(), 3u);
}

Rows preset(MaskPreset p, std::size_t number, const Session &base) {
    Session s = base;
    MaskPresetOptions o;
    o.number = number;
    applyMaskPreset(s, {}, p, o, MaskCombine::Replace);
    return rows(customMask(s));
}

TEST(MaskEdit, PresetsAreWhatTheirNamesSay) {
    const Session s = session({"a b c d"});
    EXPECT_EQ(preset(MaskPreset::NothingVisible, 1, s), (Rows{"0000", "0000", "0000", "0000"}));
    EXPECT_EQ(preset(MaskPreset::Causal, 1, s), (Rows{"1000", "1100", "1110", "1111"}));
    EXPECT_EQ(preset(MaskPreset::Window, 1, s), (Rows{"1100", "1110", "0111", "0011"}));
    EXPECT_EQ(preset(MaskPreset::Window, 0, s), (Rows{"1000", "0100", "0010", "0001"}));
    EXPECT_EQ(preset(MaskPreset::Prefix, 2, s), (Rows{"1100", "1100", "1100", "1100"}));
    EXPECT_EQ(preset(MaskPreset::PrefixLm, 2, s), (Rows{"1100", "1100", "1110", "1111"}));
    EXPECT_EQ(preset(MaskPreset::Blocks, 3, s), (Rows{"1110", "1110", "1110", "0001"}));
    EXPECT_EQ(preset(MaskPreset::Strided, 2, s), (Rows{"1010", "0101", "1010", "0101"}));
    Session hidden = s;
    applyMaskPreset(hidden, {}, MaskPreset::NothingVisible, {}, MaskCombine::Replace);
    EXPECT_EQ(preset(MaskPreset::AllVisible, 1, hidden), (Rows{"1111", "1111", "1111", "1111"}));
}

TEST(MaskEdit, CausalFollowsTheAlignmentWhenKeysOutnumberQueries) {
    Session s = session({"a b"});
    setMemoryText(s, {"x y z"});
    MaskPresetOptions o;
    applyMaskPreset(s, {}, MaskPreset::Causal, o, MaskCombine::Replace);
    EXPECT_EQ(rows(s.maskKeep), (Rows{"110", "111"})) << "j ≤ i + S − L";
    o.alignment = CausalAlignment::TopLeft;
    applyMaskPreset(s, {}, MaskPreset::Causal, o, MaskCombine::Replace);
    EXPECT_EQ(rows(s.maskKeep), (Rows{"100", "110"})) << "j ≤ i";
}

TEST(MaskEdit, PaddingAndSentencesAreThoseOfEachSequence) {
    Session s = session({"a b c", "d"});
    applyMaskPreset(s, {}, MaskPreset::Padding, {}, MaskCombine::Replace);
    ASSERT_EQ(s.maskKeep.rank(), 4u);
    EXPECT_EQ(rows(s.maskKeep, 0), (Rows{"111", "111", "111"}));
    EXPECT_EQ(rows(s.maskKeep, 2), (Rows{"100", "100", "100"}));
    Session t = session({"Go now. Stop", "我走。停"});
    applyMaskPreset(t, {}, MaskPreset::Sentences, {}, MaskCombine::Replace);
    EXPECT_EQ(rows(t.maskKeep, 0), (Rows{"1100", "1100", "0011", "0011"}))
        << "padding belongs to the last sentence";
    EXPECT_EQ(rows(t.maskKeep, 2), (Rows{"1110", "1110", "1110", "0001"}));
}

TEST(MaskEdit, PresetsCombine) {
    Session s = session({"a b c"});
    MaskPresetOptions one;
    one.number = 1;
    applyMaskPreset(s, {}, MaskPreset::Causal, {}, MaskCombine::Replace);
    Session both = s, either = s;
    EXPECT_EQ(applyMaskPreset(both, {}, MaskPreset::Window, one, MaskCombine::And), 1u);
    EXPECT_EQ(rows(both.maskKeep), (Rows{"100", "110", "011"}));
    EXPECT_EQ(applyMaskPreset(either, {}, MaskPreset::Window, one, MaskCombine::Or), 2u);
    EXPECT_EQ(rows(either.maskKeep), (Rows{"110", "111", "111"}));
}

TEST(MaskEdit, PrefixLmIsNotHiddenByTheCausalMask) {
    Session s = session({"a b c"});
    s.config.mask.causal = true;
    MaskPresetOptions two;
    two.number = 2;
    applyMaskPreset(s, {}, MaskPreset::PrefixLm, two, MaskCombine::Replace);
    EXPECT_TRUE(visibleSet(s).visible(0, 0, 0, 1));
    EXPECT_FALSE(visibleSet(s).visible(0, 0, 0, 2));
}

TEST(MaskEdit, RandomIsOfItsSeedAndKeepsWhatASmallerMapHad) {
    MaskPresetOptions o;
    o.density = 0.3;
    o.seed = 7;
    std::string line = "w";
    for (int i = 1; i < 100; ++i)
        line += " w";
    Session big = session({line}), small = session({"w w w w w"});
    applyMaskPreset(big, {}, MaskPreset::Random, o, MaskCombine::Replace);
    applyMaskPreset(small, {}, MaskPreset::Random, o, MaskCombine::Replace);
    double visible = 0;
    for (const std::uint8_t v : big.maskKeep.values())
        visible += v;
    // 10000 draws: five standard deviations of √(0.3·0.7/10000) are 0.023.
    EXPECT_NEAR(visible / 10000, 0.3, 0.023);
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            EXPECT_EQ(big.maskKeep(i, j), small.maskKeep(i, j));
    Session other = session({line});
    o.seed = 8;
    applyMaskPreset(other, {}, MaskPreset::Random, o, MaskCombine::Replace);
    EXPECT_NE(rows(other.maskKeep), rows(big.maskKeep));
    o.density = 1.0;
    EXPECT_EQ(applyMaskPreset(small, {}, MaskPreset::Random, o, MaskCombine::Or) > 0, true);
    EXPECT_EQ(rows(small.maskKeep)[0], "11111");
}

TEST(MaskEdit, InvertingTwiceIsNothing) {
    Session s = session({"a b c"});
    applyMaskPreset(s, {}, MaskPreset::Causal, {}, MaskCombine::Replace);
    EXPECT_EQ(invertMask(s, {}), 9u);
    EXPECT_EQ(rows(s.maskKeep), (Rows{"011", "001", "000"}));
    invertMask(s, {});
    EXPECT_EQ(rows(s.maskKeep), (Rows{"100", "110", "111"}));
}

TEST(MaskEdit, SizesThatChangeKeepWhatFits) {
    Session s = session({"a b c"});
    applyMaskPreset(s, {}, MaskPreset::Causal, {}, MaskCombine::Replace);
    Session longer = s;
    setText(longer, {"a b c d"});
    EXPECT_EQ(rows(customMask(longer)), (Rows{"1001", "1101", "1111", "1111"}))
        << "new places are visible";
    Session shorter = s;
    setText(shorter, {"a b"});
    EXPECT_EQ(rows(customMask(shorter)), (Rows{"10", "11"}));
    setText(shorter, {"a b c"});
    EXPECT_EQ(rows(customMask(shorter)), rows(s.maskKeep)) << "changed back, it is all there";
    Session heads = s;
    MaskScope second;
    second.head = 1;
    invertMask(heads, second);
    heads.config.heads = 3;
    const BoolTensor three = customMask(heads);
    ASSERT_EQ(three.shape(), (Shape{1, 3, 3, 3}));
    EXPECT_EQ(rows(three, 1), (Rows{"011", "001", "000"}));
    EXPECT_EQ(rows(three, 2), (Rows{"111", "111", "111"}));
}

TEST(MaskEdit, RandomStrokesAreTheirOwnSum) {
    // Each place shows what the last stroke over it said, whatever form the mask had between.
    std::mt19937 random(5);
    const auto below = [&](std::size_t n) { return random() % n; };
    Session s = session({"a b c d", "e f"});
    std::vector<int> expected(2 * 2 * 16, 1);
    for (int step = 0; step < 500; ++step) {
        MaskScope scope;
        if (below(2))
            scope.head = below(2);
        if (below(3) == 0)
            scope.batch = below(2);
        const bool visible = below(2) != 0;
        const auto cells = cellsBetween({below(4), below(4)}, {below(4), below(4)}, mapSizes(s));
        setMaskCells(s, scope, cells, visible);
        for (std::size_t b = 0; b < 2; ++b)
            for (std::size_t h = 0; h < 2; ++h)
                for (const MaskCell &c : cells)
                    if ((!scope.head || *scope.head == h) && (!scope.batch || *scope.batch == b))
                        expected[(b * 2 + h) * 16 + c.query * 4 + c.key] = visible;
        const KeepMask keep = visibleSet(s);
        for (std::size_t n = 0; n < expected.size(); ++n)
            ASSERT_EQ(keep.visible(n / 32, n / 16 % 2, n / 4 % 4, n % 4), expected[n] != 0)
                << step << ' ' << n;
    }
}

} // namespace
} // namespace attnscope::core
