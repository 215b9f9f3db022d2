// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"
#include "app/engines.h"
#include "app/messages.h"
#include "app/subcommands.h"
#include "core/engine.h"
#include "core/io/file_error.h"
#include "core/session.h"

#include <cstdio>
#include <new>

namespace {

using namespace attnscope;

int run(const app::Options &options, int argc, char **argv) {
    switch (options.command) {
    case app::Command::Window:
        return app::runWindow(options, argc, argv);
    case app::Command::Trace:
        return app::runTrace(options);
    case app::Command::Render:
        return app::runRender(options);
    case app::Command::Diagnose:
        return app::runDiagnose(options);
    case app::Command::Experiment:
        return app::runExperimentCommand(options);
    case app::Command::Devices:
        return app::runDevices(options);
    case app::Command::ProbeDevices:
        return app::runProbeDevices(options);
    case app::Command::Selftest:
        return app::runSelftest(options);
    case app::Command::Bench:
        return app::runBench(options);
    }
    return app::kWrongUsage;
}

/// A result that could not be written (a full disk behind a redirection) is no success.
int flushed(int status) {
    const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!failed || status != app::kDone)
        return status;
    app::complain("the result could not be written to the standard output");
    return app::kNotWritten;
}

} // namespace

int main(int argc, char **argv) {
    const app::ParsedCommandLine parsed = app::parseCommandLine(argc, argv);
    if (!parsed.options) {
        std::fputs(parsed.text.c_str(), parsed.toStdout ? stdout : stderr);
        return flushed(parsed.exitStatus);
    }
    try {
        return flushed(run(*parsed.options, argc, argv));
    } catch (const core::UsageError &e) {
        app::complain(e.what());
        return app::kWrongUsage;
    } catch (const core::InputError &e) {
        app::complain(e.what());
        return app::kInputRefused;
    } catch (const core::FileError &e) {
        app::complain(e.what());
        return e.kind == core::FileError::Kind::Unwritable ? app::kNotWritten : app::kInputRefused;
    } catch (const core::EngineError &e) {
        if (e.code != core::EngineError::Code::Stopped)
            app::complain(e.log.empty() ? std::string(e.what())
                                        : std::string(e.what()) + "\n" + e.log);
        return app::exitStatus(e);
    } catch (const std::bad_alloc &) {
        app::complain("not enough memory: use a shorter text, fewer heads or a smaller batch");
        return app::kNoEngine;
    } catch (const std::exception &e) {
        app::complain(e.what());
        return app::kNoEngine;
    }
}
