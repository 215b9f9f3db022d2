// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage against the reference over shapes that do not fit tiles, vectors or work-groups.
#include "tests/gpu/engine_support.h"

namespace attnscope::test {
namespace {

class Shapes : public testing::TestWithParam<gpu::Flavour> {};

std::string nameOf(const Sizes &s) {
    return "B" + std::to_string(s.batch) + " L" + std::to_string(s.queries) + " S" +
           std::to_string(s.keys) + " D" + std::to_string(s.model) + " H" +
           std::to_string(s.heads) + " dk" + std::to_string(s.dK) + " dv" + std::to_string(s.dV);
}

TEST_P(Shapes, CLR03_CLR12_LengthsAroundTheTiles) {
    for (const std::size_t n : {1, 2, 5, 6, 7, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 257}) {
        Sizes s;
        s.queries = n;
        s.biases = n % 2 == 1;
        s.seed = static_cast<std::uint32_t>(n);
        expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s));
        s.keys = 258 - n;
        expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s) + " cross");
    }
}

TEST_P(Shapes, WidthsAroundTheVectors) {
    for (const std::size_t n : {1, 3, 4, 8, 12, 15, 16, 17, 32, 33, 48, 63, 64, 65, 80, 100}) {
        Sizes s;
        s.batch = 2;
        s.queries = 9;
        s.heads = 3;
        s.dK = n;
        s.dV = 101 - n;
        s.model = n;
        s.biases = true;
        s.seed = static_cast<std::uint32_t>(n);
        expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s));
    }
}

TEST_P(Shapes, ManyHeadsAndSequences) {
    for (const std::size_t heads : {1, 2, 5, 16, 33}) {
        Sizes s;
        s.batch = 3;
        s.queries = 13;
        s.heads = heads;
        s.model = 40;
        s.seed = static_cast<std::uint32_t>(heads);
        expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s));
    }
}

TEST_P(Shapes, MemoryOfAnotherWidth) {
    Sizes s;
    s.batch = 2;
    s.queries = 7;
    s.keys = 19;
    s.model = 20;
    s.memoryWidth = 33;
    expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s));
}

TEST_P(Shapes, LargeAsInTheContract) {
    if (loopsAreLimited(sharedEngine(GetParam())))
        GTEST_SKIP() << "llvmpipe breaks off loops; see Engine.LoopsThatWouldBeBrokenOffAreRefused";
    Sizes s;
    s.queries = 512;
    s.model = 512;
    s.heads = 8;
    s.dK = s.dV = 64;
    expectAgrees(sharedEngine(GetParam()), makeProblem(s), nameOf(s));
}

INSTANTIATE_TEST_SUITE_P(Device, Shapes, testing::Values(gpu::Flavour::Tiles, gpu::Flavour::Groups),
                         [](const auto &i) {
                             return i.param == gpu::Flavour::Tiles ? "Tiles" : "Groups";
                         });

} // namespace
} // namespace attnscope::test
