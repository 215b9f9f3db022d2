// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_edit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace attnscope::core {
namespace {

Session session() {
    Session s;
    setText(s, {"the cat sat on the mat", "a cat"});
    s.config.dModel = 6;
    s.config.heads = 3;
    s.config.dK = s.config.dV = 2;
    s.tieDk = false;
    return s;
}

bool same(const Tensor &a, const Tensor &b) {
    return a.shape() == b.shape() && a.present() == b.present() &&
           (!a.present() || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

template <class F> std::string refusal(F f) {
    try {
        f();
    } catch (const InputError &e) {
        return e.what();
    }
    return {};
}

ArrayBlock cell(std::size_t r, std::size_t c, std::size_t b = 0) { return {b, r, c, 1, 1}; }

TEST(ArrayEdit, OneCellIsSetAndTheOthersStayAsDrawn) {
    Session s = session();
    const Tensor before = presentArray(s, Input::WQ);
    EXPECT_EQ(setCells(s, Input::WQ, cell(3, 5), std::vector<float>{0.25F}), 1u);
    const Tensor after = presentArray(s, Input::WQ);
    ASSERT_TRUE(s.arrays.count(Input::WQ));
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c)
            EXPECT_EQ(after(r, c), r == 3 && c == 5 ? 0.25F : before(r, c)) << r << ',' << c;
    EXPECT_EQ(editedCount(s, Input::WQ), 1u);
    EXPECT_EQ(editedCells(s, Input::WQ)(3, 5), 1);
    EXPECT_EQ(editedCells(s, Input::WQ)(3, 4), 0);
}

TEST(ArrayEdit, NothingChangesWhenEveryBitIsAsItWas) {
    Session s = session();
    const float old = presentArray(s, Input::WQ)(1, 1);
    EXPECT_EQ(setCells(s, Input::WQ, cell(1, 1), std::vector<float>{old}), 0u);
    EXPECT_FALSE(s.arrays.count(Input::WQ)) << "it is still drawn, and follows the seed";
    setCells(s, Input::WQ, cell(1, 1), std::vector<float>{0.0F});
    EXPECT_EQ(setCells(s, Input::WQ, cell(1, 1), std::vector<float>{-0.0F}), 1u)
        << "zero and minus zero differ in a bit";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(setCells(s, Input::WQ, cell(1, 1), std::vector<float>{nan}), 1u);
    EXPECT_EQ(setCells(s, Input::WQ, cell(1, 1), std::vector<float>{nan}), 0u);
}

TEST(ArrayEdit, OtherHoldersOfTheArrayDoNotSeeTheChange) {
    Session s = session();
    setCells(s, Input::WK, cell(0, 0), std::vector<float>{1.0F});
    const Session before = s;
    setCells(s, Input::WK, cell(0, 0), std::vector<float>{2.0F});
    EXPECT_EQ(presentArray(before, Input::WK)(0, 0), 1.0F);
    EXPECT_EQ(presentArray(s, Input::WK)(0, 0), 2.0F);
    // The array that is drawn is shared with everybody who asks for it, too.
    EXPECT_TRUE(same(drawnArray(s, Input::WK), drawnArray(session(), Input::WK)));
}

TEST(ArrayEdit, ResetReturnsCellsAndFollowsTheSeedAgainOnceNoneDiffers) {
    Session s = session();
    fillConstant(s, Input::WV, {0, 1, 1, 2, 3}, 7.0F);
    EXPECT_EQ(editedCount(s, Input::WV), 6u);
    EXPECT_EQ(resetCells(s, Input::WV, {0, 1, 1, 1, 3}), 3u);
    EXPECT_EQ(editedCount(s, Input::WV), 3u);
    EXPECT_TRUE(s.arrays.count(Input::WV));
    EXPECT_EQ(resetCells(s, Input::WV, wholeBlock({6, 6})), 3u);
    EXPECT_FALSE(s.arrays.count(Input::WV));
    s.seed = 7;
    Session fresh = session();
    fresh.seed = 7;
    EXPECT_TRUE(same(presentArray(s, Input::WV), presentArray(fresh, Input::WV)));
}

TEST(ArrayEdit, ACellTypedBackToItsSeededValueIsAResetToo) {
    Session s = session();
    const float drawn = presentArray(s, Input::WO)(2, 2);
    setCells(s, Input::WO, cell(2, 2), std::vector<float>{drawn + 1.0F});
    setCells(s, Input::WO, cell(2, 2), std::vector<float>{drawn});
    EXPECT_FALSE(s.arrays.count(Input::WO));
}

TEST(ArrayEdit, EditedCellsStayWhenTheSeedOrASizeChanges) {
    Session s = session();
    setCells(s, Input::WQ, cell(2, 3), std::vector<float>{9.0F}); // head 1, its column 1
    s.config.dK = 4;
    s.config.dV = 4;
    const Tensor grown = presentArray(s, Input::WQ);
    ASSERT_EQ(grown.shape(), (Shape{6, 12}));
    EXPECT_EQ(grown(2, 1 * 4 + 1), 9.0F) << "head 1 keeps its own column 1";
    // Editing the grown array lays it out for the widths of now.
    setCells(s, Input::WQ, cell(0, 11), std::vector<float>{5.0F}); // head 2, its column 3
    EXPECT_EQ(presentArray(s, Input::WQ)(2, 5), 9.0F);
    s.config.dK = 2;
    s.config.dV = 2;
    EXPECT_EQ(presentArray(s, Input::WQ)(2, 3), 9.0F);
}

TEST(ArrayEdit, AnArrayOfTheSameShapeForOtherHeadsIsLaidOutAnew) {
    Session s = session();
    setCells(s, Input::WQ, cell(0, 4), std::vector<float>{9.0F}); // head 2, column 0 of 3 heads × 2
    s.config.heads = 2;
    s.config.dK = 3; // still 6 columns, but head 2 is gone
    const Tensor now = presentArray(s, Input::WQ);
    ASSERT_EQ(now.shape(), (Shape{6, 6}));
    EXPECT_NE(now(0, 4), 9.0F);
    setCells(s, Input::WQ, cell(0, 5), std::vector<float>{4.0F}); // head 1, column 2
    const Tensor after = presentArray(s, Input::WQ);
    for (std::size_t c = 0; c < 5; ++c)
        EXPECT_EQ(after(0, c), now(0, c)) << "only the cell that was set changes: " << c;
    EXPECT_EQ(after(0, 5), 4.0F);
}

TEST(ArrayEdit, Fills) {
    Session s = session();
    const ArrayBlock block{0, 1, 2, 3, 3};
    fillIdentity(s, Input::WQ, block);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_EQ(presentArray(s, Input::WQ)(1 + r, 2 + c), r == c ? 1.0F : 0.0F);
    setCells(s, Input::WQ, block, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9});
    scaleCells(s, Input::WQ, block, 2.0);
    transposeCells(s, Input::WQ, block);
    const float transposed[] = {2, 8, 14, 4, 10, 16, 6, 12, 18};
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_EQ(presentArray(s, Input::WQ)(1 + i / 3, 2 + i % 3), transposed[i]);
    setCells(s, Input::WQ, {0, 0, 0, 1, 6},
             std::vector<float>{0.125F, -0.125F, 2.5F, 1.005F, 7.0F, std::nanf("")});
    roundCells(s, Input::WQ, {0, 0, 0, 1, 6}, 2);
    const Tensor rounded = presentArray(s, Input::WQ);
    // Halves go away from zero; 1.005 as a float is 1.00499999523…, so it goes down.
    EXPECT_EQ(rounded(0, 0), 0.13F);
    EXPECT_EQ(rounded(0, 1), -0.13F);
    EXPECT_EQ(rounded(0, 2), 2.5F);
    EXPECT_EQ(rounded(0, 3), 1.0F);
    EXPECT_EQ(rounded(0, 4), 7.0F);
    EXPECT_TRUE(std::isnan(rounded(0, 5)));
    addToCells(s, Input::WQ, {0, 0, 2, 1, 1}, -0.5);
    EXPECT_EQ(presentArray(s, Input::WQ)(0, 2), 2.0F);
}

TEST(ArrayEdit, AFillOfTheInitialiserIsWhatThatSeedDraws) {
    Session s = session();
    Session other = session();
    other.seed = 99;
    other.init[Input::WK] = {InitMethod::Normal, 3.0, false};
    const Tensor drawn = presentArray(other, Input::WK), before = presentArray(s, Input::WK);
    EXPECT_EQ(fillDrawn(s, Input::WK, {0, 0, 2, 6, 2}, other.init[Input::WK], 99), 12u);
    const Tensor now = presentArray(s, Input::WK);
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c)
            EXPECT_EQ(now(r, c), c / 2 == 1 ? drawn(r, c) : before(r, c));
    EXPECT_EQ(s.seed, 42u);
    EXPECT_FALSE(s.init.count(Input::WK));
    // With the session's own initialiser and seed it is the same as a reset.
    EXPECT_EQ(fillDrawn(s, Input::WK, {0, 0, 2, 6, 2}, defaultInit(Input::WK), 42), 12u);
    EXPECT_FALSE(s.arrays.count(Input::WK));
}

TEST(ArrayEdit, AHeadIsItsColumnsOrTheRowsOfWO) {
    Session s = session();
    EXPECT_EQ(zeroHead(s, Input::WV, 1), 12u);
    EXPECT_EQ(zeroHead(s, Input::WO, 2), 12u);
    const Tensor wV = presentArray(s, Input::WV), wO = presentArray(s, Input::WO);
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c) {
            EXPECT_EQ(wV(r, c) == 0.0F, c / 2 == 1) << r << ',' << c;
            EXPECT_EQ(wO(r, c) == 0.0F, r / 2 == 2) << r << ',' << c;
        }
    EXPECT_NE(refusal([&] { zeroHead(s, Input::WQ, 3); }), "");
    EXPECT_NE(refusal([&] { zeroHead(s, Input::XEmbed, 0); }), "");
    EXPECT_EQ(headBlocks(s.config, Input::WO), (HeadBlocks{3, 2, true}));
    EXPECT_EQ(headBlocks(s.config, Input::BO), HeadBlocks());
}

TEST(ArrayEdit, EmbeddingsAreEditedPerSequenceAndStayWithTheirToken) {
    Session s = session();
    setCells(s, Input::XEmbed, cell(1, 4, 0), std::vector<float>{3.0F}); // "cat" of the first line
    const Tensor x = presentArray(s, Input::XEmbed), drawn = drawnArray(s, Input::XEmbed);
    EXPECT_EQ(x(0, 1, 4), 3.0F);
    EXPECT_EQ(x(1, 1, 4), drawn(1, 1, 4)) << "the other “cat” keeps its vector";
    setText(s, {"the cat ran", "a cat"});
    EXPECT_EQ(presentArray(s, Input::XEmbed)(0, 1, 4), 3.0F);
    setText(s, {"the dog ran", "a cat"});
    EXPECT_NE(presentArray(s, Input::XEmbed)(0, 1, 4), 3.0F);
}

TEST(ArrayEdit, VectorsAreAddedAtWhatChangesNothingAndRemoved) {
    Session s = session();
    EXPECT_FALSE(presentArray(s, Input::BQ).present());
    EXPECT_NE(refusal([&] { fillConstant(s, Input::BQ, {0, 0, 0, 1, 1}, 1.0F); }), "");
    EXPECT_TRUE(addArray(s, Input::BQ));
    EXPECT_FALSE(addArray(s, Input::BQ));
    EXPECT_TRUE(addArray(s, Input::GammaConcat));
    EXPECT_TRUE(addArray(s, Input::BO));
    EXPECT_TRUE(same(presentArray(s, Input::BQ), Tensor({6}, 0.0F)));
    EXPECT_TRUE(same(presentArray(s, Input::GammaConcat), Tensor({6}, 1.0F)));
    EXPECT_TRUE(same(presentArray(s, Input::BO), Tensor({6}, 0.0F)));
    setCells(s, Input::BQ, cell(0, 2), std::vector<float>{4.0F});
    EXPECT_EQ(editedCount(s, Input::BQ), 1u);
    resetCells(s, Input::BQ, cell(0, 2));
    EXPECT_TRUE(presentArray(s, Input::BQ).present()) << "it was added by hand and stays";
    EXPECT_EQ(editedCount(s, Input::BQ), 0u);
    EXPECT_TRUE(removeArray(s, Input::BQ));
    EXPECT_FALSE(presentArray(s, Input::BQ).present());
    // One that the initialiser gives is taken out for good.
    s.init[Input::BK] = {InitMethod::Constant, 2.0, false};
    EXPECT_TRUE(same(presentArray(s, Input::BK), Tensor({6}, 2.0F)));
    EXPECT_TRUE(removeArray(s, Input::BK));
    EXPECT_FALSE(presentArray(s, Input::BK).present());
    EXPECT_NE(refusal([&] { removeArray(s, Input::WQ); }), "");
}

TEST(ArrayEdit, SharedKeysAndValuesHaveNoArrayOfTheirOwnForValues) {
    Session s = session();
    s.config.shareKv = true;
    EXPECT_FALSE(presentArray(s, Input::WV).present());
    EXPECT_NE(refusal([&] { addArray(s, Input::BV); }), "");
    EXPECT_NE(refusal([&] { zeroHead(s, Input::WV, 0); }), "");
}

TEST(ArrayEdit, RefusalsNameTheSizes) {
    Session s = session();
    const std::string beyond = refusal([&] { fillConstant(s, Input::WQ, {0, 4, 4, 4, 3}, 0.0F); });
    EXPECT_NE(beyond.find("4×3"), std::string::npos) << beyond;
    EXPECT_NE(beyond.find("[6, 6]"), std::string::npos) << beyond;
    EXPECT_NE(refusal([&] { setCells(s, Input::WQ, {0, 0, 0, 2, 2}, std::vector<float>(3)); }), "");
    const std::string oblong = refusal([&] { transposeCells(s, Input::WQ, {0, 0, 0, 2, 3}); });
    EXPECT_NE(oblong.find("2×3"), std::string::npos) << oblong;
    EXPECT_NE(refusal([&] {
                  fillConstant(s, Input::XEmbed, {2, 0, 0, 1, 1}, 0.0F);
              }),
              "")
        << "there are two sequences";
    constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
    EXPECT_NE(refusal([&] { fillConstant(s, Input::WQ, {0, huge, 0, 2, 1}, 0.0F); }), "");
    EXPECT_FALSE(s.arrays.count(Input::WQ)) << "what is refused changes nothing";
}

TEST(ArrayEdit, InputsWithoutTextStandForThemselves) {
    Session s = session();
    s.text.clear();
    s.tokens.clear();
    setArray(s, Input::XEmbed, Tensor({1, 2, 6}, 0.5F));
    EXPECT_FALSE(seededArray(s, Input::XEmbed).present());
    EXPECT_EQ(editedCount(s, Input::XEmbed), 0u);
    EXPECT_NE(refusal([&] { resetCells(s, Input::XEmbed, cell(0, 0)); }), "");
    setCells(s, Input::XEmbed, cell(1, 5), std::vector<float>{2.0F});
    EXPECT_EQ(presentArray(s, Input::XEmbed)(0, 1, 5), 2.0F);
}

TEST(ArrayEdit, DeviationLeavesOutWhatIsNotFinite) {
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(deviation(Tensor({4}, {1.0F, std::nanf(""), inf, 3.0F})), std::sqrt(2.0));
    EXPECT_EQ(deviation(Tensor({1}, {1.0F})), 0.0);
    EXPECT_EQ(deviation(Tensor()), 0.0);
}

TEST(ArrayEdit, TheDivisionsOfEveryArrayCoverIt) {
    const Session s = session();
    for (std::size_t i = 0; i < kInputCount; ++i) {
        const auto input = static_cast<Input>(i);
        const Tensor array = presentArray(s, input);
        const HeadBlocks h = headBlocks(s.config, input);
        if (!array.present() || h.heads == 0)
            continue;
        const TableSize t = tableSize(array.shape());
        EXPECT_EQ(h.heads * h.width, h.onRows ? t.rows : t.columns) << toName(input);
    }
}

} // namespace
} // namespace attnscope::core
