// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backward.h"
#include "core/gradient_health.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace attnscope::test {
namespace {

using namespace core;
using G = Gradient;

TracePtr computed(Problem p) { return ReferenceEngine().run(shared(std::move(p)), {}); }

Tensor normal(std::mt19937 &r, Shape shape, double deviation) {
    std::normal_distribution<double> draw(0.0, deviation);
    Tensor t(std::move(shape));
    for (std::size_t i = 0; i < t.size(); ++i)
        t.mutableData()[i] = static_cast<float>(draw(r));
    return t;
}

/// L = S = 64 queries, keys and values of independent unit entries, one head of width d, values of
/// width 64, and a random unit gradient of the context. The identity projects what is given.
Problem unitProblem(unsigned seed, std::size_t d, double queries, bool scaled) {
    constexpr std::size_t kLength = 64, kWidth = 64;
    std::mt19937 r(seed);
    Problem p;
    p.config.dModel = p.config.dK = static_cast<int>(d);
    p.config.dV = static_cast<int>(kWidth);
    p.config.heads = 1;
    p.config.positional.kind = PositionalKind::None;
    if (!scaled)
        p.config.scaling.mode = ScalingMode::None;
    p.config.upstream = Upstream::Given;
    p.xEmbed = normal(r, {1, kLength, d}, queries);
    p.xMemory = normal(r, {1, kLength, d}, 1.0);
    p.wQ = p.wK = identity(d);
    p.wV = normal(r, {d, kWidth}, 1.0 / std::sqrt(static_cast<double>(d)));
    p.wO = Tensor({kWidth, d});
    for (std::size_t c = 0; c < kWidth; ++c)
        p.wO.mutableData()[c * d + c] = 1.0F;
    p.gradOutput = normal(r, {1, kLength, d}, 1.0);
    return p;
}

TEST(GradientNorm, S1_94_NormsOfFx2) {
    Problem p = fx2();
    p.config.upstream = Upstream::Output;
    const TracePtr t = computed(p);
    const std::pair<G, double> expected[] = {
        {G::Q, 5.983012},   {G::K, 5.898535},   {G::V, 7.617929},   {G::Scores, 4.171432},
        {G::WQ, 17.803926}, {G::WK, 16.791121}, {G::WV, 20.448461}, {G::WO, 24.210254}};
    for (const auto &[g, value] : expected)
        EXPECT_NEAR(gradientNorm(*t, g)->total, value, 1e-4) << gradientInfo(g).name;
    EXPECT_NEAR(gradientNorm(*t, G::Output)->total, 6.112045, 1e-4); // ‖y‖ itself
}

TEST(GradientNorm, HeadsAreTheirOwnPartsOfTheArray) {
    // A gradient whose cells are the number of their head + 1, so that a part put to the wrong head
    // shows: norm of head h = (h + 1)·√(cells of a head).
    Problem p = fx2();
    p.config.upstream = Upstream::Ones;
    auto t = std::make_shared<Trace>(*computed(p));
    const auto set = [&](G g, const auto &headOf) {
        Tensor a(*gradientShape(*t->problem, g));
        for (std::size_t i = 0; i < a.size(); ++i)
            a.mutableData()[i] = static_cast<float>(headOf(i) + 1);
        (*t)[g] = a;
        return a.size() / 2;
    };
    const std::pair<G, std::function<std::size_t(std::size_t)>> all[] = {
        {G::Q, [](std::size_t i) { return i / 24; }},     // [1,2,6,4]
        {G::WQ, [](std::size_t i) { return i % 8 / 4; }}, // [8,8], columns
        {G::WO, [](std::size_t i) { return i / 32; }},    // [8,8], rows
        {G::Concat, [](std::size_t i) { return i % 8 / 4; }}};
    for (const auto &[g, headOf] : all) {
        const double each = std::sqrt(static_cast<double>(set(g, headOf)));
        const auto norm = gradientNorm(*t, g);
        ASSERT_EQ(norm->heads.size(), 2U);
        EXPECT_NEAR(norm->heads[0], each, 1e-12) << gradientInfo(g).name;
        EXPECT_NEAR(norm->heads[1], 2 * each, 1e-12) << gradientInfo(g).name;
        EXPECT_NEAR(norm->total, std::sqrt(5.0) * each, 1e-12);
    }
    EXPECT_TRUE(gradientNorm(*t, G::X)->heads.empty());
}

TEST(GradientNorm, WhatIsNotThereHasNone) {
    EXPECT_FALSE(gradientNorm(*computed(fx2()), G::Q)) << "no upstream gradient";
    EXPECT_TRUE(deadRows(*computed(fx2())).empty());
    EXPECT_TRUE(valueBounds(*computed(fx2())).empty());
}

TEST(DeadRows, S1_13_WithoutTheScaleAThirdOfTheRowsIsDead) {
    double scaled = 0.0, unscaled = 0.0, scaledQ = 0.0, unscaledQ = 0.0;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        const TracePtr with = computed(unitProblem(seed, 512, 1.0, true));
        const TracePtr without = computed(unitProblem(seed, 512, 1.0, false));
        scaled += *deadRows(*with)[0].share() / 8;
        unscaled += *deadRows(*without)[0].share() / 8;
        scaledQ += gradientNorm(*with, G::Q)->total / 8;
        unscaledQ += gradientNorm(*without, G::Q)->total / 8;
    }
    EXPECT_EQ(scaled, 0.0);
    EXPECT_NEAR(unscaled, 0.34, 0.05);
    EXPECT_NEAR(scaledQ, 11.3, 1.13);
    EXPECT_NEAR(unscaledQ, 242, 24.2);
}

TEST(DeadRows, EmptyRowsAndNaNAreLeftOutAndCounted) {
    Problem p = t1();
    p.config.upstream = Upstream::Output;
    p.config.mask.custom = true;
    // Query 0 sees one key (its softmax passes nothing on), query 1 all, query 2 none.
    p.maskKeep = BoolTensor({3, 3}, {1, 0, 0, 1, 1, 1, 0, 0, 0});
    for (const DeadRows &d : deadRows(*computed(p))) {
        EXPECT_EQ(d.rows, 2U);
        EXPECT_EQ(d.dead, 1U);
        EXPECT_EQ(d.empty, 1U);
        EXPECT_EQ(d.share(), 0.5);
    }
    p.xEmbed.mutableData()[4] = std::numeric_limits<float>::quiet_NaN(); // token 1
    const DeadRows nan = deadRows(*computed(p))[0];
    EXPECT_EQ(nan.notFinite, 1U); // query 1 sees it
    EXPECT_EQ(nan.rows, 1U);
    p.maskKeep = BoolTensor({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_FALSE(deadRows(*computed(p))[0].share()) << "no row, no share";
}

TEST(ValueBound, S1_47_TheGradientOfTheValuesIsBound) {
    double ratio1 = 0.0, ratio8 = 0.0;
    for (unsigned seed = 1; seed <= 4; ++seed)
        for (const double sigma : {1.0, 8.0}) {
            const ValueBound b = valueBounds(*computed(unitProblem(seed, 64, sigma, true)))[0];
            EXPECT_NEAR(b.bound, 8.0 * b.context, 1e-9); // √64
            EXPECT_EQ(b.holds(), true);
            (sigma == 1.0 ? ratio1 : ratio8) += b.values / b.context / 4;
        }
    EXPECT_NEAR(ratio1, 0.194, 0.0194);
    EXPECT_NEAR(ratio8, 0.834, 0.0834);
}

TEST(ValueBound, QueriesAndNotKeysSetItWhereTheyDiffer) {
    // Nine queries that all look at the one key there is: dV is the sum of nine equal rows, so
    // ‖dV‖ = 9·‖row‖ = √9·‖dC‖. √S = 1 would be broken; √L = 3 is reached.
    Problem p = scoresProblem(9, 1, std::vector<float>(9, 0.0F));
    p.config.upstream = Upstream::Ones;
    const ValueBound b = valueBounds(*computed(p))[0];
    EXPECT_NEAR(b.values, 9.0, 1e-6);
    EXPECT_NEAR(b.context, 3.0, 1e-6);
    EXPECT_NEAR(b.bound, 9.0, 1e-6);
    EXPECT_EQ(b.holds(), true);
}

TEST(ValueBound, DropoutStretchesIt) {
    Problem p = scoresProblem(4, 1, std::vector<float>(4, 0.0F));
    p.config.upstream = Upstream::Ones;
    p.config.dropout.attention = 0.5;
    p.dropoutKeep = BoolTensor({1, 1, 4, 1}, 1);
    const ValueBound b = valueBounds(*computed(p))[0];
    EXPECT_NEAR(b.values, 8.0, 1e-6); // every weight is 2
    EXPECT_NEAR(b.bound, 8.0, 1e-6);
    EXPECT_EQ(b.holds(), true);
}

TEST(ValueBound, NaNIsNeitherKeptNorBroken) {
    Problem p = fx2();
    p.config.upstream = Upstream::Output;
    p.xEmbed.mutableData()[0] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(valueBounds(*computed(p))[0].holds());
}

} // namespace
} // namespace attnscope::test
