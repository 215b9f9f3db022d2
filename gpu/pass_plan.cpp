// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/pass_plan.h"

#include "core/attention.h"
#include "gpu/buffer.h"
#include "gpu/error.h"

#include <cmath>
#include <limits>

namespace attnscope::gpu {

namespace {

using core::MaskApplication;
using core::Stage;

constexpr std::size_t kAlign = 64; // floats: a cache line and the widest vector
// Vectors are read past the last value of a row; what is read there is never used.
constexpr std::size_t kPadding = 64;

std::size_t index(Stage s) { return static_cast<std::size_t>(s); }
std::size_t index(core::Gradient g) { return static_cast<std::size_t>(g); }

float toFill(double fill) {
    // A finite number stays finite, so that it is not taken for the −∞ that hides completely.
    if (std::isfinite(fill))
        fill = std::clamp(fill, -static_cast<double>(std::numeric_limits<float>::max()),
                          static_cast<double>(std::numeric_limits<float>::max()));
    return static_cast<float>(fill);
}

int modeOf(const core::MaskConfig &mask) {
    int m = static_cast<int>(mask.application);
    if (core::zeroesEmptyRows(mask))
        m |= mode::kZeroEmpty;
    if (core::excludesHidden(mask))
        m |= mode::kExcludeHidden;
    if (mask.emptyRow == core::EmptyRow::Zero)
        m |= mode::kZeroDivision;
    return m;
}

/// Which stages share their numbers with an earlier one, and so need no place.
void findSources(PassPlan &p, const core::Problem &problem, bool allVisible) {
    for (const core::StageInfo &s : core::stageTable())
        p.source[index(s.stage)] = s.stage;
    const MaskApplication how = problem.config.mask.application;
    const bool after = how == MaskApplication::MultiplyWeights ||
                       how == MaskApplication::MultiplyWeightsRenormalise;
    if (p.sharedKv)
        p.source[index(Stage::V)] = Stage::K;
    if (!p.scaleOfScores && p.scale == 1.0)
        p.source[index(Stage::Scores)] = Stage::ScoresRaw;
    if (after || (allVisible && how != MaskApplication::AddBoolean))
        p.source[index(Stage::ScoresMasked)] = p.source[index(Stage::Scores)];
    if (!(problem.config.dropout.attention > 0.0))
        p.source[index(Stage::WeightsDropped)] = Stage::Weights;
}

void findGradientSources(PassPlan &p, const core::Problem &problem, bool allVisible) {
    using G = core::Gradient;
    for (const core::GradientInfo &g : core::gradientTable()) {
        p.gradientSource[index(g.gradient)] = g.gradient;
        p.gradientStored[index(g.gradient)] = core::gradientShape(problem, g.gradient).has_value();
    }
    const auto same = [&p](G g, G as) {
        p.gradientSource[index(g)] = p.gradientSource[index(as)];
        p.gradientStored[index(g)] = false;
    };
    const MaskApplication how = problem.config.mask.application;
    if (!(problem.config.dropout.attention > 0.0))
        same(G::Weights, G::WeightsDropped);
    if (!p.scaleOfScores && p.scale == 1.0)
        same(G::Scores, G::ScoresRaw);
    // Where the mask came after the softmax, the kernel has something in between to put there.
    const bool after = how == MaskApplication::MultiplyWeights ||
                       how == MaskApplication::MultiplyWeightsRenormalise;
    if (allVisible ||
        (how != MaskApplication::FillScores && how != MaskApplication::MultiplyScores && !after))
        same(G::ScoresMasked, G::Scores);
    same(G::XEmbed, G::X);
    if (p.cross)
        same(G::XMemory, G::M);
}

void setSteps(PassPlan &p) {
    const auto keepBit = [&p](Stage s, int bit) {
        if (p.has(s))
            p.steps |= bit;
    };
    keepBit(Stage::ScoresRaw, step::kKeepRaw);
    keepBit(Stage::Scores, step::kKeepScores);
    keepBit(Stage::ScoresMasked, step::kKeepMasked);
    keepBit(Stage::Weights, step::kKeepWeights);
    keepBit(Stage::WeightsDropped, step::kKeepDropped);
    keepBit(Stage::Context, step::kKeepContext);
}

/// Puts the stored stages one after the other into one block; maps get blocks of their own when all
/// together would be a larger allocation than the device takes.
void place(PassPlan &p, const core::Problem &problem, const Context &context) {
    std::size_t total = 0;
    const auto aligned = [](std::size_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
    std::array<std::size_t, core::kStageCount> sizes{};
    for (const core::StageInfo &s : core::stageTable())
        if (p.has(s.stage)) {
            sizes[index(s.stage)] =
                aligned(core::elementCount(*core::stageShape(problem, s.stage)));
            total += sizes[index(s.stage)];
        }
    const std::size_t all = (total + aligned(1) + kPadding) * sizeof(float);
    if (all > context.maxMemory)
        throw memoryError("this pass", all, context.maxMemory, context.title);
    const bool together = all <= context.maxAllocation;
    std::size_t offset = 0;
    p.blockBytes.assign(1, 0);
    for (const core::StageInfo &s : core::stageTable()) {
        if (!p.has(s.stage))
            continue;
        const std::size_t size = sizes[index(s.stage)];
        if (!together && core::isQueryKeyMap(s.stage)) {
            requireAllocation(context, size * sizeof(float), s.name);
            p.places[index(s.stage)] = {p.blockBytes.size(), 0};
            p.blockBytes.push_back(size * sizeof(float));
        } else {
            p.places[index(s.stage)] = {0, offset};
            offset += size;
        }
    }
    p.scalePlace = {0, offset};
    p.blockBytes[0] = (offset + aligned(1) + kPadding) * sizeof(float);
    requireAllocation(context, p.blockBytes[0], "this pass");
    if (p.sharedKv)
        p.places[index(Stage::V)] = p.places[index(Stage::K)];
    // Maps so large that the caches cannot hold them are stored past the caches; rows must then
    // start on whole vectors.
    constexpr std::size_t kCache = std::size_t{4} << 20;
    const std::size_t map = p.batch * p.heads * p.queries * p.keys * sizeof(float);
    if (map > kCache && p.keys % static_cast<std::size_t>(context.vectorWidth) == 0)
        p.steps |= step::kBypass;
}

/// The gradients into a block of their own; maps get one each when together they are too large.
void placeGradients(PassPlan &p, const core::Problem &problem, const Context &context) {
    std::size_t bytes = 0;
    for (const std::size_t block : p.blockBytes)
        bytes += block;
    const auto aligned = [](std::size_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
    std::array<std::size_t, core::kGradientCount> sizes{};
    std::size_t total = kPadding;
    for (const core::GradientInfo &g : core::gradientTable())
        if (p.has(g.gradient)) {
            sizes[index(g.gradient)] =
                aligned(core::elementCount(*core::gradientShape(problem, g.gradient)));
            total += sizes[index(g.gradient)];
        }
    if (bytes + total * sizeof(float) > context.maxMemory)
        throw memoryError("this pass with its gradients", bytes + total * sizeof(float),
                          context.maxMemory, context.title);
    const bool together = total * sizeof(float) <= context.maxAllocation;
    const std::size_t block = p.blockBytes.size();
    p.blockBytes.push_back(0);
    std::size_t offset = 0;
    for (const core::GradientInfo &g : core::gradientTable()) {
        if (!p.has(g.gradient))
            continue;
        const std::size_t size = sizes[index(g.gradient)];
        if (!together && g.stage && core::isQueryKeyMap(*g.stage)) {
            requireAllocation(context, size * sizeof(float), g.name);
            p.gradientPlaces[index(g.gradient)] = {p.blockBytes.size(), 0};
            p.blockBytes.push_back(size * sizeof(float));
        } else {
            p.gradientPlaces[index(g.gradient)] = {block, offset};
            offset += size;
        }
    }
    p.blockBytes[block] = (offset + kPadding) * sizeof(float);
    requireAllocation(context, p.blockBytes[block], "the gradients");
}

} // namespace

PassPlan planPass(const core::Problem &problem, const core::StageSet &keep, bool gradients,
                  bool allVisible, const Context &context) {
    const core::Config &config = problem.config;
    PassPlan p;
    p.batch = problem.batch();
    p.queries = problem.queries();
    p.keys = problem.keys();
    p.heads = problem.heads();
    p.depthX = problem.xEmbed.extent(2);
    p.depthMemory = problem.dMemory();
    p.widthK = problem.dK();
    p.widthV = problem.dV();
    p.columns = problem.wO.extent(1);
    p.cross = problem.cross();
    p.sharedKv = config.shareKv;
    p.norm = config.normConcat;
    p.scaleOfScores = core::scaleNeedsScores(config.scaling.mode);
    p.standardise = config.scaling.mode == core::ScalingMode::Standardise;
    if (!p.scaleOfScores)
        p.scale = core::scaleFactor<float>(config, {});
    p.fill = toFill(config.mask.fill);
    p.keepFactor = static_cast<float>(1.0 / (1.0 - config.dropout.attention));
    p.mode = modeOf(config.mask);
    if (!allVisible)
        p.steps |= step::kMasked;
    if (config.dropout.attention > 0.0)
        p.steps |= step::kDropout;

    findSources(p, problem, allVisible);
    // What the pass itself reads again needs a place in any case.
    for (const Stage s :
         {Stage::Q, Stage::K, Stage::V, Stage::RowMax, Stage::RowSum, Stage::Concat, Stage::Output})
        p.stored[index(p.sourceOf(s))] = true;
    if (p.norm != core::ConcatNorm::None)
        p.stored[index(Stage::ConcatNorm)] = true;
    if (p.scaleOfScores)
        p.stored[index(Stage::ScoresRaw)] = true;
    for (const Stage s : {Stage::ScoresRaw, Stage::Scores, Stage::ScoresMasked, Stage::Weights,
                          Stage::WeightsDropped, Stage::Context})
        if (keep.contains(s))
            p.stored[index(p.sourceOf(s))] = true;
    p.gradients = gradients && config.upstream != core::Upstream::None;
    if (p.gradients) {
        findGradientSources(p, problem, allVisible);
        // What the way back needs of the way forth.
        for (const Stage s : {Stage::Weights, Stage::WeightsDropped})
            p.stored[index(p.sourceOf(s))] = true;
        // Where the mask came after the softmax, that is made again from what went into it.
        if (config.mask.application == MaskApplication::MultiplyWeights ||
            config.mask.application == MaskApplication::MultiplyWeightsRenormalise)
            p.stored[index(p.sourceOf(Stage::ScoresMasked))] = true;
    }
    setSteps(p);
    place(p, problem, context);
    if (p.gradients)
        placeGradients(p, problem, context);
    return p;
}

} // namespace attnscope::gpu
