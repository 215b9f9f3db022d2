// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient_fault.h"
#include "core/gradient_health.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <limits>

namespace attnscope::test {
namespace {

using namespace core;
using G = Gradient;

double norm(const ReferenceTrace &t, G g) { return gradientNorm(t, g)->total; }

Problem squareLoss() {
    Problem p = fx2();
    p.config.upstream = Upstream::Output;
    return p;
}

TEST(RoundedToHalf, EveryHalfIsItself) {
    // All positive halves by their definition: 2^-24·f, and 2^(e-15)·(1 + f/1024).
    double before = 0.0;
    for (int bits = 1; bits < 0x7c00; ++bits) {
        const int e = bits >> 10, f = bits & 1023;
        const double half = e == 0 ? std::ldexp(f, -24) : std::ldexp(1024 + f, e - 25);
        ASSERT_EQ(roundedToHalf(half), half) << bits;
        ASSERT_EQ(roundedToHalf(-half), -half) << bits;
        // The middle of two goes to the even one, what is off the middle to the nearer.
        const double middle = (before + half) / 2;
        ASSERT_EQ(roundedToHalf(middle), bits % 2 == 0 ? half : before) << bits;
        ASSERT_EQ(roundedToHalf(std::nextafter(middle, 1e9)), half) << bits;
        ASSERT_EQ(roundedToHalf(std::nextafter(middle, 0.0)), before) << bits;
        before = half;
    }
    EXPECT_EQ(before, 65504.0);
}

TEST(RoundedToHalf, S2_66_TheEndsOfTheFormat) {
    EXPECT_EQ(roundedToHalf(1e-8), 0.0);
    EXPECT_NEAR(roundedToHalf(5e-8), 5.96e-8, 0.01e-8);
    EXPECT_EQ(roundedToHalf(65519.99), 65504.0);
    EXPECT_EQ(roundedToHalf(65520.0), std::numeric_limits<double>::infinity());
    EXPECT_EQ(roundedToHalf(-1e300), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(roundedToHalf(std::numeric_limits<double>::quiet_NaN())));
}

TEST(GradientFault, WithoutOneItIsTheReference) {
    const auto p = shared(squareLoss());
    const ReferenceTrace sick = faultyPass(p, {}), well = referencePass(p);
    for (const GradientInfo &info : gradientTable())
        EXPECT_TRUE(std::equal(sick[info.gradient].values().begin(),
                               sick[info.gradient].values().end(),
                               well[info.gradient].values().begin()));
}

TEST(GradientFault, S2_66_ADetachedStageLeavesNothingBeforeIt) {
    FaultSettings fault;
    fault.kind = GradientFault::Detached;
    fault.stopAt = G::Weights;
    const auto p = shared(squareLoss());
    const ReferenceTrace sick = faultyPass(p, fault), well = referencePass(p);
    for (const G g :
         {G::Weights, G::ScoresMasked, G::Scores, G::ScoresRaw, G::Q, G::K, G::WQ, G::WK})
        EXPECT_EQ(norm(sick, g), 0.0) << gradientInfo(g).name;
    // What goes another way is untouched.
    for (const G g : {G::Output, G::Concat, G::Context, G::WeightsDropped, G::V, G::WV, G::WO})
        EXPECT_EQ(norm(sick, g), norm(well, g)) << gradientInfo(g).name;
    // X hears through the values alone: dX = dV·W_Vᵀ.
    EXPECT_GT(norm(sick, G::X), 0.0);
    EXPECT_LT(norm(sick, G::X), norm(well, G::X));
    fault.stopAt = G::Output;
    const ReferenceTrace all = faultyPass(p, fault);
    for (const GradientInfo &info : gradientTable())
        if (all[info.gradient].present()) {
            EXPECT_EQ(norm(all, info.gradient), 0.0) << info.name;
        }
}

TEST(GradientFault, S1_48_SaturationKillsScoresAndNotValues) {
    FaultSettings fault;
    fault.kind = GradientFault::Saturated;
    fault.scoreFactor = 1000.0;
    const Problem given = squareLoss();
    const auto p = shared(given);
    const ReferenceTrace sick = faultyPass(p, fault), well = referencePass(p);
    EXPECT_LT(norm(sick, G::Scores), 1e-3 * norm(well, G::Scores));
    EXPECT_GT(norm(sick, G::V), 0.5 * norm(well, G::V));
    EXPECT_NEAR(sick.scale, 1000.0 * well.scale, 1e-9);
    EXPECT_EQ(p->config, given.config) << "the problem stays as it is";
    // Also where the factor comes from the scores.
    Problem standard = squareLoss();
    standard.config.scaling.mode = ScalingMode::Standardise;
    const auto q = shared(standard);
    EXPECT_NEAR(faultyPass(q, fault).scale, 1000.0 * referencePass(q).scale, 1e-9);
}

TEST(GradientFault, S2_66_HalfPrecisionLosesASmallLoss) {
    FaultSettings fault;
    fault.kind = GradientFault::HalfPrecision;
    const auto p = shared(squareLoss());
    const ReferenceTrace well = referencePass(p);
    fault.lossFactor = 1e-9; // below half of the least step everywhere
    const ReferenceTrace gone = faultyPass(p, fault);
    for (const G g : {G::Output, G::Scores, G::Q, G::V, G::WQ, G::X})
        EXPECT_EQ(norm(gone, g), 0.0) << gradientInfo(g).name;
    fault.lossFactor = 1e-2; // well inside the format: three digits stay
    const ReferenceTrace fine = faultyPass(p, fault);
    for (const G g : {G::Output, G::Scores, G::Q, G::V, G::WQ, G::X})
        EXPECT_NEAR(norm(fine, g) / (1e-2 * norm(well, g)), 1.0, 5e-3) << gradientInfo(g).name;
    // In between some of it is left, and all of it on the grid of the format.
    fault.lossFactor = 1e-7;
    const ReferenceTrace some = faultyPass(p, fault);
    for (const double v : some[G::Scores].values())
        EXPECT_EQ(v, roundedToHalf(v));
    EXPECT_GT(norm(some, G::Output), 0.0);
}

TEST(GradientFault, WithoutAnUpstreamGradientThereIsNone) {
    FaultSettings fault;
    fault.kind = GradientFault::Detached;
    EXPECT_FALSE(faultyPass(shared(fx2()), fault)[G::Q].present());
}

TEST(GradientFault, ItStopsWhenAskedTo) {
    FaultSettings fault;
    fault.kind = GradientFault::HalfPrecision;
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)faultyPass(shared(squareLoss()), fault, source.get_token()), EngineError);
}

} // namespace
} // namespace attnscope::test
