// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/session.h"
#include "core/tensor.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace attnscope::core {

/// One number of mathematics.md §9, before it is scaled. `counter` is (tensor, row, head, column
/// within the head); the seed is Philox's key.
///
/// Identical to the last bit on every machine: the bits come from Philox, and what follows uses
/// only +, −, ×, ÷ and √, which IEEE 754 defines exactly (log and cos are our own series, since
/// those of C libraries differ). It needs a build without contraction to fused multiply-add.
[[nodiscard]] float unitUniform(std::uint64_t seed,
                                std::array<std::uint32_t, 4> counter); ///< in (−1, 1)
[[nodiscard]] float unitNormal(std::uint64_t seed,
                               std::array<std::uint32_t, 4> counter); ///< N(0, 1), Box–Muller

/// Where the heads lie in an array: `heads` blocks of `width`, along the columns (W_Q, W_K, W_V,
/// biases, γ, β) or along the rows (W_O); `across` is the extent of the other axis.
struct HeadLayout {
    std::size_t heads = 1;
    std::size_t width = 1;
    std::size_t across = 1;
    bool onRows = false;
    [[nodiscard]] std::size_t rows() const { return onRows ? heads * width : across; }
    [[nodiscard]] std::size_t columns() const { return onRows ? across : heads * width; }
    bool operator==(const HeadLayout &) const = default;
};

/// Draws a projection [rows, columns] of the layout. Fans: fan_in = rows, fan_out = columns, of one
/// head's block with `init.perHead`; d_k of `he_dk` is the layout's width; d_model of
/// `pytorch_mha` is the rows of W_Q, W_K, W_V, while W_O gets U(±1/√fan_in), as that module does.
/// Every entry depends on the seed and its own place only, apart from the fan and `orthogonal`.
[[nodiscard]] Tensor drawMatrix(Input input, const Initialiser &init, std::uint64_t seed,
                                const HeadLayout &layout);

/// Frees the draws that are kept for the next call; changes no result.
void forgetDraws();

/// Draws a bias, γ or β [heads·width]; `fanIn` is that of the projection it belongs to.
[[nodiscard]] Tensor drawVector(Input input, const Initialiser &init, std::uint64_t seed,
                                std::size_t heads, std::size_t width, std::size_t fanIn);

/// Draws embeddings [B, length, d_model], keyed by the token's text: the same word has the same
/// vector in every place, sentence and memory. Rows without a token are padding. Fan-dependent
/// methods take d_model for both fans.
[[nodiscard]] Tensor drawEmbeddings(const Initialiser &init, std::uint64_t seed,
                                    const std::vector<std::vector<std::string>> &tokens,
                                    std::size_t batch, std::size_t length, std::size_t dModel);

/// Keep mask of dropout [B, H, L, S]: 1 with probability 1 − p.
[[nodiscard]] BoolTensor drawDropoutKeep(std::uint64_t seed, double p, std::size_t batch,
                                         std::size_t heads, std::size_t queries, std::size_t keys);
/// One cell of it.
[[nodiscard]] bool drawnToKeep(std::uint64_t seed, double p, std::size_t batch, std::size_t head,
                               std::size_t query, std::size_t key);

/// Matrix with orthonormal columns (rows when there are fewer rows), from the Householder QR of
/// `values`, signs chosen so that the diagonal of R is positive (Mezzadri 2007).
[[nodiscard]] DoubleTensor orthonormalised(const DoubleTensor &values);

} // namespace attnscope::core
