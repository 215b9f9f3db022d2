// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/number_text.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

std::vector<float> scoresOf(const std::string &text) {
    std::vector<float> all;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const auto v = parseTypedNumber(text.substr(from, comma - from), DecimalSign::Point);
        if (!v || std::isnan(*v) || all.size() >= 64)
            throw InputError({{Issue::Code::BadValue,
                               {"scores", text},
                               "scores is '" + text +
                                   "', but may be up to 64 numbers with commas between them"}});
        all.push_back(nearestFloat(*v));
        from = comma + 1;
    }
    return all;
}

ExperimentMap jacobianOf(std::span<const float> p) {
    const std::size_t n = p.size();
    Tensor j({n, n});
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            j.mutableData()[a * n + b] = (a == b ? p[a] : 0.0F) - p[a] * p[b];
    ExperimentMap m = mapOf("Jacobian ∂p_i/∂s_j", std::move(j), "weight i", "score j");
    m.diverging = true;
    return m;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const std::vector<float> scores = scoresOf(v.text("scores"));
    const std::size_t n = scores.size();
    const Session session = scoresSession(Tensor({1, n}, std::span<const float>(scores)));
    const TracePtr t = passOf(run, session, {Stage::Weights});
    const auto p = (*t)[Stage::Weights].values();
    ExperimentResult r;
    r.table = table({{"key", "key j"}, {"score", "score"}, {"weight", "weight"}});
    ExperimentPlot plot;
    plot.title = "Weights";
    plot.xTitle = "key j";
    plot.yTitle = "weight";
    ExperimentSeries bars = series("weight", ExperimentSeries::Role::Bars);
    for (std::size_t j = 0; j < n; ++j) {
        addRow(r.table,
               {static_cast<double>(j), static_cast<double>(scores[j]), static_cast<double>(p[j])});
        bars.x.push_back(static_cast<double>(j));
        bars.y.push_back(static_cast<double>(p[j]));
    }
    plot.series = {std::move(bars)};
    const RowShape shape = shapeOf(p);
    const auto [least, most] = std::minmax_element(p.begin(), p.end());
    const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
    const double gap = static_cast<double>(*high) - static_cast<double>(*low);
    const double ratio = static_cast<double>(*most) / static_cast<double>(*least);
    for (const auto &[name, value] :
         {std::pair{"sum", shape.sum}, std::pair{"max", shape.largest},
          std::pair{"min", static_cast<double>(*least)}, std::pair{"gap", gap},
          std::pair{"ratio", ratio}, std::pair{"ratio_predicted", std::exp(gap)},
          std::pair{"gap_for_given_ratio", std::log(v.real("ratio"))},
          std::pair{"entropy", shape.entropy}, std::pair{"jacobian_trace", 1.0 - shape.squares},
          std::pair{"jacobian_norm", shape.jacobian}})
        addRow(r.table, {Phrase(name), ExperimentCell(), cell(value)});
    const bool reachable = v.real("ratio") <= ratio * (1.0 + 1e-6);
    r.verdict = verdict(
        reachable,
        {"two weights of this row differ at most by a factor of %1 = exp(%2); a "
         "factor of %3 needs scores %4 apart",
         {brief(ratio), brief(gap), brief(v.real("ratio")), brief(std::log(v.real("ratio")), 5)}});
    r.points.push_back({0, 0.0, "this row of scores", [session] { return session; }});
    r.plots = {std::move(plot)};
    r.maps = {jacobianOf(p)};
    return r;
}

} // namespace

Experiment softmaxRow() {
    Experiment e;
    e.name = "softmax-row";
    e.subject = "scaling";
    e.title = "One row of scores";
    e.question = "How far apart do two scores have to be for one weight to be so many times the "
                 "other?";
    e.look = "Only differences of scores count: p_i/p_j = exp(s_i − s_j). Between −2.5 and 2.5 no "
             "ratio is larger than e⁵ = 148.";
    e.parameters = {wordsParameter("scores", "scores", "2.5,-2.5,-2.5,-2.5"),
                    realParameter("ratio", "ratio to reach", 9900.0, 1.0, 1e30)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
