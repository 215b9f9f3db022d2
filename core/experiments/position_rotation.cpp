// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/positional.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

/// Largest |PE(p + k) − R_k·PE(p)|, where R_k turns pair i by k/base^(2i/D).
double turned(const DoubleTensor &pe, std::size_t k, std::size_t D, double base) {
    constexpr double kTurn = 6.283185307179586;
    double worst = 0.0;
    for (std::size_t i = 0; i < D / 2; ++i) {
        const double angle = kTurn * static_cast<double>(k) / wavelength(i, D, base);
        const double c = std::cos(angle), s = std::sin(angle);
        for (std::size_t p = 0; p + k < pe.extent(0); ++p) {
            const double sine = pe(p, 2 * i), cosine = pe(p, 2 * i + 1);
            worst = std::max({worst, std::fabs(pe(p + k, 2 * i) - (c * sine + s * cosine)),
                              std::fabs(pe(p + k, 2 * i + 1) - (c * cosine - s * sine))});
        }
    }
    return worst;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const std::size_t D = 2 * static_cast<std::size_t>(v.whole("pairs"));
    const auto length = static_cast<std::size_t>(v.whole("length"));
    const double base = v.real("base");
    const DoubleTensor pe = positionalEncodingExact(length, D, base);
    ExperimentResult r;
    r.table = table({{"lag", "lag k"},
                     {"rotation_error", "largest |PE(p+k) − R_k·PE(p)|"},
                     {"likeness_least", "smallest PE(p)·PE(p+k)"},
                     {"likeness_greatest", "largest PE(p)·PE(p+k)"}});
    ExperimentPlot plot;
    plot.title = "Likeness at a lag";
    plot.xTitle = "lag k";
    plot.yTitle = "PE(p)·PE(p+k)";
    ExperimentSeries least = series("smallest over p"), greatest = series("largest over p");
    Steps steps(run, static_cast<double>(length));
    double worst = 0.0, apart = 0.0;
    for (std::size_t k = 0; k < length; ++k) {
        double lo = 1e300, hi = -1e300;
        for (std::size_t p = 0; p + k < length; ++p) {
            double dot = 0.0;
            for (std::size_t c = 0; c < D; ++c)
                dot += pe(p, c) * pe(p + k, c);
            lo = std::min(lo, dot);
            hi = std::max(hi, dot);
        }
        const double error = turned(pe, k, D, base);
        worst = std::max(worst, error);
        apart = std::max(apart, hi - lo);
        addRow(r.table, {static_cast<double>(k), error, lo, hi});
        least.x.push_back(static_cast<double>(k));
        least.y.push_back(lo);
        greatest.x.push_back(static_cast<double>(k));
        greatest.y.push_back(hi);
        steps.next();
    }
    r.verdict =
        verdict(worst < 1e-9 && apart < 1e-9,
                {"a step of k positions is one rotation, the same at every position, to "
                 "within %1; the likeness of two positions depends on their distance alone, "
                 "to within %2",
                 {brief(worst, 2), brief(apart, 2)}});
    plot.series = {std::move(least), std::move(greatest)};
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment positionRotation() {
    Experiment e;
    e.name = "position-rotation";
    e.subject = "positions";
    e.title = "A step is a rotation";
    e.question = "Is there one linear map that takes the encoding of every position p to that of "
                 "p + k?";
    e.look = "Each pair of columns turns by its own angle, the same everywhere. That is why "
             "PE(p)·PE(q) depends on p − q alone.";
    e.parameters = {wholeParameter("length", "positions", 64, 2, 256),
                    wholeParameter("pairs", "pairs of columns, d_model/2", 16, 1, 256),
                    realParameter("base", "base", 10000, 1.5, 1e8)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
