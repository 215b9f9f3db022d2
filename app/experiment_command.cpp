// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/offscreen.h"
#include "app/subcommands.h"
#include "core/attention.h"
#include "core/experiments/experiment_files.h"
#include "core/io/session_file.h"
#include "core/text_values.h"
#include "ui/export/figure_export.h"
#include "ui/theme.h"
#include "ui/views/experiment_figure.h"

#include <cstdio>
#include <filesystem>

namespace attnscope::app {

namespace {

void list() {
    for (const core::Choice &subject : core::experimentSubjects()) {
        bool titled = false;
        for (const core::Experiment &e : core::experiments()) {
            if (e.subject != subject.name)
                continue;
            if (!titled)
                std::printf("%s\n", subject.title.text().c_str());
            titled = true;
            std::printf("  %-22s %s\n", e.name.c_str(), e.question.text().c_str());
        }
    }
}

void describe(const core::Experiment &e) {
    std::printf("%s: %s\n%s\n\n%s\n", e.name.c_str(), e.title.text().c_str(),
                e.question.text().c_str(), e.look.text().c_str());
    if (!e.parameters.empty())
        std::printf("\nParameters (--set NAME=VALUE), with their defaults; seed=N too:\n");
    for (const core::Parameter &p : e.parameters) {
        std::string range;
        if (p.kind == core::Parameter::Kind::Choice)
            for (const core::Choice &c : p.choices)
                range += (range.empty() ? "" : ", ") + c.name;
        else if (p.greatest > p.least)
            range = core::formatNumber(p.least) + " to " + core::formatNumber(p.greatest);
        std::printf("  %-34s %s%s%s\n", (p.name + "=" + p.fallback).c_str(), p.title.text().c_str(),
                    range.empty() ? "" : ": ", range.c_str());
    }
}

/// A share that is done, on a terminal.
class ShareShown {
public:
    explicit ShareShown(bool quiet) : m_progress(quiet, kSteps + 1) {}
    void operator()(double share) {
        for (const int now = static_cast<int>(share * kSteps); m_done < now; ++m_done)
            m_progress.step("percent");
    }

private:
    static constexpr int kSteps = 100;
    Progress m_progress;
    int m_done = 0;
};

enum class Written { Nothing, Csv, Json, Picture };

Written formatOf(const std::string &output) {
    if (output.empty())
        return Written::Nothing;
    const std::string ending = std::filesystem::path(output).extension().string();
    if (ending == ".csv")
        return Written::Csv;
    if (ending == ".json")
        return Written::Json;
    if (ui::pictureFormatForFile(QString::fromStdString(output)))
        return Written::Picture;
    throw core::UsageError("'" + output +
                           "' ends in none of .csv, .json, .png, .svg and .pdf, which say what to "
                           "write");
}

const core::Experiment &chosen(const std::string &name) {
    if (const core::Experiment *e = core::experimentByName(name))
        return *e;
    std::vector<std::string> names;
    for (const core::Experiment &e : core::experiments())
        names.push_back(e.name);
    throw core::UsageError("there is no experiment '" + core::oneLine(name, 200) +
                           "'; did you mean " + core::nearestName(name, names) +
                           "? attnscope experiment lists them");
}

std::string picture(const Options &o, const core::Experiment &e, const core::ParameterValues &v,
                    std::uint64_t seed, const core::ExperimentResult &result) {
    const OffscreenApplication application;
    ui::ExportOptions x;
    x.size = QSize(o.width, o.height);
    x.dpi = o.dpi;
    const ui::Figure figure = ui::experimentFigure(
        e, v, seed, result, o.dark ? ui::Palette::darkPalette() : ui::Palette::light());
    return ui::renderPicture(figure, *ui::pictureFormatForFile(QString::fromStdString(o.output)), x)
        .toStdString();
}

const char *wordsOf(core::ExperimentVerdict::Kind kind) {
    return kind == core::ExperimentVerdict::Kind::Holds         ? "holds"
           : kind == core::ExperimentVerdict::Kind::DoesNotHold ? "does not hold"
                                                                : "undecided";
}

} // namespace

int runExperimentCommand(const Options &options) {
    if (options.experiment.empty()) {
        if (!options.settings.empty() || !options.output.empty())
            throw core::UsageError("which experiment? attnscope experiment lists them, attnscope "
                                   "experiment NAME runs one");
        list();
        return kDone;
    }
    const std::stop_token interrupted = interruptToken();
    const core::Experiment &e = chosen(options.experiment);
    if (options.describe) {
        describe(e);
        return kDone;
    }
    const Written format = formatOf(options.output);
    core::ParameterValues values(e.parameters);
    core::ExperimentRun run;
    for (const auto &[key, value] : options.settings) {
        if (key == "seed" || key == "init.seed") {
            core::Session session;
            core::applySetting(session, "init.seed", value);
            run.seed = session.seed;
        } else {
            values.set(key, value);
        }
    }
    CommandEngine engine(options);
    run.pass = [&](const std::shared_ptr<const core::Problem> &p, const core::RunOptions &o) {
        return engine.run(p, o);
    };
    run.stop = interrupted;
    core::ExperimentResult result;
    try {
        ShareShown shown(options.quiet);
        run.progress = [&](double share) { shown(share); };
        result = core::runExperiment(e, values, run);
    } catch (const core::StoppedError &) {
        return kInterrupted;
    }
    std::string bytes;
    if (format == Written::Csv)
        bytes = core::resultAsCsv(result);
    else if (format == Written::Json)
        bytes = core::resultAsJson(e, values, run.seed, engine.info().device, result);
    else if (format == Written::Picture)
        bytes = picture(options, e, values, run.seed, result);
    if (interrupted.stop_requested())
        return kInterrupted;
    if (format != Written::Nothing)
        core::writeFileAtomically(options.output, bytes);
    std::printf("%s\n%s\n%s: %s\n", e.question.text().c_str(), core::resultAsText(result).c_str(),
                wordsOf(result.verdict.kind), result.verdict.sentence.text().c_str());
    return kDone;
}

} // namespace attnscope::app
