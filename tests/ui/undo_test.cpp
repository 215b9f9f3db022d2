// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/session_file.h"
#include "core/reference_engine.h"
#include "tests/support/same_bits.h"
#include "ui/edits.h"
#include "ui/session_document.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

namespace attnscope::ui {
namespace {

using test::sameBits;
using test::sameProblem;

core::Session catSession() {
    core::Session s;
    core::setText(s, {"the cat sat"});
    s.config.dModel = 12;
    s.config.heads = 3;
    s.config.dK = s.config.dV = 4;
    return s;
}

core::TracePtr computed(const core::Session &s) {
    core::ReferenceEngine engine;
    core::RunOptions options;
    options.keep = core::StageSet::all();
    return engine.run(std::make_shared<const core::Problem>(core::makeProblem(s)), options);
}

void expectSameTrace(const core::Trace &a, const core::Trace &b, int step) {
    for (const core::StageInfo &info : core::stageTable())
        ASSERT_TRUE(sameBits(a[info.stage], b[info.stage]))
            << std::string(info.name) << " after step " << step;
}

void setCell(SessionDocument &d, std::size_t row, std::size_t column, float value) {
    d.edit(QStringLiteral("Set W_Q[%1,%2] to %3").arg(row).arg(column).arg(value),
           QStringLiteral("W_Q[%1,%2]").arg(row).arg(column), [=](core::Session &s) {
               core::Tensor w = core::makeProblem(s).wQ;
               w.mutableData()[row * w.extent(1) + column] = value;
               core::setArray(s, core::Input::WQ, std::move(w));
           });
}

float cell(const SessionDocument &d) { return d.session().arrays.at(core::Input::WQ)(0, 0); }

TEST(Undo, UND01_ACellAcrossTheSavePoint) {
    QTemporaryDir folder;
    SessionDocument d;
    d.replace(catSession(), {});
    setCell(d, 0, 0, 1.0f);
    d.endDrag(); // a gesture of its own
    setCell(d, 0, 0, 2.0f);
    d.save(folder.filePath(QStringLiteral("a.attn")));
    EXPECT_FALSE(d.modified());
    setCell(d, 0, 0, 3.0f);
    EXPECT_TRUE(d.modified());
    d.undoStack()->undo();
    EXPECT_EQ(cell(d), 2.0f);
    EXPECT_FALSE(d.modified());
    d.undoStack()->undo();
    EXPECT_EQ(cell(d), 1.0f);
    EXPECT_TRUE(d.modified());
}

TEST(Undo, UND02_ASpunCellGoesBackToItsStart) {
    SessionDocument d;
    d.replace(catSession(), {});
    setCell(d, 0, 0, 1.0f);
    d.endDrag();
    d.beginDrag();
    for (const float value : {2.0f, 3.0f, 4.0f})
        setCell(d, 0, 0, value);
    d.endDrag();
    d.undoStack()->undo();
    EXPECT_EQ(cell(d), 1.0f);
    d.undoStack()->redo();
    EXPECT_EQ(cell(d), 4.0f);
}

TEST(Undo, AValueSetBackIsNotModified) {
    SessionDocument d;
    d.replace(catSession(), {});
    const auto heads = [&d](int h) {
        d.edit(QStringLiteral("H"), {}, [h](core::Session &s) { setHeads(s, h); });
    };
    heads(4);
    EXPECT_TRUE(d.modified());
    heads(3);
    EXPECT_FALSE(d.modified()) << "the same would be saved, though there are two steps to undo";
    EXPECT_EQ(d.undoStack()->count(), 2);
    d.undoStack()->undo();
    EXPECT_TRUE(d.modified());
}

TEST(Undo, StepsWithoutAFieldStandAlone) {
    SessionDocument d;
    d.replace(catSession(), {});
    d.edit(QStringLiteral("Share"), {}, [](core::Session &s) { s.config.shareKv = true; });
    d.edit(QStringLiteral("Mask"), {}, [](core::Session &s) { s.config.mask.causal = true; });
    ASSERT_EQ(d.undoStack()->count(), 2);
    d.undoStack()->undo();
    EXPECT_TRUE(d.session().config.shareKv);
    EXPECT_FALSE(d.session().config.mask.causal);
}

TEST(Undo, MinusZeroAndNanAreNumbersOfTheirOwn) {
    SessionDocument d;
    d.replace(catSession(), {});
    setCell(d, 0, 0, 0.0f);
    setCell(d, 1, 0, std::numeric_limits<float>::quiet_NaN());
    setCell(d, 0, 0, -0.0f);
    ASSERT_EQ(d.undoStack()->count(), 3);
    EXPECT_TRUE(std::signbit(cell(d)));
    setCell(d, 1, 0, std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(d.undoStack()->count(), 3) << "NaN written over NaN is no change";
    d.undoStack()->undo();
    EXPECT_FALSE(std::signbit(cell(d)));
}

TEST(Undo, ThePictureIsUndoneInWordsAndPlacesAreNot) {
    SessionDocument d;
    d.replace(catSession(), {});
    int drawn = 0, computed = 0;
    QObject::connect(&d, &SessionDocument::viewChanged, [&drawn] { ++drawn; });
    QObject::connect(&d, &SessionDocument::sessionChanged, [&computed] { ++computed; });
    const auto last = [&d] { return d.undoStack()->undoText(); };
    d.changeView([](ViewSettings &v) { v.colourMap = ColourMap::Cividis; });
    EXPECT_EQ(last(), QStringLiteral("Colour map: cividis"));
    EXPECT_TRUE(d.modified());
    d.changeView([](ViewSettings &v) { v.scaleMode = ColourScaleMode::Log; });
    EXPECT_EQ(last(), QStringLiteral("Colour scale: logarithmic"));
    d.changeView([](ViewSettings &v) { v.rangeMode = RangeMode::Fixed; });
    EXPECT_EQ(last(), QStringLiteral("Colour range: fixed"));
    d.changeView([](ViewSettings &v) { v.fixedRange = {-2.5, 4.0}; });
    EXPECT_EQ(last(), QStringLiteral("Colour range: -2.5 to 4"));
    d.changeView([](ViewSettings &v) { v.unfold = true; });
    EXPECT_EQ(last(), QStringLiteral("Unfold the scores"));
    d.changeView([](ViewSettings &v) { v.margins = false; });
    EXPECT_EQ(last(), QStringLiteral("Hide the margins"));
    d.changeView([](ViewSettings &v) { v.numbers = false; });
    EXPECT_EQ(last(), QStringLiteral("Hide the numbers"));
    d.changeView([](ViewSettings &v) { v.colourBar = false; });
    EXPECT_EQ(last(), QStringLiteral("Hide the colour bar"));
    d.changeView([](ViewSettings &v) { v.positionLength = 33; });
    EXPECT_EQ(last(), QStringLiteral("Show 33 positions"));
    d.changeView([](ViewSettings &v) { v.positionDimension = 3; });
    EXPECT_EQ(last(), QStringLiteral("Show the pair of columns 3"));
    EXPECT_EQ(d.undoStack()->count(), 10);
    EXPECT_EQ(drawn, 10);
    // Places, one of them together with a setting of the picture.
    d.lock({0, 1, 2, 0}, false);
    d.changeView([](ViewSettings &v) {
        v.tab = QStringLiteral("masks");
        v.theme = ThemeChoice::Dark;
        v.head = 2;
    });
    EXPECT_EQ(d.undoStack()->count(), 10);
    d.changeView([](ViewSettings &v) {
        v.stage = core::Stage::Scores;
        v.numbers = true;
    });
    EXPECT_EQ(d.undoStack()->count(), 11);
    while (d.undoStack()->canUndo())
        d.undoStack()->undo();
    EXPECT_TRUE(samePicture(d.view(), ViewSettings()));
    EXPECT_EQ(d.view().stage, core::Stage::Scores) << "one still looks where one looked";
    EXPECT_EQ(d.view().tab, QStringLiteral("masks"));
    EXPECT_EQ(d.view().locked, (LockedCell{0, 1, 2, 0}));
    EXPECT_FALSE(d.modified());
    EXPECT_EQ(computed, 0) << "nothing is computed for a colour";
}

TEST(Undo, LookingElsewhereDoesNotModifyButIsSaved) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.attn"));
    SessionDocument d;
    d.replace(catSession(), {});
    d.save(file);
    d.changeView([](ViewSettings &v) {
        v.head = 1;
        v.historyDock = true;
    });
    d.lock({0, 0, 1, 1}, false);
    EXPECT_FALSE(d.modified());
    d.save(file);
    SessionDocument again;
    again.open(file);
    EXPECT_EQ(again.view(), d.view());
}

TEST(Undo, ADragOfARangeIsOneStep) {
    SessionDocument d;
    d.replace(catSession(), {});
    d.beginDrag();
    for (int n : {10, 20, 30})
        d.changeView([n](ViewSettings &v) { v.positionLength = n; });
    d.endDrag();
    EXPECT_EQ(d.undoStack()->count(), 1);
    EXPECT_EQ(d.undoStack()->undoText(), QStringLiteral("Show 30 positions"));
    d.undoStack()->undo();
    EXPECT_EQ(d.view().positionLength, ViewSettings().positionLength);
}

TEST(Undo, SizesChangedAndChangedBackGiveTheSameNumbers) {
    SessionDocument d;
    d.replace(catSession(), {});
    setCell(d, 3, 5, 0.25f); // an edited projection keeps its numbers too
    const core::Session start = d.session();
    const core::TracePtr before = computed(start);
    const auto sizes = [&d](int model, int heads) {
        d.edit(QStringLiteral("sizes"), {}, [=](core::Session &s) {
            setModelWidth(s, model);
            setHeads(s, heads);
        });
    };
    for (const auto &[model, heads] : {std::pair(4, 1), {60, 6}, {10, 5}, {12, 3}})
        sizes(model, heads);
    expectSameTrace(*before, *computed(d.session()), 4);
    d.edit(QStringLiteral("text"), {}, [](core::Session &s) { core::setText(s, {"a"}); });
    d.edit(QStringLiteral("text"), {},
           [](core::Session &s) { core::setText(s, {"the cat sat on it"}); });
    d.edit(QStringLiteral("text"), {}, [](core::Session &s) { core::setText(s, {"the cat sat"}); });
    expectSameTrace(*before, *computed(d.session()), 7);
    EXPECT_FALSE(sameInputs(catSession(), d.session()));
    EXPECT_TRUE(sameInputs(start, d.session()));
}

TEST(Undo, RevertIsAStep) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.attn"));
    SessionDocument d;
    d.replace(catSession(), {});
    d.save(file);
    setCell(d, 0, 0, 5.0f);
    d.changeView([](ViewSettings &v) { v.numbers = false; });
    d.revert();
    EXPECT_FALSE(d.modified());
    EXPECT_TRUE(sameProblem(d.session(), catSession()));
    EXPECT_TRUE(d.view().numbers);
    d.undoStack()->undo();
    EXPECT_EQ(cell(d), 5.0f);
    EXPECT_FALSE(d.view().numbers);
    EXPECT_TRUE(d.modified());
    d.undoStack()->redo();
    EXPECT_FALSE(d.modified());
    // What somebody else wrote since is what one goes back to.
    SessionDocument other;
    other.open(file);
    other.edit(QStringLiteral("H"), {}, [](core::Session &s) { setHeads(s, 6); });
    other.save(file);
    EXPECT_TRUE(d.changedOnDisk());
    d.revert();
    EXPECT_EQ(d.session().config.heads, 6);
    EXPECT_FALSE(d.changedOnDisk());
    EXPECT_FALSE(d.modified());
    // A session without a file goes back to what it was when it was opened.
    SessionDocument example;
    example.replace(catSession(), {});
    example.edit(QStringLiteral("H"), {}, [](core::Session &s) { setHeads(s, 6); });
    example.revert();
    EXPECT_EQ(example.session().config.heads, 3);
    EXPECT_FALSE(example.modified());
}

TEST(Undo, AnUnreadableFileRevertsNothing) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.attn"));
    SessionDocument d;
    d.replace(catSession(), {});
    d.save(file);
    setCell(d, 0, 0, 5.0f);
    QFile::remove(file);
    EXPECT_FALSE(d.changedOnDisk()) << "a file that is gone is written again without a question";
    EXPECT_ANY_THROW(d.revert());
    EXPECT_EQ(cell(d), 5.0f);
    EXPECT_EQ(d.undoStack()->count(), 1);
}

TEST(Undo, TheHistoryIsBoundedInSteps) {
    SessionDocument d;
    d.replace(catSession(), {});
    for (int seed = 100; seed < 700; ++seed)
        d.edit(QStringLiteral("seed %1").arg(seed), {},
               [seed](core::Session &s) { s.seed = static_cast<std::uint64_t>(seed); });
    EXPECT_EQ(d.undoStack()->count(), 500);
    while (d.undoStack()->canUndo())
        d.undoStack()->undo();
    EXPECT_EQ(d.session().seed, 199u) << "the state after the hundredth step, the last one dropped";
}

TEST(Undo, TheHistoryIsBoundedInBytesAndTheOldestIsDropped) {
    QTemporaryDir folder;
    SessionDocument d;
    d.replace(catSession(), {});
    d.setHistoryBytes(5 * 12 * 12 * sizeof(float));
    int jumps = 0;
    QObject::connect(d.undoStack(), &QUndoStack::indexChanged, [&jumps] { ++jumps; });
    for (int i = 1; i <= 20; ++i) {
        setCell(d, static_cast<std::size_t>(i % 12), 0, static_cast<float>(i));
        if (i == 18)
            d.save(folder.filePath(QStringLiteral("a.attn")));
    }
    // Five arrays beside the present one: the states after the steps 15 to 19.
    EXPECT_EQ(d.undoStack()->count(), 5);
    EXPECT_EQ(d.undoStack()->undoText(), QStringLiteral("Set W_Q[8,0] to 20"));
    EXPECT_GT(jumps, 0) << "lists of the history are told";
    d.undoStack()->undo();
    d.undoStack()->undo();
    EXPECT_FALSE(d.modified()) << "the saved state is still known";
    EXPECT_EQ(d.undoStack()->cleanIndex(), 3);
    EXPECT_EQ(d.undoStack()->index(), 3);
    while (d.undoStack()->canUndo())
        d.undoStack()->undo();
    EXPECT_EQ(d.session().arrays.at(core::Input::WQ)(3, 0), 15.0f);
    EXPECT_NE(d.session().arrays.at(core::Input::WQ)(4, 0), 16.0f);
    while (d.undoStack()->canRedo())
        d.undoStack()->redo();
    EXPECT_EQ(d.session().arrays.at(core::Input::WQ)(8, 0), 20.0f);
}

TEST(Undo, AStepLargerThanTheBoundCanStillBeUndone) {
    SessionDocument d;
    d.replace(catSession(), {});
    d.setHistoryBytes(1);
    d.beginDrag();
    setCell(d, 0, 0, 1.0f);
    setCell(d, 0, 0, 2.0f);
    d.endDrag();
    setCell(d, 1, 0, 3.0f);
    EXPECT_EQ(d.undoStack()->count(), 1);
    d.undoStack()->undo();
    EXPECT_EQ(cell(d), 2.0f);
}

/// Every field, drawn at random. Names them all: a field that is added to ViewSettings does not
/// compile until it is drawn here, and does not pass until it is saved and loaded.
ViewSettings randomView(std::mt19937 &random) {
    const auto below = [&random](int n) { return static_cast<int>(random() % unsigned(n)); };
    const auto flip = [&below] { return below(2) == 1; };
    const auto place = [&below] {
        return LockedCell{std::size_t(below(9)), std::size_t(below(9)), std::size_t(below(99)),
                          std::size_t(below(99))};
    };
    const auto maybe = [&flip](auto value) { return flip() ? std::optional(value) : std::nullopt; };
    ViewSettings v;
    auto &[tab, stage, head, batch, colourMap, scaleMode, rangeMode, fixedRange, unfold, margins,
           numbers, colourBar, locked, alsoLocked, lockedColumn, positionDimension, positionLength,
           matrix, gradient, lockedEntry, fault, headsPart, thresholds, bits, thresholdsShown, bug,
           explainLargestFirst, walkWholeHead, walkMilliseconds, saturation, theme, controlsDock,
           historyDock, explainDock, checklistDock] = v;
    const char *const tabs[] = {"stages", "saturation", "masks",   "positions",
                                "heads",  "gradients",  "matrices"};
    tab = QLatin1String(tabs[below(7)]);
    const auto table = core::stageTable();
    stage = table[std::size_t(below(int(table.size())))].stage;
    head = maybe(std::size_t(below(64)));
    batch = std::size_t(below(64));
    colourMap = maybe(static_cast<ColourMap>(below(5)));
    scaleMode = static_cast<ColourScaleMode>(below(3));
    rangeMode = static_cast<RangeMode>(below(3));
    const double lo = std::ldexp(double(random()) - 2147483648.0, below(60) - 60);
    fixedRange = {lo, lo + std::ldexp(double(random()) + 1.0, below(60) - 30)};
    unfold = flip();
    margins = flip();
    numbers = flip();
    colourBar = flip();
    locked = maybe(place());
    for (int i = below(4); i > 0; --i)
        alsoLocked.push_back(place());
    lockedColumn = maybe(std::size_t(below(4096)));
    positionDimension = below(4096);
    positionLength = 1 + below(1024);
    const char *const matrices[] = {"X_embed", "W_O", "b_Q", "mask_keep"};
    matrix = QLatin1String(matrices[below(4)]);
    gradient = static_cast<core::Gradient>(below(int(core::kGradientCount)));
    lockedEntry = maybe(LockedEntry{std::size_t(below(4096)), std::size_t(below(4096))});
    auto &[faultKind, stopAt, scoreFactor, lossFactor] = fault;
    faultKind = static_cast<core::GradientFault>(below(core::kGradientFaults));
    stopAt = static_cast<core::Gradient>(below(int(core::kGradientCount)));
    scoreFactor = std::ldexp(double(random()) + 1.0, below(60) - 60);
    lossFactor = std::ldexp(double(random()) + 1.0, below(60) - 90);
    headsPart = static_cast<HeadsPart>(below(kHeadsParts));
    auto &[focused, uniform, healthyMean, diagonal, positionLeak, positionWatch, redundantCosine,
           distinctKl, clumping, deadShare, silentGradient] = thresholds;
    for (double *limit :
         {&focused, &uniform, &healthyMean, &diagonal, &positionLeak, &positionWatch,
          &redundantCosine, &distinctKl, &clumping, &deadShare, &silentGradient})
        *limit = std::ldexp(double(random()), -32 - below(20));
    bits = flip();
    thresholdsShown = flip();
    for (core::Scaling &scaling : saturation)
        scaling = {static_cast<core::ScalingMode>(below(8)), std::ldexp(double(random()), -20)};
    theme = static_cast<ThemeChoice>(below(3));
    controlsDock = maybe(flip());
    historyDock = maybe(flip());
    explainDock = maybe(flip());
    explainLargestFirst = flip();
    walkWholeHead = flip();
    walkMilliseconds = 50 + below(9951);
    checklistDock = maybe(flip());
    bug = static_cast<core::AttentionFault>(below(int(core::kAttentionFaultCount)));
    return v;
}

TEST(Undo, EveryVisualSettingSurvivesJsonAndASave) {
    QTemporaryDir folder;
    std::mt19937 random(20240607);
    for (int i = 0; i < 400; ++i) {
        const ViewSettings v = randomView(random);
        EXPECT_EQ(viewSettingsFromJson(toJsonText(v)), v) << toJsonText(v).toStdString();
        if (i % 20)
            continue;
        SessionDocument d, again;
        core::Session s = catSession();
        s.viewJson = toJsonText(v).toStdString();
        d.replace(s, {});
        EXPECT_EQ(d.view(), v);
        d.save(folder.filePath(QStringLiteral("v.attn")));
        again.open(folder.filePath(QStringLiteral("v.attn")));
        EXPECT_EQ(again.view(), v) << toJsonText(v).toStdString();
    }
}

/// Edits as hands make them, drawn at random.
class RandomEdits {
public:
    RandomEdits(SessionDocument &document, unsigned seed) : m_document(document), m_random(seed) {}

    void one() {
        SessionDocument &d = m_document;
        const int n = below(9);
        if (n == 8)
            return drag();
        switch (n) {
        case 0:
        case 1:
            return edit(
                [v = randomView(m_random)](core::Session &, ViewSettings &now) { now = v; });
        case 2:
            return edit([h = 1 + below(6), w = 4 + below(20)](core::Session &s, ViewSettings &) {
                setHeads(s, h);
                setModelWidth(s, w);
            });
        case 3:
            return edit(
                [k = 1 + below(12), tied = below(3) == 0](core::Session &s, ViewSettings &) {
                    setKeyWidth(s, k);
                    setValueWidth(s, k);
                    setTied(s, tied);
                });
        case 4:
            return edit(
                [text = words()](core::Session &s, ViewSettings &) { core::setText(s, {text}); });
        case 5:
            return edit(
                [seed = below(1000), base = 10 + below(9999)](core::Session &s, ViewSettings &) {
                    s.seed = static_cast<std::uint64_t>(seed);
                    s.config.positional.base = base;
                });
        case 6:
            return edit([m = below(6), causal = below(2) == 1](core::Session &s, ViewSettings &) {
                s.config.mask.application = static_cast<core::MaskApplication>(m);
                s.config.mask.causal = causal;
            });
        default:
            return cell(d);
        }
    }

private:
    int below(int n) { return static_cast<int>(m_random() % unsigned(n)); }
    std::string words() {
        static const char *const kWords[] = {"the", "cat", "sat", "on", "mat", "猫", "🙂"};
        std::string line = kWords[below(7)];
        for (int i = below(5); i > 0; --i)
            line += std::string(" ") + kWords[below(7)];
        return line;
    }
    template <class F> void edit(F change) {
        ViewSettings view = m_document.view();
        core::Session probe = m_document.session();
        change(probe, view);
        m_document.setView(view);
        m_document.edit(QStringLiteral("random"), {}, [&](core::Session &s) {
            ViewSettings ignored;
            change(s, ignored);
        });
    }
    void cell(SessionDocument &d) {
        static constexpr float kValues[] = {0.0f, -0.0f, 1e-7f, -3.25f, 0.1f};
        static constexpr core::Input kInputs[] = {core::Input::XEmbed, core::Input::WQ,
                                                  core::Input::WK, core::Input::WV,
                                                  core::Input::WO};
        const core::Input input = kInputs[below(5)];
        const unsigned at = m_random();
        const float value = kValues[below(5)];
        d.edit(QStringLiteral("cell"), {}, [=](core::Session &s) {
            const core::Problem p = core::makeProblem(s);
            core::Tensor t = input == core::Input::XEmbed ? p.xEmbed
                             : input == core::Input::WQ   ? p.wQ
                             : input == core::Input::WK   ? p.wK
                             : input == core::Input::WV   ? p.wV
                                                          : p.wO;
            if (!t.present())
                return;
            t.mutableData()[at % t.size()] = value;
            core::setArray(s, input, std::move(t));
        });
    }
    void drag() {
        m_document.beginDrag();
        for (int i = 0; i < 3; ++i)
            m_document.edit(QStringLiteral("drag"), QStringLiteral("p"),
                            [p = 0.1 * below(9)](core::Session &s) {
                                s.config.dropout.attention = p;
                                s.config.dropout.seed = 7;
                            });
        m_document.endDrag();
    }

    SessionDocument &m_document;
    std::mt19937 m_random;
};

TEST(Undo, ThousandsOfEditsGoBackToTheStartAndForthToTheEndBitForBit) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("fresh.attn"));
    for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
        SessionDocument d;
        d.replace(catSession(), {});
        const core::Session start = d.session();
        const ViewSettings startView = d.view();
        RandomEdits edits(d, seed);
        for (int step = 1; step <= 400; ++step) {
            edits.one();
            if (step % 20 && step > 5)
                continue;
            // The picture equals that of the session saved and opened elsewhere.
            core::writeSession(toPath(file), d.snapshot());
            expectSameTrace(*computed(d.session()), *computed(core::readSession(toPath(file))),
                            step);
            if (HasFatalFailure())
                return;
        }
        const core::Session end = d.session();
        const ViewSettings endView = d.view();
        ASSERT_LT(d.undoStack()->count(), 500);
        ASSERT_GT(d.undoStack()->count(), 200);
        std::mt19937 random(seed);
        for (int i = 0; i < 300; ++i) // to and fro first
            random() % 2 ? d.undoStack()->undo() : d.undoStack()->redo();
        d.undoStack()->setIndex(0);
        EXPECT_TRUE(sameInputs(d.session(), start));
        EXPECT_TRUE(sameProblem(d.session(), start));
        EXPECT_TRUE(samePicture(d.view(), startView));
        EXPECT_FALSE(d.modified());
        d.undoStack()->setIndex(d.undoStack()->count());
        EXPECT_TRUE(sameInputs(d.session(), end));
        EXPECT_TRUE(sameProblem(d.session(), end));
        EXPECT_TRUE(samePicture(d.view(), endView));
        EXPECT_TRUE(d.modified());
    }
}

} // namespace
} // namespace attnscope::ui
