// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stages/attention.h"

#include "gpu/error.h"

#include <algorithm>

namespace attnscope::gpu {

using core::Stage;

namespace {

struct Shape {
    std::size_t groups = 1, pitch = 0; ///< work-groups, floats of scratch memory for each
};

/// How many work-groups share the tiles. Each packs the keys of a head before its first tile of it,
/// so more of them repeat work; fewer leave a core idle while another has not finished.
Shape tilesShape(const StageContext &s) {
    const PassPlan &p = s.plan;
    const std::size_t width = s.context.panelColumns();
    const std::size_t keys = divideUp(p.keys, width) * width;
    const std::size_t tiles = p.batch * p.heads * divideUp(p.queries, kTileRows);
    constexpr std::size_t kEnough = 64; // tiles to a group that are worth another group
    const std::size_t share = tiles / (s.context.computeUnits * kEnough) >= 4 ? 8
                              : tiles >= 64                                   ? 2
                                                                              : 1;
    Shape shape;
    shape.groups = s.context.loopLimit ? tiles : std::min(tiles, s.context.computeUnits * share);
    const std::size_t context = divideUp(p.widthV, width) * width;
    shape.pitch = divideUp(keys * (p.widthK + kTileRows) + context * kTileRows, 64) * 64;
    return shape;
}

Shape groupsShape(const StageContext &s) {
    const PassPlan &p = s.plan;
    Shape shape;
    constexpr std::size_t kRows = 4; // that a group takes at a time
    shape.groups = std::min(p.batch * p.heads * divideUp(p.queries, kRows),
                            s.context.computeUnits * std::size_t{32});
    shape.pitch = divideUp(p.keys * kRows, 64) * 64;
    return shape;
}

/// Refuses what a device with limited loops would leave half done, rather than show wrong numbers.
void requireLoops(const StageContext &s) {
    const PassPlan &p = s.plan;
    if (!s.context.loopLimit)
        return;
    const std::size_t width = s.context.panelColumns();
    std::size_t rounds = 0;
    if (s.tiles()) {
        constexpr std::size_t kPasses = 24;  // over a row, empty and unaligned ones included
        rounds = (p.keys + width) * p.widthK // packing the keys
                 + divideUp(p.keys, width) * p.widthK      // Q · Kᵀ
                 + kTileRows * kPasses * (p.keys / 8 + 16) // softmax
                 + kTileRows * p.keys                      // looking for a visible key
                 + divideUp(p.widthV, width) * p.keys + 4 * p.widthV * kTileRows;
    } else {
        const std::size_t shares = divideUp(p.keys, s.context.groupRow);
        constexpr std::size_t kRows = 4;
        const std::size_t tiles = p.batch * p.heads * divideUp(p.queries, kRows);
        const std::size_t turns = divideUp(tiles, s.context.computeUnits * 32);
        rounds = turns * (shares * (p.widthK + 1) * (kRows + 1) + kRows * (shares * 4 + 64) +
                          divideUp(p.widthV, s.context.groupRow) * (p.keys + 1) * (kRows + 1) * 2);
    }
    if (rounds > s.context.loopLimit)
        throw core::EngineError(core::EngineError::Code::DeviceFailed, "attention",
                                s.context.title + " breaks off loops of more than " +
                                    std::to_string(s.context.loopLimit) +
                                    " rounds, and this size needs about " + std::to_string(rounds) +
                                    ": choose another device or a shorter text");
}

} // namespace

void enqueueAttention(const StageContext &s, AttentionPart part) {
    const PassPlan &p = s.plan;
    requireLoops(s);
    Shape shape = s.tiles() ? tilesShape(s) : groupsShape(s);
    // Fewer groups rather than more scratch memory than the device gives.
    const std::size_t most = std::max<std::size_t>(
        1, s.context.maxAllocation / 2 / std::max<std::size_t>(1, shape.pitch * sizeof(float)));
    shape.groups = std::min(shape.groups, most);
    const cl::Buffer &scratch = s.scratch.reserve(
        s.context, shape.groups * shape.pitch * sizeof(float), "the attention kernel");

    int steps = p.steps;
    if (part == AttentionPart::RawScores)
        steps |= step::kOnlyRaw;
    if (part == AttentionPart::FromRaw)
        steps |= step::kFromRaw;
    // An argument has to be some buffer; where the kernel reads nothing, it is the slab.
    const cl::Buffer &visible = steps & step::kMasked ? s.inputs.visible() : s.slab();
    const cl::Buffer &dropout = steps & step::kDropout ? s.inputs.dropout() : s.slab();
    const core::KeepMask &keep = s.inputs.keep();
    cl::Kernel &kernel = s.tiles() ? s.programs.kernel("attention_tiles", "attention_tiles")
                                   : s.programs.kernel("attention_groups", "attention_groups");
    setArguments(
        kernel, s.slab(), s.offsetOf(Stage::Q), s.offsetOf(Stage::K), s.offsetOf(Stage::V),
        s.offsetOf(Stage::RowMax), s.offsetOf(Stage::RowSum), s.offsetOf(Stage::Concat),
        s.offsetOf(Stage::Context), s.bufferOf(Stage::ScoresRaw), s.offsetOf(Stage::ScoresRaw),
        s.bufferOf(Stage::Scores), s.offsetOf(Stage::Scores), s.bufferOf(Stage::ScoresMasked),
        s.offsetOf(Stage::ScoresMasked), s.bufferOf(Stage::Weights), s.offsetOf(Stage::Weights),
        s.bufferOf(Stage::WeightsDropped), s.offsetOf(Stage::WeightsDropped), visible,
        static_cast<cl_ulong>(keep.batchStride()), static_cast<cl_ulong>(keep.headStride()),
        dropout, static_cast<cl_ulong>(p.scalePlace.offset), static_cast<cl_float>(p.scale),
        scratch, static_cast<cl_ulong>(shape.pitch), toInt(p.batch), toInt(p.heads),
        toInt(p.queries), toInt(p.keys), toInt(p.widthK), toInt(p.widthV), cl_int{steps},
        cl_int{p.mode}, cl_float{p.fill}, cl_float{p.keepFactor});
    const std::size_t local = s.tiles() ? 1 : s.context.groupRow;
    s.launcher.groups(kernel, shape.groups, local,
                      part == AttentionPart::RawScores ? "scores_raw" : "attention");
}

} // namespace attnscope::gpu
