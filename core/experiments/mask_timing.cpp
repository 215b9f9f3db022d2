// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

#include <algorithm>
#include <cmath>

namespace attnscope::core::lab {

namespace {

constexpr MaskApplication kApplications[] = {
    MaskApplication::FillScores,      MaskApplication::AddToScores,
    MaskApplication::MultiplyScores,  MaskApplication::AddBoolean,
    MaskApplication::MultiplyWeights, MaskApplication::MultiplyWeightsRenormalise};

Session masked(const HeadInputs &in, MaskApplication how, double fill) {
    Session s = directSession(in);
    s.config.mask.causal = true;
    s.config.mask.application = how;
    s.config.mask.fill = fill;
    return s;
}

ExperimentPlot plotOf(Phrase title, Phrase y) {
    ExperimentPlot p;
    p.title = std::move(title);
    p.xTitle = "query i";
    p.yTitle = std::move(y);
    return p;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const HeadInputs in = maskInputs(v, run);
    HeadInputs future = in; // the last key one larger throughout
    const std::size_t L = in.q.extent(1), S = in.k.extent(1), dk = in.k.extent(2);
    for (std::size_t c = 0; c < dk; ++c)
        future.k.mutableData()[(S - 1) * dk + c] += 1.0F;
    const double fill = fillOf(v);
    ExperimentResult r;
    r.table = table({{"application", "application"},
                     {"row_sum_least", "smallest row sum"},
                     {"row_sum_mean", "mean row sum"},
                     {"leaked", "weight on hidden keys, mean of rows"},
                     {"future", "largest change of an earlier row by the last key"},
                     {"difference", "largest difference from the right weights"}});
    ExperimentPlot change = plotOf("Change by the last key", "largest |Δ| of the output");
    ExperimentPlot sums = plotOf("Row sums", "Σ_j p_ij");
    Steps steps(run, 6.0);
    Tensor right;
    std::vector<std::string> leaking;
    for (const MaskApplication how : kApplications) {
        const StageSet keep{Stage::Weights, Stage::Context};
        const Session session = masked(in, how, fill);
        const TracePtr t = passOf(run, session, keep);
        const TracePtr after = passOf(run, masked(future, how, fill), keep);
        const Tensor &w = (*t)[Stage::Weights], &c = (*t)[Stage::Context];
        if (!right.present())
            right = w;
        const std::string name(toName(how));
        ExperimentSeries changes = series(name), rowSums = series(name);
        double least = 1e300, mean = 0.0, leaked = 0.0, worst = 0.0;
        const std::size_t dv = c.shape().back();
        for (std::size_t i = 0; i < L; ++i) {
            const auto row = block(w, i, S);
            const double sum = shapeOf(row).sum;
            least = std::min(least, sum);
            mean += sum / static_cast<double>(L);
            for (std::size_t j = i + 1; j < S; ++j)
                leaked += static_cast<double>(row[j]) / static_cast<double>(L);
            const double by =
                largestDifference(block(c, i, dv), block((*after)[Stage::Context], i, dv));
            if (i + 1 < L)
                worst = std::max(worst, by);
            changes.x.push_back(static_cast<double>(i));
            changes.y.push_back(by);
            rowSums.x.push_back(static_cast<double>(i));
            rowSums.y.push_back(sum);
        }
        if (worst > 1e-6)
            leaking.push_back(name);
        addRow(r.table, {Phrase(name), least, mean, leaked, worst,
                         largestDifference(right.values(), w.values())});
        change.series.push_back(std::move(changes));
        sums.series.push_back(std::move(rowSums));
        ExperimentMap m = mapOf(Phrase(name), w.reshaped({L, S}));
        if (leaked == 0.0) // else hatching would lie over what is to be seen
            m.keep = causalKeep(L, S);
        r.maps.push_back(std::move(m));
        r.points.push_back({0, static_cast<double>(r.maps.size() - 1), Phrase(name),
                            [session] { return session; }});
        steps.next();
    }
    std::string names;
    for (const std::string &n : leaking)
        names += (names.empty() ? "" : ", ") + n;
    r.verdict = verdict(
        leaking.empty(),
        leaking.empty()
            ? Phrase("with this mask no application lets the last key change an earlier row")
            : Phrase("the last key changes earlier rows, which must not see it, under %1; "
                     "renormalising after the softmax differs from filling before it by %2",
                     {names, brief(std::get<double>(r.table.rows[5][5]), 3)}));
    r.plots = {std::move(change), std::move(sums)};
    return r;
}

} // namespace

Experiment maskTiming() {
    Experiment e;
    e.name = "mask-timing";
    e.subject = "masks";
    e.title = "Six ways to apply a mask";
    e.question = "A causal mask is applied before the softmax, or after it, by filling, adding or "
                 "multiplying. In which of these can an earlier row see a later key?";
    e.look = "Change the last key: a right mask leaves every earlier row as it was. After the "
             "softmax the sum of a row still counted the hidden keys.";
    e.parameters = maskParameters();
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
