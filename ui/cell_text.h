// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"
#include "ui/view_settings.h"

#include <QString>

#include <cstddef>

namespace attnscope::ui {

/// One cell of a stage in words, with its value in full:
/// "weights · head 2 · query 3 “cat” → key 1 “the” · 0.421875012 · visible".
/// `row` and `column` are those of the stage's panel (figure_parts.h). Empty when out of bounds.
[[nodiscard]] QString describeCell(const core::Trace &, const core::Session &, core::Stage,
                                   std::size_t batch, std::size_t head, std::size_t row,
                                   std::size_t column);
/// The locked cell in the stage that is shown; for stages that are no map the row it belongs to.
[[nodiscard]] QString describeLocked(const core::Trace &, const core::Session &, core::Stage,
                                     const LockedCell &, std::optional<std::size_t> column);

} // namespace attnscope::ui
