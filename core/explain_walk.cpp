// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain_walk.h"

#include <algorithm>

namespace attnscope::core {

namespace {

bool has(std::span<const Axis> axes, Axis axis) {
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

/// The column of a stage that holds column c of the head, or of the model.
std::size_t columnOf(Axis axis, std::size_t extent, const Problem &p, const WalkPlace &at) {
    if (axis == Axis::ConcatWidth)
        return at.head * p.dV() + std::min(at.column, p.dV() - 1);
    return std::min(at.column, extent - 1);
}

void addStage(std::vector<CellLink> &to, const Problem &p, Stage stage, const Shape &shape,
              WalkScope scope, const WalkPlace &place) {
    const auto axes = stageInfo(stage).axes;
    const bool rows = has(axes, Axis::Query), columns = has(axes, Axis::Key);
    const std::size_t from = scope == WalkScope::Row ? place.query : 0;
    const std::size_t end = !rows ? 1 : scope == WalkScope::Row ? from + 1 : p.queries();
    for (std::size_t i = rows ? from : 0; i < end; ++i)
        for (std::size_t j = 0; j < (columns ? p.keys() : 1); ++j) {
            std::vector<std::size_t> at;
            for (std::size_t a = 0; a < axes.size(); ++a)
                at.push_back(axes[a] == Axis::Batch   ? place.batch
                             : axes[a] == Axis::Head  ? place.head
                             : axes[a] == Axis::Query ? i
                             : axes[a] == Axis::Key   ? j
                                                      : columnOf(axes[a], shape[a], p, place));
            to.push_back({stage, flatIndex(shape, at)});
        }
}

} // namespace

std::vector<CellLink> walkThrough(const Problem &p, WalkScope scope, const WalkPlace &place) {
    const WalkPlace within{std::min(place.batch, p.batch() - 1),
                           std::min(place.head, p.heads() - 1),
                           std::min(place.query, p.queries() - 1), place.column};
    std::vector<CellLink> walk;
    for (const StageInfo &info : stageTable())
        if (const auto shape = stageShape(p, info.stage))
            addStage(walk, p, info.stage, *shape, scope, within);
    return walk;
}

} // namespace attnscope::core
