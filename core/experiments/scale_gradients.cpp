// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accounting.h"
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/gradient_health.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnscope::core::lab {

namespace {

struct Setup {
    std::size_t keys, width, valueWidth;
    bool scaled;
    /// The gradient that comes back to the context is G, N(0, 1): W_O is the identity and
    /// grad_output is G.
    [[nodiscard]] Session session(std::uint64_t seed, const std::stop_token &stop) const {
        Session s = directSession({normals(seed, 0, {1, keys, width}, 1.0, stop),
                                   normals(seed, 1, {1, keys, width}, 1.0, stop),
                                   normals(seed, 2, {1, keys, valueWidth}, 1.0, stop)});
        if (!scaled)
            s.config.scaling = {ScalingMode::None, 1.0};
        s.config.upstream = Upstream::Given;
        setArray(s, Input::GradOutput,
                 normals(seed, 3, {1, keys, std::max(width, valueWidth)}, 1.0, stop));
        return s;
    }
};

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    const std::size_t n = v.size();
    return n == 0 ? kNothing : n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const auto keys = static_cast<std::size_t>(v.whole("keys"));
    const auto seeds = static_cast<std::size_t>(v.whole("seeds"));
    const auto valueWidth = static_cast<std::size_t>(v.whole("d_v"));
    const double threshold = v.real("dead_below");
    const std::vector<double> widths = v.numbers("d_k");
    ExperimentResult r;
    r.table = table({{"d_k", "d_k"},
                     {"dq_scaled", "‖dQ‖, scaled"},
                     {"dq_unscaled", "‖dQ‖, unscaled"},
                     {"dk_scaled", "‖dK‖, scaled"},
                     {"dk_unscaled", "‖dK‖, unscaled"},
                     {"dv_scaled", "‖dV‖, scaled"},
                     {"dv_unscaled", "‖dV‖, unscaled"},
                     {"ds_median_scaled", "median row of ‖dS‖, scaled"},
                     {"ds_median_unscaled", "median row of ‖dS‖, unscaled"},
                     {"dead_scaled", "rows that are dead, scaled"},
                     {"dead_unscaled", "rows that are dead, unscaled"},
                     {"bytes_scaled", "bytes of a pass, scaled"},
                     {"bytes_unscaled", "bytes of a pass, unscaled"}});
    const Phrase names[] = {"scaled by 1/√d_k", "unscaled"};
    std::array<ExperimentSeries, 2> norms{series(names[0]), series(names[1])},
        dead{series(names[0]), series(names[1])};
    double total = 0.0;
    for (const double d : widths)
        total += 2.0 * d * static_cast<double>(seeds);
    Steps steps(run, total);
    for (const double width : widths) {
        std::array<Sample, 2> q, k, val, share, rows;
        std::array<double, 2> bytes{};
        for (std::size_t n = 0; n < seeds; ++n)
            for (std::size_t m = 0; m < 2; ++m) {
                const Setup u{keys, static_cast<std::size_t>(width), valueWidth, m == 0};
                const TracePtr t =
                    passOf(run, u.session(seedOf(run, n), run.stop), StageSet::all(), true);
                q[m].add(normOf((*t)[Gradient::Q].values()));
                k[m].add(normOf((*t)[Gradient::K].values()));
                val[m].add(normOf((*t)[Gradient::V].values()));
                const Tensor &ds = (*t)[Gradient::Scores];
                std::vector<double> lengths;
                for (std::size_t i = 0; i < keys; ++i)
                    lengths.push_back(normOf(block(ds, i, keys)));
                rows[m].add(median(lengths));
                share[m].add(
                    static_cast<double>(std::count_if(lengths.begin(), lengths.end(),
                                                      [&](double l) { return l < threshold; })) /
                    static_cast<double>(keys));
                bytes[m] = static_cast<double>(bytesNeeded(*t->problem, StageSet::all()) +
                                               gradientBytes(*t->problem));
                steps.next(width);
            }
        addRow(r.table, {width, q[0].mean(), q[1].mean(), k[0].mean(), k[1].mean(), val[0].mean(),
                         val[1].mean(), rows[0].mean(), rows[1].mean(), share[0].mean(),
                         share[1].mean(), bytes[0], bytes[1]});
        for (std::size_t m = 0; m < 2; ++m) {
            append(norms[m], width, q[m]);
            append(dead[m], width, share[m]);
        }
        for (std::size_t plot = 0; plot < 2; ++plot)
            r.points.push_back(
                {plot,
                 width,
                 {"d_k = %1, unscaled, the first seed", {brief(width)}},
                 [keys, width, valueWidth, seed = run.seed] {
                     return Setup{keys, static_cast<std::size_t>(width), valueWidth, false}.session(
                         seed, {});
                 }});
    }
    const bool larger = norms[1].y.back() > norms[0].y.back();
    const bool starved = dead[1].y.back() > dead[0].y.back();
    r.verdict = verdict(
        larger && starved,
        {"at d_k = %1 without the scale ‖dQ‖ is %2 (%3 with it), but %4% of the rows let less than "
         "%5 through (%6% with it): gradients do not vanish as a whole, they are left to few rows. "
         "Memory is the same",
         {brief(widths.back()), brief(norms[1].y.back(), 3), brief(norms[0].y.back(), 3),
          brief(100.0 * dead[1].y.back(), 3), brief(threshold),
          brief(100.0 * dead[0].y.back(), 3)}});
    ExperimentPlot a, b;
    a.title = "Gradient of the queries";
    a.yTitle = "‖dQ‖";
    b.title = "Rows without a gradient";
    b.yTitle = "share of rows";
    a.xTitle = b.xTitle = "d_k";
    a.logX = b.logX = a.logY = true;
    a.series = {std::move(norms[0]), std::move(norms[1])};
    b.series = {std::move(dead[0]), std::move(dead[1])};
    r.plots = {std::move(a), std::move(b)};
    return r;
}

} // namespace

Experiment scaleGradients() {
    Experiment e;
    e.name = "scale-gradients";
    e.subject = "scaling";
    e.title = "Gradients without √d_k";
    e.question = "Without the scale, do the gradients of queries and keys explode, vanish, or "
                 "something else?";
    e.look = "The norm grows, for the factor 1/√d_k is missing, and at the same time more and more "
             "rows pass nothing on: what is left belongs to a few rows.";
    e.parameters = {numbersParameter("d_k", "d_k", "4..512", 1, 512),
                    wholeParameter("keys", "keys (and queries)", 64, 2, 256),
                    wholeParameter("d_v", "d_v", 64, 1, 256),
                    wholeParameter("seeds", "seeds", 4, 1, 200),
                    realParameter("dead_below", "a row is dead below", kDeadRow, 1e-12, 1.0)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
