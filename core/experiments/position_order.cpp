// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnscope::core::lab {

namespace {

struct Setup {
    std::size_t length, width;
    int heads;
    PositionalKind kind;
    std::uint64_t seed;
    [[nodiscard]] Session session(const Tensor &x) const {
        Session s = plainSession(x, heads);
        s.config.positional.kind = kind;
        s.seed = seed;
        return s;
    }
    [[nodiscard]] Tensor inputs() const { return normals(seed, 0, {1, length, width}, 1.0); }
};

Tensor permuted(const Tensor &t, const std::vector<std::size_t> &order) {
    const std::size_t d = t.shape().back();
    auto out = Tensor::uninitialised(t.shape());
    for (std::size_t i = 0; i < order.size(); ++i)
        std::copy_n(t.data() + order[i] * d, d, out.mutableData() + i * d);
    return out;
}

/// A shuffle by seed: indices sorted by what was drawn for them.
std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
    const Tensor keys = normals(seed, 9, {n}, 1.0);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return keys(a) < keys(b); });
    return order;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const auto L = static_cast<std::size_t>(v.whole("length"));
    const int heads = v.whole("heads");
    const auto width = static_cast<std::size_t>(heads) * 8;
    ExperimentResult r;
    r.table = table({{"positions", "positional encoding"},
                     {"difference", "largest |f(P·X) − P·f(X)|"},
                     {"output", "largest |f(X)|"}});
    ExperimentPlot plot;
    plot.title = "Shuffled inputs against shuffled outputs";
    plot.xTitle = "place i";
    plot.yTitle = "largest |Δ| of the output";
    Steps steps(run, 2.0);
    const std::vector<std::size_t> order = shuffled(L, run.seed);
    std::vector<double> worst;
    for (const PositionalKind kind : {PositionalKind::None, PositionalKind::Sinusoidal}) {
        const Setup u{L, width, heads, kind, run.seed};
        const Tensor x = u.inputs();
        const TracePtr a = passOf(run, u.session(x), {Stage::Output});
        const TracePtr b = passOf(run, u.session(permuted(x, order)), {Stage::Output});
        const Tensor expected = permuted((*a)[Stage::Output], order);
        const Tensor &got = (*b)[Stage::Output];
        const std::string name(toName(kind));
        ExperimentSeries s = series(name);
        for (std::size_t i = 0; i < L; ++i) {
            s.x.push_back(static_cast<double>(i));
            s.y.push_back(largestDifference(block(expected, i, width), block(got, i, width)));
        }
        worst.push_back(*std::max_element(s.y.begin(), s.y.end()));
        addRow(r.table, {Phrase(name), worst.back(), largestMagnitude(expected.values())});
        plot.series.push_back(std::move(s));
        r.points.push_back(
            {0, static_cast<double>(r.points.size()), name, [u] { return u.session(u.inputs()); }});
        steps.next();
    }
    r.verdict = verdict(
        worst[0] < 1e-5 && worst[1] > 1e-3,
        {"without positions a shuffle of the tokens shuffles the outputs and changes them by %1 at "
         "most; with the sinusoidal encoding it changes them by up to %2",
         {brief(worst[0], 2), brief(worst[1], 3)}});
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment positionOrder() {
    Experiment e;
    e.name = "position-order";
    e.subject = "positions";
    e.title = "Without positions there is no order";
    e.question = "The tokens of a sentence are shuffled. Can attention tell, without and with a "
                 "positional encoding?";
    e.look =
        "Without an encoding the outputs are the same, only in another order: f(P·X) = P·f(X).";
    e.parameters = {wholeParameter("length", "tokens", 12, 2, 256),
                    wholeParameter("heads", "heads, 8 wide", 4, 1, 16)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
