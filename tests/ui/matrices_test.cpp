// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_edit.h"
#include "core/io/session_file.h"
#include "core/mask_edit.h"
#include "core/reference_engine.h"
#include "tests/support/windows.h"
#include "ui/matrix_edits.h"
#include "ui/panels/cell_editor.h"
#include "ui/panels/matrix_list.h"
#include "ui/panels/matrix_model.h"
#include "ui/panels/matrix_table.h"
#include "ui/session_document.h"
#include "ui/views/matrices_figure.h"
#include "ui/views/matrices_view.h"
#include "ui/views/stages_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::ui {
namespace {

using core::Input;
using core::Stage;
using test::waitFor;
using test::windowSetup;

core::Session session() {
    core::Session s;
    core::setText(s, {"the cat sat on", "a cat ran"});
    s.config.dModel = 6;
    s.config.heads = 3;
    s.config.dK = s.config.dV = 2;
    return s;
}

TEST(MatrixText, EDT01_CommasAndPointsMeanTheSameInEveryLocale) {
    for (const QLocale::Language language : {QLocale::C, QLocale::German, QLocale::Chinese}) {
        QLocale::setDefault(QLocale(language));
        EXPECT_EQ(typedValue(QStringLiteral("0,2"), false).value, 0.2F);
        EXPECT_EQ(typedValue(QStringLiteral("0.2"), false).value, 0.2F);
        EXPECT_EQ(typedValue(QStringLiteral("1e-3"), false).value, 1e-3F);
        EXPECT_EQ(typedValue(QStringLiteral("-,5"), false).value, -0.5F);
        EXPECT_FALSE(typedValue(QStringLiteral("1,234.5"), false).value);
    }
    QLocale::setDefault(QLocale::c());
}

TEST(MatrixText, EDT02_SmallValuesAreKeptAndWhatNoCellHoldsIsRefused) {
    EXPECT_EQ(typedValue(QStringLiteral("0.0001"), false).value, 1e-4F);
    EXPECT_EQ(typedValue(QStringLiteral("1e-7"), false).value, 1e-7F);
    EXPECT_EQ(editText(1e-7F), QStringLiteral("1e-07"));
    EXPECT_FALSE(typedValue(QStringLiteral("1e39"), false).value);
    EXPECT_FALSE(typedValue(QStringLiteral("1e-60"), false).value);
    EXPECT_EQ(typedValue(QStringLiteral("-inf"), false).value,
              -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(*typedValue(QStringLiteral("nan"), false).value));
    for (const char *text : {"", "abc", "1 2", "--1"}) {
        const TypedValue typed = typedValue(QLatin1String(text), false);
        EXPECT_FALSE(typed.value) << text;
        EXPECT_FALSE(typed.why.isEmpty()) << text;
    }
    EXPECT_EQ(typedValue(QStringLiteral("1"), true).value, 1.0F);
    EXPECT_FALSE(typedValue(QStringLiteral("0.5"), true).value);
    EXPECT_FALSE(typedValue(QStringLiteral("nan"), true).value);
}

TEST(MatrixText, PlacesAreNamedByHeadTokenAndSequence) {
    const core::Session s = session();
    EXPECT_EQ(placeText(s, {Input::WQ, 0, {}, 3, 5}), QStringLiteral("W_Q[3,1] of head 2"));
    EXPECT_EQ(placeText(s, {Input::WO, 0, {}, 3, 5}), QStringLiteral("W_O[1,5] of head 1"));
    EXPECT_EQ(placeText(s, {Input::BQ, 0, {}, 0, 4}), QStringLiteral("b_Q[0] of head 2"));
    EXPECT_EQ(placeText(s, {Input::BO, 0, {}, 0, 4}), QStringLiteral("b_O[4]"));
    EXPECT_EQ(placeText(s, {Input::XEmbed, 1, {}, 1, 4}),
              QStringLiteral("X_embed[1,4] “cat” of sequence 1"));
    EXPECT_EQ(placeText(s, {std::nullopt, 0, {}, 1, 2}), QStringLiteral("mask_keep[1,2]"));
}

TEST(MatrixModel, HoldsWhatQtAsksOfAModel) {
    MatrixModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto s = std::make_shared<const core::Session>(session());
    const core::Problem p = core::makeProblem(*s);
    for (const char *name : {"W_Q", "X_embed", "W_O", "b_Q", "mask_keep", "W_Q"}) {
        auto sheet = makeSheet(*matrixByName(QLatin1String(name)), p, s, s);
        ASSERT_TRUE(sheet) << name;
        model.setSheet(std::move(*sheet));
    }
    EXPECT_EQ(model.rowCount(), 6);
    EXPECT_EQ(model.columnCount(), 6);
    EXPECT_EQ(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("1 · 1"));
    EXPECT_EQ(model.headerData(3, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("3"));
    // The cell is short, the editor and the tool tip have every digit.
    const QModelIndex cell = model.index(2, 3);
    const float value = p.wQ(2, 3);
    EXPECT_EQ(cell.data(Qt::EditRole).toString().toFloat(), value);
    EXPECT_LT(cell.data(Qt::DisplayRole).toString().size(), 8);
    EXPECT_TRUE(cell.data(Qt::ToolTipRole).toString().contains(editText(value)));
}

TEST(MatrixModel, AMillionCellsAreNotLookedAtBeforeTheyAreSeen) {
    // What the model hands out is computed from the sheet when it is asked for, so a sheet is taken
    // as fast as its few pointers are; a copy of the array would have another identity.
    core::Session s = session();
    s.config.dModel = 1024;
    s.config.heads = 16;
    s.config.dK = s.config.dV = 64;
    core::setCells(s, Input::WQ, {0, 1000, 1000, 1, 1}, std::vector<float>{7.0F});
    const auto shared = std::make_shared<const core::Session>(s);
    core::Problem p;
    p.config = s.config;
    p.wQ = core::presentArray(s, Input::WQ);
    MatrixModel model;
    model.setSheet(*makeSheet({Input::WQ, 0, {}, 0, 0}, p, shared, shared));
    EXPECT_EQ(model.sheet().values.identity(), s.arrays.at(Input::WQ).identity());
    EXPECT_EQ(model.sheet().seeded.identity(), core::drawnArray(s, Input::WQ).identity());
    EXPECT_TRUE(model.sheet().edited(1000, 1000));
    EXPECT_FALSE(model.sheet().edited(1000, 999));
    EXPECT_EQ(model.index(1000, 1000).data(Qt::DisplayRole).toString(), QStringLiteral("7"));
}

TEST(MatricesFigure, ACellLightsUpWhatItMakes) {
    core::Config c = session().config;
    const auto first = [&](const MatrixPlace &p, std::size_t head) {
        return madeBy(p, c, head)[0];
    };
    EXPECT_EQ(first({Input::WQ, 0, {}, 3, 5}, 2), (MadeBy{Stage::Q, 2, {}, 1}));
    EXPECT_EQ(first({Input::WK, 0, {}, 0, 2}, 1), (MadeBy{Stage::K, 1, {}, 0}));
    EXPECT_EQ(first({Input::WV, 0, {}, 0, 3}, 1), (MadeBy{Stage::V, 1, {}, 1}));
    const auto wO = madeBy({Input::WO, 0, {}, 4, 5}, c, 2);
    EXPECT_EQ(wO.back(), (MadeBy{Stage::Output, 0, {}, 5}));
    c.shareKv = true;
    const auto shared = madeBy({Input::WK, 0, {}, 0, 3}, c, 1);
    EXPECT_EQ(shared[0].stage, Stage::K);
    EXPECT_EQ(shared[1].stage, Stage::V);

    // What is said to be made by a cell changes with it, and nothing else of that stage does.
    const core::Session s = session();
    core::Session edited = s;
    core::setCells(edited, Input::WQ, {0, 3, 5, 1, 1}, std::vector<float>{4.0F});
    core::ReferenceEngine engine;
    const auto a = engine.run(std::make_shared<const core::Problem>(core::makeProblem(s)), {});
    const auto b = engine.run(std::make_shared<const core::Problem>(core::makeProblem(edited)), {});
    const core::Tensor &q = (*a)[Stage::Q], &changed = (*b)[Stage::Q];
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 2; ++k)
                EXPECT_EQ(q(0, h, i, k) != changed(0, h, i, k), h == 2 && k == 1);
    const Figure f =
        matricesFigure(*b, edited, ViewSettings(), {Input::WQ, 0, {}, 3, 5}, Palette::light());
    ASSERT_GE(f.panels.size(), 1u);
    EXPECT_EQ(std::get<MapPanel>(f.panels[0].content).markedColumn, 1u);
}

/// A window with the Matrices view open.
class Matrices : public ::testing::Test {
protected:
    void SetUp() override {
        window = std::make_unique<MainWindow>(windowSetup({}, session()));
        window->resize(1280, 800);
        window->show();
        open(QStringLiteral("W_Q"));
        ASSERT_TRUE(waitFor([this] { return view().model().rowCount() > 0; }));
    }
    [[nodiscard]] MatricesView &view() const { return window->matricesView(); }
    [[nodiscard]] MatrixTable &table() const { return view().table(); }
    [[nodiscard]] SessionDocument &document() const { return window->document(); }
    [[nodiscard]] QString undoText() const { return document().undoStack()->undoText(); }
    [[nodiscard]] float held(Input input, std::size_t r, std::size_t c) const {
        return core::presentArray(document().session(), input)(r, c);
    }
    void open(const QString &name) {
        document().changeView([&](ViewSettings &v) {
            v.tab = QStringLiteral("matrices");
            v.matrix = name;
        });
    }
    void select(std::size_t r, std::size_t c, std::size_t rows = 1, std::size_t columns = 1) {
        table().select({0, r, c, rows, columns});
        table().setFocus();
    }
    [[nodiscard]] QLineEdit *openEditor() const {
        for (QLineEdit *line : table().findChildren<QLineEdit *>())
            if (line->isVisible())
                return line;
        return nullptr;
    }
    /// The editor of a cell, opened and written into as somebody types.
    QLineEdit *type(const QString &text) {
        QTest::keyClick(&table(), Qt::Key_F2);
        QLineEdit *editor = openEditor();
        if (editor) {
            editor->selectAll();
            QTest::keyClicks(editor, text);
        }
        return editor;
    }
    void clip(const QString &text) { QGuiApplication::clipboard()->setText(text); }

    std::unique_ptr<MainWindow> window;
};

TEST_F(Matrices, TypingSetsACellInOneStepAndMovesOn) {
    select(3, 5);
    QLineEdit *editor = type(QStringLiteral("0,25"));
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_EQ(held(Input::WQ, 3, 5), 0.25F);
    EXPECT_EQ(undoText(), QStringLiteral("Set W_Q[3,1] of head 2"));
    EXPECT_EQ(document().undoStack()->count(), 1);
    EXPECT_EQ(table().currentIndex().row(), 4);
    EXPECT_EQ(table().currentIndex().column(), 5);
    EXPECT_TRUE(view().model().sheet().edited(3, 5));
    // The picture follows.
    EXPECT_TRUE(waitFor([this] {
        const auto &shown = window->bridge().shown();
        return shown.trace && shown.trace->problem->wQ(3, 5) == 0.25F;
    }));
    document().undoStack()->undo();
    EXPECT_FALSE(document().session().arrays.count(Input::WQ));
    EXPECT_TRUE(waitFor([this] { return !view().model().sheet().edited(3, 5); }));
}

TEST_F(Matrices, EDT03_OpeningAnEditorAndEnteringChangesNothing) {
    core::Session s = session();
    core::setCells(s, Input::WQ, {0, 0, 0, 1, 1}, std::vector<float>{0.1234567890123F});
    document().replace(s, {});
    open(QStringLiteral("W_Q"));
    ASSERT_TRUE(waitFor([this] { return view().model().sheet().edited(0, 0); }));
    select(0, 0);
    QTest::keyClick(&table(), Qt::Key_F2);
    QLineEdit *editor = openEditor();
    ASSERT_TRUE(editor);
    EXPECT_EQ(editor->text().toFloat(), 0.1234567890123F);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_EQ(document().undoStack()->count(), 0);
    EXPECT_EQ(held(Input::WQ, 0, 0), 0.1234567890123F);
    EXPECT_FALSE(document().modified());
}

TEST_F(Matrices, AnUnreadableEntryStaysUntilEscRestoresTheCell) {
    const float before = held(Input::WQ, 1, 1);
    select(1, 1);
    QLineEdit *editor = type(QStringLiteral("1,234.5"));
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_EQ(openEditor(), editor) << "it stays to be mended";
    EXPECT_TRUE(editor->property("unreadable").toBool());
    EXPECT_EQ(editor->text(), QStringLiteral("1,234.5"));
    EXPECT_TRUE(view().message().contains(QStringLiteral("1,234.5")));
    QTest::keyClick(editor, Qt::Key_Escape);
    EXPECT_TRUE(waitFor([this] { return !openEditor(); }));
    EXPECT_EQ(held(Input::WQ, 1, 1), before);
    EXPECT_EQ(document().undoStack()->count(), 0);
    EXPECT_TRUE(view().message().isEmpty());
}

TEST_F(Matrices, EDT04_WhatIsTypedIsTakenWhenTheCellIsLeft) {
    select(0, 2);
    QLineEdit *editor = type(QStringLiteral("5"));
    ASSERT_TRUE(editor);
    editor->clearFocus(); // what Save, a menu or another tab does
    EXPECT_EQ(held(Input::WQ, 0, 2), 5.0F);
    EXPECT_EQ(document().undoStack()->count(), 1);
    // What cannot be read is not taken, and that is said.
    select(0, 3);
    const float before = held(Input::WQ, 0, 3);
    editor = type(QStringLiteral("5x"));
    ASSERT_TRUE(editor);
    editor->clearFocus();
    EXPECT_FALSE(openEditor());
    EXPECT_EQ(held(Input::WQ, 0, 3), before);
    EXPECT_TRUE(view().message().contains(QStringLiteral("5x")));
}

TEST_F(Matrices, EDT07_SaveTakesWhatIsStillBeingTyped) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.attn"));
    core::writeSession(toPath(file), session());
    ASSERT_TRUE(window->openFile(file));
    open(QStringLiteral("W_Q"));
    ASSERT_TRUE(waitFor([this] { return view().model().rowCount() > 0; }));
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    select(0, 2);
    ASSERT_TRUE(type(QStringLiteral("5")));
    for (QAction *action : window->findChildren<QAction *>())
        if (action->shortcut() == QKeySequence(QKeySequence::Save))
            action->trigger();
    const core::Session saved = core::readSession(toPath(file));
    ASSERT_TRUE(saved.arrays.count(Input::WQ));
    EXPECT_EQ(saved.arrays.at(Input::WQ)(0, 2), 5.0F);
    EXPECT_FALSE(document().modified());
}

TEST_F(Matrices, CSV09_ACommaTypedComesBackTheSameInEveryLocale) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("comma.attn"));
    QLocale::setDefault(QLocale(QLocale::German));
    select(2, 1);
    QLineEdit *editor = type(QStringLiteral("0,215"));
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    document().save(file);
    for (const QLocale::Language language : {QLocale::C, QLocale::German}) {
        QLocale::setDefault(QLocale(language));
        ASSERT_TRUE(window->openFile(file));
        EXPECT_EQ(held(Input::WQ, 2, 1), 0.215F);
        open(QStringLiteral("W_Q"));
        ASSERT_TRUE(waitFor([this] { return view().model().sheet().edited(2, 1); }));
        select(2, 1);
        QTest::keyClick(&table(), Qt::Key_F2);
        ASSERT_TRUE(openEditor());
        EXPECT_EQ(openEditor()->text(), QStringLiteral("0.215"));
        QTest::keyClick(openEditor(), Qt::Key_Return);
        EXPECT_EQ(document().undoStack()->count(), 0);
    }
    QLocale::setDefault(QLocale::c());
}

TEST_F(Matrices, ANewPictureDoesNotWipeWhatIsBeingTyped) {
    select(0, 0);
    QLineEdit *editor = type(QStringLiteral("12"));
    ASSERT_TRUE(editor);
    const auto generation = window->bridge().shown().generation;
    document().edit(QStringLiteral("Set the seed"), {}, [](core::Session &s) { s.seed = 9; });
    ASSERT_TRUE(waitFor([&] { return window->bridge().shown().generation > generation; }));
    ASSERT_EQ(openEditor(), editor);
    EXPECT_EQ(editor->text(), QStringLiteral("12"));
}

TEST_F(Matrices, CSV08_ABlockFromASpreadsheetIsOneStepWithoutAnExtraRow) {
    select(2, 3);
    clip(QStringLiteral("1\t2\r\n3\t4\r\n"));
    QTest::keyClick(&table(), Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(held(Input::WQ, 2, 3), 1.0F);
    EXPECT_EQ(held(Input::WQ, 2, 4), 2.0F);
    EXPECT_EQ(held(Input::WQ, 3, 3), 3.0F);
    EXPECT_EQ(held(Input::WQ, 3, 4), 4.0F);
    EXPECT_EQ(core::editedCount(document().session(), Input::WQ), 4u);
    EXPECT_EQ(document().undoStack()->count(), 1);
    EXPECT_EQ(undoText(), QStringLiteral("Paste 2×2 into W_Q"));
    // And back out again, bit for bit.
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("1\t2\n3\t4\n"));
}

TEST_F(Matrices, APasteThatDoesNotFitIsRefusedWithTheSizes) {
    select(5, 4);
    clip(QStringLiteral("1\t2\n3\t4\n"));
    view().paste();
    EXPECT_EQ(document().undoStack()->count(), 0);
    EXPECT_TRUE(view().message().contains(QStringLiteral("2×2"))) << view().message().toStdString();
    EXPECT_TRUE(view().message().contains(QStringLiteral("1×2"))) << view().message().toStdString();
    clip(QStringLiteral("1\t2\n3\n"));
    view().paste();
    EXPECT_EQ(document().undoStack()->count(), 0);
    EXPECT_FALSE(view().message().isEmpty());
}

TEST_F(Matrices, UND02_NudgesOfOneGestureAreOneStep) {
    select(1, 1);
    const float before = held(Input::WQ, 1, 1);
    const double step = 0.01 * core::deviation(core::presentArray(document().session(), Input::WQ));
    document().beginDrag(); // a gesture however slow the machine is
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&table(), Qt::Key_Up, Qt::ControlModifier);
    document().endDrag();
    EXPECT_NEAR(held(Input::WQ, 1, 1), before + 3 * step, 1e-6);
    EXPECT_EQ(document().undoStack()->count(), 1);
    document().undoStack()->undo();
    EXPECT_EQ(held(Input::WQ, 1, 1), before);
    QTest::keyClick(&table(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_NEAR(held(Input::WQ, 1, 1), before - 10 * step, 1e-6);
}

TEST_F(Matrices, DelIsZeroAndResetTakesItBack) {
    select(0, 2, 6, 2); // head 1
    QTest::keyClick(&table(), Qt::Key_Delete);
    EXPECT_EQ(undoText(), QStringLiteral("Set 6×2 cells of W_Q to 0"));
    EXPECT_EQ(core::editedCount(document().session(), Input::WQ), 12u);
    auto *list = view().findChild<MatrixList *>();
    EXPECT_TRUE(waitFor([&] { return list->mark(QStringLiteral("W_Q")).contains(u'1'); }))
        << list->mark(QStringLiteral("W_Q")).toStdString();
    select(0, 3, 6, 1);
    view().reset();
    EXPECT_EQ(undoText(), QStringLiteral("Reset 6 cells of W_Q"));
    select(0, 0, 6, 6);
    view().reset();
    EXPECT_FALSE(document().session().arrays.count(Input::WQ));
}

TEST_F(Matrices, BiasesArePutInAndTakenOut) {
    open(QStringLiteral("b_Q"));
    ASSERT_TRUE(waitFor([this] { return view().model().rowCount() == 0; }));
    view().toggleArray();
    EXPECT_EQ(undoText(), QStringLiteral("Add b_Q"));
    ASSERT_TRUE(waitFor([this] { return view().model().columnCount() == 6; }));
    select(0, 3);
    QLineEdit *editor = type(QStringLiteral("2"));
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_EQ(core::presentArray(document().session(), Input::BQ)(3), 2.0F);
    view().toggleArray();
    EXPECT_EQ(undoText(), QStringLiteral("Remove b_Q"));
    EXPECT_FALSE(core::presentArray(document().session(), Input::BQ).present());
}

TEST_F(Matrices, TheMaskIsASheetOfZerosAndOnes) {
    open(QStringLiteral("mask_keep"));
    ASSERT_TRUE(waitFor([this] { return view().model().columnCount() == 4; }));
    select(2, 1);
    QLineEdit *editor = type(QStringLiteral("0.5"));
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_FALSE(view().message().isEmpty());
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("0"));
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_EQ(core::customMask(document().session())(2, 1), 0);
    EXPECT_TRUE(document().session().config.mask.custom);
    select(0, 0);
    clip(QStringLiteral("1\t2\n"));
    view().paste();
    EXPECT_TRUE(view().message().contains(u'2')) << "a mask has only 0 and 1";
    EXPECT_EQ(document().undoStack()->count(), 1);
    clip(QStringLiteral("0\t1\n1\t0\n"));
    view().paste();
    const core::BoolTensor mask = core::customMask(document().session());
    EXPECT_EQ(mask(0, 0), 0);
    EXPECT_EQ(mask(0, 1), 1);
    EXPECT_EQ(mask(1, 1), 0);
    EXPECT_EQ(mask(2, 1), 0);
}

TEST_F(Matrices, NaNInTheInputsIsTakenAndSaid) {
    open(QStringLiteral("X_embed"));
    ASSERT_TRUE(waitFor([this] { return view().model().rowCount() == 4; }));
    select(0, 0);
    clip(QStringLiteral("nan\t1\n"));
    view().paste();
    EXPECT_TRUE(std::isnan(core::presentArray(document().session(), Input::XEmbed)(0, 0, 0)));
    EXPECT_TRUE(view().message().contains(u'1'));
}

TEST_F(Matrices, CellsOfAnInputAreEditedWhereTheyAreSeen) {
    document().changeView([](ViewSettings &v) {
        v.tab = QStringLiteral("stages");
        v.stage = Stage::XEmbed;
    });
    StagesView &stages = window->stagesView();
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = stages.figureView()->figure();
        return f.panels.size() == 1 && std::get<MapPanel>(f.panels[0].content).editable;
    }));
    stages.editAt({0, 1, 4});
    CellEditor &editor = stages.cellEditor();
    ASSERT_TRUE(editor.isVisible());
    EXPECT_EQ(editor.line()->text().toFloat(),
              core::presentArray(document().session(), Input::XEmbed)(0, 1, 4));
    editor.line()->selectAll();
    QTest::keyClicks(editor.line(), QStringLiteral("x"));
    QTest::keyClick(editor.line(), Qt::Key_Return);
    EXPECT_TRUE(editor.isVisible()) << "what cannot be read stays";
    EXPECT_FALSE(editor.sentence().isEmpty());
    editor.line()->selectAll();
    QTest::keyClicks(editor.line(), QStringLiteral("-1,5"));
    QTest::keyClick(editor.line(), Qt::Key_Return);
    EXPECT_FALSE(editor.isVisible());
    EXPECT_EQ(core::presentArray(document().session(), Input::XEmbed)(0, 1, 4), -1.5F);
    EXPECT_EQ(undoText(), QStringLiteral("Set X_embed[1,4] “cat” of sequence 0"));
    stages.editAt({0, 0, 0});
    QTest::keyClicks(editor.line(), QStringLiteral("9"));
    QTest::keyClick(editor.line(), Qt::Key_Escape);
    EXPECT_FALSE(editor.isVisible());
    EXPECT_EQ(document().undoStack()->count(), 1);
}

TEST_F(Matrices, AComputedCellLeadsToWhatMakesIt) {
    document().changeView([](ViewSettings &v) {
        v.tab = QStringLiteral("stages");
        v.stage = Stage::Q;
    });
    StagesView &stages = window->stagesView();
    ASSERT_TRUE(waitFor([&] { return stages.figureView()->figure().panels.size() == 3; }));
    stages.editAt({2, 1, 1}); // column 1 of head 2
    CellEditor &editor = stages.cellEditor();
    EXPECT_TRUE(editor.isVisible());
    EXPECT_FALSE(editor.line()->isVisible());
    auto *link = editor.findChild<QAbstractButton *>();
    ASSERT_TRUE(link);
    QTest::mouseClick(link, Qt::LeftButton);
    EXPECT_EQ(document().view().tab, QStringLiteral("matrices"));
    EXPECT_EQ(document().view().matrix, QStringLiteral("W_Q"));
    EXPECT_EQ(table().currentIndex().column(), 5);
}

TEST_F(Matrices, MaskCellsChangeWhereTheyAreSeen) {
    document().changeView([](ViewSettings &v) {
        v.tab = QStringLiteral("stages");
        v.stage = Stage::MaskKeep;
    });
    StagesView &stages = window->stagesView();
    ASSERT_TRUE(waitFor([&] { return stages.figureView()->figure().panels.size() == 3; }));
    stages.editAt({0, 2, 1});
    EXPECT_EQ(core::customMask(document().session())(2, 1), 0);
    EXPECT_EQ(undoText(), QStringLiteral("Hide mask_keep[2,1]"));
    stages.editAt({0, 2, 1});
    EXPECT_EQ(core::customMask(document().session())(2, 1), 1);
    document().edit(QStringLiteral("Causal"), {},
                    [](core::Session &s) { s.config.mask.causal = true; });
    const int steps = document().undoStack()->count();
    stages.editAt({0, 0, 3});
    EXPECT_EQ(document().undoStack()->count(), steps) << "the causal mask hides it anyway";
    EXPECT_FALSE(stages.cellEditor().sentence().isEmpty());
}

} // namespace
} // namespace attnscope::ui
