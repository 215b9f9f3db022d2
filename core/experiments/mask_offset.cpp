// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

#include <cmath>

namespace attnscope::core::lab {

namespace {

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const HeadInputs in = maskInputs(v, run);
    const std::size_t n = in.q.extent(1);
    ExperimentResult r;
    r.table = table({{"mask", "visible"},
                     {"allowed", "visible pairs"},
                     {"empty_rows", "rows without a visible key"},
                     {"nan_rows", "rows that are NaN"},
                     {"future", "visible pairs in the future"},
                     {"own", "tokens that see themselves"}});
    for (const auto &[row, letter] : {std::pair{0, "first"}, std::pair{1, "last"}})
        for (ExperimentColumn &c : weightColumns(n, std::string(letter) + "_"))
            r.table.columns.push_back(
                {c.name, {row == 0 ? "first row, key %1" : "last row, key %1", c.title.values}});
    ExperimentSeries allowed = series("visible pairs", ExperimentSeries::Role::Bars),
                     empty = series("empty rows", ExperimentSeries::Role::Bars);
    ExperimentPlot plot;
    plot.title = "Visible pairs";
    plot.xTitle = "mask";
    plot.yTitle = "pairs";
    struct Case {
        std::string name;
        int offset;
        bool inverted;
    };
    std::vector<Case> cases;
    for (int offset = -1; offset <= 1; ++offset)
        cases.push_back({offset == 0  ? "j ≤ i"
                         : offset < 0 ? "j ≤ i − 1"
                                      : "j ≤ i + 1",
                         offset, false});
    cases.push_back({"j ≤ i inverted", 0, true});
    Steps steps(run, static_cast<double>(cases.size()));
    std::vector<std::string> right;
    for (const Case &c : cases) {
        BoolTensor keep = causalKeep(n, n, c.offset);
        if (c.inverted)
            for (std::size_t i = 0; i < n * n; ++i)
                keep.mutableData()[i] = keep.data()[i] ? 0 : 1;
        double pairs = 0, emptyRows = 0, future = 0, own = 0, nanRows = 0;
        for (std::size_t i = 0; i < n; ++i) {
            double seen = 0;
            for (std::size_t j = 0; j < n; ++j) {
                const double k = keep.data()[i * n + j];
                seen += k;
                future += j > i ? k : 0.0;
                own += j == i ? k : 0.0;
            }
            pairs += seen;
            emptyRows += seen > 0 ? 0 : 1;
        }
        Session session = keptSession(in, keep);
        session.config.mask.emptyRow = EmptyRow::Nan;
        const TracePtr t = passOf(run, session, {Stage::Weights});
        const Tensor &w = (*t)[Stage::Weights];
        for (std::size_t i = 0; i < n; ++i)
            nanRows += std::isnan(w.data()[i * n]) ? 1 : 0;
        std::vector<ExperimentCell> row{Phrase(c.name), pairs, emptyRows, nanRows, future, own};
        addWeights(row, block(w, 0, n));
        addWeights(row, block(w, n - 1, n));
        addRow(r.table, std::move(row));
        if (emptyRows == 0 && future == 0 && own == static_cast<double>(n))
            right.push_back(c.name);
        allowed.x.push_back(static_cast<double>(plot.xTicks.size()));
        allowed.y.push_back(pairs);
        plot.xTicks.push_back(c.name);
        ExperimentMap m = mapOf(c.name, w.reshaped({n, n}));
        m.keep = keep;
        r.maps.push_back(std::move(m));
        r.points.push_back({0, allowed.x.back(), c.name, [session] { return session; }});
        steps.next();
    }
    std::string names;
    for (const std::string &name : right)
        names += (names.empty() ? "" : ", ") + name;
    r.verdict = verdict(
        right.size() == 1 && right.front() == "j ≤ i",
        {"with %1 tokens only %2 hides the whole future, lets every token see itself and leaves no "
         "row empty; j ≤ i − 1 empties %3 row, inverting empties %4",
         {std::to_string(n), names.empty() ? "none" : names,
          brief(std::get<double>(r.table.rows[0][2])),
          brief(std::get<double>(r.table.rows[3][2]))}});
    plot.series = {std::move(allowed)};
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment maskOffset() {
    Experiment e;
    e.name = "mask-offset";
    e.subject = "masks";
    e.title = "Off by one, or inverted";
    e.question = "A causal mask is one diagonal too low or too high, or true means hidden where "
                 "visible was meant. Which rows suffer?";
    e.look =
        "One too low: the first row sees nothing, and is NaN. One too high: every row sees one "
        "token of the future. Inverted: the last row sees nothing.";
    e.parameters = maskParameters(false);
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
