// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain.h"
#include "ui/matrix_text.h"
#include "ui/view_settings.h"

#include <QString>

namespace attnscope::ui {

/// The cell that the view has locked, of the stage or gradient that is open: the one that is
/// explained. Nothing when none is locked or it is not in the trace.
[[nodiscard]] std::optional<core::CellLink> lockedLink(const core::Trace &, const ViewSettings &);

/// The view that has this cell locked, of a stage or a gradient; what is not said by the cell (the
/// key, for a cell of a query) stays. Inputs are shown by placeOf() instead.
[[nodiscard]] ViewSettings lockedAt(const core::Trace &, const ViewSettings &,
                                    const core::CellLink &);
/// The place of an input among the matrices; nothing for what has no matrix there.
[[nodiscard]] std::optional<MatrixPlace> placeOf(const core::Trace &, const core::CellLink &);

/// A cell in a link of rich text, and back.
[[nodiscard]] QString linkText(const core::CellLink &cell);
[[nodiscard]] std::optional<core::CellLink> linkFromText(const QString &text);

} // namespace attnscope::ui
