// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/claim_trial.h"
#include "core/trace.h"

#include <string>
#include <vector>

namespace attnscope::core::claims {

using Words = std::vector<std::string>;

/// What is read: of a session that was computed. Empty when it does not exist. \throws UsageError
/// for words that mean nothing.
[[nodiscard]] std::vector<double> readTrace(const Words &words, const Session &session,
                                            const Trace &trace, const ExperimentRun &run);
/// What is read of two. Empty when their shapes differ.
[[nodiscard]] std::vector<double> readDifference(const Words &words, const Trace &a,
                                                 const Trace &b);
[[nodiscard]] bool readsDifference(const Words &words);
/// Whether such words mean something. \throws UsageError
void checkTraceWords(const Words &words);

/// The same of an account of `settings`.
using Settings = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] std::vector<double> readAccount(const Words &words, const Settings &settings);

/// The same of the faults, on the worked inputs (`worked-head`) or three sequences of such.
[[nodiscard]] std::vector<double> readFaults(const Words &words, const std::string &inputs);

/// Position of a whole number among words. \throws UsageError when it is not there or none.
[[nodiscard]] std::size_t indexOf(const Words &words, std::size_t at);
[[noreturn]] void notUnderstood(const Words &words);

} // namespace attnscope::core::claims
