// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of other programs on the command line.
#include "core/io/array_export.h"
#include "core/io/npz.h"
#include "tests/cli/program.h"
#include "tests/support/near.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnscope::test {
namespace {

core::Tensor arrayOf(const std::string &file, const std::string &name) {
    const core::NpzReader reader{std::filesystem::path(file)};
    return core::npyValues<float>(reader.array(name));
}

std::vector<double> expectedOf(const std::string &name) {
    const auto t = core::npyValues<double>(core::readNpy(testData("torch/" + name)));
    return {t.values().begin(), t.values().end()};
}

Finished trace(const std::string &file, const std::string &out, std::vector<std::string> more) {
    more.insert(more.begin(), {"trace", file, "-o", out});
    return attnscope(more);
}

class ImportEngines : public ::testing::TestWithParam<const char *> {};

TEST_P(ImportEngines, TorchModulesGiveTorchsOwnOutput) {
    TemporaryFolder folder;
    const std::string out = folder / "t.npz";
    for (const char *name :
         {"self.safetensors", "self.npz", "self_no_bias.safetensors", "cross.safetensors",
          "cross_memory_width.safetensors", "kdim_vdim.safetensors"}) {
        const std::string file = testData(std::string("torch/") + name);
        const auto r = trace(file, out, {"--engine", GetParam(), "--set", "heads=2"});
        ASSERT_EQ(r.status, 0) << name << ": " << r.err;
        const std::string stem = std::filesystem::path(file).stem().string();
        EXPECT_TRUE(near(arrayOf(out, "output"), expectedOf(stem + ".output.npy"), 1e-5)) << name;
        EXPECT_TRUE(near(arrayOf(out, "weights"), expectedOf(stem + ".weights.npy"), 1e-5)) << name;
    }
}
INSTANTIATE_TEST_SUITE_P(Engines, ImportEngines, ::testing::Values("opencl", "reference"));

TEST(Import, WhatHasToBeAskedIsSaidInOneLine) {
    TemporaryFolder folder;
    const std::string out = folder / "t.npz", gpt2 = testData("torch/gpt2.safetensors");
    const auto unasked = trace(gpt2, out, {});
    EXPECT_EQ(unasked.status, 1);
    EXPECT_EQ(unasked.linesOnStderr(), 1) << unasked.err;
    for (const char *part : {"2 attention layers", "layer=h.0.attn", "--import"})
        EXPECT_NE(unasked.err.find(part), std::string::npos) << unasked.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    const auto headless = trace(gpt2, out, {"--import", "layer=h.1.attn"});
    EXPECT_EQ(headless.status, 1);
    EXPECT_NE(headless.err.find("--set heads=N"), std::string::npos) << headless.err;
    const auto r = trace(gpt2, out, {"--import", "layer=h.1.attn", "--set", "heads=2"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_TRUE(near(arrayOf(out, "output"), expectedOf("gpt2.output.npy"), 1e-5));
}

TEST(Import, WGT01_ASquareMatrixNeedsAnAnswer) {
    TemporaryFolder folder;
    const std::string file = folder / "w.npz", out = folder / "t.npz";
    core::writeNpz(file, {{"x", core::Tensor({1, 1, 2}, {1, 1})},
                          {"w_q", core::Tensor({2, 2}, {1, 2, 3, 4})}});
    const auto asked = trace(file, out, {"--set", "heads=1"});
    EXPECT_EQ(asked.status, 1);
    EXPECT_NE(asked.err.find("w_q=out,in"), std::string::npos) << asked.err;
    ASSERT_EQ(trace(file, out, {"--set", "heads=1", "--import", "w_q=out,in"}).status, 0);
    EXPECT_TRUE(near(arrayOf(out, "Q"), {3, 7}));
    ASSERT_EQ(trace(file, out, {"--set", "heads=1", "--import", "all=in,out"}).status, 0);
    EXPECT_TRUE(near(arrayOf(out, "Q"), {4, 6}));
    EXPECT_EQ(trace(file, out, {"--import", "w_q"}).status, 2);
    EXPECT_EQ(trace(file, out, {"--import", "w_q=sideways"}).status, 2);
    EXPECT_EQ(trace(file, out, {"--import", "w_z=in,out"}).status, 1);
    EXPECT_EQ(trace(testData("oracle/T1.npz"), out, {"--import", "W_Q=in,out"}).status, 2);
}

TEST(Import, DIM04_KeyAndValueWidthsOnTheCommandLine) {
    TemporaryFolder folder;
    const std::string file = folder / "d.npz", out = folder / "t.npz";
    const core::Tensor eye({4, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    core::writeNpz(file, {{"X_embed", core::Tensor({1, 2, 4}, {1, 0, 0, 1, 0, 1, 1, 0})},
                          {"X_key", core::Tensor({1, 3, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 0})},
                          {"X_value", core::Tensor({1, 3, 2}, {1, 0, 0, 1, 2, -1})},
                          {"W_Q", eye},
                          {"W_K", core::Tensor({3, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1})},
                          {"W_V", core::Tensor({2, 4}, {1, 0, 1, 0, 0, 1, 0, 1})},
                          {"W_O", eye}});
    const auto r = trace(file, out, {"--set", "heads=2"});
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_NE(r.err.find("side by side"), std::string::npos) << r.err;
    EXPECT_TRUE(near(arrayOf(out, "output"), {1.203336, -.203336, 1, 0, 1, 0, 1, 0}, 1e-5));
}

TEST(Import, PTH02_EveryKindBelowAFolderOfAnotherScript) {
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "注意");
    const std::string base = folder / "注意/矩阵", out = folder / "t.npz";
    core::writeNpy(base + ".npy", core::Tensor({3, 4}, 0.5F));
    writeFile(base + ".csv", "1,0,0,1\n0,1,1,0\n1,1,0,0\n");
    writeFile(base + ".tsv", "1\t0\t0\t1\n0\t1\t1\t0\n1\t1\t0\t0\n");
    std::filesystem::copy_file(testData("torch/self.npz"), base + ".npz");
    std::filesystem::copy_file(testData("torch/self.safetensors"), base + ".safetensors");
    for (const Environment &locale : {Environment{{"LC_ALL", "C"}}, {{"LC_ALL", "C.UTF-8"}}})
        for (const char *kind : {".npy", ".csv", ".tsv", ".npz", ".safetensors"}) {
            std::vector<std::string> line{"trace", base + kind, "--set", "heads=2", "-o", out};
            if (std::string_view(kind).size() == 4 && std::string_view(kind) != ".npz")
                line.insert(line.end(), {"--import", "矩阵=X_embed"});
            const auto r = attnscope(line, locale);
            EXPECT_EQ(r.status, 0) << kind << ": " << r.err;
        }
    writeFile(base + ".csv", "1,2\n3\n");
    const auto bad = trace(base + ".csv", out, {});
    EXPECT_EQ(bad.status, 1);
    EXPECT_NE(bad.err.find("注意/矩阵.csv: line 2"), std::string::npos) << bad.err;
}

TEST(Import, RefusedFilesEndWithStatusOne) {
    TemporaryFolder folder;
    for (const auto &entry : std::filesystem::directory_iterator(testData("fixtures"))) {
        const std::string name = entry.path().filename().string();
        static const std::vector<std::string> kRefused = {"badhdr.safetensors",
                                                          "dtype_q9.safetensors",
                                                          "hdr_list.safetensors",
                                                          "off_empty.safetensors",
                                                          "hdr_notjson.safetensors",
                                                          "off_neg.safetensors",
                                                          "off_one.safetensors",
                                                          "off_str.safetensors",
                                                          "onlymeta.safetensors",
                                                          "overlap.safetensors",
                                                          "shape.safetensors",
                                                          "wrap.safetensors",
                                                          "half.csv",
                                                          "hole.csv",
                                                          "ragged.csv",
                                                          "emptydescr.npy",
                                                          "object.npy",
                                                          "trunc.npy",
                                                          "v9.npy",
                                                          "zero.npy"};
        if (std::find(kRefused.begin(), kRefused.end(), name) == kRefused.end())
            continue;
        const auto r = trace(entry.path().string(), folder / "t.npz", {});
        EXPECT_EQ(r.status, 1) << name;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
        EXPECT_NE(r.err.find(name), std::string::npos) << r.err;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Import, AttentionMapsAloneAreDrawn) {
    TemporaryFolder folder;
    const core::Tensor maps({2, 3, 4}, 0.25F);
    core::writeNpy(folder / "attn.npy", maps);
    core::writeNpy(folder / "anything.npy", maps);
    core::writeNpz(folder / "w.npz", {{"attn_weights", maps}});
    writeFile(folder / "head.csv", "1,0\n0.3,0.7\n");
    const std::string out = folder / "w.png";
    for (const char *name : {"attn.npy", "anything.npy", "w.npz", "head.csv"}) {
        std::filesystem::remove(out);
        const auto r =
            attnscope({"render", "stages", folder / name, "--stage", "weights", "-o", out});
        EXPECT_EQ(r.status, 0) << name << ": " << r.err;
        EXPECT_TRUE(std::filesystem::exists(out)) << name;
    }
    EXPECT_EQ(
        attnscope({"render", "stages", folder / "attn.npy", "-o", folder / "w_{head}.svg"}).status,
        0);
    // Settings that nobody used are not noted in the picture.
    const std::string svg = readFile(folder / "w_1.svg");
    EXPECT_NE(svg.find("weights from a file"), std::string::npos);
    EXPECT_EQ(svg.find("d_k="), std::string::npos);
    EXPECT_EQ(svg.find("seed 42"), std::string::npos);
    EXPECT_EQ(attnscope({"render", "masks", folder / "attn.npy", "-o", out}).status, 2);
    EXPECT_EQ(
        attnscope({"render", "stages", folder / "attn.npy", "--stage", "scores", "-o", out}).status,
        2);
    const auto r = trace(folder / "attn.npy", folder / "t.npz", {});
    EXPECT_EQ(r.status, 1);
    EXPECT_NE(r.err.find("render"), std::string::npos) << r.err;
    // Numbers that are no weights are drawn, and told.
    core::writeNpy(folder / "attn.npy", core::Tensor({2, 2}, {3, -1, 0, 0}));
    const auto odd = attnscope({"render", "stages", folder / "attn.npy", "-o", out});
    EXPECT_EQ(odd.status, 0);
    EXPECT_NE(odd.err.find("outside 0 to 1"), std::string::npos) << odd.err;
}

} // namespace
} // namespace attnscope::test
