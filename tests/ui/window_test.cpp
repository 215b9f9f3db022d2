// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dialogs.h"
#include "tests/support/windows.h"
#include "ui/examples.h"
#include "ui/language.h"
#include "ui/main_window.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/number_control.h"
#include "ui/panels/readout_bar.h"
#include "ui/panels/refusal_banner.h"
#include "ui/panels/stage_strip.h"
#include "ui/panels/status_panel.h"
#include "ui/views/masks_view.h"
#include "ui/views/positions_view.h"
#include "ui/views/stages_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <vector>

namespace attnscope::ui {
namespace {

using namespace std::chrono_literals;
using test::ScriptedEngine;
using test::waitFor;
using test::windowSetup;
using test::wordSession;

/// A window that has painted its first picture.
class Window : public ::testing::Test {
protected:
    void open(WindowSetup setup) {
        window = std::make_unique<MainWindow>(std::move(setup));
        QObject::connect(window.get(), &MainWindow::framePainted, [this](quint64 generation) {
            painted.push_back(generation);
            shown.push_back(window->bridge().shown().trace->problem->config);
        });
        window->show();
        ASSERT_TRUE(waitFor([this] { return !painted.empty(); }));
    }
    [[nodiscard]] const core::Trace &trace() const { return *window->bridge().shown().trace; }
    [[nodiscard]] NumberControl &number(const char *name) const {
        return *window->controls().number(QLatin1String(name));
    }
    [[nodiscard]] FigureView &figure() const { return *window->stagesView().figureView(); }
    template <class T> [[nodiscard]] T &part() const { return *window->findChild<T *>(); }
    bool waitForConfig(const std::function<bool(const core::Config &)> &good) {
        return waitFor([&] { return !shown.empty() && good(shown.back()); });
    }

    std::unique_ptr<MainWindow> window;
    std::vector<quint64> painted;
    std::vector<core::Config> shown;
};

TEST_F(Window, StartsWithAnExampleAlreadyComputed) {
    open(windowSetup());
    EXPECT_EQ(window->document().session().title, exampleSession(examples().front()).title);
    EXPECT_FALSE(figure().figure().panels.empty());
    EXPECT_TRUE(window->message().isEmpty());
}

TEST_F(Window, EveryExampleOpensAndIsDrawnInEveryView) {
    open(windowSetup());
    auto &tabs = part<QTabWidget>();
    for (const Example &e : examples()) {
        window->document().replace(exampleSession(e), {});
        for (int tab = 0; tab < 3; ++tab) {
            tabs.setCurrentIndex(tab);
            auto *view = static_cast<WorkspaceView *>(tabs.currentWidget());
            EXPECT_TRUE(waitFor([&] {
                return view->shownGeneration() == window->bridge().shown().generation &&
                       !window->bridge().busy() && !view->figureView()->figure().panels.empty();
            })) << e.title.toStdString()
                << " in tab " << tab;
        }
        EXPECT_FALSE(window->controls().banner()->isVisible()) << e.title.toStdString();
    }
}

TEST_F(Window, PastingTakesWordsAndSurvivesAnEmptyClipboard) {
    open(windowSetup());
    auto &box = part<QPlainTextEdit>();
    const QString before = box.toPlainText();
    QGuiApplication::clipboard()->setMimeData(new QMimeData);
    QTest::keyClick(&box, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(box.toPlainText(), before);
    auto *rich = new QMimeData;
    rich->setHtml(QStringLiteral("<b>two words</b>"));
    rich->setText(QStringLiteral("two words"));
    QGuiApplication::clipboard()->setMimeData(rich);
    box.selectAll();
    QTest::keyClick(&box, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(box.toPlainText(), QStringLiteral("two words"));
    EXPECT_TRUE(waitFor([&] { return window->document().session().text.front() == "two words"; }));
}

TEST_F(Window, FitsAScreenOfTwiceTheSize) {
    setLanguage(QStringLiteral("en"));
    open(windowSetup());
    QCoreApplication::processEvents();
    // 1920 × 1080 at 200 %.
    EXPECT_LE(window->minimumSizeHint().width(), 960);
    EXPECT_LE(window->minimumSizeHint().height(), 540);
}

TEST_F(Window, ExamplesSpeakTheLanguageOfTheProgram) {
    setLanguage(QStringLiteral("en"));
    open(windowSetup());
    const Example &first = examples().front();
    EXPECT_TRUE(window->windowTitle().contains(first.title));
    setLanguage(QStringLiteral("zh_CN"));
    for (const Example &e : examples()) {
        EXPECT_FALSE(e.titleZh.isEmpty() || e.noteZh.isEmpty()) << e.title.toStdString();
        EXPECT_EQ(e.shownTitle(), e.titleZh);
        EXPECT_EQ(e.shownNote(), e.noteZh);
        EXPECT_EQ(exampleOf(exampleSession(e)), &e);
    }
    EXPECT_TRUE(waitFor([&] { return window->windowTitle().contains(first.titleZh); }));
    // Qt's own boxes too, also where its translations are not installed.
    QDialogButtonBox box(QDialogButtonBox::Close | QDialogButtonBox::Cancel |
                         QDialogButtonBox::Yes);
    for (const QAbstractButton *button : box.buttons())
        EXPECT_GT(button->text().front().unicode(), 0x2e80) << button->text().toStdString();
    setLanguage(QStringLiteral("en"));
    EXPECT_TRUE(waitFor([&] { return window->windowTitle().contains(first.title); }));
}

TEST_F(Window, DragOfDkShowsTheLastValueAndNeverGoesBack) {
    ScriptedEngine::Script script;
    script.delay = [](int run) { return std::chrono::milliseconds(run % 3 == 0 ? 25 : 1); };
    open(windowSetup(script, wordSession(6, 16, 2, 8)));
    QSlider &slider = *number("d_k").slider();
    slider.setSliderDown(true);
    for (int position = number("d_k").positionOf(4); position <= number("d_k").positionOf(256);
         ++position) {
        slider.setSliderPosition(position);
        QCoreApplication::processEvents();
    }
    slider.setSliderDown(false);
    ASSERT_TRUE(waitForConfig([](const core::Config &c) { return c.dK == 256; }));
    EXPECT_TRUE(std::is_sorted(painted.begin(), painted.end()));
    EXPECT_EQ(trace().problem->config.dK, 256);
    EXPECT_EQ(window->document().undoStack()->count(), 1) << "one drag is one step";
    window->document().undoStack()->undo();
    ASSERT_TRUE(waitForConfig([](const core::Config &c) { return c.dK == 8; }));
    EXPECT_EQ(number("d_k").value(), 8);
}

TEST_F(Window, THR01_ClosesWhileComputing) {
    ScriptedEngine::Script script;
    script.delay = [](int run) { return run == 0 ? 0ms : 150ms; };
    open(windowSetup(script, wordSession(6, 16, 2, 8)));
    number("d_k").spinBox()->setValue(32);
    QTest::qWait(20);
    test::Dialogs dialogs;
    dialogs.answer(QStringLiteral("Discard"));
    EXPECT_TRUE(window->close());
    EXPECT_TRUE(dialogs.done());
    window.reset();
    QCoreApplication::processEvents();
    EXPECT_GE(script.runs->load(), 1);
}

TEST_F(Window, THR02_AnEarlierSlowPassIsNotShownOverTheLast) {
    ScriptedEngine::Script script;
    script.delay = [](int run) { return run == 1 ? 200ms : 0ms; };
    open(windowSetup(script, wordSession(6, 16, 2, 8)));
    number("heads").spinBox()->setValue(4);
    QTest::qWait(30); // the slow one runs
    number("heads").spinBox()->setValue(8);
    ASSERT_TRUE(waitForConfig([](const core::Config &c) { return c.heads == 8; }));
    EXPECT_FALSE(waitFor([this] { return trace().problem->config.heads != 8; }, 400));
}

TEST_F(Window, HeadsThatDoNotDivideOfferWhatWorks) {
    core::Session s = wordSession(4, 32, 4, 8);
    s.tieDk = true;
    open(windowSetup({}, s));
    number("heads").spinBox()->setValue(3);
    RefusalBanner &banner = *window->controls().banner();
    EXPECT_TRUE(banner.isVisible());
    EXPECT_TRUE(banner.sentence().contains(QStringLiteral("32")));
    EXPECT_TRUE(banner.sentence().contains(QStringLiteral("3 heads")));
    EXPECT_EQ(trace().problem->config.heads, 4) << "the last good picture stays";
    const auto buttons = banner.findChildren<QPushButton *>();
    ASSERT_FALSE(buttons.isEmpty());
    ASSERT_TRUE(waitFor([&] { return buttons.front()->height() > 10; }));
    QTest::mouseClick(buttons.front(), Qt::LeftButton); // the nearest below 3 is 2
    ASSERT_TRUE(waitForConfig([](const core::Config &c) { return c.heads == 2; }));
    EXPECT_EQ(trace().problem->config.dK, 16);
    EXPECT_FALSE(banner.isVisible());
    EXPECT_EQ(number("heads").value(), 2);
}

TEST_F(Window, TheTextIsLiveAndEmptyTextIsAnswered) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    auto &text = *window->controls().findChild<QPlainTextEdit *>();
    text.setPlainText(QStringLiteral("one two three\nfour five"));
    ASSERT_TRUE(waitFor([this] { return trace().problem->queries() == 3; }));
    EXPECT_EQ(trace().problem->batch(), 2u);
    text.setPlainText(QString());
    ASSERT_TRUE(waitFor([this] { return window->controls().banner()->isVisible(); }));
    EXPECT_EQ(trace().problem->queries(), 3u) << "the last good picture stays";
}

TEST_F(Window, TheStripOpensStagesAndMarksWrongModes) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    StageButton *scores = window->strip().button(core::Stage::Scores);
    QTest::mouseClick(scores, Qt::LeftButton);
    EXPECT_EQ(window->document().view().stage, core::Stage::Scores);
    EXPECT_TRUE(scores->isChecked());
    EXPECT_TRUE(scores->badge().isEmpty());
    EXPECT_FALSE(scores->thumbnail().isNull());
    EXPECT_FALSE(window->strip().button(core::Stage::M)->isVisible()) << "no other sequence";
    window->document().edit(QStringLiteral("wrong"), {}, [](core::Session &s) {
        s.config.scaling.mode = core::ScalingMode::None;
        s.config.mask.causal = true;
        s.config.mask.application = core::MaskApplication::MultiplyWeights;
    });
    ASSERT_TRUE(waitFor([&] { return !scores->badge().isEmpty(); }));
    EXPECT_FALSE(window->strip().button(core::Stage::Weights)->badge().isEmpty());
    EXPECT_TRUE(window->strip().button(core::Stage::ScoresMasked)->badge().isEmpty())
        << "the mistake is marked where it happens";
    // The keyboard walks on from the open stage.
    scores->setFocus();
    QTest::keyClick(scores, Qt::Key_Right);
    EXPECT_EQ(window->document().view().stage, core::Stage::MaskKeep);
}

TEST_F(Window, HoverReadsClickLocksEscapeFrees) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    auto &readout = part<ReadoutBar>();
    const CellRef cell{1, 2, 3};
    QTest::mouseMove(&figure(), figure().cellRect(cell).center().toPoint());
    ASSERT_TRUE(waitFor([&] { return !readout.hovered().isEmpty(); }));
    EXPECT_TRUE(readout.hovered().contains(QStringLiteral("head 1")));
    EXPECT_TRUE(readout.hovered().contains(QStringLiteral("query 2 “w2” → key 3 “w3”")))
        << readout.hovered().toStdString();
    QTest::mouseClick(&figure(), Qt::LeftButton, {}, figure().cellRect(cell).center().toPoint());
    EXPECT_EQ(window->document().view().locked, (LockedCell{0, 1, 2, 3}));
    EXPECT_TRUE(readout.locked().contains(QStringLiteral("query 2 “w2”")));
    // The same cell in the other views.
    part<QTabWidget>().setCurrentIndex(2);
    auto &masks = part<MasksView>();
    ASSERT_TRUE(waitFor([&] { return !masks.figureView()->figure().locked.empty(); }));
    EXPECT_EQ(masks.figureView()->figure().locked[0].row, 2u);
    EXPECT_EQ(masks.figureView()->figure().locked[0].column, 3u);
    EXPECT_TRUE(readout.locked().contains(QStringLiteral("key 3 “w3”")));
    QTest::keyClick(masks.figureView(), Qt::Key_Escape);
    EXPECT_FALSE(window->document().view().locked);
    EXPECT_TRUE(readout.locked().isEmpty());
}

TEST_F(Window, CtrlClickAddsACell) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    const auto click = [&](const CellRef &cell, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(&figure(), Qt::LeftButton, modifiers,
                          figure().cellRect(cell).center().toPoint());
    };
    click({0, 1, 1}, {});
    click({0, 2, 0}, Qt::ControlModifier);
    EXPECT_EQ(window->document().view().locked, (LockedCell{0, 0, 2, 0}));
    ASSERT_TRUE(waitFor([&] { return figure().figure().locked.size() == 2; }));
}

TEST_F(Window, TheStatusNamesEngineFlagsAndFallback) {
    WindowSetup setup = windowSetup({}, wordSession(4, 16, 2, 8));
    setup.engine = []() -> std::unique_ptr<core::Engine> {
        throw core::EngineError(core::EngineError::Code::NoDevice, {}, "no OpenCL platform");
    };
    open(std::move(setup));
    auto &status = part<StatusPanel>();
    ASSERT_TRUE(waitFor([&] { return status.text().contains(QStringLiteral("stands in")); }))
        << status.text().toStdString();
    window->document().edit(QStringLiteral("hide all"), {}, [](core::Session &s) {
        s.maskKeep = core::BoolTensor({4, 4}, std::uint8_t{0});
        s.config.mask.custom = true;
        s.config.mask.emptyRow = core::EmptyRow::Nan;
    });
    // Two heads of four rows, none of which sees a key; 2·16 weights and 4·16 outputs are NaN.
    ASSERT_TRUE(waitFor([&] { return status.text().contains(QStringLiteral("8 row")); }))
        << status.text().toStdString();
    EXPECT_TRUE(status.text().contains(QStringLiteral("96 NaN"))) << status.text().toStdString();
    ASSERT_TRUE(waitFor([&] { return status.text().contains(QStringLiteral("vs reference")); }));
}

TEST_F(Window, AFileThatCannotBeReadIsAnsweredAndNothingIsLost) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cut.attn"));
    std::ofstream(toPath(file)) << "PK\x03\x04";
    EXPECT_FALSE(window->openFile(file));
    EXPECT_TRUE(window->message().contains(QStringLiteral("cut.attn")));
    EXPECT_EQ(trace().problem->queries(), 4u);
    EXPECT_FALSE(window->openFile(folder.filePath(QStringLiteral("absent.attn"))));
    EXPECT_TRUE(window->message().contains(QStringLiteral("absent.attn")));
    // PTH-02: a folder and a name that are not ASCII.
    const QString good = folder.filePath(QStringLiteral("注意力.attn"));
    window->document().save(good);
    EXPECT_TRUE(window->openFile(good));
    EXPECT_TRUE(window->message().isEmpty());
}

TEST_F(Window, LanguageSwitchesAtRunTime) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    const auto trigger = [this](const QString &text) {
        for (QAction *a : window->findChildren<QAction *>())
            if (a->text() == text)
                a->trigger();
    };
    auto &tabs = part<QTabWidget>();
    EXPECT_EQ(tabs.tabText(2), QStringLiteral("Masks"));
    trigger(QStringLiteral("简体中文"));
    ASSERT_TRUE(waitFor([&] { return tabs.tabText(2) == QStringLiteral("掩码"); }));
    trigger(QStringLiteral("English"));
    ASSERT_TRUE(waitFor([&] { return tabs.tabText(2) == QStringLiteral("Masks"); }));
}

TEST_F(Window, ThemeAndUnfoldAreDrawnWithoutComputingAgain) {
    ScriptedEngine::Script script;
    open(windowSetup(script, wordSession(4, 16, 2, 8)));
    ASSERT_TRUE(waitFor([&] { return window->bridge().engine().kind == "scripted"; }));
    const int runs = script.runs->load();
    for (QAction *a : window->findChildren<QAction *>())
        if (a->text() == QStringLiteral("&Dark"))
            a->trigger();
    ASSERT_TRUE(waitFor([&] { return figure().figure().palette.dark; }));
    window->document().changeView([](ViewSettings &v) { v.unfold = true; });
    ASSERT_TRUE(waitFor([&] { return figure().figure().panels.size() == 4; }));
    EXPECT_EQ(script.runs->load(), runs);
}

TEST_F(Window, NothingIsComputedForAViewThatIsNotSeen) {
    open(windowSetup({}, wordSession(4, 16, 2, 8)));
    number("d_k").spinBox()->setValue(9);
    ASSERT_TRUE(waitForConfig([](const core::Config &c) { return c.dK == 9; }));
    EXPECT_TRUE(part<MasksView>().figureView()->figure().panels.empty());
    EXPECT_TRUE(part<PositionsView>().figureView()->figure().panels.empty());
}

} // namespace
} // namespace attnscope::ui
