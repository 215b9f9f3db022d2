// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

#include <string>

namespace attnscope::core {

/// The table as CSV (RFC 4180), a header line first. A cell that holds nothing is empty.
[[nodiscard]] std::string resultAsCsv(const ExperimentResult &result);
/// Everything as JSON: name, parameters, seed, engine, table, plots, maps, verdict. What does not
/// exist is null; ±∞ are the texts "inf" and "-inf".
[[nodiscard]] std::string resultAsJson(const Experiment &experiment, const ParameterValues &values,
                                       std::uint64_t seed, const std::string &engine,
                                       const ExperimentResult &result);
/// The table for a terminal, columns aligned.
[[nodiscard]] std::string resultAsText(const ExperimentResult &result);

} // namespace attnscope::core
