// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

constexpr std::size_t kProjectedWidth = 256; ///< of x, when q and k are projected from it

/// Queries and keys whose entries have the deviation σ; values do not matter here.
HeadInputs drawn(std::uint64_t seed, std::size_t L, std::size_t S, std::size_t dk, double sigma,
                 const std::stop_token &stop) {
    return {normals(seed, 0, {1, L, dk}, sigma, stop), normals(seed, 1, {1, S, dk}, sigma, stop),
            Tensor({1, S, 1}, 0.0F)};
}

/// x of unit variance through W_Q, W_K of variance σ²/d_model, so that q and k have the deviation
/// σ.
Session projected(std::uint64_t seed, std::size_t L, std::size_t dk, double sigma,
                  const std::stop_token &stop) {
    const std::size_t D = kProjectedWidth;
    Session s = plainSession(normals(seed, 2, {1, L, D}, 1.0, stop), 1);
    s.tieDk = false;
    s.config.dK = static_cast<int>(dk);
    s.config.dV = 1;
    const double w = sigma / std::sqrt(static_cast<double>(D));
    setArray(s, Input::WQ, normals(seed, 3, {D, dk}, w, stop));
    setArray(s, Input::WK, normals(seed, 4, {D, dk}, w, stop));
    setArray(s, Input::WV, Tensor({D, 1}, 0.0F));
    setArray(s, Input::WO, Tensor({1, D}, 0.0F));
    return s;
}

struct Setup {
    std::size_t queries, keys, seeds;
    double sigma; ///< deviation of an entry
    bool projects;
};

Session sessionOf(const Setup &u, std::size_t dk, std::uint64_t seed, const std::stop_token &stop) {
    return u.projects ? projected(seed, u.queries, dk, u.sigma, stop)
                      : directSession(drawn(seed, u.queries, u.keys, dk, u.sigma, stop));
}

/// Scores of the largest d_k as bars beside the normal curve of the predicted deviation.
ExperimentPlot histogram(const std::vector<float> &scores, double predicted, std::size_t dk) {
    ExperimentPlot p;
    p.title = {"Raw scores at d_k = %1", {std::to_string(dk)}};
    p.xTitle = "score q·k";
    p.yTitle = "density";
    constexpr std::size_t kBins = 41;
    const double reach = 4.0 * predicted, width = 2.0 * reach / static_cast<double>(kBins);
    ExperimentSeries bars = series("measured", ExperimentSeries::Role::Bars);
    ExperimentSeries normal = series("normal, deviation √d_k·σ²", ExperimentSeries::Role::Theory);
    std::vector<double> counts(kBins, 0.0);
    for (const float v : scores) {
        const double at = (static_cast<double>(v) + reach) / width;
        if (at >= 0.0 && at < static_cast<double>(kBins))
            counts[static_cast<std::size_t>(at)] += 1.0;
    }
    constexpr double kPi = 3.14159265358979323846;
    for (std::size_t b = 0; b < kBins; ++b) {
        const double x = -reach + (static_cast<double>(b) + 0.5) * width;
        bars.x.push_back(x);
        bars.y.push_back(counts[b] / (static_cast<double>(scores.size()) * width));
        normal.x.push_back(x);
        normal.y.push_back(std::exp(-0.5 * x * x / (predicted * predicted)) /
                           (predicted * std::sqrt(2.0 * kPi)));
    }
    p.series = {std::move(bars), std::move(normal)};
    return p;
}

ExperimentVerdict judge(double worst, double atDk, std::size_t seeds, double slope) {
    if (seeds < 2 || std::isnan(worst))
        return {ExperimentVerdict::Kind::Undecided,
                "one seed has no spread to compare with: use at least two"};
    const auto kind = worst <= 3.0   ? ExperimentVerdict::Kind::Holds
                      : worst <= 5.0 ? ExperimentVerdict::Kind::Undecided
                                     : ExperimentVerdict::Kind::DoesNotHold;
    return {kind,
            {"the deviation of raw scores lies within %1 standard errors of √d_k·σ² (furthest at "
             "d_k = %2, %3 seeds) and grows as d_k to the power of %4; the scale 1/√d_k takes that "
             "out",
             {brief(worst, 3), brief(atDk), std::to_string(seeds), brief(slope, 3)}}};
}

/// Least squares of ln y over ln x.
double slopeOf(const std::vector<double> &x, const std::vector<double> &y) {
    double mx = 0, my = 0, xy = 0, xx = 0;
    const auto n = static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        mx += std::log(x[i]) / n;
        my += std::log(y[i]) / n;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (std::log(x[i]) - mx) * (std::log(y[i]) - my);
        xx += (std::log(x[i]) - mx) * (std::log(x[i]) - mx);
    }
    return xx > 0 ? xy / xx : kNothing;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const double given = v.real("sigma");
    Setup u{static_cast<std::size_t>(v.whole("queries")), static_cast<std::size_t>(v.whole("keys")),
            static_cast<std::size_t>(v.whole("seeds")),
            v.text("sigma_is") == "variance" ? std::sqrt(given) : given,
            v.text("entries") == "projected"};
    if (u.projects)
        u.keys = u.queries;
    const std::vector<double> widths = v.numbers("d_k");
    ExperimentResult r;
    r.table = table({{"d_k", "d_k"},
                     {"std_raw", "std of scores, raw"},
                     {"std_raw_error", "standard error"},
                     {"std_predicted", "√d_k·σ²"},
                     {"std_scaled", "std of scores, scaled"},
                     {"variance_ratio", "variance raw / scaled"},
                     {"standard_errors", "distance in standard errors"}});
    ExperimentPlot plot;
    plot.title = "Deviation of the scores";
    plot.xTitle = "d_k";
    plot.yTitle = "standard deviation";
    plot.logX = plot.logY = true;
    ExperimentSeries raw = series("raw, q·k"), scaled = series("scaled, q·k/√d_k"),
                     theory = series("√d_k·σ²", ExperimentSeries::Role::Theory);
    double total = 0.0;
    for (const double d : widths)
        total += d * static_cast<double>(u.seeds);
    Steps steps(run, total);
    double worst = 0.0, worstAt = 0.0;
    std::vector<float> last;
    for (const double width : widths) {
        const auto dk = static_cast<std::size_t>(width);
        Sample variances, scaledVariances, deviations, scaledDeviations;
        last.clear();
        for (std::size_t n = 0; n < u.seeds; ++n) {
            const TracePtr t = passOf(run, sessionOf(u, dk, seedOf(run, n), run.stop),
                                      {Stage::ScoresRaw, Stage::Scores});
            const auto values = (*t)[Stage::ScoresRaw].values();
            variances.add(varianceOf(values));
            scaledVariances.add(varianceOf((*t)[Stage::Scores].values()));
            deviations.add(std::sqrt(varianceOf(values)));
            scaledDeviations.add(std::sqrt(varianceOf((*t)[Stage::Scores].values())));
            last.insert(last.end(), values.begin(), values.end());
            steps.next(width);
        }
        // The mean of variances is unbiased, that of deviations is not.
        const double predicted = std::sqrt(width) * u.sigma * u.sigma;
        const double std = std::sqrt(variances.mean());
        const double error = variances.error() / (2.0 * std);
        const double distance =
            std::fabs(variances.mean() - predicted * predicted) / variances.error();
        if (!(distance <= worst)) {
            worst = distance;
            worstAt = width;
        }
        addRow(r.table, {width, std, cell(error), predicted, std::sqrt(scaledVariances.mean()),
                         variances.mean() / scaledVariances.mean(), cell(distance)});
        append(raw, width, deviations);
        raw.y.back() = std;
        append(scaled, width, scaledDeviations);
        scaled.y.back() = std::sqrt(scaledVariances.mean());
        theory.x.push_back(width);
        theory.y.push_back(predicted);
        r.points.push_back(
            {0, width, {"d_k = %1, the first seed", {brief(width)}}, [u, dk, seed = run.seed] {
                 return sessionOf(u, dk, seed, {});
             }});
    }
    r.verdict = judge(worst, worstAt, u.seeds, slopeOf(raw.x, raw.y));
    plot.series = {std::move(raw), std::move(scaled), std::move(theory)};
    r.plots = {std::move(plot), histogram(last, std::sqrt(widths.back()) * u.sigma * u.sigma,
                                          static_cast<std::size_t>(widths.back()))};
    return r;
}

} // namespace

Experiment scoreDeviation() {
    Experiment e;
    e.name = "score-deviation";
    e.subject = "scaling";
    e.title = "Scores spread as √d_k";
    e.question =
        "Queries and keys have independent entries of deviation σ. How far do their scores "
        "q·k spread as d_k grows?";
    e.look = "A score is a sum of d_k products, each of variance σ⁴. Look at the slope of the raw "
             "line, and at the scaled one, which stays level.";
    e.parameters = {
        numbersParameter("d_k", "d_k", "1..1024", 1, 1024),
        realParameter("sigma", "σ of an entry", 1.0, 1e-4, 100.0),
        choiceParameter("sigma_is", "σ is a",
                        {{"deviation", "standard deviation"}, {"variance", "variance"}}),
        choiceParameter("entries", "queries and keys are",
                        {{"direct", "drawn directly"}, {"projected", "projected from x"}}),
        wholeParameter("queries", "queries", 64, 2, 512),
        wholeParameter("keys", "keys", 64, 2, 512),
        wholeParameter("seeds", "seeds", 20, 1, 1000),
    };
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
