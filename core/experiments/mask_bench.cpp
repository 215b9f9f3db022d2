// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/mask_bench_private.h"
#include "core/text_values.h"

#include <cmath>

namespace attnscope::core::lab {

std::vector<Parameter> maskParameters(bool withFill) {
    std::vector<Parameter> all = {
        choiceParameter("inputs", "inputs",
                        {{"worked", "the worked 4×4 example"},
                         {"drawn", "drawn by seed"},
                         {"uniform", "scores of 0"}}),
        wholeParameter("keys", "keys (and queries), unless worked", 8, 2, 64)};
    if (withFill)
        all.push_back(
            choiceParameter("fill", "fill", {{"-inf", "−∞"}, {"-1e9", "−1e9"}, {"-1e4", "−1e4"}}));
    return all;
}

HeadInputs maskInputs(const ParameterValues &v, const ExperimentRun &run) {
    if (v.text("inputs") == "worked")
        return workedHead();
    const auto n = static_cast<std::size_t>(v.whole("keys"));
    const double sigma = v.text("inputs") == "uniform" ? 0.0 : 1.0;
    return {normals(run.seed, 0, {1, n, 8}, sigma, run.stop),
            normals(run.seed, 1, {1, n, 8}, sigma, run.stop),
            normals(run.seed, 2, {1, n, 8}, 1.0, run.stop)};
}

double fillOf(const ParameterValues &v) { return parseNumber(v.text("fill")).value(); }

BoolTensor causalKeep(std::size_t L, std::size_t S, int offset) {
    BoolTensor keep({L, S});
    for (std::size_t i = 0; i < L; ++i)
        for (std::size_t j = 0; j < S; ++j)
            keep.mutableData()[i * S + j] =
                static_cast<long>(j) <= static_cast<long>(i) + offset ? 1 : 0;
    return keep;
}

Session keptSession(const HeadInputs &inputs, BoolTensor keep, MaskApplication application) {
    Session s = directSession(inputs);
    s.maskKeep = std::move(keep);
    s.config.mask.custom = true;
    s.config.mask.application = application;
    return s;
}

std::vector<ExperimentColumn> weightColumns(std::size_t keys, const std::string &letter) {
    std::vector<ExperimentColumn> all;
    for (std::size_t j = 0; j < keys; ++j) {
        const std::string n = std::to_string(j);
        all.push_back({letter + n, {"weight of key %1", {n}}});
    }
    return all;
}

void addWeights(std::vector<ExperimentCell> &cells, std::span<const float> row) {
    for (const float p : row)
        cells.push_back(std::isnan(p) ? ExperimentCell(Phrase("NaN"))
                                      : ExperimentCell(static_cast<double>(p)));
}

} // namespace attnscope::core::lab
