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

namespace {

bool sameScaling(const core::Scaling &a, const core::Scaling &b) {
    return a.mode == b.mode && (a.mode != core::ScalingMode::Custom || a.value == b.value);
}

core::TracePtr scaledBy(const core::Trace &trace, const core::Scaling &scaling) {
    auto problem = std::make_shared<core::Problem>(*trace.problem);
    problem->config.scaling = scaling;
    const core::MaskConfig &mask = problem->config.mask;
    const Tensor &raw = trace[Stage::ScoresRaw];
    auto variant = std::make_shared<core::Trace>();
    variant->keep = trace.keep;
    variant->emptyRows = trace.emptyRows;
    variant->engine = trace.engine;
    variant->generation = trace.generation;
    variant->scale = core::scaleFactor(problem->config, raw);
    (*variant)[Stage::Scores] = core::scaledScores(raw, variant->scale);
    (*variant)[Stage::ScoresMasked] =
        core::maskedScores((*variant)[Stage::Scores], trace.keep, mask);
    auto soft = core::softmaxRows((*variant)[Stage::ScoresMasked], trace.keep, mask);
    (*variant)[Stage::Weights] = core::maskedWeights(soft.weights, trace.keep, mask);
    variant->problem = std::move(problem);
    return variant;
}

} // namespace

std::array<core::TracePtr, 2> scalingVariants(const core::TracePtr &trace,
                                              const std::array<core::Scaling, 2> &scalings) {
    std::array<core::TracePtr, 2> both;
    if (!trace->has(Stage::ScoresRaw))
        return both;
    for (std::size_t i = 0; i < both.size(); ++i) {
        const bool own = sameScaling(trace->problem->config.scaling, scalings[i]) &&
                         trace->has(Stage::Scores) && trace->has(Stage::Weights);
        both[i] = own ? trace : scaledBy(*trace, scalings[i]);
    }
    return both;
}

} // namespace attnscope::ui
