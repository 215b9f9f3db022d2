// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accounting.h"

namespace attnscope::core {

AccountSizes accountSizes(const Problem &p) {
    AccountSizes s;
    s.batch = static_cast<double>(p.batch());
    s.queries = static_cast<double>(p.queries());
    s.keys = static_cast<double>(p.keys());
    s.dModel = static_cast<double>(p.dModel());
    s.dMemory = static_cast<double>(p.dMemory());
    s.heads = s.keyHeads = static_cast<double>(p.heads());
    s.dK = static_cast<double>(p.dK());
    s.dV = static_cast<double>(p.dV());
    s.shareKv = p.config.shareKv;
    s.biasQ = p.bQ.present();
    s.biasK = p.bK.present();
    s.biasV = p.bV.present() && !s.shareKv;
    s.biasO = p.bO.present();
    if (p.config.normConcat != ConcatNorm::None)
        s.normParameters =
            static_cast<double>((p.gammaConcat.present() ? p.gammaConcat.size() : 0) +
                                (p.betaConcat.present() ? p.betaConcat.size() : 0));
    return s;
}

ParameterCount parameterCount(const AccountSizes &s) {
    ParameterCount c;
    c.wQ = s.dModel * s.heads * s.dK;
    c.wK = s.dMemory * s.keyHeads * s.dK;
    c.wV = s.shareKv ? 0.0 : s.dMemory * s.keyHeads * s.dV;
    c.wO = s.heads * s.dV * s.dModel;
    c.bQ = s.biasQ ? s.heads * s.dK : 0.0;
    c.bK = s.biasK ? s.keyHeads * s.dK : 0.0;
    c.bV = s.biasV && !s.shareKv ? s.keyHeads * s.dV : 0.0;
    c.bO = s.biasO ? s.dModel : 0.0;
    c.norm = s.normParameters;
    c.layer = c.wQ + c.wK + c.wV + c.wO + c.bQ + c.bK + c.bV + c.bO + c.norm;
    c.total = c.layer * s.layers;
    return c;
}

std::vector<StageCost> stageCosts(const AccountSizes &s) {
    const double cells = s.batch * s.heads * s.queries * s.keys;
    const double byte = s.bytesPerNumber;
    // 2·m·n·k a product of [m,k] and [k,n].
    const auto product = [](double m, double n, double k) { return 2.0 * m * n * k; };
    const double rowsQ = s.batch * s.queries, rowsK = s.batch * s.keys;
    return {
        {"X", rowsQ * s.dModel * byte, 0.0},
        {"Q", rowsQ * s.heads * s.dK * byte, product(rowsQ, s.heads * s.dK, s.dModel)},
        {"K", rowsK * s.keyHeads * s.dK * byte, product(rowsK, s.keyHeads * s.dK, s.dMemory)},
        {"V", rowsK * s.keyHeads * s.dV * byte, product(rowsK, s.keyHeads * s.dV, s.dMemory)},
        {"scores_raw", cells * byte, product(s.queries, s.keys, s.dK) * s.batch * s.heads},
        {"scores", cells * byte, cells},
        {"weights", cells * byte, 5.0 * cells},
        {"context", rowsQ * s.heads * s.dV * byte,
         product(s.queries, s.dV, s.keys) * s.batch * s.heads},
        {"output", rowsQ * s.dModel * byte, product(rowsQ, s.dModel, s.heads * s.dV)},
    };
}

double totalFlops(const AccountSizes &sizes) {
    double sum = 0.0;
    for (const StageCost &c : stageCosts(sizes))
        sum += c.flops;
    return sum * sizes.layers;
}

double kvCacheBytes(const AccountSizes &s) {
    return s.batch * s.keys * s.keyHeads * (s.dK + s.dV) * s.bytesPerNumber * s.layers;
}

double tiledStatisticsBytes(const AccountSizes &s) {
    return 2.0 * s.batch * s.heads * s.queries * 4.0;
}

double optimiserStates(Optimiser optimiser) {
    switch (optimiser) {
    case Optimiser::None:
    case Optimiser::Sgd:
        return 0.0;
    case Optimiser::Momentum:
        return 1.0;
    case Optimiser::Adam:
        return 2.0;
    }
    return 0.0;
}

double trainingBytes(const AccountSizes &sizes, Optimiser optimiser) {
    const double parameters = parameterCount(sizes).total;
    if (optimiser == Optimiser::None)
        return parameters * sizes.bytesPerNumber;
    const double master = sizes.bytesPerNumber < 4.0 ? 4.0 : 0.0;
    return parameters * (2.0 * sizes.bytesPerNumber + master + 4.0 * optimiserStates(optimiser));
}

} // namespace attnscope::core
