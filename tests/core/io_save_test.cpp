// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever happens during a save, the file is the old one or the new one, and nothing is left over.
#include "core/io/atomic_file.h"
#include "core/io/npz.h"
#include "core/io/session_file.h"
#include "tests/support/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <functional>
#include <random>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attnscope::core {
namespace {

namespace fs = std::filesystem;
using test::readFile;
using test::TemporaryFolder;

std::size_t filesIn(const fs::path &folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

/// A session whose arrays take some 100 KiB for each unit of `size`.
Session session(const std::string &title, std::size_t size = 0, float fill = 0.5F) {
    Session s;
    setText(s, {"the cat sat"});
    s.title = title;
    if (size > 0) {
        s.config.dModel = 160;
        s.config.heads = 1;
        s.config.dK = static_cast<int>(160 * size);
        s.tieDk = false;
        setArray(s, Input::WQ, Tensor({160, 160 * size}, fill));
    }
    return s;
}

/// The sentence of a save that fails; empty when it does not.
std::string refusal(const std::function<void()> &save) {
    try {
        save();
    } catch (const FileError &e) {
        EXPECT_EQ(e.kind, FileError::Kind::Unwritable);
        return e.what();
    }
    return {};
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

/// Starts a child that does `work` and ends without any handler of the tests.
pid_t start(const std::function<int()> &work) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work());
    return child;
}
/// Exit status of a child; minus the signal that ended it.
int finish(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

constexpr int kImpossible = 77; ///< a child may not mount

/// Runs `work` where `folder` is a file system of its own: 64 KiB of memory. Mounts are the child's
/// alone and go with it. \returns false where nobody may do that.
bool onSmallDisk(const fs::path &folder, const std::function<int()> &work, int &status) {
    status = finish(start([&] {
        const int spaces = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
        if (::unshare(spaces) != 0 ||
            ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("none", folder.c_str(), "tmpfs", 0, "size=64k") != 0)
            return kImpossible;
        return work();
    }));
    return status != kImpossible;
}

TEST(Save, SES01_FullDiskLeavesTheOldFileWhole) {
    TemporaryFolder folder;
    const fs::path file = folder / "s.attn";
    int status = 0;
    const bool possible = onSmallDisk(
        folder.path(),
        [&] {
            writeSession(file, session("old"));
            const std::string before = readFile(file);
            const Session large = session("new", 2);
            const std::string why = refusal([&] { writeSession(file, large); });
            const std::string bytes =
                refusal([&] { writeFileAtomically(file, std::string(200000, 'x')); });
            if (!contains(why, "no space left") || !contains(bytes, "no space left"))
                return 1;
            if (!contains(why, file.string()) || contains(why, "\n"))
                return 2;
            if (readFile(file) != before || readSession(file).title != "old")
                return 3;
            if (filesIn(folder.path()) != 1)
                return 4;
            // As soon as there is room again, it is saved.
            writeSession(file, session("newer"));
            return readSession(file).title == "newer" ? 0 : 5;
        },
        status);
    if (!possible)
        GTEST_SKIP() << "mounting is not permitted here";
    EXPECT_EQ(status, 0);
}

TEST(Save, SES01_ReadOnlyDiskLeavesTheOldFileWhole) {
    TemporaryFolder folder;
    const fs::path file = folder / "s.attn";
    int status = 0;
    const bool possible = onSmallDisk(
        folder.path(),
        [&] {
            writeSession(file, session("old"));
            if (::mount(nullptr, folder.path().c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr))
                return kImpossible;
            const std::string why = refusal([&] { writeSession(file, session("new")); });
            if (!contains(why, "read-only"))
                return 1;
            return readSession(file).title == "old" && filesIn(folder.path()) == 1 ? 0 : 2;
        },
        status);
    if (!possible)
        GTEST_SKIP() << "mounting is not permitted here";
    EXPECT_EQ(status, 0);
}

TEST(Save, SES01_FolderWithoutPermissionLeavesTheOldFileWhole) {
    TemporaryFolder folder;
    const fs::path inner = folder / "locked", file = inner / "s.attn";
    fs::create_directory(inner);
    writeSession(file, session("old"));
    fs::permissions(folder.path(), fs::perms::others_exec, fs::perm_options::add);
    fs::permissions(inner, fs::perms(0555));
    const int status = finish(start([&] {
        // Permissions do not bind root.
        constexpr uid_t kNobody = 65534;
        if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0))
            return kImpossible;
        const std::string folderOnly = refusal([&] { writeSession(inner / "n", session("n")); });
        const std::string old = refusal([&] { writeSession(file, session("new")); });
        if (!contains(folderOnly, "permission denied") || !contains(old, "permission denied"))
            return 1;
        return readSession(file).title == "old" && filesIn(inner) == 1 ? 0 : 2;
    }));
    fs::permissions(inner, fs::perms::owner_all);
    if (status == kImpossible)
        GTEST_SKIP() << "root may not become somebody else here";
    EXPECT_EQ(status, 0);
}

TEST(Save, SES01_LimitOfFileSizesIsAnErrorNotTheEnd) {
    TemporaryFolder folder;
    const fs::path file = folder / "s.attn";
    writeSession(file, session("old"));
    const std::string before = readFile(file);
    const int status = finish(start([&] {
        const rlimit small{20000, 20000};
        if (::setrlimit(RLIMIT_FSIZE, &small) != 0)
            return kImpossible;
        // Whether or not SIGXFSZ is ignored already.
        for (const auto handler : {SIG_DFL, SIG_IGN}) {
            std::signal(SIGXFSZ, handler);
            const std::string why = refusal([&] { writeSession(file, session("new", 1)); });
            if (!contains(why, "larger than this process may write"))
                return 1;
        }
        return 0;
    }));
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(readFile(file) == before);
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(Save, ATargetThatIsAFolderIsRefused) {
    TemporaryFolder folder;
    const fs::path target = folder / "s.attn";
    fs::create_directory(target);
    EXPECT_TRUE(contains(refusal([&] { writeSession(target, session("x")); }), "it is a folder"));
    EXPECT_TRUE(contains(refusal([&] { writeSession(target / "", session("x")); }), "a folder"));
    fs::create_directory_symlink(target, folder / "link");
    EXPECT_TRUE(contains(refusal([&] { writeSession(folder / "link", session("x")); }), "folder"));
    EXPECT_TRUE(fs::is_directory(target));
    EXPECT_EQ(filesIn(target), 0U);
    EXPECT_EQ(filesIn(folder.path()), 2U);
}

TEST(Save, ALinkStaysAndItsTargetIsReplaced) {
    TemporaryFolder folder;
    fs::create_directory(folder / "elsewhere");
    const fs::path real = folder / "elsewhere/real.attn", link = folder / "link.attn";
    writeSession(real, session("old"));
    fs::create_symlink("second.attn", link); // a chain, relative and absolute
    fs::create_symlink(real, folder / "second.attn");
    writeSession(link, session("new"));
    EXPECT_TRUE(fs::is_symlink(link) && fs::is_symlink(folder / "second.attn"));
    EXPECT_FALSE(fs::is_symlink(real));
    EXPECT_EQ(readSession(real).title, "new");
    EXPECT_EQ(filesIn(folder / "elsewhere"), 1U);
    // One that leads to nothing yet makes the file it names.
    fs::create_symlink("elsewhere/made.attn", folder / "dangling.attn");
    writeSession(folder / "dangling.attn", session("made"));
    EXPECT_EQ(readSession(folder / "elsewhere/made.attn").title, "made");
    EXPECT_TRUE(fs::is_symlink(folder / "dangling.attn"));
    // One that leads to itself is nobody's file.
    fs::create_symlink("circle", folder / "circle");
    EXPECT_TRUE(
        contains(refusal([&] { writeSession(folder / "circle", session("x")); }), "in a circle"));
    EXPECT_TRUE(fs::is_symlink(folder / "circle"));
}

TEST(Save, PTH01_PTH02_NamesOfEveryKind) {
    TemporaryFolder folder;
    const fs::path inner = folder / "注意 力/a b&c";
    fs::create_directories(inner);
    const std::string longest(250, 'n');
    const std::vector<std::string> names{
        "with spaces .attn", "Größe.attn",      "矩阵.attn", "עברית.attn", "e\xCC\x81.attn",
        "🙂.attn",         longest + ".attn", "-o",        "'\"$`;.attn"};
    for (const std::string &name : names) {
        writeSession(inner / name, session(name));
        writeSession(inner / name, session(name + "!")); // and over it
        EXPECT_EQ(readSession(inner / name).title, name + "!");
    }
    EXPECT_EQ(filesIn(inner), names.size());
    // One byte more than a name may have: refused before anything is there.
    EXPECT_TRUE(contains(refusal([&] { writeSession(inner / (longest + "x.attn"), session("x")); }),
                         "too long"));
    EXPECT_EQ(filesIn(inner), names.size());
    // A line end in a name does not make two lines of the sentence.
    const std::string why = refusal([&] { writeSession(folder / "no\nfolder/x", session("x")); });
    EXPECT_FALSE(why.empty() || contains(why, "\n")) << why;
}

TEST(Save, KilledInTheMiddleTheFileIsOldOrNewAndTheNextSaveTidiesUp) {
    TemporaryFolder folder;
    const fs::path file = folder / "s.attn";
    const Session one = session("one", 10, 1.0F), two = session("two", 10, 2.0F);
    writeSession(file, one);
    const std::string first = readFile(file);
    writeSession(file, two);
    const std::string second = readFile(file);
    ASSERT_GT(first.size(), 1000000U);
    ASSERT_FALSE(first == second);
    std::mt19937 random(20240607);
    std::size_t litter = 0;
    for (int round = 0; round < 30; ++round) {
        const pid_t child = start([&] {
            for (;;) {
                writeSession(file, one);
                writeSession(file, two);
            }
            return 0;
        });
        std::this_thread::sleep_for(std::chrono::microseconds(2000 + random() % 30000));
        ::kill(child, SIGKILL);
        ASSERT_EQ(finish(child), -SIGKILL);
        const std::string now = readFile(file);
        ASSERT_TRUE(now == first || now == second) << round;
        const std::string title = readSession(file).title;
        EXPECT_EQ(title, now == first ? "one" : "two");
        litter = std::max(litter, filesIn(folder.path()) - 1);
    }
    EXPECT_GT(litter, 0U); // or nothing was interrupted, and this test shows nothing
    writeSession(file, one);
    EXPECT_EQ(filesIn(folder.path()), 1U);
    EXPECT_TRUE(readFile(file) == first);
}

TEST(Save, TwoProcessesSaveTheSameFile) {
    TemporaryFolder folder;
    const fs::path file = folder / "s.attn";
    const Session one = session("one", 3, 1.0F), two = session("two", 3, 2.0F);
    writeSession(file, one);
    const std::string first = readFile(file);
    writeSession(file, two);
    const std::string second = readFile(file);
    const auto save = [&file](const Session &s) {
        return [&file, &s] {
            for (int i = 0; i < 25; ++i)
                if (!refusal([&] { writeSession(file, s); }).empty())
                    return 1;
            return 0;
        };
    };
    const pid_t a = start(save(one)), b = start(save(two));
    for (int i = 0; i < 50; ++i) { // while they do, it is always whole
        const std::string now = readFile(file);
        ASSERT_TRUE(now == first || now == second);
    }
    EXPECT_EQ(finish(a), 0);
    EXPECT_EQ(finish(b), 0);
    const std::string now = readFile(file);
    EXPECT_TRUE(now == first || now == second);
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

/// Temporary files by hand, as a process of any place would leave them.
class Litter : public ::testing::Test {
protected:
    void SetUp() override {
        // The name of this process' own, taken apart: .attnscope-PID-SERIAL-WHERE.tmp
        const AtomicFile own(m_folder / "x");
        const std::string name = own.temporary().filename().string();
        m_where = name.substr(name.rfind('-') + 1, 8);
        m_dead = start([] { return 0; });
        ASSERT_EQ(finish(m_dead), 0);
    }
    std::string put(const std::string &name, std::time_t age = 0) {
        test::writeFile(m_folder / name, "left");
        const timespec times[2] = {{std::time(nullptr) - age, 0}, {std::time(nullptr) - age, 0}};
        EXPECT_EQ(::utimensat(AT_FDCWD, (m_folder / name).c_str(), times, 0), 0);
        return name;
    }
    std::string of(pid_t process, const std::string &where, const std::string &end = ".tmp") {
        return ".attnscope-" + std::to_string(process) + "-7-" + where + end;
    }
    [[nodiscard]] bool there(const std::string &name) const {
        return fs::exists(fs::symlink_status(m_folder / name));
    }

    TemporaryFolder m_folder;
    std::string m_where;
    pid_t m_dead = 0;
};

TEST_F(Litter, OfAProcessThatIsGoneIsRemovedOfALivingOneStays) {
    const pid_t alive = start([] {
        ::pause();
        return 0;
    });
    const std::string dead = put(of(m_dead, m_where)),
                      libzip = put(of(m_dead, m_where, ".tmp.aB3dEf"));
    const std::string living = put(of(alive, m_where)), own = put(of(::getpid(), m_where));
    writeFileAtomically(m_folder / "file", "saved");
    EXPECT_FALSE(there(dead));
    EXPECT_FALSE(there(libzip));
    EXPECT_TRUE(there(living));
    EXPECT_TRUE(there(own));
    ::kill(alive, SIGKILL);
    EXPECT_EQ(finish(alive), -SIGKILL);
    writeFileAtomically(m_folder / "file", "saved");
    EXPECT_FALSE(there(living));
}

TEST_F(Litter, OfAnotherMachineIsRemovedOnlyWhenItIsOld) {
    constexpr std::time_t kHour = 60 * 60;
    const std::string other = m_where == "01234567" ? "76543210" : "01234567";
    // Its process may live although nobody of that number does here.
    const std::string young = put(of(m_dead, other), 20 * kHour);
    const std::string old = put(of(m_dead, other, ".tmp.AAAAAA"), 30 * kHour);
    writeFileAtomically(m_folder / "file", "saved");
    EXPECT_TRUE(there(young));
    EXPECT_FALSE(there(old));
}

TEST_F(Litter, WhatOnlyLooksAlikeIsNobodysToRemove) {
    const std::string pid = std::to_string(m_dead);
    std::vector<std::string> names;
    for (const std::string &name :
         {".attnscope-" + pid + "-7.tmp", ".attnscope-" + pid + "-7-" + m_where,
          ".attnscope-" + pid + "-7-" + m_where + ".tmp~",
          ".attnscope-" + pid + "-7-" + m_where + ".tmp.too.long",
          ".attnscope--" + pid + "-7-" + m_where + ".tmp", ".attnscope-0-7-" + m_where + ".tmp",
          ".attnscope-99999999999999999999-7-" + m_where + ".tmp",
          "attnscope-" + pid + "-7-" + m_where + ".tmp", std::string(".attnscope-")})
        names.push_back(put(name, 90 * 24 * 60 * 60));
    names.push_back(of(m_dead, m_where, ".tmp.folder")); // six letters, but a folder
    fs::create_directory(m_folder / names.back());
    names.push_back(of(m_dead, m_where, ".tmp.linked"));
    fs::create_symlink("file", m_folder / names.back());
    writeFileAtomically(m_folder / "file", "saved");
    for (const std::string &name : names)
        EXPECT_TRUE(there(name)) << name;
}

} // namespace
} // namespace attnscope::core
