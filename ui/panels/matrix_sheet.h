// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/array_edit.h"
#include "core/problem.h"
#include "ui/matrix_text.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace attnscope::ui {

/// What the table shows: one array (of one sequence), or the mask. Values; shares its arrays.
struct MatrixSheet {
    MatrixPlace place; ///< its row and column do not count
    core::Tensor values;
    core::Tensor seeded; ///< what cells go back to; absent = none is marked
    core::BoolTensor mask;
    bool allDiffer = false; ///< from `seeded`: brought in, or changed as a whole
    std::size_t offset = 0; ///< of the first cell in either
    std::size_t rows = 0, columns = 0;
    core::HeadBlocks heads;
    QStringList rowLabels, columnLabels; ///< tokens; empty = numbers alone
    std::shared_ptr<const core::Session> session;

    [[nodiscard]] float value(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool edited(std::size_t row, std::size_t column) const;
    /// Edited, and not just one of an array whose every cell differs: marks would say nothing then.
    [[nodiscard]] bool marked(std::size_t row, std::size_t column) const {
        return !allDiffer && edited(row, column);
    }
    /// The head that a column (row of W_O) belongs to.
    [[nodiscard]] std::optional<std::size_t> headOf(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool empty() const { return rows == 0 || columns == 0; }
};

/// The array of a pass that answers to an input.
[[nodiscard]] const core::Tensor &arrayOf(const core::Problem &problem, core::Input input);

/// The sheet of an array: as it was computed with, or as the document holds it when that has the
/// same sizes, so that what was typed is seen before its picture is ready. Nothing while the
/// document's sizes disagree. `place.row` and `place.column` have to be 0.
[[nodiscard]] std::optional<MatrixSheet>
makeSheet(const MatrixPlace &place, const core::Problem &computed,
          const std::shared_ptr<const core::Session> &computedFrom,
          const std::shared_ptr<const core::Session> &document);

} // namespace attnscope::ui
