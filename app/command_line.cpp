// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/version.h"

#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace attnscope::app {

namespace {

/// Refuses what a long picture would take; 16384² pixels are 1 GiB.
constexpr int kLargestSide = 16384;

std::optional<double> plainNumber(std::string_view text) {
    double value = 0.0; // from_chars reads the same text in every locale
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::pair<std::string, std::string> keyAndValue(const char *option, const std::string &text,
                                                const char *form) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw CLI::ValidationError(option, "'" + text + "' is not " + form);
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::pair<double, double> lowAndHigh(const std::string &text) {
    const auto colon = text.find(':');
    if (colon != std::string::npos) {
        const auto lo = plainNumber(std::string_view(text).substr(0, colon));
        const auto hi = plainNumber(std::string_view(text).substr(colon + 1));
        if (lo && hi && *lo < *hi)
            return {*lo, *hi};
    }
    throw CLI::ValidationError("--range", "'" + text +
                                              "' is neither auto nor LO:HI with LO < HI, for "
                                              "example 0:1");
}

std::pair<int, int> widthAndHeight(const std::string &text) {
    const auto x = text.find('x');
    if (x != std::string::npos) {
        const auto w = plainNumber(std::string_view(text).substr(0, x));
        const auto h = plainNumber(std::string_view(text).substr(x + 1));
        if (w && h && *w >= 16 && *h >= 16 && *w <= kLargestSide && *h <= kLargestSide &&
            std::floor(*w) == *w && std::floor(*h) == *h)
            return {static_cast<int>(*w), static_cast<int>(*h)};
    }
    throw CLI::ValidationError(
        "--size", "'" + text + "' is not WxH in pixels, 16x16 to " + std::to_string(kLargestSide) +
                      "x" + std::to_string(kLargestSide) + ", for example 1200x900");
}

class Parser {
public:
    Parser()
        : m_app("Attnscope opens multi-head attention on a desk: every number of every stage, "
                "computed, shown and exported.\nWithout a command it opens the window, with "
                "FILE if there is one.",
                "attnscope") {
        m_app.set_version_flag("--version", std::string("attnscope ") + kVersion);
        m_app.add_option("FILE", m_o.file, "session to open: .attn, .npz or .json");
        m_app.add_option("--language", m_o.language, "language of the window: en or zh_CN")
            ->check(CLI::IsMember({"en", "zh_CN"}));
        m_app.add_flag("-q,--quiet", m_o.quiet, "say nothing but errors");
        m_app.require_subcommand(0, 1);
        m_app.footer("Commands never need a display. attnscope COMMAND --help says more.\n"
                     "Exit status: 0 done, 1 input refused, 2 wrong usage, 3 no engine could run "
                     "it, 4 output not written.");
        addTrace();
        addRender();
        addDiagnose();
        addExperiment();
        addDevices();
        addSelftest();
        addBench();
    }

    ParsedCommandLine parse(int argc, const char *const *argv) {
        try {
            m_app.parse(argc, argv);
            finish();
            return {std::move(m_o), {}, kDone, true};
        } catch (const CLI::CallForHelp &) {
            return {std::nullopt, active().help("", CLI::AppFormatMode::Normal), kDone, true};
        } catch (const CLI::CallForVersion &) {
            return {std::nullopt, std::string("attnscope ") + kVersion + "\n", kDone, true};
        } catch (const CLI::Error &e) {
            return {std::nullopt,
                    std::string("attnscope: ") + e.what() + " (attnscope --help shows the usage)\n",
                    kWrongUsage, false};
        }
    }

private:
    CLI::App *command(const char *name, const char *what, Command command) {
        CLI::App *sub = m_app.add_subcommand(name, what);
        sub->callback([this, command] { m_o.command = command; });
        sub->add_flag("-q,--quiet", m_o.quiet, "say nothing but errors");
        sub->set_version_flag("--version", std::string("attnscope ") + kVersion);
        return sub;
    }
    void addSession(CLI::App *sub) {
        sub->add_option("FILE", m_o.file,
                        "session: .attn, .npz or .json; or arrays of another program: "
                        ".safetensors, .npz, .npy, .csv, .tsv; without it, the first example");
        sub->add_option("--set", m_sets,
                        "KEY=VALUE: a setting, for example heads=4, d_k=64, mask.causal=true, "
                        "positional.base=1000, text='a b c', init.seed=7; may be repeated")
            ->allow_extra_args(false);
        sub->add_option("--import", m_imports,
                        "NAME=WHAT: what the names in a file of another program do not tell. NAME "
                        "is an array of the file, or all; WHAT is in,out or out,in (PyTorch) for "
                        "a weight, H,L,d or L,H,d for heads, visible, hidden or added for a mask, "
                        "or the array it becomes (W_Q, X_embed, mask_keep, nothing). layer=NAME "
                        "chooses a layer; may be repeated")
            ->allow_extra_args(false);
        addEngine(sub);
    }
    void addEngine(CLI::App *sub) {
        sub->add_option("--engine", m_engine,
                        "opencl or reference; without it, opencl where it works")
            ->check(CLI::IsMember({"opencl", "reference"}));
        addDevice(sub);
    }
    void addDevice(CLI::App *sub) {
        // CLI11's own check would spell out the 309 digits of the largest number.
        sub->add_option("--device", m_o.device, "OpenCL device, as numbered by attnscope devices")
            ->check(
                [](const std::string &text) {
                    const auto n = plainNumber(text);
                    return n && *n >= 0 && *n <= std::numeric_limits<int>::max() &&
                                   std::floor(*n) == *n
                               ? std::string()
                               : "'" + text +
                                     "' is no number of a device: attnscope devices lists them";
                },
                "NUMBER");
    }

    void addTrace() {
        CLI::App *sub =
            command("trace", "compute every stage and write it as trace.npz", Command::Trace);
        addSession(sub);
        sub->add_option("-o,--output", m_o.output, "the .npz to write")->required();
    }
    void addRender() {
        CLI::App *sub = command("render", "draw a view as PNG, SVG or PDF", Command::Render);
        sub->add_option("VIEW", m_o.view,
                        "stages, saturation, masks, positions, heads or gradients")
            ->required()
            ->check(CLI::IsMember(
                {"stages", "saturation", "masks", "positions", "heads", "gradients"}));
        addSession(sub);
        sub->add_option(
            "--stage", m_o.stage,
            "stage to draw, or all with {stage} in the name; of the gradients that of a "
            "stage, or of a weight: W_Q");
        sub->add_option("--part", m_o.part,
                        "what of the heads: overview, measures, similarity, position_bias, "
                        "distances, singular_values, pca or ablation")
            ->check(CLI::IsMember({"overview", "measures", "similarity", "position_bias",
                                   "distances", "singular_values", "pca", "ablation"}));
        sub->add_option("--head", m_o.head, "all, or the number of one head");
        sub->add_option("--colormap", m_o.colourMap,
                        "viridis, cividis, grey, blue_red or purple_green")
            ->check(CLI::IsMember({"viridis", "cividis", "grey", "blue_red", "purple_green"}));
        sub->add_option("--range", m_range, "ends of the colour bar: auto or LO:HI");
        sub->add_option("--size", m_size, "WxH in pixels (default 1200x900)");
        sub->add_option("--dpi", m_o.dpi, "resolution noted in the file (default 96)")
            ->check(CLI::Range(10, 2400));
        sub->add_flag("--dark", m_o.dark, "light text on a dark ground");
        sub->add_option("-o,--output", m_o.output,
                        "the .png, .svg or .pdf to write; {head}, {stage} and {batch} in the name "
                        "write one picture each")
            ->required();
    }
    void addDiagnose() {
        CLI::App *sub =
            command("diagnose", "measure every head and check the whole pass", Command::Diagnose);
        addSession(sub);
        sub->add_flag("--json", m_o.json, "as JSON");
    }
    void addExperiment() {
        CLI::App *sub =
            command("experiment", "list the experiments, or run one", Command::Experiment);
        sub->add_option("NAME", m_o.experiment, "which one; without it, they are listed");
        sub->add_option("--set", m_sets,
                        "NAME=VALUE: a parameter, for example d_k=4,16,64 or seeds=50, and seed=7; "
                        "may be repeated")
            ->allow_extra_args(false);
        sub->add_flag("--describe", m_o.describe, "say what it asks and what can be set");
        sub->add_option("--size", m_size, "WxH of a picture in pixels (default 1200x900)");
        sub->add_option("--dpi", m_o.dpi, "resolution noted in a picture (default 96)")
            ->check(CLI::Range(10, 2400));
        sub->add_flag("--dark", m_o.dark, "a picture with light text on a dark ground");
        sub->add_option("-o,--output", m_o.output,
                        "the .csv or .json to write, or the .png, .svg or .pdf of the plot");
        addEngine(sub);
    }
    void addDevices() {
        CLI::App *sub =
            command("devices", "list OpenCL devices, and why one cannot be used", Command::Devices);
        sub->add_flag("--json", m_o.json, "as JSON");
        // How the program looks at one driver in a child process, where a crash costs nothing.
        sub->add_flag("--probe", m_probe)->group("");
        sub->add_flag("--rescan", m_o.rescan, "probe every driver again");
    }
    void addSelftest() {
        CLI::App *sub = command("selftest", "compare every stage on a device with the reference",
                                Command::Selftest);
        addDevice(sub);
    }
    void addBench() {
        CLI::App *sub = command("bench", "time every stage at standard sizes", Command::Bench);
        sub->add_flag("--json", m_o.json, "as JSON");
        addEngine(sub);
    }

    const CLI::App &active() const {
        const auto chosen = m_app.get_subcommands();
        return chosen.empty() ? m_app : *chosen.front();
    }

    void finish() {
        for (const std::string &text : m_sets)
            m_o.settings.push_back(keyAndValue("--set", text, "KEY=VALUE, for example heads=4"));
        for (const std::string &text : m_imports)
            m_o.imports.push_back(
                keyAndValue("--import", text, "NAME=WHAT, for example W_Q=out,in"));
        if (!m_engine.empty())
            m_o.engine =
                m_engine == "opencl" ? Options::EngineKind::OpenCl : Options::EngineKind::Reference;
        m_o.rangeAuto = m_range == "auto";
        if (!m_range.empty() && !m_o.rangeAuto)
            m_o.range = lowAndHigh(m_range);
        if (!m_size.empty())
            std::tie(m_o.width, m_o.height) = widthAndHeight(m_size);
        if (m_probe)
            m_o.command = Command::ProbeDevices;
    }

    Options m_o;
    std::vector<std::string> m_sets, m_imports;
    bool m_probe = false;
    std::string m_engine, m_range, m_size;
    CLI::App m_app;
};

} // namespace

ParsedCommandLine parseCommandLine(int argc, const char *const *argv) {
    return Parser().parse(argc, argv);
}

} // namespace attnscope::app
