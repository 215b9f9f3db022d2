// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/colour_scale.h"

#include <QLineF>

#include <vector>

namespace attnscope::ui {

/// The lines that hatch all cells of one look: in one phase over the whole map and joined across
/// cells, so that an area reads as one. Dots are lines without length (for a round pen).
/// `xEdges` has columns + 1 entries, `yEdges` rows + 1, `looks` rows × columns as in ColouredCells.
[[nodiscard]] std::vector<QLineF> hatchLines(Hatch hatch, SpecialLook look,
                                             const std::vector<signed char> &looks,
                                             const std::vector<double> &xEdges,
                                             const std::vector<double> &yEdges, double spacing);

} // namespace attnscope::ui
