// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_figures.h"
#include "ui/plot/plot_text.h"

#include <gtest/gtest.h>

#include <set>

using namespace attnscope;
using namespace attnscope::ui;
using attnscope::test::causalMap;
using attnscope::test::cellIn;
using attnscope::test::constantMap;
using attnscope::test::figureOf;
using attnscope::test::headGrid;
using attnscope::test::pixelOf;
using attnscope::test::plainMap;
using attnscope::test::svgTexts;

TEST(Plot, HMP01_borderCellsAreWhole) {
    const Figure figure =
        figureOf({plainMap(4, 4, {0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0})});
    const QSize size(800, 600);
    const QImage image = renderImage(figure, {.size = size});
    const QRgb low = colourTable(ColourMap::Viridis)[0],
               high = colourTable(ColourMap::Viridis)[255];
    // Heights of the stripes of the first column, counted in the picture itself.
    const QRectF first = cellIn(figure, size, 0, 0);
    const int x = static_cast<int>(first.center().x());
    std::vector<int> heights;
    QRgb before = 0;
    for (int y = 0; y < size.height(); ++y) {
        const QRgb c = image.pixel(x, y);
        if (c == low || c == high) {
            if (c != before)
                heights.push_back(0);
            ++heights.back();
        }
        before = c;
    }
    ASSERT_EQ(heights.size(), 4u);
    for (const int h : heights)
        EXPECT_NEAR(h, heights[0], 1);
    EXPECT_EQ(pixelOf(image, {first.center().x(), first.top() + 1}), low);
    EXPECT_GT(heights[0], 60);
}

TEST(Plot, HMP01_oddSizesGiveEqualCells) {
    for (const std::size_t n : {1u, 2u, 3u, 5u, 17u, 33u}) {
        const Figure figure = figureOf({constantMap(n, n, 0.5f)});
        for (const QSize size : {QSize(640, 480), QSize(333, 257)}) {
            const double w = cellIn(figure, size, 0, 0).width();
            for (std::size_t i = 0; i < n; ++i) {
                EXPECT_NEAR(cellIn(figure, size, i, i).width(), w, 1.0);
                EXPECT_NEAR(cellIn(figure, size, i, i).height(), w, 1.0);
            }
        }
    }
}

TEST(Plot, HMP02_everyCellHasItsNumber) {
    MapPanel map = plainMap(3, 3, {7, 12, 30, 4, 81, 5, 66, 2, 9});
    map.numbers = true;
    map.range = {2, 81};
    const QStringList texts = svgTexts(renderPicture(figureOf({map}), PictureFormat::Svg, {}));
    for (const char *number : {"7", "12", "30", "4", "81", "5", "66", "9"})
        EXPECT_TRUE(texts.contains(QString(number))) << number;
    // Six labels of the axes, nine numbers.
    EXPECT_EQ(texts.size(), 15);
}

TEST(Plot, HMP04_repeatedLabelsStaySeparate) {
    MapPanel map = constantMap(4, 4, 0.25f);
    map.rowLabels = map.columnLabels = {"the", "cat", "the", "mat"};
    const Figure figure = figureOf({map});
    const QStringList texts = svgTexts(renderPicture(figure, PictureFormat::Svg, {}));
    EXPECT_EQ(texts.count("the"), 4);
    EXPECT_EQ(texts.count("cat"), 2);
    for (const char *index : {"0", "1", "2", "3"})
        EXPECT_EQ(texts.count(QString(index)), 2) << index;
    const QString sentence = describeCell(figure, {0, 2, 0});
    EXPECT_TRUE(sentence.contains("2 “the”")) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains("0 “the”")) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains("0.250")) << sentence.toStdString();
}

TEST(Plot, HMP05_rowZeroIsOnTop) {
    const Figure figure = figureOf({plainMap(2, 2, {1, 0, 0, 0})});
    const QSize size(400, 400);
    const QImage image = renderImage(figure, {.size = size});
    const QRectF bright = cellIn(figure, size, 0, 0), below = cellIn(figure, size, 1, 0);
    EXPECT_LT(bright.top(), below.top());
    EXPECT_EQ(pixelOf(image, bright.center()), colourTable(ColourMap::Viridis)[255]);
    EXPECT_EQ(pixelOf(image, below.center()), colourTable(ColourMap::Viridis)[0]);
    EXPECT_EQ(pixelOf(image, cellIn(figure, size, 0, 1).center()),
              colourTable(ColourMap::Viridis)[0]);
}

TEST(Plot, AXS02_queriesAreRowsAndKeysAreColumns) {
    MapPanel map = plainMap(2, 2, {1.0f, 0.0f, 0.3f, 0.7f});
    map.rowTitle = "query i (rows)";
    map.columnTitle = "key j (columns)";
    map.rowLabels = map.columnLabels = {"a", "b"};
    const Figure figure = figureOf({map});
    const QSize size(500, 400);
    const QImage image = renderImage(figure, {.size = size});
    const QPointF lowerLeft = cellIn(figure, size, 1, 0).center();
    EXPECT_LT(lowerLeft.x(), cellIn(figure, size, 1, 1).center().x());
    EXPECT_GT(lowerLeft.y(), cellIn(figure, size, 0, 0).center().y());
    EXPECT_EQ(pixelOf(image, lowerLeft), colourTable(ColourMap::Viridis)[76]); // 0.3 · 256
    EXPECT_EQ(describeCell(figure, {0, 1, 0}), "row 1 “b” attends to column 0 “a”: 0.300");
    const QStringList texts = svgTexts(renderPicture(figure, PictureFormat::Svg, {.size = size}));
    EXPECT_TRUE(texts.contains("query i (rows)"));
    EXPECT_TRUE(texts.contains("key j (columns)"));
}

// A PerRow or numbered map keeps its structure: the layout depends on sizes, not on values.
TEST(Plot, layoutDoesNotJumpWithTheValues) {
    const QSize size(600, 400);
    MapPanel map = constantMap(5, 5, 0.5f);
    map.numbers = map.colourBar = true;
    const QRectF before = cellIn(figureOf({map}), size, 2, 3);
    map.values = core::Tensor({5, 5}, -123456.789f);
    map.range = {0.0, 12345.678};
    EXPECT_EQ(cellIn(figureOf({map}), size, 2, 3), before);
}

TEST(Plot, HMP11_spaceMarkersAreVisibleAndDistinct) {
    EXPECT_EQ(visibleToken(QString::fromUtf8("Ġthe")), QString::fromUtf8("·the"));
    EXPECT_EQ(visibleToken(QString::fromUtf8("▁cat")), QString::fromUtf8("·cat"));
    EXPECT_EQ(visibleToken(QString::fromUtf8("Ċ")), QString::fromUtf8("↵"));
    EXPECT_EQ(visibleToken(" "), QString::fromUtf8("·"));
    EXPECT_EQ(visibleToken("\t"), QString::fromUtf8("⇥"));
    EXPECT_EQ(visibleToken(""), "(empty)");
    EXPECT_EQ(visibleToken(QString::fromUtf8("注意力🙂")), QString::fromUtf8("注意力🙂"));
}

TEST(Plot, HMP13_paddingStaysSeparate) {
    MapPanel map = constantMap(1, 4, 0.25f);
    map.columnLabels = {"a", "[PAD]", "[PAD]", "[PAD]"};
    map.rowLabels = {"a"};
    const Figure figure = figureOf({map});
    EXPECT_EQ(svgTexts(renderPicture(figure, PictureFormat::Svg, {})).count("[PAD]"), 3);
    EXPECT_TRUE(describeCell(figure, {0, 0, 3}).contains("3 “[PAD]”"));
}

TEST(Plot, tokensOfOneLetterKeepTheirLetter) {
    // Narrow labels make a narrow column for themselves; they must still fit into it.
    for (const QStringList &labels :
         {QStringList{"a", "b", "c", "d"},
          QStringList{u"\u6211"_qs, u"\u559c"_qs, u"\u6b22"_qs, u"\u732b"_qs}}) {
        MapPanel map = constantMap(4, 4, 0.25f);
        map.rowLabels = labels;
        const QStringList texts = svgTexts(renderPicture(figureOf({map}), PictureFormat::Svg, {}));
        for (const QString &label : labels)
            EXPECT_EQ(texts.count(label), 1) << label.toStdString();
    }
}

TEST(Plot, HMP20_longLabelsStayDifferentAndKeepTheirWords) {
    MapPanel map = constantMap(6, 6, 0.5f);
    for (int i = 1; i <= 6; ++i)
        map.rowLabels << QStringLiteral("internationalization_of_everything_%1").arg(i);
    map.columnLabels = map.rowLabels;
    const QByteArray svg = renderPicture(figureOf({map}), PictureFormat::Svg, {.size = {420, 320}});
    std::set<QString> visible;
    for (const QString &text : svgTexts(svg))
        if (text.contains(QChar(0x2026)))
            visible.insert(text);
    EXPECT_GE(visible.size(), 6u);
    for (const QString &text : visible)
        EXPECT_FALSE(text.endsWith(QChar(0x2026))) << text.toStdString();
    for (const QString &full : map.rowLabels)
        EXPECT_TRUE(svg.contains("<title>" + full.toUtf8() + "</title>"));
}

TEST(Plot, middleElisionKeepsWholeCharacters) {
    const auto width = [](const QString &text) {
        return static_cast<double>(text.toStdU32String().size());
    };
    EXPECT_EQ(middleElided("abcdefgh", 8, width), "abcdefgh");
    EXPECT_EQ(middleElided("abcdefgh", 5, width), QString::fromUtf8("ab…gh"));
    const QString faces = QString::fromUtf8("🙂🙃🙂🙃🙂🙃");
    EXPECT_EQ(middleElided(faces, 3, width), QString::fromUtf8("🙂…🙃"));
}

TEST(Plot, HMP10_labelsOfManyTokensDoNotOverlap) {
    for (const std::size_t n : {6u, 40u, 128u, 512u}) {
        Figure figure = headGrid(1, 1, n);
        const FigurePicture picture(figure, {800, 600}, 1.0);
        const MapLayout &map = *picture.layout().panels[0].map;
        const double line = map.rows.pixelSize;
        EXPECT_GE(map.yEdges[static_cast<std::size_t>(map.rows.step)] - map.yEdges[0], line) << n;
        if (map.columns.turned)
            EXPECT_GE(map.xEdges[static_cast<std::size_t>(map.columns.step)] - map.xEdges[0], line)
                << n;
        EXPECT_GT(map.map.width(), 300.0) << n;
    }
}

TEST(Plot, sixteenHeadsFitAWindow) {
    Figure figure = headGrid(16, 4, 12);
    const QSize size(880, 560); // what docks leave of 1280 × 800
    const FigurePicture picture(figure, size, 1.0);
    for (std::size_t i = 0; i < 16; ++i) {
        const PanelLayout &panel = picture.layout().panels[i];
        EXPECT_GE(panel.map->map.width(), 48.0) << i;
        EXPECT_TRUE(QRectF(QPointF(0, 0), QSizeF(size)).contains(panel.map->map)) << i;
        EXPECT_LE(panel.map->map.bottom(), panel.box.bottom() + 1.0) << i;
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(panel.box.intersects(picture.layout().panels[j].box)) << i << ' ' << j;
    }
    EXPECT_FALSE(picture.layout().sharedBar.isEmpty());
}

TEST(Plot, gridsFollowTheShapeOfTheWindow) {
    const auto columnsAt = [](Figure figure, QSize size) {
        figure.reflow = true;
        const FigureLayout layout = FigurePicture(figure, size, 1.0).layout();
        std::set<int> lefts;
        for (const PanelLayout &panel : layout.panels)
            lefts.insert(static_cast<int>(panel.box.left()));
        return lefts.size();
    };
    EXPECT_EQ(columnsAt(headGrid(4, 1, 8), {1000, 640}), 2u);
    EXPECT_EQ(columnsAt(headGrid(4, 1, 8), {1400, 330}), 4u);
    EXPECT_EQ(columnsAt(headGrid(4, 4, 8), {320, 1200}), 1u);
    EXPECT_EQ(columnsAt(headGrid(16, 8, 8), {900, 640}), 4u);
    EXPECT_EQ(columnsAt(headGrid(1, 1, 8), {900, 640}), 1u);
}

TEST(Plot, mapsSideBySideNameTheirRowsOnceAndStayEqual) {
    Figure figure = headGrid(4, 1, 11);
    figure.reflow = true;
    const FigureLayout layout = FigurePicture(figure, {1000, 330}, 1.0).layout();
    ASSERT_EQ(layout.panels.size(), 4u);
    const FigureLayout low = FigurePicture(figure, {640, 190}, 1.0).layout();
    for (const PanelLayout &panel : low.panels)
        EXPECT_EQ(panel.map->map.size(), low.panels[0].map->map.size());
    for (std::size_t i = 0; i < 4; ++i) {
        const MapLayout &map = *layout.panels[i].map;
        EXPECT_EQ(map.rows.names, i == 0);
        EXPECT_EQ(map.map.size(), layout.panels[0].map->map.size());
        EXPECT_GE(map.map.left(), layout.panels[i].box.left());
        EXPECT_LE(map.map.right(), layout.panels[i].box.right() + 1e-6);
        const LabelText label =
            labelText(std::get<MapPanel>(figure.panels[i].content).rowLabels, 3, map.rows);
        EXPECT_EQ(label.number, QStringLiteral("3"));
        EXPECT_EQ(label.name, i == 0 ? QStringLiteral("token3") : QString());
        EXPECT_EQ(label.full, QStringLiteral("token3"));
    }
    // Other rows in one of them: each says what its own are.
    std::get<MapPanel>(figure.panels[2].content).rowLabels[0] = QStringLiteral("other");
    const FigureLayout apart = FigurePicture(figure, {1000, 330}, 1.0).layout();
    for (const PanelLayout &panel : apart.panels)
        EXPECT_TRUE(panel.map->rows.names);
}

TEST(Plot, aNameCutToALetterGivesWayToItsNumber) {
    AxisLabels axis;
    axis.pixelSize = 11;
    const QStringList labels{QStringLiteral("because")};
    for (double room = 0; room < 90; room += 1) {
        axis.room = room;
        const QString name = labelText(labels, 0, axis).name;
        EXPECT_TRUE(name.isEmpty() || name.size() >= 4) << room << name.toStdString();
    }
    EXPECT_EQ(labelText(labels, 0, axis).name, labels.front());
}

TEST(Plot, oneBarServesMapsThatShareARange) {
    MapPanel a = constantMap(3, 3, 0.5f), b = a;
    b.colourBar = true;
    const Figure figure = figureOf({a, b});
    const FigureLayout layout = FigurePicture(figure, {800, 400}, 1.0).layout();
    EXPECT_FALSE(layout.sharedBar.isEmpty());
    EXPECT_TRUE(layout.panels[1].map->bar.isEmpty());
    EXPECT_NEAR(layout.panels[0].map->map.width(), layout.panels[1].map->map.width(), 1.0);
    EXPECT_TRUE(FigurePicture(figureOf({a, a}), {800, 400}, 1.0).layout().sharedBar.isEmpty());
}

TEST(Plot, mapsOfDifferentRangesKeepTheirOwnBars) {
    MapPanel a = constantMap(3, 3, 0.5f), b = a;
    a.colourBar = b.colourBar = true;
    b.range = {0.0, 2.5};
    const Figure figure = figureOf({a, b});
    const FigurePicture picture(figure, {800, 400}, 1.0);
    EXPECT_TRUE(picture.layout().sharedBar.isEmpty());
    EXPECT_FALSE(picture.layout().panels[0].map->bar.isEmpty());
    EXPECT_FALSE(picture.layout().panels[1].map->bar.isEmpty());
    const QStringList texts = svgTexts(renderPicture(figure, PictureFormat::Svg, {}));
    EXPECT_TRUE(texts.contains("2.5"));
}

TEST(Plot, valuesBeyondAFixedRangeAreSaid) {
    MapPanel map = plainMap(1, 2, {-3.0f, 7.0f});
    map.colourBar = true;
    const QStringList texts = svgTexts(renderPicture(figureOf({map}), PictureFormat::Svg, {}));
    EXPECT_TRUE(texts.contains(QString::fromUtf8("≥ 1")));
    EXPECT_TRUE(texts.contains(QString::fromUtf8("≤ 0")));
}

TEST(Plot, legendNamesEachLookThatOccursAndNoOther) {
    MapPanel map = causalMap(4);
    QStringList texts = svgTexts(renderPicture(figureOf({map}), PictureFormat::Svg, {}));
    EXPECT_TRUE(texts.contains(specialLookText(SpecialLook::Hidden)));
    EXPECT_FALSE(texts.contains(specialLookText(SpecialLook::NaN)));
    map.values.mutableData()[0] = std::numeric_limits<float>::quiet_NaN();
    texts = svgTexts(renderPicture(figureOf({map}), PictureFormat::Svg, {}));
    EXPECT_TRUE(texts.contains(specialLookText(SpecialLook::NaN)));
    EXPECT_TRUE(svgTexts(renderPicture(figureOf({constantMap(4, 4, 1)}), PictureFormat::Svg, {}))
                    .filter(specialLookText(SpecialLook::Hidden))
                    .isEmpty());
}

TEST(Plot, numbersHaveThreeDigits) {
    EXPECT_EQ(cellNumber(0.5), "0.500");
    EXPECT_EQ(cellNumber(0.02625), QString::number(0.02625, 'f', 4));
    EXPECT_EQ(cellNumber(-12.345), QString::fromUtf8("−12.3"));
    EXPECT_EQ(cellNumber(9.996), "10.0");
    EXPECT_EQ(cellNumber(0.99951), "1.00");
    EXPECT_EQ(cellNumber(123.7), "124");
    EXPECT_EQ(cellNumber(81), "81");
    EXPECT_EQ(cellNumber(0.0), "0");
    EXPECT_EQ(cellNumber(1.24e-5), QString::fromUtf8("1.2e−5"));
    EXPECT_EQ(cellNumber(3.2e12), "3.2e12");
    EXPECT_EQ(cellNumber(-std::numeric_limits<double>::infinity()), QString::fromUtf8("−∞"));
    EXPECT_EQ(cellNumber(std::nan("")), "NaN");
}

TEST(Plot, ticksAreRoundAndInside) {
    EXPECT_EQ(niceTicks(0.0, 1.0, 5),
              (std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0}));
    for (const auto &[lo, hi] : {std::pair(-3.7, 12.9), std::pair(1e-7, 3e-7), std::pair(0.0, 7e9)})
        for (int most = 1; most < 9; ++most) {
            const auto ticks = niceTicks(lo, hi, most);
            EXPECT_LE(ticks.size(), static_cast<std::size_t>(most) + 1);
            for (const double t : ticks) {
                EXPECT_GE(t, lo - (hi - lo) * 1e-9);
                EXPECT_LE(t, hi + (hi - lo) * 1e-9);
            }
        }
    EXPECT_TRUE(niceTicks(1.0, 1.0, 5).empty());
    EXPECT_EQ(logTicks(0.5, 200.0, 6).size(), 3u); // 1, 10, 100
    EXPECT_LE(logTicks(1e-30, 1.0, 5).size(), 6u);
}

TEST(Plot, curvesOfAllKindsAreDrawn) {
    CurvePanel curves;
    curves.title = "t";
    curves.xTitle = "d_k";
    curves.yTitle = "std";
    curves.logX = curves.logY = true;
    Series line;
    line.name = "measured";
    line.x = {1, 4, 16, 64};
    line.y = {1, 2, std::nan(""), 8};
    line.lower = {0.5, 1, 2, 4};
    line.upper = {2, 4, 8, 16};
    line.colour = QColor(200, 0, 0);
    Series theory = line;
    theory.name = "theory";
    theory.lower.clear();
    theory.upper.clear();
    theory.style = Series::Style::Dashed;
    theory.colour = QColor(0, 0, 200);
    curves.series = {line, theory};
    curves.verticalMarker = 8.0;
    curves.markerLabel = "d_k = 8";
    Figure figure;
    Panel panel;
    panel.content = curves;
    figure.panels = {panel};
    const QStringList texts = svgTexts(renderPicture(figure, PictureFormat::Svg, {}));
    for (const char *text : {"measured", "theory", "d_k", "std", "d_k = 8"})
        EXPECT_TRUE(texts.contains(QString(text))) << text;
    const QImage image = renderImage(figure, {.size = {600, 400}});
    int red = 0, blue = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor c(image.pixel(x, y));
            red += c.red() > 180 && c.green() < 60;
            blue += c.blue() > 180 && c.green() < 60;
        }
    EXPECT_GT(red, 20);
    EXPECT_GT(blue, 20);

    CurvePanel bars;
    Series histogram;
    histogram.style = Series::Style::Bars;
    histogram.x = {0, 1, 2};
    histogram.y = {1, 0, 3};
    histogram.colour = QColor(0, 160, 0);
    bars.series = {histogram};
    bars.xTickLabels = {"a", "b", "c"};
    figure.panels[0].content = bars;
    const QImage picture = renderImage(figure, {.size = {300, 300}});
    // The third bar is three times as high as the first.
    std::vector<int> heights;
    bool inside = false;
    for (int x = 0; x < picture.width(); ++x) {
        int tall = 0;
        for (int y = 0; y < picture.height(); ++y) {
            const QColor c(picture.pixel(x, y));
            tall += c.green() > c.red() + 60 && c.green() > c.blue() + 60;
        }
        if (tall > 4 && !inside)
            heights.push_back(0);
        inside = tall > 4;
        if (inside)
            heights.back() = std::max(heights.back(), tall);
    }
    ASSERT_EQ(heights.size(), 2u);
    EXPECT_NEAR(heights[1], 3 * heights[0], 4);
}

TEST(Plot, nothingToShowSaysWhy) {
    Figure figure;
    figure.emptyReason = "Type a sentence";
    EXPECT_TRUE(
        svgTexts(renderPicture(figure, PictureFormat::Svg, {})).contains("Type a sentence"));
    // Sizes that no panel fits into are drawn without harm.
    Figure heads = headGrid(16, 4, 3);
    for (const QSize size : {QSize(1, 1), QSize(20, 300), QSize(300, 20)})
        EXPECT_EQ(renderImage(heads, {.size = size}).size(), size);
    EXPECT_FALSE(renderImage(figureOf({constantMap(0, 0, 0)}), {}).isNull());
}
