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
    std::size_t checked = 0;
    for (int round = 0; round < 300; ++round) {
        Problem p = randomProblem(r);
        const Upstream upstreams[] = {Upstream::Ones, Upstream::Output, Upstream::Given};
        p.config.upstream = upstreams[r() % 3];
        const ReferenceTrace t = referencePass(shared(p));
        for (const GradientInfo &info : gradientTable()) {
            const DoubleTensor &gradient = t[info.gradient];
            if (!gradient.present())
                continue;
            const std::size_t cell = r() % gradient.size();
            // −1e9 added leaves a score no digits for a small step.
            const bool absorbed = p.config.mask.application == MaskApplication::AddToScores &&
                                  p.config.mask.fill == -1e9;
            if (absorbed && !t.emptyRows.empty())
                continue;
            const FiniteDifference d = finiteDifference(t, info.gradient, cell);
            EXPECT_EQ(d.analytic, gradient.data()[cell]);
            EXPECT_NEAR(d.numeric, d.analytic, 1e-7 + 1e-5 * greatest(gradient))
                << "round " << round << ", " << info.name << "[" << cell << "]";
            seen.insert(info.gradient);
            ++checked;
        }
    }
    EXPECT_EQ(seen.size(), kGradientCount) << "every gradient is among them";
    EXPECT_GT(checked, 4000U);
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
