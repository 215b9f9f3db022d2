// SPDX-License-Identifier: GPL-3.0-or-later
// A plain matrix product: the projection of the engine against Eigen, and both against what the
// processor could do at most. The engine has no product of its own to call, so its projection
// output = concat · W_O is timed by the device's clock.
//
// This file alone is compiled for the machine that runs it, or Eigen would be a poor peer. So it
// has an Eigen of its own name: two kinds of the same functions must not meet in one program.
#include "gpu/opencl_engine.h"

#define Eigen EigenOfThisMachine
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace attnscope::bench {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double gigaflops(double n, double seconds) { return 2.0 * n * n * n / seconds * 1e-9; }

/// X [n,n] · W_O [n,n], timed as the pass's last step.
void productOfTheEngine(benchmark::State &state) {
    const auto n = static_cast<std::size_t>(state.range(0));
    auto p = std::make_shared<core::Problem>();
    p->config.dModel = static_cast<int>(n);
    p->config.heads = p->config.dK = 1; // next to no attention: one narrow key …
    p->config.dV = static_cast<int>(n);
    p->xEmbed = core::Tensor({1, n, n}, 0.5f);
    p->wQ = p->wK = core::Tensor({n, 1}, 0.1f);
    p->wV = p->wO = core::Tensor({n, n}, 0.01f);
    const auto engine = gpu::makeOpenClEngine();
    core::RunOptions options;
    options.timings = true;
    options.keep = {core::Stage::Output};
    for (auto _ : state) {
        const core::TracePtr t = engine->run(p, options);
        double seconds = 0.0;
        for (const core::StageTiming &timing : t->timings)
            if (timing.name == "output")
                seconds = timing.milliseconds * 1e-3;
        state.SetIterationTime(seconds);
        state.counters["GFLOP/s"] =
            std::max(state.counters["GFLOP/s"].value, gigaflops(static_cast<double>(n), seconds));
    }
}
BENCHMARK(productOfTheEngine)->Arg(512)->Arg(1024)->UseManualTime()->Unit(benchmark::kMillisecond);

/// The same on all cores: each thread multiplies its share of the rows.
void productOfEigen(benchmark::State &state) {
    const auto n = static_cast<Eigen::Index>(state.range(0));
    const Matrix a = Matrix::Constant(n, n, 0.5f), b = Matrix::Constant(n, n, 0.01f);
    Matrix c(n, n);
    const auto threads =
        static_cast<Eigen::Index>(std::max(1u, std::thread::hardware_concurrency()));
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::jthread> workers;
        for (Eigen::Index t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                const Eigen::Index from = n * t / threads, to = n * (t + 1) / threads;
                c.middleRows(from, to - from).noalias() = a.middleRows(from, to - from) * b;
            });
        workers.clear(); // joins
        benchmark::DoNotOptimize(c.data());
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        state.SetIterationTime(seconds);
        state.counters["GFLOP/s"] =
            std::max(state.counters["GFLOP/s"].value, gigaflops(static_cast<double>(n), seconds));
    }
}
BENCHMARK(productOfEigen)->Arg(512)->Arg(1024)->UseManualTime()->Unit(benchmark::kMillisecond);

/// What the cores do at most: multiply-adds in registers, nothing loaded.
float spin(int rounds) {
    typedef float Vec __attribute__((vector_size(64)));
    std::array<Vec, 16> sums;
    for (std::size_t i = 0; i < sums.size(); ++i) // all different, or one would do for all
        sums[i] = Vec{} + static_cast<float>(i);
    const Vec factor = Vec{} + 0.999f, addend = Vec{} + 1e-6f;
    for (int i = 0; i < rounds; ++i)
        for (Vec &s : sums)
            s = s * factor + addend;
    float total = 0.0f;
    for (const Vec &s : sums)
        total += s[0];
    return total;
}

void peakOfTheCores(benchmark::State &state) {
    constexpr int kRounds = 2000000;
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::jthread> workers;
        for (unsigned t = 0; t < threads; ++t)
            workers.emplace_back([] { benchmark::DoNotOptimize(spin(kRounds)); });
        workers.clear();
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        state.SetIterationTime(seconds);
        state.counters["GFLOP/s"] =
            std::max(state.counters["GFLOP/s"].value,
                     2.0 * 16 * 16 * kRounds * static_cast<double>(threads) / seconds * 1e-9);
    }
}
BENCHMARK(peakOfTheCores)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace attnscope::bench
