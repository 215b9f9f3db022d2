// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/given_weights.h"
#include "core/import_plan.h"
#include "core/io/array_export.h"
#include "core/io/npz.h"
#include "core/io/session_file.h"
#include "core/reference_engine.h"
#include "core/weight_names.h"
#include "tests/support/near.h"
#include "tests/support/process.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnscope::core {
namespace {

using test::near;
using test::TemporaryFolder;
using Arrays = std::vector<std::pair<std::string, Tensor>>;

std::string torchData(const std::string &name) {
    return std::string(ATTNSCOPE_TESTS_DIR) + "/data/torch/" + name;
}

/// A file made for one test, and its mapping.
struct Brought {
    explicit Brought(const Arrays &arrays, Session into = bare(), bool sizes = false)
        : source((writeNpz(folder / "made.npz", arrays), folder / "made.npz")),
          session(std::move(into)), plan(planImport(source, session, sizes)) {}

    /// A session without text and positions, as the command line begins.
    static Session bare() {
        Session s;
        s.config.positional.kind = PositionalKind::None;
        s.config.heads = 1;
        s.config.dK = s.config.dV = s.config.dModel;
        return s;
    }
    ImportRow &row(const std::string &name) {
        for (ImportRow &r : plan.rows)
            if (r.entry.name == name)
                return r;
        ADD_FAILURE() << "no row " << name;
        return plan.rows.front();
    }
    std::size_t at(const std::string &name) const { return *source.find(name); }
    std::vector<std::string> apply() { return applyImport(session, plan, source); }
    Trace trace() const { return traceOf(session); }
    static Trace traceOf(const Session &s) {
        ReferenceEngine engine;
        return *engine.run(std::make_shared<const Problem>(makeProblem(s)), {});
    }

    TemporaryFolder folder;
    ArraySource source;
    Session session;
    ImportPlan plan;
};

template <class F> std::string refusal(F f) {
    try {
        f();
    } catch (const InputError &e) {
        return e.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

Tensor eye(std::size_t n) {
    Tensor t({n, n}, 0.0F);
    for (std::size_t i = 0; i < n; ++i)
        t.mutableData()[i * n + i] = 1.0F;
    return t;
}

std::vector<double> expectedOf(const std::string &name) {
    const DoubleTensor t = npyValues<double>(readNpy(torchData(name)));
    return {t.values().begin(), t.values().end()};
}

TEST(Import, QueriesNeedTheirAxes) {
    // A single number, and one row, called queries.
    for (const Shape &shape : {Shape{}, Shape{4}, Shape{2, 1, 2, 2, 2}}) {
        Brought b({{"q", Tensor(shape, 1.0F)}});
        retarget(b.plan, b.source, b.at("q"), ImportTarget::QueryHeads);
        answer(b.plan, b.at("q"), HeadAxes::HeadsFirst);
        setHeads(b.plan, 2);
        const std::string why = refusal([&] { b.apply(); });
        EXPECT_TRUE(contains(why, "[batch, heads, length, width]")) << why;
    }
}

TEST(Import, AnIdentityIsNoWiderThanItsFileJustifies) {
    // 160 KB of one long row; the identity for it would take 6 GiB.
    Brought b({{"q", Tensor({1, 1, 40000}, 1.0F)}});
    retarget(b.plan, b.source, b.at("q"), ImportTarget::QueryHeads);
    setHeads(b.plan, 1);
    const std::string why = refusal([&] { b.apply(); });
    EXPECT_TRUE(contains(why, "40000")) << why;
}

TEST(Import, QuestionsAndNotesAreOneLineWhateverTheNames) {
    Brought unknown({{"some\tthing\n", Tensor({2, 3}, 1.0F)}});
    const auto questions = openQuestions(unknown.plan);
    ASSERT_EQ(questions.size(), 1U);
    EXPECT_EQ(questions[0].find_first_of("\t\n"), std::string::npos) << questions[0];
    try {
        answerInWords(unknown.plan, unknown.source, "a\nb", "no\nsuch");
        ADD_FAILURE() << "nothing was refused";
    } catch (const UsageError &e) {
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    }
}

TEST(Import, WGT01_ASquareMatrixIsAlwaysAsked) {
    const Arrays arrays = {{"x", Tensor({1, 1, 2}, {1, 1})}, {"w_q", Tensor({2, 2}, {1, 2, 3, 4})}};
    for (const bool pytorch : {true, false}) {
        Brought b(arrays);
        setHeads(b.plan, 1);
        EXPECT_EQ(b.row("w_q").target, ImportTarget::WQ);
        EXPECT_EQ(b.row("w_q").question, ImportQuestion::Orientation);
        ASSERT_EQ(openQuestions(b.plan).size(), 1U);
        EXPECT_TRUE(contains(openQuestions(b.plan)[0], "w_q=out,in"));
        EXPECT_TRUE(contains(refusal([&] { b.apply(); }), "square"));
        answer(b.plan, b.at("w_q"), pytorch ? Orientation::OutIn : Orientation::InOut);
        b.apply();
        EXPECT_TRUE(near(b.trace()[Stage::Q],
                         pytorch ? std::vector<double>{3, 7} : std::vector<double>{4, 6}));
        const ArrayOrigin origin{"made.npz", "w_q", pytorch ? "out,in" : "in,out"};
        EXPECT_EQ(b.session.origin.at(Input::WQ), origin);
        // Kept in the session file; resetting the array forgets it.
        writeSession(b.folder / "s.attn", b.session);
        Session back = readSession(b.folder / "s.attn");
        EXPECT_EQ(back.origin.at(Input::WQ), origin);
        setArray(back, Input::WQ, Tensor({2, 2}, 9.0F)); // an edit keeps it
        EXPECT_EQ(back.origin.at(Input::WQ), origin);
        setArray(back, Input::WQ, {});
        EXPECT_EQ(back.origin.count(Input::WQ), 0U);
        back.origin[Input::WQ] = origin; // left behind by somebody: what is drawn has none
        setArray(back, Input::WQ, Tensor({2, 2}, 9.0F));
        EXPECT_EQ(back.origin.count(Input::WQ), 0U);
    }
}

TEST(Import, WGT01_OwnAndPyTorchNamesTellHowTheyLie) {
    Brought own({{"W_Q", Tensor({2, 2}, {1, 2, 3, 4})}});
    EXPECT_FALSE(own.row("W_Q").open());
    EXPECT_EQ(own.row("W_Q").orientation, Orientation::InOut);
    Brought torch({{"q_proj.weight", Tensor({2, 2}, {1, 2, 3, 4})}});
    EXPECT_FALSE(torch.row("q_proj.weight").open());
    EXPECT_EQ(torch.row("q_proj.weight").orientation, Orientation::OutIn);
}

TEST(Import, WGT02_OnlyTheTransposedReadingFits) {
    // d_model 4, inner width 6, a file of shape (6, 4), "[in,out]" chosen.
    Session s = Brought::bare();
    s.config.dModel = 4;
    s.config.heads = 2;
    s.config.dK = s.config.dV = 3;
    setText(s, {"a b"});
    std::vector<float> numbers(24);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i);
    const Tensor w({6, 4}, std::span<const float>(numbers));
    Brought b({{"W_q", w}}, s, true);
    // What is found out is said, not done in silence.
    EXPECT_EQ(b.row("W_q").orientation, Orientation::OutIn);
    EXPECT_TRUE(contains(b.row("W_q").note, "only way to fit a width of 4")) << b.row("W_q").note;
    answer(b.plan, b.at("W_q"), Orientation::InOut);
    const std::string why = refusal([&] { b.apply(); });
    EXPECT_TRUE(contains(why, "[6, 4]")) << why;
    EXPECT_TRUE(contains(why, "read as [out,in] (PyTorch) it would fit")) << why;
    EXPECT_EQ(b.session.arrays.size(), 0U); // all or nothing
    answer(b.plan, b.at("W_q"), Orientation::OutIn);
    b.apply();
    EXPECT_EQ(b.session.config.dModel, 4);
    EXPECT_EQ(b.session.config.dK, 3);
    EXPECT_EQ(b.session.arrays.at(Input::WQ).shape(), (Shape{4, 6}));
    EXPECT_EQ(b.session.arrays.at(Input::WQ)(1, 2), 9.0F); // row 2, column 1 of the file
    // A name that says [in,out] is asked again when only the other reading fits.
    Brought own({{"W_Q", w}}, s, true);
    EXPECT_TRUE(own.row("W_Q").open());
    EXPECT_TRUE(contains(own.row("W_Q").note, "transposed it does"));
}

TEST(Import, POL02_AMaskOfZerosAndOnesIsAsked) {
    const Arrays arrays = {{"X_embed", Tensor({1, 3, 2}, 0.0F)}, // all scores are 0
                           {"mask", Tensor({3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1})}};
    Brought keep(arrays);
    EXPECT_EQ(keep.row("mask").question, ImportQuestion::MaskMeaning);
    EXPECT_TRUE(contains(refusal([&] { keep.apply(); }), "mask=visible"));
    answer(keep.plan, keep.at("mask"), MaskMeaning::OneVisible);
    keep.apply();
    EXPECT_TRUE(near(keep.trace()[Stage::Weights], {1, 0, 0, .5, .5, 0, 1. / 3, 1. / 3, 1. / 3}));

    Brought added(arrays);
    answer(added.plan, added.at("mask"), MaskMeaning::Added);
    added.apply();
    EXPECT_EQ(added.session.config.mask.application, MaskApplication::AddBoolean);
    EXPECT_TRUE(near(added.trace()[Stage::Weights],
                     {.576117, .211942, .211942, .422319, .422319, .155362, 1. / 3, 1. / 3, 1. / 3},
                     1e-6));

    Brought hidden(arrays);
    answer(hidden.plan, hidden.at("mask"), MaskMeaning::OneHidden);
    hidden.apply();
    EXPECT_TRUE(near(hidden.trace()[Stage::Weights], {0, .5, .5, 0, 0, 1, 0, 0, 0}));
}

TEST(Import, POL02_AdditiveMasksAreUnderstood) {
    const float inf = std::numeric_limits<float>::infinity();
    for (const float hiding : {-inf, -1e9F, -3.4e38F}) {
        Brought b({{"X_embed", Tensor({1, 2, 2}, 0.0F)},
                   {"attn_mask", Tensor({2, 2}, {0, hiding, 0, 0})}});
        EXPECT_FALSE(b.row("attn_mask").open());
        b.apply();
        EXPECT_TRUE(near(b.trace()[Stage::Weights], {1, 0, .5, .5}));
    }
    const std::string why = refusal([] {
        (void)maskFromNumbers(Tensor({2, 2}, {0, -1e9F, -3.5F, 0}), MaskMeaning::OneVisible, "m");
    });
    EXPECT_TRUE(contains(why, "m holds -3.5 at [1, 0]")) << why;
}

TEST(Import, POL06_EveryTypeOfMaskHidesAlike) {
    TemporaryFolder folder;
    const std::string bits(std::string_view("\1\1\0\1\1\0\1\1\0", 9));
    for (const auto &[descr, size] :
         {std::pair{"|b1", 1}, {"|i1", 1}, {"|u1", 1}, {"<i8", 8}, {"<f4", 4}}) {
        std::string data;
        for (const char c : bits) {
            std::string one(static_cast<std::size_t>(size), '\0');
            if (std::string_view(descr) == "<f4")
                one = c ? std::string("\0\0\x80\x3F", 4) : one;
            else
                one[0] = c;
            data += one;
        }
        test::writeFile(folder / "mask.npy", npyHeaderBytes(descr, {3, 3}) + data);
        const ArraySource source(folder / "mask.npy");
        Session s = Brought::bare();
        setText(s, {"a b c"});
        ImportPlan plan = planImport(source, s, true);
        answer(plan, 0, MaskMeaning::OneVisible);
        applyImport(s, plan, source);
        const Trace t = Brought::traceOf(s);
        const Tensor &w = t[Stage::Weights];
        for (std::size_t r = 0; r < w.size() / 3; ++r) {
            EXPECT_EQ(w.data()[3 * r + 2], 0.0F) << descr;
            EXPECT_NEAR(w.data()[3 * r] + w.data()[3 * r + 1], 1.0F, 1e-6F) << descr;
        }
    }
}

TEST(Import, HED03_WhichAxisAreTheHeads) {
    std::vector<float> numbers{0, 1, 2, 3, 4, 5, 6, 7};
    const Arrays arrays = {{"Q", Tensor({2, 2, 2}, std::span<const float>(numbers))}};
    for (const bool rowsFirst : {true, false}) {
        Brought b(arrays);
        EXPECT_EQ(b.row("Q").question, ImportQuestion::HeadAxes);
        answer(b.plan, b.at("Q"), rowsFirst ? HeadAxes::RowsFirst : HeadAxes::HeadsFirst);
        EXPECT_EQ(b.plan.heads, 2);
        b.apply();
        const Trace t = b.trace();
        ASSERT_EQ(t[Stage::Q].shape(), (Shape{1, 2, 2, 2}));
        EXPECT_TRUE(near(t[Stage::Q], rowsFirst ? std::vector<double>{0, 1, 4, 5, 2, 3, 6, 7}
                                                : std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
    }
    // Sizes that differ tell; a number of heads that is not there is refused.
    Brought told({{"Q", Tensor({1, 3, 2, 4}, 0.5F)}});
    setHeads(told.plan, 3);
    EXPECT_FALSE(told.row("Q").open());
    EXPECT_EQ(told.row("Q").headAxes, HeadAxes::HeadsFirst);
    Brought wrong({{"Q", Tensor({1, 3, 2, 4}, 0.5F)}});
    setHeads(wrong.plan, 5);
    answer(wrong.plan, 0, HeadAxes::HeadsFirst);
    EXPECT_TRUE(contains(refusal([&] { wrong.apply(); }), "has 3 heads"));
}

TEST(Import, FinishedQueriesKeysAndValues) {
    // HED-05: heads of width 2 side by side; K and V of another length and width.
    std::vector<float> q(24), k(30), v(20);
    for (std::size_t i = 0; i < q.size(); ++i)
        q[i] = static_cast<float>(i) * 0.1F;
    for (std::size_t i = 0; i < k.size(); ++i)
        k[i] = std::sin(static_cast<float>(i));
    for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = std::cos(static_cast<float>(i));
    Brought b({{"q", Tensor({4, 6}, std::span<const float>(q))},
               {"k", Tensor({5, 6}, std::span<const float>(k))},
               {"v", Tensor({5, 4}, std::span<const float>(std::vector<float>(20, 0.5F)))}});
    EXPECT_TRUE(contains(openQuestions(b.plan).at(0), "heads"));
    setHeads(b.plan, 2);
    b.apply();
    const Trace t = b.trace();
    EXPECT_EQ(t[Stage::V].shape(), (Shape{1, 2, 5, 2}));
    // Head 1 of Q is columns 3 to 5.
    EXPECT_TRUE(near(t[Stage::Q].values().subspan(12, 3), {.3, .4, .5}, 1e-6));
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t j = 0; j < 5; ++j)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_EQ(t[Stage::K](0, h, j, c), k[j * 6 + h * 3 + c]);
    EXPECT_TRUE(near(t[Stage::Context].values(), std::vector<double>(16, .5), 1e-6));
}

TEST(Import, DIM01_KeysAndValuesOfOtherWidths) {
    Brought b({{"X_embed", Tensor({1, 2, 4}, {1, 0, 0, 1, 0, 1, 1, 0})},
               {"X_key", Tensor({1, 3, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 0})},
               {"X_value", Tensor({1, 3, 2}, {1, 0, 0, 1, 2, -1})},
               {"W_Q", eye(4)},
               {"W_K", Tensor({3, 4}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1})},
               {"W_V", Tensor({2, 4}, {1, 0, 1, 0, 0, 1, 0, 1})},
               {"W_O", eye(4)}});
    setHeads(b.plan, 2);
    const auto notes = b.apply();
    ASSERT_FALSE(notes.empty());
    EXPECT_TRUE(contains(notes[0], "side by side in X_memory")) << notes[0];
    EXPECT_EQ(b.session.arrays.at(Input::XMemory).shape(), (Shape{1, 3, 5}));
    const Trace t = b.trace();
    EXPECT_TRUE(near(t[Stage::Weights],
                     {.401112, .197776, .401112, .197776, .401112, .401112, .503490, .248255,
                      .248255, .503490, .248255, .248255},
                     1e-6));
    EXPECT_TRUE(near(t[Stage::Output], {1.203336, -.203336, 1, 0, 1, 0, 1, 0}, 1e-6));
    // DIM-04: the same through the session file.
    writeSession(b.folder / "s.attn", b.session);
    EXPECT_TRUE(near(Brought::traceOf(readSession(b.folder / "s.attn"))[Stage::Output],
                     {1.203336, -.203336, 1, 0, 1, 0, 1, 0}, 1e-6));
}

TEST(Import, SizesThatDisagreeAreNamed) {
    const Tensor x({1, 2, 4}, 0.5F);
    const auto why = [](const Arrays &arrays, int heads) {
        Brought b(arrays);
        setHeads(b.plan, heads);
        const Session before = b.session;
        std::string text = refusal([&] { b.apply(); });
        EXPECT_EQ(b.session.arrays.size(), before.arrays.size());
        EXPECT_EQ(b.session.config, before.config);
        return text;
    };
    EXPECT_TRUE(contains(why({{"W_Q", Tensor({4, 6}, 1.0F)}}, 4), "6 is not divisible by 4"));
    const std::string wide = why({{"X_embed", x}, {"W_O", Tensor({6, 5}, 1.0F)}}, 2);
    EXPECT_TRUE(contains(wide, "W_O is [6, 5], but d_model=4 of X_embed")) << wide;
    EXPECT_TRUE(contains(why({{"X_embed", x}, {"W_Q", eye(4)}, {"W_K", Tensor({4, 6}, 1.0F)}}, 2),
                         "W_K has 6 columns"));
    EXPECT_TRUE(contains(why({{"in_proj_weight", Tensor({8, 4}, 1.0F)}}, 2), "multiple of 3"));
    EXPECT_TRUE(contains(why({{"X_embed", x}, {"k_proj_weight", Tensor({4, 3}, 1.0F)}}, 2),
                         "no memory of that width"));
    EXPECT_TRUE(contains(why({{"W_Q", eye(4)}, {"q_proj.weight", eye(4)}}, 2),
                         "both W_Q and q_proj.weight become W_Q"));
    EXPECT_TRUE(contains(why({{"X_embed", x}, {"mask_keep", Tensor({3, 2}, 1.0F)}}, 2),
                         "mask_keep has the shape [3, 2]"));
    EXPECT_TRUE(contains(why({{"weights", Tensor({2, 2}, 0.5F)}}, 1), "finished attention maps"));
    EXPECT_TRUE(contains(why({{"stuff", x}}, 1), "stuff=W_Q"));
}

TEST(Import, ImportsIntoASessionKeepWhatTheyDoNotBring) {
    Session s = Brought::bare();
    setText(s, {"one two three"});
    setArray(s, Input::BQ, Tensor({32}, 1.0F));
    setArray(s, Input::BO, Tensor({32}, 2.0F));
    Brought b({{"W_Q", Tensor({32, 32}, 0.25F)}}, s, true);
    b.apply();
    EXPECT_EQ(b.session.tokens, s.tokens);
    EXPECT_EQ(b.session.config, s.config);
    EXPECT_EQ(b.session.arrays.count(Input::BQ), 0U); // the file brings W_Q without a bias
    EXPECT_EQ(b.session.arrays.count(Input::BO), 1U);
    // Inputs of another length: the words fit no more.
    Brought x({{"X_embed", Tensor({1, 5, 32}, 0.5F)}}, s, true);
    const auto notes = x.apply();
    EXPECT_TRUE(x.session.tokens.empty());
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(contains(notes[0], "words were left out")) << notes[0];
    EXPECT_EQ(queryLabels(x.session, makeProblem(x.session), 0)[4], "4");
}

TEST(Import, CSV06_TablesWithLabelsAndNumbersThatAreNotFinite) {
    TemporaryFolder folder;
    test::writeFile(folder / "X_embed.csv", "word;a;b\nThe;0,5;1\ncat;nan;-inf\n");
    const ArraySource source(folder / "X_embed.csv");
    ASSERT_TRUE(source.table());
    // What a preview warns about, by cell.
    EXPECT_EQ(source.table()->nonFinite, (std::vector<TableCell>{{1, 0}, {1, 1}}));
    Session s = Brought::bare();
    setText(s, {"other words than these"});
    applyImport(s, planImport(source, s, true), source);
    EXPECT_EQ(s.tokens, (std::vector<std::vector<std::string>>{{"The", "cat"}}));
    EXPECT_EQ(s.text, std::vector<std::string>{"The cat"});
    EXPECT_EQ(s.config.dModel, 2);
    EXPECT_EQ(s.arrays.at(Input::XEmbed)(0, 0, 0), 0.5F);
    EXPECT_TRUE(std::isnan(s.arrays.at(Input::XEmbed)(0, 1, 0)));
    // A mask takes -inf.
    test::writeFile(folder / "mask.csv", "0,-inf\n0,0\n");
    const ArraySource mask(folder / "mask.csv");
    applyImport(s, planImport(mask, s, true), mask);
    EXPECT_EQ(s.maskKeep(0, 1), 0);
    EXPECT_EQ(s.maskKeep(1, 1), 1);
}

TEST(Import, AnswersInWords) {
    Brought b({{"a", Tensor({1, 2, 4}, 0.5F)}, {"wq", eye(4)}, {"wk", eye(4)}, {"m", eye(2)}});
    answerInWords(b.plan, b.source, "a", "X_embed");
    answerInWords(b.plan, b.source, "all", "pytorch");
    answerInWords(b.plan, b.source, "m", "mask_keep");
    answerInWords(b.plan, b.source, "m", "hidden");
    EXPECT_EQ(b.row("a").target, ImportTarget::XEmbed);
    EXPECT_EQ(b.row("wq").orientation, Orientation::OutIn);
    EXPECT_FALSE(b.row("wk").open());
    EXPECT_EQ(b.row("m").mask, MaskMeaning::OneHidden);
    answerInWords(b.plan, b.source, "W_Q", "in,out"); // by what it becomes
    EXPECT_EQ(b.row("wq").orientation, Orientation::InOut);
    answerInWords(b.plan, b.source, "wk", "nothing");
    EXPECT_EQ(b.row("wk").target, ImportTarget::Nothing);
    EXPECT_THROW(answerInWords(b.plan, b.source, "wq", "sideways"), UsageError);
    EXPECT_TRUE(contains(refusal([&] { answerInWords(b.plan, b.source, "wp", "in,out"); }),
                         "did you mean 'wq'"));
    EXPECT_TRUE(contains(refusal([&] { answerInWords(b.plan, b.source, "layer", "h.9"); }), "h.9"));
}

struct TorchCase {
    const char *name;
    int heads;
    const char *layer;
    double tolerance = 1e-5;
};

class ImportTorch : public ::testing::TestWithParam<TorchCase> {};

TEST_P(ImportTorch, ComputesWhatTorchDoes) {
    const TorchCase &c = GetParam();
    const ArraySource source(torchData(std::string(c.name) + ".safetensors"));
    Session s = Brought::bare();
    ImportPlan plan = planImport(source, s, false);
    setHeads(plan, c.heads);
    if (*c.layer) {
        EXPECT_TRUE(contains(openQuestions(plan).at(0), c.layer));
        chooseLayer(plan, c.layer);
    }
    EXPECT_EQ(openQuestions(plan), std::vector<std::string>{});
    applyImport(s, plan, source);
    const Trace t = Brought::traceOf(s);
    EXPECT_TRUE(
        near(t[Stage::Output], expectedOf(std::string(c.name) + ".output.npy"), c.tolerance));
    EXPECT_TRUE(near(t[Stage::Weights], expectedOf(std::string(c.name) + ".weights.npy"), 1e-5));
}
INSTANTIATE_TEST_SUITE_P(
    Files, ImportTorch,
    ::testing::Values(TorchCase{"self", 2, ""}, TorchCase{"self_no_bias", 2, ""},
                      TorchCase{"cross", 2, ""}, TorchCase{"cross_memory_width", 2, ""},
                      TorchCase{"kdim_vdim", 2, ""}, TorchCase{"gpt2", 2, "h.1.attn"},
                      TorchCase{"llama", 4, ""}, TorchCase{"bert", 4, ""}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(WeightNames, NamesOfManyModels) {
    struct Case {
        const char *name, *layer;
        WeightPart part;
        bool bias;
        NamedLayout layout;
    };
    using P = WeightPart;
    using N = NamedLayout;
    const Case cases[] = {
        {"in_proj_weight", "", P::Packed, false, N::OutIn},
        {"encoder.layers.3.self_attn.in_proj_bias", "encoder.layers.3.self_attn", P::Packed, true,
         N::OutIn},
        {"decoder.multihead_attn.out_proj.weight", "decoder.multihead_attn", P::Output, false,
         N::OutIn},
        {"k_proj_weight", "", P::Key, false, N::OutIn},
        {"bias_k", "", P::Extra, true, N::OutIn},
        {"h.3.attn.c_attn.weight", "h.3.attn", P::Packed, false, N::Conv1D},
        {"transformer.h.3.attn.c_proj.bias", "transformer.h.3.attn", P::Output, true, N::Conv1D},
        {"model.layers.0.self_attn.v_proj.weight", "model.layers.0.self_attn", P::Value, false,
         N::OutIn},
        {"bert.encoder.layer.1.attention.self.query.weight", "bert.encoder.layer.1.attention",
         P::Query, false, N::OutIn},
        {"bert.encoder.layer.1.attention.output.dense.bias", "bert.encoder.layer.1.attention",
         P::Output, true, N::OutIn},
        {"vit.encoder.layer.0.attention.attention.key.bias", "vit.encoder.layer.0.attention",
         P::Key, true, N::OutIn},
        {"blocks.0.attn.qkv.weight", "blocks.0.attn", P::Packed, false, N::OutIn},
        {"blocks.0.attn.W_Q", "blocks.0.attn", P::Query, false, N::InOut},
        {"encoder/layer_0/attention/self/value/kernel:0", "encoder.layer_0.attention", P::Value,
         false, N::InOut},
        {"down.attn1.to_out.0.weight", "down.attn1", P::Output, false, N::OutIn},
        {"Wq", "", P::Query, false, N::Unknown},
        {"attn.w_key", "attn", P::Key, false, N::Unknown},
    };
    for (const Case &c : cases) {
        const auto w = recogniseWeight(c.name);
        ASSERT_TRUE(w) << c.name;
        EXPECT_EQ(w->layer, c.layer) << c.name;
        EXPECT_EQ(w->part, c.part) << c.name;
        EXPECT_EQ(w->bias, c.bias) << c.name;
        EXPECT_EQ(w->layout, c.layout) << c.name;
    }
    for (const char *name :
         {"", ".", "embeddings.word.weight", "encoder.layer.0.output.dense.weight", "ln_1.weight",
          "weight", "attention.dense.weight", "query"})
        EXPECT_FALSE(recogniseWeight(name)) << name;
}

TEST(ImportLayers, FeedForwardPartsAreNoLayers) {
    Brought b({{"h.0.attn.c_attn.weight", Tensor({4, 12}, 0.5F)},
               {"h.0.attn.c_proj.weight", eye(4)},
               {"h.0.mlp.c_proj.weight", Tensor({16, 4}, 0.5F)}});
    EXPECT_EQ(b.plan.layers, std::vector<std::string>{"h.0.attn"});
    EXPECT_EQ(b.plan.family, "GPT-2");
    EXPECT_EQ(b.row("h.0.mlp.c_proj.weight").target, ImportTarget::Nothing);
    EXPECT_EQ(b.row("h.0.attn.c_proj.weight").orientation, Orientation::InOut);
    EXPECT_FALSE(b.row("h.0.attn.c_proj.weight").open());
    // The same names where they are linear layers: [3D, D] tells.
    Brought linear(
        {{"h.0.attn.c_attn.weight", Tensor({12, 4}, 0.5F)}, {"h.0.attn.c_proj.weight", eye(4)}});
    EXPECT_EQ(linear.row("h.0.attn.c_proj.weight").orientation, Orientation::OutIn);
    // c_proj alone does not.
    Brought alone({{"h.0.attn.c_proj.weight", eye(4)}});
    EXPECT_TRUE(alone.row("h.0.attn.c_proj.weight").open());
}

TEST(ArraySource, KindsAreToldByContent) {
    TemporaryFolder folder;
    const std::string fixtures = std::string(ATTNSCOPE_TESTS_DIR) + "/data/fixtures/";
    using Kind = ArraySource::Kind;
    const std::tuple<const char *, const char *, Kind> files[] = {
        {"fortran.npy", "a.csv", Kind::Npy},
        {"comp.npz", "b.npy", Kind::Npz},
        {"meta.safetensors", "c.bin", Kind::Safetensors},
        {"semi.csv", "d.txt", Kind::Delimited}};
    for (const auto &[from, to, kind] : files) {
        std::filesystem::copy_file(fixtures + from, folder / to);
        const ArraySource source(folder / to);
        EXPECT_EQ(source.kind(), kind) << from;
        EXPECT_FALSE(source.entries().empty());
        EXPECT_EQ(source.load(0).shape(), source.entries()[0].shape);
    }
    EXPECT_EQ(ArraySource(fixtures + "comp.npz").find("W q"), 2U);
    EXPECT_EQ(ArraySource(fixtures + "half.npy").entries()[0].type, "float16");
    EXPECT_EQ(ArraySource(fixtures + "half.npy").entries()[0].name, "half");
    test::writeFile(folder / "s.json", "{\"format\": \"attnscope\"}");
    test::writeFile(folder / "m.pt", std::string("\x80\x02.", 3));
    test::writeFile(folder / "empty.csv", "");
    for (const char *name : {"s.json", "m.pt", "empty.csv", "missing.npy"})
        EXPECT_THROW(ArraySource(folder / name), FileError) << name;
    core::writeZip(folder / "model.pt", {{"model/data.pkl", "pickle", nullptr, 0}});
    try {
        const ArraySource source(folder / "model.pt");
        ADD_FAILURE() << "a pickle was opened";
    } catch (const FileError &e) {
        EXPECT_TRUE(contains(e.what(), "save_file")) << e.what();
    }
}

TEST(ArraySource, SummaryForAPreview) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                inf = std::numeric_limits<float>::infinity();
    const ArraySummary s = summarise(Tensor({2, 4}, {0, nan, 3.2F, inf, -inf, 1.6F, 3.2F, 0}));
    EXPECT_EQ(s.count, 8U);
    EXPECT_EQ(s.nan, 1U);
    EXPECT_EQ(s.positiveInf, 1U);
    EXPECT_EQ(s.negativeInf, 1U);
    EXPECT_EQ(s.firstNonFinite, 1U);
    EXPECT_DOUBLE_EQ(s.min, 0.0);
    EXPECT_FLOAT_EQ(static_cast<float>(s.max), 3.2F);
    EXPECT_FLOAT_EQ(static_cast<float>(s.mean), 1.6F);
    EXPECT_EQ(s.histogram[0], 2U);
    EXPECT_EQ(s.histogram[16], 1U);
    EXPECT_EQ(s.histogram[31], 2U);
    EXPECT_FALSE(s.zerosAndOnes);
    EXPECT_TRUE(summarise(Tensor({2}, {0, 1})).zerosAndOnes);
    EXPECT_EQ(summarise(Tensor({3}, 7.0F)).histogram[0], 3U);
    EXPECT_EQ(summarise(Tensor({1}, nan)).min, 0.0);
}

TEST(GivenWeights, MapsAloneMakeATrace) {
    const TracePtr t = traceFromWeights(Tensor({2, 3, 4}, 0.25F));
    EXPECT_EQ((*t)[Stage::Weights].shape(), (Shape{1, 2, 3, 4}));
    EXPECT_EQ(t->problem->heads(), 2U);
    EXPECT_EQ(t->problem->queries(), 3U);
    EXPECT_EQ(t->problem->keys(), 4U);
    EXPECT_FALSE(t->has(Stage::Scores));
    EXPECT_TRUE(carriesSizesOnly(*t->problem));
    EXPECT_FALSE(carriesSizesOnly(
        makeProblem(readSession(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle/T1.npz"))));
    EXPECT_TRUE(t->keep.allVisible());
    EXPECT_TRUE(t->emptyRows.empty());
    const Session s = sessionForWeights(*t);
    EXPECT_EQ(keyLabels(s, *t->problem, 0), (std::vector<std::string>{"0", "1", "2", "3"}));
    EXPECT_FALSE(traceFromWeights(Tensor({4, 4}, 0.25F))->problem->cross());
    EXPECT_TRUE(contains(refusal([] { (void)traceFromWeights(Tensor({4}, 0.25F)); }), "[4]"));
    EXPECT_THROW((void)traceFromWeights(Tensor({2, 1, 1, 2, 2}, 0.25F)), InputError);
}

TEST(GivenWeights, WhatIsUnusualIsSaid) {
    EXPECT_TRUE(weightNotes(Tensor({2, 4}, 0.25F)).empty());
    const auto notes = weightNotes(
        Tensor({4, 2}, {.5F, .5F, 0, 0, 2, -1, .25F, std::numeric_limits<float>::quiet_NaN()}));
    ASSERT_EQ(notes.size(), 3U);
    EXPECT_TRUE(contains(notes[0], "1 of 8 weights are not finite"));
    EXPECT_TRUE(contains(notes[1], "2 of 8 numbers lie outside"));
    EXPECT_TRUE(contains(notes[2], "1 of 4 rows are all zero"));
    EXPECT_TRUE(contains(weightNotes(Tensor({1, 2}, 0.25F)).at(0), "do not sum to 1"));
}

} // namespace
} // namespace attnscope::core
