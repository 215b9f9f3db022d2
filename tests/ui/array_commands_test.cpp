// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random sequences of changes of arrays: whatever the order, undo gives the start bit for bit, redo
// the end, and what is computed is what a fresh start from the saved file computes.
#include "core/array_edit.h"
#include "core/io/session_file.h"
#include "core/reference_engine.h"
#include "ui/edits.h"
#include "ui/matrix_edits.h"
#include "ui/session_document.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace attnscope::ui {
namespace {

using core::Input;

core::Session start() {
    core::Session s;
    core::setText(s, {"the cat sat on", "a cat"});
    s.config.dModel = 6;
    s.config.heads = 3;
    s.config.dK = s.config.dV = 2;
    s.tieDk = false;
    return s;
}

template <class T> bool sameArray(const core::Array<T> &a, const core::Array<T> &b) {
    return a.present() == b.present() && a.shape() == b.shape() &&
           (!a.present() || a.size() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

/// Everything that a pass is computed from.
void expectSame(const core::Problem &a, const core::Problem &b, const std::string &where) {
    const core::Tensor core::Problem::*const all[] = {
        &core::Problem::xEmbed, &core::Problem::wQ, &core::Problem::wK,
        &core::Problem::wV,     &core::Problem::wO, &core::Problem::bQ,
        &core::Problem::bK,     &core::Problem::bV, &core::Problem::bO};
    for (std::size_t i = 0; i < std::size(all); ++i)
        ASSERT_TRUE(sameArray(a.*all[i], b.*all[i])) << where << ", array " << i;
    ASSERT_TRUE(sameArray(a.maskKeep, b.maskKeep)) << where;
    ASSERT_EQ(a.config, b.config) << where;
}

void expectSameSession(const core::Session &a, const core::Session &b, const std::string &where) {
    ASSERT_EQ(a.arrays.size(), b.arrays.size()) << where;
    for (const auto &[input, array] : a.arrays)
        ASSERT_TRUE(b.arrays.count(input) && sameArray(array, b.arrays.at(input))) << where;
    ASSERT_EQ(a.arrayHeads, b.arrayHeads) << where;
    ASSERT_EQ(a.tokens, b.tokens) << where;
    ASSERT_EQ(a.seed, b.seed) << where;
    expectSame(core::makeProblem(a), core::makeProblem(b), where);
}

/// One change of an array, a size, the seed or the text, drawn from `random`.
class Editor {
public:
    Editor(SessionDocument &document, std::mt19937_64 &random)
        : m_document(document), m_random(random) {}

    void step(int serial) {
        const QString text = QStringLiteral("step %1").arg(serial);
        const core::Session &s = m_document.session();
        const MatrixPlace place = anywhere();
        core::ArrayBlock block;
        const int kind = below(16);
        if (kind < 12 && !(block = part(s, place)).size()) {
            EXPECT_EQ(editMatrix(m_document, text, {},
                                 [&](core::Session &x) { core::addArray(x, *place.input); }),
                      QString());
            return;
        }
        const auto change = [&](core::Session &x) { apply(x, kind, place, block); };
        EXPECT_EQ(editMatrix(m_document, text, {}, change), QString()) << kind;
    }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
    float number() {
        constexpr float kOdd[] = {0.0F, -0.0F, 1e-40F, 3e38F, -1.0F};
        return below(8) == 0 ? kOdd[below(5)] : static_cast<float>(below(2001) - 1000) / 256.0F;
    }
    MatrixPlace anywhere() {
        constexpr Input kAll[] = {Input::XEmbed, Input::WQ, Input::WK, Input::WV,
                                  Input::WO,     Input::BQ, Input::BO};
        MatrixPlace p;
        p.input = below(8) == 0 ? std::optional<Input>() : kAll[below(7)];
        return p;
    }
    /// Some block of the array; empty when it is absent.
    core::ArrayBlock part(const core::Session &s, const MatrixPlace &p) {
        const core::Problem now = core::makeProblem(s);
        core::TableSize t{1, now.queries(), now.keys()};
        if (p.input)
            t = core::tableSize(core::presentArray(s, *p.input).shape());
        if (t.rows * t.columns == 0)
            return {};
        core::ArrayBlock b;
        const auto pick = [this](std::size_t n) {
            return static_cast<std::size_t>(below(static_cast<int>(n)));
        };
        b.batch = pick(t.batches);
        b.row = pick(t.rows);
        b.column = pick(t.columns);
        b.rows = 1 + pick(t.rows - b.row);
        b.columns = 1 + pick(t.columns - b.column);
        return b;
    }
    void apply(core::Session &x, int kind, const MatrixPlace &p, core::ArrayBlock block) {
        if (kind < 12 && (!p.input || kind < 3)) { // cells, a paste, a mask
            std::vector<float> values(block.size());
            for (float &v : values)
                v = p.input ? number() : static_cast<float>(below(2));
            writeBlock(x, p, block, values);
            return;
        }
        switch (kind) {
        case 3:
            core::fillConstant(x, *p.input, block, number());
            break;
        case 4:
            core::fillDrawn(x, *p.input, block, {core::InitMethod::Normal, 0.5, false},
                            static_cast<std::uint64_t>(below(5)));
            break;
        case 5:
            core::fillIdentity(x, *p.input, block);
            break;
        case 6:
            core::scaleCells(x, *p.input, block, 0.5);
            break;
        case 7:
            block.rows = block.columns = std::min(block.rows, block.columns);
            core::transposeCells(x, *p.input, block);
            break;
        case 8:
            core::roundCells(x, *p.input, block, below(4));
            break;
        case 9:
            if (core::headBlocks(x.config, *p.input).heads > 0)
                core::zeroHead(x, *p.input, static_cast<std::size_t>(below(x.config.heads)));
            break;
        case 10:
            core::addToCells(x, *p.input, block, 0.125);
            break;
        case 11:
            core::resetCells(x, *p.input, block);
            break;
        case 12: // sizes come and go under what was edited
            setKeyWidth(x, 1 + below(4));
            break;
        case 13:
            x.config.heads = 1 + below(4);
            break;
        case 14:
            x.seed = static_cast<std::uint64_t>(below(6));
            break;
        default:
            core::setText(x, below(2) ? std::vector<std::string>{"the cat sat on", "a cat"}
                                      : std::vector<std::string>{"the dog sat", "a cat ran off"});
            break;
        }
    }

    SessionDocument &m_document;
    std::mt19937_64 &m_random;
};

TEST(ArrayCommands, ThousandsOfRandomEditsAreUndoneAndRedoneBitForBit) {
    constexpr int kSequences = 8, kSteps = 260; // within what the history keeps
    QTemporaryDir folder;
    for (int sequence = 0; sequence < kSequences; ++sequence) {
        std::mt19937_64 random(static_cast<std::uint64_t>(100 + sequence));
        SessionDocument document;
        document.replace(start(), {});
        Editor editor(document, random);
        for (int i = 0; i < kSteps; ++i) {
            editor.step(i);
            if (i % 37 != 0)
                continue;
            // What the window computes from now is what a fresh start from the file computes.
            const std::string where =
                "sequence " + std::to_string(sequence) + ", step " + std::to_string(i);
            const QString file = folder.filePath(QStringLiteral("s.attn"));
            core::writeSession(toPath(file), document.snapshot());
            const core::Session again = core::readSession(toPath(file));
            const core::Problem now = core::makeProblem(document.session());
            const core::Problem fresh = core::makeProblem(again);
            ASSERT_NO_FATAL_FAILURE(expectSame(now, fresh, where));
            const auto a = core::referenceForward(std::make_shared<const core::Problem>(now));
            const auto b = core::referenceForward(std::make_shared<const core::Problem>(fresh));
            ASSERT_TRUE(sameArray(a[core::Stage::Weights], b[core::Stage::Weights])) << where;
            ASSERT_TRUE(sameArray(a[core::Stage::Output], b[core::Stage::Output])) << where;
        }
        const core::Session end = document.session();
        QUndoStack *undo = document.undoStack();
        EXPECT_GT(undo->count(), kSteps / 2) << "steps that alter nothing leave none";
        while (undo->canUndo())
            undo->undo();
        ASSERT_NO_FATAL_FAILURE(expectSameSession(document.session(), start(), "the start"));
        EXPECT_FALSE(document.modified());
        while (undo->canRedo())
            undo->redo();
        ASSERT_NO_FATAL_FAILURE(expectSameSession(document.session(), end, "the end"));
    }
}

} // namespace
} // namespace attnscope::ui
