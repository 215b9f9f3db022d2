// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

/// Scores of one row are independent N(0, σ²): a query of the length σ·√d_k gives just that with
/// keys of N(0, 1) and the scale 1/√d_k. Values are N(0, 1) too.
struct Setup {
    std::size_t rows, keys;
    double sigma;
    [[nodiscard]] Session session(std::uint64_t seed, const std::stop_token &stop) const {
        constexpr std::size_t kWidth = 32;
        Tensor q = normals(seed, 0, {1, rows, kWidth}, 1.0, stop);
        float *out = q.mutableData();
        for (std::size_t i = 0; i < rows; ++i) {
            const double factor = sigma * std::sqrt(double{kWidth}) / normOf(block(q, i, kWidth));
            for (std::size_t c = 0; c < kWidth; ++c)
                out[i * kWidth + c] =
                    static_cast<float>(factor * static_cast<double>(out[i * kWidth + c]));
        }
        return directSession({std::move(q), normals(seed, 1, {1, keys, kWidth}, 1.0, stop),
                              normals(seed, 2, {1, keys, kWidth}, 1.0, stop)});
    }
};

ExperimentPlot plotOf(Phrase title, Phrase y, const Phrase &x, ExperimentSeries measured) {
    ExperimentPlot p;
    p.title = std::move(title);
    p.xTitle = x;
    p.yTitle = std::move(y);
    p.logX = true;
    p.series = {std::move(measured)};
    return p;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const bool overKeys = v.text("against") == "keys";
    const std::vector<double> places = v.numbers(overKeys ? "key_counts" : "sigma");
    const auto seeds = static_cast<std::size_t>(v.whole("seeds"));
    const auto rows = static_cast<std::size_t>(v.whole("rows"));
    ExperimentResult r;
    r.table = table({{overKeys ? "keys" : "sigma", overKeys ? "keys" : "σ of the scores"},
                     {"entropy_normalised", "H/ln S"},
                     {"max_weight", "largest weight"},
                     {"jacobian", "‖∂A/∂S‖"},
                     {"jacobian_trace", "trace of ∂A/∂S, 1 − Σp²"},
                     {"sum_of_squares", "Σp²"},
                     {"context_variance", "Var(context)/Var(V)"}});
    ExperimentSeries entropy = series("measured"), largest = series("measured"),
                     jacobian = series("measured"), variance = series("measured"),
                     predicted = series("Σp²", ExperimentSeries::Role::Theory);
    double total = 0.0;
    for (const double p : places)
        total += overKeys ? p * static_cast<double>(seeds) : static_cast<double>(seeds);
    Steps steps(run, total);
    for (const double place : places) {
        Setup u{rows,
                overKeys ? static_cast<std::size_t>(place)
                         : static_cast<std::size_t>(v.whole("keys")),
                overKeys ? v.real("at_sigma") : place};
        Sample h, m, j, sq, var;
        for (std::size_t n = 0; n < seeds; ++n) {
            const TracePtr t = passOf(run, u.session(seedOf(run, n), run.stop),
                                      {Stage::Weights, Stage::Context, Stage::V});
            const MapShape shape = shapeOf((*t)[Stage::Weights].values(), u.keys);
            h.add(shape.entropyNormalised);
            m.add(shape.largest);
            j.add(shape.jacobian);
            sq.add(shape.squares);
            const double c = normOf((*t)[Stage::Context].values());
            const double values = normOf((*t)[Stage::V].values());
            var.add(c * c / static_cast<double>((*t)[Stage::Context].size()) /
                    (values * values / static_cast<double>((*t)[Stage::V].size())));
            steps.next(overKeys ? place : 1.0);
        }
        addRow(r.table,
               {place, cell(h.mean()), m.mean(), j.mean(), 1.0 - sq.mean(), sq.mean(), var.mean()});
        append(entropy, place, h);
        append(largest, place, m);
        append(jacobian, place, j);
        append(variance, place, var);
        predicted.x.push_back(place);
        predicted.y.push_back(sq.mean());
        for (std::size_t plot = 0; plot < 4; ++plot)
            r.points.push_back({plot,
                                place,
                                {"%1 = %2", {overKeys ? "S" : "σ", brief(place)}},
                                [u, seed = run.seed] { return u.session(seed, {}); }});
    }
    const auto top = std::max_element(jacobian.y.begin(), jacobian.y.end());
    const double topAt = jacobian.x[static_cast<std::size_t>(top - jacobian.y.begin())];
    const bool inside = top != jacobian.y.begin() && top != jacobian.y.end() - 1;
    if (overKeys)
        r.verdict = verdict(
            largest.y.back() < largest.y.front(),
            {"at σ = %1 the largest weight goes from %2 with %3 keys to %4 with %5: the number of "
             "keys matters as well as the spread of the scores",
             {brief(v.real("at_sigma")), brief(largest.y.front(), 3), brief(places.front()),
              brief(largest.y.back(), 3), brief(places.back())}});
    else
        r.verdict = verdict(
            inside, {"the mean norm of the Jacobian is largest at σ = %1 (%2) and %3 at the ends "
                     "(%4 and %5): gradients through the softmax %6",
                     {brief(topAt), brief(*top, 3), inside ? "smaller" : "not smaller",
                      brief(jacobian.y.front(), 3), brief(jacobian.y.back(), 3),
                      inside ? "rise before they vanish" : "have no maximum in this range"}});
    const Phrase x = overKeys ? "keys S" : "σ of the scores";
    r.plots = {
        plotOf("Entropy", "H / ln S", x, std::move(entropy)),
        plotOf("Largest weight", "mean over rows", x, std::move(largest)),
        plotOf("Softmax Jacobian", "‖∂A/∂S‖, mean over rows", x, std::move(jacobian)),
        plotOf("Variance left by averaging", "Var(context) / Var(V)", x, std::move(variance))};
    r.plots[3].series.push_back(std::move(predicted));
    r.plots[3].logY = true;
    return r;
}

} // namespace

Experiment scoreTemperature() {
    Experiment e;
    e.name = "score-temperature";
    e.subject = "scaling";
    e.title = "When a softmax saturates";
    e.question = "Scores are independent and normal with deviation σ. At which σ, and for how many "
                 "keys, does one key take most of the weight?";
    e.look =
        "The Jacobian rises before it falls: gradients are largest at a moderate σ, and vanish "
        "at both ends. Averaging leaves Σp² of the variance of the values.";
    e.parameters = {
        choiceParameter("against", "against",
                        {{"sigma", "σ of the scores"}, {"keys", "number of keys"}}),
        numbersParameter("sigma", "σ of the scores",
                         "0.02,0.05,0.1,0.16,0.32,0.64,1,1.5,2,2.5,4,8,16", 0.001, 100),
        wholeParameter("keys", "keys, against σ", 64, 1, 4096),
        numbersParameter("key_counts", "keys, against their number", "1..4096", 1, 4096),
        realParameter("at_sigma", "σ, against the number of keys", 1.0, 0.001, 100),
        wholeParameter("rows", "rows of each seed", 64, 1, 512),
        wholeParameter("seeds", "seeds", 5, 1, 500)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
