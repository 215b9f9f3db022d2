// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_figures.h"
#include "ui/plot/colour_scale.h"
#include "ui/plot/hatching.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

using namespace attnscope;
using namespace attnscope::ui;
using attnscope::test::constantMap;
using attnscope::test::plainMap;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::array<int, 3> rgb(QRgb c) { return {qRed(c), qGreen(c), qBlue(c)}; }

} // namespace

// The published tables (matplotlib 3): first, 129th and last entry.
TEST(ColourScale, tablesAreThePublishedOnes) {
    const ColourTable &viridis = colourTable(ColourMap::Viridis);
    EXPECT_EQ(rgb(viridis[0]), (std::array<int, 3>{68, 1, 84}));
    EXPECT_EQ(rgb(viridis[128]), (std::array<int, 3>{33, 145, 140}));
    EXPECT_EQ(rgb(viridis[255]), (std::array<int, 3>{253, 231, 37}));
    const ColourTable &cividis = colourTable(ColourMap::Cividis);
    EXPECT_EQ(rgb(cividis[0]), (std::array<int, 3>{0, 34, 78}));
    EXPECT_EQ(rgb(cividis[128]), (std::array<int, 3>{125, 124, 120}));
    EXPECT_EQ(rgb(cividis[255]), (std::array<int, 3>{254, 232, 56}));
}

// CIE 15: L* of white is 100, of black 0, of sRGB #777777 50.03.
TEST(ColourScale, lightnessIsCie) {
    EXPECT_NEAR(lightness(0xffffffff), 100.0, 1e-3);
    EXPECT_NEAR(lightness(0xff000000), 0.0, 1e-9);
    EXPECT_NEAR(lightness(0xff777777), 50.03, 0.02);
}

TEST(ColourScale, HMP06_lightnessGrowsWithTheWeight) {
    for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Grey}) {
        const ColourTable &table = colourTable(map);
        for (std::size_t i = 1; i < table.size(); ++i)
            EXPECT_GE(lightness(table[i]), lightness(table[i - 1]) - 0.35) << i; // 8-bit rounding
        for (std::size_t i = 16; i < table.size(); i += 16)
            EXPECT_GT(lightness(table[i]), lightness(table[i - 16]) + 2.0) << i;
    }
    for (const ColourMap map : {ColourMap::BlueRed, ColourMap::PurpleGreen}) {
        const ColourTable &table = colourTable(map);
        for (std::size_t i = 16; i < 128; i += 16) {
            EXPECT_GT(lightness(table[i]), lightness(table[i - 16])) << i;
            EXPECT_GT(lightness(table[255 - i]), lightness(table[255 - i + 16])) << i;
        }
        EXPECT_GT(lightness(table[127]), 95.0);
        EXPECT_GT(lightness(table[128]), 95.0);
    }
}

TEST(ColourScale, HMP06_weightOneZeroMaskedAndNaNDiffer) {
    MapPanel map = plainMap(1, 4, {1.0f, 0.5f, 0.0f, kNaN});
    map.keep = core::BoolTensor({1, 4}, {1, 0, 1, 1});
    for (const bool dark : {false, true})
        for (const ColourMap colours : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Grey,
                                        ColourMap::BlueRed, ColourMap::PurpleGreen}) {
            map.map = colours;
            const ColouredCells cells = colourCells(map, dark);
            EXPECT_EQ(std::set<QRgb>(cells.colours.begin(), cells.colours.end()).size(), 4u);
            EXPECT_EQ(cells.looks,
                      (std::vector<signed char>{-1, static_cast<signed char>(SpecialLook::Hidden),
                                                -1, static_cast<signed char>(SpecialLook::NaN)}));
        }
}

TEST(ColourScale, HMP03_constantMatrixHasOneColourWithAndWithoutBar) {
    MapPanel map = constantMap(4, 4, 0.25f);
    const QRgb expected = colourTable(ColourMap::Viridis)[64]; // 0.25 · 256
    for (const bool bar : {false, true}) {
        map.colourBar = bar;
        map.range = {0.0, 1.0};
        for (const QRgb c : colourCells(map, false).colours)
            EXPECT_EQ(c, expected);
        map.range = *finiteRange(map);
        EXPECT_EQ(map.range, (ColourRange{0.25, 0.25}));
        const auto automatic = colourCells(map, false).colours;
        EXPECT_EQ(std::set<QRgb>(automatic.begin(), automatic.end()).size(), 1u);
        const QImage image = renderImage(test::figureOf({map}), {.size = {400, 400}});
        const QPointF centre = test::cellIn(test::figureOf({map}), {400, 400}, 1, 1).center();
        EXPECT_EQ(test::pixelOf(image, centre), automatic[0]) << "bar " << bar;
    }
}

TEST(ColourScale, rangesBeyondAnyCellStillOrderTheColours) {
    // The ends come from a file or a command line, the cells are any float: no colour lies outside
    // of the table, and a larger cell is never further down.
    constexpr float kMost = std::numeric_limits<float>::max();
    const ColourRange ranges[] = {{-1e308, 1e308}, {1e308, 1.7e308}, {-1.7e308, -1e308},
                                  {-kMost, kMost}, {0.0, 5e-324},    {-1e-320, 1e-320},
                                  {-1e308, 1e-300}};
    for (const ColourRange &range : ranges)
        for (const ColourMap map : {ColourMap::Viridis, ColourMap::BlueRed}) {
            const ColourScale scale(map, ColourScaleMode::Linear, range);
            int last = 0;
            for (const float cell : {-kMost, -1.0f, 0.0f, 1e-44f, 1.0f, 1e38f, kMost}) {
                const int index = scale.index(cell);
                EXPECT_GE(index, last) << range.lo << " " << range.hi << " " << cell;
                EXPECT_LE(index, 255);
                last = index;
            }
            for (const double height : {0.0, 0.5, 1.0})
                EXPECT_EQ(qAlpha(scale.barColour(height)), 255);
            const int nan = scale.index(std::numeric_limits<float>::quiet_NaN());
            EXPECT_TRUE(nan >= 0 && nan <= 255);
        }
    // −1e38 … 1e38 has its middle at 0.
    const ColourScale wide(ColourMap::Viridis, ColourScaleMode::Linear, {-1e38, 1e38});
    EXPECT_NEAR(wide.index(0.0f), 128, 1);
    EXPECT_NEAR(wide.index(0.5e38f), 192, 1);
}

TEST(ColourScale, HMP07_rangesComeFromTheValuesTheyLabel) {
    const auto scores = finiteRange(std::vector<float>{0.0f, 1.414214f, 0.7f, -kInf, kNaN});
    ASSERT_TRUE(scores);
    EXPECT_DOUBLE_EQ(scores->lo, 0.0);
    EXPECT_FLOAT_EQ(static_cast<float>(scores->hi), 1.414214f);
    EXPECT_FALSE(finiteRange(std::vector<float>{kNaN, kInf, -kInf}));
}

TEST(ColourScale, HMP08_oneNaNLeavesTheOthers) {
    MapPanel map = plainMap(2, 2, {0.2f, kNaN, 0.3f, 0.5f});
    const auto range = finiteRange(map);
    ASSERT_TRUE(range);
    EXPECT_FLOAT_EQ(static_cast<float>(range->lo), 0.2f);
    EXPECT_FLOAT_EQ(static_cast<float>(range->hi), 0.5f);
    map.range = *range;
    const ColouredCells cells = colourCells(map, false);
    EXPECT_EQ(cells.looks, (std::vector<signed char>{-1, 1, -1, -1}));
    EXPECT_EQ(cells.colours[0], colourTable(map.map)[0]);
    EXPECT_EQ(cells.colours[2], colourTable(map.map)[85]); // a third of the way
    EXPECT_EQ(cells.colours[3], colourTable(map.map)[255]);
}

TEST(ColourScale, HMP09_zeroOnALogScaleHasALookOfItsOwn) {
    MapPanel map = plainMap(2, 2, {1.0f, 0.0f, 0.1f, 0.9f});
    map.mode = ColourScaleMode::Log;
    map.range = *finiteRange(map);
    EXPECT_FLOAT_EQ(static_cast<float>(map.range.lo), 0.1f);
    EXPECT_FLOAT_EQ(static_cast<float>(map.range.hi), 1.0f);
    const ColouredCells cells = colourCells(map, false);
    EXPECT_EQ(cells.looks[1], static_cast<signed char>(SpecialLook::BelowRange));
    EXPECT_EQ(cells.looksPresent, 1u << static_cast<int>(SpecialLook::BelowRange));
    EXPECT_EQ(cells.colours[1], specialStyle(SpecialLook::BelowRange, false).fill);
    EXPECT_EQ(cells.colours[0], colourTable(map.map)[255]);
    EXPECT_EQ(cells.colours[2], colourTable(map.map)[0]);
    // log10(0.9 / 0.1) of one decade
    EXPECT_EQ(cells.colours[3],
              colourTable(map.map)[static_cast<std::size_t>(std::log10(9.0) * 256)]);
    const QStringList texts =
        test::svgTexts(renderPicture(test::figureOf({map}), PictureFormat::Svg, {}));
    EXPECT_TRUE(texts.contains(specialLookText(SpecialLook::BelowRange)));
}

TEST(ColourScale, HMP16_aMatrixOfZerosHasOneColourAndALegendWithZero) {
    for (const ColourScaleMode mode :
         {ColourScaleMode::Linear, ColourScaleMode::Log, ColourScaleMode::PerRow}) {
        MapPanel map = constantMap(3, 3, 0.0f);
        map.mode = mode;
        map.range = finiteRange(map).value_or(ColourRange{0.0, 0.0});
        const auto colours = colourCells(map, false).colours;
        EXPECT_EQ(std::set<QRgb>(colours.begin(), colours.end()).size(), 1u);
        map.colourBar = true;
        const QStringList texts =
            test::svgTexts(renderPicture(test::figureOf({map}), PictureFormat::Svg, {}));
        if (mode == ColourScaleMode::Linear)
            EXPECT_TRUE(texts.contains(QStringLiteral("0")));
        if (mode == ColourScaleMode::Log)
            EXPECT_TRUE(texts.contains(specialLookText(SpecialLook::BelowRange)));
    }
}

TEST(ColourScale, rangesAreWidenedWhereNothingCouldBeDrawn) {
    using enum ColourScaleMode;
    EXPECT_EQ(widened({2.0, 2.0}, Linear), (ColourRange{0.0, 2.0}));
    EXPECT_EQ(widened({-2.0, -2.0}, Linear), (ColourRange{-2.0, 0.0}));
    EXPECT_EQ(widened({0.0, 0.0}, Linear), (ColourRange{0.0, 1.0}));
    EXPECT_EQ(widened({3.0, 1.0}, Linear), (ColourRange{1.0, 3.0}));
    EXPECT_EQ(widened({-kInf, 1.0}, Linear), (ColourRange{0.0, 1.0}));
    EXPECT_EQ(widened({0.0, 0.0}, Log), (ColourRange{0.1, 1.0}));
    EXPECT_EQ(widened({10.0, 10.0}, Log), (ColourRange{1.0, 10.0}));
    EXPECT_EQ(widened({-1.0, 100.0}, Log), (ColourRange{0.01, 100.0}));
    EXPECT_EQ(widened({-1.5, 4.0}, Linear), (ColourRange{-1.5, 4.0}));
}

TEST(ColourScale, zeroIsTheMiddleOfADivergingMap) {
    const ColourScale scale(ColourMap::BlueRed, ColourScaleMode::Linear, {-1.0, 3.0});
    EXPECT_EQ(scale.index(0.0f), 128);
    EXPECT_EQ(scale.index(3.0f), 255);
    // −1 is a third of the way from the middle to the end of −3..3.
    EXPECT_EQ(scale.index(-1.0f), 85);
    EXPECT_EQ(scale.barColour(0.0), scale.colour(-1.0f));
    EXPECT_EQ(scale.barColour(1.0), scale.colour(3.0f));
}

TEST(ColourScale, perRowStretchesEachRow) {
    MapPanel map = plainMap(2, 2, {0.1f, 0.2f, 5.0f, 9.0f});
    map.mode = ColourScaleMode::PerRow;
    const auto colours = colourCells(map, false).colours;
    const ColourTable &table = colourTable(map.map);
    EXPECT_EQ(colours, (std::vector<QRgb>{table[0], table[255], table[0], table[255]}));
}

TEST(ColourScale, rangesNearTheEndsOfFloatNeitherOverflowNorDivideByZero) {
    for (const auto &[lo, hi] :
         {std::pair(-3.4e38, 3.4e38), std::pair(0.0, 1e-45), std::pair(1.0, 1.0 + 1e-16)}) {
        const ColourScale scale(ColourMap::Viridis, ColourScaleMode::Linear, {lo, hi});
        for (const float v : {-3.4e38f, -1.0f, 0.0f, 1e-45f, 1.0f, 3.4e38f}) {
            EXPECT_GE(scale.index(v), 0);
            EXPECT_LE(scale.index(v), 255);
        }
    }
}

TEST(ColourScale, specialLooksDifferInHatchingAndColour) {
    for (const bool dark : {false, true}) {
        std::set<int> hatches;
        std::set<QRgb> fills;
        for (int i = 0; i < kSpecialLooks; ++i) {
            const SpecialStyle style = specialStyle(static_cast<SpecialLook>(i), dark);
            hatches.insert(static_cast<int>(style.hatch));
            fills.insert(style.fill);
            EXPECT_FALSE(specialLookText(static_cast<SpecialLook>(i)).isEmpty());
            if (static_cast<SpecialLook>(i) == SpecialLook::Visible)
                continue; // the plain one among the cells of a mask
            EXPECT_NE(style.hatch, Hatch::None);
            // The lines stand out from their ground also for eyes without colour.
            EXPECT_GT(std::abs(lightness(style.fill) - lightness(style.line)), 15.0) << i;
        }
        EXPECT_EQ(hatches.size(), static_cast<std::size_t>(kSpecialLooks));
        EXPECT_EQ(fills.size(), static_cast<std::size_t>(kSpecialLooks));
    }
}

TEST(ColourScale, kindsOfCells) {
    MapPanel map = plainMap(2, 3, {kNaN, kInf, -kInf, 1.0f, kNaN, -kInf});
    map.keep = core::BoolTensor({2, 3}, {1, 1, 1, 0, 0, 0});
    EXPECT_EQ(map.kind(0, 0), CellKind::NaN);
    EXPECT_EQ(map.kind(0, 1), CellKind::PositiveInfinity);
    EXPECT_EQ(map.kind(0, 2), CellKind::NegativeInfinity);
    EXPECT_EQ(map.kind(1, 0), CellKind::Hidden);
    EXPECT_EQ(map.kind(1, 1), CellKind::NaN);
    EXPECT_EQ(map.kind(1, 2), CellKind::Hidden);
    map.emptyRows = {1};
    EXPECT_EQ(map.kind(1, 0), CellKind::EmptyRow);
    // The picture asks the same question in its own quicker way.
    const ColouredCells cells = colourCells(map, false);
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            const auto look = specialLook(map.kind(r, c));
            EXPECT_EQ(cells.looks[r * 3 + c], look ? static_cast<int>(*look) : -1);
        }
}

// Every special cell gets a line of its own, and no line leaves the cells of its look.
TEST(ColourScale, hatchingStaysInItsCells) {
    const std::size_t n = 7;
    std::vector<double> edges;
    for (std::size_t i = 0; i <= n; ++i)
        edges.push_back(10.0 + 8.0 * static_cast<double>(i));
    std::vector<signed char> looks(n * n, -1);
    const auto look = static_cast<signed char>(SpecialLook::Hidden);
    for (const std::size_t at : {0u, 1u, 8u, 16u, 17u, 18u, 24u, 48u})
        looks[at] = look;
    for (const Hatch hatch : {Hatch::Slash, Hatch::BackSlash, Hatch::Cross, Hatch::Vertical,
                              Hatch::Horizontal, Hatch::Dots}) {
        std::set<std::size_t> touched;
        for (const QLineF &line : hatchLines(hatch, SpecialLook::Hidden, looks, edges, edges, 8.0))
            for (int step = 1; step < 40; ++step) {
                const QPointF p = line.pointAt(step / 40.0);
                const auto c = static_cast<std::size_t>((p.x() - 10.0) / 8.0);
                const auto r = static_cast<std::size_t>((p.y() - 10.0) / 8.0);
                const double inX = std::fmod(p.x() - 10.0, 8.0), inY = std::fmod(p.y() - 10.0, 8.0);
                if (std::min({inX, inY, 8.0 - inX, 8.0 - inY}) < 0.05)
                    continue; // on an edge it belongs to both cells
                ASSERT_LT(r * n + c, looks.size());
                EXPECT_EQ(looks[r * n + c], look) << "at " << p.x() << ", " << p.y();
                touched.insert(r * n + c);
            }
        EXPECT_EQ(touched.size(), 8u) << static_cast<int>(hatch);
    }
}
