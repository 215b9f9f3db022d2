// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

namespace attnscope::core::lab {

namespace {

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const HeadInputs in = maskInputs(v, run);
    const std::size_t n = in.q.extent(1);
    BoolTensor all({n, n}, 1), without({n, n}, 1);
    for (std::size_t i = 0; i < n; ++i)
        without.mutableData()[i * n + i] = 0;
    // A score times 0 is a score of 0.
    const std::pair<const char *, Session> cases[] = {
        {"original", keptSession(in, all)},
        {"score=0", keptSession(in, without, MaskApplication::MultiplyScores)},
        {"score=-inf", keptSession(in, without)}};
    ExperimentResult r;
    r.table = table({{"case", "own score"}});
    for (ExperimentColumn &c : weightColumns(n))
        r.table.columns.push_back({c.name, {"weight of token %1 on itself", c.title.values}});
    ExperimentPlot plot;
    plot.title = "Weight on itself";
    plot.xTitle = "query i";
    plot.yTitle = "p_ii";
    Steps steps(run, 3.0);
    double least = 1.0;
    std::size_t raised = 0;
    for (const auto &[name, session] : cases) {
        const TracePtr t = passOf(run, session, {Stage::Weights});
        const Tensor &w = (*t)[Stage::Weights];
        std::vector<float> own;
        ExperimentSeries s = series(name);
        for (std::size_t i = 0; i < n; ++i) {
            own.push_back(w.data()[i * n + i]);
            s.x.push_back(static_cast<double>(i));
            s.y.push_back(static_cast<double>(own.back()));
            if (plot.series.size() == 1) {
                least = std::min(least, s.y.back());
                raised += s.y.back() > plot.series[0].y[i] ? 1 : 0;
            }
        }
        std::vector<ExperimentCell> cells{Phrase(name)};
        addWeights(cells, own);
        addRow(r.table, std::move(cells));
        plot.series.push_back(std::move(s));
        r.maps.push_back(mapOf(name, w.reshaped({n, n})));
        r.points.push_back(
            {0, static_cast<double>(r.points.size()), name, [s2 = session] { return s2; }});
        steps.next();
    }
    r.verdict = verdict(
        least <= 0.0, {"with a score of 0 every token keeps a weight of at least %1 on itself, and "
                       "%2 of %3 even gain; only −∞ takes it to 0",
                       {brief(least, 3), std::to_string(raised), std::to_string(n)}});
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment scoreZero() {
    Experiment e;
    e.name = "score-zero";
    e.subject = "masks";
    e.title = "A score of 0 hides nothing";
    e.question = "A token is not to attend to itself. Is it enough to set its score to 0?";
    e.look = "exp(0) is 1: the key takes part like any other of score 0.";
    e.parameters = maskParameters(false);
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
