// SPDX-License-Identifier: GPL-3.0-or-later
// The backward pass against float64 autograd of PyTorch, against finite differences of the forward
// pass for every option, and against what the mathematics says outright.
#include "core/attention.h"
#include "core/backward.h"
#include "core/reference_engine.h"
#include "tests/support/oracle.h"
#include "tests/support/problems.h"
#include "tests/support/random_problem.h"

#include <algorithm>
#include <random>

namespace attnscope::test {
namespace {

using namespace core;
using G = Gradient;

TEST(Backward, TheReferenceAgreesWithTheOracleOnEveryGradient) {
    ReferenceEngine engine;
    std::size_t arrays = 0;
    for (const OracleCase &c : oracleCases(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle"))
        arrays += expectOracleGradients(
            c, *engine.run(shared(core::makeProblem(readSession(c.session))), {}));
    EXPECT_GT(arrays, 350U);
}

TEST(Backward, EveryGradientHasItsNameAndTheShapeOfWhatItBelongsTo) {
    for (const GradientInfo &info : gradientTable()) {
        EXPECT_EQ(info.name, "grad_" + std::string(info.of));
        EXPECT_EQ(gradientByName(info.name), info.gradient);
        EXPECT_EQ(info.stage, stageByName(info.of));
    }
    EXPECT_FALSE(gradientByName("grad_PE"));
    EXPECT_FALSE(gradientOf(Stage::RowMax));
    Problem p = fx2();
    for (const GradientInfo &info : gradientTable())
        EXPECT_FALSE(gradientShape(p, info.gradient)) << "none is asked for";
    EXPECT_EQ(gradientBytes(p), 0U);
}

TEST(Backward, NoneIsComputedUnlessAskedFor) {
    RunOptions options;
    Problem p = fx2();
    const TracePtr plain = ReferenceEngine().run(shared(p), options);
    p.config.upstream = Upstream::Ones;
    options.gradients = false;
    const TracePtr without = ReferenceEngine().run(shared(p), options);
    for (const GradientInfo &info : gradientTable()) {
        EXPECT_FALSE((*plain)[info.gradient].present());
        EXPECT_FALSE((*without)[info.gradient].present());
    }
}

/// L = Σ output ∘ G for a fixed G, so that dL/d(output) is G. A scale that was taken from the
/// scores is a constant: it is given.
double loss(Problem p, const DoubleTensor &upstream, double scale) {
    if (scaleNeedsScores(p.config.scaling.mode))
        p.config.scaling = {ScalingMode::Custom, scale};
    const ReferenceTrace t = referenceForward(shared(std::move(p)));
    double sum = 0.0;
    for (std::size_t i = 0; i < upstream.size(); ++i)
        sum += t[Stage::Output].data()[i] * upstream.data()[i];
    return sum;
}

TEST(Backward, FiniteDifferencesAgreeForEveryOption) {
    std::mt19937 r(20);
    std::size_t checked = 0;
    SeenOptions options;
    for (int round = 0; round < 400; ++round) {
        const Problem p = randomProblem(r);
        const ReferenceTrace t = referencePass(shared(p));
        const DoubleTensor upstream = converted<double>(p.gradOutput);
        if (!std::isfinite(loss(p, upstream, t.scale)))
            continue; // a row without keys was left undefined: there is no slope
        options.add(t);
        const std::pair<G, Tensor Problem::*> inputs[] = {{G::XEmbed, &Problem::xEmbed},
                                                          {G::XMemory, &Problem::xMemory},
                                                          {G::WQ, &Problem::wQ},
                                                          {G::WK, &Problem::wK},
                                                          {G::WV, &Problem::wV},
                                                          {G::WO, &Problem::wO},
                                                          {G::BQ, &Problem::bQ},
                                                          {G::BK, &Problem::bK},
                                                          {G::BV, &Problem::bV},
                                                          {G::BO, &Problem::bO},
                                                          {G::GammaConcat, &Problem::gammaConcat},
                                                          {G::BetaConcat, &Problem::betaConcat}};
        for (const auto &[gradient, member] : inputs) {
            const Tensor &array = p.*member;
            ASSERT_EQ(t[gradient].present(), array.present())
                << round << " " << gradientInfo(gradient).name;
            if (!array.present())
                continue;
            const std::size_t at = r() % array.size();
            // Inputs are single precision: the step that was really taken counts.
            const auto moved = [&](float by) {
                Problem q = p;
                (q.*member).mutableData()[at] += by;
                return std::pair((q.*member).data()[at], loss(q, upstream, t.scale));
            };
            const auto [high, above] = moved(1e-3F);
            const auto [low, below] = moved(-1e-3F);
            const double slope = (above - below) / (static_cast<double>(high) - low);
            const double exact = t[gradient].data()[at];
            // Norms of nearly equal numbers bend sharply: the curvature is what the step costs.
            const double coarse = [&] {
                const auto [h2, a2] = moved(2e-3F);
                const auto [l2, b2] = moved(-2e-3F);
                return (a2 - b2) / (static_cast<double>(h2) - l2);
            }();
            const double bend = std::abs(coarse - slope);
            EXPECT_NEAR(slope, exact, 1e-5 + 1e-4 * std::abs(exact) + bend)
                << "round " << round << ", " << gradientInfo(gradient).name << "[" << at << "]";
            ++checked;
        }
    }
    EXPECT_GT(checked, 2500U);
    options.expectAll();
}

TEST(Backward, FMR05_ABlockedRowPassesNothingOn) {
    Problem p = t1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0});
    p.config.upstream = Upstream::Ones;
    const ReferenceTrace t = referencePass(shared(p));
    for (const GradientInfo &info : gradientTable())
        for (const double v : t[info.gradient].values())
            EXPECT_TRUE(std::isfinite(v)) << info.name;
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_EQ(t[G::ScoresMasked](0, h, 2, j), 0.0);
            EXPECT_EQ(t[G::ScoresRaw](0, h, 2, j), 0.0);
        }
}

TEST(Backward, NanBehindAHiddenKeyReachesNoVisibleRow) {
    Problem p = fx2();
    p.config.mask.causal = true;
    p.config.upstream = Upstream::Ones;
    float *last = p.xEmbed.mutableData() + 5 * 8;
    std::fill_n(last, 8, std::numeric_limits<float>::quiet_NaN());
    const ReferenceTrace t = referencePass(shared(p));
    // Rows 0 … 4 do not see key 5; its own row is NaN, and says so.
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t c = 0; c < 4; ++c)
                EXPECT_TRUE(std::isfinite(t[G::Q](0, h, i, c))) << h << i << c;
    EXPECT_TRUE(std::isnan(t[G::Q](0, 0, 5, 0)));
}

std::size_t notFinite(const DoubleTensor &a) {
    return static_cast<std::size_t>(std::count_if(a.values().begin(), a.values().end(),
                                                  [](double v) { return !std::isfinite(v); }));
}

TEST(Backward, S1_57_HowNanSpreadsFromARowWithoutAVisibleKey) {
    // FX1, row 1 hidden whole. Counted with autograd of PyTorch in float64: masked_fill stops the
    // NaN before the scores, an addition does not, a division by the sum of nothing neither; dV
    // hears of every row.
    struct Case {
        MaskApplication how;
        std::size_t weights, masked, scores, q, k, v;
    };
    Problem p = fx1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({4, 4}, 1);
    std::fill_n(p.maskKeep.mutableData() + 4, 4, std::uint8_t{0});
    p.config.mask.emptyRow = EmptyRow::Nan;
    p.config.upstream = Upstream::Ones;
    for (const Case &c : {Case{MaskApplication::FillScores, 4, 4, 0, 0, 0, 12},
                          Case{MaskApplication::AddToScores, 4, 4, 4, 4, 16, 12},
                          Case{MaskApplication::MultiplyWeights, 0, 0, 0, 0, 0, 0},
                          Case{MaskApplication::MultiplyWeightsRenormalise, 4, 4, 4, 4, 16, 12}}) {
        SCOPED_TRACE(toName(c.how));
        p.config.mask.application = c.how;
        const ReferenceTrace t = referencePass(shared(p));
        EXPECT_EQ(notFinite(t[Stage::Weights]), c.weights);
        EXPECT_EQ(notFinite(t[G::ScoresMasked]), c.masked);
        EXPECT_EQ(notFinite(t[G::Scores]), c.scores);
        EXPECT_EQ(notFinite(t[G::Q]), c.q);
        EXPECT_EQ(notFinite(t[G::K]), c.k);
        EXPECT_EQ(notFinite(t[G::V]), c.v);
    }
    // Under the other policy the row is 0 and nothing of the kind is seen.
    p.config.mask.emptyRow = EmptyRow::Zero;
    for (const MaskApplication how : {MaskApplication::FillScores, MaskApplication::AddToScores,
                                      MaskApplication::MultiplyWeightsRenormalise}) {
        p.config.mask.application = how;
        const ReferenceTrace t = referencePass(shared(p));
        for (const GradientInfo &info : gradientTable())
            EXPECT_EQ(notFinite(t[info.gradient]), 0U) << toName(how) << " " << info.name;
    }
}

template <class T> void expectNormOfTwoIsExact(double tolerance) {
    // x = m ± d and d̂ = p ± u: mean and length gone, dx = ±u·ε/(d² + ε)^1.5.
    for (const double m : {0.0, 1.0, -40.0})
        for (const double d : {1e-3, 0.02, 1.0, 30.0, 1e3, 1e5}) {
            const Array<T> x({1, 1, 2}, {static_cast<T>(m + d), static_cast<T>(m - d)});
            const Array<T> dy({1, 1, 2}, {T(0.75), T(-0.5)});
            const auto g = normGradient(dy, x, 1, ConcatNorm::PerHead, {});
            const double half = (static_cast<double>(x.data()[0]) - x.data()[1]) / 2.0;
            const double expected = 0.625 * 1e-5 / std::pow(half * half + 1e-5, 1.5);
            EXPECT_NEAR(g.concat.data()[0], expected, tolerance * expected) << m << " ± " << d;
            EXPECT_NEAR(g.concat.data()[1], -expected, tolerance * expected) << m << " ± " << d;
        }
}

TEST(Backward, TheNormOfTwoNumbersLosesNoDigits) {
    expectNormOfTwoIsExact<double>(1e-12);
    expectNormOfTwoIsExact<float>(2e-6);
}

TEST(Backward, TheNormAgreesWithItsFormula) {
    std::mt19937 r(3);
    for (const std::size_t n : {1, 2, 3, 7, 40}) {
        const DoubleTensor x = converted<double>(drawn(r, {2, 3, n}, 2.0F));
        const DoubleTensor dy = converted<double>(drawn(r, {2, 3, n}, 1.0F));
        const Tensor gamma = drawn(r, {n}, 1.5F);
        const auto g = normGradient(dy, x, 1, ConcatNorm::Layer, converted<double>(gamma));
        for (std::size_t at = 0; at < x.size(); at += n) {
            long double mean = 0, variance = 0, plain = 0, along = 0;
            for (std::size_t c = 0; c < n; ++c)
                mean += static_cast<long double>(x.data()[at + c]) / n;
            for (std::size_t c = 0; c < n; ++c)
                variance += (x.data()[at + c] - mean) * (x.data()[at + c] - mean) / n;
            const long double root = std::sqrt(variance + 1e-5L);
            for (std::size_t c = 0; c < n; ++c) {
                const long double hat =
                    static_cast<long double>(dy.data()[at + c]) * gamma.data()[c];
                plain += hat / n;
                along += hat * (x.data()[at + c] - mean) / root / n;
            }
            for (std::size_t c = 0; c < n; ++c) {
                const long double hat =
                    static_cast<long double>(dy.data()[at + c]) * gamma.data()[c];
                const long double expected =
                    (hat - plain - (x.data()[at + c] - mean) / root * along) / root;
                EXPECT_NEAR(g.concat.data()[at + c], static_cast<double>(expected), 1e-12) << n;
            }
        }
    }
}

TEST(Backward, RowsOfTheScoreGradientSumToZero) {
    // The softmax does not see a shift of a whole row; so neither does the loss, and a bias of the
    // keys, which shifts each row by q·b, has no gradient.
    Problem p = fx2();
    p.bK = Tensor({8}, 0.3F);
    p.config.upstream = Upstream::Output;
    const ReferenceTrace t = referencePass(shared(p));
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < 6; ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < 6; ++j)
                sum += t[G::ScoresRaw](0, h, i, j);
            EXPECT_NEAR(sum, 0.0, 1e-14);
        }
    for (const double g : t[G::BK].values())
        EXPECT_NEAR(g, 0.0, 1e-13);
}

TEST(Backward, ValuesAreBoundByTheRootOfTheKeys) {
    // ‖dV‖ ≤ √S·‖dC‖: the map's norm is at most √L (each row's sum of squares is at most 1), and
    // for a square map √L = √S.
    Problem p = fx2();
    p.config.upstream = Upstream::Output;
    const ReferenceTrace t = referencePass(shared(p));
    const auto norm = [](const DoubleTensor &a) {
        double sum = 0.0;
        for (const double v : a.values())
            sum += v * v;
        return std::sqrt(sum);
    };
    EXPECT_LE(norm(t[G::V]), std::sqrt(6.0) * norm(t[G::Context]));
    EXPECT_GT(norm(t[G::V]), 0.0);
}

TEST(Backward, ItStopsWhenAskedTo) {
    Problem p = fx2();
    p.config.upstream = Upstream::Ones;
    ReferenceTrace t = referenceForward(shared(p));
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW(runBackward(t, source.get_token()), StoppedError);
}

} // namespace
} // namespace attnscope::test
