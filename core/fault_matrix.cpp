// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fault_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attnscope::core {

namespace {

constexpr double kClose = 1e-9; // double precision, and scores of size 1
constexpr double kHidden = -std::numeric_limits<double>::infinity();

/// What the mask should let through, and what a faulty one does.
bool mayAsMeant(std::size_t i, std::size_t j) { return j <= i; }
bool may(AttentionFault fault, std::size_t i, std::size_t j) {
    switch (fault) {
    case AttentionFault::NoMask:
    case AttentionFault::BatchAxis:
        return true;
    case AttentionFault::InvertedMask:
        return j > i;
    case AttentionFault::OffByOne:
        return j <= i + 1;
    case AttentionFault::StrictMask:
        return j < i;
    default:
        return mayAsMeant(i, j);
    }
}

/// Softmax of `n` numbers that lie `step` apart.
void softmax(double *x, std::size_t n, std::size_t step) {
    double most = kHidden, sum = 0.0;
    for (std::size_t k = 0; k < n; ++k)
        most = std::max(most, x[k * step]);
    for (std::size_t k = 0; k < n; ++k)
        sum += x[k * step] = std::exp(x[k * step] - most); // −∞ − −∞: NaN, as the formula gives
    for (std::size_t k = 0; k < n; ++k)
        x[k * step] /= sum;
}

/// The first two axes exchanged.
DoubleTensor exchanged(const DoubleTensor &x) {
    const std::size_t A = x.extent(0), B = x.extent(1), d = x.extent(2);
    auto y = DoubleTensor::uninitialised({B, A, d});
    double *out = y.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t a = 0; a < A; ++a)
            out = std::copy_n(x.data() + (a * B + b) * d, d, out);
    return y;
}

FaultyAttention attend(AttentionFault fault, const DoubleTensor &q, const DoubleTensor &k,
                       const DoubleTensor &v) {
    const std::size_t B = q.extent(0), L = q.extent(1), dK = q.extent(2), dV = v.extent(2);
    const double scale =
        fault == AttentionFault::Unscaled ? 1.0 : 1.0 / std::sqrt(static_cast<double>(dK));
    FaultyAttention a;
    a.scores = DoubleTensor({B, L, L}, 0.0);
    double *s = a.scores.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t j = 0; j < L; ++j, ++s) {
                for (std::size_t c = 0; c < dK; ++c)
                    *s += q(b, i, c) * k(b, j, c);
                *s *= scale;
            }

    a.weights = a.scores;
    double *w = a.weights.mutableData();
    const bool after = fault == AttentionFault::MaskAfterSoftmax;
    const auto mask = [&](double hidden) {
        for (std::size_t b = 0; b < B; ++b)
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < L; ++j)
                    if (!may(fault, i, j))
                        w[(b * L + i) * L + j] = hidden;
    };
    if (!after)
        mask(fault == AttentionFault::ScoreZero ? 0.0 : kHidden);
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t r = 0; r < L; ++r) {
            if (fault == AttentionFault::SoftmaxOverQueries)
                softmax(w + b * L * L + r, L, L);
            else
                softmax(w + (b * L + r) * L, L, 1);
        }
    if (after)
        mask(0.0);

    a.output = DoubleTensor({B, L, dV}, 0.0);
    double *o = a.output.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t j = 0; j < L; ++j)
                for (std::size_t c = 0; c < dV; ++c)
                    o[(b * L + i) * dV + c] += w[(b * L + i) * L + j] * v(b, j, c);
    return a;
}

/// Whether outputs that `watched(b, i)` chooses are the same, NaN like NaN.
template <class Watched>
bool stays(const DoubleTensor &before, const DoubleTensor &after, const Watched &watched) {
    for (std::size_t b = 0; b < before.extent(0); ++b)
        for (std::size_t i = 0; i < before.extent(1); ++i)
            for (std::size_t c = 0; watched(b, i) && c < before.extent(2); ++c) {
                const double x = before(b, i, c), y = after(b, i, c);
                if (std::isnan(x) != std::isnan(y) || std::abs(x - y) > kClose)
                    return false;
            }
    return true;
}

/// +1 on the rows that `chosen(b, i)` chooses.
template <class Chosen> DoubleTensor raised(DoubleTensor x, const Chosen &chosen) {
    const std::size_t L = x.extent(1), d = x.extent(2);
    double *v = x.mutableData();
    for (std::size_t row = 0; row < x.extent(0) * L; ++row)
        for (std::size_t c = 0; chosen(row / L, row % L) && c < d; ++c)
            v[row * d + c] += 1.0;
    return x;
}

FaultRow rowOf(AttentionFault fault, const DoubleTensor &q, const DoubleTensor &k,
               const DoubleTensor &v) {
    FaultRow row;
    row.fault = fault;
    const auto passed = [&](FaultTest t) -> std::optional<bool> & {
        return row.passed[static_cast<std::size_t>(t)];
    };
    const FaultyAttention a = attendWith(fault, q, k, v);
    const std::size_t L = q.extent(1), B = q.extent(0), d = q.extent(2);

    // Scores are compared with the formula on the pair that they claim to be of.
    const bool batchAxis = fault == AttentionFault::BatchAxis;
    bool scaled = true;
    const DoubleTensor qq = batchAxis ? exchanged(q) : q, kk = batchAxis ? exchanged(k) : k;
    const std::size_t n = a.weights.extent(1);
    bool sums = true, zero = true, finite = true;
    for (std::size_t b = 0; b < a.weights.extent(0); ++b)
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < n; ++j) {
                double dot = 0.0;
                for (std::size_t c = 0; c < d; ++c)
                    dot += qq(b, i, c) * kk(b, j, c);
                scaled = scaled && std::abs(a.scores(b, i, j) -
                                            dot / std::sqrt(static_cast<double>(d))) <= kClose;
                const double w = a.weights(b, i, j);
                sum += w;
                finite = finite && std::isfinite(w);
                zero = zero && (mayAsMeant(i, j) || w == 0.0 || std::isnan(w));
            }
            sums = sums && std::abs(sum - 1.0) <= kClose;
        }
    passed(FaultTest::Scale) = scaled;
    passed(FaultTest::RowSums) = sums;
    if (!batchAxis)
        passed(FaultTest::HiddenZero) = zero;
    passed(FaultTest::NoNan) = finite;

    const auto last = [L](std::size_t, std::size_t i) { return i + 1 == L; };
    if (L > 1)
        passed(FaultTest::FutureStays) =
            stays(a.output, attendWith(fault, q, raised(k, last), raised(v, last)).output,
                  [&](std::size_t b, std::size_t i) { return !last(b, i); });
    const auto first = [](std::size_t b, std::size_t) { return b == 0; };
    if (B > 1)
        passed(FaultTest::BatchStays) =
            stays(a.output,
                  attendWith(fault, raised(q, first), raised(k, first), raised(v, first)).output,
                  [&](std::size_t b, std::size_t i) { return !first(b, i); });
    return row;
}

} // namespace

std::string_view toName(AttentionFault fault) {
    static constexpr std::string_view kNames[kAttentionFaultCount] = {
        "none",        "mask_after_softmax",   "no_mask",    "inverted_mask", "off_by_one",
        "strict_mask", "softmax_over_queries", "score_zero", "unscaled",      "batch_axis"};
    return kNames[static_cast<std::size_t>(fault)];
}

std::string_view toName(FaultTest test) {
    static constexpr std::string_view kNames[kFaultTestCount] = {
        "scaled_by_sqrt_dk", "rows_sum_to_one",      "hidden_weights_exactly_zero",
        "all_finite",        "future_does_not_leak", "batch_does_not_leak"};
    return kNames[static_cast<std::size_t>(test)];
}

FaultyAttention attendWith(AttentionFault fault, const DoubleTensor &q, const DoubleTensor &k,
                           const DoubleTensor &v) {
    if (q.rank() != 3 || v.rank() != 3 || k.shape() != q.shape() || v.extent(0) != q.extent(0) ||
        v.extent(1) != q.extent(1))
        throw std::invalid_argument("attendWith: q, k and v are [B,L,d] of one B and L");
    if (fault != AttentionFault::BatchAxis)
        return attend(fault, q, k, v);
    FaultyAttention a = attend(fault, exchanged(q), exchanged(k), exchanged(v));
    a.output = exchanged(a.output);
    return a;
}

std::vector<FaultRow> faultMatrix(const DoubleTensor &q, const DoubleTensor &k,
                                  const DoubleTensor &v) {
    std::vector<FaultRow> rows;
    for (std::size_t f = 0; f < kAttentionFaultCount; ++f)
        rows.push_back(rowOf(static_cast<AttentionFault>(f), q, k, v));
    return rows;
}

} // namespace attnscope::core
