// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backward.h"

#include "core/dropout.h"

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

template <class T> using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using ConstMap = Eigen::Map<const Matrix<T>>;
template <class T> using MutableMap = Eigen::Map<Matrix<T>>;
using Eigen::Index;

Index ix(std::size_t n) { return static_cast<Index>(n); }

void look(const std::stop_token &stop) {
    if (stop.stop_requested())
        throw StoppedError();
}

/// A [.., width] array as a matrix of rows.
template <class T> ConstMap<T> asRows(const Array<T> &a) {
    const std::size_t width = a.shape().back();
    return {a.data(), ix(width == 0 ? 0 : a.size() / width), ix(width)};
}

template <class T> void add(Array<T> &to, const Array<T> &more) {
    T *out = to.mutableData();
    for (std::size_t i = 0; i < to.size(); ++i)
        out[i] += more.data()[i];
}

template <class T> T dot(const std::vector<T> &a, const std::vector<T> &b) {
    T sum = 0;
    for (std::size_t c = 0; c < a.size(); ++c)
        sum += a[c] * b[c];
    return sum;
}

template <class T> void takeMean(std::vector<T> &a) {
    T mean = 0;
    for (const T v : a)
        mean += v;
    mean /= static_cast<T>(a.size());
    for (T &v : a)
        v -= mean;
}

/// Takes out of `r` what it has along `t`, α·t, and answers α; `squares` is t·t.
template <class T> T takeAlong(std::vector<T> &r, const std::vector<T> &t, T squares) {
    const T alpha = squares > T(0) ? dot(r, t) / squares : T(0);
    for (std::size_t c = 0; c < r.size(); ++c)
        r[c] -= alpha * t[c];
    return alpha;
}

/// Calls f(row, visible flags, keys) for every (b, h, i) of a [B,H,L,S] array.
template <class T, class F> void forEachRow(const Array<T> &map, const KeepMask &keep, F f) {
    const std::size_t B = map.extent(0), H = map.extent(1), L = map.extent(2), S = map.extent(3);
    std::size_t row = 0;
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < H; ++h)
            for (std::size_t i = 0; i < L; ++i, ++row)
                f(row, keep.row(b, h, i), S);
}

} // namespace

template <class T>
Array<T> inputGradient(const Array<T> &dy, const Array<T> &weight, const std::stop_token &stop) {
    look(stop);
    Shape shape = dy.shape();
    shape.back() = weight.extent(0);
    auto dx = Array<T>::uninitialised(std::move(shape));
    const ConstMap<T> rows = asRows(dy);
    MutableMap<T>(dx.mutableData(), rows.rows(), ix(weight.extent(0))).noalias() =
        rows * asRows(weight).transpose();
    return dx;
}

template <class T>
Array<T> weightGradient(const Array<T> &x, const Array<T> &dy, const std::stop_token &stop) {
    look(stop);
    auto dw = Array<T>::uninitialised({x.shape().back(), dy.shape().back()});
    MutableMap<T>(dw.mutableData(), ix(dw.extent(0)), ix(dw.extent(1))).noalias() =
        asRows(x).transpose() * asRows(dy);
    return dw;
}

template <class T> Array<T> biasGradient(const Array<T> &dy) {
    Array<T> db({dy.shape().back()});
    MutableMap<T>(db.mutableData(), 1, ix(db.size())) = asRows(dy).colwise().sum();
    return db;
}

template <class T> Array<T> splitHeads(const Array<T> &flat, std::size_t heads) {
    const std::size_t B = flat.extent(0), L = flat.extent(1), d = flat.extent(2) / heads;
    auto split = Array<T>::uninitialised({B, heads, L, d});
    T *out = split.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < heads; ++h)
            for (std::size_t i = 0; i < L; ++i, out += d)
                std::copy_n(flat.data() + ((b * L + i) * heads + h) * d, d, out);
    return split;
}

template <class T>
NormGradient<T> normGradient(const Array<T> &dy, const Array<T> &concat, std::size_t heads,
                             ConcatNorm norm, const Array<T> &gamma) {
    const std::size_t width = concat.shape().back();
    const std::size_t group = norm == ConcatNorm::Layer ? width : width / heads;
    const T n = static_cast<T>(group);
    NormGradient<T> g{Array<T>::uninitialised(concat.shape()), Array<T>({width}),
                      Array<T>({width})};
    T *out = g.concat.mutableData();
    T *dGamma = g.gamma.mutableData();
    T *dBeta = g.beta.mutableData();
    std::vector<T> t(group), r(group);
    for (std::size_t at = 0; at < concat.size(); at += group) {
        const T *x = concat.data() + at;
        const T *d = dy.data() + at;
        std::copy_n(x, group, t.begin());
        takeMean(t);
        takeMean(t);
        const T squares = dot(t, t);
        const T inverse = T(1) / std::sqrt(squares / n + static_cast<T>(kNormEpsilon));
        for (std::size_t c = 0; c < group; ++c) {
            const std::size_t column = (at + c) % width;
            dGamma[column] += d[c] * (t[c] * inverse);
            dBeta[column] += d[c];
            r[c] = gamma.present() ? d[c] * gamma.data()[column] : d[c];
        }
        takeMean(r);
        takeMean(r);
        const T alpha = takeAlong(r, t, squares);
        takeMean(r);
        takeAlong(r, t, squares);
        const T share = alpha * static_cast<T>(kNormEpsilon) * inverse * inverse;
        for (std::size_t c = 0; c < group; ++c)
            out[at + c] = (r[c] + share * t[c]) * inverse;
    }
    return g;
}

template <class T>
Array<T> droppedGradient(const Array<T> &dContext, const Array<T> &v, const std::stop_token &stop) {
    return rawScores(dContext, v, stop); // the same product of rows with rows
}

template <class T>
Array<T> softmaxGradient(const Array<T> &dWeights, const Array<T> &weights, const Array<T> &masked,
                         const Array<T> &rowMax, const Array<T> &rowSum, const KeepMask &keep,
                         const MaskConfig &mask) {
    const bool renormalise = mask.application == MaskApplication::MultiplyWeightsRenormalise;
    const bool after = renormalise || mask.application == MaskApplication::MultiplyWeights;
    const bool exclude = excludesHidden(mask);
    const bool zero = zeroesEmptyRows(mask);
    auto result = Array<T>::uninitialised(weights.shape());
    T *out = result.mutableData();
    std::vector<T> softmax(weights.shape().back()), towards(softmax.size());
    forEachRow(weights, keep, [&](std::size_t row, const std::uint8_t *visible, std::size_t S) {
        T *d = out + row * S;
        const bool empty =
            std::find_if(visible, visible + S, [](auto v) { return v != 0; }) == visible + S;
        if (empty && (zero || exclude)) { // 0, or as undefined as the row itself
            std::fill_n(d, S, zero ? T(0) : std::numeric_limits<T>::quiet_NaN());
            return;
        }
        const T *p = weights.data() + row * S;
        const T *dp = dWeights.data() + row * S;
        if (after) {
            // weights = softmax ∘ keep, perhaps divided by its sum r: d(softmax) first.
            const T *s = masked.data() + row * S;
            T r = 0, along = 0;
            for (std::size_t j = 0; j < S; ++j) {
                softmax[j] = std::exp(s[j] - rowMax.data()[row]) / rowSum.data()[row];
                r += softmax[j] * T(visible[j] != 0);
                along += dp[j] * p[j];
            }
            // A row that was not divided, since nothing was left in it, goes back undivided.
            const bool divided = renormalise && (r > T(0) || mask.emptyRow == EmptyRow::Nan);
            for (std::size_t j = 0; j < S; ++j)
                towards[j] = T(visible[j] != 0) * (divided ? (dp[j] - along) / r : dp[j]);
            p = softmax.data();
            dp = towards.data();
        }
        T sum = 0;
        for (std::size_t j = 0; j < S; ++j)
            if (!exclude || visible[j])
                sum += dp[j] * p[j];
        for (std::size_t j = 0; j < S; ++j)
            d[j] = !exclude || visible[j] ? p[j] * (dp[j] - sum) : T(0);
    });
    return result;
}

template <class T>
Array<T> maskGradient(const Array<T> &dMasked, const KeepMask &keep, const MaskConfig &mask) {
    // What is filled or multiplied by 0 had no part in what followed; what is added to, and what is
    // masked after the softmax, went through as it was.
    if (mask.application != MaskApplication::FillScores &&
        mask.application != MaskApplication::MultiplyScores)
        return dMasked;
    auto result = Array<T>::uninitialised(dMasked.shape());
    T *out = result.mutableData();
    forEachRow(dMasked, keep, [&](std::size_t row, const std::uint8_t *visible, std::size_t S) {
        for (std::size_t j = 0; j < S; ++j)
            out[row * S + j] = visible[j] ? dMasked.data()[row * S + j] : T(0);
    });
    return result;
}

template <class T>
Array<T> timesKeys(const Array<T> &map, const Array<T> &rows, const KeepMask &keep, bool exclude,
                   const std::stop_token &stop) {
    const std::size_t B = map.extent(0), H = map.extent(1), L = map.extent(2), S = map.extent(3);
    const std::size_t d = rows.extent(3);
    Array<T> result({B, H, L, d});
    T *out = result.mutableData();
    for (std::size_t bh = 0; bh < B * H; ++bh) {
        look(stop);
        const T *m = map.data() + bh * L * S;
        const ConstMap<T> all(rows.data() + bh * S * d, ix(S), ix(d));
        if (!exclude || keep.allVisible() || all.allFinite()) {
            MutableMap<T>(out + bh * L * d, ix(L), ix(d)).noalias() =
                ConstMap<T>(m, ix(L), ix(S)) * all;
            continue;
        }
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t j = 0; j < S; ++j)
                if (keep.visible(bh / H, bh % H, i, j) || m[i * S + j] != T(0))
                    for (std::size_t c = 0; c < d; ++c)
                        out[(bh * L + i) * d + c] += m[i * S + j] * all(ix(j), ix(c));
    }
    return result;
}

template <class T>
Array<T> timesQueries(const Array<T> &map, const Array<T> &rows, const KeepMask &keep, bool exclude,
                      const std::stop_token &stop) {
    const std::size_t B = map.extent(0), H = map.extent(1), L = map.extent(2), S = map.extent(3);
    const std::size_t d = rows.extent(3);
    Array<T> result({B, H, S, d});
    T *out = result.mutableData();
    for (std::size_t bh = 0; bh < B * H; ++bh) {
        look(stop);
        const T *m = map.data() + bh * L * S;
        const ConstMap<T> all(rows.data() + bh * L * d, ix(L), ix(d));
        if (!exclude || keep.allVisible() || all.allFinite()) {
            MutableMap<T>(out + bh * S * d, ix(S), ix(d)).noalias() =
                ConstMap<T>(m, ix(L), ix(S)).transpose() * all;
            continue;
        }
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t j = 0; j < S; ++j)
                if (keep.visible(bh / H, bh % H, i, j) || m[i * S + j] != T(0))
                    for (std::size_t c = 0; c < d; ++c)
                        out[(bh * S + j) * d + c] += m[i * S + j] * all(ix(i), ix(c));
    }
    return result;
}

template <class T>
void runBackward(BasicTrace<T> &t, const std::stop_token &stop, const GradientHook<T> &hook) {
    using S = Stage;
    using G = Gradient;
    const Problem &p = *t.problem;
    if (p.config.upstream == Upstream::None)
        return;
    const MaskConfig &mask = p.config.mask;
    const bool exclude = excludesHidden(mask);
    const auto weight = [](const Tensor &w) { return converted<T>(w); };
    const auto set = [&](Gradient g, Array<T> value) {
        t[g] = std::move(value);
        if (hook)
            hook(g, t[g]);
    };

    switch (p.config.upstream) {
    case Upstream::Ones:
        set(G::Output, Array<T>(t[S::Output].shape(), T(1)));
        break;
    case Upstream::Output:
        set(G::Output, t[S::Output]); // L = ½‖output‖²
        break;
    default:
        set(G::Output, weight(p.gradOutput));
        break;
    }

    // W_O and the normalisation before it.
    const bool norm = p.config.normConcat != ConcatNorm::None;
    set(G::WO, weightGradient(t[norm ? S::ConcatNorm : S::Concat], t[G::Output], stop));
    if (p.bO.present())
        set(G::BO, biasGradient(t[G::Output]));
    Array<T> towardsConcat = inputGradient(t[G::Output], weight(p.wO), stop);
    if (norm) {
        set(G::ConcatNorm, std::move(towardsConcat));
        NormGradient<T> g = normGradient(t[G::ConcatNorm], t[S::Concat], p.heads(),
                                         p.config.normConcat, weight(p.gammaConcat));
        towardsConcat = std::move(g.concat);
        if (p.gammaConcat.present())
            set(G::GammaConcat, std::move(g.gamma));
        if (p.betaConcat.present())
            set(G::BetaConcat, std::move(g.beta));
    }
    set(G::Concat, std::move(towardsConcat));

    // Attention.
    set(G::Context, splitHeads(t[G::Concat], p.heads()));
    set(G::WeightsDropped, droppedGradient(t[G::Context], t[S::V], stop));
    set(G::V, timesQueries(t[S::WeightsDropped], t[G::Context], t.keep, exclude, stop));
    // d(A·keep/(1 − p)) has the same factor as the forward direction.
    set(G::Weights,
        droppedWeights(t[G::WeightsDropped], dropoutKeepMask(p), p.config.dropout.attention));
    set(G::ScoresMasked, softmaxGradient(t[G::Weights], t[S::Weights], t[S::ScoresMasked],
                                         t[S::RowMax], t[S::RowSum], t.keep, mask));
    set(G::Scores, maskGradient(t[G::ScoresMasked], t.keep, mask));
    set(G::ScoresRaw, scaledScores(t[G::Scores], t.scale));
    set(G::Q, timesKeys(t[G::ScoresRaw], t[S::K], t.keep, exclude, stop));
    set(G::K, timesQueries(t[G::ScoresRaw], t[S::Q], t.keep, exclude, stop));

    // The projections. Shared keys and values hear from both.
    const Array<T> &source = p.cross() ? t[S::M] : t[S::X];
    const Array<T> dQ = concatHeads(t[G::Q]);
    Array<T> dK = concatHeads(t[G::K]);
    const Array<T> dV = concatHeads(t[G::V]);
    if (p.config.shareKv)
        add(dK, dV);
    set(G::WQ, weightGradient(t[S::X], dQ, stop));
    set(G::WK, weightGradient(source, dK, stop));
    if (p.bQ.present())
        set(G::BQ, biasGradient(dQ));
    if (p.bK.present())
        set(G::BK, biasGradient(dK));
    Array<T> towardsX = inputGradient(dQ, weight(p.wQ), stop);
    Array<T> towardsSource = inputGradient(dK, weight(p.wK), stop);
    if (!p.config.shareKv) {
        set(G::WV, weightGradient(source, dV, stop));
        if (p.bV.present())
            set(G::BV, biasGradient(dV));
        add(towardsSource, inputGradient(dV, weight(p.wV), stop));
    }
    if (p.cross()) {
        set(G::M, std::move(towardsSource));
        set(G::XMemory, t[G::M]);
    } else {
        add(towardsX, towardsSource);
    }
    set(G::X, std::move(towardsX));
    set(G::XEmbed, t[G::X]);
}

#define ATTNSCOPE_INSTANTIATE(T)                                                                   \
    template Array<T> inputGradient(const Array<T> &, const Array<T> &, const std::stop_token &);  \
    template Array<T> weightGradient(const Array<T> &, const Array<T> &, const std::stop_token &); \
    template Array<T> biasGradient(const Array<T> &);                                              \
    template Array<T> splitHeads(const Array<T> &, std::size_t);                                   \
    template NormGradient<T> normGradient(const Array<T> &, const Array<T> &, std::size_t,         \
                                          ConcatNorm, const Array<T> &);                           \
    template Array<T> droppedGradient(const Array<T> &, const Array<T> &,                          \
                                      const std::stop_token &);                                    \
    template Array<T> softmaxGradient(const Array<T> &, const Array<T> &, const Array<T> &,        \
                                      const Array<T> &, const Array<T> &, const KeepMask &,        \
                                      const MaskConfig &);                                         \
    template Array<T> maskGradient(const Array<T> &, const KeepMask &, const MaskConfig &);        \
    template Array<T> timesKeys(const Array<T> &, const Array<T> &, const KeepMask &, bool,        \
                                const std::stop_token &);                                          \
    template Array<T> timesQueries(const Array<T> &, const Array<T> &, const KeepMask &, bool,     \
                                   const std::stop_token &);                                       \
    template void runBackward(BasicTrace<T> &, const std::stop_token &, const GradientHook<T> &);
ATTNSCOPE_INSTANTIATE(float)
ATTNSCOPE_INSTANTIATE(double)
#undef ATTNSCOPE_INSTANTIATE

} // namespace attnscope::core
