// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/windows.h"
#include "ui/checklist_runner.h"
#include "ui/checklist_text.h"
#include "ui/panels/checklist_dock.h"
#include "ui/panels/fault_dialog.h"
#include "ui/panels/status_panel.h"
#include "ui/session_document.h"

#include <QComboBox>
#include <QPushButton>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace attnscope::ui {
namespace {

using core::AttentionFault;
using core::Check;
using core::CheckId;
using core::FaultTest;
using test::waitFor;
using test::windowSetup;

core::TracePtr traced(core::Problem p) {
    core::RunOptions options;
    options.keep = core::StageSet::all();
    return core::ReferenceEngine().run(test::shared(std::move(p)), options);
}

TEST(Checklist, TheEvidenceIsTheRowThatIsMostOff) {
    // Masked after the softmax, query 0 keeps the least: it sees one key of six.
    core::Problem p = test::scoresProblem(6, 6, std::vector<float>(36, 0.0F));
    p.config.mask.causal = true;
    p.config.mask.application = core::MaskApplication::MultiplyWeights;
    const auto trace = traced(p);
    const Evidence sums = evidenceOf(CheckId::RowsSumToOne, *trace);
    ASSERT_TRUE(sums.cell);
    EXPECT_EQ(*sums.cell, (LockedCell{0, 0, 0, 0}));
    EXPECT_EQ(sums.tab, QStringLiteral("stages"));
    EXPECT_EQ(sums.stage, core::Stage::Weights);
    // Where all is right there is no worst place.
    EXPECT_FALSE(evidenceOf(CheckId::HiddenWeightsExactlyZero, *trace).cell);
}

TEST(Checklist, TheEvidenceOfALeakIsTheHiddenKeyWithTheLargestWeight) {
    // A fill of 0 instead of −∞: hidden keys keep exp(0); in row 1 the visible scores are −1.
    std::vector<float> scores(9, 0.0F);
    scores[3] = scores[4] = -1.0F;
    core::Problem p = test::scoresProblem(3, 3, scores);
    p.config.mask.causal = true;
    p.config.mask.fill = 0.0;
    const Evidence e = evidenceOf(CheckId::HiddenWeightsExactlyZero, *traced(p));
    ASSERT_TRUE(e.cell);
    EXPECT_EQ(*e.cell, (LockedCell{0, 0, 1, 2})) << "1/(1 + 2/e) = 0.576";
}

TEST(FaultPage, TellsOfAnotherShapeInsteadOfMakingOneUp) {
    const auto trace = traced(test::scoresProblem(2, 3, std::vector<float>(6, 0.0F)));
    const FaultAnalysis a =
        analyseFaults(trace, std::make_shared<core::Session>(), 0, AttentionFault::NoMask);
    EXPECT_FALSE(a.failure.isEmpty());
    EXPECT_TRUE(faultsFigure(a, Palette::light()).panels.empty());
}

struct ChecklistWindow : testing::Test {
    void open(core::Session session) {
        window = std::make_unique<MainWindow>(windowSetup({}, std::move(session)));
        window->resize(1280, 800);
        window->show();
        ASSERT_TRUE(waitFor([this] { return runner().state().complete; }));
    }
    ChecklistRunner &runner() { return *window->findChild<ChecklistRunner *>(); }
    [[nodiscard]] Check::Verdict verdict(CheckId id) {
        return runner().state().checks.at(static_cast<std::size_t>(id)).verdict;
    }
    std::unique_ptr<MainWindow> window;
};

TEST_F(ChecklistWindow, IsGoneThroughWhenNothingMovesAndFollowsTheSession) {
    core::Session s = test::wordSession(6, 16, 4, 4);
    s.config.mask.causal = true;
    s.config.upstream = core::Upstream::Ones;
    open(s);
    auto &status = *window->findChild<StatusPanel *>();
    EXPECT_EQ(verdict(CheckId::FutureDoesNotLeak), Check::Verdict::Pass);
    EXPECT_EQ(verdict(CheckId::GradientsReachQkv), Check::Verdict::Pass);
    EXPECT_EQ(verdict(CheckId::BatchDoesNotLeak), Check::Verdict::NotApplicable) << "one sequence";
    EXPECT_TRUE(status.text().contains(QStringLiteral("checklist 10/11")))
        << status.text().toStdString();
    window->document().edit(QStringLiteral("x"), {}, [](core::Session &changed) {
        changed.config.mask.application = core::MaskApplication::MultiplyWeights;
        changed.config.scaling.mode = core::ScalingMode::None;
    });
    ASSERT_TRUE(waitFor([&] {
        return !window->bridge().busy() && runner().state().complete &&
               runner().state().trace == window->bridge().shown().trace;
    }));
    EXPECT_EQ(verdict(CheckId::ScaledBySqrtDk), Check::Verdict::Fail);
    EXPECT_EQ(verdict(CheckId::MaskBeforeSoftmax), Check::Verdict::Fail);
    EXPECT_EQ(verdict(CheckId::RowsSumToOne), Check::Verdict::Fail);
    EXPECT_EQ(verdict(CheckId::FutureDoesNotLeak), Check::Verdict::Fail)
        << "the denominator knows of the future";
}

TEST_F(ChecklistWindow, ALineIsAClickFromItsEvidence) {
    core::Session s = test::wordSession(6, 16, 4, 4);
    s.config.mask.causal = true;
    s.config.mask.application = core::MaskApplication::MultiplyWeights;
    open(s);
    auto &dock = *window->findChild<ChecklistDock *>();
    dock.show();
    auto &list = *dock.findChild<QTreeWidget *>();
    ASSERT_EQ(list.topLevelItemCount(), 11);
    EXPECT_EQ(list.topLevelItem(static_cast<int>(CheckId::RowsSumToOne))->text(0),
              QStringLiteral("✗"));
    window->document().changeView([](ViewSettings &v) { v.tab = QStringLiteral("masks"); });
    list.setCurrentItem(list.topLevelItem(static_cast<int>(CheckId::RowsSumToOne)));
    dock.findChildren<QPushButton *>().front()->click();
    EXPECT_EQ(window->document().view().tab, QStringLiteral("stages"));
    EXPECT_EQ(window->document().view().stage, core::Stage::Weights);
    EXPECT_TRUE(window->document().view().locked);
    EXPECT_EQ(window->document().undoStack()->count(), 0) << "a place is no change";
}

TEST_F(ChecklistWindow, ABugIsPickedAndComputedOnTheSessionsOwnNumbers) {
    core::Session s = test::wordSession(5, 16, 4, 4);
    core::setText(s, {"a b c d e", "f g h i j"});
    open(s);
    auto &page = *window->findChild<FaultDialog *>();
    page.show();
    emit page.bugs().activated(static_cast<int>(AttentionFault::BatchAxis));
    ASSERT_TRUE(waitFor([&] {
        return page.analysis().trace && page.analysis().fault == AttentionFault::BatchAxis;
    }));
    const FaultAnalysis &a = page.analysis();
    EXPECT_EQ(a.length, 5U);
    EXPECT_EQ(a.batch, 2U);
    const auto &row = a.rows.at(static_cast<std::size_t>(AttentionFault::BatchAxis));
    EXPECT_EQ(row.passed[static_cast<std::size_t>(FaultTest::RowSums)], true) << "the sums miss it";
    EXPECT_EQ(row.passed[static_cast<std::size_t>(FaultTest::BatchStays)], false);
    // The weights without a bug are those of the trace under a causal mask.
    window->document().edit(QStringLiteral("x"), {},
                            [](core::Session &changed) { changed.config.mask.causal = true; });
    ASSERT_TRUE(waitFor(
        [&] { return !window->bridge().busy() && a.trace == window->bridge().shown().trace; }));
    const core::Tensor &w = (*a.trace)[core::Stage::Weights];
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            EXPECT_NEAR(a.right.weights.data()[i * 5 + j], static_cast<double>(w(0, a.head, i, j)),
                        1e-6);
}

} // namespace
} // namespace attnscope::ui
