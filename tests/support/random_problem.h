// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <string>

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

/// A small problem of any option there is; the upstream gradient is given. Where the scale is taken
/// from the scores it is a constant for the gradient: whoever runs the whole pass again for a
/// finite difference has to hold it fast.
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
    // The last two take the deviation of the scores, and need a few for it to be some size.
    c.scaling = {static_cast<ScalingMode>(among(B * H * L * S > 5 ? 8 : 6)), 0.3};
    c.positional.kind = among(2) ? PositionalKind::Sinusoidal : PositionalKind::None;
    c.mask.causal = among(2) == 0;
    c.mask.causalAlignment = among(2) ? CausalAlignment::TopLeft : CausalAlignment::BottomRight;
    c.mask.custom = among(2) == 0;
    c.mask.application = static_cast<MaskApplication>(among(6));
    c.mask.emptyRow = among(3) ? EmptyRow::Zero : EmptyRow::Nan;
    c.mask.padding = among(3) == 0;
    if (c.mask.padding) {
        p.lengths = core::IndexTensor({B});
        for (std::size_t b = 0; b < B; ++b)
            p.lengths.mutableData()[b] = static_cast<std::int64_t>(among(S + 1));
    }
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
    if (among(2))
        p.dropoutKeep = drawnKeep(r, {B, H, L, S}, 60); // else drawn from the seed
    p.gradOutput = drawn(r, {B, L, D}, 1.0F);
    return p;
}

/// Which options a test has met, so that one that is never drawn is noticed.
class SeenOptions {
public:
    void add(const core::ReferenceTrace &t) {
        const core::Problem &p = *t.problem;
        const core::Config &c = p.config;
        const auto say = [this](const std::string &what) { m_seen.insert(what); };
        say("scale " + std::string(toName(c.scaling.mode)));
        const std::string how(toName(c.mask.application));
        say("mask " + how);
        if (!t.emptyRows.empty())
            say("empty row, " + std::string(toName(c.mask.emptyRow)) + ", " + how);
        say("norm " + std::string(toName(c.normConcat)));
        say(c.mask.padding ? "padding" : "no padding");
        say(c.mask.causal ? "causal" : "not causal");
        say(p.cross() ? "cross" : "self");
        say(c.shareKv ? "shared" : "apart");
        say(p.batch() > 1 ? "batch" : "one");
        if (c.dropout.attention > 0.0)
            say(p.dropoutKeep.present() ? "dropout given" : "dropout drawn");
        for (const auto &[name, array] :
             {std::pair("b_Q", &p.bQ), std::pair("b_K", &p.bK), std::pair("b_V", &p.bV),
              std::pair("b_O", &p.bO), std::pair("gamma", &p.gammaConcat)})
            if (array->present())
                say(name);
        if (c.mask.custom)
            say(p.maskKeep.rank() == 4 ? "mask of a head" : "mask of all");
    }
    /// 8 scales, 6 applications, empty rows under each of them that leaves numbers (with zero all
    /// six, with NaN those five that do not divide by nothing), 3 norms, and the rest by name.
    void expectAll() const {
        std::set<std::string> missing;
        const auto need = [&](const std::string &what) {
            if (!m_seen.count(what))
                missing.insert(what);
        };
        for (int mode = 0; mode < 8; ++mode)
            need("scale " + std::string(toName(static_cast<core::ScalingMode>(mode))));
        for (int how = 0; how < 6; ++how) {
            const auto application = static_cast<core::MaskApplication>(how);
            const std::string name(toName(application));
            need("mask " + name);
            need("empty row, zero, " + name);
            if (application != core::MaskApplication::MultiplyWeightsRenormalise)
                need("empty row, nan, " + name);
        }
        for (const char *what :
             {"norm none",  "norm layer",    "norm per_head",  "padding",    "no padding", "causal",
              "not causal", "cross",         "self",           "shared",     "apart",      "batch",
              "one",        "dropout given", "dropout drawn",  "b_Q",        "b_K",        "b_V",
              "b_O",        "gamma",         "mask of a head", "mask of all"})
            need(what);
        std::string all;
        for (const std::string &m : missing)
            all += m + "; ";
        EXPECT_TRUE(missing.empty()) << "never drawn: " << all;
    }

private:
    std::set<std::string> m_seen;
};

} // namespace attnscope::test
