// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, bytes and operations against counts by hand.
#include "core/accounting.h"
#include "core/reference_engine.h"
#include "tests/support/problems.h"
#include "tests/support/random_problem.h"

#include <gtest/gtest.h>

namespace attnscope::test {
namespace {

using namespace core;

StageCost costOf(const AccountSizes &sizes, std::string_view stage) {
    for (const StageCost &c : stageCosts(sizes))
        if (c.stage == stage)
            return c;
    ADD_FAILURE() << stage;
    return {};
}

/// d_model 1024 in 16 heads, as the statements have it.
AccountSizes large() {
    AccountSizes s;
    s.dModel = s.dMemory = 1024;
    s.heads = s.keyHeads = 16;
    s.dK = s.dV = 64;
    return s;
}

TEST(Accounting, S1_95_FourSquaresOfTheWidth) {
    AccountSizes s = large();
    EXPECT_EQ(parameterCount(s).total, 4194304);
    s.biasQ = s.biasK = s.biasV = s.biasO = true;
    EXPECT_EQ(parameterCount(s).total, 4198400);
    s = large();
    s.layers = 12;
    EXPECT_EQ(parameterCount(s).total, 50331648);
    EXPECT_EQ(parameterCount(s).layer, 4194304);
}

TEST(Accounting, S1_96_WhatTrainingKeeps) {
    AccountSizes s = large();
    s.layers = 12;
    EXPECT_EQ(trainingBytes(s, Optimiser::None), 201326592);
    // 150 994 944 parameters with the feed-forward halves, 12·d² a layer, at 16 bytes each.
    AccountSizes both = s;
    both.layers = 36; // three times 4·d²
    EXPECT_EQ(parameterCount(both).total, 150994944);
    EXPECT_EQ(trainingBytes(both, Optimiser::Adam), 2415919104);
    // Parameter + gradient, and nothing, one or two numbers of state.
    EXPECT_EQ(trainingBytes(s, Optimiser::Sgd), 50331648 * 8.0);
    EXPECT_EQ(trainingBytes(s, Optimiser::Momentum), 50331648 * 12.0);
    EXPECT_EQ(trainingBytes(s, Optimiser::Adam), 50331648 * 16.0);
    // Half precision: 2 + 2, a master copy of 4, and 8 of state.
    s.bytesPerNumber = 2;
    EXPECT_EQ(trainingBytes(s, Optimiser::Adam), 50331648 * 16.0);
    EXPECT_EQ(trainingBytes(s, Optimiser::Sgd), 50331648 * 8.0);
    EXPECT_EQ(trainingBytes(s, Optimiser::None), 50331648 * 2.0);
}

TEST(Accounting, S2_27_HeadsCostNothingAtAFixedWidth) {
    AccountSizes s;
    s.dModel = s.dMemory = 768;
    for (const auto &[heads, width, wanted] :
         {std::tuple{8.0, 96.0, 2359296.0}, std::tuple{16.0, 48.0, 2359296.0},
          std::tuple{8.0, 64.0, 1572864.0}, std::tuple{16.0, 64.0, 3145728.0}}) {
        s.heads = s.keyHeads = heads;
        s.dK = s.dV = width;
        EXPECT_EQ(parameterCount(s).total, wanted) << heads << " of " << width;
    }
}

TEST(Accounting, S2_25_S2_29_S2_30_MapsGrowWithHeadsAndOperationsDoNot) {
    AccountSizes s;
    s.batch = 16;
    s.queries = s.keys = 512;
    s.dModel = s.dMemory = 768;
    for (const auto &[heads, bytes] : {std::pair{8.0, 134217728.0}, std::pair{16.0, 268435456.0}}) {
        s.heads = s.keyHeads = heads;
        s.dK = s.dV = 768 / heads;
        EXPECT_EQ(costOf(s, "weights").bytes, bytes);
        // 3 221 225 472 multiplications and as many additions, in 16 sequences of 512² · 768.
        EXPECT_EQ(costOf(s, "scores_raw").flops, 2.0 * 3221225472);
        EXPECT_EQ(costOf(s, "context").flops, 2.0 * 3221225472);
    }
    EXPECT_EQ(costOf(s, "weights").bytes * 12 * 2, 6442450944) << "12 layers, two such maps";
    EXPECT_EQ(costOf(s, "weights").bytes / 1048576, 256);
    s.bytesPerNumber = 2;
    EXPECT_EQ(costOf(s, "weights").bytes, 134217728);
}

TEST(Accounting, S2_26_TheCacheKnowsNoHeadsUnlessTheyAreShared) {
    AccountSizes s;
    s.batch = 16;
    s.queries = s.keys = 512;
    s.dModel = s.dMemory = 768;
    for (const double heads : {8.0, 12.0}) {
        s.heads = s.keyHeads = heads;
        s.dK = s.dV = 768 / heads;
        EXPECT_EQ(kvCacheBytes(s), 50331648);
    }
    for (const auto &[keyHeads, bytes] : {std::pair{3.0, 12582912.0}, std::pair{1.0, 4194304.0}}) {
        s.keyHeads = keyHeads;
        EXPECT_EQ(kvCacheBytes(s), bytes);
    }
    s.keyHeads = 12;
    s.layers = 12;
    s.bytesPerNumber = 2;
    EXPECT_EQ(kvCacheBytes(s), 301989888);
    s.dV = 2 * s.dK; // wider values: half as much again
    EXPECT_EQ(kvCacheBytes(s), 301989888 * 1.5);
}

TEST(Accounting, S2_28_TiledAttentionKeepsTwoNumbersARow) {
    AccountSizes s;
    for (const auto &[length, naive, tiled] :
         {std::tuple{32.0, 32768.0, 2048.0}, std::tuple{512.0, 8388608.0, 32768.0},
          std::tuple{4096.0, 536870912.0, 262144.0}}) {
        s.queries = s.keys = length;
        EXPECT_EQ(costOf(s, "weights").bytes, naive);
        EXPECT_EQ(tiledStatisticsBytes(s), tiled);
    }
}

TEST(Accounting, SizesBeyondAnyMemory) {
    // A million tokens: 8 · 2^40 cells, 2^45 bytes, and 2·2^40·64·8 operations.
    AccountSizes s;
    s.queries = s.keys = 1048576;
    EXPECT_EQ(costOf(s, "weights").bytes, 35184372088832.0);
    EXPECT_EQ(costOf(s, "scores_raw").flops, 1125899906842624.0);
    EXPECT_EQ(costOf(s, "weights").flops, 5.0 * 8796093022208.0);
    // 96 layers of 12288 in 96 heads: 4·d² each.
    s = {};
    s.dModel = s.dMemory = 12288;
    s.heads = s.keyHeads = 96;
    s.dK = s.dV = 128;
    s.layers = 96;
    EXPECT_EQ(parameterCount(s).total, 57982058496.0);
    s.batch = 4096;
    s.queries = s.keys = 131072;
    EXPECT_EQ(kvCacheBytes(s), 2.0 * 4096 * 131072 * 12288 * 4 * 96); // 5·10^15
    EXPECT_GT(costOf(s, "scores").bytes, 1e16);
}

TEST(Accounting, EveryProductByHand) {
    // B 2, L 3, S 5, D 7, memory 11, H 4, d_k 13, d_v 17.
    AccountSizes s;
    s.batch = 2;
    s.queries = 3;
    s.keys = 5;
    s.dModel = 7;
    s.dMemory = 11;
    s.heads = s.keyHeads = 4;
    s.dK = 13;
    s.dV = 17;
    s.biasQ = s.biasK = s.biasV = s.biasO = true;
    s.normParameters = 2 * 68;
    const ParameterCount c = parameterCount(s);
    EXPECT_EQ(c.wQ, 7 * 52);
    EXPECT_EQ(c.wK, 11 * 52);
    EXPECT_EQ(c.wV, 11 * 68);
    EXPECT_EQ(c.wO, 68 * 7);
    EXPECT_EQ(c.bQ + c.bK + c.bV + c.bO, 52 + 52 + 68 + 7);
    EXPECT_EQ(c.total, 364 + 572 + 748 + 476 + 179 + 136);
    const double flops[] = {
        0,   2.0 * 6 * 52 * 7, 2.0 * 10 * 52 * 11, 2.0 * 10 * 68 * 11, 2.0 * 120 * 13,
        120, 5 * 120,          2.0 * 24 * 17 * 5,  2.0 * 6 * 7 * 68};
    const auto costs = stageCosts(s);
    ASSERT_EQ(costs.size(), std::size(flops));
    double sum = 0;
    for (std::size_t k = 0; k < costs.size(); ++k) {
        EXPECT_EQ(costs[k].flops, flops[k]) << costs[k].stage;
        sum += flops[k];
    }
    s.layers = 3;
    EXPECT_EQ(totalFlops(s), 3 * sum);
    EXPECT_EQ(kvCacheBytes(s), 10 * 4 * 30 * 4 * 3);
    s.shareKv = true; // one matrix and one bias less
    EXPECT_EQ(parameterCount(s).layer, c.layer - 748 - 68);
}

TEST(Accounting, OfAProblemItIsWhatTheArraysHold) {
    std::mt19937 r(11);
    ReferenceEngine engine;
    for (int round = 0; round < 100; ++round) {
        const Problem p = randomProblem(r);
        const AccountSizes s = accountSizes(p);
        std::size_t numbers = 0;
        for (const Tensor *a : {&p.wQ, &p.wK, &p.wV, &p.wO, &p.bQ, &p.bK, &p.bV, &p.bO})
            numbers += a->present() ? a->size() : 0;
        if (p.config.normConcat != ConcatNorm::None)
            for (const Tensor *a : {&p.gammaConcat, &p.betaConcat})
                numbers += a->present() ? a->size() : 0;
        EXPECT_EQ(parameterCount(s).total, static_cast<double>(numbers)) << round;
        const TracePtr t = engine.run(shared(p), {});
        for (const StageCost &c : stageCosts(s)) {
            const auto stage = stageByName(c.stage);
            ASSERT_TRUE(stage) << c.stage;
            EXPECT_EQ(c.bytes, static_cast<double>((*t)[*stage].bytes())) << c.stage;
        }
        EXPECT_EQ(kvCacheBytes(s),
                  static_cast<double>((*t)[Stage::K].bytes() + (*t)[Stage::V].bytes()));
    }
}

} // namespace
} // namespace attnscope::test
