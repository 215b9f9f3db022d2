// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/windows.h"
#include "ui/edits.h"
#include "ui/session_document.h"
#include "ui/views/saturation_analysis.h"
#include "ui/views/saturation_view.h"
#include "ui/views/variants.h"

#include <QComboBox>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace attnscope::ui {
namespace {

using core::ScalingMode;
using core::Stage;
using test::waitFor;
using test::windowSetup;

SaturationAnalysis analysed(core::Problem p, const ViewSettings &v, int draws = 20) {
    SaturationAnalysis a;
    auto session = std::make_shared<core::Session>();
    session->config = p.config;
    a.session = std::move(session);
    core::RunOptions all;
    all.keep = core::StageSet::all();
    a.trace = core::ReferenceEngine().run(test::shared(std::move(p)), all);
    a.variants = scalingVariants(a.trace, v.saturation);
    core::SaturationSweep sweep(saturationSettings(*a.session, *a.trace->problem, v));
    for (int i = 0; i < draws; ++i)
        sweep.add();
    a.curves = std::make_shared<const core::SaturationResult>(sweep.result());
    return a;
}

const CurvePanel &curvesOf(const Figure &f, int panel) {
    return std::get<CurvePanel>(f.panels.at(static_cast<std::size_t>(panel)).content);
}
const MapPanel &mapOf(const Figure &f, int panel) {
    return std::get<MapPanel>(f.panels.at(static_cast<std::size_t>(panel)).content);
}

TEST(ScalingVariants, AreThePassUnderThatScaling) {
    core::Problem p = test::fx2();
    p.config.mask.causal = true;
    core::RunOptions all;
    all.keep = core::StageSet::all();
    const core::TracePtr own = core::ReferenceEngine().run(test::shared(p), all);
    for (const ScalingMode mode : {ScalingMode::None, ScalingMode::SqrtDk, ScalingMode::SqrtDModel,
                                   ScalingMode::Dk, ScalingMode::TimesSqrtDk, ScalingMode::Custom,
                                   ScalingMode::Adaptive, ScalingMode::Standardise}) {
        const core::Scaling scaling{mode, 0.3};
        const core::TracePtr variant = scalingVariants(own, {scaling, p.config.scaling})[0];
        core::Problem other = p;
        other.config.scaling = scaling;
        const core::TracePtr right = core::ReferenceEngine().run(test::shared(other), all);
        EXPECT_NEAR(variant->scale, right->scale, 1e-6 * std::abs(right->scale));
        for (const Stage stage : {Stage::Scores, Stage::ScoresMasked, Stage::Weights}) {
            ASSERT_EQ((*variant)[stage].shape(), (*right)[stage].shape());
            for (std::size_t i = 0; i < (*right)[stage].size(); ++i) {
                const float a = (*variant)[stage].data()[i], b = (*right)[stage].data()[i];
                EXPECT_TRUE(a == b || std::abs(a - b) < 1e-5F) << a << ' ' << b;
            }
        }
        EXPECT_EQ(scalingVariants(own, {scaling, p.config.scaling})[1], own);
    }
}

TEST(SaturationFigure, ShowsBothScalingsOfTheRowAndTheHead) {
    ViewSettings v;
    v.head = 1;
    v.locked = LockedCell{0, 1, 2, 3};
    const SaturationAnalysis a = analysed(test::fx2(), v);
    const core::Problem &p = *a.trace->problem;
    const Figure f = saturationFigure(a, v, Palette::light());
    ASSERT_EQ(f.panels.size(), 10U);
    for (int k = 0; k < 2; ++k) {
        const core::Trace &t = *a.variants[static_cast<std::size_t>(k)];
        const MapPanel &map = mapOf(f, saturationPanel(SaturationPanel::Map, k));
        EXPECT_EQ(map.values.identity(), t[Stage::Weights].identity());
        EXPECT_EQ(map.offset, p.queries() * p.keys());
        const Series &row = curvesOf(f, saturationPanel(SaturationPanel::Row, k)).series.front();
        ASSERT_EQ(row.y.size(), p.keys());
        EXPECT_TRUE(std::is_sorted(row.y.rbegin(), row.y.rend()));
        EXPECT_NEAR(std::accumulate(row.y.begin(), row.y.end(), 0.0), 1.0, 1e-5);
        EXPECT_NEAR(row.y.front(),
                    static_cast<double>(*std::max_element(
                        &t[Stage::Weights](0, 1, 2, 0), &t[Stage::Weights](0, 1, 2, 0) + p.keys())),
                    1e-7);
        // Bars of density: their area is 1.
        const CurvePanel &h = curvesOf(f, saturationPanel(SaturationPanel::Histogram, k));
        const Series &bars = h.series.front();
        EXPECT_NEAR(std::accumulate(bars.y.begin(), bars.y.end(), 0.0) *
                        (bars.x.at(1) - bars.x.at(0)),
                    1.0, 1e-9);
        // The predicted normal: scale·√d_k·σ_q·σ_k, whose peak is 1/(σ√2π).
        double q = 0.0, key = 0.0;
        const std::size_t n = p.queries() * p.dK();
        for (std::size_t i = 0; i < n; ++i) {
            q += std::pow(static_cast<double>((*a.trace)[Stage::Q].data()[n + i]), 2);
            key += std::pow(static_cast<double>((*a.trace)[Stage::K].data()[n + i]), 2);
        }
        const double sigma = t.scale * std::sqrt(q * key / static_cast<double>(n * n)) *
                             std::sqrt(static_cast<double>(p.dK()));
        const double peak = *std::max_element(h.series.at(1).y.begin(), h.series.at(1).y.end());
        EXPECT_NEAR(peak * sigma * std::sqrt(2.0 * std::acos(-1.0)), 1.0, 0.01);
    }
    EXPECT_EQ(mapOf(f, 0).range, mapOf(f, 3).range) << "to be compared by colour";
    ASSERT_EQ(f.locked.size(), 1U);
    EXPECT_EQ(f.locked[0], (CellRef{0, 2, 3}));
    // Without a locked cell it is the last query.
    v.locked.reset();
    EXPECT_EQ(saturationRow(v, p), p.queries() - 1);
}

TEST(SaturationFigure, TheCurvesStandBesideTheirTheory) {
    ViewSettings v;
    const SaturationAnalysis a = analysed(test::fx2(), v, 200);
    const Figure f = saturationFigure(a, v, Palette::light());
    const CurvePanel &c = curvesOf(f, kSaturationCurve);
    EXPECT_TRUE(c.logX && c.logY && c.interactive);
    EXPECT_EQ(c.verticalMarker, static_cast<double>(a.trace->problem->dK()));
    // Theory, measured and dot of each scaling.
    ASSERT_EQ(c.series.size(), 6U);
    EXPECT_EQ(c.series[3].style, Series::Style::Dashed);
    for (std::size_t i = 0; i < c.series[3].x.size(); ++i) {
        const double root = std::sqrt(c.series[3].x[i]);
        EXPECT_NEAR(c.series[3].y[i], root, 1e-12);
        EXPECT_NEAR(c.series[0].y[i], 1.0, 1e-12);
        EXPECT_NEAR(c.series[4].y[i], root, 3.0 * a.curves->curves[1].deviationError[i]);
        EXPECT_LT(c.series[4].lower[i], c.series[4].y[i]);
        EXPECT_GT(c.series[4].upper[i], c.series[4].y[i]);
    }
    for (int i = 1; i < 4; ++i)
        EXPECT_EQ(curvesOf(f, kSaturationCurve + i).series.size(), 4U);
}

TEST(SaturationFigure, RowsThatAreNoDistributionSaySo) {
    core::Problem p = test::t1();
    p.config.mask.custom = true;
    p.maskKeep = core::BoolTensor({3, 3}, {1, 1, 0, 1, 1, 1, 0, 0, 0});
    ViewSettings v;
    const SaturationAnalysis a = analysed(p, v); // the last query sees nothing
    EXPECT_FALSE(peakOf(*a.variants[0], 0, 0, 2));
    const auto seen = peakOf(*a.variants[0], 0, 0, 0);
    ASSERT_TRUE(seen);
    EXPECT_GT(seen->largest, 0.5 - 1e-6) << "two visible keys";
    const Figure f = saturationFigure(a, v, Palette::light());
    EXPECT_TRUE(curvesOf(f, 1).subtitle.contains(QStringLiteral("no visible key")));
    EXPECT_EQ(curvesOf(f, kSaturationCurve + 1).series.size(), 2U) << "and there is no dot";
}

class SaturationWindow : public ::testing::Test {
protected:
    void SetUp() override {
        window = std::make_unique<MainWindow>(windowSetup());
        window->resize(1280, 800);
        window->show();
        window->document().changeView(
            [](ViewSettings &v) { v.tab = QStringLiteral("saturation"); });
        ASSERT_TRUE(waitFor([this] { return view().analysis().trace != nullptr; }));
    }
    [[nodiscard]] SaturationView &view() const { return *window->findChild<SaturationView *>(); }
    [[nodiscard]] std::size_t draws() const {
        const auto &curves = view().analysis().curves;
        return curves ? curves->draws : 0;
    }
    std::unique_ptr<MainWindow> window;
};

TEST_F(SaturationWindow, TheCurvesFillInAndStayWhileDkIsDragged) {
    ASSERT_TRUE(waitFor([this] { return draws() == kSaturationDraws; }));
    const auto curves = view().analysis().curves;
    FigureView &figure = *view().figureView();
    ASSERT_TRUE(waitFor([&] { return figure.curvePlace(kSaturationCurve, {1, 1}).has_value(); }));
    SessionDocument &d = window->document();
    const core::Config before = d.session().config;
    const int steps = d.undoStack()->count();
    const auto at = [&](double dK) {
        return figure.curvePlace(kSaturationCurve, {dK, 1.0})->toPoint();
    };
    // From 1 to 1024 over the axis, and beyond it.
    QTest::mousePress(&figure, Qt::LeftButton, {}, at(16));
    for (const double dK : {1.0, 8.0, 64.0, 400.0, 5000.0})
        QTest::mouseMove(&figure, at(dK));
    EXPECT_EQ(d.session().config.dK, 1024);
    EXPECT_TRUE(waitFor([&] { return view().analysis().trace->problem->dK() == 1024U; }))
        << "the panels follow while the button is down";
    QTest::mouseMove(&figure, at(100.0));
    QTest::mouseRelease(&figure, Qt::LeftButton, {}, at(100.0));
    EXPECT_NEAR(d.session().config.dK, 100, 5) << "to a pixel";
    EXPECT_FALSE(d.session().tieDk);
    EXPECT_EQ(d.session().config.dV, before.dV);
    EXPECT_EQ(d.undoStack()->count(), steps + 1) << "one drag, one step";
    EXPECT_TRUE(d.undoStack()->undoText().contains(QStringLiteral("d_k")));
    EXPECT_EQ(view().analysis().curves, curves) << "d_k changes none of them";
    ASSERT_TRUE(waitFor([&] {
        const Figure &f = figure.figure();
        return curvesOf(f, kSaturationCurve).verticalMarker == d.session().config.dK;
    }));
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config, before);
    // The pointer over the curves tells their numbers.
    QString told;
    QObject::connect(&view(), &WorkspaceView::hovered, [&](const QString &text) { told = text; });
    QTest::mouseMove(&figure, at(64.0));
    EXPECT_TRUE(told.startsWith(QStringLiteral("d_k = 64 · "))) << told.toStdString();
}

TEST_F(SaturationWindow, AScalingIsChosenUndoneAndSaved) {
    const auto boxes = [&](const char *name) -> QComboBox & {
        for (QComboBox *box : view().findChildren<QComboBox *>())
            if (box->accessibleName() == QLatin1String(name))
                return *box;
        throw std::runtime_error(name);
    };
    QComboBox &right = boxes("Scaling of the right panel");
    EXPECT_EQ(right.currentIndex(), static_cast<int>(ScalingMode::None));
    emit right.activated(static_cast<int>(ScalingMode::TimesSqrtDk));
    SessionDocument &d = window->document();
    EXPECT_EQ(d.view().saturation[1].mode, ScalingMode::TimesSqrtDk);
    EXPECT_EQ(d.session().config.scaling.mode, ScalingMode::SqrtDk) << "the session's own stays";
    ASSERT_TRUE(waitFor([&] {
        return view().analysis().variants[1]->problem->config.scaling.mode ==
                   ScalingMode::TimesSqrtDk &&
               draws() > 0 &&
               view().analysis().curves->settings.scalings[1].mode == ScalingMode::TimesSqrtDk;
    }));
    EXPECT_EQ(d.undoStack()->undoText(),
              QStringLiteral("Panel 2 scaled by × √d_k (a common mistake)"));
    EXPECT_EQ(viewSettingsFromJson(toJsonText(d.view())), d.view());
    d.undoStack()->undo();
    EXPECT_EQ(right.currentIndex(), static_cast<int>(ScalingMode::None));
    // A click on a map locks its row for both.
    QTest::mouseClick(view().figureView(), Qt::LeftButton, {},
                      view().figureView()->cellRect({0, 1, 0}).center().toPoint());
    ASSERT_TRUE(d.view().locked);
    EXPECT_EQ(d.view().locked->query, 1U);
    EXPECT_TRUE(waitFor([&] {
        return curvesOf(view().figureView()->figure(), 1).title.contains(QStringLiteral("1"));
    }));
}

} // namespace
} // namespace attnscope::ui
