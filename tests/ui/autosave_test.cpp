// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/session_file.h"
#include "tests/support/dialogs.h"
#include "tests/support/process.h"
#include "tests/support/same_bits.h"
#include "tests/support/windows.h"
#include "ui/autosave.h"
#include "ui/panels/recovery_bar.h"

#include <QDir>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include <csignal>

namespace attnscope::ui {
namespace {

using namespace std::chrono_literals;
using test::Dialogs;
using test::waitFor;
using test::windowSetup;
using test::wordSession;

QStringList filesIn(const QString &folder, const QString &pattern) {
    return QDir(folder).entryList({pattern}, QDir::Files | QDir::Hidden);
}

/// The changes that the killed program made; of every kind that a session holds.
void work(SessionDocument &d) {
    d.edit(QStringLiteral("text"), {}, [](core::Session &s) {
        core::setText(s, {"one 猫 three", "four"});
    });
    d.edit(QStringLiteral("cells"), {}, [](core::Session &s) {
        core::Tensor w = core::makeProblem(s).wQ;
        w.mutableData()[3] = -0.0f;
        w.mutableData()[4] = 1e-30f;
        core::setArray(s, core::Input::WQ, std::move(w));
        core::Tensor x = core::makeProblem(s).xEmbed;
        x.mutableData()[1] = 0.1f;
        core::setArray(s, core::Input::XEmbed, std::move(x));
    });
    d.edit(QStringLiteral("mask"), {}, [](core::Session &s) {
        s.maskKeep = core::BoolTensor({3, 3}, {1, 0, 0, 1, 1, 0, 0, 1, 1});
        s.config.mask.custom = true;
    });
    d.changeView([](ViewSettings &v) {
        v.colourMap = ColourMap::Grey;
        v.fixedRange = {-1.5, 2.5};
    });
    d.lock({0, 1, 2, 0}, false);
}

/// Recoveries on disk, as a window that was gone without closing leaves them.
class Recovered : public ::testing::Test {
protected:
    [[nodiscard]] QString recoveries() const { return folder.filePath(QStringLiteral("recovery")); }
    WindowSetup setup(std::optional<core::Session> session = std::nullopt) const {
        WindowSetup s = windowSetup({}, std::move(session));
        s.recoveryFolder = recoveries();
        s.autosaveInterval = 20ms;
        return s;
    }
    [[nodiscard]] bool waitForCopies(qsizetype count) const {
        return waitFor(
            [&] { return filesIn(recoveries(), QStringLiteral("*.json")).size() == count; });
    }
    /// What somebody worked on in `fileName` when the program ended.
    void leaveBehind(const QString &fileName, int dK) {
        WindowSetup s = setup();
        const auto before = filesIn(recoveries(), QStringLiteral("*.json")).size();
        s.recoveryFolder.clear(); // offers nothing itself
        MainWindow window(std::move(s));
        window.document().replace(wordSession(4, 16, 2, 8), {});
        if (!fileName.isEmpty())
            window.document().save(fileName);
        Autosave autosave(window.document(), recoveries(), 20ms,
                          [] { return QStringLiteral("t"); });
        window.document().edit(QStringLiteral("d_k"), {},
                               [dK](core::Session &x) { x.config.dK = dK; });
        ASSERT_TRUE(waitForCopies(before + 1));
    }
    static void click(const RecoveryBar &bar, const QString &name) {
        for (QPushButton *b : bar.findChildren<QPushButton *>())
            if ((b->accessibleName() == name || b->text() == name) && b->isVisible())
                return b->click();
        FAIL() << "no button " << name.toStdString();
    }

    QTemporaryDir folder;
};

TEST_F(Recovered, NothingIsWrittenBeforeSomethingChangesAndACleanEndLeavesNothing) {
    MainWindow window(setup(wordSession(4, 16, 2, 8)));
    window.show();
    window.document().lock({0, 0, 1, 1}, false);
    QTest::qWait(60);
    EXPECT_TRUE(filesIn(recoveries(), QStringLiteral("*")).isEmpty()) << "looking is no change";
    work(window.document());
    ASSERT_TRUE(waitForCopies(1));
    EXPECT_TRUE(takeRecoveries(recoveries()).empty()) << "it is being worked on";
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Discard"));
    EXPECT_TRUE(window.close());
    EXPECT_TRUE(dialogs.done());
    EXPECT_TRUE(filesIn(recoveries(), QStringLiteral("*")).isEmpty());
}

TEST_F(Recovered, TheCopyGoesOnceTheSessionIsSavedOrAsItWas) {
    MainWindow window(setup(wordSession(4, 16, 2, 8)));
    const auto empty = [this] { return filesIn(recoveries(), QStringLiteral("*")).isEmpty(); };
    work(window.document());
    ASSERT_TRUE(waitForCopies(1));
    window.document().save(folder.filePath(QStringLiteral("a.attn")));
    EXPECT_TRUE(waitFor(empty));
    window.document().edit(QStringLiteral("d_k"), {}, [](core::Session &s) { s.config.dK = 5; });
    ASSERT_TRUE(waitForCopies(1));
    window.document().undoStack()->undo();
    EXPECT_TRUE(waitFor(empty));
}

TEST_F(Recovered, NotDuringADrag) {
    SessionDocument d;
    d.replace(wordSession(4, 16, 2, 8), {});
    Autosave autosave(d, recoveries(), 20ms, [] { return QString(); });
    d.beginDrag();
    for (int i = 9; i < 19; ++i) {
        d.edit(QStringLiteral("d_k"), QStringLiteral("d_k"),
               [i](core::Session &s) { s.config.dK = i; });
        QTest::qWait(8);
    }
    EXPECT_TRUE(filesIn(recoveries(), QStringLiteral("*.json")).isEmpty());
    d.endDrag();
    EXPECT_TRUE(waitForCopies(1));
}

TEST_F(Recovered, AFullDiskIsToldOnceAndOvercome) {
    test::writeFile(recoveries().toStdString(), "a file where the folder should be");
    SessionDocument d;
    d.replace(wordSession(4, 16, 2, 8), {});
    Autosave autosave(d, recoveries(), 20ms, [] { return QString(); });
    QSignalSpy failed(&autosave, &Autosave::failed), written(&autosave, &Autosave::written);
    d.edit(QStringLiteral("d_k"), {}, [](core::Session &s) { s.config.dK = 5; });
    ASSERT_TRUE(waitFor([&] { return failed.size() == 1; }));
    QTest::qWait(100); // several attempts later
    EXPECT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed.front().front().toString().contains(recoveries()));
    QFile::remove(recoveries());
    EXPECT_TRUE(waitFor([&] { return written.size() == 1; })) << "tried again without a change";
}

TEST_F(Recovered, IsOfferedRestoredAndKeepsItsFile) {
    const QString file = folder.filePath(QStringLiteral("causal.attn"));
    leaveBehind(file, 5);
    const std::string before = test::readFile(file.toStdString());
    MainWindow window(setup());
    window.show();
    auto &bar = *window.findChild<RecoveryBar *>();
    ASSERT_TRUE(bar.isVisible());
    EXPECT_TRUE(bar.text().contains(QStringLiteral("ended unexpectedly")));
    EXPECT_TRUE(bar.text().contains(QStringLiteral("“causal.attn”"))) << bar.text().toStdString();
    EXPECT_TRUE(takeRecoveries(recoveries()).empty()) << "offered in one window only";
    click(bar, QStringLiteral("Restore causal.attn"));
    EXPECT_FALSE(bar.isVisible());
    SessionDocument &d = window.document();
    EXPECT_EQ(d.session().config.dK, 5);
    EXPECT_EQ(d.fileName(), file);
    EXPECT_TRUE(d.modified());
    EXPECT_FALSE(d.changedOnDisk());
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("causal.attn[*]")));
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_EQ(test::readFile(file.toStdString()), before) << "the file itself is untouched";
    // The old copy goes when this window has its own; never is there none.
    ASSERT_TRUE(
        waitFor([&] { return filesIn(recoveries(), QStringLiteral("*.lock")).size() == 1; }));
    EXPECT_EQ(filesIn(recoveries(), QStringLiteral("*.attn")).size(), 1);
    d.save(file);
    EXPECT_FALSE(d.modified());
    EXPECT_TRUE(waitFor([&] { return filesIn(recoveries(), QStringLiteral("*")).isEmpty(); }));
}

TEST_F(Recovered, SeveralAreListedLaterKeepsThemDiscardAsks) {
    leaveBehind(folder.filePath(QStringLiteral("a.attn")), 5);
    leaveBehind({}, 6);
    leaveBehind(folder.filePath(QStringLiteral("c.attn")), 7);
    {
        MainWindow window(setup());
        window.show();
        auto &bar = *window.findChild<RecoveryBar *>();
        ASSERT_EQ(bar.rows().size(), 3u);
        EXPECT_EQ(bar.rows()[0].name, QStringLiteral("c.attn")) << "the newest first";
        EXPECT_EQ(bar.rows()[1].name, QStringLiteral("t"))
            << "never saved: as the window called it";
        Dialogs dialogs;
        dialogs.answer(QStringLiteral("Cancel")).answer(QStringLiteral("Discard"));
        click(bar, QStringLiteral("Discard c.attn"));
        EXPECT_EQ(bar.rows().size(), 3u);
        click(bar, QStringLiteral("Discard c.attn"));
        EXPECT_TRUE(dialogs.done());
        ASSERT_EQ(bar.rows().size(), 2u);
        click(bar, QStringLiteral("Later"));
        EXPECT_FALSE(bar.isVisible());
        EXPECT_EQ(filesIn(recoveries(), QStringLiteral("*.attn")).size(), 2);
        window.offerRecoveries(); // as the menu does
        EXPECT_EQ(bar.rows().size(), 2u);
    }
    MainWindow again(setup());
    again.show();
    auto &bar = *again.findChild<RecoveryBar *>();
    ASSERT_EQ(bar.rows().size(), 2u);
    // Restoring the second asks for the first, which is not saved yet.
    click(bar, QStringLiteral("Restore t"));
    EXPECT_EQ(again.document().session().config.dK, 6);
    EXPECT_TRUE(again.document().fileName().isEmpty());
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Cancel"));
    click(bar, QStringLiteral("Restore a.attn"));
    EXPECT_TRUE(dialogs.done());
    EXPECT_EQ(again.document().session().config.dK, 6);
    ASSERT_EQ(bar.rows().size(), 1u);
}

TEST_F(Recovered, ADamagedCopyIsToldAndNothingIsLost) {
    leaveBehind(folder.filePath(QStringLiteral("a.attn")), 5);
    const QString copy =
        recoveries() + QLatin1Char('/') + filesIn(recoveries(), QStringLiteral("*.attn")).front();
    test::writeFile(copy.toStdString(), test::readFile(copy.toStdString()).substr(0, 200));
    test::writeFile(recoveries().toStdString() + "/other.attn", "neither this");
    test::writeFile(recoveries().toStdString() + "/other.json", "{\"file\": 3, \"time\": [");
    test::writeFile(recoveries().toStdString() + "/gone.json", "{}");
    MainWindow window(setup(wordSession(4, 16, 2, 8)));
    window.show();
    auto &bar = *window.findChild<RecoveryBar *>();
    ASSERT_EQ(bar.rows().size(), 2u);
    EXPECT_FALSE(QFile::exists(recoveries() + QStringLiteral("/gone.json")));
    const QStringList names = {QStringLiteral("a.attn"), QStringLiteral("untitled")};
    for (const QString &name : names) {
        click(bar, QStringLiteral("Restore ") + name);
        EXPECT_TRUE(window.message().contains(name)) << window.message().toStdString();
    }
    EXPECT_EQ(bar.rows().size(), 2u) << "they can still be discarded, or looked at by hand";
    EXPECT_EQ(window.document().session().config.dK, 8);
    EXPECT_FALSE(window.document().modified());
}

/// Not a test of its own: the program that is killed below.
TEST(ProcessToKill, DISABLED_Works) {
    const QString folder = qEnvironmentVariable("ATTNSCOPE_TEST_FOLDER");
    ASSERT_FALSE(folder.isEmpty());
    const QString way = qEnvironmentVariable("ATTNSCOPE_TEST_WAY");
    const QString file = folder + QStringLiteral("/causal.attn");
    WindowSetup s = windowSetup({}, wordSession(4, 16, 2, 8));
    s.recoveryFolder = folder + QStringLiteral("/recovery");
    s.autosaveInterval = way == QLatin1String("once") ? 40ms : 4ms;
    MainWindow window(std::move(s));
    window.show();
    SessionDocument &d = window.document();
    d.save(file);
    if (way == QLatin1String("once")) {
        work(d);
        QApplication::exec();
        return;
    }
    // Arrays that take a while to write, again and again.
    for (int i = 0;; ++i) {
        d.edit(QStringLiteral("fill"), {}, [i](core::Session &x) {
            x.config.dModel = 256;
            x.config.dK = 128;
            core::setArray(x, core::Input::WQ, core::Tensor({256, 256}, static_cast<float>(i)));
        });
        if (way == QLatin1String("saves"))
            d.save(file);
        else
            QTest::qWait(6);
    }
}

/// Runs it and kills it, as a power cut or the kernel would.
class KilledProcess : public Recovered {
protected:
    void SetUp() override {
#ifdef __SANITIZE_THREAD__
        GTEST_SKIP() << "the thread sanitizer loses its way where a process with threads forks";
#endif
        Recovered::SetUp();
    }

    void start(const QString &way) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ATTNSCOPE_TEST_FOLDER"), folder.path());
        environment.insert(QStringLiteral("ATTNSCOPE_TEST_WAY"), way);
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
        process.setStandardOutputFile(QProcess::nullDevice());
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")),
                      {QStringLiteral("--gtest_also_run_disabled_tests"),
                       QStringLiteral("--gtest_filter=ProcessToKill.DISABLED_Works")});
        ASSERT_TRUE(process.waitForStarted());
    }
    void kill() {
        ASSERT_EQ(process.state(), QProcess::Running);
        process.kill();
        ASSERT_TRUE(process.waitForFinished());
        ASSERT_EQ(process.exitStatus(), QProcess::CrashExit);
    }
    ~KilledProcess() override {
        process.kill();
        process.waitForFinished();
    }

    QProcess process;
};

TEST_F(KilledProcess, WhatWasWorkedOnComesBackBitForBit) {
    start(QStringLiteral("once"));
    ASSERT_TRUE(waitForCopies(1));
    EXPECT_TRUE(takeRecoveries(recoveries()).empty()) << "another process works on it";
    kill();
    SessionDocument expected;
    expected.replace(wordSession(4, 16, 2, 8), {});
    work(expected);

    MainWindow window(setup());
    window.show();
    auto &bar = *window.findChild<RecoveryBar *>();
    ASSERT_EQ(bar.rows().size(), 1u);
    click(bar, QStringLiteral("Restore causal.attn"));
    SessionDocument &d = window.document();
    EXPECT_TRUE(test::sameProblem(d.session(), expected.session()));
    EXPECT_EQ(d.session().text, expected.session().text);
    ASSERT_EQ(d.session().arrays.size(), 2u) << "what was edited, and not what is drawn";
    for (const core::Input input : {core::Input::WQ, core::Input::XEmbed})
        EXPECT_TRUE(
            test::sameBits(d.session().arrays.at(input), expected.session().arrays.at(input)));
    EXPECT_EQ(d.view(), expected.view());
    EXPECT_TRUE(d.modified());
    EXPECT_EQ(d.fileName(), folder.filePath(QStringLiteral("causal.attn")));
    EXPECT_EQ(core::readSession(toPath(d.fileName())).text, wordSession(4, 16, 2, 8).text)
        << "the file itself is as it was saved";
}

TEST_F(KilledProcess, WhileItPutsByTheCopyIsWholeOrNotThere) {
    std::mt19937 random(7);
    for (int round = 0; round < 3; ++round) {
        start(QStringLiteral("copies"));
        ASSERT_TRUE(waitForCopies(1));
        QTest::qWait(static_cast<int>(random() % 60));
        kill();
        auto found = takeRecoveries(recoveries());
        ASSERT_EQ(found.size(), 1u) << round;
        const core::Session s = core::readSession(toPath(found.front().session));
        const core::Tensor &w = s.arrays.at(core::Input::WQ);
        EXPECT_EQ(w(0, 0), w(255, 255)) << "one state, not two halves";
        discard(std::move(found.front()), recoveries());
        EXPECT_TRUE(filesIn(recoveries(), QStringLiteral("*")).isEmpty()) << "no litter";
        EXPECT_TRUE(filesIn(recoveries(), QStringLiteral(".attnscope*")).isEmpty());
    }
}

TEST_F(KilledProcess, WhileItSavesTheOldFileIsWhole) {
    const QString file = folder.filePath(QStringLiteral("causal.attn"));
    std::mt19937 random(11);
    for (int round = 0; round < 3; ++round) {
        start(QStringLiteral("saves"));
        const FileStamp before = stampOf(file);
        ASSERT_TRUE(
            waitFor([&] { return stampOf(file) != before && stampOf(file).size > 100000; }));
        QTest::qWait(static_cast<int>(random() % 60));
        kill();
        const core::Session s = core::readSession(toPath(file));
        const core::Tensor &w = s.arrays.at(core::Input::WQ);
        EXPECT_EQ(w(0, 0), w(255, 255)) << "one state, not two halves";
    }
}

} // namespace
} // namespace attnscope::ui
