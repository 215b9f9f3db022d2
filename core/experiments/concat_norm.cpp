// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <array>
#include <cmath>

namespace attnscope::core::lab {

namespace {

/// One token, two heads of width 2, every projection the identity: the context is the input itself.
Session sessionOf(double loud, double quiet, ConcatNorm norm) {
    const auto a = static_cast<float>(loud), b = static_cast<float>(quiet);
    Session s = plainSession(Tensor({1, 1, 4}, {a, -a, b, -b}), 2);
    for (const Input input : {Input::WQ, Input::WK, Input::WV, Input::WO}) {
        Tensor w({4, 4}, 0.0F);
        for (std::size_t i = 0; i < 4; ++i)
            w.mutableData()[i * 5] = 1.0F;
        setArray(s, input, std::move(w));
    }
    s.config.normConcat = norm;
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const double loud = v.real("loud"), quiet = v.real("quiet");
    struct Line {
        const char *name;
        ConcatNorm norm;
    };
    const std::array<Line, 3> lines{{{"none", ConcatNorm::None},
                                     {"layer", ConcatNorm::Layer},
                                     {"per_head", ConcatNorm::PerHead}}};
    ExperimentResult r;
    r.table = table({{"norm", "norm after concat"},
                     {"c0", "head 0, entry 0"},
                     {"c1", "head 0, entry 1"},
                     {"c2", "head 1, entry 0"},
                     {"c3", "head 1, entry 1"},
                     {"ratio", "head 0 / head 1"},
                     {"share", "share of head 0 in the energy"}});
    ExperimentPlot plot;
    plot.title = "The loud head beside the quiet one";
    plot.xTitle = "norm after concat";
    plot.yTitle = "root mean square";
    plot.logY = true;
    ExperimentSeries first = series("head 0", ExperimentSeries::Role::Bars),
                     second = series("head 1", ExperimentSeries::Role::Bars);
    Steps steps(run, 3);
    std::array<double, 3> ratios{};
    for (std::size_t n = 0; n < lines.size(); ++n) {
        const TracePtr t =
            passOf(run, sessionOf(loud, quiet, lines[n].norm), {Stage::Concat, Stage::Output});
        const auto c = (*t)[Stage::Output].values(); // W_O is the identity
        const double a = normOf(c.subspan(0, 2)), b = normOf(c.subspan(2, 2));
        ratios[n] = a / b;
        addRow(r.table, {Phrase(lines[n].name), static_cast<double>(c[0]),
                         static_cast<double>(c[1]), static_cast<double>(c[2]),
                         static_cast<double>(c[3]), ratios[n], a * a / (a * a + b * b)});
        const auto x = static_cast<double>(n);
        first.x.push_back(x);
        first.y.push_back(a / std::sqrt(2.0));
        second.x.push_back(x);
        second.y.push_back(b / std::sqrt(2.0));
        plot.xTicks.emplace_back(lines[n].name);
        r.points.push_back(
            {0, x, {"norm.concat = %1", {lines[n].name}}, [loud, quiet, norm = lines[n].norm] {
                 return sessionOf(loud, quiet, norm);
             }});
        steps.next();
    }
    plot.series = {std::move(first), std::move(second)};
    r.plots = {std::move(plot)};
    const double before = ratios[0];
    r.verdict = verdict(
        std::fabs(ratios[1] / before - 1.0) < 1e-3,
        {"LayerNorm over all heads leaves the ratio of the heads as it was: %1 before, %2 after; "
         "normalised head by head it is %3.",
         {brief(before), brief(ratios[1]), brief(ratios[2])}});
    return r;
}

} // namespace

Experiment concatNorm() {
    Experiment e;
    e.name = "concat-norm";
    e.subject = "heads";
    e.title = "A norm after concat";
    e.question = "Does LayerNorm after concat make a quiet head as loud as the others?";
    e.look =
        "LayerNorm takes one mean and one deviation over all heads, so that their ratio stays. "
        "Only a norm within each head evens them out.";
    e.parameters = {realParameter("loud", "entries ± of head 0", 2.0, 1e-3, 1e3),
                    realParameter("quiet", "entries ± of head 1", 0.1, 1e-3, 1e3)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
