// SPDX-License-Identifier: GPL-3.0-or-later
//
// Concat·W_O = Σ_h context_h·W_O,h with W_O,h the rows of head h, and one projection split into
// heads is as many small ones side by side. Each head is computed by a pass of its own.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>

namespace attnscope::core::lab {

namespace {

/// The same with one head alone, of width d.
Session headAlone(const Session &all, std::size_t h, std::size_t d) {
    Session s = all;
    s.tieDk = false;
    s.config.heads = 1;
    for (const Input input : {Input::WQ, Input::WK, Input::WV})
        setArray(s, input, columnsOf(all.arrays.at(input), h * d, d));
    setArray(s, Input::WO, rowsOf(all.arrays.at(Input::WO), h * d, d));
    return s;
}

Session drawn(const ParameterValues &v, std::uint64_t seed, const std::stop_token &stop) {
    if (v.on("worked"))
        return workedTwoHeads();
    const auto D = static_cast<std::size_t>(v.whole("d_model"));
    Session s = plainSession(normals(seed, 30, {1, 8, D}, 1.0, stop), v.whole("heads"));
    s.seed = seed;
    for (const Input input : {Input::WQ, Input::WK, Input::WV, Input::WO})
        setArray(s, input, drawnArray(s, input));
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    if (!v.on("worked"))
        requireDivides(v.whole("d_model"), v.whole("heads"));
    Session all = drawn(v, run.seed, run.stop);
    all.config.upstream = Upstream::Ones; // the same for every head, so that gradients compare
    const StageSet keep{Stage::Context, Stage::Output};
    const TracePtr fused = passOf(run, all, keep, true);
    const Problem &p = *fused->problem;
    const std::size_t H = p.heads(), d = p.dK(), D = p.dModel(), L = p.queries();
    ExperimentResult r;
    r.table = table({{"head", "head"},
                     {"delta_context", "largest difference of the context"},
                     {"delta_gradient", "largest difference of the gradient of W_Q, W_K, W_V"},
                     {"delta_output", "largest difference of the output"},
                     {"output_norm", "norm of its part of the output"},
                     {"parameters", "parameters"},
                     {"parameters_w_o", "parameters of W_O"}});
    ExperimentPlot plot;
    plot.title = "Parts of the output";
    plot.xTitle = "head";
    plot.yTitle = "norm of its part of the output";
    ExperimentSeries bars = series("norm", ExperimentSeries::Role::Bars);
    std::vector<double> sum(L * D, 0.0);
    Steps steps(run, static_cast<double>(H));
    double contexts = 0.0, gradients = 0.0, parameters = 0.0;
    for (std::size_t h = 0; h < H; ++h) {
        const TracePtr t = passOf(run, headAlone(all, h, d), keep, true);
        const double context = largestDifference(block((*fused)[Stage::Context], h, L * d),
                                                 (*t)[Stage::Context].values());
        double gradient = 0.0;
        for (const Gradient g : {Gradient::WQ, Gradient::WK, Gradient::WV})
            gradient =
                std::max(gradient, largestDifference(columnsOf((*fused)[g], h * d, d).values(),
                                                     (*t)[g].values()));
        const auto part = (*t)[Stage::Output].values();
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += static_cast<double>(part[i]);
        const double count = static_cast<double>(4 * D * d);
        addRow(r.table, {static_cast<double>(h), context, gradient, std::monostate(), normOf(part),
                         count, static_cast<double>(d * D)});
        bars.x.push_back(static_cast<double>(h));
        bars.y.push_back(normOf(part));
        r.points.push_back(
            {0, static_cast<double>(h), {"head %1 alone", {std::to_string(h)}}, [all, h, d] {
                 return headAlone(all, h, d);
             }});
        contexts = std::max(contexts, context);
        gradients = std::max(gradients, gradient);
        parameters += count;
        steps.next();
    }
    std::vector<float> total(sum.begin(), sum.end());
    const auto output = (*fused)[Stage::Output].values();
    const double apart = largestDifference(total, output);
    addRow(r.table, {Phrase("sum of heads"), contexts, gradients, apart, normOf(total), parameters,
                     static_cast<double>(H * d * D)});
    addRow(r.table, {Phrase("fused"), 0.0, 0.0, 0.0, normOf(output),
                     static_cast<double>(p.wQ.size() + p.wK.size() + p.wV.size() + p.wO.size()),
                     static_cast<double>(p.wO.size())});
    plot.series = {std::move(bars)};
    r.plots = {std::move(plot)};
    r.maps = {mapOf("Output", (*fused)[Stage::Output].reshaped({L, D}), "query i (rows)",
                    "entry (columns)")};
    r.maps.front().diverging = true;
    const double scale = std::max(1.0, largestMagnitude(output));
    r.verdict = verdict(apart <= 2e-5 * scale && contexts <= 2e-5 * scale,
                        {"The parts of the heads add up to the output within %1; their contexts "
                         "differ by at most %2 and their gradients by at most %3.",
                         {brief(apart, 2), brief(contexts, 2), brief(gradients, 2)}});
    return r;
}

} // namespace

Experiment headsApart() {
    Experiment e;
    e.name = "heads-apart";
    e.subject = "heads";
    e.title = "Fused and separate heads";
    e.question = "Is multi-head attention more than separate heads whose results are added up?";
    e.look =
        "Each head is computed alone, from its own columns of W_Q, W_K, W_V and its own rows of "
        "W_O. Values, gradients and the number of parameters are the same.";
    e.parameters = {switchParameter("worked", "the worked example (6 tokens, 2 heads)", false),
                    wholeParameter("d_model", "d_model", 16, 2, 512),
                    wholeParameter("heads", "heads", 4, 1, 32)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
