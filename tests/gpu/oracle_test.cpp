// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenCL engine against float64 autograd of PyTorch (tests/data/oracle), on every driver that
// runs here and under oclgrind.
#include "tests/support/oracle.h"

#include "gpu/opencl_engine.h"

namespace attnscope::test {
namespace {

TEST(OracleWatched, EveryArrayAgrees) {
    const auto cases = oracleCases(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle");
    ASSERT_GE(cases.size(), 26U);
    const auto engine = gpu::makeOpenClEngine();
    for (const OracleCase &c : cases) {
        const auto session = core::readSession(c.session);
        const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));
        const core::TracePtr got = engine->run(problem, {});
        expectOracle(c, *got);
        (void)expectOracleGradients(c, *got);
    }
}

} // namespace
} // namespace attnscope::test
