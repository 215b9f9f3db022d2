// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenCL engine against float64 autograd of PyTorch (tests/data/oracle), on every driver that
// runs here and under oclgrind.
#include "tests/support/oracle.h"

#include "gpu/opencl_engine.h"

namespace attnscope::test {
namespace {

std::vector<OracleCase> cases() {
    return oracleCases(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle");
}

core::TracePtr traceOf(core::Engine &engine, const OracleCase &c, bool gradients) {
    core::RunOptions options;
    options.gradients = gradients;
    return engine.run(
        std::make_shared<const core::Problem>(core::makeProblem(core::readSession(c.session))),
        options);
}

TEST(OracleWatched, EveryForwardArrayAgrees) {
    ASSERT_GE(cases().size(), 26U);
    const auto engine = gpu::makeOpenClEngine();
    for (const OracleCase &c : cases())
        expectOracle(c, *traceOf(*engine, c, false));
}

TEST(OracleGradients, EveryGradientAgrees) {
    const auto engine = gpu::makeOpenClEngine();
    std::size_t arrays = 0;
    for (const OracleCase &c : cases())
        arrays += expectOracleGradients(c, *traceOf(*engine, c, true));
    EXPECT_GT(arrays, 350U);
}

// The simulator takes its time over the products: a few cases that between them have a mask, a
// batch, a norm and cross-attention.
TEST(GradientsWatched, AFewAgree) {
    const auto engine = gpu::makeOpenClEngine();
    for (const OracleCase &c : cases())
        if (c.name == "T1" || c.name == "s1003" || c.name == "s1006")
            EXPECT_GT(expectOracleGradients(c, *traceOf(*engine, c, true)), 10U) << c.name;
}

} // namespace
} // namespace attnscope::test
