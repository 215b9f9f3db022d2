// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/list_private.h"
#include "core/experiments/mask_bench_private.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core::lab {

namespace {

struct Style {
    const char *name;
    MaskApplication application;
    double fill;
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Style kStyles[] = {
    {"fill -inf", MaskApplication::FillScores, -kInfinity},
    {"fill -1e9", MaskApplication::FillScores, -1e9},
    {"fill -1e4", MaskApplication::FillScores, -1e4},
    {"add -inf", MaskApplication::AddToScores, -kInfinity},
    {"add -1e9", MaskApplication::AddToScores, -1e9},
    {"add -1e4", MaskApplication::AddToScores, -1e4},
    {"multiply weights", MaskApplication::MultiplyWeightsRenormalise, 0.0},
};

/// What a number becomes in half precision, whose largest is 65504.
double asHalf(double v) { return std::fabs(v) >= 65520.0 ? std::copysign(kInfinity, v) : v; }

Session styled(Session s, const Style &style, EmptyRow empty) {
    s.config.mask.application = style.application;
    s.config.mask.fill = style.fill;
    s.config.mask.emptyRow = empty;
    return s;
}

double notFinite(const Tensor &t) {
    double n = 0.0;
    for (const float v : t.values())
        n += std::isfinite(v) ? 0.0 : 1.0;
    return n;
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    const EmptyRow empty = v.text("empty_row") == "zero" ? EmptyRow::Zero : EmptyRow::Nan;
    const Session partial = [] {
        Session s = scoresSession(Tensor({1, 4}, {1, 2, 3, 4}));
        s.maskKeep = BoolTensor({1, 4}, {1, 1, 0, 0});
        s.config.mask.custom = true;
        return s;
    }();
    const auto row = static_cast<std::size_t>(v.whole("row"));
    BoolTensor keep({4, 4}, 1);
    std::fill_n(keep.mutableData() + row * 4, 4, std::uint8_t{0});
    Session whole = keptSession(workedHead(), keep);
    whole.config.upstream = Upstream::Ones;
    ExperimentResult r;
    r.table = table({{"style", "mask"}, {"fill_fp16", "fill in fp16"}});
    for (const auto &[letter, what] :
         {std::pair{"p", "scores 1,2,3,4, two hidden: key %1"}, std::pair{"e", "row with every key "
                                                                               "hidden: key %1"}})
        for (ExperimentColumn &c : weightColumns(4, letter))
            r.table.columns.push_back({c.name, {what, c.title.values}});
    for (const char *g : {"dq", "dk", "dv"})
        r.table.columns.push_back(
            {std::string(g) + "_not_finite", {"%1: NaN or ∞", {std::string(g)}}});
    ExperimentPlot plot;
    plot.title = "A row with every key hidden";
    plot.xTitle = "key j";
    plot.yTitle = "weight";
    Steps steps(run, static_cast<double>(std::size(kStyles)));
    double apart = 0.0;
    std::vector<float> first;
    std::size_t emptyDiffer = 0;
    for (const Style &style : kStyles) {
        const TracePtr p = passOf(run, styled(partial, style, empty), {Stage::Weights});
        const Session session = styled(whole, style, empty);
        const TracePtr e = passOf(run, session, StageSet::all(), true);
        const auto partialRow = block((*p)[Stage::Weights], 0, 4);
        const auto emptyRow = block((*e)[Stage::Weights], row, 4);
        std::vector<ExperimentCell> cells{Phrase(style.name)};
        const bool fills = style.application != MaskApplication::MultiplyWeightsRenormalise;
        cells.push_back(!fills                           ? ExperimentCell()
                        : std::isinf(asHalf(style.fill)) ? ExperimentCell(Phrase("−∞"))
                                                         : cell(asHalf(style.fill)));
        addWeights(cells, partialRow);
        addWeights(cells, emptyRow);
        for (const Gradient g : {Gradient::Q, Gradient::K, Gradient::V})
            cells.push_back(notFinite((*e)[g]));
        addRow(r.table, std::move(cells));
        if (first.empty())
            first.assign(emptyRow.begin(), emptyRow.end());
        const ExperimentSeries bars = [&] {
            ExperimentSeries s = series(style.name);
            for (std::size_t j = 0; j < 4; ++j) {
                s.x.push_back(static_cast<double>(j));
                s.y.push_back(static_cast<double>(emptyRow[j]));
            }
            return s;
        }();
        const double d = largestDifference(emptyRow, std::span<const float>(first));
        emptyDiffer += d > 1e-6 || std::isnan(emptyRow[0]) != std::isnan(first[0]) ? 1 : 0;
        // The softmax of the visible scores 1 and 2.
        const double second = 1.0 / (1.0 + std::exp(-1.0));
        const double right[] = {1.0 - second, second, 0.0, 0.0};
        for (std::size_t j = 0; j < 4; ++j)
            apart = std::max(apart, std::fabs(static_cast<double>(partialRow[j]) - right[j]));
        plot.series.push_back(bars);
        r.points.push_back(
            {0, static_cast<double>(r.points.size()), style.name, [session] { return session; }});
        steps.next();
    }
    r.verdict = verdict(
        apart < 1e-6 && emptyDiffer == 0,
        {"with a visible key left all masks agree to within %1; with every key hidden %2 of %3 "
         "give "
         "other weights than −∞ does",
         {brief(apart, 2), std::to_string(emptyDiffer), std::to_string(std::size(kStyles) - 1)}});
    r.plots = {std::move(plot)};
    return r;
}

} // namespace

Experiment maskFill() {
    Experiment e;
    e.name = "mask-fill";
    e.subject = "masks";
    e.title = "−∞, −1e9 or −1e4";
    e.question = "Hidden scores get −∞, −1e9 or −1e4, put in their place or added. Does it make a "
                 "difference?";
    e.look = "Not while a row has a visible key. A row without one is NaN, uniform, or – with "
             "−1e4 added – the softmax as if there were no mask.";
    e.parameters = {wholeParameter("row", "row with every key hidden", 1, 0, 3),
                    choiceParameter("empty_row", "a row without a visible key under −∞ is",
                                    {{"nan", "NaN"}, {"zero", "0"}})};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
