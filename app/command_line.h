// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::app {

/// Exit status of the program (files-and-commands.md §3).
enum ExitStatus : int {
    kDone = 0,
    kInputRefused = 1,
    kWrongUsage = 2,
    kNoEngine = 3,
    kNotWritten = 4,
    kInterrupted = 130
};

enum class Command {
    Window,
    Trace,
    Render,
    Diagnose,
    Experiment,
    Devices,
    ProbeDevices,
    Selftest,
    Bench
};

/// What the user asked for. Values are as typed where their meaning depends on the session.
struct Options {
    Command command = Command::Window;
    std::string file; ///< session, empty = the first example
    std::vector<std::pair<std::string, std::string>> settings; ///< --set KEY=VALUE, in order
    std::vector<std::pair<std::string, std::string>> imports;  ///< --import NAME=WHAT, in order
    std::string output;                                        ///< -o

    enum class EngineKind { Automatic, OpenCl, Reference };
    EngineKind engine = EngineKind::Automatic;
    std::optional<int> device;

    std::string part; ///< render heads: what of them; empty = as the session says
    /// render: stages, saturation, masks, positions, heads, gradients
    std::string view;
    std::optional<std::string> stage; ///< empty = the session's, which is weights unless it says
    std::optional<std::string> head;  ///< "all" or a number; empty = the session's
    std::string colourMap;            ///< empty = by the stage
    std::optional<std::pair<double, double>> range; ///< --range LO:HI
    bool rangeAuto = false;                         ///< --range auto
    int width = 1200, height = 900;
    int dpi = 96;
    bool dark = false;
    std::string language; ///< window: "en", "zh_CN"; empty = the system's

    std::string experiment; ///< experiment: its name; empty = list them
    bool describe = false;  ///< experiment: say what it is and what can be set

    bool json = false;
    bool quiet = false;
    bool rescan = false; ///< devices: probe every driver again
};

/// What parsing came to: options to run with, or a text and an exit status to leave with.
struct ParsedCommandLine {
    std::optional<Options> options;
    std::string text;
    int exitStatus = kDone;
    bool toStdout = true; ///< --help and --version are results; a complaint goes to stderr
};

/// argv → options. Pure: touches neither files nor the screen.
[[nodiscard]] ParsedCommandLine parseCommandLine(int argc, const char *const *argv);

} // namespace attnscope::app
