// SPDX-License-Identifier: GPL-3.0-or-later
// The reference engine against float64 autograd of PyTorch (tests/data/oracle).
#include "core/reference_engine.h"
#include "tests/support/oracle.h"

namespace attnscope::test {
namespace {

TEST(Oracle, TheReferenceAgreesOnEveryForwardArray) {
    const auto cases = oracleCases(std::string(ATTNSCOPE_TESTS_DIR) + "/data/oracle");
    ASSERT_GE(cases.size(), 26U);
    core::ReferenceEngine engine;
    for (const OracleCase &c : cases) {
        const auto session = core::readSession(c.session);
        const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));
        expectOracle(c, *engine.run(problem, {}));
    }
}

} // namespace
} // namespace attnscope::test
