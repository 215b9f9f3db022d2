// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

struct Setup {
    HeadInputs in;
    double dModel;
    bool population;
};

/// The rows of a tensor [B,n,d], each multiplied by what `factor` says of it.
template <class F> Tensor scaledRows(Tensor t, F factor) {
    const std::size_t d = t.shape().back();
    float *out = t.mutableData();
    for (std::size_t r = 0; r < t.size() / d; ++r) {
        const double f = factor(r);
        for (std::size_t c = 0; c < d; ++c)
            out[r * d + c] = static_cast<float>(f * static_cast<double>(out[r * d + c]));
    }
    return t;
}

Session withFactor(const HeadInputs &in, double factor) {
    Session s = directSession(in);
    s.config.scaling = {ScalingMode::Custom, factor};
    return s;
}
Session withMode(const HeadInputs &in, ScalingMode mode) {
    Session s = directSession(in);
    s.config.scaling.mode = mode;
    return s;
}

/// How the scores of these inputs are scaled, by the name of the row.
Session scaledAs(const std::string &mode, const Setup &u, const ExperimentRun &run) {
    const double dk = static_cast<double>(u.in.q.shape().back());
    if (mode == "none")
        return withMode(u.in, ScalingMode::None);
    if (mode == "sqrt_dk")
        return withMode(u.in, ScalingMode::SqrtDk);
    if (mode == "sqrt_d_model")
        return withFactor(u.in, 1.0 / std::sqrt(u.dModel));
    if (mode == "qk_norm") {
        HeadInputs in = u.in;
        for (Tensor *t : {&in.q, &in.k}) {
            const Tensor before = *t;
            const auto d = t->shape().back();
            *t = scaledRows(*t, [&](std::size_t r) { return 1.0 / normOf(block(before, r, d)); });
        }
        return withFactor(in, std::sqrt(dk));
    }
    if (mode == "adaptive" && !u.population)
        return withMode(u.in, ScalingMode::Adaptive);
    if (mode == "standardise" && !u.population)
        return withMode(u.in, ScalingMode::Standardise);
    const TracePtr t = passOf(run, withMode(u.in, ScalingMode::None), {Stage::ScoresRaw});
    const Tensor raw = (*t)[Stage::ScoresRaw];
    if (mode == "per_row") {
        const auto keys = raw.shape().back();
        HeadInputs in = u.in;
        in.q = scaledRows(in.q, [&](std::size_t r) {
            return 1.0 / (std::sqrt(varianceOf(block(raw, r, keys), u.population)) + 1e-8);
        });
        return withFactor(in, 1.0);
    }
    const double std = std::sqrt(varianceOf(raw.values(), true));
    return mode == "standardise"
               ? withFactor(u.in, 1.0 / (std + 1e-8))
               : withFactor(u.in, 1.0 / std::sqrt(dk) / (std::sqrt(std / std::sqrt(dk)) + 1e-8));
}

/// The same with the queries of the second sequence ten times as large.
Setup disturbed(Setup u) {
    const std::size_t half = u.in.q.size() / 2, d = u.in.q.shape().back();
    u.in.q = scaledRows(u.in.q, [&](std::size_t r) { return r * d >= half ? 10.0 : 1.0; });
    return u;
}

/// Deviation of the masked scores under a causal mask: what a deviation taken too late sees.
double maskedDeviation(const Setup &u, double fill, const ExperimentRun &run) {
    Session s = directSession(u.in);
    s.config.mask.causal = true;
    s.config.mask.fill = fill;
    const TracePtr t = passOf(run, s, {Stage::ScoresMasked});
    return std::sqrt(varianceOf((*t)[Stage::ScoresMasked].values()));
}

Setup setupOf(const ParameterValues &v, const ExperimentRun &run) {
    Setup u;
    u.dModel = v.real("d_model");
    u.population = v.text("deviation") == "population";
    if (v.text("inputs") == "worked") {
        u.in = workedHead();
        return u;
    }
    const auto keys = static_cast<std::size_t>(v.whole("keys"));
    const auto dk = static_cast<std::size_t>(v.whole("d_k"));
    u.in = {normals(run.seed, 0, {2, keys, dk}, 1.0, run.stop),
            normals(run.seed, 1, {2, keys, dk}, 1.0, run.stop),
            normals(run.seed, 2, {2, keys, 4}, 1.0, run.stop)};
    const TracePtr t = passOf(run, withMode(u.in, ScalingMode::None), {Stage::ScoresRaw});
    const double factor =
        v.real("raw_std") / std::sqrt(varianceOf((*t)[Stage::ScoresRaw].values(), u.population));
    u.in.q = scaledRows(u.in.q, [&](std::size_t) { return factor; });
    return u;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const Setup u = setupOf(v, run);
    ExperimentResult r;
    r.table = table({{"scaling", "scaling"},
                     {"std_raw", "std of raw scores"},
                     {"std_out", "std of scores"},
                     {"entropy", "mean row entropy, nats"},
                     {"max_weight", "largest weight"},
                     {"leak", "change of sequence 0 by sequence 1"}});
    const std::vector<std::pair<std::string, Phrase>> modes = {{"none", "none"},
                                                               {"sqrt_dk", "1/√d_k"},
                                                               {"sqrt_d_model", "1/√d_model"},
                                                               {"adaptive", "1/√d_k/√std"},
                                                               {"standardise", "1/std"},
                                                               {"per_row", "1/std of each row"},
                                                               {"qk_norm", "QK-norm"}};
    Steps steps(run, static_cast<double>(modes.size()) + 1.0);
    ExperimentSeries stds = series("std of the scores", ExperimentSeries::Role::Bars),
                     leaks = series("leak", ExperimentSeries::Role::Bars);
    ExperimentPlot a, b;
    a.title = "Standard deviation after scaling";
    a.yTitle = "std of the scores";
    b.title = "What another sequence changes";
    b.yTitle = "largest change of a weight";
    for (const auto &[mode, title] : modes) {
        const Session session = scaledAs(mode, u, run);
        const TracePtr t = passOf(run, session, {Stage::ScoresRaw, Stage::Scores, Stage::Weights});
        const Tensor &weights = (*t)[Stage::Weights];
        const MapShape shape = shapeOf(weights.values(), weights.shape().back());
        double leak = kNothing;
        if (u.in.q.extent(0) == 2) {
            const TracePtr other = passOf(run, scaledAs(mode, disturbed(u), run), {Stage::Weights});
            const std::size_t half = weights.size() / 2;
            leak = largestDifference(block(weights, 0, half),
                                     block((*other)[Stage::Weights], 0, half));
        }
        const double out = std::sqrt(varianceOf((*t)[Stage::Scores].values(), u.population));
        addRow(r.table,
               {Phrase(mode), std::sqrt(varianceOf((*t)[Stage::ScoresRaw].values(), u.population)),
                out, shape.entropy, shape.largest, cell(leak)});
        const auto x = static_cast<double>(stds.x.size());
        stds.x.push_back(x);
        leaks.x.push_back(x);
        stds.y.push_back(out);
        leaks.y.push_back(leak);
        a.xTicks.push_back(title);
        r.points.push_back({0, x, title, [session] { return session; }});
        steps.next();
    }
    const double infinite = maskedDeviation(u, -std::numeric_limits<double>::infinity(), run);
    const double finite = maskedDeviation(u, -1e9, run);
    for (const auto &[name, value] :
         {std::pair{"after_fill_minus_inf", infinite}, std::pair{"after_fill_minus_1e9", finite}})
        addRow(r.table, {Phrase(name), ExperimentCell(),
                         std::isnan(value) ? ExperimentCell(Phrase("NaN")) : cell(value),
                         ExperimentCell(), ExperimentCell(), ExperimentCell()});
    const double scaled = stds.y[1], adaptive = stds.y[3];
    r.verdict = verdict(std::fabs(adaptive - 1.0) < 0.01,
                        {"dividing by √std once more turns a deviation of %1 into %2, not 1 (√%1 = "
                         "%3); dividing by "
                         "std gives %4. Both change sequence 0 when sequence 1 changes: %5 and %6",
                         {brief(scaled), brief(adaptive), brief(std::sqrt(scaled)),
                          brief(stds.y[4]), brief(leaks.y[3], 3), brief(leaks.y[4], 3)}});
    b.xTicks = a.xTicks;
    a.xTitle = b.xTitle = "scaling";
    a.series = {std::move(stds)};
    r.plots = {std::move(a)};
    if (u.in.q.extent(0) == 2) {
        b.series = {std::move(leaks)};
        r.plots.push_back(std::move(b));
    }
    return r;
}

} // namespace

Experiment adaptiveScaling() {
    Experiment e;
    e.name = "adaptive-scaling";
    e.subject = "scaling";
    e.title = "Scaling by the scores' own deviation";
    e.question = "Scores have become too large. Does dividing by the square root of their own "
                 "deviation bring it back to 1, and what else does it do?";
    e.look = "√std leaves √std. A deviation over the whole batch lets one sequence change another; "
             "taken after the mask it is NaN, or half the fill value.";
    e.parameters = {choiceParameter("inputs", "inputs",
                                    {{"drawn", "drawn by seed, two sequences"},
                                     {"worked", "the worked 4×4 example"}}),
                    realParameter("raw_std", "std of raw scores, drawn", 41.6, 0.001, 1e4),
                    wholeParameter("d_k", "d_k, drawn", 64, 1, 512),
                    realParameter("d_model", "d_model of 1/√d_model", 512, 1, 65536),
                    wholeParameter("keys", "keys, drawn", 16, 2, 256),
                    choiceParameter("deviation", "deviation divides by",
                                    {{"sample", "n − 1"}, {"population", "n"}})};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
