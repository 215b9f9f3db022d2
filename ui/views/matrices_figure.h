// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"
#include "ui/matrix_text.h"
#include "ui/plot/figure.h"
#include "ui/view_settings.h"

#include <vector>

namespace attnscope::ui {

/// One stage that a cell of an array has a part in, and where: the rows and columns of its panel
/// that the cell makes or, for W_O, reads.
struct MadeBy {
    core::Stage stage = core::Stage::Q;
    std::size_t head = 0;
    std::optional<std::size_t> row, column;
    bool read = false; ///< what it is multiplied with
    bool operator==(const MadeBy &) const = default;
};
/// Of the array at `place`: what it makes first, then what becomes of that.
[[nodiscard]] std::vector<MadeBy> madeBy(const MatrixPlace &place, const core::Config &config,
                                         std::size_t head);
/// The head that the figure shows for a place: its own, else the chosen or the locked one.
[[nodiscard]] std::size_t headOfPlace(const MatrixPlace &place, const core::Problem &problem,
                                      const ViewSettings &settings);

/// Those of them that the trace has: the panels of matricesFigure().
[[nodiscard]] std::vector<MadeBy> matricesPanels(const core::Trace &, const ViewSettings &,
                                                 const MatrixPlace &place);

/// What the cell at `place` makes, lit up in the stages of the trace.
[[nodiscard]] Figure matricesFigure(const core::Trace &, const core::Session &,
                                    const ViewSettings &, const MatrixPlace &place,
                                    const Palette &);

} // namespace attnscope::ui
