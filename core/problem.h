// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/stage.h"
#include "core/tensor.h"

#include <string>
#include <vector>

namespace attnscope::core {

/// The immutable input of one pass. Weights are [in, out]: `Q = X·W_Q + b_Q`. An absent bias, γ or
/// β is not applied. Everything here is cheap to copy (shared storage).
struct Problem {
    Config config;

    Tensor xEmbed;  ///< [B, L, D]
    Tensor xMemory; ///< [B, S, D'], absent for self-attention. D' = D unless W_K, W_V say otherwise
    Tensor wQ, wK;  ///< [D, H·d_k], [D', H·d_k]
    Tensor wV;      ///< [D', H·d_v]; ignored with share_kv
    Tensor wO;      ///< [H·d_v, D]
    Tensor bQ, bK, bV, bO;
    Tensor gammaConcat, betaConcat; ///< [H·d_v]
    IndexTensor lengths;            ///< [B], for padding
    BoolTensor maskKeep;            ///< custom mask, [L,S] or [B,H,L,S]
    BoolTensor dropoutKeep;         ///< [B,H,L,S]; drawn from dropout.seed when absent and p > 0
    Tensor gradOutput;              ///< [B,L,D], for Upstream::Given

    [[nodiscard]] bool cross() const { return xMemory.present(); }
    [[nodiscard]] std::size_t batch() const { return xEmbed.extent(0); }
    [[nodiscard]] std::size_t queries() const { return xEmbed.extent(1); }
    [[nodiscard]] std::size_t keys() const { return cross() ? xMemory.extent(1) : queries(); }
    [[nodiscard]] std::size_t heads() const { return static_cast<std::size_t>(config.heads); }
    [[nodiscard]] std::size_t dK() const { return static_cast<std::size_t>(config.dK); }
    [[nodiscard]] std::size_t dV() const { return static_cast<std::size_t>(config.dV); }
    [[nodiscard]] std::size_t dModel() const { return static_cast<std::size_t>(config.dModel); }
    [[nodiscard]] std::size_t dMemory() const {
        return cross() ? xMemory.extent(2) : xEmbed.extent(2);
    }
    /// W_K and b_K make V too when they are shared.
    [[nodiscard]] const Tensor &valueWeight() const { return config.shareKv ? wK : wV; }
    [[nodiscard]] const Tensor &valueBias() const { return config.shareKv ? bK : bV; }
};

/// What is wrong with a problem. `code` is for translation and tests, `values` are the parts of
/// the sentence, `message` is the English sentence: what, where, how to mend it.
struct Issue {
    enum class Code {
        NoRows,        ///< B, L, S or D is 0
        BadHeads,      ///< heads < 1
        BadWidth,      ///< d_k, d_v or d_model < 1
        ShareKvWidths, ///< share_kv with d_k ≠ d_v
        ShapeMismatch, ///< an array has another shape than the settings ask for
        MissingArray,
        BadValue,     ///< a setting outside its range
        TooLarge,     ///< arithmetic on the sizes overflows or is beyond any memory
        TokenCount,   ///< tokens do not fit L
        ScoresTooFew, ///< adaptive and standardise need two scores
    };
    Code code;
    std::vector<std::string> values;
    std::string message;
};

/// Every issue that makes the problem uncomputable; empty = it can be run.
[[nodiscard]] std::vector<Issue> validate(const Problem &problem);

/// Shape of a stage for this problem; nullopt when the stage does not occur (M in self-attention,
/// PE when off, concat_norm when off).
[[nodiscard]] std::optional<Shape> stageShape(const Problem &problem, Stage stage);

/// Bytes of all stages of `keep` in fp32 plus inputs (mask: one byte): what a pass needs at least.
[[nodiscard]] std::size_t bytesNeeded(const Problem &problem, const StageSet &keep);

} // namespace attnscope::core
