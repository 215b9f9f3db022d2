// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"
#include "core/stage.h"

#include <optional>
#include <span>
#include <string_view>

namespace attnscope::core {

/// Every array of the backward trace, in the order in which it is computed (mathematics.md §6):
/// dL/d of a stage or of an input array, of the same shape as that.
enum class Gradient {
    Output,         ///< the upstream gradient
    ConcatNorm,     ///< only with norm.concat
    Concat,         ///< through LayerNorm when it is on
    Context,        ///< the same, split into heads
    WeightsDropped, ///< dA' = dC·Vᵀ
    Weights,        ///< dA = dA'·keep / (1 − p)
    ScoresMasked,   ///< A ∘ (dA − rowsum(dA ∘ A))
    Scores,
    ScoresRaw, ///< scale·dS
    Q,         ///< dS_raw·K
    K,         ///< dS_rawᵀ·Q
    V,         ///< A'ᵀ·dC
    X,
    M,       ///< cross-attention only
    XEmbed,  ///< equal to X
    XMemory, ///< equal to M
    WQ,
    WK, ///< with share_kv what comes through the values too
    WV, ///< absent with share_kv
    WO,
    BQ, ///< biases, γ and β: where they are applied
    BK,
    BV,
    BO,
    GammaConcat,
    BetaConcat,
};
inline constexpr std::size_t kGradientCount = static_cast<std::size_t>(Gradient::BetaConcat) + 1;

/// One row of the gradient table.
struct GradientInfo {
    Gradient gradient;
    std::string_view name;      ///< as in files: "grad_scores_raw"
    std::string_view of;        ///< what it is the gradient of: "scores_raw", "W_Q"
    std::string_view symbol;    ///< rich text
    std::string_view title;     ///< for people
    std::string_view formula;   ///< of the whole array, rich text
    std::string_view cell;      ///< of one cell, rich text
    std::string_view meaning;   ///< one sentence
    std::optional<Stage> stage; ///< the stage it belongs to; nothing for weights and biases
};

/// The table, one entry a gradient, in the order of the enum.
[[nodiscard]] std::span<const GradientInfo> gradientTable();
[[nodiscard]] const GradientInfo &gradientInfo(Gradient gradient);
/// The gradient of that name ("grad_W_Q"), if there is one.
[[nodiscard]] std::optional<Gradient> gradientByName(std::string_view name);
/// The gradient of a stage; nothing for those that have none (PE, the mask, the scale, the
/// softmax's row maximum and row sum).
[[nodiscard]] std::optional<Gradient> gradientOf(Stage stage);

/// Its shape in this problem; nothing when it does not occur: no upstream gradient is chosen, or
/// what it would be the gradient of is not there.
[[nodiscard]] std::optional<Shape> gradientShape(const Problem &problem, Gradient gradient);

/// Bytes of all gradients of that problem in fp32; 0 when none is asked for.
[[nodiscard]] std::size_t gradientBytes(const Problem &problem);

} // namespace attnscope::core
