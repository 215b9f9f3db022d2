// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"

#include "app/messages.h"
#include "core/reference_engine.h"
#include "gpu/device_list.h"
#include "gpu/opencl_engine.h"

namespace attnscope::app {

using Code = core::EngineError::Code;

void prepareDrivers() { gpu::useGoodDrivers(gpu::probeDevices()); }

CommandEngine::CommandEngine(const Options &options)
    : m_insist(options.engine == Options::EngineKind::OpenCl || options.device.has_value()),
      m_quiet(options.quiet) {
    if (options.engine == Options::EngineKind::Reference) {
        m_engine = std::make_unique<core::ReferenceEngine>();
        return;
    }
    try {
        const gpu::ProbeReport report = gpu::probeDevices();
        gpu::useGoodDrivers(report);
        if (report.devices.empty())
            throw core::EngineError(Code::NoDevice, {},
                                    report.note.empty() ? "no OpenCL platform" : report.note);
        m_engine = gpu::makeOpenClEngine(gpu::chooseDevice(report, options.device));
    } catch (const core::EngineError &e) {
        if (m_insist)
            throw;
        fallBack(e.what());
    }
}

void CommandEngine::fallBack(const std::string &reason) {
    note(m_quiet, "OpenCL device unavailable (" + reason + "); the reference engine computes");
    m_engine = std::make_unique<core::ReferenceEngine>();
}

core::TracePtr CommandEngine::run(const std::shared_ptr<const core::Problem> &problem,
                                  core::RunOptions options) {
    try {
        return m_engine->run(problem, options);
    } catch (const core::EngineError &e) {
        const bool device =
            e.code == Code::DeviceFailed || e.code == Code::BuildFailed || e.code == Code::NoDevice;
        if (!device || m_insist || m_engine->info().kind == "reference")
            throw;
        fallBack(e.what());
        return m_engine->run(problem, options);
    }
}

ExitStatus exitStatus(const core::EngineError &error) {
    switch (error.code) {
    case Code::InvalidProblem:
        return kInputRefused;
    case Code::Stopped:
        return kInterrupted;
    default:
        return kNoEngine;
    }
}

} // namespace attnscope::app
