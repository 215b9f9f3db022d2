// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claim_trial.h"
#include "tests/support/windows.h"
#include "ui/claims.h"
#include "ui/language.h"
#include "ui/panels/claim_card.h"
#include "ui/panels/claims_dialog.h"
#include "ui/session_document.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

using test::waitFor;

/// The words of all labels of a card, as a screen reader gets them where they have a name.
QStringList wordsOf(const ClaimCard &card) {
    QStringList all;
    for (const QLabel *l : card.findChildren<QLabel *>())
        all << (l->accessibleName().isEmpty() ? l->text() : l->accessibleName());
    return all;
}
QPushButton *buttonOf(const QWidget &widget, const QString &text) {
    for (QPushButton *b : widget.findChildren<QPushButton *>())
        if (b->text() == text)
            return b;
    return nullptr;
}
bool finished(ClaimsDialog &dialog) {
    return waitFor([&] { return !dialog.runner().state().running; }, 60000);
}

TEST(Claims, EveryTopicIsInTheProgram) {
    std::size_t cards = 0;
    for (const core::ClaimTopic &t : claimTopics())
        cards += t.claims.size();
    EXPECT_EQ(cards, 171U);
    EXPECT_GE(claimTopics().size(), 10U);
}

TEST(Claims, PlacesToLookAtExist) {
    for (const core::ClaimTopic &topic : claimTopics())
        for (const core::Claim &c : topic.claims)
            for (const core::ClaimTrial &t : c.trials) {
                if (!t.place)
                    continue;
                const core::Problem p = core::makeProblem(core::trialSession(t));
                ASSERT_TRUE(core::validate(p).empty()) << c.id;
                EXPECT_TRUE(core::stageShape(p, t.place->stage)) << c.id;
                EXPECT_LT(t.place->batch, p.batch()) << c.id;
                EXPECT_LT(t.place->head, p.heads()) << c.id;
                EXPECT_LT(t.place->query, p.queries()) << c.id;
                EXPECT_LT(t.place->key, p.keys()) << c.id;
            }
}

TEST(Claims, MeasuredStandsBesideExpected) {
    SessionDocument document;
    ClaimsDialog dialog(document, nullptr);
    ASSERT_TRUE(dialog.choose(QStringLiteral("S1-39")));
    QPushButton *go = buttonOf(dialog.card(), QStringLiteral("&Try It"));
    ASSERT_TRUE(go);
    go->click();
    ASSERT_TRUE(finished(dialog));
    // sin-made Q and K: q₀·k₀ = −0.882226, and half of it once it is scaled by 1/√4.
    const QStringList words = wordsOf(dialog.card());
    const auto says = [&](const char *start, const char *measured) {
        return std::any_of(words.begin(), words.end(), [&](const QString &w) {
            return w.startsWith(QString::fromUtf8(start)) &&
                   w.contains(QString::fromUtf8(measured)) && w.endsWith(QStringLiteral("agrees"));
        });
    };
    EXPECT_TRUE(says("q₀·k₀: expected −0.882226", "measured −0.88222"))
        << words.join('\n').toStdString();
    EXPECT_TRUE(says("the same, scaled: expected −0.441113", "measured −0.44111"));
}

TEST(Claims, ADisagreementIsShown) {
    core::Claim claim;
    claim.id = "X";
    claim.statement = claim.truth = {"s", "s"};
    core::ClaimTrial trial;
    trial.kind = core::ClaimTrial::Kind::Account;
    trial.subject = "sizes";
    trial.settings = {{"d_model", "8"}, {"heads", "1"}, {"d_k", "8"}, {"d_v", "8"}};
    trial.figures.resize(2);
    trial.figures[0].name = {"all", "all"};
    trial.figures[0].read = {"parameters"};
    trial.figures[1].name = {"query", "query"};
    trial.figures[1].read = {"parameters", "W_Q"};
    trial.figures[0].expected = {255.0}; // 4·8² = 256
    trial.figures[1].expected = {64.0};
    claim.trials = {trial};
    ClaimRunner runner;
    ClaimCard card;
    card.setClaim(&claim);
    runner.start(claim);
    ASSERT_TRUE(waitFor([&] { return !runner.state().running; }));
    card.setOutcome(runner.state());
    const QString words = wordsOf(card).join('\n');
    EXPECT_TRUE(words.contains(QStringLiteral("all: expected 255, measured 256, does not agree")))
        << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("query: expected 64, measured 64, agrees")));
}

TEST(Claims, ShowingASessionIsOneStepThatCanBeUndone) {
    SessionDocument document;
    core::Session before;
    core::setText(before, {"one two three"});
    document.replace(before, QString());
    ClaimsDialog dialog(document, nullptr);
    ASSERT_TRUE(dialog.choose(QStringLiteral("S1-52")));
    QPushButton *show = buttonOf(dialog.card(), QStringLiteral("Show in the Window"));
    ASSERT_TRUE(show);
    show->click();
    EXPECT_EQ(document.undoStack()->count(), 1);
    EXPECT_EQ(document.undoStack()->undoText(), QStringLiteral("Try S1-52"));
    EXPECT_TRUE(document.session().config.mask.causal);
    EXPECT_EQ(document.session().config.dV, 3);
    EXPECT_EQ(document.view().tab, QStringLiteral("stages"));
    ASSERT_TRUE(document.view().locked);
    EXPECT_EQ(document.view().locked->query, 1U);
    document.undoStack()->undo();
    EXPECT_TRUE(sameInputs(document.session(), before));
    EXPECT_EQ(document.session().text, before.text);
}

TEST(Claims, AreSearchedAndFiltered) {
    SessionDocument document;
    ClaimsDialog dialog(document, nullptr);
    dialog.show();
    const auto shown = [&] {
        int n = 0;
        for (int t = 0; t < dialog.list().topLevelItemCount(); ++t)
            for (int i = 0; i < dialog.list().topLevelItem(t)->childCount(); ++i)
                n += dialog.list().topLevelItem(t)->child(i)->isHidden() ? 0 : 1;
        return n;
    };
    EXPECT_EQ(shown(), 171);
    ASSERT_TRUE(dialog.chosen()) << "a page that opens shows a card";
    dialog.search().setText(QStringLiteral("layernorm ratio"));
    EXPECT_GT(shown(), 0);
    EXPECT_LT(shown(), 5);
    EXPECT_FALSE(dialog.list().currentItem()->isHidden());
    dialog.search().setText(QStringLiteral("no such words"));
    EXPECT_EQ(shown(), 0);
    EXPECT_FALSE(dialog.chosen());
    QPushButton *all = buttonOf(dialog, QStringLiteral("Show All Cards"));
    ASSERT_TRUE(all);
    EXPECT_TRUE(all->isVisible());
    all->click();
    EXPECT_EQ(shown(), 171);
    EXPECT_TRUE(dialog.chosen());
}

TEST(Claims, AreShownInTheLanguageOfTheProgram) {
    SessionDocument document;
    ClaimsDialog dialog(document, nullptr);
    ASSERT_TRUE(dialog.choose(QStringLiteral("S1-38")));
    setLanguage(QStringLiteral("zh_CN"));
    waitFor([] { return false; }, 20); // the change comes as an event
    const QString words = wordsOf(dialog.card()).join('\n');
    const bool chosen = dialog.chosen() && dialog.chosen()->id == "S1-38";
    setLanguage(QStringLiteral("en"));
    EXPECT_TRUE(words.contains(QStringLiteral("得分 0 不是掩码"))) << words.toStdString();
    EXPECT_TRUE(chosen) << "the card stays";
}

TEST(Claims, ARunIsStopped) {
    core::Claim claim;
    claim.id = "X";
    core::ClaimTrial trial;
    trial.subject = "softmax-collapse"; // minutes
    trial.settings = {{"d_k", "1..1024"}, {"keys", "512"}, {"seeds", "500"}};
    claim.trials = {trial, trial};
    ClaimRunner runner;
    runner.start(claim);
    ASSERT_TRUE(waitFor([&] { return runner.progress() > 0.0; }));
    QElapsedTimer timer;
    timer.start();
    runner.stop();
    ASSERT_TRUE(waitFor([&] { return !runner.state().running; }));
    EXPECT_LT(timer.elapsed(), 2000); // 100 ms on a machine that has nothing else to do
    EXPECT_TRUE(runner.state().stopped);
    EXPECT_FALSE(runner.state().outcomes[0].result);
}

TEST(Claims, WhatIsExpectedIsWrittenAsItIsMeant) {
    core::ClaimFigure f;
    f.expected = {0.0032};
    f.tolerance = 0.05;
    f.relative = true;
    EXPECT_EQ(expectedText(f), QStringLiteral("0.0032 ± 5 %"));
    f.expected = {134217728.0};
    f.tolerance = 0.0;
    EXPECT_EQ(expectedText(f), QStringLiteral("134217728"));
    f.expected = {std::nan("")};
    f.tolerance = 1e-5;
    EXPECT_EQ(expectedText(f), QStringLiteral("NaN"));
    f.expected = {0.88, 0.89};
    f.relation = core::ClaimFigure::Relation::Between;
    f.tolerance = 0.02;
    f.relative = false;
    EXPECT_EQ(expectedText(f), QStringLiteral("0.88 … 0.89 ± 0.02"));
    f.expected = {0.0};
    f.relation = core::ClaimFigure::Relation::Above;
    EXPECT_EQ(expectedText(f), QStringLiteral("> 0"));
    EXPECT_EQ(numbersText({}), QStringLiteral("–"));
    EXPECT_EQ(numbersText({-0.5, -INFINITY}), QStringLiteral("−0.5, −∞"));
}

} // namespace
} // namespace attnscope::ui
