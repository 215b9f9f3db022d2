// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as an object: building, failing and going on, memory, results that live on.
#include "tests/gpu/engine_support.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace attnscope::test {
namespace {

using core::Stage;
using Code = core::EngineError::Code;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// The error that an engine with that choice throws.
core::EngineError errorOf(const gpu::DeviceChoice &choice) {
    try {
        (void)gpu::makeOpenClEngine(choice);
    } catch (const core::EngineError &e) {
        return e;
    }
    return {Code::Stopped, {}, "nothing was thrown"};
}

core::EngineError errorOf(core::Engine &engine, const core::Problem &problem) {
    try {
        (void)runPass(engine, problem);
    } catch (const core::EngineError &e) {
        return e;
    }
    return {Code::Stopped, {}, "nothing was thrown"};
}

TEST(Engine, CLR01_BadKernelTwiceThenAGoodOne) {
    gpu::DeviceChoice choice;
    choice.warmUp = false;
    choice.extraKernel = "__kernel void extra(__global float *x) { x[0] = undeclared; }\n";
    for (int i = 0; i < 2; ++i) {
        const core::EngineError e = errorOf(choice);
        EXPECT_EQ(e.code, Code::BuildFailed) << e.what();
        EXPECT_EQ(e.stage, "extra.cl");
        // The compiler names the file and the line as the reader of the source sees them.
        EXPECT_NE(e.log.find("extra.cl:1"), std::string::npos) << e.log;
        EXPECT_NE(e.log.find("undeclared"), std::string::npos) << e.log;
    }
    choice.extraKernel = "__kernel void extra(__global float *x) { x[0] = 1.0f; }\n";
    EXPECT_NO_THROW((void)gpu::makeOpenClEngine(choice)); // CLR-09: an empty log is no failure
}

TEST(Engine, CLR10_OptionThatTheCompilerRefuses) {
    gpu::DeviceChoice choice;
    choice.extraOptions = "-no-such-option";
    choice.binaryCache = false;
    const core::EngineError e = errorOf(choice);
    EXPECT_EQ(e.code, Code::BuildFailed) << e.what();
    EXPECT_NE(std::string(e.what()).find("-no-such-option"), std::string::npos) << e.what();
}

TEST(Engine, CLR04_NoOptionAssumesFiniteNumbers) {
    for (const auto flavour : {gpu::Flavour::Tiles, gpu::Flavour::Groups}) {
        gpu::DeviceChoice choice;
        choice.flavour = flavour;
        const std::string options = gpu::buildOptions(choice);
        EXPECT_NE(options.find("-cl-std=CL1.2"), std::string::npos) << options;
        for (const char *bad : {"fast-relaxed", "finite-math", "unsafe-math", "no-signed-zeros"})
            EXPECT_EQ(options.find(bad), std::string::npos) << options;
    }
}

TEST(Engine, NoSuchDevice) {
    gpu::DeviceChoice choice;
    choice.index = 99;
    EXPECT_EQ(errorOf(choice).code, Code::NoDevice);
    choice.index.reset();
    choice.name = "a device that nobody has";
    const core::EngineError e = errorOf(choice);
    EXPECT_EQ(e.code, Code::NoDevice);
    EXPECT_NE(std::string(e.what()).find(choice.name), std::string::npos) << e.what();
}

TEST(Engine, CLR03_WorkGroupsNoLargerThanAllowed) {
    for (const std::size_t most : {1, 100}) {
        gpu::DeviceChoice choice;
        choice.flavour = gpu::Flavour::Groups;
        choice.maxWorkGroup = most;
        const auto engine = gpu::makeOpenClEngine(choice);
        for (const std::size_t keys : {1, 63, 65, 257, 1000}) {
            if (keys == 1000 && loopsAreLimited(*engine))
                continue;
            Sizes s;
            s.queries = 3;
            s.keys = keys;
            core::Problem p = makeProblem(s);
            p.config.scaling.mode = core::ScalingMode::Standardise;
            p.config.normConcat = core::ConcatNorm::PerHead;
            expectAgrees(*engine, p, "groups of " + std::to_string(most));
        }
    }
}

TEST(Engine, CLR05_NothingOfAPassWithNanRemains) {
    core::Engine &engine = sharedEngine();
    core::Problem bad = problemT1();
    for (std::size_t i = 0; i < bad.xEmbed.size(); ++i)
        bad.xEmbed.mutableData()[i] = kNan;
    for (int i = 0; i < 4; ++i) { // all buffers of the ring
        const core::TracePtr t = runPass(engine, bad);
        EXPECT_TRUE(std::isnan((*t)[Stage::Output].data()[0]));
    }
    for (int i = 0; i < 4; ++i)
        expectAgrees(engine, problemT1(), "after a pass of nothing but NaN");
}

TEST(Engine, CLR06_NoRowsAreRefusedBeforeTheDevice) {
    core::Problem p = problemT1();
    p.xEmbed = core::Tensor(core::Shape{1, 0, 4});
    const core::EngineError e = errorOf(sharedEngine(), p);
    EXPECT_EQ(e.code, Code::InvalidProblem);
    EXPECT_NE(std::string(e.what()).find("at least 1"), std::string::npos) << e.what();
    expectAgrees(sharedEngine(), problemT1(), "and it goes on");
}

TEST(Engine, TooLargeIsToldInBytesBeforeItIsTried) {
    gpu::DeviceChoice choice;
    choice.maxMemory = std::size_t{1} << 20;
    auto engine = gpu::makeOpenClEngine(choice);
    Sizes s;
    s.queries = 300;
    const core::EngineError e = errorOf(*engine, makeProblem(s));
    EXPECT_EQ(e.code, Code::OutOfMemory) << e.what();
    EXPECT_NE(std::string(e.what()).find("1048576 bytes"), std::string::npos) << e.what();
    s.queries = 30;
    expectAgrees(*engine, makeProblem(s), "a smaller one");
}

TEST(Engine, MapsInBuffersOfTheirOwnWhenTogetherTooLarge) {
    gpu::DeviceChoice choice;
    choice.maxAllocation = 400000; // one map of 2 × 200 × 200 is 320000 bytes
    auto engine = gpu::makeOpenClEngine(choice);
    Sizes s;
    s.queries = 200;
    core::Problem p = makeProblem(s);
    p.config.mask.causal = true;
    expectAgrees(*engine, p, "split");
    p.config.scaling.mode = core::ScalingMode::Standardise;
    expectAgrees(*engine, p, "split, staged");
    s.queries = 230; // 423200 bytes
    const core::EngineError e = errorOf(*engine, makeProblem(s));
    EXPECT_EQ(e.code, Code::OutOfMemory);
    EXPECT_NE(std::string(e.what()).find("scores_raw"), std::string::npos) << e.what();
}

TEST(Engine, ResultsStayWhileOthersAreComputed) {
    core::Engine &engine = sharedEngine();
    Sizes s;
    s.queries = 20;
    std::vector<core::TracePtr> traces;
    std::vector<std::vector<float>> copies;
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
        s.seed = seed;
        traces.push_back(runPass(engine, makeProblem(s)));
        const auto values = (*traces.back())[Stage::Weights].values();
        copies.emplace_back(values.begin(), values.end());
    }
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const auto values = (*traces[i])[Stage::Weights].values();
        EXPECT_TRUE(std::equal(values.begin(), values.end(), copies[i].begin())) << i;
    }
}

TEST(Engine, ResultsOutliveTheEngine) {
    core::TracePtr trace;
    {
        const auto engine = gpu::makeOpenClEngine({});
        trace = runPass(*engine, problemT1());
    }
    expectValues((*trace)[Stage::Output],
                 {.802224f, .598888f, .248255f, .503490f, .598888f, .802224f, .503490f, .248255f,
                  .751745f, .751745f, .333333f, .333333f},
                 1e-6f, "output");
}

TEST(Engine, OnlyOneArrayChanges) {
    core::Engine &engine = sharedEngine();
    Sizes s;
    s.biases = true;
    s.keys = 6;
    core::Problem p = makeProblem(s);
    expectAgrees(engine, p, "first");
    for (core::Tensor core::Problem::*array :
         {&core::Problem::xEmbed, &core::Problem::xMemory, &core::Problem::wQ, &core::Problem::wK,
          &core::Problem::wV, &core::Problem::wO, &core::Problem::bQ, &core::Problem::bK,
          &core::Problem::bV, &core::Problem::bO}) {
        (p.*array).mutableData()[0] += 1.0f;
        expectAgrees(engine, p, "one number changed");
    }
    p.bQ = p.bO = {};
    expectAgrees(engine, p, "two biases fewer");
}

TEST(Engine, SlidersUpAndDown) {
    core::Engine &engine = sharedEngine();
    for (const std::size_t n : {4, 8, 100, 3, 64, 65, 1, 40}) {
        Sizes s;
        s.queries = n;
        s.dK = n;
        s.heads = n % 7 + 1;
        expectAgrees(engine, makeProblem(s), "n = " + std::to_string(n));
    }
}

TEST(Engine, TimingsWhenAskedFor) {
    core::RunOptions options;
    options.generation = 41;
    core::TracePtr t = runPass(sharedEngine(), problemT1(), options);
    EXPECT_TRUE(t->timings.empty());
    EXPECT_EQ(t->generation, 41u);
    EXPECT_EQ(t->engine, sharedEngine().info().device);
    options.timings = true;
    t = runPass(sharedEngine(), problemT1(), options);
    ASSERT_FALSE(t->timings.empty());
    for (const core::StageTiming &timing : t->timings)
        EXPECT_GE(timing.milliseconds, 0.0) << timing.name;
}

TEST(Engine, LoopsThatWouldBeBrokenOffAreRefused) {
    core::Engine &engine = sharedEngine(gpu::Flavour::Tiles);
    Sizes s;
    s.queries = 1200;
    s.heads = 1;
    s.dK = 70; // 84000 rounds to pack the keys
    if (!loopsAreLimited(engine)) {
        expectAgrees(engine, makeProblem(s), "no limit");
        return;
    }
    const core::EngineError e = errorOf(engine, makeProblem(s));
    EXPECT_EQ(e.code, Code::DeviceFailed);
    EXPECT_NE(std::string(e.what()).find("breaks off loops"), std::string::npos) << e.what();
}

TEST(Engine, StopsWhenItIsTold) {
    core::RunOptions options;
    std::stop_source source;
    source.request_stop();
    options.stop = source.get_token();
    EXPECT_THROW((void)runPass(sharedEngine(), problemT1(), options), core::EngineError);
}

} // namespace
} // namespace attnscope::test
