// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass on the device, and the forward and backward pass with every gradient, all stages
// kept and mapped, at the sizes of the goals.
#include "core/problem.h"
#include "gpu/opencl_engine.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

namespace attnscope::bench {
namespace {

core::Tensor normalLike(const core::Shape &shape, std::uint32_t seed, float factor) {
    std::mt19937 generator(seed);
    auto t = core::Tensor::uninitialised(shape);
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        out[i] = factor * (static_cast<float>(generator() >> 8) / 16777216.0f - 0.5f) * 3.4641f;
    return t;
}

std::shared_ptr<core::Problem> makeProblem(std::size_t length, std::size_t model,
                                           std::size_t heads) {
    auto p = std::make_shared<core::Problem>();
    p->config.dModel = static_cast<int>(model);
    p->config.heads = static_cast<int>(heads);
    p->config.dK = p->config.dV = static_cast<int>(model / heads);
    p->xEmbed = normalLike({1, length, model}, 1, 1.0f);
    const float factor = 1.0f / std::sqrt(static_cast<float>(model));
    p->wQ = normalLike({model, model}, 2, factor);
    p->wK = normalLike({model, model}, 3, factor);
    p->wV = normalLike({model, model}, 4, factor);
    p->wO = normalLike({model, model}, 5, factor);
    p->bQ = p->bK = p->bV = p->bO = core::Tensor({model}, 0.01f);
    return p;
}

void pass(benchmark::State &state, core::Upstream upstream) {
    const auto problem = makeProblem(static_cast<std::size_t>(state.range(0)),
                                     static_cast<std::size_t>(state.range(1)),
                                     static_cast<std::size_t>(state.range(2)));
    problem->config.upstream = upstream;
    const auto engine = gpu::makeOpenClEngine();
    core::TracePtr shown; // as in the window: the last picture stays while the next is made
    for (auto _ : state) {
        shown = engine->run(problem, {});
        benchmark::DoNotOptimize(shown.get());
    }
}
void forward(benchmark::State &state) { pass(state, core::Upstream::None); }
void forwardBackward(benchmark::State &state) { pass(state, core::Upstream::Ones); }

void sizes(benchmark::internal::Benchmark *b) {
    b->ArgNames({"L", "D", "H"});
    for (const auto &size : {std::array<std::int64_t, 3>{16, 64, 4},
                             {32, 128, 4},
                             {64, 128, 8},
                             {128, 512, 8},
                             {512, 512, 8},
                             {1024, 1024, 16}})
        b->Args({size[0], size[1], size[2]});
    b->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(forward)->Apply(sizes);
BENCHMARK(forwardBackward)->Apply(sizes);

} // namespace
} // namespace attnscope::bench

BENCHMARK_MAIN();
