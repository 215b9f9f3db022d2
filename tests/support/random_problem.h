// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/problems.h"

#include <limits>
#include <random>

namespace attnscope::test {

inline Tensor drawn(std::mt19937 &r, Shape shape, float size) {
    Tensor t(std::move(shape));
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        out[i] = size * (static_cast<float>(r() >> 8) / 8388608.0F - 1.0F);
    return t;
}

inline core::BoolTensor drawnKeep(std::mt19937 &r, Shape shape, unsigned percent) {
    core::BoolTensor t(std::move(shape));
    for (std::size_t i = 0; i < t.size(); ++i)
        t.mutableData()[i] = r() % 100 < percent ? 1 : 0;
    return t;
}

/// A small problem of any option that the backward pass has; the upstream gradient is given. The
/// scalings that divide by a deviation are left out: it is a constant for the gradient, which a
/// finite difference of the whole pass would not know.
inline core::Problem randomProblem(std::mt19937 &r) {
    using namespace core;
    const auto among = [&r](std::size_t n) { return r() % n; };
    Problem p;
    Config &c = p.config;
    const std::size_t B = 1 + among(2), L = 1 + among(5), H = 1 + among(3), D = 1 + among(6);
    const std::size_t dK = 1 + among(4);
    c.shareKv = among(4) == 0;
    const std::size_t dV = c.shareKv ? dK : 1 + among(4);
    const bool cross = among(3) == 0;
    const std::size_t S = cross ? 1 + among(5) : L, memory = cross && among(2) ? 1 + among(6) : D;
    c.dModel = static_cast<int>(D);
    c.heads = static_cast<int>(H);
    c.dK = static_cast<int>(dK);
    c.dV = static_cast<int>(dV);
    // The deviation that two modes divide by is a constant for the gradient, which a finite
    // difference would not know: they are left to the oracle.
    const ScalingMode scales[] = {ScalingMode::None,        ScalingMode::SqrtDk,
                                  ScalingMode::SqrtDModel,  ScalingMode::Dk,
                                  ScalingMode::TimesSqrtDk, ScalingMode::Custom};
    c.scaling = {scales[among(6)], 0.3};
    c.positional.kind = among(2) ? PositionalKind::Sinusoidal : PositionalKind::None;
    c.mask.causal = among(2) == 0;
    c.mask.causalAlignment = among(2) ? CausalAlignment::TopLeft : CausalAlignment::BottomRight;
    c.mask.custom = among(2) == 0;
    c.mask.application = static_cast<MaskApplication>(among(6));
    const double fills[] = {-std::numeric_limits<double>::infinity(), -1e9, -3.0};
    c.mask.fill = fills[among(3)];
    c.normConcat = static_cast<ConcatNorm>(among(3));
    c.dropout.attention = among(3) == 0 ? 0.4 : 0.0;
    c.upstream = Upstream::Given;
    p.xEmbed = drawn(r, {B, L, D}, 1.0F);
    if (cross)
        p.xMemory = drawn(r, {B, S, memory}, 1.0F);
    p.wQ = drawn(r, {D, H * dK}, 0.8F);
    p.wK = drawn(r, {memory, H * dK}, 0.8F);
    if (!c.shareKv)
        p.wV = drawn(r, {memory, H * dV}, 0.8F);
    p.wO = drawn(r, {H * dV, D}, 0.8F);
    if (among(2))
        p.bQ = drawn(r, {H * dK}, 0.5F);
    if (among(2))
        p.bK = drawn(r, {H * dK}, 0.5F);
    if (among(2) && !c.shareKv)
        p.bV = drawn(r, {H * dV}, 0.5F);
    if (among(2))
        p.bO = drawn(r, {D}, 0.5F);
    if (c.normConcat != ConcatNorm::None && among(2)) {
        p.gammaConcat = drawn(r, {H * dV}, 1.5F);
        p.betaConcat = drawn(r, {H * dV}, 0.5F);
    }
    p.maskKeep = drawnKeep(r, among(2) ? Shape{L, S} : Shape{B, H, L, S}, 70);
    p.dropoutKeep = drawnKeep(r, {B, H, L, S}, 60);
    p.gradOutput = drawn(r, {B, L, D}, 1.0F);
    return p;
}

} // namespace attnscope::test
