// SPDX-License-Identifier: GPL-3.0-or-later
// What `attnscope trace -o` leaves behind when it cannot write, or is killed while it does.
#include "core/io/npz.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace attnscope::test {
namespace {

namespace fs = std::filesystem;

std::size_t filesIn(const fs::path &folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

/// `command` of a shell in which `folder` is a disk of 64 KiB; $PROGRAM is the program.
Finished onSmallDisk(const TemporaryFolder &folder, const std::string &command) {
    const std::string inside =
        "mount -t tmpfs -o size=64k none '" + folder.path().string() + "' || exit 77; " + command;
    std::vector<std::string> line{"/usr/bin/unshare", "--mount"};
    if (::geteuid() != 0)
        line.push_back("--map-root-user");
    line.insert(line.end(), {"/bin/sh", "-c", inside});
    return runProcess(line, {{"PROGRAM", ATTNSCOPE_BINARY}, {"DISPLAY", std::nullopt}});
}

/// Mounting is permitted: to root outside of most containers, and in a space of one's own.
bool mayMount() {
    TemporaryFolder folder;
    return fs::exists("/usr/bin/unshare") && onSmallDisk(folder, "true").status == 0;
}

TEST(SaveCommand, SES01_AFullOrReadOnlyDiskIsToldAndTheOldFileStays) {
    if (!mayMount())
        GTEST_SKIP() << "mounting is not permitted here";
    const std::string trace = "\"$PROGRAM\" trace --engine reference -q -o ";
    const std::string enough = "--set d_model=4 --set heads=1 --set text='a b' --set init.seed=";
    const struct {
        const char *prepare, *reason;
    } cases[] = {{"dd if=/dev/zero of=fill bs=1k 2>/dev/null; ", "no space left"},
                 {"mount -o remount,ro . ; ", "read-only"}};
    for (const auto &c : cases) {
        TemporaryFolder folder;
        const auto r =
            onSmallDisk(folder, "cd '" + folder.path().string() + "' && " + trace + "t.npz " +
                                    enough + "1 && cat t.npz; " + c.prepare + trace + "t.npz " +
                                    enough + "2; status=$?; cat t.npz; ls -A >&2; exit $status");
        EXPECT_EQ(r.status, 4) << r.err;
        EXPECT_NE(r.err.find(c.reason), std::string::npos) << r.err;
        ASSERT_FALSE(r.out.empty());
        EXPECT_TRUE(r.out.substr(0, r.out.size() / 2) == r.out.substr(r.out.size() / 2));
        EXPECT_EQ(r.err.find(".tmp"), std::string::npos) << r.err; // no litter
    }
}

TEST(SaveCommand, PTH01_NamesAndLinks) {
    TemporaryFolder folder;
    const std::vector<std::string> small{
        "trace", testData("oracle/T1.npz"), "--engine", "reference", "-q", "-o"};
    const auto write = [&](const std::string &out) {
        auto line = small;
        line.push_back(out);
        return attnscope(line);
    };
    const std::string longest = folder / (std::string(251, 'n') + ".npz");
    for (const std::string &out : {folder / "with spaces.npz", folder / "注意力.npz", longest}) {
        const auto r = write(out);
        EXPECT_EQ(r.status, 0) << r.err;
        EXPECT_TRUE(core::NpzReader(out).hasArray("weights"));
    }
    const auto beyond = write(folder / (std::string(252, 'n') + ".npz"));
    EXPECT_EQ(beyond.status, 4);
    EXPECT_NE(beyond.err.find("too long"), std::string::npos) << beyond.err;
    EXPECT_EQ(beyond.linesOnStderr(), 1);

    writeFile(folder / "real.npz", "old");
    fs::create_symlink("real.npz", folder / "link.npz");
    EXPECT_EQ(write(folder / "link.npz").status, 0);
    EXPECT_TRUE(fs::is_symlink(folder / "link.npz"));
    EXPECT_TRUE(core::NpzReader(folder / "real.npz").hasArray("weights"));
    EXPECT_EQ(filesIn(folder.path()), 5U);
}

TEST(SaveCommand, KilledAtAnyMomentTheOldFileOrTheNewOneIsThere) {
    TemporaryFolder folder;
    const std::string out = folder / "t.npz";
    const auto line = [&](const std::string &seed) {
        return std::vector<std::string>{ATTNSCOPE_BINARY,
                                        "trace",
                                        "--engine",
                                        "reference",
                                        "-q",
                                        "--set",
                                        "text=a b c",
                                        "--set",
                                        "d_model=256",
                                        "--set",
                                        "heads=4",
                                        "--set",
                                        "init.seed=" + seed,
                                        "-o",
                                        out};
    };
    const auto started = std::chrono::steady_clock::now();
    ASSERT_EQ(runProcess(line("1")).status, 0);
    const auto once = std::chrono::duration_cast<std::chrono::microseconds>(
                          std::chrono::steady_clock::now() - started)
                          .count();
    const std::string first = readFile(out);
    ASSERT_EQ(runProcess(line("2")).status, 0);
    const std::string second = readFile(out);
    ASSERT_FALSE(first == second);
    std::mt19937 random(7);
    for (int round = 0; round < 30; ++round) {
        auto command = line(round % 2 ? "2" : "1");
        std::vector<char *> argv;
        for (std::string &a : command)
            argv.push_back(a.data());
        argv.push_back(nullptr);
        const pid_t child = ::fork();
        if (child == 0) {
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        std::this_thread::sleep_for(
            std::chrono::microseconds(static_cast<long>(random() % (once + 1000))));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const std::string now = readFile(out);
        ASSERT_TRUE(now == first || now == second) << round;
    }
    ASSERT_EQ(runProcess(line("1")).status, 0);
    EXPECT_TRUE(readFile(out) == first);
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(SaveCommand, MisspeltArraysAreRefusedOthersAreTold) {
    TemporaryFolder folder;
    const core::Tensor x({1, 3, 4}, 0.5F), w({4, 4}, 0.5F); // members point at their numbers
    const auto trace = [&](const std::string &name, bool quiet = false) {
        core::writeZip(folder / "s.npz", {core::npyMember("X_embed", x), core::npyMember(name, w)});
        std::vector<std::string> line{"trace", folder / "s.npz", "--engine", "reference",
                                      "-o",    folder / "t.npz"};
        if (quiet)
            line.push_back("--quiet");
        return attnscope(line);
    };
    const auto misspelt = trace("gamma_conct");
    EXPECT_EQ(misspelt.status, 1);
    EXPECT_NE(misspelt.err.find("did you mean gamma_concat?"), std::string::npos) << misspelt.err;
    EXPECT_EQ(misspelt.linesOnStderr(), 1);
    EXPECT_FALSE(fs::exists(folder / "t.npz"));
    const auto other = trace("learning_rate");
    EXPECT_EQ(other.status, 0) << other.err;
    EXPECT_NE(other.err.find("learning_rate"), std::string::npos) << other.err;
    EXPECT_EQ(trace("learning_rate", true).err, "");
    // A trace opens as a session; that it holds computed arrays is no news.
    const auto again =
        attnscope({"trace", folder / "t.npz", "--engine", "reference", "-o", folder / "t2.npz"});
    EXPECT_EQ(again.status, 0);
    EXPECT_EQ(again.err, "");
}

TEST(SaveCommand, InitialisersThatNoFloatHoldsAreRefused) {
    TemporaryFolder folder;
    for (const char *value : {"normal:nan", "normal:1e400", "uniform:-inf", "constant:1e39"}) {
        const auto r =
            attnscope({"trace", "--set", std::string("init.W_Q=") + value, "-o", folder / "t.npz"});
        EXPECT_EQ(r.status, 1) << value << r.err;
        EXPECT_EQ(r.linesOnStderr(), 1) << r.err;
        EXPECT_NE(r.err.find("finite"), std::string::npos) << r.err;
    }
}

} // namespace
} // namespace attnscope::test
