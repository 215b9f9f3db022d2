// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/engine_support.h"

#include "core/attention.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace attnscope::test {

using core::Stage;
using core::Tensor;

namespace {

/// Engines of this process; emptied before main ends, since drivers do not like to be called later.
class Engines : public testing::Environment {
public:
    core::Engine &get(gpu::Flavour flavour) {
        auto &engine = m_engines[flavour];
        if (!engine) {
            gpu::DeviceChoice choice;
            choice.flavour = flavour;
            engine = gpu::makeOpenClEngine(choice);
        }
        return *engine;
    }
    void TearDown() override { m_engines.clear(); }

private:
    std::map<gpu::Flavour, std::unique_ptr<core::Engine>> m_engines;
};

auto *const kEngines =
    static_cast<Engines *>(testing::AddGlobalTestEnvironment(new Engines)); // gtest deletes it

} // namespace

core::Engine &sharedEngine(gpu::Flavour flavour) { return kEngines->get(flavour); }

bool loopsAreLimited(const core::Engine &engine) {
    return engine.info().device.find("llvmpipe") != std::string::npos;
}

double enlargement(const core::Problem &p, const core::DoubleTensor &concat) {
    if (p.config.normConcat == core::ConcatNorm::None)
        return 1.0;
    const std::size_t width = p.heads() * p.dV();
    const std::size_t group = p.config.normConcat == core::ConcatNorm::Layer ? width : p.dV();
    double most = 1.0;
    for (std::size_t at = 0; group > 1 && at < concat.size(); at += group) {
        const double *x = concat.data() + at;
        double mean = 0.0, variance = 0.0, largest = 0.0;
        for (std::size_t c = 0; c < group; ++c) {
            mean += x[c] / static_cast<double>(group);
            largest = std::max(largest, std::abs(x[c]));
        }
        for (std::size_t c = 0; c < group; ++c)
            variance += (x[c] - mean) * (x[c] - mean) / static_cast<double>(group);
        most = std::max(most, largest / std::sqrt(variance + core::kNormEpsilon));
    }
    return most;
}

Tensor numbers(const core::Shape &shape, std::uint32_t seed, float factor) {
    // The distributions of <random> differ between libraries; its generators do not.
    std::mt19937 generator(seed);
    auto t = Tensor::uninitialised(shape);
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        out[i] = factor * (static_cast<float>(generator() >> 8) / 16777216.0f - 0.5f) * 3.4641016f;
    return t;
}

core::Problem makeProblem(const Sizes &s) {
    core::Problem p;
    p.config.dModel = static_cast<int>(s.model);
    p.config.heads = static_cast<int>(s.heads);
    p.config.dK = static_cast<int>(s.dK);
    p.config.dV = static_cast<int>(s.dV);
    const std::size_t memory = s.memoryWidth ? s.memoryWidth : s.model;
    const auto weight = [&s](std::size_t rows, std::size_t columns, std::uint32_t seed) {
        return numbers({rows, columns}, s.seed * 100 + seed,
                       1.0f / std::sqrt(static_cast<float>(rows)));
    };
    p.xEmbed = numbers({s.batch, s.queries, s.model}, s.seed * 100 + 1);
    if (s.keys)
        p.xMemory = numbers({s.batch, s.keys, memory}, s.seed * 100 + 2);
    p.wQ = weight(s.model, s.heads * s.dK, 3);
    p.wK = weight(memory, s.heads * s.dK, 4);
    p.wV = weight(memory, s.heads * s.dV, 5);
    p.wO = weight(s.heads * s.dV, s.model, 6);
    if (s.biases) {
        p.bQ = numbers({s.heads * s.dK}, s.seed * 100 + 7);
        p.bK = numbers({s.heads * s.dK}, s.seed * 100 + 8);
        p.bV = numbers({s.heads * s.dV}, s.seed * 100 + 9);
        p.bO = numbers({s.model}, s.seed * 100 + 10);
    }
    return p;
}

core::Problem problemT1() {
    core::Problem p;
    p.config.dModel = 4;
    p.config.heads = p.config.dK = p.config.dV = 2;
    p.config.positional.kind = core::PositionalKind::None;
    p.xEmbed = Tensor({1, 3, 4}, {1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0});
    Tensor identity({4, 4});
    for (std::size_t i = 0; i < 4; ++i)
        identity.mutableData()[5 * i] = 1.0f;
    p.wQ = p.wK = p.wV = p.wO = identity;
    return p;
}

core::TracePtr runPass(core::Engine &engine, const core::Problem &problem,
                       const core::RunOptions &options) {
    return engine.run(std::make_shared<core::Problem>(problem), options);
}

void expectAgrees(core::Engine &engine, const core::Problem &problem, const std::string &what,
                  const core::StageSet &keep) {
    SCOPED_TRACE(what);
    const auto shared = std::make_shared<const core::Problem>(problem);
    const core::ReferenceTrace reference = core::referencePass(shared);
    core::RunOptions options;
    options.keep = keep;
    const core::TracePtr got = engine.run(shared, options);
    for (const core::StageInfo &info : core::stageTable()) {
        if (info.stage == Stage::MaskKeep || info.stage == Stage::Scale)
            continue;
        const auto shape = core::stageShape(problem, info.stage);
        const bool expected = shape && keep.contains(info.stage);
        ASSERT_EQ((*got)[info.stage].present(), expected) << info.name;
        if (!expected)
            continue;
        ASSERT_EQ((*got)[info.stage].shape(), *shape) << info.name;
        const core::StageDifference d =
            core::compareValues(reference[info.stage].values(), (*got)[info.stage].values());
        EXPECT_TRUE(d.withinTolerance())
            << info.name << ": largest difference " << d.maxAbs << " at " << d.worst
            << " of numbers up to " << d.maxReference << ", " << d.mismatched
            << " cells where only one is a number, the first at "
            << (d.firstMismatch ? std::to_string(*d.firstMismatch) : "-");
    }
    // A few units of 6e-8, enlarged, are within 2e-5 up to here.
    const double more = std::max(1.0, enlargement(problem, reference[Stage::Concat]) / 50.0);
    for (const core::GradientInfo &info : core::gradientTable()) {
        const auto shape = core::gradientShape(problem, info.gradient);
        ASSERT_EQ((*got)[info.gradient].present(), shape.has_value()) << info.name;
        if (!shape)
            continue;
        ASSERT_EQ((*got)[info.gradient].shape(), *shape) << info.name;
        const core::StageDifference d =
            core::compareValues(reference[info.gradient].values(), (*got)[info.gradient].values());
        EXPECT_TRUE(d.mismatched == 0 && d.maxAbs <= more * (2e-6 + 2e-5 * d.maxReference))
            << info.name << ": largest difference " << d.maxAbs << " at " << d.worst
            << " of numbers up to " << d.maxReference << ", " << d.mismatched
            << " cells where only one is a number";
    }
    if (std::isnan(reference.scale))
        EXPECT_TRUE(std::isnan(got->scale));
    else
        EXPECT_NEAR(got->scale, reference.scale, 2e-5 * std::abs(reference.scale));
    EXPECT_EQ(got->emptyRows, reference.emptyRows);
    EXPECT_EQ(got->keep.allVisible(), reference.keep.allVisible());
}

void expectValues(const Tensor &got, const std::vector<float> &expected, float tolerance,
                  const std::string &what) {
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(got.data()[i], expected[i], tolerance) << what << " at " << i;
}

} // namespace attnscope::test
