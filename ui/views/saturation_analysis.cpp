// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/saturation_analysis.h"

#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Saturation {
    Q_DECLARE_TR_FUNCTIONS(Saturation)
};

constexpr std::size_t kMostKeys = 256;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double rootMeanSquare(std::span<const float> values) {
    double sum = 0.0;
    for (const float v : values)
        sum += static_cast<double>(v) * static_cast<double>(v);
    return values.empty() ? kNaN : std::sqrt(sum / static_cast<double>(values.size()));
}

/// The entries of one head of Q or K.
std::span<const float> headOf(const core::Tensor &t, std::size_t b, std::size_t h) {
    const std::size_t n = t.extent(2) * t.extent(3);
    return {t.data() + (b * t.extent(1) + h) * n, n};
}

} // namespace

core::SaturationSettings saturationSettings(const core::Session &s, const core::Problem &p,
                                            const ViewSettings &v) {
    core::SaturationSettings settings;
    settings.widths = core::saturationWidths();
    settings.keys = std::min(p.keys(), kMostKeys);
    settings.seed = s.seed;
    settings.scalings = v.saturation;
    settings.dModel = p.config.dModel;
    return settings;
}

int saturationPanel(SaturationPanel panel, int scaling) {
    return scaling * 3 + static_cast<int>(panel);
}

std::optional<std::size_t> scalingOfMap(int panel) {
    for (int i = 0; i < 2; ++i)
        if (panel == saturationPanel(SaturationPanel::Map, i))
            return static_cast<std::size_t>(i);
    return std::nullopt;
}

std::size_t saturationRow(const ViewSettings &v, const core::Problem &p) {
    if (v.locked && v.locked->batch == shownBatch(v, p) && v.locked->head == shownHead(v, p) &&
        v.locked->query < p.queries())
        return v.locked->query;
    return p.queries() - 1;
}

ScoreSpread scoreSpread(const core::Trace &pass, const core::Trace &variant, std::size_t b,
                        std::size_t h) {
    const core::Problem &p = *variant.problem;
    const std::size_t L = p.queries(), S = p.keys();
    ScoreSpread r;
    const float *scores = variant[Stage::Scores].data() + (b * p.heads() + h) * L * S;
    double sum = 0.0;
    for (std::size_t i = 0; i < L; ++i) {
        const std::uint8_t *visible = variant.keep.row(b, h, i);
        for (std::size_t j = 0; j < S; ++j) {
            const auto s = static_cast<double>(scores[i * S + j]);
            if (!visible[j] || !std::isfinite(s))
                continue;
            r.scores.push_back(s);
            sum += s * s;
        }
    }
    r.measured = r.scores.empty() ? kNaN : std::sqrt(sum / static_cast<double>(r.scores.size()));
    if (pass.has(Stage::Q) && pass.has(Stage::K))
        r.predicted = std::abs(variant.scale) * std::sqrt(static_cast<double>(p.dK())) *
                      rootMeanSquare(headOf(pass[Stage::Q], b, h)) *
                      rootMeanSquare(headOf(pass[Stage::K], b, h));
    return r;
}

std::optional<core::RowPeak> peakOf(const core::Trace &variant, std::size_t b, std::size_t h,
                                    std::size_t row) {
    constexpr double kRounding = 1e-4;
    const core::Problem &p = *variant.problem;
    const float *weights =
        variant[Stage::Weights].data() + ((b * p.heads() + h) * p.queries() + row) * p.keys();
    const std::vector<double> values(weights, weights + p.keys());
    double sum = 0.0;
    for (const double w : values)
        sum += w;
    if (!(std::abs(sum - 1.0) < kRounding))
        return std::nullopt;
    return core::rowPeak(values);
}

QString describeSaturation(const core::SaturationResult &r, double dK) {
    const std::vector<int> &widths = r.settings.widths;
    if (widths.empty() || !(dK > 0.0))
        return {};
    std::size_t at = 0;
    for (std::size_t i = 1; i < widths.size(); ++i)
        if (std::abs(std::log(dK / widths[i])) < std::abs(std::log(dK / widths[at])))
            at = i;
    QStringList parts{QStringLiteral("d_k = %1").arg(widths[at])};
    for (std::size_t k = 0; k < r.curves.size(); ++k) {
        const core::SaturationCurves &c = r.curves[k];
        const auto predicted =
            core::predictedDeviation(r.settings.scalings[k], widths[at], r.settings.dModel);
        parts << Saturation::tr("%1: deviation %2 ± %3 (theory %4), entropy %5, largest %6, "
                                "‖∂A/∂S‖ %7")
                     .arg(scalingTitle(r.settings.scalings[k].mode),
                          shortNumber(c.deviation.middle[at]), shortNumber(c.deviationError[at]),
                          predicted ? shortNumber(*predicted) : QStringLiteral("–"),
                          shortNumber(c.entropy.middle[at]), shortNumber(c.largest.middle[at]),
                          shortNumber(c.jacobian.middle[at]));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace attnscope::ui
