// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"

namespace attnscope::app {

/// One function a subcommand, each in a file of its own. Answers the exit status; errors are thrown
/// and told by main().
[[nodiscard]] int runTrace(const Options &options);
[[nodiscard]] int runRender(const Options &options);
[[nodiscard]] int runDiagnose(const Options &options);
[[nodiscard]] int runExperimentCommand(const Options &options);
[[nodiscard]] int runDevices(const Options &options);
[[nodiscard]] int runProbeDevices(const Options &options);
[[nodiscard]] int runSelftest(const Options &options);
[[nodiscard]] int runBench(const Options &options);
[[nodiscard]] int runWindow(const Options &options, int argc, char **argv);

} // namespace attnscope::app
