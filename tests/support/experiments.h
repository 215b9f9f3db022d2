// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/reference_engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::test {

using Settings = std::vector<std::pair<std::string, std::string>>;

inline core::ExperimentRun referenceRun(std::uint64_t seed = 42) {
    core::ExperimentRun run;
    auto engine = std::make_shared<core::ReferenceEngine>();
    run.pass = [engine](std::shared_ptr<const core::Problem> p, const core::RunOptions &o) {
        return engine->run(std::move(p), o);
    };
    run.seed = seed;
    return run;
}

inline core::ExperimentResult runNamed(const std::string &name, const Settings &settings = {},
                                       const core::ExperimentRun &run = referenceRun()) {
    const core::Experiment *e = core::experimentByName(name);
    if (!e)
        throw std::runtime_error("no experiment " + name);
    core::ParameterValues values(e->parameters);
    for (const auto &[key, value] : settings)
        values.set(key, value);
    return core::runExperiment(*e, values, run);
}

inline std::size_t columnOf(const core::ExperimentTable &t, const std::string &name) {
    for (std::size_t c = 0; c < t.columns.size(); ++c)
        if (t.columns[c].name == name)
            return c;
    throw std::runtime_error("no column " + name);
}

/// As text, numbers as brief() writes them; "" for a cell that holds nothing.
inline std::string textOf(const core::ExperimentCell &c) {
    if (const double *v = std::get_if<double>(&c))
        return core::brief(*v, 6);
    if (const core::Phrase *p = std::get_if<core::Phrase>(&c))
        return p->text();
    return {};
}

/// A cell of the row whose first cell reads `key`; NaN when it holds no number.
inline double at(const core::ExperimentResult &r, const std::string &key,
                 const std::string &column) {
    for (const auto &row : r.table.rows)
        if (textOf(row.front()) == key) {
            const double *v = std::get_if<double>(&row[columnOf(r.table, column)]);
            return v ? *v : std::numeric_limits<double>::quiet_NaN();
        }
    throw std::runtime_error("no row " + key);
}
inline std::string wordsAt(const core::ExperimentResult &r, const std::string &key,
                           const std::string &column) {
    for (const auto &row : r.table.rows)
        if (textOf(row.front()) == key)
            return textOf(row[columnOf(r.table, column)]);
    throw std::runtime_error("no row " + key);
}
inline std::vector<double> cellsOf(const core::ExperimentResult &r, const std::string &column) {
    std::vector<double> all;
    for (const auto &row : r.table.rows) {
        const double *v = std::get_if<double>(&row[columnOf(r.table, column)]);
        all.push_back(v ? *v : std::numeric_limits<double>::quiet_NaN());
    }
    return all;
}

/// |got − expected| ≤ share·|expected|
inline ::testing::AssertionResult within(double got, double expected, double share) {
    if (std::fabs(got - expected) <= share * std::fabs(expected))
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << got << " is not within " << share * 100 << "% of " << expected;
}

inline bool holds(const core::ExperimentResult &r) {
    return r.verdict.kind == core::ExperimentVerdict::Kind::Holds;
}

} // namespace attnscope::test
