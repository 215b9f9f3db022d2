// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Child processes whose output is read, and that are killed when they take too long.

namespace attnscope::gpu {

struct ChildProcess {
    int pid = -1;    ///< −1: could not be started
    int output = -1; ///< descriptor of its standard output
    std::string error;
};

struct ChildResult {
    std::string output;
    bool exited = false; ///< by itself, with status 0
    std::string ending;  ///< for people: "aborted (signal 6, Aborted)", "did not answer in 10 s"
};

/// Starts `program` with the given arguments, its environment changed by `set`.
[[nodiscard]] ChildProcess startChild(const std::filesystem::path &program,
                                      const std::vector<std::string> &arguments,
                                      const std::vector<std::pair<std::string, std::string>> &set);

/// Reads until all have closed their output and ended, or the time is up or `stop` is set; the late
/// ones are killed.
[[nodiscard]] std::vector<ChildResult> waitForChildren(std::vector<ChildProcess> &children,
                                                       std::chrono::milliseconds timeout,
                                                       const std::stop_token &stop = {});

} // namespace attnscope::gpu
