// SPDX-License-Identifier: GPL-3.0-or-later
//
// More heads at the same d_model: each is narrower, and its scores Q·Kᵀ have a rank of at most
// min(L, d_k). Multiplications a token for Q, K and V: 3D² fused, H·3·D·(D/H) split, the same;
// H heads of full width take H times as many.
#include "core/accounting.h"
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

Session sessionOf(std::size_t length, std::size_t width, int heads, std::uint64_t seed,
                  const std::stop_token &stop) {
    Session s = plainSession(normals(seed, 50, {1, length, width}, 1.0, stop), heads);
    s.seed = seed;
    return s;
}

/// Rank of the scores, and of the weights, of each head.
struct Ranks {
    std::vector<std::size_t> scores, weights;
};
Ranks ranksOf(const ExperimentRun &run, const Trace &t, std::size_t length) {
    Ranks r;
    for (std::size_t h = 0; h < t.problem->heads(); ++h) {
        if (run.stop.stop_requested())
            throw StoppedError();
        const std::size_t n = length * length;
        r.scores.push_back(rankOf(block(t[Stage::ScoresRaw], h, n), length, length));
        r.weights.push_back(rankOf(block(t[Stage::Weights], h, n), length, length));
    }
    return r;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const auto L = static_cast<std::size_t>(v.whole("length"));
    const int width = v.whole("d_model");
    const double D = width;
    const std::vector<double> counts = v.numbers("heads");
    ExperimentResult r;
    r.table = table({{"heads", "heads"},
                     {"d_k", "d_k"},
                     {"rank_bound", "min(L, d_k)"},
                     {"rank_scores", "rank of the scores, largest of all heads"},
                     {"rank_scores_least", "smallest"},
                     {"rank_weights", "rank of the weights, largest"},
                     {"parameters", "parameters"},
                     {"macs_fused", "multiplications a token for Q, K, V: fused"},
                     {"macs_split", "a product a head"},
                     {"macs_full", "heads of full width"},
                     {"products_split", "products, one a head"},
                     {"score_bytes", "bytes of the scores, fp32"}});
    ExperimentPlot plot;
    plot.title = "Rank of a head's scores";
    plot.xTitle = "heads";
    plot.yTitle = "rank";
    plot.logX = true;
    ExperimentSeries got = series("scores, measured"), weights = series("weights, measured"),
                     bound = series("min(L, d_k)", ExperimentSeries::Role::Theory);
    Steps steps(run, static_cast<double>(counts.size()));
    bool within = true;
    double narrow = kNothing;
    for (const double count : counts) {
        const int H = static_cast<int>(count);
        if (count != H || width % H != 0) {
            std::vector<ExperimentCell> cells(r.table.columns.size());
            cells[0] = count;
            cells[1] = Phrase("does not divide d_model");
            addRow(r.table, std::move(cells));
            steps.next();
            continue;
        }
        const TracePtr t =
            passOf(run, sessionOf(L, static_cast<std::size_t>(width), H, run.seed, run.stop),
                   {Stage::ScoresRaw, Stage::Weights});
        const Ranks ranks = ranksOf(run, *t, L);
        const double dk = D / H, most = std::min(static_cast<double>(L), dk);
        const auto [least, largest] = std::minmax_element(ranks.scores.begin(), ranks.scores.end());
        const auto soft = *std::max_element(ranks.weights.begin(), ranks.weights.end());
        const double sizes = static_cast<double>(L * L) * count * 4.0;
        addRow(r.table,
               {count, dk, most, static_cast<double>(*largest), static_cast<double>(*least),
                static_cast<double>(soft), parameterCount(accountSizes(*t->problem)).layer,
                3.0 * D * D, count * 3.0 * D * dk, count * 3.0 * D * D, 3.0 * count, sizes});
        got.x.push_back(count);
        got.y.push_back(static_cast<double>(*largest));
        weights.x.push_back(count);
        weights.y.push_back(static_cast<double>(soft));
        bound.x.push_back(count);
        bound.y.push_back(most);
        within = within && static_cast<double>(*largest) <= most;
        if (most < static_cast<double>(L) && !(narrow <= count))
            narrow = count;
        r.points.push_back({0, count, {"%1 heads", {brief(count)}}, [L, width, H, seed = run.seed] {
                                return sessionOf(L, static_cast<std::size_t>(width), H, seed, {});
                            }});
        steps.next();
    }
    plot.series = {std::move(got), std::move(weights), std::move(bound)};
    r.plots = {std::move(plot)};
    if (r.points.empty())
        r.verdict = {ExperimentVerdict::Kind::Undecided, "None of these divides d_model."};
    else
        r.verdict = verdict(
            within, std::isnan(narrow)
                        ? Phrase("No head's scores have a rank above min(L, d_k), which is the "
                                 "full %1 for each of these counts.",
                                 {std::to_string(L)})
                        : Phrase("No head's scores have a rank above min(L, d_k); with %2 heads "
                                 "and more it is short of the full %1.",
                                 {std::to_string(L), brief(narrow)}));
    return r;
}

} // namespace

Experiment headCount() {
    Experiment e;
    e.name = "head-count";
    e.subject = "heads";
    e.title = "How many heads";
    e.question = "At a fixed d_model, what do more heads cost, and what do they take away?";
    e.look = "Parameters and multiplications stay; the scores take more memory, and each head "
             "becomes narrower: a score matrix of low rank cannot tell every pair apart.";
    e.parameters = {wholeParameter("d_model", "d_model", 64, 1, 1024),
                    wholeParameter("length", "tokens L", 32, 2, 128),
                    numbersParameter("heads", "heads", "1..64", 1, 1024)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
