// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention.h"
#include "core/finite_difference.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/random_problem.h"

#include <gtest/gtest.h>

#include <set>

namespace attnscope::test {
namespace {

using namespace core;
using G = Gradient;

double greatest(const DoubleTensor &a) {
    double most = 0.0;
    for (const double v : a.values())
        most = std::max(most, std::abs(v));
    return most;
}

TEST(FiniteDifference, AgreesWithEveryGradientOfRandomProblems) {
    std::mt19937 r(41);
    std::set<G> seen;
    SeenOptions options;
    std::size_t checked = 0, undefined = 0;
    for (int round = 0; round < 500; ++round) {
        Problem p = randomProblem(r);
        const Upstream upstreams[] = {Upstream::Ones, Upstream::Output, Upstream::Given};
        p.config.upstream = upstreams[r() % 3];
        const ReferenceTrace t = referencePass(shared(p));
        // −1e9 added leaves a score no digits for a small step.
        const bool absorbed = p.config.mask.application == MaskApplication::AddToScores &&
                              p.config.mask.fill == -1e9 && !t.emptyRows.empty();
        const bool noLoss =
            std::any_of(t[Stage::Output].values().begin(), t[Stage::Output].values().end(),
                        [](double v) { return !std::isfinite(v); });
        for (const GradientInfo &info : gradientTable()) {
            const DoubleTensor &gradient = t[info.gradient];
            if (!gradient.present() || absorbed)
                continue;
            const std::size_t cell = r() % gradient.size();
            const FiniteDifference d = finiteDifference(t, info.gradient, cell);
            EXPECT_TRUE(d.analytic == gradient.data()[cell] ||
                        (std::isnan(d.analytic) && std::isnan(gradient.data()[cell])));
            if (noLoss) { // a row without keys was left undefined: there is no slope to measure
                EXPECT_TRUE(std::isnan(d.numeric)) << info.name;
                ++undefined;
                continue;
            }
            EXPECT_NEAR(d.numeric, d.analytic, 1e-7 + 1e-5 * greatest(gradient))
                << "round " << round << ", " << info.name << "[" << cell << "]";
            seen.insert(info.gradient);
            ++checked;
        }
        if (!noLoss && !absorbed)
            options.add(t);
    }
    EXPECT_EQ(seen.size(), kGradientCount) << "every gradient is among them";
    EXPECT_GT(checked, 6000U);
    EXPECT_GT(undefined, 300U);
    options.expectAll();
}

TEST(FiniteDifference, AScaleTakenFromTheScoresIsAConstant) {
    Problem p = fx2();
    p.config.upstream = Upstream::Output;
    for (const ScalingMode mode : {ScalingMode::Adaptive, ScalingMode::Standardise}) {
        p.config.scaling.mode = mode;
        const ReferenceTrace t = referencePass(shared(p));
        for (const G g : {G::XEmbed, G::WQ, G::K, G::ScoresRaw}) {
            const FiniteDifference d = finiteDifference(t, g, 5);
            EXPECT_NEAR(d.numeric, d.analytic, 1e-8) << gradientInfo(g).name;
        }
    }
}

TEST(FiniteDifference, ARowFilledWithALargeNumberIsMovedALittle) {
    // FX1 with row 1 hidden behind −1e9: uniform, and its masked scores still move it.
    Problem p = fx1();
    p.config.mask.custom = true;
    p.maskKeep = BoolTensor({4, 4}, 1);
    std::fill_n(p.maskKeep.mutableData() + 4, 4, std::uint8_t{0});
    p.config.mask.fill = -1e9;
    p.config.upstream = Upstream::Ones;
    const ReferenceTrace t = referencePass(shared(p));
    for (std::size_t j = 0; j < 4; ++j) {
        // A = 1/4 throughout: dS_j = (dA_j − mean(dA))/4 with dA_j = Σ_c V_jc.
        double own = 0.0, mean = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t c = 0; c < 3; ++c) {
                mean += fx(2, k, c) / 4.0;
                own += k == j ? fx(2, k, c) : 0.0;
            }
        const FiniteDifference d = finiteDifference(t, G::ScoresMasked, 4 + j);
        EXPECT_NEAR(d.analytic, (own - mean) / 4.0, 1e-7);
        EXPECT_NEAR(d.numeric, d.analytic, 1e-6);
    }
}

TEST(FiniteDifference, ItIsNoNumberWhereTheLossIsNone) {
    // NaN in the input: the loss is no number, and no difference is made up.
    Problem p = fx2();
    p.config.upstream = Upstream::Ones;
    p.xEmbed.mutableData()[3] = std::numeric_limits<float>::quiet_NaN();
    const ReferenceTrace t = referencePass(shared(p));
    EXPECT_TRUE(std::isnan(finiteDifference(t, G::WQ, 0).numeric));
}

TEST(FiniteDifference, OneKeyLeavesNothingToChoose) {
    // L = S = 1: the only weight is 1 whatever the score is.
    Problem p = identityProblem(Tensor({1, 1, 2}, {0.5F, -1.0F}), 1);
    p.config.upstream = Upstream::Output;
    const ReferenceTrace t = referencePass(shared(p));
    const FiniteDifference score = finiteDifference(t, G::Scores, 0);
    EXPECT_EQ(score.analytic, 0.0);
    EXPECT_EQ(score.numeric, 0.0);
    // output = X: dL/dX = X.
    const FiniteDifference input = finiteDifference(t, G::XEmbed, 1);
    EXPECT_NEAR(input.analytic, -1.0, 1e-15);
    EXPECT_NEAR(input.numeric, -1.0, 1e-9);
}

TEST(FiniteDifference, ItStopsWhenAskedTo) {
    Problem p = fx2();
    p.config.upstream = Upstream::Ones;
    const ReferenceTrace t = referencePass(shared(p));
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)finiteDifference(t, G::XEmbed, 0, source.get_token()), StoppedError);
}

} // namespace
} // namespace attnscope::test
