// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of the checklist passes on a healthy pass, and fails on one that is sick in its way.
#include "core/attention.h"
#include "core/checklist.h"
#include "core/reference_engine.h"
#include "tests/support/oracle.h"
#include "tests/support/problems.h"

#include <limits>

namespace attnscope::test {
namespace {

using namespace core;
using V = Check::Verdict;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TracePtr reference(std::shared_ptr<const Problem> p, const RunOptions &o = {}) {
    ReferenceEngine engine;
    return engine.run(std::move(p), o);
}
TracePtr passOf(const Problem &p) { return reference(shared(p)); }

/// FX2 with a second sequence, causal, ½‖output‖²: every line applies.
Problem healthy() {
    Problem p = fx2();
    p.xEmbed = Tensor({2, 6, 8});
    float *x = p.xEmbed.mutableData();
    for (int b = 0; b < 2; ++b)
        for (std::size_t r = 0; r < 6; ++r)
            for (std::size_t c = 0; c < 8; ++c)
                *x++ = static_cast<float>(fx(b == 0 ? 3 : 8, r, c));
    p.config.mask.causal = true;
    p.config.upstream = Upstream::Output;
    return p;
}

/// The lines of a pass and of what stands for the engine.
struct Lines {
    std::vector<Check> all;
    explicit Lines(const Trace &t, const PassFunction &pass = reference)
        : all(runChecklist(t, pass)) {}
    [[nodiscard]] const Check &operator[](CheckId id) const {
        return all[static_cast<std::size_t>(id)];
    }
    /// That line fails; `others` may fail too, and no other does.
    void expectFails(CheckId id, std::initializer_list<CheckId> others = {}) const {
        EXPECT_EQ((*this)[id].verdict, V::Fail) << toName(id) << ": " << (*this)[id].message;
        for (const Check &c : all)
            if (c.id != id && std::find(others.begin(), others.end(), c.id) == others.end())
                EXPECT_NE(c.verdict, V::Fail) << toName(c.id) << ": " << c.message;
    }
};

TEST(Checklist, AHealthyPassPassesAllEleven) {
    const Lines lines(*passOf(healthy()));
    ASSERT_EQ(lines.all.size(), kCheckCount);
    for (std::size_t k = 0; k < kCheckCount; ++k) {
        const Check &c = lines.all[k];
        EXPECT_EQ(c.id, static_cast<CheckId>(k));
        EXPECT_EQ(c.verdict, V::Pass) << toName(c.id) << ": " << c.message;
        EXPECT_TRUE(c.value) << toName(c.id);
        EXPECT_FALSE(c.message.empty());
    }
    EXPECT_NEAR(*lines[CheckId::ScaledBySqrtDk].value, 0.5, 1e-7);
    EXPECT_EQ(lines[CheckId::DqEqualsDk].value, 4.0);
    EXPECT_EQ(lines[CheckId::DvFitsWo].value, 8.0);
    EXPECT_EQ(lines[CheckId::HiddenWeightsExactlyZero].value, 0.0);
    EXPECT_EQ(lines[CheckId::FutureDoesNotLeak].value, 0.0);
}

TEST(Checklist, ScaledBySqrtDk) {
    Problem p = healthy(); // d_k = 4, D = 8
    const std::pair<ScalingMode, double> wrong[] = {{ScalingMode::None, 1.0},
                                                    {ScalingMode::SqrtDModel, 0.35355339},
                                                    {ScalingMode::Dk, 0.25},
                                                    {ScalingMode::TimesSqrtDk, 2.0}};
    for (const auto &[mode, scale] : wrong) {
        p.config.scaling.mode = mode;
        const Lines lines(*passOf(p));
        lines.expectFails(CheckId::ScaledBySqrtDk);
        EXPECT_NEAR(*lines[CheckId::ScaledBySqrtDk].value, scale, 1e-6);
    }
    p.config.scaling = {ScalingMode::Custom, 0.5}; // what counts is the factor, not its name
    EXPECT_EQ(Lines(*passOf(p))[CheckId::ScaledBySqrtDk].verdict, V::Pass);
}

TEST(Checklist, MaskBeforeSoftmax) {
    Problem p = healthy();
    p.config.mask.application = MaskApplication::MultiplyWeights;
    Lines(*passOf(p))
        .expectFails(
            CheckId::MaskBeforeSoftmax,
            {CheckId::RowsSumToOne, CheckId::FutureDoesNotLeak}); // the denominator saw the future
    p.config.mask.application = MaskApplication::MultiplyWeightsRenormalise;
    Lines(*passOf(p)).expectFails(CheckId::MaskBeforeSoftmax);
    // A softmax of anything else than the masked scores, whatever its rows sum to.
    Trace t = *passOf(healthy());
    float *w = t[Stage::Weights].mutableData() + 5 * 6; // the last row sees everything
    w[0] += 0.01F;
    w[5] -= 0.01F;
    const Lines lines(t);
    lines.expectFails(CheckId::MaskBeforeSoftmax);
    EXPECT_NEAR(*lines[CheckId::MaskBeforeSoftmax].value, 0.01, 1e-6);
}

TEST(Checklist, RowsSumToOne) {
    // Unmasked weights of the first query are all but one hidden: the row keeps p_00.
    Problem p = healthy();
    p.config.mask.causal = false;
    const TracePtr open = passOf(p);
    double lost = 0.0;
    for (std::size_t map = 0; map < 4; ++map)
        lost = std::max(lost, 1.0 - static_cast<double>((*open)[Stage::Weights].data()[map * 36]));
    p.config.mask.causal = true;
    p.config.mask.application = MaskApplication::MultiplyWeights;
    const Lines lines(*passOf(p));
    EXPECT_EQ(lines[CheckId::RowsSumToOne].verdict, V::Fail);
    EXPECT_NEAR(*lines[CheckId::RowsSumToOne].value, lost, 1e-6);
    // Softmax over the queries.
    Trace t = *passOf(healthy());
    const Tensor before = t[Stage::Weights];
    float *w = t[Stage::Weights].mutableData();
    for (std::size_t map = 0; map < 4; ++map)
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j)
                w[map * 36 + i * 6 + j] = before.data()[map * 36 + (5 - j) * 6 + (5 - i)];
    Lines(t).expectFails(CheckId::RowsSumToOne, {CheckId::MaskBeforeSoftmax});
}

TEST(Checklist, WidthsThatDoNotFit) {
    Trace t = *passOf(healthy());
    Problem p = *t.problem;
    p.wK = Tensor({8, 6}, 0.5F); // 2 heads of 3, where queries have 4
    t.problem = shared(p);
    EXPECT_EQ(quickChecklist(t)[3].verdict, V::Fail);
    EXPECT_EQ(quickChecklist(t)[3].value, 4.0);
    EXPECT_EQ(quickChecklist(t)[4].verdict, V::Pass);
    p = healthy();
    p.wO = Tensor({6, 8}, 0.5F);
    t.problem = shared(p);
    EXPECT_EQ(quickChecklist(t)[3].verdict, V::Pass);
    EXPECT_EQ(quickChecklist(t)[4].verdict, V::Fail);
    EXPECT_EQ(quickChecklist(t)[4].value, 8.0);
    // With shared keys and values it is W_K that has to fit.
    p = healthy();
    p.config.shareKv = true;
    p.wV = Tensor();
    EXPECT_EQ(quickChecklist(*passOf(p))[4].verdict, V::Pass);
}

TEST(Checklist, AllFinite) {
    // What the mask itself sets to −∞ is meant: 15 cells of each of the 4 maps.
    Trace t = *passOf(healthy());
    std::size_t infinite = 0;
    for (const float s : t[Stage::ScoresMasked].values())
        infinite += std::isinf(s) ? 1 : 0;
    EXPECT_EQ(infinite, 60U);
    EXPECT_EQ(quickChecklist(t)[5].value, 0.0);
    t[Stage::Context].mutableData()[3] = kNan;
    t[Stage::ScoresMasked].mutableData()[0] = -kInf; // seen by everyone: not the mask's
    t[Gradient::WO].mutableData()[1] = kInf;
    const auto lines = quickChecklist(t);
    EXPECT_EQ(lines[5].verdict, V::Fail);
    EXPECT_EQ(lines[5].value, 3.0);
    EXPECT_NE(lines[5].message.find("scores_masked"), std::string::npos) << "the first of them";
    for (const NonFinite &n : nonFiniteOf(t))
        EXPECT_EQ(n.count,
                  n.stage == "context" || n.stage == "scores_masked" || n.stage == "grad_W_O" ? 1U
                                                                                              : 0U)
            << n.stage;
    Problem p = healthy();
    p.xEmbed.mutableData()[5 * 8] = kNan; // the last token of the first sequence
    const Lines sick(*passOf(p));
    EXPECT_EQ(sick[CheckId::AllFinite].verdict, V::Fail);
    EXPECT_EQ(sick[CheckId::RowsSumToOne].verdict, V::Fail);
    EXPECT_FALSE(sick[CheckId::RowsSumToOne].value);
    EXPECT_EQ(sick[CheckId::GradientsReachQkv].verdict, V::Fail);
    EXPECT_FALSE(sick[CheckId::GradientsReachQkv].value);
    EXPECT_EQ(sick[CheckId::FutureDoesNotLeak].verdict, V::Pass)
        << "NaN in a hidden key reaches nobody: " << sick[CheckId::FutureDoesNotLeak].message;
    EXPECT_EQ(sick[CheckId::BatchDoesNotLeak].verdict, V::Pass);
}

TEST(Checklist, NoEmptyRow) {
    Problem p = healthy();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({6, 6}, 1);
    std::fill_n(p.maskKeep.mutableData() + 2 * 6, 6, std::uint8_t{0});
    const Lines lines(*passOf(p));
    lines.expectFails(CheckId::NoEmptyRow);
    EXPECT_EQ(lines[CheckId::NoEmptyRow].value, 4.0) << "a query of two heads in two sequences";
    // Left undefined it is no number either, and the rest is measured all the same.
    p.config.mask.emptyRow = EmptyRow::Nan;
    const Lines undefined(*passOf(p));
    EXPECT_EQ(undefined[CheckId::NoEmptyRow].verdict, V::Fail);
    EXPECT_EQ(undefined[CheckId::AllFinite].verdict, V::Fail);
    EXPECT_EQ(undefined[CheckId::RowsSumToOne].verdict, V::Pass);
    p.maskKeep = BoolTensor({6, 6}, 0);
    const Lines nobody(*passOf(p));
    EXPECT_EQ(nobody[CheckId::RowsSumToOne].verdict, V::NotApplicable);
    EXPECT_FALSE(nobody[CheckId::RowsSumToOne].value);
    EXPECT_EQ(nobody[CheckId::FutureDoesNotLeak].verdict, V::NotApplicable)
        << "no output that could tell is a number";
}

TEST(Checklist, GradientsReachQkv) {
    constexpr CheckId id = CheckId::GradientsReachQkv;
    // Detached before the scores: nothing comes to Q and K.
    Trace t = *passOf(healthy());
    const double whole = [&] {
        double squares = 0.0;
        for (const float g : t[Gradient::K].values())
            squares += static_cast<double>(g) * static_cast<double>(g);
        return std::sqrt(squares);
    }();
    EXPECT_GE(whole, *Lines(t)[id].value) << "the least of the three";
    t[Gradient::Q] = Tensor(t[Gradient::Q].shape(), 0.0F);
    Lines(t).expectFails(id);
    EXPECT_EQ(Lines(t)[id].value, 0.0);
    // Scores so far apart that the softmax is 0 or 1.
    Problem p = healthy();
    p.config.scaling = {ScalingMode::Custom, 1e6};
    Lines(*passOf(p)).expectFails(id, {CheckId::ScaledBySqrtDk});
    // Nothing comes in.
    p = healthy();
    p.config.upstream = Upstream::Given;
    p.gradOutput = Tensor({2, 6, 8}, 0.0F);
    Lines(*passOf(p)).expectFails(id);
    // One key leaves nothing to choose: no gradient can reach Q.
    p = identityProblem(Tensor({1, 1, 2}, {0.5F, -1.0F}), 1);
    p.config.upstream = Upstream::Output;
    Lines(*passOf(p)).expectFails(id);
    // Nobody asked: there is no number.
    p = healthy();
    p.config.upstream = Upstream::None;
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::NotApplicable);
    EXPECT_FALSE(Lines(*passOf(p))[id].value);
    // Asked for, but not in the trace: it is computed.
    RunOptions forward;
    forward.gradients = false;
    const Lines computed(*reference(shared(healthy()), forward));
    EXPECT_EQ(computed[id].verdict, V::Pass);
    EXPECT_EQ(computed[id].value, Lines(*passOf(healthy()))[id].value);
}

TEST(Checklist, HiddenWeightsExactlyZero) {
    constexpr CheckId id = CheckId::HiddenWeightsExactlyZero;
    Problem p = healthy();
    for (const MaskApplication a : {MaskApplication::MultiplyScores, MaskApplication::AddBoolean}) {
        p.config.mask.application = a;
        Lines(*passOf(p)).expectFails(id, {CheckId::FutureDoesNotLeak});
    }
    p.config.mask.application = MaskApplication::FillScores;
    p.config.mask.fill = -10.0;
    const Lines small(*passOf(p));
    small.expectFails(id, {CheckId::FutureDoesNotLeak});
    EXPECT_GT(*small[id].value, 0.0);
    EXPECT_LT(*small[id].value, 1.0);
    p.config.mask.fill = -1e9; // exp of it is 0 in every precision
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::Pass);
    Trace t = *passOf(healthy());
    t[Stage::Weights].mutableData()[1] = kNan;
    EXPECT_EQ(quickChecklist(t)[8].verdict, V::Fail);
    EXPECT_FALSE(quickChecklist(t)[8].value);
    p = healthy();
    p.config.mask.causal = false;
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::NotApplicable);
}

/// An engine that hides other keys than it says.
PassFunction hiding(const std::function<bool(std::size_t, std::size_t)> &sees) {
    return [sees](const std::shared_ptr<const Problem> &p, const RunOptions &o) {
        Problem wrong = *p;
        const std::size_t L = p->queries(), S = p->keys();
        wrong.config.mask.causal = false;
        wrong.config.mask.custom = true;
        wrong.maskKeep = BoolTensor({L, S});
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t j = 0; j < S; ++j)
                wrong.maskKeep.mutableData()[i * S + j] = sees(i, j) ? 1 : 0;
        Trace t = *reference(shared(wrong), o);
        t.problem = p;
        t.keep = makeKeepMask(*p);
        return std::make_shared<const Trace>(std::move(t));
    };
}

TEST(Checklist, FutureDoesNotLeak) {
    constexpr CheckId id = CheckId::FutureDoesNotLeak;
    const auto linesOf = [](const PassFunction &engine) {
        return Lines(*engine(shared(healthy()), {}), engine);
    };
    // Row sums are 1 with each of these.
    for (const auto &[sees, name] : std::initializer_list<
             std::pair<std::function<bool(std::size_t, std::size_t)>, const char *>>{
             {[](std::size_t, std::size_t) { return true; }, "no mask"},
             {[](std::size_t i, std::size_t j) { return j <= i + 1; }, "off by one"}}) {
        SCOPED_TRACE(name);
        const Lines lines = linesOf(hiding(sees));
        EXPECT_EQ(lines[CheckId::RowsSumToOne].verdict, V::Pass);
        lines.expectFails(id, {CheckId::HiddenWeightsExactlyZero, CheckId::MaskBeforeSoftmax});
        EXPECT_GT(*lines[id].value, 1e-3);
    }
    EXPECT_EQ(linesOf(hiding([](std::size_t i, std::size_t j) { return j <= i; }))[id].verdict,
              V::Pass);
    // A leak behind the weights, which no look at the maps shows.
    const PassFunction behind = [](const std::shared_ptr<const Problem> &p, const RunOptions &o) {
        Trace t = *reference(p, o);
        t[Stage::Output].mutableData()[0] += 1e-3F * p->xEmbed(0, 5, 0);
        return std::make_shared<const Trace>(std::move(t));
    };
    linesOf(behind).expectFails(id);
    // And one that turns an output into no number.
    int calls = 0;
    const PassFunction turning = [&calls](const std::shared_ptr<const Problem> &p,
                                          const RunOptions &o) {
        Trace t = *reference(p, o);
        if (calls++ == 1)
            t[Stage::Output].mutableData()[0] = kNan;
        return std::make_shared<const Trace>(std::move(t));
    };
    const Lines turned = linesOf(turning);
    EXPECT_EQ(turned[id].verdict, V::Fail);
    EXPECT_FALSE(turned[id].value);
    EXPECT_EQ(calls, 4) << "the pass itself, the last key, the first and the last sequence";
    // A scale that is taken from all scores tells of the future and of other sequences.
    Problem p = healthy();
    p.config.scaling.mode = ScalingMode::Standardise;
    Lines(*passOf(p)).expectFails(id, {CheckId::BatchDoesNotLeak, CheckId::ScaledBySqrtDk});
    // Numbers that the change must not leave as they are.
    p = healthy();
    p.xEmbed = Tensor({2, 6, 8}, 1.0F);
    p.wQ = p.wK = identity(8);
    const PassFunction open = hiding([](std::size_t, std::size_t) { return true; });
    for (std::size_t c = 0; c < 8; ++c) { // only column c tells
        p.wV = Tensor({8, 8}, 0.0F);
        p.wV.mutableData()[c * 8] = 1.0F;
        for (const float x : {1.0F, 2.0F / 3.0F, 5.0F / 6.0F}) {
            p.xEmbed = Tensor({2, 6, 8}, x);
            EXPECT_EQ(Lines(*open(shared(p), {}), open)[id].verdict, V::Fail) << c << ", " << x;
        }
    }
}

TEST(Checklist, TheFutureOfOtherLengths) {
    constexpr CheckId id = CheckId::FutureDoesNotLeak;
    // Cross-attention of 2 queries to 4 keys: bottom right hides the last key from query 0 alone.
    Problem p = scoresProblem(2, 4, {1, 2, 3, 4, 4, 3, 2, 1});
    p.config.mask.causal = true;
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::Pass);
    p.config.mask.application = MaskApplication::MultiplyScores;
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::Fail);
    // 4 queries, 1 key: queries 0 to 2 see nothing under bottom right, and no output tells.
    p = scoresProblem(4, 1, {1, 2, 3, 4});
    p.config.mask.causal = true;
    const Lines one(*passOf(p));
    EXPECT_EQ(one[id].verdict, V::Pass) << "outputs of 0 that stay 0";
    EXPECT_EQ(one[CheckId::NoEmptyRow].value, 3.0);
    p = identityProblem(Tensor({1, 1, 2}, {0.5F, -1.0F}), 1);
    p.config.mask.causal = true;
    EXPECT_EQ(Lines(*passOf(p))[id].verdict, V::NotApplicable) << "one token has no future";
}

TEST(Checklist, BatchDoesNotLeak) {
    constexpr CheckId id = CheckId::BatchDoesNotLeak;
    // [L,B,D] read as [B,L,D]: tokens of the same place attend to each other.
    const auto exchanged = [](const Tensor &x) {
        Tensor y({x.extent(1), x.extent(0), x.extent(2)});
        float *out = y.mutableData();
        for (std::size_t a = 0; a < x.extent(1); ++a)
            for (std::size_t b = 0; b < x.extent(0); ++b)
                out = std::copy_n(x.data() + x.offset(b, a, std::size_t{0}), x.extent(2), out);
        return y;
    };
    const PassFunction mixing = [&](const std::shared_ptr<const Problem> &p, const RunOptions &o) {
        Problem wrong = *p;
        wrong.xEmbed = exchanged(p->xEmbed);
        wrong.config.upstream = Upstream::None;
        Trace t = *reference(shared(wrong), o);
        Trace said = *reference(p, {});
        said[Stage::Output] = exchanged(t[Stage::Output]);
        return std::make_shared<const Trace>(std::move(said));
    };
    Problem p = healthy();
    p.config.mask.causal = false;
    const Lines lines(*mixing(shared(p), {}), mixing);
    lines.expectFails(id);
    EXPECT_GT(*lines[id].value, 1e-2);
    // Only the last of three sequences tells: one perturbed sequence would not find it.
    p.xEmbed = Tensor({3, 6, 8});
    for (std::size_t k = 0; k < 3 * 6 * 8; ++k)
        p.xEmbed.mutableData()[k] = static_cast<float>(fx(3, k / 8, k % 8));
    const PassFunction last = [](const std::shared_ptr<const Problem> &q, const RunOptions &o) {
        Trace t = *reference(q, o);
        t[Stage::Output].mutableData()[0] += 0.01F * q->xEmbed(2, 0, 0);
        return std::make_shared<const Trace>(std::move(t));
    };
    Lines(*last(shared(p), {}), last).expectFails(id);
    const Lines single(*passOf(fx2()));
    EXPECT_EQ(single[id].verdict, V::NotApplicable);
    EXPECT_FALSE(single[id].value);
}

TEST(Checklist, TheQuickOneLeavesTwoUntried) {
    const auto quick = quickChecklist(*passOf(healthy()));
    ASSERT_EQ(quick.size(), kCheckCount);
    for (const Check &c : quick)
        EXPECT_EQ(c.verdict, c.id == CheckId::FutureDoesNotLeak || c.id == CheckId::BatchDoesNotLeak
                                 ? V::NotApplicable
                                 : V::Pass)
            << toName(c.id);
}

TEST(Checklist, OfEveryOracle) {
    std::size_t clean = 0, failed = 0;
    for (const OracleCase &c : oracleCases(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle")) {
        SCOPED_TRACE(c.name);
        const Problem p = makeProblem(readSession(c.session));
        const TracePtr t = passOf(p);
        const Lines lines(*t);
        EXPECT_EQ(lines[CheckId::NoEmptyRow].verdict == V::Fail, !t->emptyRows.empty());
        const MaskConfig &m = p.config.mask;
        const bool fromScores = p.config.scaling.mode == ScalingMode::Adaptive ||
                                p.config.scaling.mode == ScalingMode::Standardise;
        const bool hides = !t->keep.allVisible();
        if (hides && m.application == MaskApplication::MultiplyWeights) {
            EXPECT_EQ(lines[CheckId::MaskBeforeSoftmax].verdict, V::Fail);
            ++failed;
        }
        if (hides && m.application == MaskApplication::AddBoolean) {
            EXPECT_EQ(lines[CheckId::HiddenWeightsExactlyZero].verdict, V::Fail);
            ++failed;
        }
        if (!fromScores)
            EXPECT_NE(lines[CheckId::BatchDoesNotLeak].verdict, V::Fail);
        if (m.application != MaskApplication::FillScores || !std::isinf(m.fill) || fromScores)
            continue;
        ++clean;
        for (const CheckId id : {CheckId::MaskBeforeSoftmax, CheckId::RowsSumToOne,
                                 CheckId::HiddenWeightsExactlyZero, CheckId::FutureDoesNotLeak})
            EXPECT_NE(lines[id].verdict, V::Fail) << toName(id) << ": " << lines[id].message;
    }
    EXPECT_GT(clean, 3U);
    EXPECT_GT(failed, 2U);
}

TEST(Checklist, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)runChecklist(*passOf(healthy()), reference, stop.get_token()), StoppedError);
}

} // namespace
} // namespace attnscope::test
