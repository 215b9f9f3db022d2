// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/engine.h"

#include <memory>
#include <string>

namespace attnscope::app {

/// Probes the drivers in child processes and lets this process load the good ones only. To be
/// called once, before the first device is opened and before other threads start.
void prepareDrivers();

/// The engine of one command: the device that was asked for, or the best one; the reference where
/// no device works and none was insisted on.
class CommandEngine {
public:
    /// \throws core::EngineError (NoDevice, BuildFailed) when `--engine opencl` or `--device` was
    ///         given and cannot be had.
    explicit CommandEngine(const Options &options);

    /// Falls back as the constructor does when the device fails mid-way.
    /// \throws core::EngineError
    [[nodiscard]] core::TracePtr run(const std::shared_ptr<const core::Problem> &problem,
                                     core::RunOptions options);
    [[nodiscard]] core::EngineInfo info() const { return m_engine->info(); }

private:
    void fallBack(const std::string &reason);

    std::unique_ptr<core::Engine> m_engine;
    bool m_insist = false;
    bool m_quiet = false;
};

/// Status for an engine's error: a refused problem is the input's fault, the rest the engine's.
[[nodiscard]] ExitStatus exitStatus(const core::EngineError &error);

} // namespace attnscope::app
