// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"

#include <string_view>
#include <vector>

/// \file
/// What attention costs (mathematics.md §8), for any sizes, far beyond what could be loaded. All
/// counts are doubles: exact up to 2^53, and never an overflow.

namespace attnscope::core {

struct AccountSizes {
    double batch = 1, queries = 1, keys = 1; ///< B, L, S
    double dModel = 512;                     ///< D of the queries' input
    double dMemory = 512;                    ///< D of the keys' and values' input
    double heads = 8;                        ///< H
    double keyHeads = 8; ///< heads of K and V: H; fewer when they are shared among queries' heads
    double dK = 64, dV = 64;
    double layers = 1;
    bool shareKv = false;
    bool biasQ = false, biasK = false, biasV = false, biasO = false;
    double normParameters = 0; ///< γ and β, of one layer
    double bytesPerNumber = 4; ///< 4 fp32, 2 fp16 or bf16, 8 double
};
/// The sizes of a problem: one layer, fp32.
[[nodiscard]] AccountSizes accountSizes(const Problem &problem);

/// Parameters of one layer; total over all layers.
struct ParameterCount {
    double wQ = 0, wK = 0, wV = 0, wO = 0; ///< wV = 0 when it is shared
    double bQ = 0, bK = 0, bV = 0, bO = 0;
    double norm = 0;
    double layer = 0;
    double total = 0; ///< layer · layers
};
[[nodiscard]] ParameterCount parameterCount(const AccountSizes &sizes);

struct StageCost {
    std::string_view stage; ///< name in the trace
    double bytes = 0;       ///< of one layer: product of the shape · bytes per number
    double flops = 0; ///< of one layer: 2·m·n·k a product, 5 a softmax cell, 1 a scaled cell
};
/// Projections, scores, softmax, context and output, in the order of the trace.
[[nodiscard]] std::vector<StageCost> stageCosts(const AccountSizes &sizes);
[[nodiscard]] double totalFlops(const AccountSizes &sizes); ///< forward, all layers

/// Keys and values kept for decoding: B·S·keyHeads·(d_k + d_v)·bytes·layers, as layers store
/// them (share_kv would allow half: K and V are then the same). Independent of H when H·d = D.
[[nodiscard]] double kvCacheBytes(const AccountSizes &sizes);
/// Row maximum and row sum, all that tiled attention keeps of its scores: 2·B·H·L fp32 numbers.
[[nodiscard]] double tiledStatisticsBytes(const AccountSizes &sizes);

enum class Optimiser { None, Sgd, Momentum, Adam };
/// Numbers of state that it keeps for each parameter: 0, 0, 1, 2.
[[nodiscard]] double optimiserStates(Optimiser optimiser);
/// Parameters, their gradients (unless None) and the optimiser's state, all layers. The state is
/// fp32 whatever the precision of the rest; below fp32 a master copy of the parameters is kept too.
[[nodiscard]] double trainingBytes(const AccountSizes &sizes, Optimiser optimiser);

} // namespace attnscope::core
