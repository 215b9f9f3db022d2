// SPDX-License-Identifier: GPL-3.0-or-later
//
// in_proj_weight of nn.MultiheadAttention: one matrix [3E,E] of rows for Q, K and V, in that order.
// Row e makes channel e % d of head (e % E) / d of the projection e / E.
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <array>

namespace attnscope::core::lab {

namespace {

constexpr std::array<Stage, 3> kStages{Stage::Q, Stage::K, Stage::V};
constexpr std::array<const char *, 3> kNames{"Q", "K", "V"};

Session separate(const ParameterValues &v, std::uint64_t seed, const std::stop_token &stop) {
    if (v.on("worked"))
        return workedTwoHeads();
    const auto E = static_cast<std::size_t>(v.whole("d_model"));
    Session s = plainSession(normals(seed, 53, {1, 6, E}, 1.0, stop), v.whole("heads"));
    s.seed = seed;
    for (const Input input : {Input::WQ, Input::WK, Input::WV})
        setArray(s, input, drawnArray(s, input));
    return s;
}

/// The same inputs through one projection [E, 3E]: rows of in_proj_weight are its columns.
Session fused(const Session &apart) {
    const Tensor &x = apart.arrays.at(Input::XEmbed);
    const std::size_t E = x.extent(2);
    Tensor w({E, 3 * E});
    std::size_t third = 0;
    for (const Input input : {Input::WQ, Input::WK, Input::WV}) {
        const Tensor &from = apart.arrays.at(input);
        for (std::size_t r = 0; r < E; ++r)
            std::copy_n(from.data() + r * E, E, w.mutableData() + r * 3 * E + third * E);
        ++third;
    }
    Session s = plainSession(x, 1);
    s.tieDk = false;
    s.config.dK = 1;
    s.config.dV = static_cast<int>(3 * E);
    setArray(s, Input::WV, std::move(w));
    setArray(s, Input::WO, Tensor({3 * E, E}, 0.0F)); // not looked at
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    if (!v.on("worked"))
        requireDivides(v.whole("d_model"), v.whole("heads"));
    const Session apart = separate(v, run.seed, run.stop);
    const auto E = static_cast<std::size_t>(apart.config.dModel),
               H = static_cast<std::size_t>(apart.config.heads), d = E / H,
               L = apart.arrays.at(Input::XEmbed).extent(1);
    const auto asked = static_cast<std::size_t>(v.whole("row"));
    Steps steps(run, 2.0 + static_cast<double>(3 * H));
    const TracePtr one = passOf(run, fused(apart), {Stage::V});
    steps.next();
    const TracePtr three = passOf(run, apart, {Stage::Q, Stage::K, Stage::V});
    steps.next();
    const auto rows = (*one)[Stage::V].values(); // [L, 3E]
    ExperimentResult r;
    r.table = table({{"block", "block of rows"},
                     {"first", "first row"},
                     {"last", "last row"},
                     {"projection", "projection"},
                     {"head", "head"},
                     {"delta", "largest |Δ| against separate projections"}});
    ExperimentPlot plot;
    plot.title = "Fused against separate projections";
    plot.xTitle = "block of rows";
    plot.yTitle = "largest |Δ|";
    ExperimentSeries bars = series("largest |Δ|", ExperimentSeries::Role::Bars);
    double most = 0.0;
    for (std::size_t n = 0; n < 3 * H; ++n) {
        const std::size_t which = n / H, head = n % H, first = n * d;
        const auto alone = block((*three)[kStages[which]], head, L * d); // [L, d]
        double delta = 0.0;
        for (std::size_t l = 0; l < L; ++l)
            delta = std::max(delta, largestDifference(rows.subspan(l * 3 * E + first, d),
                                                      alone.subspan(l * d, d)));
        addRow(r.table, {Phrase(std::string(kNames[which]) + " " + std::to_string(head)),
                         static_cast<double>(first), static_cast<double>(first + d - 1),
                         Phrase(kNames[which]), static_cast<double>(head), delta});
        bars.x.push_back(static_cast<double>(n));
        bars.y.push_back(delta);
        most = std::max(most, delta);
        steps.next();
    }
    plot.series = {std::move(bars)};
    r.plots = {std::move(plot)};
    r.points = {{0, 0.0, "separate projections", [apart] { return apart; }}};
    const double scale = std::max(1.0, largestMagnitude(rows));
    const std::string difference = brief(most, 2), all = std::to_string(3 * E);
    r.verdict =
        asked < 3 * E
            ? verdict(most <= 2e-6 * scale,
                      {"The %1 rows make the same Q, K and V as three matrices, within %2. Row %3 "
                       "makes %4, head %5, channel %6.",
                       {all, difference, std::to_string(asked), kNames[asked / E],
                        std::to_string(asked % E / d), std::to_string(asked % d)}})
            : verdict(most <= 2e-6 * scale,
                      {"The %1 rows make the same Q, K and V as three matrices, within %2. There "
                       "is no row %3.",
                       {all, difference, std::to_string(asked)}});
    return r;
}

} // namespace

Experiment fusedProjection() {
    Experiment e;
    e.name = "fused-projection";
    e.subject = "heads";
    e.title = "One matrix for Q, K and V";
    e.question = "Which row of the fused weight [3E, E] makes which channel of which head?";
    e.look = "The first third of the rows makes Q, the second K, the last V; within each, heads "
             "stand one after the other. The numbers are those of three matrices.";
    e.parameters = {switchParameter("worked", "the worked example (6 tokens, 2 heads)", false),
                    wholeParameter("d_model", "d_model E", 512, 1, 1024),
                    wholeParameter("heads", "heads", 8, 1, 64),
                    wholeParameter("row", "row to follow", 700, 0, 3071)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
