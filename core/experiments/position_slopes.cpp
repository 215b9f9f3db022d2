// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <cmath>

namespace attnscope::core::lab {

namespace {

/// Scores −m·(i − j) for j ≤ i, under a causal mask: what the bias alone makes of equal scores.
Session biased(double slope, std::size_t n) {
    Tensor scores({n, n});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            scores.mutableData()[i * n + j] =
                static_cast<float>(-slope * static_cast<double>(i - j));
    Session s = scoresSession(scores);
    s.config.mask.causal = true;
    return s;
}

/// Mean of i − j of the last row when weights fall as exp(−m·(i − j)).
double predictedReach(double slope, std::size_t n) {
    double sum = 0.0, moment = 0.0;
    for (std::size_t d = 0; d < n; ++d) {
        const double w = std::exp(-slope * static_cast<double>(d));
        sum += w;
        moment += w * static_cast<double>(d);
    }
    return moment / sum;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const int heads = v.whole("heads");
    const auto n = static_cast<std::size_t>(v.whole("length"));
    ExperimentResult r;
    r.table = table({{"head", "head"},
                     {"slope", "slope m"},
                     {"reach", "mean distance of the last query"},
                     {"reach_predicted", "of exp(−m·distance)"}});
    ExperimentPlot slopes, rows;
    slopes.title = "How far a head reaches";
    slopes.xTitle = "head";
    slopes.yTitle = "mean distance, positions";
    rows.title = "Weights of the last query";
    rows.xTitle = "distance i − j";
    rows.yTitle = "weight";
    ExperimentSeries measured = series("measured"),
                     theory = series("exp(−m·distance)", ExperimentSeries::Role::Theory);
    Steps steps(run, heads);
    double worst = 0.0;
    for (int h = 1; h <= heads; ++h) {
        const double m = std::exp2(-8.0 * h / heads);
        const TracePtr t = passOf(run, biased(m, n), {Stage::Weights});
        const auto row = block((*t)[Stage::Weights], n - 1, n);
        ExperimentSeries s = series(Phrase("head %1", {std::to_string(h)}));
        double reach = 0.0;
        for (std::size_t d = 0; d < n; ++d) {
            const double w = static_cast<double>(row[n - 1 - d]);
            reach += w * static_cast<double>(d);
            s.x.push_back(static_cast<double>(d));
            s.y.push_back(w);
        }
        const double predicted = predictedReach(m, n);
        worst = std::max(worst, std::fabs(reach - predicted) / std::max(1e-9, predicted));
        addRow(r.table, {static_cast<double>(h), m, reach, predicted});
        measured.x.push_back(h);
        measured.y.push_back(reach);
        theory.x.push_back(h);
        theory.y.push_back(predicted);
        if (h == 1 || h == heads || h == (heads + 1) / 2)
            rows.series.push_back(std::move(s));
        r.points.push_back({0, static_cast<double>(h), {"head %1", {std::to_string(h)}}, [m, n] {
                                return biased(m, n);
                            }});
        steps.next();
    }
    r.verdict = verdict(worst < 1e-3,
                        {"slopes fall from %1 to %2, and with them a head of equal scores reaches "
                         "from %3 to %4 positions back, as exp(−m·distance) predicts",
                         {brief(std::exp2(-8.0 / heads)), brief(std::exp2(-8.0)),
                          brief(measured.y.front(), 3), brief(measured.y.back(), 3)}});
    slopes.series = {std::move(measured), std::move(theory)};
    r.plots = {std::move(slopes), std::move(rows)};
    return r;
}

} // namespace

Experiment positionSlopes() {
    Experiment e;
    e.name = "position-slopes";
    e.subject = "positions";
    e.title = "ALiBi: a slope for each head";
    e.question =
        "Instead of an encoding, every score loses m·(i − j), with another slope m in each "
        "head. How far back does each head reach?";
    e.look = "Slopes are 2^(−8h/H): each head is nearsighted to another degree. Widths d_k and d_v "
             "have no part in it.";
    e.parameters = {wholeParameter("heads", "heads", 8, 1, 32),
                    wholeParameter("length", "tokens", 64, 2, 256)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
