// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checklist.h"
#include "core/experiments/parameter.h"
#include "core/experiments/phrase.h"
#include "core/session.h"
#include "core/tensor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// \file
/// Experiments: a question, parameters, a measurement, and a verdict that is computed from what was
/// measured. How to add one stands in CONTRIBUTING.md.

namespace attnscope::core {

/// One line, point set or set of bars. x and y have as many entries; NaN: that point does not
/// exist.
struct ExperimentSeries {
    enum class Role {
        Measured,
        Theory, ///< what a formula says should be measured
        Bars
    };
    Phrase name;
    Role role = Role::Measured;
    std::vector<double> x, y;
    std::vector<double> lower,
        upper; ///< the spread over the repetitions; empty where there is none
};

/// Series over common axes.
struct ExperimentPlot {
    Phrase title, xTitle, yTitle;
    bool logX = false, logY = false;
    std::vector<ExperimentSeries> series;
    std::vector<Phrase> xTicks; ///< of the places 0, 1, 2 … when x is no number; else empty
};

/// A matrix that is seen better than read.
struct ExperimentMap {
    Phrase title, rowTitle, columnTitle;
    Tensor values;   ///< [rows, columns]
    BoolTensor keep; ///< of the same shape, 0 = hidden; absent: all visible
    std::vector<std::string> rowLabels, columnLabels; ///< empty = numbered
    bool diverging = false;                           ///< signed values, coloured about 0
};

/// A cell of a table: nothing (it does not exist), a number, or words.
using ExperimentCell = std::variant<std::monostate, double, Phrase>;
struct ExperimentColumn {
    std::string name; ///< as in files: "std_raw"
    Phrase title;     ///< for people, with the unit
};
struct ExperimentTable {
    std::vector<ExperimentColumn> columns;
    std::vector<std::vector<ExperimentCell>> rows; ///< as many cells a row as columns
};

/// The answer, computed from the numbers of the result.
struct ExperimentVerdict {
    enum class Kind { Holds, DoesNotHold, Undecided };
    Kind kind = Kind::Undecided;
    Phrase sentence; ///< with the numbers that it rests on
};

/// A point of a plot that can be opened: the session that was computed there.
struct ExperimentPoint {
    std::size_t plot = 0; ///< which plot
    double x = 0.0;       ///< where on its x axis
    Phrase what;
    std::function<Session()> session; ///< makes it; cheap to hold, and the same each time
};

struct ExperimentResult {
    std::vector<ExperimentPlot> plots; ///< the most telling one first
    std::vector<ExperimentMap> maps;
    ExperimentTable table;
    ExperimentVerdict verdict;
    std::vector<ExperimentPoint> points;
};

/// What a run is given beside the values of its parameters.
struct ExperimentRun {
    PassFunction pass;       ///< the engine; one thread at a time
    std::uint64_t seed = 42; ///< the same seed gives the same numbers
    std::stop_token stop;    ///< looked at at least every 100 ms
    /// Told of the share done, 0…1, from the thread of the run. May be empty.
    std::function<void(double share)> progress;
};

struct Experiment {
    std::string name;    ///< as on the command line: "score-deviation"
    Phrase title;        ///< a few words
    Phrase question;     ///< one sentence, to be answered before it is run
    Phrase look;         ///< what to look at in the result, one or two sentences
    std::string subject; ///< for grouping: "scaling", "masks", "positions" …
    std::vector<Parameter> parameters;
    /// \throws StoppedError, EngineError, InputError
    std::function<ExperimentResult(const ParameterValues &, const ExperimentRun &)> run;
};

/// All of them, those of one subject beside each other.
[[nodiscard]] std::span<const Experiment> experiments();
/// \returns nullptr when there is none of that name.
[[nodiscard]] const Experiment *experimentByName(std::string_view name);
/// Names of the subjects, in order, with their titles.
[[nodiscard]] std::span<const Choice> experimentSubjects();

/// Runs it and makes sure that the result is whole: a table as wide as its columns, series as long
/// as their x, a verdict. \throws as Experiment::run; StoppedError when the token was set
[[nodiscard]] ExperimentResult runExperiment(const Experiment &experiment,
                                             const ParameterValues &values,
                                             const ExperimentRun &run);

} // namespace attnscope::core
