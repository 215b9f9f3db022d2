// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain.h"

#include <vector>

namespace attnscope::core {

/// What is walked through cell by cell.
enum class WalkScope {
    Row, ///< what one query becomes: from its input to its output
    Head ///< the same of all queries, through one head
};

/// Where a walk goes through: one sequence, head and query, and the column that is followed where
/// a stage has columns (the nearest there is where it has fewer).
struct WalkPlace {
    std::size_t batch = 0, head = 0, query = 0, column = 0;
    bool operator==(const WalkPlace &) const = default;
};

/// The cells that a computation visits, stage by stage in the order of the stage table: maps with
/// every key of the row, keys and values with every key, one cell of a row elsewhere. Indices
/// beyond the problem are taken as its last.
[[nodiscard]] std::vector<CellLink> walkThrough(const Problem &problem, WalkScope scope,
                                                const WalkPlace &place);

} // namespace attnscope::core
