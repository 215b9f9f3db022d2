// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/head_measures.h"

#include "core/attention.h"
#include "core/gradient_health.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

using Row = Eigen::Array<double, 1, Eigen::Dynamic>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void checkStop(const std::stop_token &stop) {
    if (stop.stop_requested())
        throw StoppedError();
}

/// A mean over what was added; absent when nothing was.
struct Mean {
    double sum = 0.0, count = 0.0;
    void add(double value, double weight = 1.0) {
        sum += value;
        count += weight;
    }
    [[nodiscard]] std::optional<double> value() const {
        if (count > 0.0)
            return sum / count;
        return std::nullopt;
    }
};

/// −Σ p ln p. The logarithm of 0 is taken of the least number instead: times 0, it is 0.
double entropyOf(const Row &p) {
    constexpr double kLeast = std::numeric_limits<double>::min();
    return -(p * p.max(kLeast).log()).sum();
}

/// Gathers one head's rows.
class Gatherer {
public:
    Gatherer(std::size_t L, std::size_t S)
        : m_L(L), m_S(S), m_bias(S, 0.0), m_seenBy(S, 0.0), m_rowsOf(L, 0.0),
          m_excess(L >= 6 && S >= 3 ? (L + 1) * (S + 1) : 0, 0.0) {}

    void addEmpty() { ++m_out.emptyRows; }
    void add(std::size_t i, const Row &p, const std::uint8_t *keep, std::size_t visible) {
        ++m_out.rows;
        if (!p.isFinite().all()) {
            ++m_out.notFiniteRows;
            return;
        }
        const double entropy = entropyOf(p), sum = p.sum();
        m_negative = m_negative || p.minCoeff() < 0.0;
        m_entropy.add(entropy);
        if (visible > 1)
            m_normalised.add(entropy / std::log(static_cast<double>(visible)));
        m_max.add(p.maxCoeff());
        m_rowSumError = std::max(m_rowSumError, std::abs(sum - 1.0));
        const double *v = p.data();
        double distance = 0.0;
        for (std::size_t j = 0; j < m_S; ++j) {
            distance += v[j] * std::abs(static_cast<double>(i) - static_cast<double>(j));
            if (keep[j] != 0) {
                m_bias[j] += v[j];
                m_seenBy[j] += 1.0;
            }
        }
        m_distance.add(distance, sum);
        if (i < m_S)
            m_diagonal.add(v[i]);
        if (i >= 1 && i - 1 < m_S)
            m_previous.add(v[i - 1]);
        m_first.add(v[0]);
        if (!m_excess.empty()) {
            m_rowsOf[i] += 1.0;
            const double share = 1.0 / static_cast<double>(visible);
            double *e = m_excess.data() + (i + 1) * (m_S + 1) + 1;
            for (std::size_t j = 0; j < m_S; ++j)
                e[j] += v[j] - (keep[j] != 0 ? share : 0.0);
        }
    }

    HeadMeasures finish(const std::stop_token &stop) {
        if (m_out.notFiniteRows > 0 || m_out.rows == 0) {
            m_out.positionBias.assign(m_S, std::nullopt);
            return m_out;
        }
        if (!m_negative) { // maps that were brought in: a negative number has no logarithm
            m_out.entropy = m_entropy.value();
            m_out.entropyNormalised = m_normalised.value();
        }
        if (m_out.entropy)
            m_out.effectiveKeys = std::exp(*m_out.entropy);
        m_out.maxWeight = m_max.value();
        if (!m_negative)
            m_out.meanDistance = m_distance.value();
        m_out.diagonal = m_diagonal.value();
        m_out.previousToken = m_previous.value();
        m_out.firstToken = m_first.value();
        m_out.rowSumError = m_rowSumError;
        m_out.blockClumping = clumping(stop);
        for (std::size_t j = 0; j < m_S; ++j)
            m_out.positionBias.push_back(
                m_seenBy[j] > 0.0 ? std::optional<double>(m_bias[j] / m_seenBy[j]) : std::nullopt);
        return m_out;
    }

private:
    /// Summed areas make every block four look-ups.
    std::optional<double> clumping(const std::stop_token &stop) {
        if (m_excess.empty())
            return std::nullopt;
        const std::size_t width = m_S + 1;
        for (std::size_t i = 1; i <= m_L; ++i)
            for (std::size_t j = 1; j <= m_S; ++j)
                m_excess[i * width + j] += m_excess[(i - 1) * width + j] +
                                           m_excess[i * width + j - 1] -
                                           m_excess[(i - 1) * width + j - 1];
        std::vector<double> rows(m_L + 1, 0.0);
        for (std::size_t i = 0; i < m_L; ++i)
            rows[i + 1] = rows[i] + m_rowsOf[i];
        std::optional<double> best;
        const std::size_t side = std::min(m_L, m_S);
        for (std::size_t k = 3; k <= std::min(m_L / 2, side); ++k) {
            checkStop(stop);
            for (std::size_t s = 0; s + k <= side; ++s) {
                const double count = rows[s + k] - rows[s];
                if (count <= 0.0)
                    continue;
                const std::size_t e = s + k;
                const double inside = m_excess[e * width + e] - m_excess[s * width + e] -
                                      m_excess[e * width + s] + m_excess[s * width + s];
                best = std::max(best.value_or(-2.0), inside / count);
            }
        }
        return best;
    }

    std::size_t m_L, m_S;
    HeadMeasures m_out;
    Mean m_entropy, m_normalised, m_max, m_distance, m_diagonal, m_previous, m_first;
    double m_rowSumError = 0.0;
    bool m_negative = false;
    std::vector<double> m_bias, m_seenBy, m_rowsOf, m_excess;
};

/// `fill(b, h, i, row)` writes the row to measure.
template <class Fill>
std::vector<HeadMeasures> gather(const KeepMask &keep, std::size_t B, std::size_t H, std::size_t L,
                                 std::size_t S, const std::stop_token &stop, const Fill &fill) {
    std::vector<HeadMeasures> heads;
    Row p(static_cast<Eigen::Index>(S));
    for (std::size_t h = 0; h < H; ++h) {
        Gatherer g(L, S);
        for (std::size_t b = 0; b < B; ++b) {
            checkStop(stop);
            for (std::size_t i = 0; i < L; ++i) {
                const std::size_t visible = keep.visibleCount(b, h, i);
                if (visible == 0) {
                    g.addEmpty();
                    continue;
                }
                fill(b, h, i, visible, p);
                g.add(i, p, keep.row(b, h, i), visible);
            }
        }
        heads.push_back(g.finish(stop));
    }
    return heads;
}

template <class T> Matrix rowsOf(const T *data, std::size_t rows, std::size_t columns) {
    using Mapped = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const Mapped>(data, static_cast<Eigen::Index>(rows),
                                    static_cast<Eigen::Index>(columns))
        .template cast<double>();
}

/// ‖context_h·W_O,h‖ of every head; empty when something is missing.
template <class T>
std::vector<double> contributions(const BasicTrace<T> &t, const std::stop_token &stop) {
    const Array<T> &c = t[Stage::Context];
    if (!c.present() || !t.problem || !t.problem->wO.present())
        return {};
    const std::size_t B = c.extent(0), H = c.extent(1), L = c.extent(2), d = c.extent(3);
    const Tensor &w = t.problem->wO;
    if (w.rank() != 2 || w.extent(0) != H * d)
        return {};
    std::vector<double> norms;
    for (std::size_t h = 0; h < H; ++h) {
        const Matrix wh = rowsOf(w.data() + h * d * w.extent(1), d, w.extent(1));
        double squares = 0.0;
        for (std::size_t b = 0; b < B; ++b) {
            checkStop(stop);
            const Matrix ch = rowsOf(c.data() + (b * H + h) * L * d, L, d);
            squares += (ch * wh).squaredNorm();
        }
        norms.push_back(std::sqrt(squares));
    }
    return norms;
}

template <class T> void addGradients(const BasicTrace<T> &t, std::vector<HeadMeasures> &heads) {
    const auto fill = [&](Gradient g, std::optional<double> HeadGradients::*field) {
        const auto norm = gradientNorm(t, g);
        if (!norm)
            return;
        for (std::size_t h = 0; h < heads.size() && h < norm->heads.size(); ++h)
            if (std::isfinite(norm->heads[h]))
                heads[h].gradients.*field = norm->heads[h];
    };
    fill(Gradient::Q, &HeadGradients::q);
    fill(Gradient::K, &HeadGradients::k);
    fill(Gradient::V, &HeadGradients::v);
}

} // namespace

std::optional<double> HeadMeasures::largestBias() const {
    std::optional<double> largest;
    for (const auto &b : positionBias)
        if (b && (!largest || *b > *largest))
            largest = b;
    return largest;
}

template <class T>
std::vector<HeadMeasures> measureHeads(const BasicTrace<T> &trace, const std::stop_token &stop) {
    const Array<T> &w = trace[Stage::Weights];
    if (!w.present())
        return {};
    const std::size_t H = w.extent(1), L = w.extent(2), S = w.extent(3);
    using TypedRow = Eigen::Array<T, 1, Eigen::Dynamic>;
    auto heads = gather(trace.keep, w.extent(0), H, L, S, stop,
                        [&](std::size_t b, std::size_t h, std::size_t i, std::size_t, Row &p) {
                            p = Eigen::Map<const TypedRow>(w.data() + ((b * H + h) * L + i) * S,
                                                           static_cast<Eigen::Index>(S))
                                    .template cast<double>();
                        });

    const std::vector<double> share = contributions(trace, stop);
    double total = 0.0;
    for (const double s : share)
        total += s;
    if (std::isfinite(total) && total > 0.0)
        for (std::size_t h = 0; h < share.size(); ++h)
            heads[h].outputShare = share[h] / total;
    if (trace.problem)
        addGradients(trace, heads);
    return heads;
}

template <class T>
std::vector<HeadMeasures> uniformMeasures(const BasicTrace<T> &trace, const std::stop_token &stop) {
    const Array<T> &w = trace[Stage::Weights];
    if (!w.present())
        return {};
    const KeepMask &keep = trace.keep;
    return gather(keep, w.extent(0), w.extent(1), w.extent(2), w.extent(3), stop,
                  [&](std::size_t b, std::size_t h, std::size_t i, std::size_t visible, Row &p) {
                      const std::uint8_t *r = keep.row(b, h, i);
                      for (Eigen::Index j = 0; j < p.size(); ++j)
                          p[j] = r[j] != 0 ? 1.0 / static_cast<double>(visible) : 0.0;
                  });
}

template <class T>
std::vector<std::optional<double>> ablationOf(const BasicTrace<T> &trace,
                                              const std::stop_token &stop) {
    const Array<T> &concat = trace[Stage::Concat];
    if (!concat.present() || !trace.problem)
        return {};
    const Problem &p = *trace.problem;
    const std::size_t H = p.heads(), width = concat.shape().back(), d = width / H;
    const DoubleTensor all = converted<double>(concat), wO = converted<double>(p.wO),
                       bO = converted<double>(p.bO), gamma = converted<double>(p.gammaConcat),
                       beta = converted<double>(p.betaConcat);
    const auto outputOf = [&](const DoubleTensor &c) {
        if (p.config.normConcat == ConcatNorm::None)
            return projectOutput(c, wO, bO, stop);
        return projectOutput(normaliseConcat(c, H, p.config.normConcat, gamma, beta), wO, bO, stop);
    };
    const DoubleTensor whole = outputOf(all);
    const auto norm = [](const DoubleTensor &a, const DoubleTensor *less) {
        double sum = 0.0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const double v = a.data()[k] - (less ? less->data()[k] : 0.0);
            sum += v * v;
        }
        return std::sqrt(sum);
    };
    const double length = norm(whole, nullptr);
    std::vector<std::optional<double>> effects(H);
    if (!std::isfinite(length) || length == 0.0)
        return effects;
    for (std::size_t h = 0; h < H; ++h) {
        checkStop(stop);
        DoubleTensor without = all;
        double *v = without.mutableData();
        for (std::size_t row = 0; row < all.size() / width; ++row)
            std::fill_n(v + row * width + h * d, d, 0.0);
        effects[h] = norm(whole,
                          [&] {
                              without = outputOf(without);
                              return &without;
                          }()) /
                     length;
    }
    return effects;
}

#define ATTNSCOPE_INSTANTIATE(T)                                                                   \
    template std::vector<HeadMeasures> measureHeads(const BasicTrace<T> &,                         \
                                                    const std::stop_token &);                      \
    template std::vector<HeadMeasures> uniformMeasures(const BasicTrace<T> &,                      \
                                                       const std::stop_token &);                   \
    template std::vector<std::optional<double>> ablationOf(const BasicTrace<T> &,                  \
                                                           const std::stop_token &);
ATTNSCOPE_INSTANTIATE(float)
ATTNSCOPE_INSTANTIATE(double)
#undef ATTNSCOPE_INSTANTIATE

std::string_view toName(HeadFlag flag) {
    switch (flag) {
    case HeadFlag::Focused:
        return "focused";
    case HeadFlag::Uniform:
        return "uniform";
    case HeadFlag::Diagonal:
        return "diagonal";
    case HeadFlag::PositionLeak:
        return "position_leak";
    case HeadFlag::PositionWatch:
        return "position_watch";
    case HeadFlag::Redundant:
        return "redundant";
    case HeadFlag::Clumped:
        return "clumped";
    case HeadFlag::Dead:
        return "dead";
    case HeadFlag::Silent:
        return "silent";
    }
    return {};
}

std::vector<HeadFlag> flagsOf(const HeadMeasures &m, std::size_t heads, const HeadThresholds &t) {
    std::vector<HeadFlag> flags;
    const auto above = [](const std::optional<double> &v, double limit) { return v && *v > limit; };
    const auto below = [](const std::optional<double> &v, double limit) { return v && *v < limit; };
    if (below(m.entropyNormalised, t.focused))
        flags.push_back(HeadFlag::Focused);
    if (above(m.entropyNormalised, t.uniform))
        flags.push_back(HeadFlag::Uniform);
    if (above(m.diagonal, t.diagonal))
        flags.push_back(HeadFlag::Diagonal);
    const auto bias = m.largestBias();
    if (above(bias, t.positionLeak))
        flags.push_back(HeadFlag::PositionLeak);
    else if (above(bias, t.positionWatch))
        flags.push_back(HeadFlag::PositionWatch);
    if (above(m.blockClumping, t.clumping))
        flags.push_back(HeadFlag::Clumped);
    if (below(m.outputShare, t.deadShare / static_cast<double>(heads)))
        flags.push_back(HeadFlag::Dead);
    if (below(m.gradients.q, t.silentGradient) && below(m.gradients.k, t.silentGradient) &&
        below(m.gradients.v, t.silentGradient))
        flags.push_back(HeadFlag::Silent);
    return flags;
}

std::optional<double> meanEntropyNormalised(const std::vector<HeadMeasures> &heads) {
    Mean mean;
    for (const HeadMeasures &h : heads)
        if (h.entropyNormalised)
            mean.add(*h.entropyNormalised);
    return mean.value();
}

} // namespace attnscope::core
