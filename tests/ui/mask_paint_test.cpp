// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windows.h"
#include "ui/panels/mask_tools.h"
#include "ui/panels/readout_bar.h"
#include "ui/plot/hatching.h"
#include "ui/plot/plot_text.h"
#include "ui/views/mask_painter.h"
#include "ui/views/masks_view.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

namespace attnscope::ui {
namespace {

using test::waitFor;
using test::windowSetup;
using test::wordSession;

/// The window on its Masks view, five words, two heads.
class MaskPaint : public ::testing::Test {
protected:
    void SetUp() override { open(wordSession(5, 8, 2, 4)); }
    void open(core::Session session) {
        window = std::make_unique<MainWindow>(windowSetup({}, std::move(session)));
        window->resize(1280, 800);
        window->show();
        window->document().changeView([](ViewSettings &v) { v.tab = QStringLiteral("masks"); });
        painter = window->findChild<MaskPainter *>();
        ASSERT_TRUE(waitFor([this] { return !view().figure().panels.empty(); }));
    }
    [[nodiscard]] FigureView &view() const { return *painter->figureView(); }
    [[nodiscard]] QPoint at(std::size_t row, std::size_t column) const {
        return view().cellRect({0, row, column}).center().toPoint();
    }
    void drag(QPoint from, std::initializer_list<QPoint> over,
              Qt::MouseButton button = Qt::LeftButton) {
        QTest::mousePress(&view(), button, {}, from);
        for (const QPoint &p : over) {
            // QTest::mouseMove() says nothing of the buttons that are down.
            QMouseEvent move(QEvent::MouseMove, p, view().mapToGlobal(p), Qt::NoButton, button, {});
            QCoreApplication::sendEvent(&view(), &move);
        }
        QTest::mouseRelease(&view(), button, {}, over.size() ? *(over.end() - 1) : from);
    }
    /// The session's own mask of a head as rows of 1 and 0.
    [[nodiscard]] std::vector<std::string> mask(std::size_t head = 0) const {
        const core::BoolTensor why = core::hiddenBy(document().session(), 0, head);
        std::vector<std::string> out(why.extent(0));
        for (std::size_t i = 0; i < why.extent(0); ++i)
            for (std::size_t j = 0; j < why.extent(1); ++j)
                out[i] += why(i, j) & core::kHiddenByCustom ? '0' : '1';
        return out;
    }
    [[nodiscard]] SessionDocument &document() const { return window->document(); }
    [[nodiscard]] const MapPanel &map() const {
        return std::get<MapPanel>(view().figure().panels.front().content);
    }

    std::unique_ptr<MainWindow> window;
    MaskPainter *painter = nullptr;
};
using Rows = std::vector<std::string>;
const Rows kVisible(5, "11111");

TEST_F(MaskPaint, AStrokeIsOneStepAndIsSeenInTheSixMaps) {
    auto &masks = *window->findChild<MasksView *>();
    // Quick: from one corner of the diagonal to the other without a move between.
    drag(at(0, 0), {at(4, 4)});
    EXPECT_EQ(mask(), (Rows{"01111", "10111", "11011", "11101", "11110"}));
    EXPECT_EQ(document().undoStack()->count(), 1);
    EXPECT_EQ(document().undoStack()->undoText(),
              QStringLiteral("Hide 5 cells of the mask, all heads"));
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = masks.figureView()->figure();
        return f.panels.size() == 6 &&
               std::get<MapPanel>(f.panels[0].content).kind(2, 2) == CellKind::Hidden;
    }));
    document().undoStack()->undo();
    EXPECT_EQ(mask(), kVisible);
    EXPECT_FALSE(document().session().config.mask.custom) << "as it was before the stroke";
    document().undoStack()->redo();
    EXPECT_EQ(mask()[2], "11011");
}

TEST_F(MaskPaint, TheFirstCellDecidesAndTheRightButtonDoesTheOpposite) {
    drag(at(1, 1), {at(1, 2)});
    drag(at(1, 2), {at(1, 4)}); // begins on a hidden cell: shows
    EXPECT_EQ(mask()[1], "10111");
    drag(at(1, 1), {at(1, 3)}, Qt::RightButton); // hidden, so the right button hides
    EXPECT_EQ(mask()[1], "10001");
    EXPECT_EQ(document().undoStack()->count(), 3);
}

TEST_F(MaskPaint, ARectangleFollowsThePointerBackAgain) {
    painter->tools()->setTool(MaskTools::Rectangle);
    drag(at(1, 1), {at(4, 4), at(2, 3)});
    EXPECT_EQ(mask(), (Rows{"11111", "10001", "10001", "11111", "11111"}));
    EXPECT_EQ(document().undoStack()->undoText(),
              QStringLiteral("Hide 6 cells of the mask, all heads"));
}

TEST_F(MaskPaint, OutsideTheMapTheNearestCellCounts) {
    painter->tools()->setTool(MaskTools::Rectangle);
    drag(at(3, 3), {at(4, 4) + QPoint(400, 300)});
    EXPECT_EQ(mask(), (Rows{"11111", "11111", "11111", "11100", "11100"}));
}

TEST_F(MaskPaint, RowsAndColumnsByToolAndByLabel) {
    painter->tools()->setTool(MaskTools::Row);
    drag(at(1, 3), {at(2, 0)});
    EXPECT_EQ(mask(), (Rows{"11111", "00000", "00000", "11111", "11111"}));
    painter->tools()->setTool(MaskTools::Brush);
    const QRectF first = view().cellRect({0, 3, 0});
    drag(QPointF(first.left() - 8, first.center().y()).toPoint(), {});
    EXPECT_EQ(mask()[3], "00000") << "the label of row 3";
    const QRectF top = view().cellRect({0, 0, 4});
    drag(QPointF(top.center().x(), top.top() - 8).toPoint(), {});
    EXPECT_EQ(mask()[0], "11110");
    EXPECT_EQ(mask()[4], "11110") << "the label of column 4";
    ASSERT_TRUE(waitFor([&] { return map().emptyRows == std::vector<std::size_t>{1, 2, 3}; }));
    EXPECT_TRUE(map().badge.contains(QStringLiteral("3"))) << "rows that see no key are flagged";
}

TEST_F(MaskPaint, OneHeadAlone) {
    document().changeView([](ViewSettings &v) { v.head = 1; });
    ASSERT_TRUE(waitFor([&] { return map().title.contains(QStringLiteral("head 1")); }));
    painter->tools()->findChild<QComboBox *>()->setCurrentIndex(1);
    drag(at(0, 3), {});
    EXPECT_EQ(mask(1)[0], "11101");
    EXPECT_EQ(mask(0), kVisible);
    EXPECT_EQ(document().undoStack()->undoText(),
              QStringLiteral("Hide 1 cell of the mask, head 1"));
}

TEST_F(MaskPaint, EscapeGivesUpAStroke) {
    QTest::mousePress(&view(), Qt::LeftButton, {}, at(2, 2));
    EXPECT_EQ(mask()[2], "11011") << "live while the button is down";
    QTest::keyClick(&view(), Qt::Key_Escape);
    EXPECT_EQ(mask(), kVisible);
    EXPECT_FALSE(document().undoStack()->canUndo());
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, at(2, 2));
    EXPECT_EQ(mask(), kVisible);
}

TEST_F(MaskPaint, KeysWalkAndToggle) {
    view().setFocus();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down})
        QTest::keyClick(&view(), key); // the first step enters at the first cell
    ASSERT_EQ(view().focusCell(), (CellRef{0, 1, 1}));
    QTest::keyClick(&view(), Qt::Key_Space);
    EXPECT_EQ(mask()[1], "10111");
    ASSERT_TRUE(waitFor([&] { return map().hiddenBy(1, 1) != 0; }));
    EXPECT_TRUE(view().accessibleDescription().contains(QStringLiteral("hidden: painted")))
        << view().accessibleDescription().toStdString();
    QTest::keyClick(&view(), Qt::Key_R);
    EXPECT_EQ(mask()[1], "00000");
    QTest::keyClick(&view(), Qt::Key_R);
    EXPECT_EQ(mask()[1], "11111");
    QTest::keyClick(&view(), Qt::Key_C);
    EXPECT_EQ(mask(), (Rows(5, "10111")));
    EXPECT_FALSE(document().view().locked) << "painting locks nothing";
    QTest::keyClick(&view(), Qt::Key_Return);
    EXPECT_EQ(document().view().locked, (LockedCell{0, 0, 1, 1}));
}

TEST_F(MaskPaint, CtrlClickLocksAndAPlainClickOnTheSixStillDoes) {
    QTest::mouseClick(&view(), Qt::LeftButton, Qt::ControlModifier, at(3, 2));
    EXPECT_EQ(document().view().locked, (LockedCell{0, 0, 3, 2}));
    EXPECT_FALSE(document().undoStack()->canUndo());
    FigureView &six = *window->findChild<MasksView *>()->figureView();
    ASSERT_TRUE(waitFor([&] { return six.figure().panels.size() == 6; }));
    QTest::mouseClick(&six, Qt::LeftButton, {}, six.cellRect({4, 1, 0}).center().toPoint());
    EXPECT_EQ(document().view().locked, (LockedCell{0, 0, 1, 0}));
    EXPECT_FALSE(document().undoStack()->canUndo());
}

TEST_F(MaskPaint, POL01_TheLegendSaysWhichLookMeansHidden) {
    core::Session s = wordSession(5, 8, 2, 4);
    core::setText(s, {"a b c d e", "f g"});
    s.config.mask.causal = s.config.mask.padding = true;
    open(s);
    document().changeView([](ViewSettings &v) { v.batch = 1; });
    drag(at(4, 0), {});
    ASSERT_TRUE(waitFor([&] { return map().hiddenBy(4, 0) == core::kHiddenByCustom; }));
    // With the causal preset the upper triangle is what is hidden: of row 0 only key 0 is visible.
    EXPECT_EQ(map().hiddenBy(0, 0), 0);
    EXPECT_EQ(map().hiddenBy(0, 1), core::kHiddenByCausal);
    EXPECT_EQ(map().hiddenBy(0, 4), core::kHiddenByCausal | core::kHiddenByPadding);
    EXPECT_EQ(map().value(0, 0), 1.0F);
    EXPECT_EQ(map().value(0, 1), 0.0F);
    const ColouredCells cells = colourCells(map(), false);
    for (const SpecialLook look : {SpecialLook::Visible, SpecialLook::HiddenByCausal,
                                   SpecialLook::HiddenByPadding, SpecialLook::HiddenByCustom}) {
        EXPECT_TRUE(cells.looksPresent & (1u << static_cast<unsigned>(look)));
        EXPECT_EQ(specialLookText(look).contains(QStringLiteral("hidden")),
                  look != SpecialLook::Visible);
    }
    // The hatchings of two reasons lie over each other.
    const std::vector<double> edges{0, 10, 20, 30, 40, 50};
    for (const SpecialLook look : {SpecialLook::HiddenByCausal, SpecialLook::HiddenByPadding})
        EXPECT_FALSE(hatchLines(specialStyle(look, false).hatch, look, cells.looksOf(look), edges,
                                edges, 5.0)
                         .empty());
    EXPECT_EQ(cells.looksOf(SpecialLook::HiddenByCausal)[4],
              static_cast<signed char>(SpecialLook::HiddenByCausal));
    EXPECT_EQ(cells.looksOf(SpecialLook::HiddenByPadding)[4],
              static_cast<signed char>(SpecialLook::HiddenByPadding));
    EXPECT_TRUE(describeCell(view().figure(), {0, 0, 4}).contains(QStringLiteral("padding")));
}

TEST_F(MaskPaint, PresetsOfTheToolsAreAppliedAndUndone) {
    const auto boxes = painter->tools()->findChildren<QComboBox *>();
    ASSERT_EQ(boxes.size(), 3);
    QComboBox &preset = *boxes[1], &combine = *boxes[2];
    auto &apply = *painter->tools()->findChild<QPushButton *>();
    apply.click(); // causal, replace
    EXPECT_EQ(mask(), (Rows{"10000", "11000", "11100", "11110", "11111"}));
    preset.setCurrentIndex(static_cast<int>(core::MaskPreset::Window));
    combine.setCurrentIndex(static_cast<int>(core::MaskCombine::And));
    painter->tools()->findChild<QSpinBox *>()->setValue(2);
    apply.click();
    EXPECT_EQ(mask(), (Rows{"10000", "11000", "11100", "01110", "00111"}));
    EXPECT_EQ(document().undoStack()->undoText(),
              QStringLiteral("Mask: window 2 (AND), all heads"));
    document().undoStack()->undo();
    EXPECT_EQ(mask()[4], "11111");
}

} // namespace
} // namespace attnscope::ui
