// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npz.h"
#include "core/io/session_file.h"
#include "tests/support/dialogs.h"
#include "tests/support/process.h"
#include "tests/support/windows.h"
#include "ui/edits.h"
#include "ui/examples.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/history_dock.h"
#include "ui/panels/number_control.h"
#include "ui/recent_files.h"
#include "ui/theme.h"

#include <QAction>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoView>
#include <QUrl>

#include <gtest/gtest.h>

namespace attnscope::ui {
namespace {

using test::Dialogs;
using test::waitFor;
using test::windowSetup;
using test::wordSession;

/// A window with a session, its menu entries by their texts.
class Files : public ::testing::Test {
protected:
    void open(WindowSetup setup) {
        window = std::make_unique<MainWindow>(std::move(setup));
        window->show();
        ASSERT_TRUE(waitFor([this] { return window->bridge().shown().trace != nullptr; }));
    }
    void open() { open(windowSetup({}, wordSession(4, 16, 2, 8))); }
    [[nodiscard]] SessionDocument &document() { return window->document(); }
    [[nodiscard]] QAction *action(const QString &text) const {
        for (QAction *a : window->findChildren<QAction *>())
            if (a->text().remove(QLatin1Char('&')) == text)
                return a;
        return nullptr;
    }
    void trigger(const char *text) {
        QAction *a = action(QString::fromUtf8(text));
        ASSERT_TRUE(a) << text;
        ASSERT_TRUE(a->isEnabled()) << text;
        a->trigger();
    }
    [[nodiscard]] QStringList recentTexts() {
        auto *menu = action(QStringLiteral("Open Recent"))->menu();
        emit menu->aboutToShow();
        QStringList texts;
        for (const QAction *a : menu->actions())
            if (!a->isSeparator())
                texts << (a->isEnabled() ? QString() : QStringLiteral("grey ")) + a->text();
        return texts;
    }
    void setDk(int width) {
        document().edit(QStringLiteral("Set d_k to %1").arg(width), {},
                        [width](core::Session &s) { setKeyWidth(s, width); });
    }
    [[nodiscard]] QString inFolder(const char *name) const {
        return folder.filePath(QString::fromUtf8(name));
    }
    void drop(const QList<QUrl> &urls) {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window.get(), &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window.get(), &event);
        QCoreApplication::processEvents();
    }

    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;
};

TEST_F(Files, ANewSessionAsksForTheOldOne) {
    open();
    setDk(5);
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Cancel"));
    trigger("New");
    EXPECT_EQ(document().session().config.dK, 5);
    dialogs.answer(QStringLiteral("Save")).choose(inFolder("first.attn"));
    trigger("New");
    EXPECT_TRUE(dialogs.done()) << dialogs.asked().join(QLatin1Char('|')).toStdString();
    EXPECT_EQ(core::readSession(toPath(inFolder("first.attn"))).config.dK, 5);
    EXPECT_TRUE(document().fileName().isEmpty());
    EXPECT_FALSE(document().modified());
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("untitled[*]")));
    ASSERT_TRUE(waitFor([this] { return window->bridge().shown().trace->problem->queries() == 6; }))
        << "it is computed at once";
    trigger("New"); // nothing to ask
    EXPECT_TRUE(dialogs.done());
}

TEST_F(Files, ClosingAsksAndCancelStays) {
    open();
    setDk(5);
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Cancel"));
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(window->isVisible());
    // A save that is given up or fails does not close either.
    dialogs.answer(QStringLiteral("Save")).choose(QStringLiteral("/proc/no/such.attn"));
    EXPECT_FALSE(window->close());
    EXPECT_FALSE(window->message().isEmpty());
    EXPECT_TRUE(document().modified());
    document().undoStack()->undo();
    EXPECT_TRUE(window->close()) << "nothing is lost, nothing is asked";
    EXPECT_TRUE(dialogs.done()) << dialogs.asked().join(QLatin1Char('|')).toStdString();
}

TEST_F(Files, AnExampleSavesUnderANameThatIsAskedFor) {
    open(windowSetup());
    const QString title = examples().front().title;
    EXPECT_TRUE(window->windowTitle().startsWith(title + QStringLiteral(" – example[*]")));
    EXPECT_FALSE(window->isWindowModified());
    setDk(5);
    EXPECT_TRUE(window->isWindowModified());
    Dialogs dialogs;
    dialogs.choose(inFolder("mine"));
    trigger("Save");
    EXPECT_TRUE(dialogs.done());
    EXPECT_EQ(document().fileName(), inFolder("mine.attn"));
    EXPECT_FALSE(window->isWindowModified());
    setDk(6);
    trigger("Save"); // now it has a name
    EXPECT_EQ(core::readSession(toPath(inFolder("mine.attn"))).config.dK, 6);
}

TEST_F(Files, WhatIsNotASessionFileOfOursIsNotWrittenOver) {
    const std::string lesson = R"({"format":"attnscope","version":1,"text":["a b"]})";
    test::writeFile(inFolder("lesson.json").toStdString(), lesson);
    open();
    ASSERT_TRUE(window->openFile(inFolder("lesson.json")));
    document().edit(QStringLiteral("seed"), {}, [](core::Session &s) { s.seed = 7; });
    Dialogs dialogs;
    dialogs.choose(inFolder("lesson.attn"));
    trigger("Save");
    ASSERT_TRUE(dialogs.done());
    EXPECT_TRUE(dialogs.asked().front().endsWith(QStringLiteral("lesson.attn")));
    EXPECT_EQ(test::readFile(inFolder("lesson.json").toStdString()), lesson);
    EXPECT_EQ(core::readSession(toPath(inFolder("lesson.attn"))).seed, 7u);
}

TEST_F(Files, WhatWasPassedOverInAFileIsSaid) {
    open();
    const core::Tensor input({1, 2, 4}, 0.5F), rate({1}, 0.1F);
    core::writeZip(toPath(inFolder("more.npz")),
                   {core::npyMember("X_embed", input), core::npyMember("learning_rate", rate)});
    ASSERT_TRUE(window->openFile(inFolder("more.npz")));
    EXPECT_TRUE(window->remark().contains(QStringLiteral("learning_rate")));
    EXPECT_TRUE(window->remark().contains(QStringLiteral("more.npz")));
    EXPECT_EQ(window->message(), QString());
    document().save(inFolder("plain.attn"));
    ASSERT_TRUE(window->openFile(inFolder("plain.attn")));
    EXPECT_EQ(window->remark(), QString());
}

TEST_F(Files, AFileThatSomebodyElseChangedIsAskedAbout) {
    open();
    document().save(inFolder("a.attn"));
    setDk(5);
    SessionDocument other;
    other.open(inFolder("a.attn"));
    other.edit(QStringLiteral("d_k"), {}, [](core::Session &s) { s.config.dK = 11; });
    other.save(inFolder("a.attn"));
    const auto saved = [this] { return core::readSession(toPath(inFolder("a.attn"))).config.dK; };
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Cancel"));
    trigger("Save");
    EXPECT_EQ(saved(), 11);
    EXPECT_TRUE(document().modified());
    dialogs.answer(QStringLiteral("Save As…")).choose(inFolder("b.attn"));
    trigger("Save");
    EXPECT_EQ(saved(), 11);
    EXPECT_EQ(document().fileName(), inFolder("b.attn"));
    ASSERT_TRUE(window->openFile(inFolder("a.attn")));
    setDk(5);
    other.edit(QStringLiteral("d_k"), {}, [](core::Session &s) { s.config.dK = 12; });
    other.save(inFolder("a.attn"));
    dialogs.answer(QStringLiteral("Save Over It"));
    trigger("Save");
    EXPECT_EQ(saved(), 5);
    setDk(6);
    trigger("Save"); // its own writing is not somebody else's
    EXPECT_EQ(saved(), 6);
    EXPECT_TRUE(dialogs.done()) << dialogs.asked().join(QLatin1Char('|')).toStdString();
}

TEST_F(Files, RevertAsksAndCanBeUndone) {
    open();
    EXPECT_FALSE(action(QStringLiteral("Revert…"))->isEnabled());
    document().save(inFolder("a.attn"));
    setDk(5);
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Cancel")).answer(QStringLiteral("Revert"));
    trigger("Revert…");
    EXPECT_EQ(document().session().config.dK, 5);
    trigger("Revert…");
    EXPECT_TRUE(dialogs.done());
    EXPECT_EQ(document().session().config.dK, 8);
    EXPECT_FALSE(window->isWindowModified());
    trigger("Undo: Revert to what was saved");
    EXPECT_EQ(document().session().config.dK, 5);
    EXPECT_TRUE(window->isWindowModified());
}

TEST_F(Files, TheTenNewestAreRemembered) {
    open();
    EXPECT_EQ(recentTexts(), QStringList{QStringLiteral("grey Nothing was opened or saved yet")});
    for (int i = 0; i < 12; ++i) {
        const QString name = inFolder(("s" + std::to_string(i) + ".attn").c_str());
        document().save(name);
        ASSERT_TRUE(window->openFile(name));
    }
    ASSERT_TRUE(window->openFile(inFolder("s5.attn")));
    EXPECT_FALSE(window->openFile(inFolder("none.attn"))) << "what did not open is not remembered";
    const QStringList files = recentFiles();
    ASSERT_EQ(files.size(), 10);
    EXPECT_EQ(files[0], inFolder("s5.attn"));
    EXPECT_EQ(files[1], inFolder("s11.attn"));
    EXPECT_EQ(files[9], inFolder("s2.attn"));
    QFile::remove(inFolder("s11.attn"));
    QStringList texts = recentTexts();
    ASSERT_EQ(texts.size(), 11);
    EXPECT_TRUE(texts[0].startsWith(QStringLiteral("&1  s5.attn — ")));
    EXPECT_TRUE(texts[1].startsWith(QStringLiteral("grey &2  s11.attn")));
    EXPECT_TRUE(texts[1].endsWith(QStringLiteral("(no longer there)")));
    EXPECT_EQ(texts.back(), QStringLiteral("&Clear List"));
    // One that goes while the menu is open.
    QAction *gone = action(QStringLiteral("Open Recent"))->menu()->actions()[2];
    QFile::remove(inFolder("s10.attn"));
    gone->trigger();
    EXPECT_TRUE(window->message().contains(QStringLiteral("s10.attn")));
    EXPECT_FALSE(recentFiles().contains(inFolder("s10.attn")));
    (void)recentTexts();
    action(QStringLiteral("Open Recent"))->menu()->actions()[0]->trigger();
    EXPECT_EQ(document().fileName(), inFolder("s5.attn"));
    action(QStringLiteral("Open Recent"))->menu()->actions().back()->trigger();
    EXPECT_TRUE(recentFiles().isEmpty());
}

TEST_F(Files, AnExportIsOfferedWhereTheLastOneWent) {
    QSettings().remove(QStringLiteral("exportFolder"));
    EXPECT_EQ(exportFolder({}), QDir::homePath());
    EXPECT_EQ(exportFolder(inFolder("a.attn")), QFileInfo(inFolder("a.attn")).absolutePath());
    ASSERT_TRUE(QDir(inFolder("")).mkdir(QStringLiteral("figures")));
    rememberExport(inFolder("figures/weights.png"));
    EXPECT_EQ(exportFolder(inFolder("a.attn")), inFolder("figures"));
    // A folder that is gone (a stick that was pulled out) is not offered.
    ASSERT_TRUE(QDir(inFolder("figures")).removeRecursively());
    EXPECT_EQ(exportFolder({}), QDir::homePath());
}

TEST_F(Files, ASessionIsDroppedOnTheWindow) {
    open();
    document().save(inFolder("注意.attn"));
    setDk(5);
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Discard"));
    drop({QUrl::fromLocalFile(inFolder("注意.attn"))});
    ASSERT_TRUE(waitFor([&] { return dialogs.done(); }));
    EXPECT_EQ(document().session().config.dK, 8);
    drop({QUrl::fromLocalFile(inFolder("a.attn")), QUrl::fromLocalFile(inFolder("b.attn"))});
    EXPECT_TRUE(window->message().contains(QStringLiteral("2 files")))
        << window->message().toStdString();
    test::writeFile(inFolder("poem.txt").toStdString(), "no session");
    drop({QUrl::fromLocalFile(inFolder("poem.txt"))});
    ASSERT_TRUE(waitFor([&] { return window->message().contains(QStringLiteral("poem.txt")); }));
    drop({QUrl(QStringLiteral("https://example.org/a.attn"))});
    EXPECT_TRUE(window->message().contains(QStringLiteral("example.org")));
    EXPECT_EQ(document().session().config.dK, 8);
}

TEST_F(Files, AFileOfTheCommandLineThatIsMissingIsToldForGood) {
    WindowSetup setup = windowSetup();
    setup.file = inFolder("missing.attn");
    open(std::move(setup));
    EXPECT_TRUE(window->message().contains(QStringLiteral("missing.attn")))
        << "the first picture does not take the sentence away";
    EXPECT_EQ(document().session().title, exampleSession(examples().front()).title);
    EXPECT_TRUE(document().fileName().isEmpty());
}

TEST_F(Files, EDT04_TypedNumbersAreTakenBeforeTheyAreSaved) {
    open();
    document().save(inFolder("a.attn"));
    QDoubleSpinBox &box = *window->controls().number(QStringLiteral("d_k"))->spinBox();
    window->activateWindow();
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("5"));
    EXPECT_EQ(document().session().config.dK, 8) << "not entered yet";
    trigger("Save");
    EXPECT_EQ(core::readSession(toPath(inFolder("a.attn"))).config.dK, 5);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("6"));
    Dialogs dialogs;
    dialogs.answer(QStringLiteral("Save"));
    EXPECT_TRUE(window->close());
    EXPECT_TRUE(dialogs.done());
    EXPECT_EQ(core::readSession(toPath(inFolder("a.attn"))).config.dK, 6);
}

TEST_F(Files, TheKeysOfUndoReachTheSessionFromAField) {
    open();
    window->activateWindow();
    const auto overridden = [](QWidget *w) {
        QKeyEvent key(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        key.setAccepted(false);
        QCoreApplication::sendEvent(w, &key);
        return key.isAccepted();
    };
    QDoubleSpinBox &box = *window->controls().number(QStringLiteral("d_k"))->spinBox();
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("5"));
    EXPECT_TRUE(overridden(&box)) << "what is being typed is taken back in the field";
    QTest::keyClick(&box, Qt::Key_Return);
    EXPECT_EQ(document().session().config.dK, 5);
    EXPECT_FALSE(overridden(&box)) << "what was entered is taken back in the session";
    EXPECT_FALSE(overridden(window->findChild<QPlainTextEdit *>()));
}

TEST_F(Files, TheHistoryListsStepsAndGoesThere) {
    open();
    auto &dock = *window->findChild<HistoryDock *>();
    EXPECT_TRUE(dock.isHidden());
    trigger("History");
    EXPECT_TRUE(dock.isVisible());
    EXPECT_EQ(document().view().historyDock, true);
    EXPECT_FALSE(document().modified()) << "a dock is where one looks";
    setDk(5);
    setDk(6);
    document().changeView([](ViewSettings &v) { v.colourMap = ColourMap::Cividis; });
    const QAbstractItemModel &model = *dock.list()->model();
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("As it was opened"));
    EXPECT_EQ(model.index(2, 0).data().toString(), QStringLiteral("Set d_k to 6"));
    EXPECT_EQ(model.index(3, 0).data().toString(), QStringLiteral("Colour map: cividis"));
    EXPECT_FALSE(model.index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull())
        << "the saved state is marked";
    EXPECT_TRUE(model.index(1, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
    dock.list()->setCurrentIndex(model.index(1, 0));
    EXPECT_EQ(document().session().config.dK, 5);
    EXPECT_FALSE(document().view().colourMap);
    // With the session: closed where it was saved closed, opened where it was saved open.
    document().save(inFolder("open.attn"));
    trigger("History");
    EXPECT_TRUE(dock.isHidden());
    document().save(inFolder("closed.attn"));
    ASSERT_TRUE(window->openFile(inFolder("open.attn")));
    EXPECT_TRUE(dock.isVisible());
    ASSERT_TRUE(window->openFile(inFolder("closed.attn")));
    EXPECT_TRUE(dock.isHidden());
}

TEST_F(Files, ALockedCellBeyondTheSizesHarmsNothingAndComesBack) {
    open();
    document().lock({0, 1, 3, 3}, false);
    document().changeView([](ViewSettings &v) {
        v.head = 1;
        v.lockedColumn = 15;
    });
    document().edit(QStringLiteral("small"), {}, [](core::Session &s) {
        core::setText(s, {"one"});
        s.config.heads = 1;
        setModelWidth(s, 3);
        setKeyWidth(s, 1);
    });
    auto &tabs = *window->findChild<QTabWidget *>();
    const auto everyView = [&] {
        for (int i = 0; i < tabs.count(); ++i) {
            tabs.setCurrentIndex(i);
            EXPECT_TRUE(waitFor([this] { return !window->bridge().busy(); }));
            QTest::qWait(20);
        }
        for (const core::StageInfo &info : core::stageTable()) {
            document().changeView([&](ViewSettings &v) {
                v.tab = QStringLiteral("stages");
                v.stage = info.stage;
            });
            QTest::qWait(2);
        }
    };
    everyView();
    EXPECT_EQ(window->bridge().shown().trace->problem->queries(), 1u);
    document().undoStack()->undo();
    everyView();
    EXPECT_EQ(window->bridge().shown().trace->problem->queries(), 4u);
    EXPECT_EQ(document().view().locked, (LockedCell{0, 1, 3, 3}));
}

TEST_F(Files, ASessionIsShownInTheThemeItWasSavedIn) {
    open();
    document().changeView([](ViewSettings &v) { v.theme = ThemeChoice::Dark; });
    document().save(inFolder("dark.attn"));
    core::Session plain = wordSession(4, 16, 2, 8);
    core::writeSession(toPath(inFolder("plain.attn")), plain);
    const QColor light = Palette::light().ground, dark = Palette::darkPalette().ground;
    ASSERT_TRUE(window->openFile(inFolder("dark.attn")));
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), dark);
    EXPECT_TRUE(action(QStringLiteral("Dark"))->isChecked());
    ASSERT_TRUE(window->openFile(inFolder("plain.attn")));
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), light);
}

} // namespace
} // namespace attnscope::ui
