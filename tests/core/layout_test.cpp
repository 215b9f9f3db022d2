// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout.h"
#include "core/session.h"

#include <gtest/gtest.h>

namespace attnscope::test {
namespace {

using namespace core;

struct ChainCase {
    Shape start;
    const char *chain;
    Shape shape; ///< empty: PyTorch refuses the view
    std::vector<std::size_t> strides;
    std::uint64_t order; ///< h = (131·h + element + 1) mod 1000000007 over the elements
};

// Drawn at random and carried out by PyTorch 2.x (torch.arange of the start shape).
const ChainCase kByTorch[] = {
    {{1, 3, 4, 2}, "transpose(3,-3).view(-1,2,3,2)", {}, {}, 0},
    {{2, 3, 1, 4}, "transpose(1,-4).transpose(0,-4).view(4,6)", {}, {}, 0},
    {{2, 2, 2, 2},
     "permute(3,0,1,2).contiguous().view(2,1,4,2).view(8,1,2)",
     {8, 1, 2},
     {2, 2, 1},
     629333465},
    {{6, 1, 4}, "permute(1,2,0).view(2,12)", {}, {}, 0},
    {{2, 3, 1, 4},
     "permute(3,0,1,2).reshape(-1,2,1).view(24).view(2,12)",
     {2, 12},
     {12, 1},
     78882850},
    {{2, 2, 2, 2}, "transpose(2,-4).view(8,-1)", {}, {}, 0},
    {{5, 3, 2, 4}, "transpose(2,-1).view(120)", {}, {}, 0},
    {{1, 3, 4, 2}, "transpose(1,-1).view(-1,2)", {}, {}, 0},
    {{3, 4, 2}, "transpose(2,-3).permute(1,2,0).view(24)", {}, {}, 0},
    {{2, 3, 1, 4}, "transpose(1,-4).view(6,4)", {}, {}, 0},
    {{2, 2, 2, 2}, "permute(3,2,1,0).permute(3,2,0,1).view(-1,2,4)", {}, {}, 0},
    {{1, 3, 4, 2}, "permute(2,1,3,0).reshape(-1,1,6).contiguous()", {4, 1, 6}, {6, 6, 1}, 42922896},
    {{1, 3, 4, 2},
     "permute(1,2,3,0).contiguous().view(1,12,2).contiguous()",
     {1, 12, 2},
     {24, 2, 1},
     99586291},
    {{5, 3, 2, 4}, "permute(0,1,2,3).reshape(120)", {120}, {1}, 271537116},
    {{6, 1, 4}, "transpose(1,-3).reshape(1,6,2,2).permute(0,3,2,1).view(6,4)", {}, {}, 0},
    {{6, 1, 4}, "permute(0,2,1).reshape(1,24)", {1, 24}, {24, 1}, 99586291},
    {{2, 3, 1, 4}, "transpose(0,-4).reshape(24).permute(0)", {24}, {1}, 99586291},
    {{1, 3, 4, 2}, "permute(1,3,0,2).view(24)", {}, {}, 0},
    {{2, 2, 2, 2},
     "transpose(1,-4).permute(1,2,3,0).reshape(1,1,16)",
     {1, 1, 16},
     {16, 16, 1},
     320367972},
    {{2, 2, 2, 2}, "permute(3,2,1,0).view(2,2,1,4)", {}, {}, 0},
    {{3, 4, 2},
     "transpose(1,-2).contiguous().view(24).reshape(2,6,2)",
     {2, 6, 2},
     {12, 2, 1},
     99586291},
    {{2, 3, 1, 4}, "transpose(3,-4).view(1,2,12,1)", {}, {}, 0},
    {{1, 3, 4, 2}, "permute(3,1,2,0).view(24)", {}, {}, 0},
    {{5, 3, 2, 4},
     "transpose(3,-1).reshape(2,60).permute(0,1).view(-1,4)",
     {30, 4},
     {4, 1},
     271537116},
    {{2, 2, 2, 2}, "transpose(2,-2).view(4,1,2,2)", {4, 1, 2, 2}, {4, 4, 2, 1}, 147504206},
    {{1, 3, 4, 2}, "transpose(0,-4).view(1,24)", {1, 24}, {24, 1}, 99586291},
    {{2, 2, 2, 2}, "permute(1,3,2,0).reshape(-1).contiguous().contiguous()", {16}, {1}, 976851999},
    {{2, 2, 2, 2},
     "transpose(0,-4).reshape(1,4,4).transpose(2,-3).contiguous()",
     {4, 4, 1},
     {4, 1, 1},
     601946986},
    {{2, 3, 1, 4}, "transpose(2,-1).contiguous().reshape(-1,3,8)", {1, 3, 8}, {24, 8, 1}, 99586291},
    {{2, 3, 1, 4}, "permute(0,1,2,3).view(2,2,6)", {2, 2, 6}, {12, 6, 1}, 99586291},
    {{6, 1, 4}, "permute(0,2,1).reshape(12,2)", {12, 2}, {2, 1}, 99586291},
    {{2, 2, 2, 2},
     "permute(3,1,2,0).permute(1,2,3,0).reshape(4,4).permute(0,1)",
     {4, 4},
     {4, 1},
     437158981},
    {{3, 4, 2},
     "transpose(1,-1).transpose(0,-2).contiguous().view(-1,12)",
     {2, 12},
     {12, 1},
     580796050},
    {{6, 1, 4}, "transpose(1,-3).reshape(6,2,2).permute(1,0,2)", {2, 6, 2}, {2, 4, 1}, 40340805},
    {{1, 3, 4, 2}, "transpose(3,-3).reshape(2,12).transpose(0,-1)", {12, 2}, {1, 12}, 42922896},
    {{6, 1, 4},
     "transpose(2,-1).contiguous().reshape(1,3,4,2).contiguous()",
     {1, 3, 4, 2},
     {24, 8, 2, 1},
     99586291},
    {{2, 3, 1, 4}, "permute(3,0,1,2).reshape(1,2,2,6)", {1, 2, 2, 6}, {4, 2, 1, 4}, 78882850},
    {{2, 3, 1, 4}, "permute(2,3,0,1).reshape(24).contiguous().permute(0)", {24}, {1}, 78882850},
    {{2, 3, 1, 4},
     "transpose(0,-1).reshape(24).view(4,-1,2,1)",
     {4, 3, 2, 1},
     {6, 2, 1, 1},
     545884993},
    {{2, 3, 1, 4}, "transpose(1,-1).view(2,4,3)", {2, 4, 3}, {12, 1, 4}, 148591285},
};

TEST(Layout, ChainsDoWhatPyTorchDoes) {
    for (const ChainCase &c : kByTorch) {
        if (c.shape.empty()) {
            EXPECT_THROW((void)arranged(arrangementOf(c.start), c.chain), InputError) << c.chain;
            continue;
        }
        const Arrangement a = arranged(arrangementOf(c.start), c.chain);
        EXPECT_EQ(a.layout.shape, c.shape) << c.chain;
        EXPECT_EQ(a.layout.strides, c.strides) << c.chain;
        std::uint64_t order = 0;
        for (const std::size_t e : a.elements())
            order = (order * 131 + e + 1) % 1000000007;
        EXPECT_EQ(order, c.order) << c.chain;
    }
}

TEST(Layout, NamesStandForExtents) {
    const LayoutSizes sizes{{"L", 5}, {"B", 3}, {"H", 2}, {"d", 4}};
    const Arrangement start = arrangementOf({5, 3, 8});
    const auto steps =
        arrange(start, "view( L, B, H, d ) . permute(1,2,0,3).reshape(B,-1,H*d)", sizes);
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].operation, "view(L,B,H,d)");
    EXPECT_EQ(steps[1].after.layout.shape, (Shape{3, 2, 5, 4}));
    EXPECT_EQ(steps[1].after.layout.strides, (std::vector<std::size_t>{8, 4, 24, 1}));
    EXPECT_FALSE(steps[1].after.copied);
    EXPECT_EQ(steps[2].after.layout.shape, (Shape{3, 5, 8}));
    EXPECT_TRUE(steps[2].after.copied);
    EXPECT_TRUE(arrange(start, "").empty());
    EXPECT_EQ(arranged(start, "").layout, start.layout);
}

TEST(Layout, RefusesInOneSentence) {
    const Arrangement start = arrangementOf({4, 6});
    const std::pair<const char *, const char *> bad[] = {
        {"veiw(24)", "did you mean view"},
        {"view(5,5)", "does not hold the 24 elements"},
        {"view(-1,-1)", "twice"},
        {"view(-1,7)", "does not hold"},
        {"view(-1,0)", "does not hold"},
        {"view(x,6)", "neither a whole number nor the name"},
        {"view(4.6)", "is no operation"},
        {"view()", "needs 1 to"},
        {"permute(0)", "each of the 2 axes once"},
        {"permute(1,1)", "twice"},
        {"transpose(0,2)", "no axis '2'"},
        {"transpose(0)", "two axes"},
        {"transpose(0,1).view(24)", "would have to move elements"},
        {"contiguous(1)", "nothing in its brackets"},
        {"view(24", "is no operation"},
        {"view(24)..view(24)", "is no operation"},
        {"view(999999999*999999999)", "too many elements"},
    };
    for (const auto &[chain, why] : bad)
        try {
            (void)arranged(start, chain);
            ADD_FAILURE() << chain;
        } catch (const InputError &e) {
            EXPECT_NE(std::string(e.what()).find(why), std::string::npos)
                << chain << ": " << e.what();
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << chain;
        }
}

TEST(Layout, ProductsOfStacks) {
    EXPECT_EQ(productShape({3, 2, 5, 4}, {3, 2, 4, 5}), (Shape{3, 2, 5, 5}));
    EXPECT_EQ(productShape({1, 2, 5, 4}, {3, 1, 4, 7}), (Shape{3, 2, 5, 7}));
    EXPECT_EQ(productShape({5, 4}, {3, 2, 4, 5}), (Shape{3, 2, 5, 5}));
    EXPECT_FALSE(productShape({3, 2, 5, 5}, {3, 5, 2, 4}).has_value());
    EXPECT_FALSE(productShape({3, 2, 5, 4}, {2, 2, 4, 5}).has_value());
    EXPECT_FALSE(productShape({4}, {4, 4}).has_value());
}

} // namespace
} // namespace attnscope::test
