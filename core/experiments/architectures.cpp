// SPDX-License-Identifier: GPL-3.0-or-later
//
// Multiplications of one layer for n tokens of width d: attention 2n²d for its core and 4nd² for
// its projections, an RNN 2nd² (input and state), a convolution of width k knd². The longest way
// between two tokens: 1, n, and the ⌈(n − 1)/(k − 1)⌉ layers that a convolution needs to see all.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <cmath>
#include <optional>

namespace attnscope::core::lab {

namespace {

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const double d = v.whole("d_model"), k = v.whole("kernel"), H = v.whole("heads");
    const double layers = v.whole("layers");
    const std::vector<double> lengths = v.numbers("n");
    ExperimentResult r;
    r.table = table({{"n", "tokens n"},
                     {"core", "attention, n²·d (scores)"},
                     {"attention", "attention, whole layer"},
                     {"rnn_step", "RNN, n·d² (state)"},
                     {"rnn", "RNN, whole layer"},
                     {"convolution", "convolution, whole layer"},
                     {"score_bytes", "bytes of the scores, fp32"},
                     {"path_attention", "path, attention"},
                     {"path_rnn", "path, RNN"},
                     {"layers_convolution", "layers until a convolution sees all"},
                     {"receptive_field", "tokens a convolution sees"}});
    ExperimentPlot cost, path;
    cost.title = "Multiplications of a layer";
    cost.yTitle = "multiplications";
    path.title = "Longest way between two tokens";
    path.yTitle = "steps";
    for (ExperimentPlot *p : {&cost, &path}) {
        p->xTitle = "tokens n";
        p->logX = p->logY = true;
    }
    ExperimentSeries a = series("attention"), b = series("RNN"), c = series("convolution");
    ExperimentSeries pa = series("attention"), pb = series("RNN"), pc = series("convolution");
    Steps steps(run, static_cast<double>(lengths.size()));
    std::optional<double> crossing, half; // of the lengths asked for, the first
    for (const double n : lengths) {
        const double attention = 2.0 * n * n * d + 4.0 * n * d * d, rnn = 2.0 * n * d * d;
        const double convolution = k * n * d * d, needed = std::ceil((n - 1.0) / (k - 1.0));
        addRow(r.table, {n, n * n * d, attention, n * d * d, rnn, convolution, H * n * n * 4.0, 1.0,
                         n, needed, 1.0 + (k - 1.0) * layers});
        for (auto &[s, y] :
             {std::pair{&a, attention}, std::pair{&b, rnn}, std::pair{&c, convolution},
              std::pair{&pa, 1.0}, std::pair{&pb, n}, std::pair{&pc, std::max(1.0, needed)}}) {
            s->x.push_back(n);
            s->y.push_back(y);
        }
        if (n * n * d >= n * d * d && n < crossing.value_or(HUGE_VAL))
            crossing = n;
        if (2.0 * n * n * d >= attention / 2.0 && n < half.value_or(HUGE_VAL))
            half = n;
        steps.next();
    }
    cost.series = {std::move(a), std::move(b), std::move(c)};
    path.series = {std::move(pa), std::move(pb), std::move(pc)};
    r.plots = {std::move(cost), std::move(path)};
    const auto first = [](const std::optional<double> &n) {
        return n ? brief(*n, 6) : std::string("–");
    };
    r.verdict = verdict(crossing && half,
                        {"Of these lengths the scores first cost as much as an RNN's steps at n = "
                         "%1 (n = d = %2), and are half of the layer at n = %3 (2d = %4).",
                         {first(crossing), brief(d, 6), first(half), brief(2.0 * d, 6)}});
    return r;
}

} // namespace

Experiment architectures() {
    Experiment e;
    e.name = "architectures";
    e.subject = "cost";
    e.title = "Attention, RNN and convolution";
    e.question =
        "From how many tokens on does attention cost more than a recurrent layer, and what "
        "does it buy?";
    e.look = "The lines cross where n and d are alike. Attention reaches every token in one step; "
             "the price is n² scores a head.";
    e.parameters = {numbersParameter("n", "tokens n", "16..16384", 2, 1048576),
                    wholeParameter("d_model", "d_model", 512, 1, 65536),
                    wholeParameter("heads", "heads", 8, 1, 256),
                    wholeParameter("kernel", "width of the convolution k", 3, 2, 1024),
                    wholeParameter("layers", "layers of the convolution", 4, 1, 1000)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
