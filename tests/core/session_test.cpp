// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>

namespace attnscope::core {
namespace {

Session sentence(std::vector<std::string> lines = {"the cat sat on the mat"}) {
    Session s;
    setText(s, std::move(lines));
    return s;
}

/// The message of what `f` throws, which must be an InputError.
template <class F> std::string refusal(F f) {
    try {
        f();
    } catch (const InputError &e) {
        return e.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

Tensor counting(Shape shape) {
    auto t = Tensor::uninitialised(std::move(shape));
    for (std::size_t i = 0; i < t.size(); ++i)
        t.mutableData()[i] = static_cast<float>(i + 1);
    return t;
}

TEST(Session, DrawsEveryShapeThatTheSettingsAskFor) {
    Session s = sentence();
    s.config = {};
    s.config.dModel = 10;
    s.config.heads = 3;
    s.config.dK = 4;
    s.config.dV = 5;
    const Problem p = makeProblem(s);
    EXPECT_EQ(p.xEmbed.shape(), (Shape{1, 6, 10}));
    EXPECT_EQ(p.wQ.shape(), (Shape{10, 12}));
    EXPECT_EQ(p.wK.shape(), (Shape{10, 12}));
    EXPECT_EQ(p.wV.shape(), (Shape{10, 15}));
    EXPECT_EQ(p.wO.shape(), (Shape{15, 10}));
    EXPECT_FALSE(p.bQ.present());
    EXPECT_FALSE(p.gammaConcat.present());
    EXPECT_EQ(p.lengths(0), 6);
}

TEST(Session, SameWordHasTheSameVector) {
    const Problem p = makeProblem(sentence({"the cat", "a cat the"}));
    for (std::size_t c = 0; c < p.dModel(); ++c) {
        EXPECT_EQ(p.xEmbed(0, 0, c), p.xEmbed(1, 2, c));
        EXPECT_EQ(p.xEmbed(0, 1, c), p.xEmbed(1, 1, c));
    }
}

TEST(Session, WhatDidNotChangeKeepsItsIdentity) {
    Session s = sentence();
    const Problem a = makeProblem(s);
    s.config.mask.causal = true;
    const Problem b = makeProblem(s);
    EXPECT_EQ(a.wQ.identity(), b.wQ.identity());
    EXPECT_EQ(a.xEmbed.identity(), b.xEmbed.identity());
    s.seed = 43;
    EXPECT_NE(makeProblem(s).wQ.identity(), a.wQ.identity());
}

// mathematics.md §9: what was edited stays at its (row, head, column), only new places are drawn.
TEST(Session, EditedWeightsKeepTheirPlaceWhenWidthsChange) {
    Session s = sentence();
    s.config.dModel = 4;
    s.config.heads = 2;
    s.config.dK = 3;
    s.config.dV = 2;
    const Tensor edited = counting({4, 6}), editedO = counting({4, 4});
    setArray(s, Input::WQ, edited);
    setArray(s, Input::WO, editedO);
    s.config.heads = 3;
    s.config.dK = 6; // 6 columns are now those of one head: only the layout kept tells
    s.config.dV = 5;
    s.config.dModel = 7;
    const Problem p = makeProblem(s);
    Session drawnOnly = s;
    drawnOnly.arrays.clear();
    const Problem drawn = makeProblem(drawnOnly);
    ASSERT_EQ(p.wQ.shape(), (Shape{7, 18}));
    ASSERT_EQ(p.wO.shape(), (Shape{15, 7}));
    for (std::size_t r = 0; r < 7; ++r)
        for (std::size_t h = 0; h < 3; ++h)
            for (std::size_t c = 0; c < 6; ++c)
                EXPECT_EQ(p.wQ(r, h * 6 + c),
                          r < 4 && h < 2 && c < 3 ? edited(r, h * 3 + c) : drawn.wQ(r, h * 6 + c));
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t r = 0; r < 5; ++r)
            for (std::size_t c = 0; c < 7; ++c)
                EXPECT_EQ(p.wO(h * 5 + r, c),
                          h < 2 && r < 2 && c < 4 ? editedO(h * 2 + r, c) : drawn.wO(h * 5 + r, c));
    // Back to the size it had: every number is there again.
    s.config.heads = 2;
    s.config.dK = 3;
    s.config.dV = 2;
    s.config.dModel = 4;
    const Problem back = makeProblem(s);
    EXPECT_EQ(back.wQ.identity(), edited.identity());
    EXPECT_EQ(back.wO.identity(), editedO.identity());
}

TEST(Session, BiasesApplyOnlyWhenBroughtInOrNamed) {
    Session s = sentence();
    setArray(s, Input::BQ, counting({32}));
    s.init[Input::BO] = {InitMethod::Constant, 0.5, false};
    Problem p = makeProblem(s);
    EXPECT_EQ(p.bQ(31), 32.0f);
    EXPECT_EQ(p.bO(0), 0.5f);
    EXPECT_FALSE(p.bK.present());
    s.config.dK = 10;
    p = makeProblem(s);
    ASSERT_EQ(p.bQ.shape(), Shape{40});
    EXPECT_EQ(p.bQ(7), 8.0f);
    EXPECT_EQ(p.bQ(8), 0.0f);  // a new place of a bias is 0
    EXPECT_EQ(p.bQ(10), 9.0f); // head 1 starts here
    setArray(s, Input::BQ, {});
    EXPECT_FALSE(makeProblem(s).bQ.present());
}

TEST(Session, BatchIsPaddedAndLengthsAreKnown) {
    const Session s = sentence({"a b c d", "", "e f"});
    const Problem p = makeProblem(s);
    EXPECT_EQ(p.batch(), 2u);
    EXPECT_EQ(p.lengths(0), 4);
    EXPECT_EQ(p.lengths(1), 2);
    EXPECT_EQ(queryLabels(s, p, 1), (std::vector<std::string>{"e", "f", "[PAD]", "[PAD]"}));
    EXPECT_EQ(keyLabels(s, p, 0), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(Session, MemoryMakesCrossAttention) {
    Session s = sentence({"我喜欢猫"});
    setMemoryText(s, {"I like cats"});
    const Problem p = makeProblem(s);
    ASSERT_TRUE(p.cross());
    EXPECT_EQ(p.queries(), 4u);
    EXPECT_EQ(p.keys(), 3u);
    EXPECT_EQ(p.lengths(0), 3);
    EXPECT_EQ(keyLabels(s, p, 0), (std::vector<std::string>{"I", "like", "cats"}));
    setMemoryText(s, {"one", "two"});
    EXPECT_TRUE(contains(refusal([&] { (void)makeProblem(s); }), "2 memory sequences for 1"));
    setMemoryText(s, {});
    EXPECT_FALSE(makeProblem(s).cross());
}

TEST(Session, EditedEmbeddingFollowsItsToken) {
    Session s = sentence({"the cat sat"});
    Tensor x = makeProblem(s).xEmbed;
    x.mutableData()[x.offset(0, 1, 0)] = 99.0f;
    setArray(s, Input::XEmbed, x);
    setText(s, {"the cat ran away"});
    const Problem p = makeProblem(s);
    EXPECT_EQ(p.queries(), 4u);
    EXPECT_EQ(p.xEmbed(0, 1, 0), 99.0f);
    EXPECT_EQ(p.xEmbed(0, 2, 0), makeProblem(sentence({"ran"})).xEmbed(0, 0, 0));
    setText(s, {"quite other words"});
    EXPECT_EQ(s.arrays.count(Input::XEmbed), 0u);
}

TEST(Session, SettingsByTheirJsonPaths) {
    Session s = sentence();
    applySetting(s, "mask.causal", "true");
    applySetting(s, "mask.fill", "-1e9");
    applySetting(s, "mask.application", "add_to_scores");
    applySetting(s, "scaling.mode", "custom");
    applySetting(s, "scaling.value", "0.5");
    applySetting(s, "config.positional.base", "1000");
    applySetting(s, "norm.concat", "per_head");
    applySetting(s, "dropout.attention", "0.1");
    applySetting(s, "dropout.seed", "18446744073709551615");
    applySetting(s, "init.seed", "7");
    applySetting(s, "init.W_Q", "normal:0.02:per_head");
    applySetting(s, "text", "one two\nthree");
    EXPECT_TRUE(s.config.mask.causal);
    EXPECT_EQ(s.config.mask.fill, -1e9);
    EXPECT_EQ(s.config.mask.application, MaskApplication::AddToScores);
    EXPECT_EQ(s.config.scaling, (Scaling{ScalingMode::Custom, 0.5}));
    EXPECT_EQ(s.config.positional.base, 1000.0);
    EXPECT_EQ(s.config.normConcat, ConcatNorm::PerHead);
    EXPECT_EQ(s.config.dropout.seed, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(s.seed, 7u);
    EXPECT_EQ(s.init[Input::WQ], (Initialiser{InitMethod::Normal, 0.02, true}));
    EXPECT_EQ(s.text, (std::vector<std::string>{"one two", "three"}));
    applySetting(s, "mask.fill", "-inf");
    EXPECT_EQ(s.config.mask.fill, -std::numeric_limits<double>::infinity());
}

TEST(Session, EveryKeyIsKnownAndUnknownOnesNameTheNearest) {
    Session s = sentence();
    for (const std::string &key : settingKeys()) {
        if (key == "text" || key == "memory_text")
            EXPECT_NO_THROW(applySetting(s, key, "any words")) << key;
        else
            EXPECT_THROW(applySetting(s, key, "no such value!"), InputError) << key;
    }
    const std::pair<const char *, const char *> near[] = {
        {"heds", "heads"}, {"mask.casual", "mask.causal"}, {"causal", "mask.causal"},
        {"dk", "d_k"},     {"init.WQ", "init.W_Q"},        {"positional.bse", "positional.base"}};
    for (const auto &[wrong, right] : near)
        try {
            applySetting(s, wrong, "1");
            ADD_FAILURE() << wrong << " was taken";
        } catch (const UsageError &e) {
            EXPECT_TRUE(contains(e.what(), "'" + std::string(right) + "'")) << e.what();
        }
}

TEST(Session, NumbersHaveAPointInEveryLocale) {
    Session s = sentence();
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char *locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
        (void)std::setlocale(LC_ALL, locale); // where it is installed
        applySetting(s, "scaling.value", "0.25");
        EXPECT_EQ(s.config.scaling.value, 0.25) << locale;
    }
    (void)std::setlocale(LC_ALL, before.c_str());
    EXPECT_TRUE(contains(refusal([&] { applySetting(s, "scaling.value", "0,5"); }), "'0,5'"));
}

TEST(Session, DIM02_HeadsThatCannotBe) {
    Session s = sentence();
    applySettings(
        s, std::vector<std::pair<std::string, std::string>>{{"d_model", "4"}, {"heads", "2"}});
    EXPECT_EQ(s.config.dK, 2);
    const Session before = s;
    EXPECT_TRUE(
        contains(refusal([&] { applySetting(s, "heads", "3"); }), "4 is not divisible by 3"));
    EXPECT_TRUE(
        contains(refusal([&] { applySetting(s, "heads", "5"); }), "4 is not divisible by 5"));
    for (const char *bad : {"0", "-1", "abc", "2.5", "", "99999999999", "nan"}) {
        const std::string why = refusal([&] { applySetting(s, "heads", bad); });
        EXPECT_TRUE(contains(why, "'" + std::string(bad) + "'")) << why;
    }
    EXPECT_EQ(s.config, before.config); // a refusal changes nothing
    // Widths that are free need not divide.
    applySetting(s, "d_k", "5");
    applySetting(s, "heads", "3");
    EXPECT_EQ(makeProblem(s).wQ.shape(), (Shape{4, 15}));
}

TEST(Session, TiedWidthsFollowInEitherOrder) {
    for (const bool headsFirst : {true, false}) {
        Session s = sentence();
        std::vector<std::pair<std::string, std::string>> set{{"heads", "3"}, {"d_model", "48"}};
        if (!headsFirst)
            std::swap(set[0], set[1]);
        applySettings(s, set);
        EXPECT_EQ(s.config.dK, 16);
        EXPECT_EQ(s.config.dV, 16);
    }
}

TEST(Session, RefusedBeforeMemoryIsTaken) {
    Session s = sentence();
    applySetting(s, "d_k", "2000000000");
    applySetting(s, "heads", "1000000");
    const std::string why = refusal([&] { (void)makeProblem(s); });
    EXPECT_TRUE(contains(why, "bytes")) << why;
    EXPECT_TRUE(contains(refusal([] { (void)makeProblem(Session{}); }), "text"));
    Session t = sentence();
    EXPECT_TRUE(contains(refusal([&] { applySetting(t, "text", " \n "); }), "text is empty"));
    t.config.shareKv = true;
    t.config.dV = 4;
    EXPECT_TRUE(contains(refusal([&] { (void)makeProblem(t); }), "share_kv"));
}

TEST(Session, InitialisersThatNoFloatHoldsAreRefused) {
    Session s = sentence();
    for (const char *value : {"normal:nan", "normal:1e400", "uniform:inf", "constant:-inf",
                              "normal:3.5e38", "normal:nan:per_head"}) {
        const std::string why = refusal([&] { applySetting(s, "init.W_Q", value); });
        EXPECT_TRUE(contains(why, "init.W_Q is '") && contains(why, "finite")) << why;
        EXPECT_TRUE(s.init.empty());
    }
    applySetting(s, "init.W_Q", "constant:-3.4e38");
    EXPECT_EQ(s.init.at(Input::WQ).value, -3.4e38);
}

TEST(Session, LargeWidthsAreToldTheirDivisorsAtOnce) {
    // 2147483647 is a prime: its only divisors are 1 and itself.
    Session s = sentence();
    std::string why = refusal([&] {
        applySettings(s, std::vector<std::pair<std::string, std::string>>{{"d_model", "2147483647"},
                                                                          {"heads", "1000000"}});
    });
    EXPECT_TRUE(contains(why, "use heads=1 or heads=2147483647,")) << why;
    why = refusal([&] {
        applySettings(s, std::vector<std::pair<std::string, std::string>>{{"d_model", "360"},
                                                                          {"heads", "50"}});
    });
    EXPECT_TRUE(contains(why, "use heads=45 or heads=60,")) << why;
    why = refusal([&] {
        applySettings(
            s, std::vector<std::pair<std::string, std::string>>{{"d_model", "4"}, {"heads", "5"}});
    });
    EXPECT_TRUE(contains(why, "use heads=4,")) << why;
}

TEST(Session, PaddingThatNoTextJustifiesIsRefused) {
    // 3000 lines of one word and one of 3000: nine million places for 6000 words.
    std::string line;
    for (int i = 0; i < 3000; ++i)
        line += "b ";
    std::vector<std::string> lines(3000, "a");
    lines.push_back(line);
    Session s = sentence();
    const auto before = s.tokens;
    const std::string why = refusal([&] { setText(s, lines); });
    EXPECT_TRUE(contains(why, "3001 sequences") && contains(why, "3000 tokens")) << why;
    EXPECT_EQ(s.tokens, before);
    EXPECT_EQ(refusal([&] { setMemoryText(s, lines); }), why);
    lines.resize(1000); // a million at most
    lines.push_back(line.substr(0, 2000));
    setText(s, lines);
    EXPECT_EQ(s.tokens.front().size(), 1000U);
}

TEST(Session, AMaskRepeatedBeyondReasonIsRefused) {
    const BoolTensor mask({2, 1, 2, 2}, 1);
    const std::string why = refusal([&] { (void)normalisedMask(mask, 2, 1000000000, 2, 2); });
    EXPECT_TRUE(contains(why, "[2, 1000000000, 2, 2]")) << why;
    EXPECT_EQ(normalisedMask(mask, 2, 1000, 2, 2).shape(), (Shape{2, 1000, 2, 2}));
}

TEST(Session, MRG04_ShapesOfAMask) {
    const std::size_t B = 2, H = 2, L = 3, S = 4;
    const auto mask = [](Shape shape) {
        auto m = BoolTensor::uninitialised(std::move(shape));
        for (std::size_t i = 0; i < m.size(); ++i)
            m.mutableData()[i] = i % 3 != 0;
        return m;
    };
    EXPECT_EQ(normalisedMask(mask({L, S}), B, H, L, S).shape(), (Shape{L, S}));
    EXPECT_EQ(normalisedMask(mask({1, L, S}), B, H, L, S).shape(), (Shape{L, S}));
    EXPECT_EQ(normalisedMask(mask({B, H, L, S}), B, H, L, S).shape(), (Shape{B, H, L, S}));
    const BoolTensor given = mask({H, L, S});
    const BoolTensor perHead = normalisedMask(given, B, H, L, S);
    ASSERT_EQ(perHead.shape(), (Shape{B, H, L, S}));
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < H; ++h)
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < S; ++j)
                    EXPECT_EQ(perHead(b, h, i, j), given(h, i, j));
    for (const Shape &wrong : {Shape{3, 2, 4}, Shape{4, 3}, Shape{4}, Shape{1, 4}, Shape{3, L, S},
                               Shape{1, 1, 1, L, S}, Shape{3, H, L, S}}) {
        const std::string why = refusal([&] { (void)normalisedMask(mask(wrong), B, H, L, S); });
        EXPECT_TRUE(contains(why, toString(wrong))) << why;
        EXPECT_TRUE(contains(why, "[3, 4]")) << why;
    }
}

TEST(Session, CustomMaskKeepsItsCellsWhenTheTextGrows) {
    Session s = sentence({"a b"});
    s.config.mask.custom = true;
    s.maskKeep = BoolTensor({2, 2}, {1, 0, 1, 1});
    setText(s, {"a b c"});
    const Problem p = makeProblem(s);
    ASSERT_EQ(p.maskKeep.shape(), (Shape{3, 3}));
    const std::uint8_t expected[] = {1, 0, 1, 1, 1, 1, 1, 1, 1};
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_EQ(p.maskKeep.data()[i], expected[i]) << i;
}

TEST(Session, DropoutIsDrawnFromItsSeed) {
    Session s = sentence();
    s.config.dropout.attention = 0.5;
    const Problem a = makeProblem(s);
    ASSERT_EQ(a.dropoutKeep.shape(), (Shape{1, 4, 6, 6}));
    s.config.dropout.seed = 2;
    const Problem b = makeProblem(s);
    EXPECT_FALSE(std::equal(a.dropoutKeep.values().begin(), a.dropoutKeep.values().end(),
                            b.dropoutKeep.values().begin()));
    s.config.dropout.attention = 0.0;
    EXPECT_FALSE(makeProblem(s).dropoutKeep.present());
}

} // namespace
} // namespace attnscope::core
