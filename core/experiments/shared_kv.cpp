// SPDX-License-Identifier: GPL-3.0-or-later
//
// share_kv: W_V := W_K, so that a value is the key itself. What it saves, what it needs (d_k = d_v)
// and what it takes away: a head then reads rank(W_K) numbers of each token instead of
// rank([W_K | W_V]), and delivers just those that it matches by.
#include "core/accounting.h"
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>

namespace attnscope::core::lab {

namespace {

/// The worked head with values of its own, or with its keys as values.
Session workedSession(bool shared) {
    const HeadInputs in = workedHead();
    Session s = directSession(shared ? HeadInputs{in.q, in.k, in.k} : in);
    if (shared) {
        s.config.shareKv = true;
        setArray(s, Input::WV, {}); // W_K picks the keys, and the values with them
    }
    return s;
}

struct Sizes {
    int dModel, heads, dK, dV;
};

Session drawnSession(const Sizes &z, bool shared, std::uint64_t seed, const std::stop_token &stop) {
    Session s = plainSession(
        normals(seed, 52, {1, 2, static_cast<std::size_t>(z.dModel)}, 1.0, stop), z.heads);
    s.seed = seed;
    s.tieDk = false;
    s.config.dK = z.dK;
    s.config.dV = z.dV;
    s.config.shareKv = shared;
    return s;
}

/// How many independent numbers of a token the keys and values of head 0 hold together.
std::size_t numbersRead(const Problem &p) {
    const Tensor k = columnsOf(p.wK, 0, p.dK()), v = columnsOf(p.valueWeight(), 0, p.dV());
    const std::size_t n = p.dK() + p.dV();
    Tensor both({p.dModel(), n});
    for (std::size_t r = 0; r < p.dModel(); ++r) {
        std::copy_n(k.data() + r * p.dK(), p.dK(), both.mutableData() + r * n);
        std::copy_n(v.data() + r * p.dV(), p.dV(), both.mutableData() + r * n + p.dK());
    }
    return rankOf(both.values(), p.dModel(), n);
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    requireDivides(v.whole("d_model"), v.whole("heads"));
    const int dK = v.whole("d_model") / v.whole("heads");
    const Sizes z{v.whole("d_model"), v.whole("heads"), dK,
                  v.whole("d_v") > 0 ? v.whole("d_v") : dK};
    ExperimentResult r;
    std::vector<ExperimentColumn> columns{{"values", "keys and values"},
                                          {"allowed", "allowed with these widths"},
                                          {"parameters_qkv", "parameters of Q, K, V"},
                                          {"parameters", "parameters of attention"},
                                          {"numbers_read", "numbers of a token that a head reads"}};
    for (int c = 0; c < 4; ++c)
        columns.push_back({"out_" + std::to_string(c),
                           {"worked head, first row, entry %1", {std::to_string(c)}}});
    r.table = table(std::move(columns));
    ExperimentPlot plot;
    plot.title = "Parameters of attention";
    plot.xTitle = "keys and values";
    plot.yTitle = "parameters";
    ExperimentSeries bars = series("parameters", ExperimentSeries::Role::Bars);
    Steps steps(run, 4.0);
    double parameters[2] = {kNothing, kNothing}, read[2] = {kNothing, kNothing};
    std::string refusal;
    for (const bool shared : {false, true}) {
        const char *name = shared ? "shared" : "separate";
        const TracePtr t = passOf(run, workedSession(shared), {Stage::Context});
        std::vector<ExperimentCell> cells{Phrase(name)};
        steps.next();
        try {
            const Problem p = makeProblem(drawnSession(z, shared, run.seed, run.stop));
            const ParameterCount n = parameterCount(accountSizes(p));
            parameters[shared ? 1 : 0] = n.layer;
            read[shared ? 1 : 0] = static_cast<double>(numbersRead(p));
            cells.insert(cells.end(),
                         {Phrase("yes"), n.wQ + n.wK + n.wV, n.layer, read[shared ? 1 : 0]});
            r.points.push_back({0, shared ? 1.0 : 0.0, name, [z, shared, seed = run.seed] {
                                    return drawnSession(z, shared, seed, {});
                                }});
        } catch (const InputError &e) {
            refusal = e.what();
            cells.insert(cells.end(),
                         {Phrase("no"), ExperimentCell(), ExperimentCell(), ExperimentCell()});
        }
        const auto row = block((*t)[Stage::Context], 0, t->problem->dV());
        for (std::size_t c = 0; c < 4; ++c)
            cells.push_back(c < row.size() ? ExperimentCell(static_cast<double>(row[c]))
                                           : ExperimentCell());
        addRow(r.table, std::move(cells));
        bars.x.push_back(shared ? 1.0 : 0.0);
        bars.y.push_back(parameters[shared ? 1 : 0]);
        plot.xTicks.emplace_back(name);
        steps.next();
    }
    plot.series = {std::move(bars)};
    r.plots = {std::move(plot)};
    r.verdict =
        refusal.empty()
            ? verdict(read[1] < read[0],
                      {"Sharing saves %1 % of the parameters of attention; a head then reads %2 "
                       "independent numbers of each token instead of %3.",
                       {brief(100.0 * (1.0 - parameters[1] / parameters[0]), 3), brief(read[1]),
                        brief(read[0])}})
            : ExperimentVerdict{
                  ExperimentVerdict::Kind::Undecided,
                  {"Keys and values of these widths cannot be shared: %1.", {refusal}}};
    return r;
}

} // namespace

Experiment sharedKv() {
    Experiment e;
    e.name = "shared-kv";
    e.subject = "heads";
    e.title = "One projection for keys and values";
    e.question =
        "Must keys and values come from the same weights, and what does it cost if they do?";
    e.look = "Nothing makes them the same. Sharing saves parameters; a head then hands on just the "
             "numbers that it matches by, and with d_k ≠ d_v it cannot be done.";
    e.parameters = {wholeParameter("d_model", "d_model", 512, 1, 1024),
                    wholeParameter("heads", "heads", 8, 1, 64),
                    wholeParameter("d_v", "d_v (0: as d_k)", 0, 0, 1024)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
