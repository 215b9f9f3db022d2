// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/variants.h"

#include "core/attention.h"
#include "core/positional.h"

namespace attnscope::ui {

using core::Stage;
using core::Tensor;

std::vector<core::TracePtr> maskVariants(const core::Trace &trace) {
    using enum core::MaskApplication;
    std::vector<core::TracePtr> all;
    if (!trace.problem || !trace.has(Stage::Scores))
        return all;
    for (const core::MaskApplication application :
         {FillScores, AddToScores, MultiplyScores, AddBoolean, MultiplyWeights,
          MultiplyWeightsRenormalise}) {
        auto problem = std::make_shared<core::Problem>(*trace.problem);
        problem->config.mask.application = application;
        const core::MaskConfig &mask = problem->config.mask;
        auto variant = std::make_shared<core::Trace>();
        variant->keep = trace.keep;
        variant->scale = trace.scale;
        variant->emptyRows = trace.emptyRows;
        variant->engine = trace.engine;
        variant->generation = trace.generation;
        (*variant)[Stage::Scores] = trace[Stage::Scores];
        (*variant)[Stage::ScoresMasked] =
            core::maskedScores(trace[Stage::Scores], trace.keep, mask);
        auto soft = core::softmaxRows((*variant)[Stage::ScoresMasked], trace.keep, mask);
        (*variant)[Stage::Weights] = core::maskedWeights(soft.weights, trace.keep, mask);
        variant->problem = std::move(problem);
        all.push_back(std::move(variant));
    }
    return all;
}

PositionVariants positionVariants(const core::TracePtr &trace) {
    const bool on = trace->problem->config.positional.kind != core::PositionalKind::None;
    auto problem = std::make_shared<core::Problem>(*trace->problem);
    problem->config.positional.kind =
        on ? core::PositionalKind::None : core::PositionalKind::Sinusoidal;
    const core::Config &config = problem->config;
    auto other = std::make_shared<core::Trace>();
    const auto encoding = [&](std::size_t length, std::size_t width) {
        return on ? Tensor() : core::positionalEncoding(length, width, config.positional.base);
    };
    const Tensor x =
        core::addPositional(problem->xEmbed, encoding(problem->queries(), problem->dModel()));
    const Tensor m =
        problem->cross()
            ? core::addPositional(problem->xMemory, encoding(problem->keys(), problem->dMemory()))
            : x;
    const Tensor q = core::projectToHeads(x, problem->wQ, problem->bQ, problem->heads());
    const Tensor k = core::projectToHeads(m, problem->wK, problem->bK, problem->heads());
    const Tensor raw = core::rawScores(q, k);
    other->scale = core::scaleFactor(config, raw);
    other->keep = trace->keep;
    other->emptyRows = trace->emptyRows;
    other->engine = trace->engine;
    other->generation = trace->generation;
    (*other)[Stage::Scores] = core::scaledScores(raw, other->scale);
    (*other)[Stage::ScoresMasked] =
        core::maskedScores((*other)[Stage::Scores], other->keep, config.mask);
    auto soft = core::softmaxRows((*other)[Stage::ScoresMasked], other->keep, config.mask);
    (*other)[Stage::Weights] = core::maskedWeights(soft.weights, other->keep, config.mask);
    other->problem = std::move(problem);
    return on ? PositionVariants{trace, other} : PositionVariants{other, trace};
}

} // namespace attnscope::ui
