// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

namespace attnscope::core::lab {

namespace {

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const HeadInputs in = maskInputs(v, run);
    const std::size_t n = in.q.extent(1);
    const auto pads = std::min(static_cast<std::size_t>(v.whole("pads")), n - 1);
    ExperimentResult r;
    r.table = table({{"mask", "mask"},
                     {"allowed", "visible pairs"},
                     {"empty_rows", "rows without a visible key"},
                     {"pad_weight", "weight on padding"}});
    for (ExperimentColumn &c : weightColumns(n))
        r.table.columns.push_back({c.name, {"first row, key %1", c.title.values}});
    ExperimentPlot plot;
    plot.title = "Visible keys of each query";
    plot.xTitle = "query i";
    plot.yTitle = "keys";
    Steps steps(run, 4.0);
    std::vector<double> emptyOf;
    for (const bool causal : {false, true})
        for (const bool left : {false, true}) {
            const std::string name =
                std::string(left ? "left" : "right") + (causal ? " and causal" : "");
            BoolTensor keep = causal ? causalKeep(n, n) : BoolTensor({n, n}, 1);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t p = 0; p < pads; ++p)
                    keep.mutableData()[i * n + (left ? p : n - 1 - p)] = 0;
            const Session session = keptSession(in, keep);
            const TracePtr t = passOf(run, session, {Stage::Weights});
            const Tensor &w = (*t)[Stage::Weights];
            ExperimentSeries s = series(name);
            double pairs = 0, empty = 0, padded = 0;
            for (std::size_t i = 0; i < n; ++i) {
                double seen = 0;
                for (std::size_t j = 0; j < n; ++j) {
                    seen += keep.data()[i * n + j];
                    const bool pad = left ? j < pads : j >= n - pads;
                    padded += pad ? static_cast<double>(w.data()[i * n + j]) : 0.0;
                }
                pairs += seen;
                empty += seen > 0 ? 0 : 1;
                s.x.push_back(static_cast<double>(i));
                s.y.push_back(seen);
            }
            std::vector<ExperimentCell> row{Phrase(name), pairs, empty, padded};
            addWeights(row, block(w, 0, n));
            addRow(r.table, std::move(row));
            emptyOf.push_back(empty);
            plot.series.push_back(std::move(s));
            ExperimentMap m = mapOf(name, w.reshaped({n, n}));
            m.keep = keep;
            r.maps.push_back(std::move(m));
            r.points.push_back(
                {0, static_cast<double>(r.points.size()), name, [session] { return session; }});
            steps.next();
        }
    r.verdict = verdict(emptyOf[3] == 0,
                        {"padding on the left together with a causal mask leaves %1 rows without a "
                         "visible key; on the right it leaves %2",
                         {brief(emptyOf[3]), brief(emptyOf[2])}});
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment maskPadding() {
    Experiment e;
    e.name = "mask-padding";
    e.subject = "masks";
    e.title = "Padding left or right";
    e.question = "Short sequences are padded, and the padding is hidden. Does it matter on which "
                 "side, once the mask is causal too?";
    e.look = "With padding on the left, the first queries see nothing but padding: their rows are "
             "empty.";
    e.parameters = maskParameters(false);
    e.parameters.push_back(wholeParameter("pads", "padding tokens", 1, 1, 63));
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
