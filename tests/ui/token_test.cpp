// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/initialiser.h"
#include "core/tokens.h"
#include "tests/support/windows.h"
#include "tests/ui/plot_figures.h"
#include "ui/export/figure_export.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/token_editor.h"
#include "ui/views/stages_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

#include <gtest/gtest.h>

namespace attnscope::ui {
namespace {

using core::TokenSide;
using test::waitFor;
using Tokens = std::vector<std::string>;

core::Session words(std::vector<std::string> lines) {
    core::Session s;
    core::setText(s, std::move(lines));
    s.config.dModel = 8;
    s.config.heads = 2;
    s.config.dK = s.config.dV = 4;
    return s;
}

std::vector<float> row(const core::Session &s, std::size_t b, std::size_t i) {
    const core::Tensor x = core::makeProblem(s).xEmbed;
    const float *from = x.data() + x.offset(b, i, std::size_t{0});
    return {from, from + x.extent(2)};
}

TEST(TokenEdit, TheSameWordHasTheSameVectorInEverySentence) {
    const core::Session s = words({"the cat saw the dog", "a dog saw the cat"});
    EXPECT_EQ(row(s, 0, 0), row(s, 0, 3));
    EXPECT_EQ(row(s, 0, 0), row(s, 1, 3));
    EXPECT_EQ(row(s, 0, 1), row(s, 1, 4));
    EXPECT_NE(row(s, 0, 0), row(s, 0, 1));
}

TEST(TokenEdit, ARelabelledTokenTakesTheVectorOfTheWord) {
    core::Session s = words({"the cat sat"});
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 2}, "cat"));
    EXPECT_EQ(row(s, 0, 2), row(s, 0, 1));
    EXPECT_EQ(s.tokens[0], (Tokens{"the", "cat", "cat"}));
    EXPECT_EQ(s.text[0], "the cat cat") << "the text follows";
    EXPECT_FALSE(core::relabelToken(s, TokenSide::Text, {0, 3}, "x")) << "no such token";
    EXPECT_FALSE(core::relabelToken(s, TokenSide::Memory, {0, 0}, "x"));
}

/// The session with its drawn X_embed put in as an array, one number of row `edited` changed.
core::Session edited(core::Session s, std::size_t edited) {
    core::Tensor x = core::makeProblem(s).xEmbed;
    x.mutableData()[edited * 8 + 3] = 42.0F;
    core::setArray(s, core::Input::XEmbed, x);
    return s;
}

TEST(TokenEdit, AnEditedRowStaysWithItsTokenAndDrawnOnesFollowTheirWords) {
    const core::Session plain = words({"the cat sat"});
    core::Session s = edited(plain, 1);
    const auto kept = row(s, 0, 1);
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 1}, "dog"));
    EXPECT_EQ(row(s, 0, 1), kept) << "its numbers were set by hand";
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 2}, "the"));
    EXPECT_EQ(row(s, 0, 2), row(plain, 0, 0)) << "drawn, so it is the word's";
    ASSERT_TRUE(core::insertToken(s, TokenSide::Text, {0, 0}, "sat"));
    EXPECT_EQ(row(s, 0, 2), kept) << "it went along";
    EXPECT_EQ(row(s, 0, 0), row(plain, 0, 2));
    ASSERT_TRUE(core::removeToken(s, TokenSide::Text, {0, 0}));
    EXPECT_EQ(row(s, 0, 1), kept);
    ASSERT_TRUE(core::removeToken(s, TokenSide::Text, {0, 1}));
    EXPECT_EQ(s.arrays.count(core::Input::XEmbed), 0u) << "nothing edited is left";
}

TEST(TokenEdit, InsertRemoveSplitJoin) {
    core::Session s = words({"unbelievable cat", "a"});
    ASSERT_TRUE(core::splitToken(s, TokenSide::Text, {0, 0}, {"un", "believ", "able"}));
    EXPECT_EQ(s.tokens[0], (Tokens{"un", "believ", "able", "cat"}));
    EXPECT_EQ(s.tokens[1], (Tokens{"a", "", "", ""})) << "padded to the longest";
    ASSERT_TRUE(core::joinTokens(s, TokenSide::Text, {0, 0}));
    EXPECT_EQ(s.tokens[0], (Tokens{"unbeliev", "able", "cat"}));
    EXPECT_EQ(s.tokens[1].size(), 3u);
    EXPECT_FALSE(core::joinTokens(s, TokenSide::Text, {0, 2})) << "the last has no next";
    ASSERT_TRUE(core::insertToken(s, TokenSide::Text, {1, 1}, "b"));
    EXPECT_EQ(s.tokens[1], (Tokens{"a", "b", ""}));
    EXPECT_EQ(core::makeProblem(s).lengths(1), 2);
    ASSERT_TRUE(core::removeToken(s, TokenSide::Text, {1, 0}));
    EXPECT_FALSE(core::removeToken(s, TokenSide::Text, {1, 0})) << "a sequence keeps one token";
}

TEST(TokenEdit, TokensThatNoTextMakesSurviveOtherLinesBeingTyped) {
    core::Session s = words({"New York", "b c"});
    ASSERT_TRUE(core::joinTokens(s, TokenSide::Text, {0, 0}));
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 0}, "New York"));
    ASSERT_TRUE(core::insertToken(s, TokenSide::Text, {0, 0}, ""));
    EXPECT_EQ(s.tokens[0], (Tokens{"", "New York"}));
    core::setText(s, {s.text[0], "b c d"});
    EXPECT_EQ(s.tokens[0], (Tokens{"", "New York", ""}));
    EXPECT_EQ(s.tokens[1], (Tokens{"b", "c", "d"}));
    core::setText(s, {"New York today", "b c d"});
    EXPECT_EQ(s.tokens[0], (Tokens{"New", "York", "today"})) << "its own line was typed";
}

TEST(TokenEdit, TheSpacesOfTheLineStay) {
    core::Session s = words({"力  внимание,x. 我喜欢cats"});
    ASSERT_EQ(s.tokens[0], (Tokens{"力", "внимание,x.", "我", "喜", "欢", "cats"}));
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 1}, "y"));
    EXPECT_EQ(s.text[0], "力  y 我喜欢cats");
    ASSERT_TRUE(core::relabelToken(s, TokenSide::Text, {0, 4}, "dog"));
    EXPECT_EQ(s.text[0], "力  y 我喜dog cats") << "what would grow together is divided";
    ASSERT_TRUE(core::removeToken(s, TokenSide::Text, {0, 0}));
    EXPECT_EQ(s.text[0], "y 我喜dog cats");
}

TEST(TokenEdit, LinesAreSplitIntoTheirTokensAgain) {
    for (const char *line :
         {"the cat sat on the mat", "我喜欢cats和狗。", "مرحبا 🙂 ok", "안녕 세계"})
        EXPECT_EQ(core::tokenise(core::lineOf(core::tokenise(line))), core::tokenise(line)) << line;
    EXPECT_EQ(core::lineOf(core::tokenise("我喜欢cats和狗。")), "我喜欢cats和狗。");
}

TEST(TokenEdit, SpellingsGoBothWays) {
    for (const char *token : {"a", " ", "\n", "\t", "a\\n", "\\", "🙂", ""})
        EXPECT_EQ(tokenFromSpelling(spelledToken(token)), token);
    EXPECT_EQ(spelledToken("\n"), QStringLiteral("\\n"));
}

/// The window with its token chips.
class TokenChips : public ::testing::Test {
protected:
    void open(core::Session session) {
        window = std::make_unique<MainWindow>(test::windowSetup({}, std::move(session)));
        window->show();
        editor = window->controls().findChild<TokenEditor *>();
        ASSERT_TRUE(waitFor([this] { return window->bridge().shown().trace != nullptr; }));
    }
    [[nodiscard]] const Tokens &tokens(std::size_t b = 0) const {
        return window->document().session().tokens[b];
    }
    [[nodiscard]] QString undoText() const { return window->document().undoStack()->undoText(); }
    [[nodiscard]] QModelIndex cell(int b, int i) const {
        return editor->table()->model()->index(b, i);
    }
    /// Types into the chip as a person does, and ends with Return.
    void type(int b, int i, const QString &word) {
        editor->table()->setCurrentIndex(cell(b, i));
        editor->table()->edit(cell(b, i));
        auto *line = editor->table()->findChild<QLineEdit *>();
        ASSERT_NE(line, nullptr);
        line->setText(word);
        QTest::keyClick(line, Qt::Key_Return);
        QCoreApplication::processEvents();
    }
    std::unique_ptr<MainWindow> window;
    TokenEditor *editor = nullptr;
};

TEST_F(TokenChips, ATypedWordIsOneStepInWords) {
    open(words({"the cat on sat"}));
    QAbstractItemModelTester tester(editor->table()->model(),
                                    QAbstractItemModelTester::FailureReportingMode::Fatal);
    type(0, 3, QStringLiteral("stood"));
    EXPECT_EQ(tokens(), (Tokens{"the", "cat", "on", "stood"}));
    EXPECT_EQ(undoText(), QStringLiteral("Token 3: \"sat\" → \"stood\""));
    EXPECT_EQ(window->document().undoStack()->count(), 1);
    type(0, 0, QStringLiteral("the")); // the same again is no step
    EXPECT_EQ(window->document().undoStack()->count(), 1);
    EXPECT_EQ(window->controls().findChild<QPlainTextEdit *>()->toPlainText(),
              QStringLiteral("the cat on stood"));
    ASSERT_TRUE(waitFor([this] {
        const Figure &f = window->stagesView().figureView()->figure();
        return !f.panels.empty() && std::get<MapPanel>(f.panels[0].content).rowLabels.value(3) ==
                                        QStringLiteral("stood");
    }));
    window->document().undoStack()->undo();
    EXPECT_EQ(tokens()[3], "sat");
    EXPECT_EQ(cell(0, 3).data().toString(), QStringLiteral("sat"));
}

TEST_F(TokenChips, ActionsWorkOnTheChosenToken) {
    open(words({"the cat sat", "dogs bark"}));
    QAbstractItemModelTester tester(editor->table()->model(),
                                    QAbstractItemModelTester::FailureReportingMode::Fatal);
    editor->split({1, 0}, QStringLiteral("dog s"));
    EXPECT_EQ(tokens(1), (Tokens{"dog", "s", "bark"}));
    EXPECT_EQ(undoText(), QStringLiteral("Sequence 1, token 0: \"dogs\" → \"dog\" \"s\""));
    editor->remove({0, 1});
    EXPECT_EQ(tokens(0), (Tokens{"the", "sat", ""}));
    EXPECT_FALSE(cell(0, 2).flags().testFlag(Qt::ItemIsEnabled)) << "padding is no token";
    editor->insert({0, 2});
    EXPECT_EQ(tokens(0)[2], "new");
    EXPECT_EQ(editor->table()->currentIndex(), cell(0, 2)) << "ready to be named";
    for (const QAction *a : editor->table()->actions()) {
        EXPECT_FALSE(a->text().isEmpty());
        EXPECT_FALSE(a->shortcut().isEmpty()) << a->text().toStdString();
    }
}

TEST_F(TokenChips, HMP11_MarkersEmptyAndSpaceTokensAreSeenAsSuch) {
    core::Session s = words({"x"});
    s.tokens = {{"Ġthe", "▁cat", "Ċ", " ", "\t", "", "end"}};
    open(s);
    const QStringList seen{"·the", "·cat", "↵", "·", "⇥", "(empty)", "end"};
    for (int i = 0; i < seen.size(); ++i)
        EXPECT_EQ(cell(0, i).data().toString(), seen[i]);
    EXPECT_EQ(cell(0, 4).data(Qt::EditRole).toString(), QStringLiteral("\\t"));
    // Maps show the same labels, and the raw token stays in the session.
    ASSERT_TRUE(
        waitFor([this] { return !window->stagesView().figureView()->figure().panels.empty(); }));
    const auto &map =
        std::get<MapPanel>(window->stagesView().figureView()->figure().panels[0].content);
    EXPECT_EQ(map.columnLabels, seen);
    EXPECT_EQ(tokens()[0], "Ġthe");
    type(0, 5, QString()); // an empty token may stay one
    EXPECT_EQ(tokens()[5], "");
}

TEST_F(TokenChips, EXP03_ScriptsOfTheWorldReachTheFile) {
    open(words({"注意力 внимание مرحبا 🙂"}));
    ASSERT_TRUE(
        waitFor([this] { return !window->stagesView().figureView()->figure().panels.empty(); }));
    EXPECT_EQ(tokens(), (Tokens{"注", "意", "力", "внимание", "مرحبا", "🙂"}));
    type(0, 1, QStringLiteral("世"));
    EXPECT_EQ(window->document().session().text[0], "注世力 внимание مرحبا 🙂");
    ASSERT_TRUE(waitFor([this] {
        return std::get<MapPanel>(window->stagesView().figureView()->figure().panels[0].content)
                   .rowLabels.value(1) == QStringLiteral("世");
    }));
    const QString texts = test::svgTexts(renderPicture(window->stagesView().figureView()->figure(),
                                                       PictureFormat::Svg, {}))
                              .join(u'|');
    for (const char *word : {"世", "внимание", "مرحبا", "🙂"})
        EXPECT_TRUE(texts.contains(QString::fromUtf8(word))) << word << ": " << texts.toStdString();
}

} // namespace
} // namespace attnscope::ui
