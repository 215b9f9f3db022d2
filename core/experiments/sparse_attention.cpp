// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

template <class F> BoolTensor keepWhere(std::size_t n, F visible) {
    BoolTensor keep({n, n});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            keep.mutableData()[i * n + j] =
                visible(static_cast<long>(i), static_cast<long>(j)) ? 1 : 0;
    return keep;
}

/// Keys and values mixed along the length: E·K, with E [k,S] of N(0, 1/k), or the identity at k =
/// S.
Tensor mixed(const Tensor &t, std::size_t k, std::uint64_t seed, std::uint32_t stream) {
    const std::size_t S = t.extent(1), d = t.extent(2);
    Tensor e = normals(seed, stream, {k, S}, 1.0 / std::sqrt(static_cast<double>(k)));
    if (k == S)
        for (std::size_t i = 0; i < S * S; ++i)
            e.mutableData()[i] = i / S == i % S ? 1.0F : 0.0F;
    Tensor out({1, k, d});
    for (std::size_t r = 0; r < k; ++r)
        for (std::size_t c = 0; c < d; ++c) {
            double sum = 0.0;
            for (std::size_t j = 0; j < S; ++j)
                sum += static_cast<double>(e(r, j)) * static_cast<double>(t.data()[j * d + c]);
            out.mutableData()[r * d + c] = static_cast<float>(sum);
        }
    return out;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const HeadInputs in = maskInputs(v, run);
    const std::size_t n = in.q.extent(1), d = in.q.extent(2) + in.v.extent(2);
    const long w = v.whole("window"), stride = v.whole("stride");
    std::vector<std::pair<std::string, Session>> cases = {
        {"full", directSession(in)},
        {"window",
         keptSession(in, keepWhere(n, [&](long i, long j) { return std::abs(i - j) <= w; }))},
        {"strided", keptSession(in, keepWhere(n, [&](long i, long j) {
                                    return std::abs(i - j) % stride == 0;
                                }))}};
    for (std::size_t k = 1; k < n; k *= 2)
        cases.emplace_back(
            "low rank " + std::to_string(k),
            directSession({in.q, mixed(in.k, k, run.seed, 5), mixed(in.v, k, run.seed, 6)}));
    cases.emplace_back(
        "low rank " + std::to_string(n),
        directSession({in.q, mixed(in.k, n, run.seed, 5), mixed(in.v, n, run.seed, 6)}));
    ExperimentResult r;
    r.table = table({{"variant", "variant"},
                     {"pairs", "pairs (query, key)"},
                     {"macs", "multiplications for scores and context"},
                     {"difference", "largest difference from full attention"}});
    for (ExperimentColumn &c : weightColumns(n))
        r.table.columns.push_back({c.name, {"first row, key %1", c.title.values}});
    ExperimentPlot plot;
    plot.title = "Difference from full attention";
    plot.xTitle = "pairs (query, key)";
    plot.yTitle = "largest |Δ| of the context";
    ExperimentSeries masks = series("masks"), ranks = series("low rank");
    Steps steps(run, static_cast<double>(cases.size()));
    Tensor full;
    double atFullRank = kNothing;
    for (const auto &[name, session] : cases) {
        const TracePtr t = passOf(run, session, {Stage::Weights, Stage::Context});
        const Tensor &weights = (*t)[Stage::Weights];
        if (!full.present())
            full = (*t)[Stage::Context];
        const std::size_t keys = weights.shape().back();
        double pairs = 0.0;
        for (std::size_t i = 0; i < n; ++i)
            pairs += static_cast<double>(t->keep.visibleCount(0, 0, i));
        const double difference = largestDifference(full.values(), (*t)[Stage::Context].values());
        std::vector<ExperimentCell> row{Phrase(name), pairs, pairs * static_cast<double>(d),
                                        difference};
        addWeights(row, block(weights, 0, keys));
        row.resize(r.table.columns.size());
        addRow(r.table, std::move(row));
        const bool low = name.rfind("low", 0) == 0;
        ExperimentSeries &s = low ? ranks : masks;
        s.x.push_back(pairs);
        s.y.push_back(difference);
        if (low)
            atFullRank = difference;
        r.points.push_back({0, pairs, name, [s2 = session] { return s2; }});
        steps.next();
    }
    r.verdict =
        verdict(atFullRank < 1e-6 && masks.y[1] > 0.0,
                {"low rank with as many rows as keys and E = F = I equals full attention to "
                 "within %1; the window of %2 differs by %3",
                 {brief(atFullRank, 2), std::to_string(w), brief(masks.y[1], 3)}});
    plot.series = {std::move(masks), std::move(ranks)};
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment sparseAttention() {
    Experiment e;
    e.name = "sparse-attention";
    e.subject = "masks";
    e.title = "Windows, strides, low rank";
    e.question = "How far from full attention are a window, a stride, and a low rank along the "
                 "length, and what do they save?";
    e.look = "Sparse attention is full attention with a mask. A low rank mixes keys and values "
             "before, and is exact only when nothing is mixed.";
    e.parameters = maskParameters(false);
    e.parameters.push_back(wholeParameter("window", "window: |i − j| ≤", 1, 0, 63));
    e.parameters.push_back(wholeParameter("stride", "stride", 2, 1, 64));
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
