// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/windows.h"
#include "ui/head_text.h"
#include "ui/panels/heads_panel.h"
#include "ui/panels/number_control.h"
#include "ui/session_document.h"
#include "ui/theme.h"
#include "ui/views/heads_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::ui {
namespace {

using core::HeadFlag;
using test::waitFor;
using test::windowSetup;

HeadAnalysisPtr analysed(core::Problem p, HeadsPart part = HeadsPart::Overview) {
    auto session = std::make_shared<core::Session>();
    session->config = p.config;
    core::RunOptions options;
    options.keep = core::StageSet::all();
    options.gradients = p.config.upstream != core::Upstream::None;
    const auto trace = core::ReferenceEngine().run(test::shared(std::move(p)), options);
    return analyseHeads(trace, session, part, 0, nullptr, {});
}

Figure drawn(core::Problem p, HeadsPart part, ViewSettings v = {}) {
    v.headsPart = part;
    return headsFigure(*analysed(std::move(p), part), v, Palette::light());
}
const GlyphPanel &glyphs(const Figure &f) { return std::get<GlyphPanel>(f.panels.at(0).content); }
const TablePanel &table(const Figure &f, std::size_t i) {
    return std::get<TablePanel>(f.panels.at(i).content);
}
const CurvePanel &curves(const Figure &f, std::size_t i) {
    return std::get<CurvePanel>(f.panels.at(i).content);
}
const MapPanel &map(const Figure &f, std::size_t i) {
    return std::get<MapPanel>(f.panels.at(i).content);
}

/// FX2 with the part of W_O that belongs to a head set to 0: that head is dead.
core::Problem withDeadHead(std::size_t head) {
    core::Problem p = test::fx2();
    std::fill_n(p.wO.mutableData() + head * 4 * 8, 4 * 8, 0.0F);
    return p;
}

/// FX2 whose second head has the queries and keys of the first: the same map.
core::Problem withTwins() {
    core::Problem p = test::fx2();
    for (core::Tensor *w : {&p.wQ, &p.wK})
        for (std::size_t r = 0; r < 8; ++r)
            for (std::size_t c = 0; c < 4; ++c)
                w->mutableData()[r * 8 + 4 + c] = w->data()[r * 8 + c];
    return p;
}

TEST(HeadsFigure, ADeadHeadIsCrossedAndExplained) {
    const Figure f = drawn(withDeadHead(1), HeadsPart::Overview);
    const GlyphPanel &g = glyphs(f);
    ASSERT_EQ(g.glyphs.size(), 2U);
    EXPECT_FALSE(g.glyphs[0].crossed);
    EXPECT_TRUE(g.glyphs[1].crossed);
    ASSERT_EQ(g.glyphs[1].gauges.size(), 5U);
    EXPECT_EQ(*g.glyphs[0].gauges[4].value, 1.0);
    EXPECT_EQ(*g.glyphs[1].gauges[4].value, 0.0);
    EXPECT_EQ(*g.glyphs[1].gauges[4].reference, 0.5) << "an equal share";
    const TablePanel &flags = table(f, 1);
    bool found = false;
    for (const TablePanel::Row &row : flags.rows)
        if (row.cells[1].text == flagTitle(HeadFlag::Dead)) {
            found = true;
            EXPECT_EQ(row.cells[0].text, QStringLiteral("1"));
            EXPECT_TRUE(row.cells[2].text.contains(QStringLiteral("0.005 = 0.01/H")));
        }
    EXPECT_TRUE(found);
    const Figure healthy = drawn(test::fx2(), HeadsPart::Overview);
    ASSERT_EQ(glyphs(healthy).glyphs.size(), 2U);
    for (const auto &glyph : glyphs(healthy).glyphs)
        EXPECT_FALSE(glyph.crossed);
}

TEST(HeadsFigure, HeadsWithTheSameMapAreTiedUntilTheThresholdIsAboveThem) {
    const Figure f = drawn(withTwins(), HeadsPart::Overview);
    ASSERT_EQ(glyphs(f).ties.size(), 1U);
    EXPECT_EQ(glyphs(f).ties[0].a, 0U);
    EXPECT_EQ(glyphs(f).ties[0].b, 1U);
    EXPECT_EQ(glyphs(f).ties[0].label, QStringLiteral("cos 1"));
    ViewSettings v;
    v.thresholds.redundantCosine = 1.5;
    EXPECT_TRUE(glyphs(drawn(withTwins(), HeadsPart::Overview, v)).ties.empty());
}

TEST(HeadsFigure, TheTableHasUniformAttentionBesideEachMeasure) {
    core::Problem p = test::fx2();
    p.config.mask.causal = true;
    const Figure f = drawn(p, HeadsPart::Measures);
    const TablePanel &t = table(f, 0);
    ASSERT_EQ(t.rows.size(), 2U);
    // Uniform over 1…6 visible keys: mean of ln k = ln(720)/6, of 1/k = H_6/6 = 2.45/6.
    EXPECT_NEAR(t.rows[0].cells[1].muted.toDouble(), std::log(720.0) / 6, 5e-3);
    EXPECT_EQ(t.rows[0].cells[2].muted, QStringLiteral("1")) << "normalised";
    EXPECT_NEAR(t.rows[0].cells[4].muted.toDouble(), 2.45 / 6, 5e-4) << "largest weight";
    ViewSettings bits;
    bits.bits = true;
    EXPECT_NEAR(table(drawn(p, HeadsPart::Measures, bits), 0).rows[0].cells[1].muted.toDouble(),
                std::log2(720.0) / 6, 5e-3);
}

TEST(HeadsFigure, WhatDoesNotExistIsADashWithItsReason) {
    core::Problem p = test::fx2();
    p.xEmbed.mutableData()[0] = std::numeric_limits<float>::quiet_NaN();
    const TablePanel t = table(drawn(p, HeadsPart::Measures), 0);
    for (const TablePanel::Row &row : t.rows)
        for (std::size_t c = 1; c < row.cells.size(); ++c)
            EXPECT_EQ(row.cells[c].text, QStringLiteral("–")) << c;
    EXPECT_TRUE(t.subtitle.contains(QStringLiteral("NaN")));
    const Figure overview = drawn(p, HeadsPart::Overview);
    for (const auto &glyph : glyphs(overview).glyphs)
        for (const auto &gauge : glyph.gauges)
            EXPECT_FALSE(gauge.value);
    EXPECT_TRUE(std::isnan(map(drawn(p, HeadsPart::Similarity), 0).value(0, 1)));
    EXPECT_EQ(map(drawn(p, HeadsPart::PositionBias), 0).kind(0, 0), CellKind::NaN);
    EXPECT_TRUE(curves(drawn(p, HeadsPart::SingularValues), 0).series.empty());
    EXPECT_TRUE(curves(drawn(p, HeadsPart::Components), 0).series.empty());
    const Figure ablation = drawn(p, HeadsPart::Ablation);
    ASSERT_EQ(curves(ablation, 0).series[0].y.size(), 2U);
    for (const double y : curves(ablation, 0).series[0].y)
        EXPECT_TRUE(std::isnan(y));
    // Three queries: no block on the diagonal is measured.
    const TablePanel small = table(drawn(test::t1(), HeadsPart::Measures), 0);
    EXPECT_EQ(small.rows[0].cells[9].text, QStringLiteral("–"));
    EXPECT_TRUE(small.subtitle.contains(QStringLiteral("fewer than 6 queries")));
}

TEST(HeadsFigure, OneHeadAndOneKeyMakeNothingUp) {
    // One query, one key, one head: all weight is on it, whatever the score.
    const core::Problem p = test::scoresProblem(1, 1, {3.0F});
    const Figure similarity = drawn(p, HeadsPart::Similarity);
    EXPECT_TRUE(similarity.panels.empty());
    EXPECT_FALSE(similarity.emptyReason.isEmpty());
    const TablePanel t = table(drawn(p, HeadsPart::Measures), 0);
    EXPECT_EQ(t.rows[0].cells[1].text, QStringLiteral("0")) << "entropy";
    EXPECT_EQ(t.rows[0].cells[2].text, QStringLiteral("–")) << "0/ln 1 does not exist";
    EXPECT_EQ(t.rows[0].cells[4].text, QStringLiteral("1")) << "largest weight";
    for (int part = 0; part < kHeadsParts; ++part)
        EXPECT_NO_THROW((void)drawn(p, static_cast<HeadsPart>(part)));
    EXPECT_TRUE(curves(drawn(p, HeadsPart::Components), 0).series.empty()) << "one row alone";
}

TEST(HeadsFigure, AKeyThatNobodySeesIsHiddenNotZero) {
    core::Problem p = test::fx2();
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({6, 6});
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            p.maskKeep.mutableData()[i * 6 + j] = i == 2 || j == 4 ? 0 : 1;
    const Figure f = drawn(p, HeadsPart::PositionBias);
    EXPECT_EQ(map(f, 0).kind(0, 4), CellKind::Hidden);
    EXPECT_EQ(map(f, 0).kind(0, 3), CellKind::Value);
    EXPECT_TRUE(table(drawn(p, HeadsPart::Overview), 1)
                    .subtitle.contains(QStringLiteral("without a visible key")));
}

TEST(HeadsFigure, OffsetsAddUpToOneAndTellThePreviousToken) {
    // Scores that are large one position before: nearly all weight at offset −1.
    std::vector<float> scores(36, 0.0F);
    for (std::size_t i = 1; i < 6; ++i)
        scores[i * 6 + i - 1] = 50.0F;
    const auto a = analysed(test::scoresProblem(6, 6, scores), HeadsPart::Distances);
    ASSERT_EQ(a->offsets.size(), 1U);
    const HeadOffsets &o = a->offsets[0];
    ASSERT_EQ(o.first, -5);
    ASSERT_EQ(o.weight.size(), 11U);
    double sum = 0.0;
    for (const double w : o.weight)
        sum += w;
    EXPECT_NEAR(sum, 1.0, 1e-6);
    EXPECT_NEAR(o.weight[4], 5.0 / 6.0, 1e-6) << "five of six rows, all of their weight";
    EXPECT_NEAR(o.weight[5], 1.0 / 36.0, 1e-6) << "the first row is uniform";
}

TEST(HeadsFigure, ThereAreAtMostDkSingularValuesOfTheScores) {
    const Figure f = drawn(test::fx2(), HeadsPart::SingularValues);
    EXPECT_EQ(curves(f, 0).series.at(0).y.size(), 6U);
    EXPECT_EQ(curves(f, 1).series.at(0).y.size(), 4U);
}

TEST(HeadsFigure, AblationOfADeadHeadChangesNothing) {
    const Figure f = drawn(withDeadHead(0), HeadsPart::Ablation);
    EXPECT_EQ(curves(f, 0).series[0].y[0], 0.0);
    EXPECT_NEAR(curves(f, 0).series[0].y[1], 1.0, 1e-12) << "all that there is";
    EXPECT_EQ(table(f, 1).rows[1].cells[3].text, QStringLiteral("1"));
}

struct HeadsWindow : testing::Test {
    void SetUp() override {
        window = std::make_unique<MainWindow>(windowSetup({}, test::wordSession(6, 16, 4, 4)));
        window->resize(1280, 800);
        window->show();
        ASSERT_TRUE(waitFor([this] { return window->bridge().shown().trace != nullptr; }));
        window->document().changeView([](ViewSettings &v) { v.tab = QStringLiteral("heads"); });
        ASSERT_TRUE(waitFor([this] { return view().analysis() != nullptr; }));
    }
    HeadsView &view() { return *window->findChild<HeadsView *>(); }
    [[nodiscard]] bool shows(HeadsPart part) {
        return waitFor([&] {
            const auto &a = view().analysis();
            return a && a->complete(part, 0) && !view().figureView()->figure().panels.empty() &&
                   view().figureView()->figure().title.contains(headsPartTitle(part));
        });
    }
    std::unique_ptr<MainWindow> window;
};

TEST_F(HeadsWindow, EveryPartIsDrawnAndFollowsTheSession) {
    for (int part = 0; part < kHeadsParts; ++part) {
        window->document().changeView(
            [part](ViewSettings &v) { v.headsPart = static_cast<HeadsPart>(part); });
        EXPECT_TRUE(shows(static_cast<HeadsPart>(part))) << part;
    }
    const auto before = view().analysis()->trace;
    window->document().edit(QStringLiteral("x"), {}, [](core::Session &s) { s.seed = 99; });
    EXPECT_TRUE(waitFor([&] {
        return view().analysis()->trace != before && !window->bridge().busy() &&
               view().analysis()->trace == window->bridge().shown().trace;
    }));
}

TEST_F(HeadsWindow, ThresholdsMoveFlagsAndAreUndoneInWords) {
    window->document().changeView([](ViewSettings &v) { v.thresholdsShown = true; });
    EXPECT_TRUE(view().panel().isVisible());
    EXPECT_EQ(window->document().undoStack()->count(), 0) << "a place, not the picture";
    emit view().panel().threshold(1).edited(0.2); // uniform
    EXPECT_EQ(window->document().view().thresholds.uniform, 0.2);
    EXPECT_EQ(window->document().undoStack()->undoText(),
              QStringLiteral("Threshold “uniform”: 0.2"));
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = view().figureView()->figure();
        return f.panels.size() == 2 &&
               glyphs(f).glyphs[0].note.contains(flagTitle(HeadFlag::Uniform));
    }));
    window->document().undoStack()->undo();
    EXPECT_EQ(window->document().view().thresholds, core::HeadThresholds());
    EXPECT_EQ(view().panel().threshold(1).value(), 0.95);
}

} // namespace
} // namespace attnscope::ui
