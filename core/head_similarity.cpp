// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/head_similarity.h"

#include "core/attention.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;
constexpr double kLeast = std::numeric_limits<double>::min();

void checkStop(const std::stop_token &stop) {
    if (stop.stop_requested())
        throw StoppedError();
}

template <class T> Matrix matrixOf(const Array<T> &a, std::size_t at, std::size_t rows) {
    using Mapped = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const std::size_t columns = a.shape().back();
    return Eigen::Map<const Mapped>(a.data() + at * columns, static_cast<Index>(rows),
                                    static_cast<Index>(columns))
        .template cast<double>();
}

/// Sums over rows for every pair of heads.
struct PairSums {
    explicit PairSums(Index heads)
        : kl(Matrix::Zero(heads, heads)), js(kl), dot(kl), centred(kl), rows(kl) {}
    Matrix kl, js, dot, centred; ///< dot and centred: Σ p_a·p_b over the rows both have
    Matrix rows;
    // Of each pair's common rows, Σ p_a² and Σ c_a²: [a,b] is a's.
    Matrix square = Matrix::Zero(dot.rows(), dot.rows());
    Matrix centredSquare = square;
};

/// One query's rows of all heads: p [H,S]. `valid`: 1 for a head that has the row, else 0, and the
/// head's row of p is 0 then.
void addRow(PairSums &sums, const Matrix &p, const Matrix &centred, const Eigen::VectorXd &valid) {
    const Index H = p.rows();
    const Matrix both = valid * valid.transpose();
    const Matrix logs = (p.array() + kKlEpsilon).log().matrix();
    const Matrix cross = p * logs.transpose(); // [a,b]: Σ p_a ln(p_b + ε)
    sums.kl.array() += both.array() * (cross.diagonal().replicate(1, H) - cross).array();
    const Matrix dot = p * p.transpose(), dotCentred = centred * centred.transpose();
    sums.dot += dot;
    sums.centred += dotCentred;
    sums.square.array() += both.array() * dot.diagonal().replicate(1, H).array();
    sums.centredSquare.array() += both.array() * dotCentred.diagonal().replicate(1, H).array();
    sums.rows += both;
    // JS = (H(m) − (H(a) + H(b))/2), with H the entropy and m the mean of both.
    const Eigen::VectorXd negEntropy =
        (p.array() * p.array().max(kLeast).log()).rowwise().sum().matrix();
    for (Index a = 0; a < H; ++a)
        for (Index b = a + 1; b < H; ++b) {
            if (both(a, b) == 0.0)
                continue;
            const auto m = (0.5 * (p.row(a) + p.row(b))).array();
            const double mean = (m * m.max(kLeast).log()).sum();
            sums.js(a, b) += 0.5 * (negEntropy(a) + negEntropy(b)) - mean;
        }
}

PairMatrix absent(std::size_t heads) {
    PairMatrix m;
    m.heads = heads;
    m.values.resize(heads * heads);
    return m;
}

std::optional<double> cosineOf(double dot, double a, double b) {
    const double length = std::sqrt(a) * std::sqrt(b);
    if (!(length > 0.0))
        return std::nullopt;
    return std::clamp(dot / length, -1.0, 1.0);
}

template <class T> bool finite(const T *v, std::size_t n) {
    return std::all_of(v, v + n, [](T x) { return std::isfinite(x); });
}

} // namespace

template <class T>
HeadSimilarity similarityOf(const BasicTrace<T> &trace, const std::stop_token &stop) {
    const Array<T> &w = trace[Stage::Weights];
    HeadSimilarity out;
    if (!w.present())
        return out;
    const std::size_t B = w.extent(0), H = w.extent(1), L = w.extent(2), S = w.extent(3);
    out.kl = out.js = out.cosine = out.cosineCentred = absent(H);

    PairSums sums(static_cast<Index>(H));
    std::vector<char> sick(H, 0), negative(H, 0); // a negative number has no logarithm
    Matrix p(H, S), centred(H, S);
    Eigen::VectorXd valid(H);
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i) {
            checkStop(stop);
            for (std::size_t h = 0; h < H; ++h) {
                const auto r = static_cast<Index>(h);
                const T *from = w.data() + ((b * H + h) * L + i) * S;
                const std::size_t visible = trace.keep.visibleCount(b, h, i);
                const bool whole = visible == 0 || finite(from, S);
                if (!whole)
                    sick[h] = 1;
                valid(r) = visible > 0 && whole ? 1.0 : 0.0;
                if (valid(r) == 0.0) {
                    p.row(r).setZero();
                    centred.row(r).setZero();
                    continue;
                }
                const std::uint8_t *keep = trace.keep.row(b, h, i);
                const double share = 1.0 / static_cast<double>(visible);
                for (std::size_t j = 0; j < S; ++j) {
                    const auto c = static_cast<Index>(j);
                    p(r, c) = static_cast<double>(from[j]);
                    if (p(r, c) < 0.0)
                        negative[h] = 1;
                    centred(r, c) = p(r, c) - (keep[j] != 0 ? share : 0.0);
                }
            }
            addRow(sums, p, centred, valid);
        }

    for (std::size_t a = 0; a < H; ++a)
        for (std::size_t b = 0; b < H; ++b) {
            const auto x = static_cast<Index>(a), y = static_cast<Index>(b);
            const double rows = sums.rows(x, y);
            if (rows == 0.0 || sick[a] || sick[b])
                continue;
            const std::size_t at = a * H + b;
            if (!negative[a] && !negative[b]) {
                out.kl.values[at] = a == b ? 0.0 : sums.kl(x, y) / rows;
                // Rounding alone makes it negative.
                out.js.values[at] = std::max(0.0, sums.js(std::min(x, y), std::max(x, y)) / rows);
            }
            out.cosine.values[at] = cosineOf(sums.dot(x, y), sums.square(x, y), sums.square(y, x));
            const auto flat = [&](Index m, Index n) {
                return sums.centredSquare(m, n) <= kUniformUpTo * kUniformUpTo * sums.square(m, n);
            };
            if (!flat(x, y) && !flat(y, x))
                out.cosineCentred.values[at] = cosineOf(
                    sums.centred(x, y), sums.centredSquare(x, y), sums.centredSquare(y, x));
        }
    return out;
}

namespace {

template <class Test>
std::vector<std::pair<std::size_t, std::size_t>> pairsWhere(std::size_t heads, const Test &test) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < heads; ++a)
        for (std::size_t b = a + 1; b < heads; ++b)
            if (test(a, b))
                pairs.emplace_back(a, b);
    return pairs;
}

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> redundantPairs(const HeadSimilarity &s,
                                                                const HeadThresholds &t) {
    return pairsWhere(s.cosine.heads, [&](std::size_t a, std::size_t b) {
        const auto &c = s.cosine.at(a, b);
        return c && *c > t.redundantCosine;
    });
}

std::vector<std::pair<std::size_t, std::size_t>> distinctPairs(const HeadSimilarity &s,
                                                               const HeadThresholds &t) {
    return pairsWhere(s.kl.heads, [&](std::size_t a, std::size_t b) {
        const auto &there = s.kl.at(a, b), &back = s.kl.at(b, a);
        return there && back && *there > t.distinctKl && *back > t.distinctKl;
    });
}

std::vector<std::vector<HeadFlag>> allFlags(const std::vector<HeadMeasures> &heads,
                                            const HeadSimilarity &similarity,
                                            const HeadThresholds &thresholds) {
    std::vector<std::vector<HeadFlag>> all;
    for (const HeadMeasures &h : heads)
        all.push_back(flagsOf(h, heads.size(), thresholds));
    for (const auto &[a, b] : redundantPairs(similarity, thresholds))
        for (const std::size_t h : {a, b})
            if (h < all.size() &&
                std::find(all[h].begin(), all[h].end(), HeadFlag::Redundant) == all[h].end())
                all[h].push_back(HeadFlag::Redundant);
    for (auto &flags : all)
        std::sort(flags.begin(), flags.end());
    return all;
}

template <class T>
std::optional<std::vector<double>> mapSingularValues(const BasicTrace<T> &trace, std::size_t batch,
                                                     std::size_t head) {
    const Array<T> &w = trace[Stage::Weights];
    if (!w.present() || batch >= w.extent(0) || head >= w.extent(1))
        return std::nullopt;
    const Matrix m = matrixOf(w, (batch * w.extent(1) + head) * w.extent(2), w.extent(2));
    if (!m.allFinite())
        return std::nullopt;
    const Eigen::VectorXd values = Eigen::BDCSVD<Matrix>(m).singularValues();
    return std::vector<double>(values.data(), values.data() + values.size());
}

template <class T>
std::optional<std::vector<double>> scoreSingularValues(const BasicTrace<T> &trace,
                                                       std::size_t batch, std::size_t head) {
    const Array<T> &q = trace[Stage::Q], &k = trace[Stage::K];
    if (!q.present() || !k.present() || batch >= q.extent(0) || head >= q.extent(1))
        return std::nullopt;
    const std::size_t at = batch * q.extent(1) + head;
    // Q·Kᵀ = (U·R)·(V·P)ᵀ = U·(R·Pᵀ)·Vᵀ: the same singular values in a d_k wide matrix.
    const auto factor = [](const Matrix &m) -> Matrix {
        if (m.rows() <= m.cols())
            return m;
        return Eigen::HouseholderQR<Matrix>(m)
            .matrixQR()
            .topRows(m.cols())
            .template triangularView<Eigen::Upper>();
    };
    const Matrix mq = matrixOf(q, at * q.extent(2), q.extent(2));
    const Matrix mk = matrixOf(k, at * k.extent(2), k.extent(2));
    if (!mq.allFinite() || !mk.allFinite())
        return std::nullopt;
    const Matrix small = factor(mq) * factor(mk).transpose();
    const Eigen::VectorXd values = Eigen::JacobiSVD<Matrix>(small).singularValues();
    return std::vector<double>(values.data(), values.data() + values.size());
}

template <class T>
std::optional<PrincipalComponents> principalComponents(const BasicTrace<T> &trace, Stage stage,
                                                       std::size_t head) {
    if (stage != Stage::Q && stage != Stage::K && stage != Stage::V)
        return std::nullopt;
    const Array<T> &a = trace[stage];
    if (!a.present() || head >= a.extent(1))
        return std::nullopt;
    const std::size_t B = a.extent(0), H = a.extent(1), n = a.extent(2), d = a.extent(3);
    Matrix x(B * n, d);
    for (std::size_t b = 0; b < B; ++b)
        x.middleRows(static_cast<Index>(b * n), static_cast<Index>(n)) =
            matrixOf(a, (b * H + head) * n, n);
    if (x.rows() < 2 || !x.allFinite())
        return std::nullopt;
    const double size = x.squaredNorm();
    x.rowwise() -= x.colwise().mean().eval();
    // What is left of equal rows is rounding.
    if (!(x.squaredNorm() > 1e-13 * size))
        return std::nullopt;
    const Eigen::MatrixXd covariance = x.transpose() * x / static_cast<double>(x.rows() - 1);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);

    PrincipalComponents pc;
    pc.rows = B * n;
    const Eigen::VectorXd values = solver.eigenvalues().reverse().cwiseMax(0.0);
    const double sum = values.sum();
    for (const double v : values) {
        pc.variances.push_back(v);
        pc.explained.push_back(v / sum);
    }
    pc.shown = std::min<std::size_t>(2, d);
    Matrix axes(pc.shown, d);
    for (Index c = 0; c < axes.rows(); ++c) {
        axes.row(c) = solver.eigenvectors().col(static_cast<Index>(d) - 1 - c).transpose();
        Index largest = 0;
        axes.row(c).cwiseAbs().maxCoeff(&largest);
        if (axes(c, largest) < 0.0)
            axes.row(c) *= -1.0;
    }
    const Matrix scores = x * axes.transpose();
    pc.loadings.assign(axes.data(), axes.data() + axes.size());
    pc.scores.assign(scores.data(), scores.data() + scores.size());
    return pc;
}

#define ATTNSCOPE_INSTANTIATE(T)                                                                   \
    template HeadSimilarity similarityOf(const BasicTrace<T> &, const std::stop_token &);          \
    template std::optional<std::vector<double>> mapSingularValues(const BasicTrace<T> &,           \
                                                                  std::size_t, std::size_t);       \
    template std::optional<std::vector<double>> scoreSingularValues(const BasicTrace<T> &,         \
                                                                    std::size_t, std::size_t);     \
    template std::optional<PrincipalComponents> principalComponents(const BasicTrace<T> &, Stage,  \
                                                                    std::size_t);
ATTNSCOPE_INSTANTIATE(float)
ATTNSCOPE_INSTANTIATE(double)
#undef ATTNSCOPE_INSTANTIATE

} // namespace attnscope::core
