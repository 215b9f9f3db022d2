// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/saturation.h"

#include "core/attention.h"
#include "core/initialiser.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kBandBelow = 1.0 / 6.0, kBandAbove = 5.0 / 6.0;
// Names of the two tensors in the counter; those of the inputs are small numbers.
constexpr std::uint32_t kQuery = 0x51000000U, kKey = 0x4b000000U;

/// The value below which that share of the sorted values lies, between neighbours in proportion.
double quantile(const std::vector<double> &sorted, double share) {
    if (sorted.empty())
        return kNaN;
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto i = static_cast<std::size_t>(at);
    const double low = sorted[i], high = sorted[std::min(i + 1, sorted.size() - 1)];
    return low + (at - static_cast<double>(i)) * (high - low);
}

double mean(const std::vector<double> &values) {
    double sum = 0.0;
    for (const double v : values)
        sum += v;
    return values.empty() ? kNaN : sum / static_cast<double>(values.size());
}

void append(MeasuredCurve &curve, double middle, std::vector<double> values) {
    std::sort(values.begin(), values.end());
    curve.middle.push_back(middle);
    curve.low.push_back(quantile(values, kBandBelow));
    curve.high.push_back(quantile(values, kBandAbove));
}

/// √(mean of the squares) and its standard error, by the spread of independent squares.
std::pair<double, double> rootMean(const std::vector<double> &squares) {
    const double m = mean(squares);
    if (squares.size() < 2)
        return {std::sqrt(m), kNaN};
    double sum = 0.0;
    for (const double v : squares)
        sum += (v - m) * (v - m);
    const auto n = static_cast<double>(squares.size());
    const double error = std::sqrt(sum / (n - 1.0) / n);
    return {std::sqrt(m), error / (2.0 * std::sqrt(m))};
}

} // namespace

RowPeak rowPeak(std::span<const double> row) {
    RowPeak r;
    double squares = 0.0, cubes = 0.0, sum = 0.0;
    for (const double p : row) {
        sum += p;
        squares += p * p;
        cubes += p * p * p;
        r.largest = std::max(r.largest, p);
        if (p > 0.0)
            r.entropy -= p * std::log(p);
    }
    if (!std::isfinite(sum))
        return {kNaN, kNaN, kNaN};
    r.entropy = std::max(r.entropy, 0.0);
    r.jacobian = std::sqrt(std::max(squares - 2.0 * cubes + squares * squares, 0.0));
    return r;
}

std::optional<double> predictedDeviation(const Scaling &scaling, int dK, int dModel) {
    if (scaleNeedsScores(scaling.mode))
        return std::nullopt;
    Config config;
    config.dK = dK;
    config.dModel = dModel;
    config.scaling = scaling;
    return std::abs(scaleFactor(config, DoubleTensor())) * std::sqrt(static_cast<double>(dK));
}

std::vector<int> saturationWidths() {
    std::vector<int> widths;
    for (int half = 0; half <= 20; ++half) {
        const int width = static_cast<int>(std::lround(std::exp2(half / 2.0)));
        if (widths.empty() || width > widths.back())
            widths.push_back(width);
    }
    return widths;
}

SaturationSweep::SaturationSweep(SaturationSettings settings) : m_settings(std::move(settings)) {
    for (auto &rows : m_rows)
        rows.resize(m_settings.widths.size());
}

void SaturationSweep::add() {
    const auto draw = static_cast<std::uint32_t>(m_draws++);
    const std::uint64_t seed = m_settings.seed;
    std::vector<double> raw(m_settings.keys, 0.0);
    std::uint32_t c = 0;
    for (std::size_t w = 0; w < m_settings.widths.size(); ++w) {
        for (; c < static_cast<std::uint32_t>(m_settings.widths[w]); ++c) {
            const auto q = static_cast<double>(unitNormal(seed, {kQuery, draw, 0, c}));
            for (std::size_t j = 0; j < raw.size(); ++j)
                raw[j] += q * static_cast<double>(
                                  unitNormal(seed, {kKey, draw, static_cast<std::uint32_t>(j), c}));
        }
        measure(w, raw);
    }
}

void SaturationSweep::measure(std::size_t width, std::span<const double> raw) {
    Config config;
    config.dK = m_settings.widths[width];
    config.dModel = m_settings.dModel;
    const auto n = static_cast<double>(raw.size());
    for (std::size_t k = 0; k < m_settings.scalings.size(); ++k) {
        config.scaling = m_settings.scalings[k];
        const double scale = scaleFactor(config, scaleNeedsScores(config.scaling.mode)
                                                     ? DoubleTensor({raw.size()}, raw)
                                                     : DoubleTensor());
        Draw d;
        double most = -std::numeric_limits<double>::infinity(), sum = 0.0;
        for (const double s : raw) {
            d.square += s * scale * s * scale / n;
            most = std::max(most, s * scale);
        }
        std::vector<double> weights(raw.size());
        for (std::size_t j = 0; j < raw.size(); ++j)
            sum += weights[j] = std::exp(raw[j] * scale - most);
        for (double &p : weights)
            p /= sum;
        d.peak = rowPeak(weights);
        m_rows[k][width].push_back(d);
    }
}

SaturationResult SaturationSweep::result() const {
    SaturationResult r;
    r.settings = m_settings;
    r.draws = m_draws;
    for (std::size_t k = 0; k < m_rows.size(); ++k)
        for (const std::vector<Draw> &draws : m_rows[k]) {
            std::vector<double> squares, roots, entropy, largest, jacobian;
            for (const Draw &d : draws) {
                if (!std::isfinite(d.square) || !std::isfinite(d.peak.entropy))
                    continue;
                squares.push_back(d.square);
                roots.push_back(std::sqrt(d.square));
                entropy.push_back(d.peak.entropy);
                largest.push_back(d.peak.largest);
                jacobian.push_back(d.peak.jacobian);
            }
            const auto [deviation, error] = rootMean(squares);
            SaturationCurves &c = r.curves[k];
            append(c.deviation, deviation, std::move(roots));
            c.deviationError.push_back(error);
            append(c.entropy, mean(entropy), entropy);
            append(c.largest, mean(largest), largest);
            append(c.jacobian, mean(jacobian), jacobian);
        }
    return r;
}

} // namespace attnscope::core
