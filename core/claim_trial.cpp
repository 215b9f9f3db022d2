// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claim_trial.h"

#include "core/claim_trial_private.h"
#include "core/experiments/bench_private.h"
#include "core/io/session_parts_private.h"
#include "core/text_values.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core {

namespace claims {

void notUnderstood(const Words &words) {
    std::string all;
    for (const std::string &w : words)
        all += (all.empty() ? "" : " ") + w;
    throw UsageError("nothing is read by '" + oneLine(all, 200) + "'");
}

std::size_t indexOf(const Words &words, std::size_t at) {
    const auto n = at < words.size() ? parseWhole(words[at]) : std::nullopt;
    if (!n || *n < 0)
        notUnderstood(words);
    return static_cast<std::size_t>(*n);
}

namespace {

using nlohmann::json;

void flatten(const json &list, std::size_t level, Shape &shape, std::vector<float> &values) {
    if (!list.is_array()) {
        if (level != shape.size() || !list.is_number())
            throw UsageError("an array is not a list of numbers of one shape");
        values.push_back(list.get<float>());
        return;
    }
    if (level == shape.size() && values.empty())
        shape.push_back(list.size());
    if (level >= shape.size() || list.size() != shape[level])
        throw UsageError("an array is not a list of numbers of one shape");
    for (const json &one : list)
        flatten(one, level + 1, shape, values);
}

Tensor tensorOf(const json &list) {
    Shape shape;
    std::vector<float> values;
    flatten(list, 0, shape, values);
    return {shape, values};
}

std::size_t sizeIn(const json &arrays, const char *name, std::size_t otherwise) {
    return arrays.contains(name) ? arrays.at(name).get<std::size_t>() : otherwise;
}

/// Scores of 0 everywhere: the weights are even over what is visible.
Session evenSession(const json &arrays) {
    const std::size_t L = sizeIn(arrays, "queries", 1), S = sizeIn(arrays, "keys", L),
                      H = sizeIn(arrays, "heads", 1);
    Session s = lab::plainSession(Tensor({1, L, H}), static_cast<int>(H));
    if (S != L)
        setArray(s, Input::XMemory, Tensor({1, S, H}));
    return s;
}

Session started(const std::string &name, const json &arrays) {
    if (name == "worked-head" || name == "worked-head-tied") {
        const std::size_t L = sizeIn(arrays, "queries", 4), S = sizeIn(arrays, "keys", L),
                          dk = sizeIn(arrays, "d_k", 4), dv = sizeIn(arrays, "d_v", 3);
        lab::HeadInputs in{lab::worked(0, {1, L, dk}), lab::worked(1, {1, S, dk}),
                           lab::worked(2, {1, S, dv})};
        if (name == "worked-head-tied")
            in.v = in.k;
        return lab::directSession(in);
    }
    if (name == "worked-heads")
        return lab::workedTwoHeads();
    if (name == "scores" && arrays.contains("scores"))
        return lab::scoresSession(tensorOf(arrays.at("scores")));
    if (name == "even")
        return evenSession(arrays);
    if (name == "words")
        return {};
    throw UsageError("there is no session '" + oneLine(name, 100) + "' to start from");
}

bool isStart(const std::string &name) {
    for (const char *known : {"scores", "queries", "keys", "heads", "d_k", "d_v"})
        if (name == known)
            return true;
    return false;
}

void putArrays(Session &s, const json &arrays) {
    for (const auto &[name, value] : arrays.items()) {
        if (isStart(name))
            continue;
        const Tensor t = tensorOf(value);
        if (name == "mask_keep") {
            s.maskKeep = converted<std::uint8_t>(t);
            s.config.mask.custom = true;
        } else if (name == "lengths") {
            s.lengths = converted<std::int64_t>(t);
        } else if (const auto input = inputByName(name)) {
            setArray(s, *input, t);
        } else {
            throw UsageError("there is no array '" + oneLine(name, 100) + "'");
        }
    }
}

ParameterValues valuesOf(const ClaimTrial &trial, const Experiment *&experiment) {
    experiment = experimentByName(trial.subject);
    if (!experiment)
        throw UsageError("there is no experiment '" + oneLine(trial.subject, 100) + "'");
    ParameterValues values(experiment->parameters);
    for (const auto &[key, value] : trial.settings)
        values.set(key, value);
    return values;
}

std::string textOf(const ExperimentCell &c) {
    if (const double *v = std::get_if<double>(&c))
        return brief(*v, 6);
    const Phrase *p = std::get_if<Phrase>(&c);
    return p ? p->text() : std::string();
}

/// The numbers of a cell: one, none, or those of a list; words that are one too ("NaN", "−∞").
std::vector<double> numbersOf(const ExperimentCell &c) {
    if (const double *v = std::get_if<double>(&c))
        return {*v};
    std::string text = textOf(c);
    if (text == "−∞")
        text = "-inf";
    if (const auto n = parseNumber(text))
        return {*n};
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return {};
    std::vector<double> all; // an extent or an index, "[5, 2, 3, 4]"
    std::string_view rest = std::string_view(text).substr(1, text.size() - 2);
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(", "), rest.size());
        const auto n = parseNumber(rest.substr(0, comma));
        if (!n)
            return {};
        all.push_back(*n);
        rest.remove_prefix(std::min(comma + 2, rest.size()));
    }
    return all;
}

void addCells(const ExperimentTable &t, std::string_view column, const std::string *row,
              std::vector<double> &all) {
    for (std::size_t c = 0; c < t.columns.size(); ++c)
        if (t.columns[c].name == column)
            for (const auto &cells : t.rows)
                if (!row || textOf(cells.front()) == *row)
                    for (const double v : numbersOf(cells[c]))
                        all.push_back(v);
}

void checkResultWords(const Words &w) {
    const bool right = (w[0] == "verdict" && w.size() == 1) ||
                       (w[0] == "column" && w.size() == 2) ||
                       ((w[0] == "cell" || w[0] == "cells") && w.size() == 3);
    if (!right)
        notUnderstood(w);
}

std::vector<double> readResult(const Words &w, const ExperimentResult &r) {
    using Kind = ExperimentVerdict::Kind;
    checkResultWords(w);
    if (w[0] == "verdict") {
        if (r.verdict.kind == Kind::Undecided)
            return {};
        return {r.verdict.kind == Kind::Holds ? 1.0 : 0.0};
    }
    std::vector<double> all;
    std::string_view names = w[1];
    while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        const std::size_t before = all.size();
        addCells(r.table, names.substr(0, comma), w.size() > 2 ? &w[2] : nullptr, all);
        if (w[0] != "column" && all.size() == before)
            return {}; // no such cell, or it holds nothing
        names.remove_prefix(std::min(comma + 1, names.size()));
    }
    return all;
}

ClaimResult tryExperiment(const ClaimTrial &trial, ExperimentRun run) {
    const Experiment *experiment = nullptr;
    const ParameterValues values = valuesOf(trial, experiment);
    run.seed = trial.seed;
    ExperimentResult result = runExperiment(*experiment, values, run);
    ClaimResult r;
    for (const ClaimFigure &f : trial.figures)
        r.figures.push_back({readResult(f.read, result), false});
    r.verdict = result.verdict.sentence.text();
    r.points = std::move(result.points);
    return r;
}

/// The second session: the first with more settings and other arrays.
ClaimTrial secondOf(const ClaimTrial &trial) {
    ClaimTrial second = trial;
    second.settings.insert(second.settings.end(), trial.against->settings.begin(),
                           trial.against->settings.end());
    json arrays = parseJson(trial.arrays);
    arrays.update(parseJson(trial.against->arrays));
    second.arrays = arrays.dump();
    return second;
}

ClaimResult trySession(const ClaimTrial &trial, const ExperimentRun &run) {
    Session session;
    TracePtr trace, other;
    try {
        session = trialSession(trial);
        trace = lab::passOf(run, session, StageSet::all(), true);
        if (trial.against)
            other = lab::passOf(run, trialSession(secondOf(trial)), StageSet::all(), true);
    } catch (const InputError &) { // being refused can be what is to be shown
    }
    ClaimResult r;
    for (const ClaimFigure &f : trial.figures) {
        if (f.read.front() == "refused")
            r.figures.push_back({{trace ? 0.0 : 1.0}, false});
        else if (trace && readsDifference(f.read))
            r.figures.push_back(
                {other ? readDifference(f.read, *trace, *other) : std::vector<double>{}, false});
        else if (trace)
            r.figures.push_back({readTrace(f.read, session, *trace, run), false});
        else
            r.figures.emplace_back();
    }
    return r;
}

} // namespace
} // namespace claims

bool ClaimResult::agrees() const {
    return !figures.empty() &&
           std::all_of(figures.begin(), figures.end(), [](const auto &f) { return f.agrees; });
}

Session trialSession(const ClaimTrial &trial) {
    const auto arrays = parseJson(trial.arrays);
    Session s = claims::started(trial.subject, arrays);
    applySettings(s, trial.settings);
    claims::putArrays(s, arrays);
    return s;
}

void checkTrial(const ClaimTrial &trial) {
    using Kind = ClaimTrial::Kind;
    for (const ClaimFigure &f : trial.figures)
        if (trial.kind == Kind::Experiment)
            claims::checkResultWords(f.read);
        else if (trial.kind == Kind::Session)
            claims::checkTraceWords(f.read);
        else if (trial.kind == Kind::Faults)
            (void)claims::readFaults(f.read, trial.subject);
        else if (claims::readAccount(f.read, trial.settings).empty())
            claims::notUnderstood(f.read);
    const Experiment *experiment = nullptr;
    if (trial.kind == Kind::Experiment)
        (void)claims::valuesOf(trial, experiment);
    else if (trial.kind == Kind::Session && trial.figures.front().read.front() != "refused")
        (void)trialSession(trial.against ? claims::secondOf(trial) : trial);
}

ClaimResult runTrial(const ClaimTrial &trial, const ExperimentRun &run) {
    using Kind = ClaimTrial::Kind;
    ClaimResult r;
    if (trial.kind == Kind::Experiment)
        r = claims::tryExperiment(trial, run);
    else if (trial.kind == Kind::Session)
        r = claims::trySession(trial, run);
    else
        for (const ClaimFigure &f : trial.figures)
            r.figures.push_back({trial.kind == Kind::Faults
                                     ? claims::readFaults(f.read, trial.subject)
                                     : claims::readAccount(f.read, trial.settings),
                                 false});
    for (std::size_t i = 0; i < r.figures.size(); ++i) {
        auto &values = r.figures[i].values;
        const ClaimFigure &f = trial.figures[i];
        values.resize(std::min(values.size(), f.to));
        values.erase(values.begin(),
                     values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), f.from)));
        r.figures[i].agrees = agrees(f, values);
    }
    return r;
}

} // namespace attnscope::core
