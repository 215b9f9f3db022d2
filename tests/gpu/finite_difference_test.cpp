// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients that the device computes against finite differences of the double-precision pass:
// no formula of the backward pass is asked on the way.
#include "core/finite_difference.h"
#include "tests/gpu/engine_support.h"
#include "tests/support/random_problem.h"

#include <algorithm>
#include <cmath>

namespace attnscope::test {
namespace {

using namespace core;

class FiniteDifferences : public testing::TestWithParam<gpu::Flavour> {};

bool allFinite(const DoubleTensor &a) {
    return std::all_of(a.values().begin(), a.values().end(),
                       [](double v) { return std::isfinite(v); });
}

TEST_P(FiniteDifferences, AgreeWithEveryGradientOfRandomProblems) {
    Engine &engine = sharedEngine(GetParam());
    std::mt19937 r(57);
    std::set<Gradient> seen;
    SeenOptions options;
    std::size_t checked = 0;
    const int rounds = loopsAreLimited(engine) ? 250 : 500;
    for (int round = 0; round < rounds && !HasFailure(); ++round) {
        Problem p = randomProblem(r);
        const Upstream upstreams[] = {Upstream::Ones, Upstream::Output, Upstream::Given};
        p.config.upstream = upstreams[r() % 3];
        const ReferenceTrace t = referencePass(shared(p));
        // −1e9 added to a score leaves it no digits: in fp32 for good.
        if (p.config.mask.application == MaskApplication::AddToScores &&
            p.config.mask.fill == -1e9 && !t.emptyRows.empty())
            continue;
        if (!allFinite(t[Stage::Output]))
            continue; // a row without keys was left undefined: there is no slope
        options.add(t);
        const TracePtr got = runPass(engine, p);
        const double more = std::max(1.0, enlargement(p, t[Stage::Concat]) / 50.0);
        for (const GradientInfo &info : gradientTable()) {
            if (!t[info.gradient].present())
                continue;
            const Tensor &gradient = (*got)[info.gradient];
            ASSERT_TRUE(gradient.present()) << info.name;
            double largest = 0.0;
            for (const float v : gradient.values())
                largest = std::max(largest, std::abs(static_cast<double>(v)));
            const std::size_t cell = r() % gradient.size();
            // 1e-7 + 1e-5: what a difference of two passes can tell, as in double.
            EXPECT_NEAR(static_cast<double>(gradient.data()[cell]),
                        finiteDifference(t, info.gradient, cell).numeric,
                        more * (2e-6 + 2e-5 * largest) + 1e-7 + 1e-5 * largest)
                << "round " << round << ", " << info.name << "[" << cell << "]";
            seen.insert(info.gradient);
            ++checked;
        }
    }
    EXPECT_EQ(seen.size(), kGradientCount) << "every gradient is among them";
    EXPECT_GT(checked, loopsAreLimited(engine) ? 3000U : 6000U);
    options.expectAll();
}

INSTANTIATE_TEST_SUITE_P(Device, FiniteDifferences,
                         testing::Values(gpu::Flavour::Tiles, gpu::Flavour::Groups),
                         [](const auto &i) {
                             return i.param == gpu::Flavour::Tiles ? "Tiles" : "Groups";
                         });

} // namespace
} // namespace attnscope::test
