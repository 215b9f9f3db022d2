// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "ui/cell_text.h"
#include "ui/view_settings.h"
#include "ui/views/figure_parts.h"
#include "ui/views/variants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace attnscope::ui {
namespace {

using core::Stage;

core::TracePtr compute(core::Problem p) {
    core::ReferenceEngine engine;
    return engine.run(test::shared(std::move(p)), {});
}

core::Session wordsOf(const core::Problem &p, std::vector<std::string> words) {
    core::Session s;
    s.config = p.config;
    s.tokens = {std::move(words)};
    return s;
}

const MapPanel &mapOf(const Figure &f, std::size_t panel) {
    return std::get<MapPanel>(f.panels.at(panel).content);
}

TEST(StagesFigure, AXS02_QueriesAreRowsAndKeysAreColumns) {
    // One row looks at the first key alone, the other takes 0.3 and 0.7: the logarithms as scores.
    // (−∞ in X would be NaN in a product with 0, so the first row gets its 0 from a mask.)
    core::Problem q = test::scoresProblem(2, 2, {0.0F, 0.0F, std::log(0.3F), std::log(0.7F)});
    q.config.mask.custom = true;
    q.maskKeep = core::BoolTensor({2, 2}, {1, 0, 1, 1});
    const auto t = compute(q);
    const Figure f = stagesFigure(*t, wordsOf(q, {"a", "b"}), ViewSettings(), Palette::light());
    const MapPanel &m = mapOf(f, 0);
    EXPECT_NEAR(m.value(1, 0), 0.3, 1e-6);
    EXPECT_NEAR(m.value(0, 0), 1.0, 1e-6);
    EXPECT_EQ(m.kind(0, 1), CellKind::Hidden);
    EXPECT_TRUE(m.rowTitle.contains(QStringLiteral("query")));
    EXPECT_TRUE(m.columnTitle.contains(QStringLiteral("key")));
}

TEST(StagesFigure, RowsWithoutTokensHaveTheirNumberOnce) {
    // Beside each token stands its number; where there are only numbers, they stand alone.
    const core::Problem p = test::t1();
    const auto t = compute(p);
    const Figure f = stagesFigure(*t, wordsOf(p, {}), ViewSettings(), Palette::light());
    EXPECT_TRUE(mapOf(f, 0).rowLabels.isEmpty());
    EXPECT_TRUE(mapOf(f, 0).columnLabels.isEmpty());
    const Figure named =
        stagesFigure(*t, wordsOf(p, {"a", "b", "c"}), ViewSettings(), Palette::light());
    EXPECT_EQ(mapOf(named, 0).columnLabels, (QStringList{"a", "b", "c"}));
}

TEST(StagesFigure, HMP07_LegendsComeFromTheData) {
    const core::Problem p = test::t1();
    const auto t = compute(p);
    ViewSettings v;
    v.head = 0;
    const core::Session s = wordsOf(p, {"a", "b", "c"});
    const MapPanel weights = mapOf(stagesFigure(*t, s, v, Palette::light()), 0);
    EXPECT_EQ(weights.range, (ColourRange{0.0, 1.0}));
    v.stage = Stage::Scores;
    const MapPanel scores = mapOf(stagesFigure(*t, s, v, Palette::light()), 0);
    EXPECT_NEAR(scores.range.lo, 0.0, 1e-6);
    EXPECT_NEAR(scores.range.hi, 1.414214, 1e-6);
}

TEST(StagesFigure, AVG02_WeightsAndDroppedWeightsAreTwoStages) {
    core::Problem p = test::scoresProblem(1, 3, {std::log(0.5F), std::log(0.25F), std::log(0.25F)});
    p.config.dropout.attention = 0.5;
    p.dropoutKeep = core::BoolTensor({1, 1, 1, 3}, {1, 0, 1});
    const auto t = compute(p);
    const core::Session s = wordsOf(p, {"a"});
    ViewSettings v;
    const MapPanel weights = mapOf(stagesFigure(*t, s, v, Palette::light()), 0);
    EXPECT_NEAR(rowSums(weights)[0], 1.0, 1e-6);
    v.stage = Stage::WeightsDropped;
    const MapPanel dropped = mapOf(stagesFigure(*t, s, v, Palette::light()), 0);
    EXPECT_NEAR(dropped.value(0, 0), 1.0, 1e-6);
    EXPECT_EQ(dropped.value(0, 1), 0.0F);
    EXPECT_NEAR(rowSums(dropped)[0], 1.5, 1e-6);
}

TEST(StagesFigure, EveryStageOfATraceHasItsPicture) {
    core::Problem p = test::fx2();
    p.config.positional.kind = core::PositionalKind::Sinusoidal;
    const auto t = compute(p);
    const core::Session s = wordsOf(p, {"a", "b", "c", "d", "e", "f"});
    for (const core::StageInfo &info : core::stageTable()) {
        ViewSettings v;
        v.stage = info.stage;
        const Figure f = stagesFigure(*t, s, v, Palette::light());
        if (!core::stageShape(p, info.stage)) {
            EXPECT_FALSE(f.emptyReason.isEmpty()) << info.name << " must say why it is not there";
            continue;
        }
        ASSERT_FALSE(f.panels.empty()) << info.name;
        // Per head where there is a head axis and a map of its own, else one panel.
        const PanelKind kind = panelKind(info.stage);
        const bool perHead = kind == PanelKind::QueryKey || kind == PanelKind::HeadWidth;
        EXPECT_EQ(f.panels.size(), perHead ? 2u : 1u) << info.name;
        if (kind == PanelKind::Number || info.stage == Stage::MaskKeep)
            continue;
        std::size_t cells = 0;
        for (std::size_t i = 0; i < f.panels.size(); ++i)
            cells += mapOf(f, i).rows * mapOf(f, i).columns;
        EXPECT_EQ(cells, core::elementCount(*core::stageShape(p, info.stage))) << info.name;
    }
}

TEST(StagesFigure, HeadsOfQAreTheirOwnColumns) {
    const core::Problem p = test::t1(); // W = identity: head 1 of Q is columns 2 and 3 of X
    ViewSettings v;
    v.stage = Stage::Q;
    const Figure f = stagesFigure(*compute(p), wordsOf(p, {"a", "b", "c"}), v, Palette::light());
    const MapPanel &head1 = mapOf(f, 1);
    EXPECT_EQ(head1.value(0, 1), 1.0F);
    EXPECT_EQ(head1.value(1, 0), 1.0F);
    EXPECT_EQ(head1.value(2, 0), 0.0F);
}

TEST(StagesFigure, UnfoldSharesRowsAndHighlight) {
    core::Problem p = test::t1();
    p.config.mask.causal = true;
    ViewSettings v;
    v.unfold = true;
    v.head = 1;
    v.locked = LockedCell{0, 1, 2, 1};
    const Figure f = stagesFigure(*compute(p), wordsOf(p, {"a", "b", "c"}), v, Palette::light());
    ASSERT_EQ(f.panels.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(mapOf(f, i).linkGroup, mapOf(f, 0).linkGroup);
    EXPECT_NE(std::find(f.locked.begin(), f.locked.end(), CellRef{3, 2, 1}), f.locked.end());
}

TEST(StagesFigure, ALeakIsSeenAndNotHatched) {
    core::Problem p = test::t1();
    p.config.mask.causal = true;
    p.config.mask.application = core::MaskApplication::MultiplyScores;
    ViewSettings v;
    v.head = 0;
    const Figure f = stagesFigure(*compute(p), wordsOf(p, {"a", "b", "c"}), v, Palette::light());
    EXPECT_EQ(mapOf(f, 0).kind(0, 2), CellKind::Value);
    EXPECT_GT(mapOf(f, 0).value(0, 2), 0.0F);
}

TEST(StagesFigure, MarginsAreEntropyAndMean) {
    core::Problem p = test::scoresProblem(2, 2, {0.0F, 0.0F, std::log(0.3F), std::log(0.7F)});
    const auto t = compute(p);
    const MapPanel m = mapOf(stagesFigure(*t, wordsOf(p, {"a", "b"}), {}, Palette::light()), 0);
    ASSERT_EQ(m.rightMargin.size(), 2u);
    EXPECT_NEAR(m.rightMargin[0], std::numbers::ln2, 1e-6);
    EXPECT_NEAR(m.rightMargin[1], -(0.3 * std::log(0.3) + 0.7 * std::log(0.7)), 1e-6);
    ASSERT_EQ(m.bottomMargin.size(), 2u);
    EXPECT_NEAR(m.bottomMargin[0], (0.5 + 0.3) / 2, 1e-6);
}

TEST(StagesFigure, EntropyAgreesWithTheLogarithmOfTheLibrary) {
    MapPanel m;
    m.rows = 1;
    m.columns = 400;
    m.values = core::Tensor({1, 400});
    double exact = 0.0;
    for (std::size_t i = 0; i < 400; ++i) {
        // From 1 down through the subnormal numbers of single precision to 0.
        const auto p = static_cast<float>(std::pow(2.0, -0.41 * static_cast<double>(i)));
        m.values.mutableData()[i] = p;
        if (p > 0.0F)
            exact -= static_cast<double>(p) * std::log(static_cast<double>(p));
    }
    EXPECT_NEAR(rowEntropies(m)[0], exact, 1e-9);
}

TEST(CellText, HMP04_HMP13_RepeatedTokensAreToldApartByTheirPlace) {
    core::Problem p = test::scoresProblem(1, 4, {1, 2, 3, 4});
    core::Session s = wordsOf(p, {"a"});
    s.memoryTokens = {{"a", "[PAD]", "[PAD]", "[PAD]"}};
    const QString text = describeCell(*compute(p), s, Stage::ScoresRaw, 0, 0, 0, 3);
    EXPECT_TRUE(text.contains(QStringLiteral("key 3 “[PAD]”"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("query 0 “a”"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral(" 4 "))) << text.toStdString();
}

TEST(CellText, HiddenAndNotFiniteAreSaidInWords) {
    core::Problem p = test::scoresProblem(2, 2, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({2, 2}, {1, 0, 0, 0});
    p.config.mask.emptyRow = core::EmptyRow::Nan;
    const auto t = compute(p);
    const core::Session s = wordsOf(p, {"a", "b"});
    const QString hidden = describeCell(*t, s, Stage::ScoresMasked, 0, 0, 0, 1);
    EXPECT_TRUE(hidden.contains(QStringLiteral("hidden"))) << hidden.toStdString();
    EXPECT_TRUE(hidden.contains(QStringLiteral("minus infinity"))) << hidden.toStdString();
    const QString empty = describeCell(*t, s, Stage::Weights, 0, 0, 1, 0);
    EXPECT_TRUE(empty.contains(QStringLiteral("NaN"))) << empty.toStdString();
    EXPECT_TRUE(empty.contains(QStringLiteral("sees no key"))) << empty.toStdString();
    EXPECT_TRUE(describeCell(*t, s, Stage::Weights, 0, 0, 2, 0).isEmpty()) << "out of bounds";
}

// Scores 0 everywhere, three keys, the last hidden from the first query: every application can be
// done in the head.
core::TracePtr zerosWithOneHidden() {
    core::Problem p = test::scoresProblem(1, 3, {0, 0, 0});
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({1, 3}, {1, 1, 0});
    return compute(p);
}

TEST(MasksFigure, SixApplicationsSideBySide) {
    const auto all = maskVariants(*zerosWithOneHidden());
    ASSERT_EQ(all.size(), 6u);
    const double e = std::numbers::e;
    const double hidden[] = {0, 0, 1.0 / 3, 1 / (2 * e + 1), 0, 0};
    const double visible[] = {0.5, 0.5, 1.0 / 3, e / (2 * e + 1), 1.0 / 3, 0.5};
    for (std::size_t a = 0; a < 6; ++a) {
        EXPECT_NEAR((*all[a])[Stage::Weights](0, 0, 0, 2), hidden[a], 1e-6) << a;
        EXPECT_NEAR((*all[a])[Stage::Weights](0, 0, 0, 0), visible[a], 1e-6) << a;
    }
    const Figure f =
        masksFigure(all, wordsOf(*all[0]->problem, {"a"}), ViewSettings(), Palette::light());
    ASSERT_EQ(f.panels.size(), 6u);
    const double sums[] = {1, 1, 1, 1, 2.0 / 3, 1};
    for (std::size_t a = 0; a < 6; ++a)
        EXPECT_NEAR(mapOf(f, a).rightMargin.at(0), sums[a], 1e-6) << a;
    // Those that differ from the right answer are marked, the others are not.
    const bool wrong[] = {false, false, true, true, true, false};
    for (std::size_t a = 0; a < 6; ++a)
        EXPECT_EQ(mapOf(f, a).badge.isEmpty(), !wrong[a]) << a;
    EXPECT_TRUE(mapOf(f, 2).subtitle.contains(QStringLiteral("leaked 0.333")))
        << mapOf(f, 2).subtitle.toStdString();
    // Δ of a visible cell is 1/6 and of the hidden one 1/3: the larger counts.
    EXPECT_TRUE(mapOf(f, 2).subtitle.contains(QStringLiteral("|Δ| 0.333")));
    EXPECT_TRUE(mapOf(f, 4).subtitle.contains(QStringLiteral("|Δ| 0.167")));
}

TEST(MasksFigure, BothPoliciesForEmptyRowsAreShown) {
    core::Problem p = test::scoresProblem(2, 2, {1, 2, 3, 4});
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({2, 2}, {1, 1, 0, 0});
    const auto all = maskVariants(*compute(p));
    const Figure f = masksFigure(all, wordsOf(p, {"a", "b"}), ViewSettings(), Palette::light());
    ASSERT_EQ(f.panels.size(), 8u);
    EXPECT_EQ(mapOf(f, 6).value(1, 0), 0.0F);
    EXPECT_TRUE(std::isnan(mapOf(f, 7).value(1, 0)));
    EXPECT_NEAR(mapOf(f, 7).value(0, 1), std::numbers::e / (1 + std::numbers::e), 1e-6)
        << "other rows are as they were";
}

TEST(PositionsFigure, ShowsWavelengthsAndWhatTheEncodingDoes) {
    core::Problem p = test::fx2();
    p.config.positional.kind = core::PositionalKind::Sinusoidal;
    p.config.positional.base = 100.0;
    const auto t = compute(p);
    const PositionVariants v = positionVariants(t);
    EXPECT_EQ(v.with, t);
    // Without the encoding the pass is that of the same problem with it switched off.
    core::Problem off = p;
    off.config.positional.kind = core::PositionalKind::None;
    const auto exact = compute(off);
    for (std::size_t i = 0; i < exact->stages[static_cast<std::size_t>(Stage::Weights)].size(); ++i)
        EXPECT_NEAR((*v.without)[Stage::Weights].data()[i], (*exact)[Stage::Weights].data()[i],
                    1e-5);
    ViewSettings settings;
    settings.positionLength = 10;
    const Figure f = positionsFigure(*v.with, v.without, wordsOf(p, {"a", "b", "c", "d", "e", "f"}),
                                     settings, Palette::light());
    ASSERT_EQ(f.panels.size(), 6u);
    EXPECT_EQ(mapOf(f, 0).rows, 10u);
    EXPECT_EQ(mapOf(f, 0).columns, 8u);
    EXPECT_EQ(mapOf(f, 0).value(0, 1), 1.0F) << "cos 0";
    const auto &waves = std::get<CurvePanel>(f.panels[2].content).series.at(0);
    ASSERT_EQ(waves.y.size(), 4u);
    EXPECT_NEAR(waves.y[0], 2 * std::numbers::pi, 1e-9);
    EXPECT_NEAR(waves.y[2], 2 * std::numbers::pi * 10.0, 1e-6) << "100^(4/8) = 10";
    // PE·PEᵀ on the diagonal: sin² + cos² for each of the four pairs.
    EXPECT_NEAR(mapOf(f, 1).value(7, 7), 4.0, 1e-5);
}

TEST(Figures, GridOfHeadsFitsWithoutScrolling) {
    EXPECT_EQ(gridColumns(1), 1);
    for (std::size_t n = 1; n <= 16; ++n) {
        const auto columns = static_cast<std::size_t>(gridColumns(n));
        EXPECT_GE(columns, 1u);
        EXPECT_LE((n + columns - 1) / columns, 3u) << n;
    }
}

} // namespace
} // namespace attnscope::ui
