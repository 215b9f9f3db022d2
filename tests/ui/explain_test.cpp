// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain.h"
#include "core/reference_engine.h"
#include "tests/support/random_problem.h"
#include "tests/support/windows.h"
#include "ui/explain_place.h"
#include "ui/explain_text.h"
#include "ui/panels/explain_panel.h"
#include "ui/panels/matrix_table.h"
#include "ui/session_document.h"
#include "ui/stage_text.h"
#include "ui/views/matrices_view.h"

#include <QComboBox>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextFragment>
#include <QToolButton>

#include <gtest/gtest.h>

#include <set>

namespace attnscope::ui {
namespace {

using core::CellLink;
using core::Gradient;
using core::Input;
using core::Stage;
using test::waitFor;
using test::windowSetup;

/// Every link of a page with the text that wears it.
std::vector<std::pair<QString, QString>> linksOf(const QTextDocument &page) {
    std::vector<std::pair<QString, QString>> found;
    for (QTextBlock b = page.begin(); b.isValid(); b = b.next())
        for (auto it = b.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat f = it.fragment().charFormat();
            if (f.isAnchor())
                found.emplace_back(f.anchorHref(), it.fragment().text());
        }
    return found;
}

core::TracePtr traceOf(core::Problem p) {
    return core::ReferenceEngine().run(test::shared(std::move(p)), {});
}

TEST(ExplainPlace, ACellLockedInItsViewIsThatCell) {
    std::mt19937 r(3);
    for (int n = 0; n < 60; ++n) {
        const core::TracePtr t = traceOf(test::randomProblem(r));
        std::vector<core::ArrayRef> arrays;
        for (const core::StageInfo &s : core::stageTable())
            arrays.emplace_back(s.stage);
        for (const core::GradientInfo &g : core::gradientTable())
            arrays.emplace_back(g.gradient);
        for (const core::ArrayRef &array : arrays) {
            const auto shape = core::shapeOf(*t, array);
            if (!shape)
                continue;
            const CellLink cell{array, r() % core::elementCount(*shape)};
            ViewSettings v;
            v.head = 0;
            v = lockedAt(*t, v, cell);
            EXPECT_EQ(lockedLink(*t, v), std::optional(cell)) << core::nameOf(array);
            EXPECT_EQ(linkFromText(linkText(cell)), std::optional(cell));
        }
    }
    EXPECT_FALSE(linkFromText(QStringLiteral("cell:weights")));
    EXPECT_FALSE(linkFromText(QStringLiteral("cell:nothing/3")));
    EXPECT_FALSE(linkFromText(QStringLiteral("fold:1")));
}

TEST(ExplainText, EveryOperandIsALinkWithItsNumber) {
    const core::TracePtr t = traceOf(test::fx2());
    const core::Explanation e = core::explain(*t, {Stage::ScoresRaw, 7});
    QTextDocument page;
    page.setHtml(explanationHtml(e, {}, {}));
    const auto links = linksOf(page);
    ASSERT_EQ(links.size(), 8U); // d_k = 4 products
    for (const auto &[href, text] : links) {
        const auto cell = linkFromText(href);
        ASSERT_TRUE(cell);
        EXPECT_EQ(text, shortNumber(core::valueAt(*t, *cell)));
    }
    EXPECT_TRUE(page.toPlainText().contains(resultNumber(e.value)));
}

TEST(ExplainText, LongSumsAreFoldedAndSorted) {
    const core::TracePtr t = traceOf([] {
        core::Problem p = test::identityProblem(test::Tensor({1, 2, 20}, 1.0F), 1);
        for (std::size_t c = 0; c < 20; ++c)
            p.xEmbed.mutableData()[c] = static_cast<float>(c + 1);
        return p;
    }());
    // Q[0,0,i]·K[0,1,j]: the terms are 1 … 20, the largest last.
    const core::Explanation e = core::explain(*t, {Stage::ScoresRaw, 1});
    EXPECT_EQ(e.value, 210.0);
    ExplainStyle style;
    QTextDocument page;
    const auto operandLinks = [&] {
        page.setHtml(explanationHtml(e, {}, style));
        std::vector<QString> found;
        for (const auto &[href, text] : linksOf(page))
            if (href.startsWith(QLatin1String("cell:Q/")))
                found.push_back(text);
        return found;
    };
    EXPECT_EQ(operandLinks(), (std::vector<QString>{"1", "2", "3", "4", "5", "6", "7", "8", "20"}));
    EXPECT_TRUE(page.toPlainText().contains(QStringLiteral("11 more")));
    style.largestFirst = true;
    EXPECT_EQ(operandLinks(),
              (std::vector<QString>{"20", "19", "18", "17", "16", "15", "14", "13"}));
    EXPECT_TRUE(page.toPlainText().contains(QStringLiteral("●")));
    style.unfolded = {0};
    EXPECT_EQ(operandLinks().size(), 20U);
    EXPECT_TRUE(page.toPlainText().contains(QStringLiteral("210")));
}

TEST(ExplainText, EveryRemarkAndArrayHasWords) {
    std::set<QString> seen;
    for (int i = 0; i <= static_cast<int>(core::Remark::NotKept); ++i)
        EXPECT_TRUE(seen.insert(remarkText(static_cast<core::Remark>(i))).second) << i;
    EXPECT_FALSE(seen.count(QString()));
}

TEST(ExplainWalk, ARowGoesThroughEveryStageInOrder) {
    std::mt19937 r(9);
    for (int n = 0; n < 60; ++n) {
        const core::Problem p = test::randomProblem(r);
        const core::TracePtr t = traceOf(p);
        const core::WalkPlace at{r() % p.batch(), r() % p.heads(), r() % p.queries(), r() % 4};
        for (const auto scope : {core::WalkScope::Row, core::WalkScope::Head}) {
            std::vector<Stage> order;
            std::set<std::size_t> queries;
            for (const CellLink &cell : core::walkThrough(p, scope, at)) {
                const Stage stage = std::get<Stage>(cell.array);
                ASSERT_NO_THROW((void)core::valueAt(*t, cell)); // a number that is there
                if (order.empty() || order.back() != stage)
                    order.push_back(stage);
                if (stage != Stage::Weights)
                    continue;
                const auto c =
                    core::coordinates({p.batch(), p.heads(), p.queries(), p.keys()}, cell.index);
                EXPECT_EQ(c[0], at.batch);
                EXPECT_EQ(c[1], at.head);
                queries.insert(c[2]);
            }
            EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
            std::size_t occur = 0;
            for (const core::StageInfo &s : core::stageTable())
                occur += core::stageShape(p, s.stage).has_value();
            EXPECT_EQ(order.size(), occur);
            EXPECT_EQ(queries.size(), scope == core::WalkScope::Row ? 1 : p.queries());
        }
    }
}

/// A window with its panel open and a cell of the output locked.
struct Open {
    explicit Open(core::Session s = test::wordSession(5, 8, 2, 4))
        : w(windowSetup({}, std::move(s))) {
        w.show();
        w.explainPanel().setVisible(true);
        EXPECT_TRUE(waitFor([this] { return w.bridge().shown().trace != nullptr; }));
    }
    ExplainPanel &panel() { return w.explainPanel(); }
    const core::Trace &trace() { return *w.bridge().shown().trace; }
    bool explains(const CellLink &cell) {
        return waitFor([&] {
            return panel().cell() == cell && panel().explanation() &&
                   panel().explanation()->cell == cell && panel().explanation()->complete();
        });
    }
    MainWindow w;
};

TEST(ExplainPanel, ExplainsTheLockedCellAndFollowsChanges) {
    Open o;
    EXPECT_FALSE(o.panel().cell());
    o.w.document().changeView([](ViewSettings &v) { v.stage = Stage::Scores; });
    o.w.document().lock({0, 1, 2, 3}, false);
    const CellLink cell{Stage::Scores, core::flatIndex({1, 2, 5, 5}, {0, 1, 2, 3})};
    ASSERT_TRUE(o.explains(cell));
    const double before = o.panel().explanation()->value;
    EXPECT_NEAR(before, core::valueAt(o.trace(), cell), 1e-6);
    EXPECT_TRUE(o.panel().page()->toPlainText().contains(resultNumber(before)));
    o.w.document().edit(QStringLiteral("seed"), {}, [](core::Session &s) { ++s.seed; });
    ASSERT_TRUE(waitFor([&] { return o.panel().explanation()->value != before; }));
    EXPECT_NEAR(o.panel().explanation()->value, core::valueAt(o.trace(), cell), 1e-6);
}

TEST(ExplainPanel, WalksFromTheOutputBackToTheWordsAndForthAgain) {
    Open o;
    o.w.document().changeView([](ViewSettings &v) { v.stage = Stage::Output; });
    o.w.document().lock({0, 0, 1, 0}, false);
    const Stage way[] = {Stage::Output,  Stage::Concat,
                         Stage::Context, Stage::WeightsDropped,
                         Stage::Weights, Stage::ScoresMasked,
                         Stage::Scores,  Stage::ScoresRaw,
                         Stage::Q,       Stage::X,
                         Stage::XEmbed};
    std::vector<CellLink> visited;
    for (std::size_t k = 0; k < std::size(way); ++k) {
        ASSERT_TRUE(waitFor([&] {
            return o.panel().cell() && o.panel().cell()->array == core::ArrayRef(way[k]) &&
                   o.panel().explanation() && o.panel().explanation()->cell == *o.panel().cell();
        })) << k;
        visited.push_back(*o.panel().cell());
        if (k + 1 == std::size(way))
            break;
        QString next;
        for (const auto &[href, text] : linksOf(*o.panel().page()->document()))
            if (const auto cell = linkFromText(href);
                cell && cell->array == core::ArrayRef(way[k + 1]) && next.isEmpty())
                next = href;
        ASSERT_FALSE(next.isEmpty()) << k;
        emit o.panel().page()->anchorClicked(QUrl(next));
        EXPECT_EQ(o.w.document().view().stage, way[k + 1]);
    }
    for (std::size_t k = visited.size() - 1; k-- > 0;) {
        o.panel().back();
        EXPECT_TRUE(o.explains(visited[k])) << k;
    }
    EXPECT_FALSE(o.panel().canGoBack());
    for (std::size_t k = 1; k < visited.size(); ++k) {
        o.panel().forward();
        EXPECT_TRUE(o.explains(visited[k])) << k;
    }
    EXPECT_FALSE(o.panel().canGoForward());
    EXPECT_FALSE(o.w.document().modified()) << "looking changes nothing";
}

TEST(ExplainPanel, AWeightOpensAmongTheMatricesAndBack) {
    Open o;
    o.w.document().changeView([](ViewSettings &v) { v.stage = Stage::Q; });
    o.w.document().lock({0, 1, 2, 0}, false);
    const CellLink q{Stage::Q, core::flatIndex({1, 2, 5, 4}, {0, 1, 2, 0})};
    ASSERT_TRUE(o.explains(q));
    const CellLink w{Input::WQ, core::flatIndex({8, 8}, {3, 4})}; // column 0 of head 1
    bool linked = false;
    for (const auto &[href, text] : linksOf(*o.panel().page()->document()))
        linked = linked || href == linkText(w);
    ASSERT_TRUE(linked);
    o.panel().show(w);
    ASSERT_TRUE(o.explains(w));
    EXPECT_EQ(o.w.document().view().tab, QStringLiteral("matrices"));
    EXPECT_EQ(o.w.document().view().matrix, QStringLiteral("W_Q"));
    ASSERT_TRUE(waitFor([&] { return o.w.matricesView().place().row == 3; }));
    EXPECT_EQ(o.w.matricesView().place().column, 4U);
    o.panel().back();
    EXPECT_TRUE(o.explains(q));
    EXPECT_EQ(o.w.document().view().tab, QStringLiteral("stages"));
    o.panel().forward();
    EXPECT_TRUE(o.explains(w));
}

TEST(ExplainPanel, GradientsAreExplainedToo) {
    core::Session s = test::wordSession(4, 8, 2, 4);
    s.config.upstream = core::Upstream::Output;
    Open o(s);
    o.w.document().changeView([](ViewSettings &v) {
        v.tab = QStringLiteral("gradients");
        v.gradient = Gradient::WQ;
        v.lockedEntry = LockedEntry{2, 5};
    });
    const CellLink cell{Gradient::WQ, core::flatIndex({8, 8}, {2, 5})};
    ASSERT_TRUE(o.explains(cell));
    EXPECT_NEAR(o.panel().explanation()->value, core::valueAt(o.trace(), cell), 1e-5);
    o.panel().show({Gradient::Q, 9});
    EXPECT_TRUE(o.explains({Gradient::Q, 9}));
    EXPECT_EQ(o.w.document().view().gradient, Gradient::Q);
}

TEST(ExplainPanel, ThePlayerGoesThroughTheRow) {
    Open o;
    o.w.document().changeView([](ViewSettings &v) { v.walkMilliseconds = 50; });
    o.w.document().lock({0, 1, 3, 0}, false);
    ASSERT_TRUE(waitFor([&] { return o.panel().explanation().has_value(); }));
    const CellLink start = *o.panel().cell();
    std::vector<Stage> stages;
    QObject::connect(&o.w.document(), &SessionDocument::viewChanged, &o.panel(), [&] {
        const ViewSettings &v = o.w.document().view();
        if (stages.empty() || stages.back() != v.stage)
            stages.push_back(v.stage);
        EXPECT_EQ(v.locked->head, 1U);
    });
    o.panel().step(1);
    EXPECT_EQ(o.panel().cell()->index, start.index + 1) << "the next key of the row";
    o.panel().step(-1);
    EXPECT_EQ(o.panel().cell(), std::optional(start));
    o.panel().play();
    EXPECT_TRUE(o.panel().playing());
    ASSERT_TRUE(waitFor([&] { return !o.panel().playing(); }));
    EXPECT_EQ(o.panel().cell(), std::optional(o.panel().walk().back()));
    EXPECT_EQ(o.w.document().view().stage, Stage::Output);
    EXPECT_EQ(o.w.document().view().locked->query, 3U);
    EXPECT_EQ(stages, (std::vector<Stage>{Stage::Weights, Stage::WeightsDropped, Stage::Context,
                                          Stage::Concat, Stage::Output}));
    o.panel().back();
    EXPECT_EQ(o.panel().cell(), std::optional(start)) << "a walk is one place in the history";
}

TEST(ExplainPanel, ItsSettingsAreUndoneAndSaved) {
    Open o;
    const auto combos = o.panel().findChildren<QComboBox *>();
    ASSERT_EQ(combos.size(), 2);
    o.w.document().changeView([](ViewSettings &v) { v.explainLargestFirst = true; });
    EXPECT_EQ(o.w.document().undoStack()->undoText(), QStringLiteral("Terms: largest first"));
    EXPECT_EQ(combos[0]->currentIndex(), 1);
    o.w.document().undoStack()->undo();
    EXPECT_FALSE(o.w.document().view().explainLargestFirst);
    EXPECT_EQ(combos[0]->currentIndex(), 0);
    EXPECT_EQ(o.w.document().view().explainDock, true);
}

TEST(ExplainPanel, TheKeysReachTheLinks) {
    Open o;
    o.w.document().changeView([](ViewSettings &v) { v.stage = Stage::Concat; });
    o.w.document().lock({0, 0, 1, 0}, false);
    ASSERT_TRUE(waitFor([&] { return o.panel().explanation().has_value(); }));
    o.panel().page()->setFocus();
    QTest::keyClick(o.panel().page(), Qt::Key_Tab);
    QTest::keyClick(o.panel().page(), Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return o.w.document().view().stage == Stage::Context; }));
    for (QToolButton *button : o.panel().widget()->findChildren<QToolButton *>())
        EXPECT_FALSE(button->accessibleName().isEmpty());
    EXPECT_FALSE(o.panel().page()->accessibleName().isEmpty());
}

TEST(ExplainPanel, StagesThatWereLeftOutAreAskedFor) {
    // Large enough that only what is seen is kept.
    Open o(test::wordSession(600, 16, 8, 2));
    o.w.document().changeView([](ViewSettings &v) { v.stage = Stage::Weights; });
    o.w.document().lock({0, 3, 20, 10}, false);
    const CellLink cell{Stage::Weights, core::flatIndex({1, 8, 600, 600}, {0, 3, 20, 10})};
    ASSERT_TRUE(o.explains(cell));
    EXPECT_NEAR(o.panel().explanation()->value, core::valueAt(o.trace(), cell), 1e-6);
    EXPECT_FALSE(o.trace().has(Stage::Output));
}

} // namespace
} // namespace attnscope::ui
