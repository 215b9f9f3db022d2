// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <cmath>

namespace attnscope::core::lab {

namespace {

Session sessionOf(std::size_t in, std::size_t out, InitMethod method, std::uint64_t seed,
                  const std::stop_token &stop) {
    Session s = plainSession(normals(seed, 21, {1, 64, in}, 1.0, stop), 1);
    s.tieDk = false;
    s.seed = seed;
    s.config.dK = static_cast<int>(out);
    s.config.dV = 1;
    s.init[Input::WQ] = {method, 1.0, false};
    return s;
}

double promised(InitMethod method, double in, double out) {
    switch (method) {
    case InitMethod::XavierUniform:
    case InitMethod::XavierNormal:
        return 2.0 * in / (in + out);
    case InitMethod::KaimingNormal:
        return 2.0;
    default: // PyTorch's Linear
        return 1.0 / 3.0;
    }
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const auto in = static_cast<std::size_t>(v.whole("fan_in"));
    const auto seeds = static_cast<std::size_t>(v.whole("seeds"));
    const InitMethod method = *fromName<InitMethod>(v.text("init"));
    const std::vector<double> widths = v.numbers("fan_out");
    ExperimentResult r;
    r.table = table({{"fan_out", "fan_out"},
                     {"variance_ratio", "Var(y)/Var(x)"},
                     {"error", "standard error"},
                     {"predicted", "predicted"}});
    ExperimentPlot plot;
    plot.title = "What a projection does to the variance";
    plot.xTitle = "fan_out";
    plot.yTitle = "Var(y)/Var(x)";
    plot.logX = true;
    ExperimentSeries got = series("measured"),
                     said = series("predicted", ExperimentSeries::Role::Theory);
    Steps steps(run, static_cast<double>(widths.size() * seeds));
    double worst = 0.0;
    for (const double width : widths) {
        const auto out = static_cast<std::size_t>(width);
        Sample ratios;
        for (std::size_t n = 0; n < seeds; ++n) {
            const TracePtr t =
                passOf(run, sessionOf(in, out, method, seedOf(run, n), run.stop), {Stage::Q});
            ratios.add(varianceOf((*t)[Stage::Q].values()) /
                       varianceOf(t->problem->xEmbed.values()));
            steps.next();
        }
        const double should = promised(method, static_cast<double>(in), width);
        addRow(r.table, {width, ratios.mean(), cell(ratios.error()), should});
        append(got, width, ratios);
        said.x.push_back(width);
        said.y.push_back(should);
        worst = std::max(worst, std::fabs(ratios.mean() / should - 1.0));
        r.points.push_back(
            {0, width, {"fan_out = %1", {brief(width)}}, [in, out, method, seed = run.seed] {
                 return sessionOf(in, out, method, seed, {});
             }});
    }
    plot.series = {std::move(got), std::move(said)};
    r.plots = {std::move(plot)};
    r.verdict = verdict(worst < 0.05, {"The variance changes by fan_in·Var(W), within %1 %.",
                                       {brief(100.0 * worst, 3)}});
    return r;
}

} // namespace

Experiment fanOut() {
    Experiment e;
    e.name = "fan-out";
    e.subject = "weights";
    e.title = "A projection and the variance";
    e.question = "Does an initialiser keep the variance of what goes through the projection?";
    e.look =
        "Var(y) = fan_in·Var(W)·Var(x). Xavier keeps it where fan_in = fan_out only: the fused "
        "projection of Q, K and V halves it.";
    e.parameters = {
        choiceParameter("init", "initialiser",
                        {{"xavier_uniform", "Xavier, uniform"},
                         {"xavier_normal", "Xavier, normal"},
                         {"kaiming_normal", "Kaiming, normal"},
                         {"pytorch_linear", "PyTorch's Linear"}}),
        wholeParameter("fan_in", "fan_in", 512, 2, 2048),
        numbersParameter("fan_out", "fan_out", "64,512,1536", 1, 4096),
        wholeParameter("seeds", "seeds", 4, 1, 200),
    };
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
