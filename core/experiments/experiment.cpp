// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment.h"

#include "core/attention.h"
#include "core/experiments/list_private.h"

#include <stdexcept>

namespace attnscope::core {

namespace {

void require(bool whole, const Experiment &experiment, const char *what) {
    if (!whole)
        throw std::logic_error("experiment " + experiment.name + ": " + what);
}

} // namespace

std::span<const Experiment> experiments() {
    static const std::vector<Experiment> all = {
#define ATTNSCOPE_MAKE(function) lab::function(),
        ATTNSCOPE_EXPERIMENTS(ATTNSCOPE_MAKE)
#undef ATTNSCOPE_MAKE
    };
    return all;
}

const Experiment *experimentByName(std::string_view name) {
    for (const Experiment &e : experiments())
        if (e.name == name)
            return &e;
    return nullptr;
}

std::span<const Choice> experimentSubjects() {
    static const std::vector<Choice> all = {
        {"scaling", "Scaling and saturation"},
        {"masks", "Masks"},
        {"positions", "Positions"},
        {"weights", "Initialisers and biases"},
        {"heads", "Heads"},
        {"layouts", "Layouts of arrays"},
        {"cost", "Cost and other architectures"},
        {"intuition", "Intuition"},
    };
    return all;
}

ExperimentResult runExperiment(const Experiment &experiment, const ParameterValues &values,
                               const ExperimentRun &run) {
    ExperimentResult r = experiment.run(values, run);
    if (run.stop.stop_requested())
        throw StoppedError();
    require(!r.verdict.sentence.empty(), experiment, "no verdict");
    for (const auto &row : r.table.rows)
        require(row.size() == r.table.columns.size(), experiment, "a row of another length");
    for (const ExperimentPlot &p : r.plots)
        for (const ExperimentSeries &s : p.series)
            require(s.x.size() == s.y.size() && s.lower.size() == s.upper.size() &&
                        (s.lower.empty() || s.lower.size() == s.x.size()),
                    experiment, "a series of another length");
    return r;
}

} // namespace attnscope::core
