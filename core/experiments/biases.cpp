// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each bias does. b_K adds q_i·b_k to a whole row of scores, which the softmax cancels; b_V
// adds b_V itself to every context, since rows sum to 1, so W_Oᵀ·b_V may as well stand in b_O.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

namespace attnscope::core::lab {

namespace {

/// Six tokens, two heads of width 4; `amount` times numbers of size 1 in one bias, the others 0.
Session sessionOf(std::optional<Input> which, double amount) {
    Session s = workedTwoHeads();
    s.config.upstream = Upstream::Output;
    for (const Input bias : {Input::BQ, Input::BK, Input::BV, Input::BO}) {
        Tensor b({8}, 0.0F);
        if (which == bias)
            for (std::size_t c = 0; c < 8; ++c)
                b.mutableData()[c] = static_cast<float>(amount * workedValue(8, 0, c));
        setArray(s, bias, std::move(b));
    }
    return s;
}

/// b_V moved into b_O: b_O = b_V·W_O.
Session moved(double amount) {
    Session s = sessionOf(std::nullopt, amount);
    const Tensor v = sessionOf(Input::BV, amount).arrays.at(Input::BV), &o = s.arrays.at(Input::WO);
    Tensor b({8}, 0.0F);
    for (std::size_t c = 0; c < 8; ++c) {
        double sum = 0.0;
        for (std::size_t r = 0; r < 8; ++r)
            sum += static_cast<double>(v.data()[r]) * static_cast<double>(o(r, c));
        b.mutableData()[c] = static_cast<float>(sum);
    }
    setArray(s, Input::BO, std::move(b));
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const double amount = v.real("amount");
    struct Line {
        const char *name;
        std::optional<Input> which;
        std::optional<Gradient> gradient;
    };
    const Line lines[] = {{"b_Q", Input::BQ, Gradient::BQ},
                          {"b_K", Input::BK, Gradient::BK},
                          {"b_V", Input::BV, Gradient::BV},
                          {"b_O", Input::BO, Gradient::BO}};
    const StageSet keep{Stage::Weights, Stage::Output};
    const TracePtr plain = passOf(run, sessionOf(std::nullopt, 0.0), keep);
    ExperimentResult r;
    r.table = table({{"bias", "bias"},
                     {"delta_weights", "largest change of a weight"},
                     {"delta_output", "largest change of the output"},
                     {"gradient", "norm of its gradient"}});
    ExperimentPlot plot;
    plot.title = "What a bias changes";
    plot.xTitle = "bias";
    plot.yTitle = "largest change of a weight";
    ExperimentSeries bars = series("largest change of a weight", ExperimentSeries::Role::Bars);
    Steps steps(run, 5);
    double byKey = 0.0, keyGradient = 0.0, byQuery = 0.0;
    TracePtr withV;
    for (std::size_t n = 0; n < 4; ++n) {
        const Line &line = lines[n];
        const TracePtr t = passOf(run, sessionOf(line.which, amount), keep, true);
        const double weights =
            largestDifference((*plain)[Stage::Weights].values(), (*t)[Stage::Weights].values());
        const double gradient = normOf((*t)[*line.gradient].values());
        addRow(r.table,
               {Phrase(line.name), weights,
                largestDifference((*plain)[Stage::Output].values(), (*t)[Stage::Output].values()),
                gradient});
        bars.x.push_back(static_cast<double>(n));
        bars.y.push_back(weights);
        plot.xTicks.emplace_back(line.name);
        r.points.push_back(
            {0, static_cast<double>(n), {"with %1", {line.name}}, [which = line.which, amount] {
                 return sessionOf(which, amount);
             }});
        if (n == 0)
            byQuery = weights;
        if (n == 1) {
            byKey = weights;
            keyGradient = gradient;
        }
        if (n == 2)
            withV = t;
        steps.next();
    }
    const TracePtr m = passOf(run, moved(amount), keep);
    const double redundant =
        largestDifference((*withV)[Stage::Output].values(), (*m)[Stage::Output].values());
    addRow(r.table,
           {Phrase("b_V moved into b_O"),
            largestDifference((*withV)[Stage::Weights].values(), (*m)[Stage::Weights].values()),
            redundant, std::monostate()});
    steps.next();
    plot.series = {std::move(bars)};
    r.plots = {std::move(plot)};
    const double scale = 1.0 + amount;
    r.verdict = verdict(
        byKey <= 2e-6 * scale && redundant <= 1e-5 * scale,
        {"A key bias changes no weight (%1) and gets no gradient (%2), a query bias does (%3); a "
         "value bias moved into the output bias leaves the output as it was (%4).",
         {brief(byKey, 2), brief(keyGradient, 2), brief(byQuery, 3), brief(redundant, 2)}});
    return r;
}

} // namespace

Experiment biases() {
    Experiment e;
    e.name = "biases";
    e.subject = "weights";
    e.title = "What each bias does";
    e.question =
        "Which of the four biases changes whom a token attends to, and which could be left "
        "out?";
    e.look =
        "The bias of the keys adds the same to a whole row of scores, and the softmax does not "
        "see it. That of the values is a constant in the output.";
    e.parameters = {realParameter("amount", "size of the bias", 1.0, 0.0, 100.0)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
