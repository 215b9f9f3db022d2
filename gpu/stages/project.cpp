// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stages/project.h"

namespace attnscope::gpu {

using core::Stage;

namespace {

/// Work-items along the side of a work-group, and the 4 × 4 cells that each of them computes.
constexpr std::size_t kCells = 4;

} // namespace

void enqueueHeadProjections(const StageContext &s) {
    const PassPlan &p = s.plan;
    const std::size_t width = s.context.panelColumns();
    const std::size_t panelsQ = divideUp(p.heads * p.widthK, width);
    const std::size_t panelsK = panelsQ;
    const std::size_t panelsV = p.sharedKv ? 0 : divideUp(p.heads * p.widthV, width);
    cl::Kernel &kernel = s.tiles() ? s.programs.kernel("project_tiles", "project_heads_tiles")
                                   : s.programs.kernel("project_groups", "project_heads_groups");
    setArguments(kernel, s.inputs.xBuffer(), s.inputs.memoryBuffer(), s.inputs.projectionWeights(),
                 s.inputs.projectionBias(), s.slab(), s.offsetOf(Stage::Q), s.offsetOf(Stage::K),
                 s.offsetOf(Stage::V), toInt(p.batch), toInt(p.queries), toInt(p.keys),
                 toInt(p.depthX), toInt(p.depthMemory), toInt(p.heads), toInt(p.widthK),
                 toInt(p.widthV), toInt(panelsQ), toInt(panelsK));
    if (s.tiles()) {
        const std::size_t groups = panelsQ * divideUp(p.batch * p.queries, kTileRows) +
                                   (panelsK + panelsV) * divideUp(p.batch * p.keys, kTileRows);
        s.launcher.groups(kernel, groups, 1, "Q, K, V");
        return;
    }
    const std::size_t side = s.context.groupSide;
    const std::size_t across = width / (side * kCells); // work-groups to a panel
    const std::size_t groups =
        across * (panelsQ * divideUp(p.batch * p.queries, side * kCells) +
                  (panelsK + panelsV) * divideUp(p.batch * p.keys, side * kCells));
    s.launcher.groups(kernel, groups, side * side, "Q, K, V");
}

void enqueueOutputProjection(const StageContext &s) {
    const PassPlan &p = s.plan;
    const std::size_t width = s.context.panelColumns();
    const std::size_t panels = divideUp(p.columns, width);
    const std::size_t rows = p.batch * p.queries;
    const Stage from = p.norm == core::ConcatNorm::None ? Stage::Concat : Stage::ConcatNorm;
    cl::Kernel &kernel = s.tiles() ? s.programs.kernel("project_tiles", "project_rows_tiles")
                                   : s.programs.kernel("project_groups", "project_rows_groups");
    setArguments(kernel, s.slab(), s.offsetOf(from), s.inputs.outputWeights(),
                 s.inputs.outputBias(), s.offsetOf(Stage::Output), toInt(rows),
                 toInt(p.heads * p.widthV), toInt(p.columns));
    if (s.tiles()) {
        s.launcher.groups(kernel, panels * divideUp(rows, kTileRows), 1, "output");
        return;
    }
    const std::size_t side = s.context.groupSide;
    s.launcher.groups(kernel, panels * (width / (side * kCells)) * divideUp(rows, side * kCells),
                      side * side, "output");
}

} // namespace attnscope::gpu
