// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/mask.h"
#include "core/tensor.h"

#include <cstdint>
#include <stdexcept>
#include <stop_token>

/// \file
/// The forward pass, one pure function a stage, each readable next to its formula
/// (mathematics.md §2–§5; Vaswani et al. 2017, "Attention is all you need", §3.2). T is double for
/// the reference and float for what a view computes by the way; both are instantiated.
///
/// Shapes: B sequences, L queries, S keys, D model width, H heads, widths d_k and d_v.
/// The long ones take a stop token and throw StoppedError soon after it is set.

namespace attnscope::core {

class StoppedError : public std::runtime_error {
public:
    StoppedError() : std::runtime_error("stopped") {}
};

/// X = X_embed + PE: [B,L,D] + [L,D]; without PE (absent) the input itself.
template <class T> [[nodiscard]] Array<T> addPositional(const Array<T> &embed, const Array<T> &pe);

/// Q, K or V: x·W + b, split into heads. [B,L,D]·[D,H·d] → [B,H,L,d]; head h owns the columns
/// h·d … (h+1)·d − 1. `bias` may be absent.
template <class T>
[[nodiscard]] Array<T> projectToHeads(const Array<T> &x, const Array<T> &weight,
                                      const Array<T> &bias, std::size_t heads,
                                      const std::stop_token &stop = {});

/// scores_raw = Q·Kᵀ: [B,H,L,d_k], [B,H,S,d_k] → [B,H,L,S].
template <class T>
[[nodiscard]] Array<T> rawScores(const Array<T> &q, const Array<T> &k,
                                 const std::stop_token &stop = {});

/// The factor of mathematics.md §4. Only Adaptive and Standardise read `raw`: they take the sample
/// standard deviation (n − 1) over the whole tensor, hidden cells included.
template <class T> [[nodiscard]] double scaleFactor(const Config &config, const Array<T> &raw);
/// Whether that mode needs all raw scores before any score can be scaled.
[[nodiscard]] bool scaleNeedsScores(ScalingMode mode);

/// scores = scores_raw·scale.
template <class T> [[nodiscard]] Array<T> scaledScores(const Array<T> &raw, double scale);

/// scores_masked: what goes into the softmax (§5). Equal to the scores for the two applications
/// that come after it.
template <class T>
[[nodiscard]] Array<T> maskedScores(const Array<T> &scores, const KeepMask &keep,
                                    const MaskConfig &mask);

template <class T> struct Softmax {
    Array<T> weights; ///< [B,H,L,S]
    Array<T> rowMax;  ///< [B,H,L]: m_i = max_j
    Array<T> rowSum;  ///< [B,H,L]: l_i = Σ_j exp(s_ij − m_i)
};
/// Softmax over the keys. A row without a visible key is 0 throughout (m = −∞, l = 0) under
/// EmptyRow::Zero when the mask filled with −∞; otherwise it is what the formula gives.
template <class T>
[[nodiscard]] Softmax<T> softmaxRows(const Array<T> &masked, const KeepMask &keep,
                                     const MaskConfig &mask);

/// `weights`: the softmax, with the mask applied to it when it is applied afterwards.
template <class T>
[[nodiscard]] Array<T> maskedWeights(const Array<T> &softmax, const KeepMask &keep,
                                     const MaskConfig &mask);

/// Inverted dropout: weights·keep / (1 − p). The same array when p = 0.
template <class T>
[[nodiscard]] Array<T> droppedWeights(const Array<T> &weights, const BoolTensor &keep, double p);

/// context = weights_dropped·V: [B,H,L,S]·[B,H,S,d_v]. Where scores are filled with −∞, hidden keys
/// are left out of the sum, so that a NaN or ∞ in a hidden value cannot reach a visible row.
template <class T>
[[nodiscard]] Array<T> contextOf(const Array<T> &weights, const Array<T> &v, const KeepMask &keep,
                                 const MaskConfig &mask, const std::stop_token &stop = {});

/// concat: [B,H,L,d_v] → [B,L,H·d_v], heads side by side, head 0 first.
template <class T> [[nodiscard]] Array<T> concatHeads(const Array<T> &context);

/// concat_norm: LayerNorm over the last axis, or within each head's d_v; ε = 1e−5, biased
/// variance. γ, β [H·d_v] may be absent (1 and 0).
template <class T>
[[nodiscard]] Array<T> normaliseConcat(const Array<T> &concat, std::size_t heads, ConcatNorm norm,
                                       const Array<T> &gamma, const Array<T> &beta);
inline constexpr double kNormEpsilon = 1e-5;

/// output = x·W_O + b_O: [B,L,H·d_v]·[H·d_v,D] → [B,L,D].
template <class T>
[[nodiscard]] Array<T> projectOutput(const Array<T> &x, const Array<T> &weight,
                                     const Array<T> &bias, const std::stop_token &stop = {});

/// Whether the mask leaves hidden keys out entirely: filled (not added) with −∞. Then nothing
/// behind a hidden key may be seen.
[[nodiscard]] bool excludesHidden(const MaskConfig &mask);
/// Whether an empty row is set to 0 instead of going through the formula.
[[nodiscard]] bool zeroesEmptyRows(const MaskConfig &mask);

} // namespace attnscope::core
