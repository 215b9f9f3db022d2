// SPDX-License-Identifier: GPL-3.0-or-later
//
// Heads that share one projection own different columns of it: a change in those of head h moves
// the context of head h alone, and what only head j delivers gives them no gradient,
// ∂ head_j / ∂ W_h = 0 for h ≠ j.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnscope::core::lab {

namespace {

struct Which {
    const char *name;
    Input input;
    Gradient gradient;
};
constexpr Which kWhich[] = {{"W_Q", Input::WQ, Gradient::WQ},
                            {"W_K", Input::WK, Gradient::WK},
                            {"W_V", Input::WV, Gradient::WV}};

Session sessionOf(int width, int heads, std::uint64_t seed, const std::stop_token &stop) {
    Session s =
        plainSession(normals(seed, 51, {1, 6, static_cast<std::size_t>(width)}, 1.0, stop), heads);
    s.seed = seed;
    for (const Input input : {Input::WQ, Input::WK, Input::WV, Input::WO})
        setArray(s, input, drawnArray(s, input));
    return s;
}

/// `amount` added to every entry of the columns of one head.
Session changed(Session s, Input input, std::size_t head, double amount) {
    Tensor w = s.arrays.at(input);
    const auto d = static_cast<std::size_t>(s.config.dK);
    float *data = w.mutableData();
    for (std::size_t r = 0; r < w.extent(0); ++r)
        for (std::size_t c = head * d; c < (head + 1) * d; ++c)
            data[r * w.extent(1) + c] += static_cast<float>(amount);
    setArray(s, input, std::move(w));
    return s;
}

/// Only this head reaches the output.
Session heard(Session s, std::size_t head) {
    Tensor w = s.arrays.at(Input::WO);
    const auto d = static_cast<std::size_t>(s.config.dV);
    float *data = w.mutableData();
    for (std::size_t r = 0; r < w.extent(0); ++r)
        if (r / d != head)
            std::fill_n(data + r * w.extent(1), w.extent(1), 0.0F);
    setArray(s, Input::WO, std::move(w));
    s.config.upstream = Upstream::Output;
    return s;
}

/// The entry of the row's own head, and the largest of the others.
std::pair<double, double> ownAndOthers(const Tensor &map, std::size_t row) {
    double own = 0.0, others = 0.0;
    for (std::size_t c = 0; c < map.extent(1); ++c)
        (c == row ? own : others) =
            std::max(c == row ? own : others, static_cast<double>(map(row, c)));
    return {own, others};
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    requireDivides(v.whole("d_model"), v.whole("heads"));
    const Which &which = *std::find_if(std::begin(kWhich), std::end(kWhich),
                                       [&](const Which &w) { return v.text("which") == w.name; });
    const double amount = v.real("amount");
    const Session plain = sessionOf(v.whole("d_model"), v.whole("heads"), run.seed, run.stop);
    const auto H = static_cast<std::size_t>(plain.config.heads);
    const auto d = static_cast<std::size_t>(plain.config.dK);
    const StageSet keep{Stage::Context, Stage::Output};
    const TracePtr before = passOf(run, plain, keep);
    Tensor moved({H, H}), gradients({H, H});
    ExperimentResult r;
    r.table = table({{"head", "changed head"},
                     {"delta_own", "largest |Δ| of its context"},
                     {"delta_others", "largest |Δ| of the other heads' contexts"},
                     {"delta_output", "largest |Δ| of the output"},
                     {"gradient_own", "norm of its gradient when it alone is heard"},
                     {"gradient_others", "largest norm when another alone is heard"}});
    Steps steps(run, 2.0 * static_cast<double>(H));
    std::vector<double> outputs;
    for (std::size_t h = 0; h < H; ++h) {
        const TracePtr after = passOf(run, changed(plain, which.input, h, amount), keep);
        const std::size_t size = before->problem->queries() * d;
        for (std::size_t j = 0; j < H; ++j)
            moved.mutableData()[h * H + j] =
                static_cast<float>(largestDifference(block((*before)[Stage::Context], j, size),
                                                     block((*after)[Stage::Context], j, size)));
        outputs.push_back(
            largestDifference((*before)[Stage::Output].values(), (*after)[Stage::Output].values()));
        steps.next();
        const TracePtr one = passOf(run, heard(plain, h), keep, true);
        for (std::size_t j = 0; j < H; ++j) // row: whose columns, column: who is heard
            gradients.mutableData()[j * H + h] =
                static_cast<float>(normOf(columnsOf((*one)[which.gradient], j * d, d).values()));
        steps.next();
    }
    double across = 0.0, least = HUGE_VAL;
    ExperimentPlot plot;
    plot.title = "What a change in one head's columns moves";
    plot.xTitle = "changed head";
    plot.yTitle = "largest |Δ| of a context";
    ExperimentSeries own = series("its own", ExperimentSeries::Role::Bars),
                     other = series("of the others", ExperimentSeries::Role::Bars);
    for (std::size_t h = 0; h < H; ++h) {
        const auto m = ownAndOthers(moved, h), g = ownAndOthers(gradients, h);
        const auto x = static_cast<double>(h);
        addRow(r.table, {x, m.first, m.second, outputs[h], g.first, g.second});
        own.x.push_back(x);
        own.y.push_back(m.first);
        other.x.push_back(x);
        other.y.push_back(m.second);
        across = std::max({across, m.second, g.second});
        least = std::min(least, m.first);
        r.points.push_back(
            {0,
             x,
             {"head %1 changed", {std::to_string(h)}},
             [plain, input = which.input, h, amount] { return changed(plain, input, h, amount); }});
    }
    plot.series = {std::move(own), std::move(other)};
    r.plots = {std::move(plot)};
    r.maps = {mapOf("largest |Δ| of a context", std::move(moved), "changed head (rows)",
                    "context of head (columns)"),
              mapOf("norm of the gradient", std::move(gradients), "columns of head (rows)",
                    "head that is heard (columns)")};
    r.verdict = verdict(across == 0.0 && least > 0.0,
                        {"A change in one head's columns of %1 moves its own context by at least "
                         "%2 and any other by %3; gradients across heads are at most %3 too.",
                         {which.name, brief(least, 3), brief(across, 3)}});
    return r;
}

} // namespace

Experiment headIndependence() {
    Experiment e;
    e.name = "head-independence";
    e.subject = "heads";
    e.title = "Are heads coupled by their shared projection?";
    e.question = "All heads come out of one matrix. Does what one of them learns change another?";
    e.look = "Both maps are diagonal: heads meet only in the input, in W_O, and in the loss.";
    e.parameters = {
        choiceParameter("which", "projection", {{"W_Q", "W_Q"}, {"W_K", "W_K"}, {"W_V", "W_V"}}),
        realParameter("amount", "added to each entry", 1.0, 1e-3, 100.0),
        wholeParameter("d_model", "d_model", 16, 1, 256),
        wholeParameter("heads", "heads", 4, 1, 32)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
