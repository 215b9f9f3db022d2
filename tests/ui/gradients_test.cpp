// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient_health.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/windows.h"
#include "ui/gradient_text.h"
#include "ui/panels/readout_bar.h"
#include "ui/session_document.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"
#include "ui/views/gradient_analysis.h"
#include "ui/views/gradients_view.h"

#include <QComboBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::ui {
namespace {

using core::Gradient;
using core::GradientFault;
using test::waitFor;
using test::windowSetup;

GradientAnalysis analysed(core::Problem p, core::FaultSettings fault = {}) {
    GradientAnalysis a;
    auto session = std::make_shared<core::Session>();
    session->config = p.config;
    a.session = std::move(session);
    a.trace = core::ReferenceEngine().run(test::shared(std::move(p)), {});
    a.fault = fault;
    GradientAnalyser().inject(a, {});
    return a;
}

core::Problem withLoss(core::Problem p) {
    p.config.upstream = core::Upstream::Output;
    return p;
}

Figure drawn(const GradientAnalysis &a, const ViewSettings &v = {}) {
    return gradientsFigure(a, v, Palette::light());
}
const CurvePanel &curvesOf(const Figure &f, std::size_t panel) {
    return std::get<CurvePanel>(f.panels.at(panel).content);
}
const MapPanel &mapOf(const Figure &f, std::size_t panel) {
    return std::get<MapPanel>(f.panels.at(panel).content);
}
const CurvePanel &norms(const Figure &f) { return curvesOf(f, 0); }
const CurvePanel &dead(const Figure &f) { return curvesOf(f, f.panels.size() - 2); }
const CurvePanel &bound(const Figure &f) { return curvesOf(f, f.panels.size() - 1); }

/// The norm that is drawn for a gradient: of a head, or of all together.
double drawnNorm(const CurvePanel &c, const QString &symbol, const QString &series) {
    for (const Series &s : c.series)
        for (std::size_t i = 0; i < c.xTickLabels.size(); ++i)
            if (s.name == series && c.xTickLabels[i] == symbol)
                return s.y[i];
    return std::numeric_limits<double>::quiet_NaN();
}

TEST(GradientsFigure, NormsStandFromTheOutputBackToTheInput) {
    const Figure f = drawn(analysed(withLoss(test::fx2())));
    const CurvePanel &c = norms(f);
    EXPECT_TRUE(c.logY);
    const std::vector<QString> order(c.xTickLabels.begin(), c.xTickLabels.end());
    const char *const expected[] = {"dO",     "dconcat", "dC",   "dA",  "dS_masked", "dS",
                                    "dS_raw", "dQ",      "dK",   "dV",  "dX",        nullptr,
                                    "dW_O",   "dW_V",    "dW_K", "dW_Q"};
    ASSERT_EQ(order.size(), std::size(expected));
    for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_EQ(order[i], expected[i] ? QString::fromUtf8(expected[i]) : QString());
    // claims.md S1-94: ‖dQ‖ = 5.983012 over both heads, ‖dO‖ = ‖y‖ = 6.112045.
    EXPECT_NEAR(std::hypot(drawnNorm(c, QStringLiteral("dQ"), QStringLiteral("head 0")),
                           drawnNorm(c, QStringLiteral("dQ"), QStringLiteral("head 1"))),
                5.983012, 1e-4);
    EXPECT_NEAR(drawnNorm(c, QStringLiteral("dO"), QStringLiteral("all heads together")), 6.112045,
                1e-4);
    EXPECT_FALSE(c.horizontalMarker) << "nothing is 0";
    EXPECT_TRUE(c.badge.isEmpty());
    for (std::size_t h = 0; h < 2; ++h)
        EXPECT_EQ(c.series[h].colour, headColour(h, false)) << "the colour of the head elsewhere";
}

TEST(GradientsFigure, WithoutALossItSaysSo) {
    const Figure f = drawn(analysed(test::fx2()));
    EXPECT_TRUE(f.panels.empty());
    EXPECT_TRUE(f.emptyReason.contains(QStringLiteral("loss")));
}

TEST(GradientsFigure, EveryGradientHasItsMap) {
    core::Problem p = withLoss(test::fx2());
    p.config.normConcat = core::ConcatNorm::Layer;
    p.config.dropout.attention = 0.3;
    p.xMemory = core::Tensor({1, 4, 8}, p.xEmbed.values().first(32));
    p.bQ = p.bK = p.bV = p.bO = core::Tensor({8}, 0.1F);
    p.gammaConcat = p.betaConcat = core::Tensor({8}, 0.9F);
    const GradientAnalysis a = analysed(p);
    for (const Gradient g : occurringGradients(p)) {
        ViewSettings v;
        v.gradient = g;
        const Figure f = drawn(a, v);
        const std::size_t maps = gradientPanels(*a.trace, v).size();
        std::size_t cells = 0;
        for (std::size_t i = 1; i <= maps; ++i) {
            const MapPanel &m = mapOf(f, i);
            EXPECT_EQ(m.values.identity(), (*a.trace)[g].identity());
            EXPECT_EQ(m.offset, cells);
            EXPECT_EQ(m.range.lo, -m.range.hi) << "signed data, its centre is 0";
            cells += m.rows * m.columns;
        }
        EXPECT_EQ(cells, (*a.trace)[g].size()) << core::gradientInfo(g).name;
        EXPECT_EQ(f.panels.size(), maps + 3);
    }
    EXPECT_EQ(occurringGradients(p).size(), core::kGradientCount - 2)
        << "all but X_embed, X_memory";
    ViewSettings one;
    one.head = 1;
    EXPECT_EQ(gradientPanels(*a.trace, one).size(), 1U);
    EXPECT_EQ(mapOf(drawn(a, one), 1).offset, 6U * 4U);
}

TEST(GradientsFigure, HiddenCellsAndEmptyRowsAreMarked) {
    core::Problem p = withLoss(test::t1());
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({3, 3}, {1, 1, 0, 0, 0, 0, 1, 1, 1});
    const GradientAnalysis a = analysed(p);
    const Figure f = drawn(a); // dS
    EXPECT_EQ(mapOf(f, 1).kind(0, 2), CellKind::Hidden);
    EXPECT_EQ(mapOf(f, 1).kind(1, 0), CellKind::EmptyRow);
    EXPECT_EQ(mapOf(f, 1).kind(2, 0), CellKind::Value);
    // dA is what the weight would do if it were not hidden: a number like any other.
    ViewSettings v;
    v.gradient = Gradient::Weights;
    EXPECT_EQ(mapOf(drawn(a, v), 1).kind(0, 2), CellKind::Value);
    EXPECT_TRUE(dead(f).subtitle.contains(QStringLiteral("left out")));
}

TEST(GradientsFigure, WhatIsZeroStandsOnAFloorThatSaysSo) {
    core::FaultSettings fault;
    fault.kind = GradientFault::Detached;
    fault.stopAt = Gradient::Scores;
    const GradientAnalysis a = analysed(withLoss(test::fx2()), fault);
    const Figure f = drawn(a);
    const CurvePanel &c = norms(f);
    ASSERT_TRUE(c.horizontalMarker);
    EXPECT_EQ(drawnNorm(c, QStringLiteral("dQ"), QStringLiteral("head 0")), *c.horizontalMarker);
    EXPECT_GT(drawnNorm(c, QStringLiteral("dV"), QStringLiteral("head 0")), *c.horizontalMarker);
    ASSERT_TRUE(c.yRange);
    EXPECT_LT(c.yRange->lo, *c.horizontalMarker);
    EXPECT_EQ(c.badge, faultBadge(fault));
    EXPECT_FALSE(c.badge.isEmpty());
    // Beside it, dashed, what there would be without the fault.
    const auto healthy = core::gradientNorm(*a.trace, Gradient::Q);
    const auto dashed = std::count_if(c.series.begin(), c.series.end(), [](const Series &s) {
        return s.style == Series::Style::Dashed;
    });
    EXPECT_EQ(dashed, 3);
    EXPECT_NEAR(c.series[0].y[7], healthy->heads[0], 1e-6);
    // All rows of dS are dead, and the values hear all the same.
    for (const double share : dead(f).series[0].y)
        EXPECT_EQ(share, 1.0);
    EXPECT_TRUE(bound(f).badge.isEmpty());
}

TEST(GradientsFigure, HalfPrecisionIsComparedWithTheSameSmallLoss) {
    core::FaultSettings fault;
    fault.kind = GradientFault::HalfPrecision;
    fault.lossFactor = 1e-3;
    const GradientAnalysis a = analysed(withLoss(test::fx2()), fault);
    const CurvePanel c = norms(drawn(a));
    for (std::size_t h = 0; h < 2; ++h) {
        const Series &without = c.series[2 * h], &with = c.series[2 * h + 1];
        ASSERT_EQ(without.style, Series::Style::Dashed);
        EXPECT_NEAR(with.y[7] / without.y[7], 1.0, 5e-3) << "three digits stay at this size";
        EXPECT_LT(with.y[7], 1e-2);
    }
}

TEST(GradientsFigure, NaNIsNamedAndNotDrawn) {
    core::Problem p = withLoss(test::fx2());
    p.xEmbed.mutableData()[5] = std::numeric_limits<float>::quiet_NaN();
    const Figure f = drawn(analysed(p));
    EXPECT_TRUE(norms(f).subtitle.contains(QStringLiteral("not finite")));
    EXPECT_TRUE(norms(f).subtitle.contains(QStringLiteral("dS")));
    EXPECT_TRUE(bound(f).badge.isEmpty()) << "no number, no verdict";
    EXPECT_TRUE(bound(f).subtitle.contains(QStringLiteral("not finite")));
    for (const double share : dead(f).series[0].y)
        EXPECT_TRUE(std::isnan(share));
}

TEST(GradientsFigure, OneKeyOneHeadOneQuery) {
    const GradientAnalysis a =
        analysed(withLoss(test::identityProblem(core::Tensor({1, 1, 2}, {0.5F, -1.0F}), 1)));
    const Figure f = drawn(a);
    EXPECT_EQ(f.panels.size(), 4U);
    EXPECT_EQ(dead(f).series[0].y, std::vector<double>{1.0}) << "one key: nothing to choose";
    EXPECT_TRUE(norms(f).horizontalMarker);
    // L ≠ S: nine queries, one key.
    const Figure g =
        drawn(analysed(withLoss(test::scoresProblem(9, 1, std::vector<float>(9, 0.0F)))));
    EXPECT_EQ(mapOf(g, 1).rows, 9U);
    EXPECT_EQ(mapOf(g, 1).columns, 1U);
}

TEST(LockedGradient, IsFoundInEveryKindOfArray) {
    core::Problem p = withLoss(test::fx2());
    p.bO = core::Tensor({8}, 0.1F);
    ViewSettings v;
    EXPECT_FALSE(lockedGradientCell(p, v));
    v.locked = LockedCell{0, 1, 2, 3};
    v.lockedColumn = 3;
    v.lockedEntry = LockedEntry{5, 6};
    const std::pair<Gradient, std::size_t> expected[] = {{Gradient::Scores, 6 * 6 + 2 * 6 + 3},
                                                         {Gradient::Q, 6 * 4 + 2 * 4 + 3},
                                                         {Gradient::K, 6 * 4 + 3 * 4 + 3},
                                                         {Gradient::XEmbed, 2 * 8 + 3},
                                                         {Gradient::WQ, 5 * 8 + 6},
                                                         {Gradient::BO, 6}};
    for (const auto &[g, cell] : expected) {
        v.gradient = g;
        EXPECT_EQ(lockedGradientCell(p, v), cell) << core::gradientInfo(g).name;
    }
    v.locked = LockedCell{0, 1, 6, 0}; // one beyond
    v.lockedEntry = LockedEntry{8, 0};
    for (const Gradient g : {Gradient::Scores, Gradient::Q, Gradient::WQ}) {
        v.gradient = g;
        EXPECT_FALSE(lockedGradientCell(p, v)) << core::gradientInfo(g).name;
    }
    p.config.upstream = core::Upstream::None;
    EXPECT_FALSE(lockedGradientCell(p, v));
}

TEST(LockedGradient, ItsFiniteDifferenceTellsTheFault) {
    core::FaultSettings fault;
    fault.kind = GradientFault::Detached;
    fault.stopAt = Gradient::Scores;
    GradientAnalysis well = analysed(withLoss(test::fx2()));
    GradientAnalysis sick = analysed(withLoss(test::fx2()), fault);
    ViewSettings v;
    v.gradient = Gradient::WQ;
    v.lockedEntry = LockedEntry{1, 2};
    const std::size_t cell = *lockedGradientCell(*well.trace->problem, v);
    EXPECT_TRUE(describeLockedGradient(well, v).contains(QStringLiteral("being computed")));
    GradientAnalyser analyser;
    analyser.check(well, v.gradient, cell, {});
    analyser.check(sick, v.gradient, cell, {});
    ASSERT_TRUE(well.check && sick.check);
    const double slope = well.check->difference.numeric;
    EXPECT_NEAR(slope, static_cast<double>((*well.trace)[Gradient::WQ](1, 2)), 1e-5);
    EXPECT_GT(std::abs(slope), 1e-3);
    // The gradient says 0; the loss moves all the same.
    EXPECT_EQ((*sick.sick)[Gradient::WQ](1, 2), 0.0F);
    EXPECT_NEAR(sick.check->difference.numeric, slope, 1e-9);
    EXPECT_TRUE(describeLockedGradient(sick, v).startsWith(
        QStringLiteral("grad_W_Q · 0 · finite difference ")));
    // Of a loss 1e-7 times as large the difference is that much smaller; of saturated scores it is
    // that of the saturated pass.
    fault.kind = GradientFault::HalfPrecision;
    GradientAnalysis half = analysed(withLoss(test::fx2()), fault);
    analyser.check(half, v.gradient, cell, {});
    EXPECT_NEAR(half.check->difference.numeric / slope, 1e-7, 1e-12);
    fault.kind = GradientFault::Saturated;
    GradientAnalysis hot = analysed(withLoss(test::fx2()), fault);
    analyser.check(hot, v.gradient, cell, {});
    EXPECT_NEAR(hot.check->difference.numeric, static_cast<double>((*hot.sick)[Gradient::WQ](1, 2)),
                1e-5);
}

class GradientsWindow : public ::testing::Test {
protected:
    void SetUp() override {
        window = std::make_unique<MainWindow>(windowSetup());
        window->show();
        ASSERT_TRUE(waitFor([this] { return trace() != nullptr; }));
    }
    [[nodiscard]] const core::Trace *trace() const { return window->bridge().shown().trace.get(); }
    [[nodiscard]] bool hasGradients() const {
        return trace() && (*trace())[Gradient::Output].present() && !window->bridge().busy();
    }
    [[nodiscard]] GradientsView &view() const { return *window->findChild<GradientsView *>(); }
    void look() {
        window->document().changeView([](ViewSettings &v) { v.tab = QStringLiteral("gradients"); });
    }
    void lookWithLoss() {
        look();
        auto *begin = view().findChild<QPushButton *>();
        ASSERT_TRUE(waitFor([&] { return begin->isVisible(); }));
        begin->click();
        ASSERT_TRUE(waitFor([this] { return hasGradients(); }));
    }
    std::unique_ptr<MainWindow> window;
};

TEST_F(GradientsWindow, AreComputedOnlyWhileTheyAreLookedAt) {
    EXPECT_FALSE(hasGradients());
    look();
    auto *begin = view().findChild<QPushButton *>();
    ASSERT_TRUE(waitFor([&] { return begin->isVisible(); })) << "no loss: the one thing to do";
    ASSERT_TRUE(waitFor([&] { return !view().figureView()->figure().emptyReason.isEmpty(); }));
    begin->click();
    ASSERT_TRUE(waitFor([this] { return hasGradients(); }));
    EXPECT_EQ(window->document().session().config.upstream, core::Upstream::Ones);
    ASSERT_TRUE(waitFor([&] { return !view().figureView()->figure().panels.empty(); }));
    EXPECT_FALSE(begin->isVisible());

    window->document().changeView([](ViewSettings &v) { v.tab = QStringLiteral("stages"); });
    const auto before = window->bridge().shown().generation;
    window->document().edit(QStringLiteral("x"), {}, [](core::Session &s) { s.seed = 99; });
    ASSERT_TRUE(waitFor(
        [&] { return window->bridge().shown().generation > before && !window->bridge().busy(); }));
    EXPECT_FALSE(hasGradients()) << "nobody looks at them";
    look();
    EXPECT_TRUE(waitFor([this] { return hasGradients(); })) << "and they come when somebody does";
    window->document().undoStack()->undo();
    window->document().undoStack()->undo();
    EXPECT_EQ(window->document().session().config.upstream, core::Upstream::None);
    EXPECT_TRUE(waitFor([&] { return begin->isVisible(); }));
}

TEST_F(GradientsWindow, AFaultIsShownAndNeverTouchesTheSession) {
    lookWithLoss();
    const core::Session before = window->document().session();
    const auto weights = core::makeProblem(before).wQ;
    window->document().changeView([](ViewSettings &v) {
        v.fault.kind = GradientFault::Saturated;
        v.fault.scoreFactor = 500;
    });
    ASSERT_TRUE(waitFor([&] { return view().analysis().sick != nullptr; }));
    EXPECT_EQ(window->document().session().config, before.config);
    EXPECT_EQ(trace()->problem->config.scaling, before.config.scaling);
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = view().figureView()->figure();
        return !f.panels.empty() && !norms(f).badge.isEmpty();
    }));
    // Newest wins, and the badge is that of the picture.
    for (int factor = 1; factor <= 40; ++factor)
        window->document().changeView([&](ViewSettings &v) { v.fault.scoreFactor = factor; });
    ASSERT_TRUE(waitFor([&] { return view().analysis().fault.scoreFactor == 40; }));
    window->document().undoStack()->undo();
    while (window->document().view().fault.kind != GradientFault::None)
        window->document().undoStack()->undo();
    EXPECT_TRUE(waitFor([&] { return view().analysis().sick == nullptr; }));
    EXPECT_TRUE(waitFor([&] {
        const Figure &f = view().figureView()->figure();
        return !f.panels.empty() && norms(f).badge.isEmpty();
    }));
}

TEST_F(GradientsWindow, TheLockedCellStandsBesideItsFiniteDifference) {
    lookWithLoss();
    ASSERT_TRUE(waitFor([&] { return !view().figureView()->figure().panels.empty(); }));
    const QPointF at = view().figureView()->cellRect({1, 1, 0}).center();
    QTest::mouseClick(view().figureView(), Qt::LeftButton, {}, at.toPoint());
    ASSERT_TRUE(window->document().view().locked);
    EXPECT_EQ(*window->document().view().locked, (LockedCell{0, 0, 1, 0}));
    auto &readout = *window->findChild<ReadoutBar *>();
    ASSERT_TRUE(waitFor([&] {
        return readout.locked().contains(QStringLiteral("finite difference")) &&
               view().analysis().check;
    }));
    EXPECT_NEAR(view().analysis().check->difference.numeric,
                static_cast<double>((*trace())[Gradient::Scores](0, 0, 1, 0)), 1e-4);
    // A cell of a weight, by the same click; Esc frees it.
    window->document().changeView([](ViewSettings &v) { v.gradient = Gradient::WO; });
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = view().figureView()->figure();
        return f.panels.size() == 4 && mapOf(f, 1).rows == (*trace())[Gradient::WO].extent(0);
    }));
    QTest::mouseClick(view().figureView(), Qt::LeftButton, {},
                      view().figureView()->cellRect({1, 2, 3}).center().toPoint());
    EXPECT_EQ(window->document().view().lockedEntry, (LockedEntry{2, 3}));
    EXPECT_TRUE(waitFor([&] { return readout.locked().startsWith(QStringLiteral("grad_W_O")); }));
    QTest::keyClick(view().figureView(), Qt::Key_Escape);
    EXPECT_FALSE(window->document().view().lockedEntry);
    EXPECT_FALSE(window->document().view().locked);
}

TEST_F(GradientsWindow, ControlsFollowTheDocumentAndChangeIt) {
    lookWithLoss();
    const auto boxNamed = [&](const char *name) -> QComboBox & {
        for (QComboBox *box : view().findChildren<QComboBox *>())
            if (box->accessibleName() == QLatin1String(name))
                return *box;
        throw std::runtime_error(name);
    };
    QComboBox &gradient = boxNamed("Gradient drawn as a map"), &fault = boxNamed("Injected fault");
    EXPECT_EQ(gradient.currentText(), QStringLiteral("dS"));
    emit gradient.activated(0);
    EXPECT_EQ(window->document().view().gradient, Gradient::Output);
    emit fault.activated(static_cast<int>(GradientFault::Detached));
    EXPECT_EQ(window->document().view().fault.kind, GradientFault::Detached);
    QComboBox &stop = boxNamed("Where the gradient is stopped");
    EXPECT_TRUE(stop.isVisible());
    EXPECT_EQ(stop.currentText(), QStringLiteral("dS"));
    emit boxNamed("Loss").activated(2);
    EXPECT_EQ(window->document().session().config.upstream, core::Upstream::Output);
}

} // namespace
} // namespace attnscope::ui
