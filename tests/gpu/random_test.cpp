// SPDX-License-Identifier: GPL-3.0-or-later
// Problems by chance, with every setting, against the reference.
#include "tests/gpu/engine_support.h"

#include <limits>

namespace attnscope::test {
namespace {

class Chance {
public:
    explicit Chance(std::uint32_t seed) : m_generator(seed) {}
    std::size_t upTo(std::size_t most) { return 1 + m_generator() % most; }
    bool oneIn(unsigned n) { return m_generator() % n == 0; }
    template <class T> T among(std::initializer_list<T> values) {
        return values.begin()[m_generator() % values.size()];
    }
    core::BoolTensor mask(const core::Shape &shape, unsigned hiddenOneIn) {
        core::BoolTensor m(shape);
        std::uint8_t *out = m.mutableData();
        for (std::size_t i = 0; i < m.size(); ++i)
            out[i] = !oneIn(hiddenOneIn);
        return m;
    }

private:
    std::mt19937 m_generator;
};

core::Problem randomProblem(std::uint32_t seed) {
    Chance c(seed);
    Sizes s;
    s.seed = seed;
    s.batch = c.upTo(3);
    s.queries = c.upTo(c.among<std::size_t>({3, 20, 70}));
    s.keys = c.oneIn(3) ? c.upTo(70) : 0;
    s.model = c.upTo(40);
    s.memoryWidth = s.keys && c.oneIn(2) ? c.upTo(40) : 0;
    s.heads = c.upTo(6);
    s.dK = c.upTo(c.among<std::size_t>({4, 20, 70}));
    s.dV = c.upTo(c.among<std::size_t>({4, 20, 70}));
    s.biases = c.oneIn(2);
    const bool shared = c.oneIn(5);
    if (shared)
        s.dV = s.dK;
    core::Problem p = makeProblem(s);
    p.config.shareKv = shared;
    const core::Shape map{s.batch, s.heads, s.queries, p.keys()};
    p.config.scaling.mode =
        c.among({core::ScalingMode::None, core::ScalingMode::SqrtDk, core::ScalingMode::SqrtDModel,
                 core::ScalingMode::Dk, core::ScalingMode::TimesSqrtDk, core::ScalingMode::Custom});
    // The deviation of a handful of scores may be next to nothing, and its inverse is then noise.
    if (core::elementCount(map) > 30 && c.oneIn(4))
        p.config.scaling.mode =
            c.among({core::ScalingMode::Adaptive, core::ScalingMode::Standardise});
    p.config.scaling.value = 0.37;
    p.config.positional.kind =
        c.among({core::PositionalKind::None, core::PositionalKind::Sinusoidal});
    p.config.positional.base = c.among({100.0, 10000.0});
    core::MaskConfig &m = p.config.mask;
    m.causal = c.oneIn(3);
    m.causalAlignment =
        c.among({core::CausalAlignment::BottomRight, core::CausalAlignment::TopLeft});
    m.padding = c.oneIn(3);
    p.lengths = core::IndexTensor({s.batch});
    for (std::size_t b = 0; b < s.batch; ++b)
        p.lengths.mutableData()[b] = static_cast<std::int64_t>(c.upTo(p.keys()));
    m.custom = c.oneIn(3);
    p.maskKeep = c.mask(c.oneIn(2) ? map : core::Shape{s.queries, p.keys()}, c.among({2u, 5u}));
    m.application = static_cast<core::MaskApplication>(c.upTo(6) - 1);
    m.fill = c.among({-std::numeric_limits<double>::infinity(), -1e4, -10.0, 0.5});
    if (m.application == core::MaskApplication::AddToScores && m.fill == -1e4)
        m.fill = -20.0; // fp32 loses the digits that −1e4 absorbs, double does not
    // When all that is visible underflows in the softmax, fp32 has nothing left to divide by.
    if (m.application == core::MaskApplication::MultiplyWeightsRenormalise)
        p.config.scaling.mode = core::ScalingMode::Dk;
    m.emptyRow = c.among({core::EmptyRow::Zero, core::EmptyRow::Nan});
    p.config.normConcat = c.among({core::ConcatNorm::None, core::ConcatNorm::None,
                                   core::ConcatNorm::Layer, core::ConcatNorm::PerHead});
    if (c.oneIn(2)) {
        p.gammaConcat = numbers({s.heads * s.dV}, seed + 1);
        p.betaConcat = numbers({s.heads * s.dV}, seed + 2);
    }
    if (c.oneIn(3)) {
        p.config.dropout.attention = c.among({0.1, 0.5});
        if (c.oneIn(2))
            p.dropoutKeep = c.mask(map, 3);
    }
    p.config.upstream = c.among({core::Upstream::None, core::Upstream::Ones, core::Upstream::Output,
                                 core::Upstream::Given});
    p.gradOutput = numbers({s.batch, s.queries, s.model}, seed + 3);
    return p;
}

class Random : public testing::TestWithParam<gpu::Flavour> {};

TEST_P(Random, HundredsOfProblems) {
    std::uint32_t count = GetParam() == gpu::Flavour::Tiles ? 300 : 60;
    if (loopsAreLimited(sharedEngine(GetParam())))
        count /= 3; // llvmpipe takes its time
    for (std::uint32_t seed = 1; seed <= count; ++seed) {
        expectAgrees(sharedEngine(GetParam()), randomProblem(seed),
                     "problem " + std::to_string(seed));
        if (HasFailure())
            return; // the seed says which; the rest would bury it
    }
}

INSTANTIATE_TEST_SUITE_P(Device, Random, testing::Values(gpu::Flavour::Tiles, gpu::Flavour::Groups),
                         [](const auto &i) {
                             return i.param == gpu::Flavour::Tiles ? "Tiles" : "Groups";
                         });

} // namespace
} // namespace attnscope::test
