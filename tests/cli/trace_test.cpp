// SPDX-License-Identifier: GPL-3.0-or-later
// `attnscope trace` and the session file, as outside programs see them.
#include "core/reference_engine.h"
#include "tests/cli/program.h"
#include "tests/support/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace attnscope::test {
namespace {

std::vector<double> arrayOf(const std::string &file, const std::string &name) {
    for (const NamedArray &a : readNpz(file))
        if (a.name == name)
            return {a.values.values().begin(), a.values.values().end()};
    ADD_FAILURE() << file << " has no " << name;
    return {};
}

void expectClose(const std::vector<double> &got, const std::vector<double> &expected, double by) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got[i], expected[i], by) << i;
}

/// Reads the arrays that a trace file holds back into a trace, for the oracle's comparison.
core::Trace traceFromFile(const std::string &file, const core::Problem &problem) {
    core::Trace t;
    t.problem = std::make_shared<const core::Problem>(problem);
    for (const NamedArray &a : readNpz(file)) {
        if (const auto gradient = core::gradientByName(a.name))
            t[*gradient] = core::converted<float>(a.values);
        const auto stage = core::stageByName(a.name);
        if (!stage)
            continue;
        if (*stage == core::Stage::Scale)
            t.scale = a.values.data()[0]; // a scalar has no axis to index
        else if (*stage == core::Stage::MaskKeep)
            t.keep = core::KeepMask(a.values.extent(0), a.values.extent(1),
                                    core::converted<std::uint8_t>(a.values));
        else
            t[*stage] = core::converted<float>(a.values);
    }
    return t;
}

class TraceOracle : public ::testing::TestWithParam<const char *> {};

TEST_P(TraceOracle, EveryArrayAgrees) {
    TemporaryFolder folder;
    std::size_t gradients = 0;
    const auto cases = oracleCases(testData("oracle"));
    ASSERT_GE(cases.size(), 26U);
    for (const OracleCase &c : cases) {
        const std::string out = folder / (c.name + ".npz");
        const auto r =
            attnscope({"trace", c.session.string(), "--engine", GetParam(), "-q", "-o", out});
        ASSERT_EQ(r.status, 0) << c.name << ": " << r.err;
        const auto session = core::readSession(c.session);
        const core::Trace got = traceFromFile(out, core::makeProblem(session));
        expectOracle(c, got);
        gradients += expectOracleGradients(c, got);
    }
    EXPECT_GT(gradients, 400U);
}
INSTANTIATE_TEST_SUITE_P(Engines, TraceOracle, ::testing::Values("opencl", "reference"));

TEST(Trace, CLI01_NeedsNoDisplay) {
    TemporaryFolder folder;
    const auto r = attnscope({"trace", "-o", folder / "t.npz"});
    EXPECT_EQ(r.status, 0) << r.err;
    EXPECT_EQ(r.out, "");
    EXPECT_FALSE(arrayOf(folder / "t.npz", "weights").empty());
}

TEST(Trace, DefaultsOfADrawnSessionAreReproducible) {
    TemporaryFolder folder;
    const std::vector<std::string> base = {"trace",       "--set",    "text=a b c", "--set",
                                           "init.seed=7", "--engine", "reference",  "-o"};
    auto one = base, two = base;
    one.push_back(folder / "1.npz");
    two.push_back(folder / "2.npz");
    EXPECT_EQ(attnscope(one).status, 0);
    EXPECT_EQ(attnscope(two).status, 0);
    EXPECT_TRUE(arrayOf(folder / "1.npz", "output") == arrayOf(folder / "2.npz", "output"));
}

TEST(Trace, T1_ThroughAnNpzWithoutSessionJson) {
    // What np.savez writes: arrays alone. Sizes come from the shapes, heads from the command line.
    TemporaryFolder folder;
    const auto r = attnscope(
        {"trace", testData("plain/t1_arrays.npz"), "--set", "heads=2", "-o", folder / "t.npz"});
    ASSERT_EQ(r.status, 0) << r.err;
    expectClose(arrayOf(folder / "t.npz", "output"),
                {.802224, .598888, .248255, .503490, .598888, .802224, .503490, .248255, .751745,
                 .751745, .333333, .333333},
                1e-5);
    EXPECT_EQ(arrayOf(folder / "t.npz", "weights").size(), 18U);
}

TEST(Trace, BadInputIsRefusedInOneLineWithStatusOne) {
    TemporaryFolder folder;
    const std::string out = folder / "t.npz";
    writeFile(folder / "empty.attn", "");
    writeFile(folder / "text.npz", "this is no archive");
    writeFile(folder / "broken.json", "{\"format\": \"attnscope\", ");
    const std::string whole = readFile(testData("oracle/s1004.npz"));
    writeFile(folder / "cut.npz", whole.substr(0, whole.size() / 2));
    const std::vector<std::vector<std::string>> lines = {
        {"trace", folder / "missing.attn"},
        {"trace", folder / "empty.attn"},
        {"trace", folder / "text.npz"},
        {"trace", folder / "broken.json"},
        {"trace", folder / "cut.npz"},
        {"trace", folder.path().string()},
        {"trace", "--set", "heads=0"},
        {"trace", "--set", "heads=-1"},
        {"trace", "--set", "heads=many"},
        {"trace", "--set", "share_kv=true", "--set", "d_k=3", "--set", "d_v=5"},
        {"trace", "--set", "text="},
        {"trace", "--set", "positional.base=0"},
        {"trace", "--set", "mask.fill=nan"},
        {"trace", "--set", "dropout.attention=1"},
    };
    for (auto line : lines) {
        line.insert(line.end(), {"-o", out});
        const auto r = attnscope(line);
        EXPECT_EQ(r.status, 1) << line[1] << " " << line.back() << ": " << r.err;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
        EXPECT_FALSE(std::filesystem::exists(out));
    }
}

TEST(Trace, HeadsOfTheCommandLineDivideTheMasksToo) {
    TemporaryFolder folder;
    const std::string session = folder / "m.npz", out = folder / "t.npz";
    core::writeZip(session, {core::npyMember("X_embed", core::Tensor({2, 3, 6}, 0.5F)),
                             core::npyMember("W_V", core::Tensor({6, 6}, 0.5F)),
                             core::npyMember("mask_keep", core::BoolTensor({2, 3, 3, 3}, 1))});
    // 3 heads of width 2; of two statements the last counts.
    for (const std::vector<std::string> &heads :
         {std::vector<std::string>{"--set", "heads=3"},
          {"--set", "heads=2", "--set", "config.heads=3"}}) {
        std::vector<std::string> line{"trace", session, "--engine", "reference", "-o", out};
        line.insert(line.end(), heads.begin(), heads.end());
        const auto r = attnscope(line);
        ASSERT_EQ(r.status, 0) << r.err;
        EXPECT_EQ(arrayOf(out, "V").size(), 2U * 3 * 3 * 2);
    }
}

TEST(Trace, RowsWithoutAKeyAndInputsThatAreNotFiniteAreTold) {
    TemporaryFolder folder;
    const std::string session = folder / "n.npz", out = folder / "t.npz";
    core::Tensor x({1, 600, 4}, 0.5F);
    x.mutableData()[7] = std::numeric_limits<float>::quiet_NaN(); // row 1, column 3
    x.mutableData()[9] = std::numeric_limits<float>::infinity();
    core::BoolTensor mask({600, 600}, 1);
    for (std::size_t row : {3U, 4U, 9U}) // two neighbours and one alone
        std::fill_n(mask.mutableData() + row * 600, 600, std::uint8_t{0});
    core::writeZip(session, {core::npyMember("X_embed", x), core::npyMember("mask_keep", mask)});
    const std::vector<std::string> line{"trace",    session,     "--set", "heads=2",
                                        "--engine", "reference", "-o",    out};
    const auto r = attnscope(line);
    ASSERT_EQ(r.status, 0) << r.err;
    EXPECT_EQ(r.linesOnStderr(), 3) << r.err;
    for (const char *part : {"X_embed[0, 1, 3] is NaN", "the first of 2 numbers",
                             "no visible key for queries 3 to 4 of heads 0 to 1, sequence 0",
                             "no visible key for query 9 of heads 0 to 1, sequence 0"})
        EXPECT_NE(r.err.find(part), std::string::npos) << part << " is not in " << r.err;
    auto quiet = line;
    quiet.push_back("--quiet");
    EXPECT_EQ(attnscope(quiet).err, "");
    // However many such rows there are, nobody is told of each.
    for (std::size_t row = 0; row < 600; row += 2)
        std::fill_n(mask.mutableData() + row * 600, 600, std::uint8_t{0});
    core::writeZip(session, {core::npyMember("X_embed", core::Tensor({1, 600, 4}, 0.5F)),
                             core::npyMember("mask_keep", mask)});
    const auto many = attnscope(line);
    EXPECT_EQ(many.status, 0);
    EXPECT_LT(many.linesOnStderr(), 30);
    EXPECT_NE(many.err.find("more rows"), std::string::npos) << many.err;
}

TEST(Trace, SizesBeyondAllMemoryAreToldInBytesBeforeTheyAreTried) {
    TemporaryFolder folder;
    std::string text = "text=";
    for (int i = 0; i < 30000; ++i)
        text += "a ";
    for (const char *engine : {"opencl", "reference"}) {
        const auto r = attnscope({"trace", "--set", text, "--set", "heads=16", "--engine", engine,
                                  "-o", folder / "t.npz"});
        EXPECT_TRUE(r.status == 1 || r.status == 3) << r.status;
        EXPECT_NE(r.err.find("bytes"), std::string::npos) << r.err;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
    }
}

TEST(Trace, AnUnwritableOutputIsFour) {
    TemporaryFolder folder;
    for (const std::string &out : {std::string("/proc/nope/t.npz"), folder / "no/such/folder/t.npz",
                                   folder.path().string()}) {
        const auto r = attnscope({"trace", "-o", out});
        EXPECT_EQ(r.status, 4) << out << ": " << r.err;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
    }
}

TEST(Trace, SES01_AFullDiskLeavesTheOldFileWhole) {
    TemporaryFolder folder;
    const std::string out = folder / "t.npz";
    ASSERT_EQ(attnscope({"trace", testData("oracle/T1.npz"), "-o", out}).status, 0);
    const std::string before = readFile(out);
    // Files may grow to 4 KiB in the child: a write beyond that fails as on a full disk.
    const auto r =
        runProcess({"/bin/sh", "-c",
                    "ulimit -f 8; exec '" + std::string(ATTNSCOPE_BINARY) + "' trace '" +
                        testData("oracle/s1017.npz") + "' --engine reference -o '" + out + "'"});
    EXPECT_EQ(r.status, 4) << r.err;
    EXPECT_TRUE(readFile(out) == before);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()),
                            std::filesystem::directory_iterator()),
              1); // no litter
}

TEST(Trace, APipeGetsTheBytes) {
    TemporaryFolder folder;
    const std::string program = "'" + std::string(ATTNSCOPE_BINARY) + "' trace '" +
                                testData("oracle/T1.npz") + "' --engine reference -q -o ";
    const std::string link = folder / "link.npz", got = folder / "got.npz";
    std::filesystem::create_symlink("/dev/stdout", link);
    ASSERT_EQ(runProcess({"/bin/sh", "-c", program + "'" + folder / "file.npz" + "'"}).status, 0);
    for (const std::string &out : {std::string("/dev/stdout"), link}) {
        const auto r =
            runProcess({"/bin/sh", "-c", program + "'" + out + "' | cat > '" + got + "'"});
        EXPECT_EQ(r.err, "");
        EXPECT_TRUE(readFile(got) == readFile(folder / "file.npz")) << out;
    }
    EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(Trace, PTH01_PTH02_PTH03_NamesOfEveryScript) {
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "注意/Łódź");
    const std::string session = folder / "注意/Łódź/Żaba Größe.npz";
    std::filesystem::copy_file(testData("oracle/T1.npz"), session);
    for (const Environment &locale : {Environment{{"LC_ALL", "C"}}, {{"LC_ALL", "C.UTF-8"}}}) {
        const std::string out = folder / "矩阵 a b&c.npz";
        std::filesystem::remove(out);
        EXPECT_EQ(attnscope({"trace", session, "-o", out}, locale).status, 0);
        EXPECT_FALSE(arrayOf(out, "weights").empty());
    }
    const auto missing = attnscope({"trace", folder / "缺失.npz", "-o", folder / "x.npz"});
    EXPECT_EQ(missing.status, 1);
    EXPECT_NE(missing.err.find("缺失.npz"), std::string::npos) << missing.err;
}

TEST(Trace, ReadOnlyHomeAndNoHomeDoNotMatter) {
    TemporaryFolder folder;
    const auto r = attnscope({"trace", testData("oracle/T1.npz"), "-o", folder / "t.npz"},
                             {{"HOME", std::nullopt}, {"XDG_CACHE_HOME", "/proc/nope"}});
    EXPECT_EQ(r.status, 0) << r.err;
}

} // namespace
} // namespace attnscope::test
