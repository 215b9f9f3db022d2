// SPDX-License-Identifier: GPL-3.0-or-later
// Small passes through every branch of every kernel, to be run in a simulator that watches each
// access (and, quickly, anywhere else).
#include "tests/gpu/engine_support.h"

namespace attnscope::test {
namespace {

class KernelsWatched : public testing::TestWithParam<gpu::Flavour> {};

TEST_P(KernelsWatched, EveryBranch) {
    gpu::DeviceChoice choice;
    choice.flavour = GetParam();
    choice.warmUp = false;
    if (choice.flavour == gpu::Flavour::Groups)
        choice.maxWorkGroup = 16; // a simulated work-item is slow
    const auto engine = gpu::makeOpenClEngine(choice);
    Sizes s;
    s.batch = 2;
    s.queries = 7;
    s.keys = 17;
    s.model = 5;
    s.dK = 3;
    s.dV = 18;
    s.biases = true;
    core::Problem p = makeProblem(s);
    expectAgrees(*engine, p, "plain");
    p.config.mask.causal = p.config.mask.padding = true;
    p.lengths = core::IndexTensor({2}, {3, 12});
    for (int application = 0; application < 6; ++application) {
        p.config.mask.application = static_cast<core::MaskApplication>(application);
        expectAgrees(*engine, p, std::string(core::toName(p.config.mask.application)));
    }
    p.config.mask.application = core::MaskApplication::FillScores;
    p.config.scaling.mode = core::ScalingMode::Adaptive;
    p.config.normConcat = core::ConcatNorm::PerHead;
    p.config.dropout.attention = 0.2;
    p.gammaConcat = numbers({36}, 3);
    expectAgrees(*engine, p, "staged, norm, dropout");
}

INSTANTIATE_TEST_SUITE_P(Device, KernelsWatched,
                         testing::Values(gpu::Flavour::Tiles, gpu::Flavour::Groups),
                         [](const auto &i) {
                             return i.param == gpu::Flavour::Tiles ? "Tiles" : "Groups";
                         });

} // namespace
} // namespace attnscope::test
