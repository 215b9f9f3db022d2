// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_error.h"
#include "ui/edits.h"
#include "ui/error_text.h"
#include "ui/session_document.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace attnscope::ui {
namespace {

core::Session catSession() {
    core::Session s;
    core::setText(s, {"the cat sat"});
    s.config.dModel = 12;
    s.config.heads = 3;
    s.config.dK = s.config.dV = 4;
    return s;
}

void setDk(SessionDocument &d, int width) {
    d.edit(QStringLiteral("Set d_k to %1").arg(width), QStringLiteral("d_k"),
           [width](core::Session &s) { setKeyWidth(s, width); });
}

TEST(Document, UndoSaysWhatItTakesBack) {
    SessionDocument d;
    d.replace(catSession(), {});
    setDk(d, 64);
    EXPECT_EQ(d.undoStack()->undoText(), QStringLiteral("Set d_k to 64"));
    EXPECT_EQ(d.session().config.dK, 64);
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config.dK, 4);
    EXPECT_TRUE(d.session().tieDk) << "what followed from the change is taken back too";
}

TEST(Document, UND02_OneDragIsOneStep) {
    SessionDocument d;
    d.replace(catSession(), {});
    d.beginDrag();
    for (int width : {5, 6, 7})
        setDk(d, width);
    d.endDrag();
    EXPECT_EQ(d.undoStack()->count(), 1);
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config.dK, 4);
    d.undoStack()->redo();
    EXPECT_EQ(d.session().config.dK, 7);
}

TEST(Document, TwoDragsAreTwoSteps) {
    SessionDocument d;
    d.replace(catSession(), {});
    for (int last : {6, 9}) {
        d.beginDrag();
        setDk(d, last - 1);
        setDk(d, last);
        d.endDrag();
    }
    ASSERT_EQ(d.undoStack()->count(), 2);
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config.dK, 6);
}

TEST(Document, ADragBackToItsStartLeavesNothingToUndo) {
    SessionDocument d;
    core::Session s = catSession();
    s.tieDk = false;
    d.replace(s, {});
    d.beginDrag();
    setDk(d, 9);
    setDk(d, 4);
    d.endDrag();
    EXPECT_FALSE(d.undoStack()->canUndo());
}

TEST(Document, UND01_ASavePointIsNeverMergedInto) {
    QTemporaryDir folder;
    SessionDocument d;
    d.replace(catSession(), {});
    d.beginDrag();
    setDk(d, 8);
    d.save(folder.filePath(QStringLiteral("a.attn")));
    EXPECT_FALSE(d.modified());
    setDk(d, 16);
    d.endDrag();
    EXPECT_TRUE(d.modified());
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config.dK, 8);
    EXPECT_FALSE(d.modified());
    d.undoStack()->undo();
    EXPECT_EQ(d.session().config.dK, 4);
    EXPECT_TRUE(d.modified());
}

TEST(Document, HeadsThatDoNotDivideAreRefusedWithWhatWould) {
    SessionDocument d;
    d.replace(catSession(), {});
    Refusal got;
    QObject::connect(&d, &SessionDocument::refused, [&](const Refusal &r) { got = r; });
    const bool taken = d.edit(QStringLiteral("Set H to 5"), QStringLiteral("heads"),
                              [](core::Session &s) { setHeads(s, 5); });
    EXPECT_FALSE(taken);
    EXPECT_EQ(d.session().config.heads, 3) << "the last good session stays";
    EXPECT_FALSE(d.undoStack()->canUndo());
    EXPECT_TRUE(got.sentence.contains(QStringLiteral("12")));
    EXPECT_TRUE(got.sentence.contains(QStringLiteral("5")));
    // 4 and 6 divide 12 and are nearest to 5; a width of 15 and free widths would do as well.
    ASSERT_EQ(got.remedies.size(), 4u);
    const int heads[] = {4, 6, 5, 5};
    for (std::size_t i = 0; i < 4; ++i) {
        core::Session s = catSession();
        got.remedies[i].edit(s);
        EXPECT_EQ(s.config.heads, heads[i]) << i;
        EXPECT_FALSE(checkSettings(s)) << i;
    }
    EXPECT_EQ(nearestDivisors(12, 5), (std::vector<int>{4, 6}));
    EXPECT_EQ(nearestDivisors(7, 100), (std::vector<int>{7}));
}

TEST(Document, ATextThatPaddingWouldBlowUpIsRefusedInWords) {
    SessionDocument d;
    QString sentence;
    QObject::connect(&d, &SessionDocument::refused,
                     [&](const Refusal &r) { sentence = r.sentence; });
    std::string line;
    for (int i = 0; i < 3000; ++i)
        line += "b ";
    std::vector<std::string> lines(3000, "a");
    lines.push_back(line);
    const auto before = d.session().tokens;
    EXPECT_FALSE(
        d.edit("Set the text", "text", [&](core::Session &s) { core::setText(s, lines); }));
    EXPECT_TRUE(sentence.contains("3001 sequences")) << sentence.toStdString();
    EXPECT_EQ(d.session().tokens, before);
}

TEST(Document, SharedWidthsThatDisagreeAreRefusedWithWhatWould) {
    SessionDocument d;
    core::Session s = catSession();
    s.tieDk = false;
    s.config.dV = 6;
    d.replace(s, {});
    Refusal got;
    QObject::connect(&d, &SessionDocument::refused, [&](const Refusal &r) { got = r; });
    EXPECT_FALSE(
        d.edit(QStringLiteral("Share"), {}, [](core::Session &x) { x.config.shareKv = true; }));
    EXPECT_TRUE(got.sentence.contains(QStringLiteral("d_k = 4")));
    EXPECT_TRUE(got.sentence.contains(QStringLiteral("d_v = 6")));
    ASSERT_EQ(got.remedies.size(), 3u);
    EXPECT_TRUE(d.edit(got.remedies[0].label, {}, got.remedies[0].edit));
    EXPECT_TRUE(d.session().config.shareKv);
    EXPECT_EQ(d.session().config.dV, 4);
}

TEST(Document, TiedWidthsFollow) {
    core::Session s = catSession();
    setHeads(s, 6);
    EXPECT_EQ(s.config.dK, 2);
    EXPECT_EQ(s.config.dV, 2);
    setKeyWidth(s, 10);
    EXPECT_FALSE(s.tieDk) << "a width set by hand is free";
    setHeads(s, 2);
    EXPECT_EQ(s.config.dK, 10);
    setTied(s, true);
    EXPECT_EQ(s.config.dK, 6);
}

TEST(Document, TheLockIsSharedAddedToAndSaved) {
    QTemporaryDir folder;
    SessionDocument d;
    d.replace(catSession(), {});
    d.lock({0, 1, 2, 0}, false);
    d.lock({0, 1, 0, 1}, true);
    EXPECT_EQ(d.view().locked, (LockedCell{0, 1, 0, 1}));
    ASSERT_EQ(d.view().alsoLocked.size(), 1u);
    EXPECT_EQ(d.view().alsoLocked[0], (LockedCell{0, 1, 2, 0}));
    d.changeView([](ViewSettings &v) {
        v.stage = core::Stage::Scores;
        v.colourMap = ColourMap::Cividis;
        v.scaleMode = ColourScaleMode::PerRow;
        v.rangeMode = RangeMode::Fixed;
        v.fixedRange = {-2.5, 4.0};
        v.unfold = true;
        v.head = 2;
        v.positionLength = 33;
    });
    const ViewSettings before = d.view();
    const QString file = folder.filePath(QStringLiteral("锁.attn"));
    d.save(file);
    SessionDocument again;
    again.open(file);
    EXPECT_EQ(again.view(), before);
    again.unlock();
    EXPECT_FALSE(again.view().locked);
    EXPECT_TRUE(again.view().alsoLocked.empty());
}

TEST(Document, WrongViewSettingsFallBack) {
    const ViewSettings plain;
    EXPECT_EQ(viewSettingsFromJson(QStringLiteral("not json")), plain);
    EXPECT_EQ(viewSettingsFromJson(QStringLiteral(
                  R"({"tab":"nowhere","stage":"nothing","head":-3,"scale_mode":7,
                      "fixed_range":[2,1],"position_length":-5,"locked":{"batch":0}})")),
              plain);
}

TEST(Document, AFileThatCannotBeReadLeavesEverythingAsItWas) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cut.attn"));
    std::ofstream(toPath(file)) << "PK\x03\x04 and no more";
    SessionDocument d;
    d.replace(catSession(), {});
    setDk(d, 8);
    EXPECT_THROW(d.open(file), core::FileError);
    EXPECT_EQ(d.session().config.dK, 8);
    EXPECT_TRUE(d.undoStack()->canUndo());
}

TEST(Document, SES01_AFailedSaveStaysModified) {
    SessionDocument d;
    d.replace(catSession(), {});
    setDk(d, 8);
    EXPECT_THROW(d.save(QStringLiteral("/proc/nowhere/a.attn")), core::FileError);
    EXPECT_TRUE(d.modified());
}

TEST(ErrorText, EveryCodeHasItsSentenceWithTheNumbers) {
    using Code = core::Issue::Code;
    EXPECT_TRUE(issueText({Code::ShareKvWidths, {"8", "5"}, ""}).contains(QStringLiteral("8")));
    EXPECT_TRUE(issueText({Code::ShapeMismatch, {"W_Q", "[3, 4]", "[3, 5]"}, ""})
                    .contains(QStringLiteral("[3, 5]")));
    EXPECT_EQ(issueText({Code::BadWidth, {}, "as it came"}), QStringLiteral("as it came"))
        << "without its parts the sentence it came with is shown";
    const core::FileError file(core::FileError::Kind::Malformed, "Größe.attn", "W_Q.npy", "cut");
    EXPECT_TRUE(fileErrorText(file).contains(QStringLiteral("Größe.attn")));
    EXPECT_TRUE(fileErrorText(file).contains(QStringLiteral("W_Q.npy")));
    const core::EngineError engine(core::EngineError::Code::BuildFailed, "softmax", "no");
    EXPECT_TRUE(engineErrorText(engine).contains(QStringLiteral("softmax")));
}

} // namespace
} // namespace attnscope::ui
