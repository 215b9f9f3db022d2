// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_export.h"
#include "core/io/npz.h"
#include "tests/support/near.h"
#include "tests/support/process.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::core {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// [2 heads, 2 queries, 3 keys]: 100·head + 10·query + key.
Tensor maps() { return Tensor({2, 2, 3}, {0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}); }

TEST(ArrayExport, CsvOfOneHeadIsATable) {
    EXPECT_EQ(arrayAsCsv(Tensor({2, 2}, {.5F, .25F, 1, -kInf})), "0.5,0.25\n1,-inf\n");
    EXPECT_EQ(arrayAsCsv(Tensor({3}, {1, 2, 3})), "1,2,3\n");
    EXPECT_EQ(arrayAsCsv(Tensor(Shape{}, 0.125F)), "0.125\n");
    EXPECT_EQ(arrayAsCsv(Tensor({1, 2}, {1, 2}), {}, {{"The"}, {"The", "cat"}, ""}),
              ",The,cat\nThe,1,2\n");
}

TEST(ArrayExport, CsvOfManyHeadsHasColumnsOfIndices) {
    EXPECT_EQ(arrayAsCsv(maps(), {"head", "query", "key"}), "head,query,key_0,key_1,key_2\n"
                                                            "0,0,0,1,2\n"
                                                            "0,1,10,11,12\n"
                                                            "1,0,100,101,102\n"
                                                            "1,1,110,111,112\n");
    EXPECT_EQ(arrayAsCsv(Tensor({1, 1, 1, 1}, 0.5F)), "axis_0,axis_1,axis_2,axis_3_0\n0,0,0,0.5\n");
    for (const Tensor &t : {maps(), maps().reshaped({2, 1, 2, 3}), Tensor({1, 1, 1, 1}, 0.5F)}) {
        const auto back = arrayOfIndexedTable(parseDelimited(arrayAsCsv(t), "made"));
        ASSERT_TRUE(back);
        EXPECT_EQ(back->shape(), t.shape());
        EXPECT_TRUE(test::near(*back, {t.values().begin(), t.values().end()}, 0.0));
    }
    for (const char *text : {"a,b,k_0\n0,0,1\n0,2,1\n", "a,b,k_0\n0,1,1\n0,0,1\n",
                             "a,b,k_1\n0,0,1\n", "a,b,k_0\n0,0.5,1\n", "a,b,k_0\n5,7,1\n",
                             "a,b,c\n0,0,1\n", "a,b,k_9\n0,0,1\n", "k_0,k_1,k_2\n0,0,1\n"})
        EXPECT_FALSE(arrayOfIndexedTable(parseDelimited(text, "made"))) << text;
}

TEST(ArrayExport, NpyAndNpzReadBack) {
    test::TemporaryFolder folder;
    const Tensor odd({2, 2}, {kNan, -kInf, -0.0F, 1e-45F});
    writeNpy(folder / "Größe 矩阵.npy", odd);
    const NpyArray npy = readNpy(folder / "Größe 矩阵.npy");
    EXPECT_EQ(npy.header.shape, odd.shape());
    EXPECT_EQ(npy.data, std::string(reinterpret_cast<const char *>(odd.data()), odd.bytes()));
    EXPECT_TRUE(writeNpz(folder / "all.npz", {{"weights", maps()}, {"odd", odd}}));
    const NpzReader npz(folder / "all.npz");
    EXPECT_EQ(npz.arrayNames(), (std::vector<std::string>{"weights", "odd"}));
    EXPECT_EQ(npz.header("weights").shape, maps().shape());
    EXPECT_EQ(npyValues<float>(npz.array("weights"))(1, 0, 2), 102.0F);
    EXPECT_THROW(writeNpy(folder / "none/x.npy", odd), FileError);
}

TEST(ArrayExport, TextForNumpyAndPyTorch) {
    const Tensor t({2, 2}, {1, -.5F, kInf, kNan});
    EXPECT_EQ(arrayAsText(t, ArrayText::Numpy),
              "np.array([[1.0, -0.5],\n          [np.inf, np.nan]], dtype=np.float32)");
    EXPECT_EQ(arrayAsText(t, ArrayText::PyTorch),
              "torch.tensor([[1.0, -0.5],\n              [torch.inf, torch.nan]], "
              "dtype=torch.float32)");
    EXPECT_EQ(arrayAsText(Tensor(Shape{}, -kInf), ArrayText::Numpy),
              "np.array(-np.inf, dtype=np.float32)");
    EXPECT_EQ(arrayAsText(Tensor({2}, {1e10F, 1e-7F}), ArrayText::Numpy),
              "np.array([1e+10, 1e-07], dtype=np.float32)");
    EXPECT_EQ(arrayAsText(Tensor({1, 2, 1}, {1, 2}), ArrayText::Numpy),
              "np.array([[[1.0],\n           [2.0]]], dtype=np.float32)");
}

TEST(ArrayExport, TextForLatex) {
    EXPECT_EQ(arrayAsText(Tensor({2, 2}, {.12345F, -kInf, 1, kNan}), ArrayText::Latex),
              "\\begin{bmatrix}\n"
              "  0.1235 & -\\infty \\\\\n"
              "  1 & \\mathrm{NaN}\n"
              "\\end{bmatrix}\n");
    EXPECT_EQ(arrayAsText(Tensor({1, 3}, {1e-7F, -2.5e8F, 0}), ArrayText::Latex),
              "\\begin{bmatrix}\n"
              "  1 \\cdot 10^{-7} & -2.5 \\cdot 10^{8} & 0\n"
              "\\end{bmatrix}\n");
    EXPECT_EQ(arrayAsText(Tensor({2, 1, 1}, {1, 2}), ArrayText::Latex),
              "% [0]\n\\begin{bmatrix}\n  1\n\\end{bmatrix}\n\n"
              "% [1]\n\\begin{bmatrix}\n  2\n\\end{bmatrix}\n");
}

TEST(ArrayExport, TextForMarkdownAndSpreadsheets) {
    ArrayTextOptions options;
    options.labels = {{"a|b", "c"}, {"x", "y_z"}, ""};
    options.digits = 2;
    const Tensor t({2, 2}, {.125F, -kInf, 1, kNan});
    EXPECT_EQ(arrayAsText(t, ArrayText::Markdown, options),
              "|  | x | y\\_z |\n|---|--:|--:|\n"
              "| a\\|b | 0.12 | −∞ |\n| c | 1 | NaN |\n");
    EXPECT_EQ(arrayAsText(t, ArrayText::Markdown, {}),
              "| 0 | 1 |\n|--:|--:|\n| 0.125 | −∞ |\n| 1 | NaN |\n");
    EXPECT_EQ(arrayAsText(t, ArrayText::Tsv, {}), "0.125\t-inf\n1\tnan\n");
    options.labels.rows.pop_back();
    EXPECT_THROW((void)arrayAsText(t, ArrayText::Markdown, options), std::invalid_argument);
}

} // namespace
} // namespace attnscope::core
