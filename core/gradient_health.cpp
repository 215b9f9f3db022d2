// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient_health.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core {

namespace {

template <class T> double squares(const T *values, std::size_t n) {
    // Several sums beside each other, which the compiler may put into vector registers.
    constexpr std::size_t kLanes = 8;
    double sums[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const auto v = static_cast<double>(values[i + lane]);
            sums[lane] += v * v;
        }
    double sum = 0.0;
    for (; i < n; ++i)
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    for (const double lane : sums)
        sum += lane;
    return sum;
}

/// How an array is divided among heads.
enum class Division { None, Axis, Columns, Rows };
Division divisionOf(Gradient g) {
    using enum Gradient;
    switch (g) {
    case Context:
    case WeightsDropped:
    case Weights:
    case ScoresMasked:
    case Scores:
    case ScoresRaw:
    case Q:
    case K:
    case V:
        return Division::Axis;
    case ConcatNorm:
    case Concat:
    case WQ:
    case WK:
    case WV:
    case BQ:
    case BK:
    case BV:
    case GammaConcat:
    case BetaConcat:
        return Division::Columns;
    case WO:
        return Division::Rows;
    default:
        return Division::None;
    }
}

} // namespace

template <class T>
std::optional<GradientNorm> gradientNorm(const BasicTrace<T> &trace, Gradient gradient) {
    const Array<T> &a = trace[gradient];
    if (!a.present())
        return std::nullopt;
    const std::size_t heads = trace.problem->heads();
    GradientNorm norm;
    const Division division = divisionOf(gradient);
    if (division == Division::None) {
        norm.total = std::sqrt(squares(a.data(), a.size()));
        return norm;
    }
    // Every division is runs of equal length that go round the heads.
    std::size_t run = 0;
    switch (division) {
    case Division::Axis:
        run = a.extent(2) * a.extent(3);
        break;
    case Division::Columns:
        run = a.shape().back() / heads;
        break;
    default:
        run = a.size() / heads;
        break;
    }
    std::vector<double> sums(heads, 0.0);
    for (std::size_t at = 0, h = 0; at < a.size(); at += run, h = (h + 1) % heads)
        sums[h] += squares(a.data() + at, run);
    double total = 0.0;
    for (const double sum : sums) {
        total += sum;
        norm.heads.push_back(std::sqrt(sum));
    }
    norm.total = std::sqrt(total);
    return norm;
}
template std::optional<GradientNorm> gradientNorm(const BasicTrace<float> &, Gradient);
template std::optional<GradientNorm> gradientNorm(const BasicTrace<double> &, Gradient);

std::vector<DeadRows> deadRows(const Trace &trace, double threshold) {
    const Tensor &dS = trace[Gradient::Scores];
    if (!dS.present())
        return {};
    const std::size_t B = dS.extent(0), H = dS.extent(1), L = dS.extent(2), S = dS.extent(3);
    std::vector<char> empty(B * H * L, 0);
    for (const RowRef &r : trace.emptyRows)
        empty[(r.batch * H + r.head) * L + r.query] = 1;
    std::vector<DeadRows> heads(H);
    for (std::size_t row = 0; row < B * H * L; ++row) {
        DeadRows &d = heads[row / L % H];
        const double norm = std::sqrt(squares(dS.data() + row * S, S));
        if (empty[row])
            ++d.empty;
        else if (!std::isfinite(norm))
            ++d.notFinite;
        else {
            ++d.rows;
            d.dead += norm < threshold ? 1 : 0;
        }
    }
    return heads;
}

std::optional<bool> ValueBound::holds() const {
    if (!std::isfinite(values) || !std::isfinite(bound))
        return std::nullopt;
    constexpr double kRounding = 1e-5; // the arrays are single precision
    return values <= bound * (1.0 + kRounding);
}

std::vector<ValueBound> valueBounds(const Trace &trace) {
    const auto dV = gradientNorm(trace, Gradient::V), dC = gradientNorm(trace, Gradient::Context);
    if (!dV || !dC)
        return {};
    const double stretch = std::sqrt(static_cast<double>(trace.problem->queries())) /
                           (1.0 - trace.problem->config.dropout.attention);
    std::vector<ValueBound> heads;
    for (std::size_t h = 0; h < dV->heads.size(); ++h)
        heads.push_back({dV->heads[h], dC->heads[h], stretch * dC->heads[h]});
    return heads;
}

} // namespace attnscope::core
