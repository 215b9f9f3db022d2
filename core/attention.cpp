// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention.h"

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

// Row-major everywhere: Eigen's default is column-major, and a transposed map looks plausible.
template <class T> using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using ConstMap = Eigen::Map<const Matrix<T>>;
template <class T> using MutableMap = Eigen::Map<Matrix<T>>;
using Eigen::Index;

constexpr std::size_t kRowsAtOnce = 64; // between two looks at the stop token

Index ix(std::size_t n) { return static_cast<Index>(n); }

/// out[rows,n] = a[rows,k]·b[k,n] (+ bias), a few rows at a time.
template <class T>
void product(const T *a, const T *b, const T *bias, T *out, std::size_t rows, std::size_t k,
             std::size_t n, const std::stop_token &stop) {
    const ConstMap<T> right(b, ix(k), ix(n));
    for (std::size_t r = 0; r < rows; r += kRowsAtOnce) {
        if (stop.stop_requested())
            throw StoppedError();
        const std::size_t m = std::min(kRowsAtOnce, rows - r);
        MutableMap<T> to(out + r * n, ix(m), ix(n));
        to.noalias() = ConstMap<T>(a + r * k, ix(m), ix(k)) * right;
        if (bias)
            to.rowwise() += Eigen::Map<const Eigen::RowVector<T, Eigen::Dynamic>>(bias, ix(n));
    }
}

template <class T> const T *orNull(const Array<T> &a) { return a.present() ? a.data() : nullptr; }

/// Calls f(row of `map`, visible flags of that row, …) for every (b, h, i) of a [B,H,L,S] array.
template <class T, class F> void forEachRow(const Array<T> &map, const KeepMask &keep, F f) {
    const std::size_t B = map.extent(0), H = map.extent(1), L = map.extent(2), S = map.extent(3);
    std::size_t row = 0;
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < H; ++h)
            for (std::size_t i = 0; i < L; ++i, ++row)
                f(row, map.data() + row * S, keep.row(b, h, i), S);
}

bool anyVisible(const std::uint8_t *visible, std::size_t keys) {
    return std::find_if(visible, visible + keys, [](auto v) { return v != 0; }) != visible + keys;
}

} // namespace

bool scaleNeedsScores(ScalingMode mode) {
    return mode == ScalingMode::Adaptive || mode == ScalingMode::Standardise;
}

bool excludesHidden(const MaskConfig &m) {
    return m.application == MaskApplication::FillScores && std::isinf(m.fill) && m.fill < 0;
}

bool zeroesEmptyRows(const MaskConfig &m) {
    return m.emptyRow == EmptyRow::Zero && std::isinf(m.fill) && m.fill < 0 &&
           (m.application == MaskApplication::FillScores ||
            m.application == MaskApplication::AddToScores);
}

template <class T> Array<T> addPositional(const Array<T> &embed, const Array<T> &pe) {
    if (!pe.present())
        return embed;
    auto x = Array<T>::uninitialised(embed.shape());
    T *out = x.mutableData();
    for (std::size_t i = 0; i < x.size(); ++i)
        out[i] = embed.data()[i] + pe.data()[i % pe.size()];
    return x;
}

template <class T>
Array<T> projectToHeads(const Array<T> &x, const Array<T> &weight, const Array<T> &bias,
                        std::size_t heads, const std::stop_token &stop) {
    const std::size_t B = x.extent(0), L = x.extent(1), D = x.extent(2);
    const std::size_t width = weight.extent(1), d = width / heads;
    std::vector<T> flat(B * L * width);
    product(x.data(), weight.data(), orNull(bias), flat.data(), B * L, D, width, stop);
    // [B,L,H,d] → [B,H,L,d]: a plain view as [B,H,L,d] would mix tokens and heads.
    auto split = Array<T>::uninitialised({B, heads, L, d});
    T *out = split.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < heads; ++h)
            for (std::size_t i = 0; i < L; ++i, out += d)
                std::copy_n(flat.data() + (b * L + i) * width + h * d, d, out);
    return split;
}

template <class T>
Array<T> rawScores(const Array<T> &q, const Array<T> &k, const std::stop_token &stop) {
    const std::size_t B = q.extent(0), H = q.extent(1), L = q.extent(2), S = k.extent(2);
    const std::size_t d = q.extent(3);
    auto raw = Array<T>::uninitialised({B, H, L, S});
    T *out = raw.mutableData();
    for (std::size_t bh = 0; bh < B * H; ++bh) {
        const ConstMap<T> keys(k.data() + bh * S * d, ix(S), ix(d));
        for (std::size_t i = 0; i < L; i += kRowsAtOnce) {
            if (stop.stop_requested())
                throw StoppedError();
            const std::size_t m = std::min(kRowsAtOnce, L - i);
            MutableMap<T>(out + (bh * L + i) * S, ix(m), ix(S)).noalias() =
                ConstMap<T>(q.data() + (bh * L + i) * d, ix(m), ix(d)) * keys.transpose();
        }
    }
    return raw;
}

template <class T> double scaleFactor(const Config &config, const Array<T> &raw) {
    const double rootDk = std::sqrt(static_cast<double>(config.dK));
    // Two passes: the one-pass formula loses all digits when the mean is large.
    const auto deviation = [&raw] {
        double mean = 0.0, sum = 0.0;
        for (const T v : raw.values())
            mean += static_cast<double>(v);
        mean /= static_cast<double>(raw.size());
        for (const T v : raw.values())
            sum += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
        return std::sqrt(sum / static_cast<double>(raw.size() - 1));
    };
    switch (config.scaling.mode) {
    case ScalingMode::None:
        return 1.0;
    case ScalingMode::SqrtDk:
        return 1.0 / rootDk;
    case ScalingMode::SqrtDModel:
        return 1.0 / std::sqrt(static_cast<double>(config.dModel));
    case ScalingMode::Dk:
        return 1.0 / static_cast<double>(config.dK);
    case ScalingMode::TimesSqrtDk:
        return rootDk;
    case ScalingMode::Custom:
        return config.scaling.value;
    case ScalingMode::Adaptive:
        return 1.0 / rootDk / std::sqrt(deviation() / rootDk + 1e-8);
    case ScalingMode::Standardise:
        return 1.0 / (deviation() + 1e-8);
    }
    return 1.0;
}

template <class T> Array<T> scaledScores(const Array<T> &raw, double scale) {
    auto scores = Array<T>::uninitialised(raw.shape());
    T *out = scores.mutableData();
    const T s = static_cast<T>(scale);
    for (std::size_t i = 0; i < raw.size(); ++i)
        out[i] = raw.data()[i] * s;
    return scores;
}

template <class T>
Array<T> maskedScores(const Array<T> &scores, const KeepMask &keep, const MaskConfig &mask) {
    const bool after = mask.application == MaskApplication::MultiplyWeights ||
                       mask.application == MaskApplication::MultiplyWeightsRenormalise;
    if (after)
        return scores;
    auto masked = Array<T>::uninitialised(scores.shape());
    T *out = masked.mutableData();
    const T fill = static_cast<T>(mask.fill);
    forEachRow(scores, keep,
               [&](std::size_t, const T *s, const std::uint8_t *visible, std::size_t S) {
                   for (std::size_t j = 0; j < S; ++j, ++out) {
                       const bool v = visible[j] != 0;
                       switch (mask.application) {
                       case MaskApplication::FillScores:
                           *out = v ? s[j] : fill;
                           break;
                       case MaskApplication::AddToScores:
                           *out = v ? s[j] : s[j] + fill;
                           break;
                       case MaskApplication::MultiplyScores:
                           *out = s[j] * T(v);
                           break;
                       default:
                           *out = s[j] + T(v);
                           break; // AddBoolean
                       }
                   }
               });
    return masked;
}

template <class T>
Softmax<T> softmaxRows(const Array<T> &masked, const KeepMask &keep, const MaskConfig &mask) {
    const std::size_t B = masked.extent(0), H = masked.extent(1), L = masked.extent(2);
    Softmax<T> r{Array<T>::uninitialised(masked.shape()), Array<T>::uninitialised({B, H, L}),
                 Array<T>::uninitialised({B, H, L})};
    T *weights = r.weights.mutableData();
    T *rowMax = r.rowMax.mutableData();
    T *rowSum = r.rowSum.mutableData();
    const bool zero = zeroesEmptyRows(mask);
    forEachRow(masked, keep,
               [&](std::size_t row, const T *s, const std::uint8_t *visible, std::size_t S) {
                   T *p = weights + row * S;
                   if (zero && !anyVisible(visible, S)) {
                       std::fill_n(p, S, T(0));
                       rowMax[row] = -std::numeric_limits<T>::infinity();
                       rowSum[row] = T(0);
                       return;
                   }
                   // A NaN is never greater, so it does not become the maximum; it comes back
                   // through its own exponential and makes the whole row NaN, as the formula has
                   // it.
                   T m = -std::numeric_limits<T>::infinity();
                   for (std::size_t j = 0; j < S; ++j)
                       m = s[j] > m ? s[j] : m;
                   T sum = 0;
                   for (std::size_t j = 0; j < S; ++j)
                       sum += p[j] = std::exp(s[j] - m);
                   for (std::size_t j = 0; j < S; ++j)
                       p[j] /= sum;
                   rowMax[row] = m;
                   rowSum[row] = sum;
               });
    return r;
}

template <class T>
Array<T> maskedWeights(const Array<T> &softmax, const KeepMask &keep, const MaskConfig &mask) {
    const bool renormalise = mask.application == MaskApplication::MultiplyWeightsRenormalise;
    if (!renormalise && mask.application != MaskApplication::MultiplyWeights)
        return softmax;
    auto weights = Array<T>::uninitialised(softmax.shape());
    T *out = weights.mutableData();
    forEachRow(softmax, keep,
               [&](std::size_t row, const T *p, const std::uint8_t *visible, std::size_t S) {
                   T *w = out + row * S;
                   T sum = 0;
                   for (std::size_t j = 0; j < S; ++j)
                       sum += w[j] = p[j] * T(visible[j] != 0);
                   if (!renormalise || (mask.emptyRow == EmptyRow::Zero && !(sum > T(0))))
                       return; // nothing left to divide by: the row stays as it is
                   for (std::size_t j = 0; j < S; ++j)
                       w[j] /= sum;
               });
    return weights;
}

template <class T>
Array<T> droppedWeights(const Array<T> &weights, const BoolTensor &keep, double p) {
    if (!(p > 0.0))
        return weights;
    auto dropped = Array<T>::uninitialised(weights.shape());
    T *out = dropped.mutableData();
    const T rest = static_cast<T>(1.0 - p);
    for (std::size_t i = 0; i < weights.size(); ++i)
        out[i] = weights.data()[i] * T(keep.data()[i] != 0) / rest;
    return dropped;
}

template <class T>
Array<T> contextOf(const Array<T> &weights, const Array<T> &v, const KeepMask &keep,
                   const MaskConfig &mask, const std::stop_token &stop) {
    const std::size_t B = weights.extent(0), H = weights.extent(1), L = weights.extent(2);
    const std::size_t S = weights.extent(3), d = v.extent(3);
    auto context = Array<T>::uninitialised({B, H, L, d});
    T *out = context.mutableData();
    const bool exclude = excludesHidden(mask) && !keep.allVisible();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t bh = b * H + h;
            const T *values = v.data() + bh * S * d;
            const ConstMap<T> all(values, ix(S), ix(d));
            // Hidden weights are exactly 0, so the plain product is right whenever V is finite.
            const bool plain = !exclude || all.allFinite();
            for (std::size_t i = 0; i < L; i += kRowsAtOnce) {
                if (stop.stop_requested())
                    throw StoppedError();
                const std::size_t m = std::min(kRowsAtOnce, L - i);
                const T *w = weights.data() + (bh * L + i) * S;
                T *to = out + (bh * L + i) * d;
                if (plain) {
                    MutableMap<T>(to, ix(m), ix(d)).noalias() = ConstMap<T>(w, ix(m), ix(S)) * all;
                    continue;
                }
                for (std::size_t r = 0; r < m; ++r) {
                    const std::uint8_t *visible = keep.row(b, h, i + r);
                    T *c = to + r * d;
                    std::fill_n(c, d, T(0));
                    for (std::size_t j = 0; j < S; ++j)
                        if (visible[j])
                            for (std::size_t e = 0; e < d; ++e)
                                c[e] += w[r * S + j] * values[j * d + e];
                    // Under EmptyRow::Nan the row has no visible key and yet is NaN by definition.
                    if (!anyVisible(visible, S) && mask.emptyRow == EmptyRow::Nan)
                        std::fill_n(c, d, std::numeric_limits<T>::quiet_NaN());
                }
            }
        }
    return context;
}

template <class T> Array<T> concatHeads(const Array<T> &context) {
    const std::size_t B = context.extent(0), H = context.extent(1), L = context.extent(2);
    const std::size_t d = context.extent(3);
    auto concat = Array<T>::uninitialised({B, L, H * d});
    T *out = concat.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t h = 0; h < H; ++h, out += d)
                std::copy_n(context.data() + ((b * H + h) * L + i) * d, d, out);
    return concat;
}

template <class T>
Array<T> normaliseConcat(const Array<T> &concat, std::size_t heads, ConcatNorm norm,
                         const Array<T> &gamma, const Array<T> &beta) {
    if (norm == ConcatNorm::None)
        return concat;
    const std::size_t width = concat.shape().back();
    const std::size_t group = norm == ConcatNorm::Layer ? width : width / heads;
    auto result = Array<T>::uninitialised(concat.shape());
    T *out = result.mutableData();
    for (std::size_t at = 0; at < concat.size(); at += group) {
        const T *x = concat.data() + at;
        T mean = 0, variance = 0;
        for (std::size_t c = 0; c < group; ++c)
            mean += x[c];
        mean /= static_cast<T>(group);
        for (std::size_t c = 0; c < group; ++c)
            variance += (x[c] - mean) * (x[c] - mean);
        variance /= static_cast<T>(group);
        const T inverse = T(1) / std::sqrt(variance + static_cast<T>(kNormEpsilon));
        for (std::size_t c = 0; c < group; ++c) {
            const std::size_t column = (at + c) % width;
            T y = (x[c] - mean) * inverse;
            if (gamma.present())
                y *= gamma.data()[column];
            if (beta.present())
                y += beta.data()[column];
            out[at + c] = y;
        }
    }
    return result;
}

template <class T>
Array<T> projectOutput(const Array<T> &x, const Array<T> &weight, const Array<T> &bias,
                       const std::stop_token &stop) {
    const std::size_t B = x.extent(0), L = x.extent(1), D = weight.extent(1);
    auto output = Array<T>::uninitialised({B, L, D});
    product(x.data(), weight.data(), orNull(bias), output.mutableData(), B * L, x.extent(2), D,
            stop);
    return output;
}

#define ATTNSCOPE_INSTANTIATE(T)                                                                   \
    template Array<T> addPositional(const Array<T> &, const Array<T> &);                           \
    template Array<T> projectToHeads(const Array<T> &, const Array<T> &, const Array<T> &,         \
                                     std::size_t, const std::stop_token &);                        \
    template Array<T> rawScores(const Array<T> &, const Array<T> &, const std::stop_token &);      \
    template double scaleFactor(const Config &, const Array<T> &);                                 \
    template Array<T> scaledScores(const Array<T> &, double);                                      \
    template Array<T> maskedScores(const Array<T> &, const KeepMask &, const MaskConfig &);        \
    template Softmax<T> softmaxRows(const Array<T> &, const KeepMask &, const MaskConfig &);       \
    template Array<T> maskedWeights(const Array<T> &, const KeepMask &, const MaskConfig &);       \
    template Array<T> droppedWeights(const Array<T> &, const BoolTensor &, double);                \
    template Array<T> contextOf(const Array<T> &, const Array<T> &, const KeepMask &,              \
                                const MaskConfig &, const std::stop_token &);                      \
    template Array<T> concatHeads(const Array<T> &);                                               \
    template Array<T> normaliseConcat(const Array<T> &, std::size_t, ConcatNorm, const Array<T> &, \
                                      const Array<T> &);                                           \
    template Array<T> projectOutput(const Array<T> &, const Array<T> &, const Array<T> &,          \
                                    const std::stop_token &);
ATTNSCOPE_INSTANTIATE(float)
ATTNSCOPE_INSTANTIATE(double)
#undef ATTNSCOPE_INSTANTIATE

} // namespace attnscope::core
