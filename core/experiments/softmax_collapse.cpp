// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"

#include <array>
#include <cmath>

namespace attnscope::core::lab {

namespace {

Session headOf(std::uint64_t seed, std::size_t keys, std::size_t dk, bool scaled,
               const std::stop_token &stop) {
    Session s =
        directSession({normals(seed, 0, {1, keys, dk}, 1.0, stop),
                       normals(seed, 1, {1, keys, dk}, 1.0, stop), Tensor({1, keys, 1}, 0.0F)});
    if (!scaled)
        s.config.scaling = {ScalingMode::None, 1.0};
    return s;
}

struct Curves {
    ExperimentSeries entropy, largest, jacobian;
};

ExperimentPlot plotOf(Phrase title, Phrase y, ExperimentSeries scaled, ExperimentSeries unscaled) {
    ExperimentPlot p;
    p.title = std::move(title);
    p.xTitle = "d_k";
    p.yTitle = std::move(y);
    p.logX = true;
    p.series = {std::move(scaled), std::move(unscaled)};
    return p;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const auto keys = static_cast<std::size_t>(v.whole("keys"));
    const auto seeds = static_cast<std::size_t>(v.whole("seeds"));
    const std::vector<double> widths = v.numbers("d_k");
    double total = 0.0;
    for (const double d : widths)
        total += 2.0 * d * static_cast<double>(seeds);
    Steps steps(run, total);
    ExperimentResult r;
    r.table = table({{"d_k", "d_k"},
                     {"entropy_scaled", "H/ln S, scaled"},
                     {"entropy_unscaled", "H/ln S, unscaled"},
                     {"max_scaled", "largest weight, scaled"},
                     {"max_unscaled", "largest weight, unscaled"},
                     {"jacobian_scaled", "‖∂A/∂S‖, scaled"},
                     {"jacobian_unscaled", "‖∂A/∂S‖, unscaled"},
                     {"not_finite", "weights that are NaN or ∞"}});
    const Phrase names[] = {"scaled by 1/√d_k", "unscaled"};
    std::array<Curves, 2> curves;
    for (std::size_t m = 0; m < 2; ++m)
        curves[m] = {series(names[m]), series(names[m]), series(names[m])};
    for (const double width : widths) {
        const auto dk = static_cast<std::size_t>(width);
        std::array<Sample, 2> entropy, largest, jacobian;
        double notFinite = 0.0;
        for (std::size_t n = 0; n < seeds; ++n)
            for (std::size_t m = 0; m < 2; ++m) {
                const TracePtr t = passOf(run, headOf(seedOf(run, n), keys, dk, m == 0, run.stop),
                                          {Stage::Weights});
                const auto weights = (*t)[Stage::Weights].values();
                const MapShape shape = shapeOf(weights, keys);
                entropy[m].add(shape.entropyNormalised);
                largest[m].add(shape.largest);
                jacobian[m].add(shape.jacobian);
                for (const float w : weights)
                    notFinite += std::isfinite(w) ? 0.0 : 1.0;
                steps.next(width);
            }
        for (std::size_t m = 0; m < 2; ++m) {
            append(curves[m].entropy, width, entropy[m]);
            append(curves[m].largest, width, largest[m]);
            append(curves[m].jacobian, width, jacobian[m]);
        }
        addRow(r.table, {width, cell(entropy[0].mean()), cell(entropy[1].mean()), largest[0].mean(),
                         largest[1].mean(), jacobian[0].mean(), jacobian[1].mean(), notFinite});
        for (std::size_t plot = 0; plot < 3; ++plot)
            r.points.push_back(
                {plot,
                 width,
                 {"d_k = %1, unscaled, the first seed", {brief(width)}},
                 [seed = run.seed, keys, dk] { return headOf(seed, keys, dk, false, {}); }});
    }
    const double scaled = curves[0].entropy.y.back(), unscaled = curves[1].entropy.y.back();
    const double first = curves[1].entropy.y.front();
    r.verdict = verdict(
        unscaled < 0.5 * scaled && unscaled <= first,
        {"at d_k = %1 and %2 keys the entropy is %3 of ln S with the scale and %4 without it, and "
         "the largest weight %5 against %6; %7 weights are not finite, so what the scale prevents "
         "is collapse, not overflow",
         {brief(widths.back()), std::to_string(keys), brief(scaled, 3), brief(unscaled, 3),
          brief(curves[0].largest.y.back(), 3), brief(curves[1].largest.y.back(), 3), brief([&] {
              double all = 0.0;
              for (const auto &row : r.table.rows)
                  all += std::get<double>(row.back());
              return all;
          }())}});
    r.plots = {
        plotOf("Entropy", "H / ln S", std::move(curves[0].entropy), std::move(curves[1].entropy)),
        plotOf("Largest weight", "mean over rows", std::move(curves[0].largest),
               std::move(curves[1].largest)),
        plotOf("Softmax Jacobian", "‖∂A/∂S‖, mean over rows", std::move(curves[0].jacobian),
               std::move(curves[1].jacobian))};
    return r;
}

} // namespace

Experiment softmaxCollapse() {
    Experiment e;
    e.name = "softmax-collapse";
    e.subject = "scaling";
    e.title = "Without √d_k, attention collapses";
    e.question = "Queries and keys have unit variance. What becomes of the weights as d_k grows, "
                 "with the scale 1/√d_k and without it?";
    e.look = "The unscaled entropy falls towards 0: one key takes all. The scaled one stays where "
             "it is at every d_k.";
    e.parameters = {numbersParameter("d_k", "d_k", "1..512", 1, 1024),
                    wholeParameter("keys", "keys (and queries)", 64, 2, 512),
                    wholeParameter("seeds", "seeds", 5, 1, 500)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
