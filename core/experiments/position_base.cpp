// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/positional.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

/// g(k) = 2/D·Σ_i cos(k/base^(2i/D)): likeness of two positions k apart, 1 at k = 0.
double kernel(double distance, std::size_t D, double base) {
    double sum = 0.0;
    const std::size_t pairs = D / 2;
    constexpr double kTurn = 6.283185307179586;
    for (std::size_t i = 0; i < pairs; ++i)
        sum += std::cos(kTurn * distance / wavelength(i, D, base));
    return sum / static_cast<double>(pairs);
}

Session opened(std::size_t D, double base) {
    Session s;
    s.config.dModel = static_cast<int>(D);
    s.config.heads = 1;
    s.config.dK = s.config.dV = s.config.dModel;
    s.config.positional.base = base;
    setText(s, {"one word after another and each in its own place"});
    return s;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const std::size_t D = 2 * static_cast<std::size_t>(v.whole("pairs"));
    const std::vector<double> bases = v.numbers("base");
    const double lag = v.whole("lag");
    ExperimentResult r;
    r.table = table({{"base", "base"},
                     {"lambda_min", "shortest wavelength, positions"},
                     {"lambda_max", "longest wavelength, positions"},
                     {"adjacent_distance", "distance of neighbouring positions"},
                     {"kernel", "likeness at the lag"}});
    ExperimentPlot waves, kernels;
    waves.title = "Wavelength of each pair";
    waves.xTitle = "pair i (columns 2i, 2i+1)";
    waves.yTitle = "positions";
    waves.logY = true;
    kernels.title = "Likeness of two positions";
    kernels.xTitle = "distance k, positions";
    kernels.yTitle = "PE·PEᵀ · 2/D";
    Steps steps(run, static_cast<double>(bases.size()));
    for (const double base : bases) {
        const Phrase name("base %1", {brief(base)});
        ExperimentSeries w = series(name), k = series(name);
        for (std::size_t i = 0; i < D / 2; ++i) {
            w.x.push_back(static_cast<double>(i));
            w.y.push_back(wavelength(i, D, base));
        }
        for (int distance = 0; distance <= 128; ++distance) {
            k.x.push_back(distance);
            k.y.push_back(kernel(distance, D, base));
        }
        const DoubleTensor pe = positionalEncodingExact(2, D, base);
        double square = 0.0;
        for (std::size_t c = 0; c < D; ++c)
            square += (pe(1, c) - pe(0, c)) * (pe(1, c) - pe(0, c));
        addRow(r.table, {base, w.y.front(), w.y.back(), std::sqrt(square), kernel(lag, D, base)});
        for (const double x : {0.0, static_cast<double>(D / 2 - 1)})
            r.points.push_back({0, x, name, [D, base] { return opened(D, base); }});
        waves.series.push_back(std::move(w));
        kernels.series.push_back(std::move(k));
        steps.next();
    }
    bool fast = true, stretches = true;
    for (std::size_t b = 0; b < bases.size(); ++b) {
        const auto &w = waves.series[b].y;
        fast = fast && std::is_sorted(w.begin(), w.end());
        for (std::size_t a = 0; a < bases.size(); ++a)
            if (bases[a] < bases[b])
                stretches = stretches && waves.series[a].y.back() < w.back();
    }
    r.verdict = verdict(
        fast && (stretches || D < 4),
        {"pair 0 has a wavelength of %1 positions whatever the base and is the "
         "fastest; the slowest has %2 at base %3 and %4 at base %5",
         {brief(waves.series.front().y.front()), brief(waves.series.front().y.back(), 6),
          brief(bases.front()), brief(waves.series.back().y.back(), 6), brief(bases.back())}});
    r.plots = {std::move(waves), std::move(kernels)};
    const std::size_t rows = 32;
    ExperimentMap m =
        mapOf({"Encoding at base %1", {brief(bases.front())}},
              positionalEncoding(rows, D, bases.front()), "position p (rows)", "column c");
    m.diverging = true;
    r.maps = {std::move(m)};
    return r;
}

} // namespace

Experiment positionBase() {
    Experiment e;
    e.name = "position-base";
    e.subject = "positions";
    e.title = "What the base of the encoding does";
    e.question =
        "Which pairs of the sinusoidal encoding are fast and which are slow, and what does "
        "a larger or smaller base change?";
    e.look = "All lines start at 2π. A larger base stretches the slow end alone; neighbours stay "
             "well apart for every base.";
    e.parameters = {numbersParameter("base", "base", "1000,10000,100000", 1.5, 1e8),
                    wholeParameter("pairs", "pairs of columns, d_model/2", 256, 1, 2048),
                    wholeParameter("lag", "lag, positions", 64, 0, 100000)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
