// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention.h"
#include "core/trace.h"

#include <functional>
#include <stop_token>

/// \file
/// The backward pass, one pure function a step, each readable next to its formula (mathematics.md
/// §6). What is computed is the gradient of what really was computed: every application of the
/// mask, the mistaken ones too, goes back the way it came.
///
/// Shapes: as in attention.h; a gradient has the shape of what it is the gradient of.

namespace attnscope::core {

/// dx = dy·Wᵀ: [rows,n]·[k,n]ᵀ → [rows,k]. `dy` may have any number of leading axes.
template <class T>
[[nodiscard]] Array<T> inputGradient(const Array<T> &dy, const Array<T> &weight,
                                     const std::stop_token &stop = {});
/// dW = xᵀ·dy, summed over all rows: [rows,k]ᵀ·[rows,n] → [k,n].
template <class T>
[[nodiscard]] Array<T> weightGradient(const Array<T> &x, const Array<T> &dy,
                                      const std::stop_token &stop = {});
/// db = Σ dy over all rows: [rows,n] → [n].
template <class T> [[nodiscard]] Array<T> biasGradient(const Array<T> &dy);

/// [B,L,H·d] → [B,H,L,d]: the inverse of concatHeads().
template <class T> [[nodiscard]] Array<T> splitHeads(const Array<T> &flat, std::size_t heads);

template <class T> struct NormGradient {
    Array<T> concat; ///< [B,L,H·d_v]
    Array<T> gamma;  ///< [H·d_v]: Σ dy ∘ x̂
    Array<T> beta;   ///< [H·d_v]: Σ dy
};
/// Through the LayerNorm of normaliseConcat(): with x̂ the normalised input, d̂ = dy·γ and means over
/// what one norm spans, dx = (d̂ − mean(d̂) − x̂·mean(d̂ ∘ x̂)) / √(var + ε).
/// (Ba, Kiros, Hinton 2016, "Layer normalization"). Computed as (r + α·t·ε/(var + ε)) / √(var + ε)
/// with t = x − mean and d̂ − mean(d̂) = α·t + r, r at right angles to t: with two numbers to a norm
/// r is 0, and the formula above would leave its rounding errors in the place of the rest.
template <class T>
[[nodiscard]] NormGradient<T> normGradient(const Array<T> &dy, const Array<T> &concat,
                                           std::size_t heads, ConcatNorm norm,
                                           const Array<T> &gamma);

/// dA' = dC·Vᵀ: [B,H,L,d_v], [B,H,S,d_v] → [B,H,L,S].
template <class T>
[[nodiscard]] Array<T> droppedGradient(const Array<T> &dContext, const Array<T> &v,
                                       const std::stop_token &stop = {});

/// dS_masked from dA. Where the mask was applied to the weights, back through that first: `weights`
/// is then no longer the softmax, which is made again from the masked scores. Rows without a
/// visible key that were set to 0 pass nothing on; where they were left undefined, so is this.
/// Where scores were filled with −∞, hidden keys are left out, so that NaN in a hidden value cannot
/// reach a visible row.
template <class T>
[[nodiscard]] Array<T> softmaxGradient(const Array<T> &dWeights, const Array<T> &weights,
                                       const Array<T> &masked, const Array<T> &rowMax,
                                       const Array<T> &rowSum, const KeepMask &keep,
                                       const MaskConfig &mask);
/// dS from dS_masked: filled scores had no part in what followed, the other applications go back as
/// they were applied.
template <class T>
[[nodiscard]] Array<T> maskGradient(const Array<T> &dMasked, const KeepMask &keep,
                                    const MaskConfig &mask);

/// map·rows: [B,H,L,S], [B,H,S,d] → [B,H,L,d], so dQ = dS_raw·K. `exclude`: hidden cells that are 0
/// are left out of the sum, whatever the rows hold (those of a row that was left undefined are NaN
/// and stay, as IEEE has it and autograd gives it); else they count as the numbers that they are.
template <class T>
[[nodiscard]] Array<T> timesKeys(const Array<T> &map, const Array<T> &rows, const KeepMask &keep,
                                 bool exclude, const std::stop_token &stop = {});
/// mapᵀ·rows: [B,H,L,S], [B,H,L,d] → [B,H,S,d], so dK = dS_rawᵀ·Q and dV = A'ᵀ·dC.
template <class T>
[[nodiscard]] Array<T> timesQueries(const Array<T> &map, const Array<T> &rows, const KeepMask &keep,
                                    bool exclude, const std::stop_token &stop = {});

/// Told of each gradient once it is complete and before anything is made of it; may change it.
template <class T> using GradientHook = std::function<void(Gradient, Array<T> &)>;

/// Fills the gradients of a trace that holds every stage of the forward pass. Nothing when the
/// problem asks for no gradient. \throws StoppedError
template <class T>
void runBackward(BasicTrace<T> &trace, const std::stop_token &stop = {},
                 const GradientHook<T> &hook = {});

} // namespace attnscope::core
