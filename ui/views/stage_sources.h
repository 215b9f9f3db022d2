// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/stage.h"
#include "ui/matrix_text.h"

#include <optional>
#include <vector>

namespace attnscope::ui {

/// A cell of a stage's panel (figure_parts.h says which panels there are).
struct StageCell {
    core::Stage stage = core::Stage::Weights;
    std::size_t batch = 0, head = 0, row = 0, column = 0;
};

/// The cell of the document that a stage's cell is, when it is no computed one.
[[nodiscard]] std::optional<MatrixPlace> editablePlace(const StageCell &cell);
/// Whether the cell belongs to a mask that can be painted.
[[nodiscard]] bool isMaskCell(core::Stage stage);
/// The places of arrays that a computed cell is made with.
[[nodiscard]] std::vector<MatrixPlace> sourcesOf(const StageCell &cell, const core::Config &config);

} // namespace attnscope::ui
