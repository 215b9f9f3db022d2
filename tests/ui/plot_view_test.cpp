// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_figures.h"
#include "ui/plot/figure_view.h"
#include "ui/theme.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <set>

using namespace attnscope;
using namespace attnscope::ui;
using attnscope::test::constantMap;
using attnscope::test::figureOf;
using attnscope::test::headGrid;
using attnscope::test::pixelOf;
using attnscope::test::plainMap;

TEST(FigureView, cellsAreFoundWhereTheyAreDrawn) {
    FigureView view;
    view.resize(500, 400);
    view.setFigure(figureOf({constantMap(3, 4, 0.5f)}));
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 4; ++c) {
            const QRectF rect = view.cellRect({0, r, c});
            for (const QPointF &p : {rect.center(), rect.topLeft() + QPointF(0.5, 0.5),
                                     rect.bottomRight() - QPointF(0.5, 0.5)})
                EXPECT_EQ(view.cellAt(p), (CellRef{0, r, c}));
        }
    const QRectF first = view.cellRect({0, 0, 0}), last = view.cellRect({0, 2, 3});
    EXPECT_FALSE(view.cellAt({first.left() - 1, first.center().y()}));
    EXPECT_FALSE(view.cellAt({first.center().x(), first.top() - 1}));
    EXPECT_FALSE(view.cellAt({last.right() + 1, last.center().y()}));
    EXPECT_FALSE(view.cellAt({last.center().x(), last.bottom() + 1}));
    EXPECT_TRUE(view.cellRect({0, 3, 0}).isNull());
    EXPECT_TRUE(view.cellRect({1, 0, 0}).isNull());
}

TEST(FigureView, mouseAndKeysReachEachCell) {
    FigureView view;
    view.resize(600, 300);
    MapPanel map = plainMap(2, 2, {1.0f, 0.0f, 0.3f, 0.7f});
    map.rowLabels = map.columnLabels = {"a", "b"};
    view.setFigure(figureOf({map, map}));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    QSignalSpy hovered(&view, &FigureView::cellHovered), clicked(&view, &FigureView::cellClicked),
        left(&view, &FigureView::hoverLeft), escaped(&view, &FigureView::escapePressed);

    QTest::mouseMove(&view, view.cellRect({1, 1, 0}).center().toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return hovered.size() == 1; }, 2000));
    EXPECT_EQ(hovered[0][0].value<CellRef>(), (CellRef{1, 1, 0}));
    EXPECT_EQ(view.accessibleDescription(), "row 1 “b” attends to column 0 “a”: 0.300");
    QTest::mouseMove(&view, QPoint(1, 1));
    ASSERT_TRUE(QTest::qWaitFor([&] { return left.size() == 1; }, 2000));

    QTest::mouseClick(&view, Qt::LeftButton, Qt::ControlModifier,
                      view.cellRect({0, 1, 1}).center().toPoint());
    ASSERT_EQ(clicked.size(), 1);
    EXPECT_EQ(clicked[0][0].value<CellRef>(), (CellRef{0, 1, 1}));
    EXPECT_EQ(clicked[0][1].value<Qt::KeyboardModifiers>(), Qt::ControlModifier);
    EXPECT_EQ(view.focusCell(), (CellRef{0, 1, 1}));

    QTest::keyClick(&view, Qt::Key_Up);
    EXPECT_EQ(view.focusCell(), (CellRef{0, 0, 1}));
    QTest::keyClick(&view, Qt::Key_Up); // stays at the border
    EXPECT_EQ(view.focusCell(), (CellRef{0, 0, 1}));
    QTest::keyClick(&view, Qt::Key_Left);
    EXPECT_EQ(view.focusCell(), (CellRef{0, 0, 0}));
    QTest::keyClick(&view, Qt::Key_PageDown);
    EXPECT_EQ(view.focusCell(), (CellRef{1, 0, 0}));
    QTest::keyClick(&view, Qt::Key_End);
    EXPECT_EQ(view.focusCell(), (CellRef{1, 0, 1}));
    QTest::keyClick(&view, Qt::Key_Return);
    ASSERT_EQ(clicked.size(), 2);
    EXPECT_EQ(clicked[1][0].value<CellRef>(), (CellRef{1, 0, 1}));
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_EQ(escaped.size(), 1);
    EXPECT_TRUE(view.accessibleDescription().isEmpty());
}

TEST(FigureView, tellsOfEachFigurePaintedOnce) {
    FigureView view;
    view.resize(300, 300);
    QSignalSpy painted(&view, &FigureView::painted);
    view.setFigure(figureOf({constantMap(2, 2, 0.1f)}));
    view.grab();
    EXPECT_EQ(painted.size(), 1);
    view.grab();
    EXPECT_EQ(painted.size(), 1);
    view.setHovered(CellRef{0, 1, 1});
    view.grab();
    EXPECT_EQ(painted.size(), 1);
    view.setFigure(figureOf({constantMap(2, 2, 0.9f)}));
    const QImage image = view.grab().toImage();
    EXPECT_EQ(painted.size(), 2);
    // 0.9 · 256 = 230.4
    EXPECT_EQ(pixelOf(image, view.cellRect({0, 0, 0}).center()),
              colourTable(ColourMap::Viridis)[230]);
}

TEST(FigureView, locksAreMarkedInTheAccentAndOnPaperToo) {
    FigureView view;
    view.resize(400, 400);
    Figure figure = figureOf({constantMap(3, 3, 0.5f)});
    const QRgb accent = figure.palette.accent.rgb();
    const auto count = [accent](const QImage &image) {
        int n = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                n += (image.pixel(x, y) | 0xff000000u) == accent;
        return n;
    };
    view.setFigure(figure);
    EXPECT_EQ(count(view.grab().toImage()), 0);
    view.setLocked({{0, 1, 1}});
    const int onScreen = count(view.grab().toImage());
    EXPECT_GT(onScreen, 100);
    EXPECT_EQ(count(renderImage(view.figure(), {.size = {400, 400}})), onScreen);
    // A lock out of the panel's bounds marks nothing.
    view.setLocked({{0, 7, 7}, {5, 0, 0}, {-1, 0, 0}});
    EXPECT_EQ(count(view.grab().toImage()), 0);
}

TEST(FigureView, screenAndFileShowTheSame) {
    Figure figure = headGrid(4, 2, 6);
    figure.title = "Weights";
    FigureView view;
    view.resize(640, 480);
    view.setFigure(figure);
    const QImage screen = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage file =
        renderImage(figure, {.size = {640, 480}}).convertToFormat(QImage::Format_RGB32);
    ASSERT_EQ(screen.size(), file.size());
    int different = 0;
    for (int y = 0; y < file.height(); ++y)
        for (int x = 0; x < file.width(); ++x)
            different += screen.pixel(x, y) != file.pixel(x, y);
    EXPECT_EQ(different, 0);
}

TEST(Theme, textCanBeReadInBothPalettes) {
    for (const Palette *p : {&Palette::light(), &Palette::darkPalette()})
        for (const QColor &ink : {p->text, p->muted, p->accent, p->amber, p->red})
            for (const QColor &ground : {p->ground, p->panel})
                EXPECT_GT(std::abs(lightness(ink.rgb()) - lightness(ground.rgb())), 40.0)
                    << ink.name().toStdString();
    for (const bool dark : {false, true}) {
        std::set<QRgb> heads;
        for (std::size_t h = 0; h < 16; ++h)
            heads.insert(headColour(h, dark).rgb());
        EXPECT_EQ(heads.size(), 16u);
    }
}
