// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/bench_private.h"

namespace attnscope::core::lab {

/// Parameters that the mask experiments share: inputs, keys, fill.
[[nodiscard]] std::vector<Parameter> maskParameters(bool withFill = true);
/// One sequence: the worked example, drawn ones, or scores of 0 throughout.
[[nodiscard]] HeadInputs maskInputs(const ParameterValues &values, const ExperimentRun &run);
[[nodiscard]] double fillOf(const ParameterValues &values);
/// 1 where j ≤ i + offset. [L,S]
[[nodiscard]] BoolTensor causalKeep(std::size_t L, std::size_t S, int offset = 0);
/// One head under that mask. [L,S]
[[nodiscard]] Session keptSession(const HeadInputs &inputs, BoolTensor keep,
                                  MaskApplication application = MaskApplication::FillScores);
/// Columns p0, p1 … of one row of weights, and its cells.
[[nodiscard]] std::vector<ExperimentColumn> weightColumns(std::size_t keys,
                                                          const std::string &letter = "p");
void addWeights(std::vector<ExperimentCell> &cells, std::span<const float> row);

} // namespace attnscope::core::lab
