// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare.h"
#include "core/reference_engine.h"
#include "gpu/opencl_engine.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>

namespace attnscope::test {

/// The engine that all tests of this process share: opening one takes longer than a test.
core::Engine &sharedEngine(gpu::Flavour flavour = gpu::Flavour::Auto);

/// Whether that device breaks off long loops, so that large sizes are refused (Mesa's llvmpipe).
bool loopsAreLimited(const core::Engine &engine);

/// By how much a norm of the concat enlarges the rounding of what it is given: the largest number
/// of a group over √(variance + ε), 1 without a norm. The last bit of the concat, 6e-8 of it, shows
/// so much larger in what goes back through the norm, however that is computed.
double enlargement(const core::Problem &problem, const core::DoubleTensor &concat);

/// Numbers from a seed, the same on every machine (uniform in −1.7 … 1.7, deviation about 1).
core::Tensor numbers(const core::Shape &shape, std::uint32_t seed, float factor = 1.0f);

/// What a test sets; the arrays follow.
struct Sizes {
    std::size_t batch = 1, queries = 5, keys = 0, model = 8, heads = 2, dK = 4, dV = 4;
    bool biases = false;
    std::size_t memoryWidth = 0; ///< 0: as the model
    std::uint32_t seed = 1;
};
/// keys = 0: self-attention.
core::Problem makeProblem(const Sizes &sizes);

/// T1 of the reports: two heads of two columns, identity weights, three positions.
core::Problem problemT1();

/// Runs both engines and expects every stage within the tolerance of mathematics.md §10.
void expectAgrees(core::Engine &engine, const core::Problem &problem, const std::string &what,
                  const core::StageSet &keep = core::StageSet::all());

/// Expects the values of a stage, one by one.
void expectValues(const core::Tensor &got, const std::vector<float> &expected, float tolerance,
                  const std::string &what);

core::TracePtr runPass(core::Engine &engine, const core::Problem &problem,
                       const core::RunOptions &options = {});

} // namespace attnscope::test
