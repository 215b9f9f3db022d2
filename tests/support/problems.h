// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"

#include <cmath>
#include <memory>
#include <vector>

namespace attnscope::test {

using core::Shape;
using core::Tensor;

/// fx(s, r, c) = sin(1.3 r + 0.7 c + 2.1 s + 0.11 r c): the deterministic fixture of claims.md §1.
inline double fx(int s, std::size_t r, std::size_t c) {
    const auto R = static_cast<double>(r), C = static_cast<double>(c);
    return std::sin(1.3 * R + 0.7 * C + 2.1 * s + 0.11 * R * C);
}

inline Tensor identity(std::size_t n) {
    Tensor t({n, n});
    for (std::size_t i = 0; i < n; ++i)
        t.mutableData()[i * n + i] = 1.0F;
    return t;
}

/// A plain self-attention problem whose projections are identities: Q = K = V = X, split in heads.
inline core::Problem identityProblem(const Tensor &x, int heads) {
    core::Problem p;
    const std::size_t d = x.extent(2);
    p.config.dModel = static_cast<int>(d);
    p.config.heads = heads;
    p.config.dK = p.config.dV = static_cast<int>(d) / heads;
    p.config.positional.kind = core::PositionalKind::None;
    p.xEmbed = x;
    p.wQ = p.wK = p.wV = p.wO = identity(d);
    return p;
}

/// T1 of the fault reports: L = S = 3, d_model 4, two heads, identity weights.
inline core::Problem t1() {
    return identityProblem(Tensor({1, 3, 4}, {1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0}), 2);
}

/// FX2 of claims.md: L = 6, d = 8, h = 2; X = fx(3), W = (0.5·fx(4..7))ᵀ, since weights there are
/// [out, in].
inline core::Problem fx2() {
    core::Problem p;
    p.config.dModel = 8;
    p.config.heads = 2;
    p.config.dK = p.config.dV = 4;
    p.config.positional.kind = core::PositionalKind::None;
    p.xEmbed = Tensor({1, 6, 8});
    float *x = p.xEmbed.mutableData();
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 8; ++c)
            x[r * 8 + c] = static_cast<float>(fx(3, r, c));
    Tensor *const weights[] = {&p.wQ, &p.wK, &p.wV, &p.wO};
    for (int w = 0; w < 4; ++w) {
        *weights[w] = Tensor({8, 8});
        float *out = weights[w]->mutableData();
        for (std::size_t r = 0; r < 8; ++r)
            for (std::size_t c = 0; c < 8; ++c)
                out[c * 8 + r] = static_cast<float>(0.5 * fx(4 + w, r, c));
    }
    return p;
}

/// FX1 of claims.md: one head, Q = fx(0), K = fx(1), V = fx(2), scale 1/√4. An input row holds all
/// three, and each projection takes its own columns.
inline core::Problem fx1() {
    core::Problem p;
    p.config.dModel = 11;
    p.config.heads = 1;
    p.config.dK = 4;
    p.config.dV = 3;
    p.config.positional.kind = core::PositionalKind::None;
    p.xEmbed = Tensor({1, 4, 11});
    const std::size_t widths[] = {4, 4, 3};
    Tensor *const weights[] = {&p.wQ, &p.wK, &p.wV};
    std::size_t first = 0;
    for (int s = 0; s < 3; ++s) {
        const std::size_t width = widths[s];
        *weights[s] = Tensor({11, width});
        for (std::size_t c = 0; c < width; ++c) {
            for (std::size_t r = 0; r < 4; ++r)
                p.xEmbed.mutableData()[r * 11 + first + c] = static_cast<float>(fx(s, r, c));
            weights[s]->mutableData()[(first + c) * width + c] = 1.0F;
        }
        first += width;
    }
    p.wO = Tensor({3, 11});
    for (std::size_t c = 0; c < 3; ++c)
        p.wO.mutableData()[c * 11 + c] = 1.0F;
    return p;
}

/// Scores as given: one head of width `keys` whose Q holds them and whose K is the identity, so
/// that Q·Kᵀ = scores, without scaling. V is given too, or the identity.
inline core::Problem scoresProblem(std::size_t queries, std::size_t keys,
                                   const std::vector<float> &scores) {
    core::Problem p;
    // Cross-attention keeps queries and keys apart: X holds the scores, X_memory the identity.
    p.config.dModel = static_cast<int>(keys);
    p.config.heads = 1;
    p.config.dK = p.config.dV = static_cast<int>(keys);
    p.config.scaling.mode = core::ScalingMode::None;
    p.config.positional.kind = core::PositionalKind::None;
    p.xEmbed = Tensor({1, queries, keys}, std::span<const float>(scores));
    p.xMemory = identity(keys).reshaped({1, keys, keys});
    p.wQ = p.wK = p.wV = p.wO = identity(keys);
    return p;
}

inline std::shared_ptr<const core::Problem> shared(core::Problem p) {
    return std::make_shared<const core::Problem>(std::move(p));
}

} // namespace attnscope::test
