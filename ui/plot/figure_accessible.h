// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

namespace attnscope::ui {

class FigureView;

/// Lets screen readers read figures: a FigureView is a group of panels; a map, a table and the
/// cards of heads are tables whose cells speak ("row 3 “cat” attends to column 1 “the”: 0.42"),
/// curves say where each begins and ends. Pressing a cell locks it, as a click does. Costs nothing
/// until a reader asks. To be called once, before the first FigureView is asked for.
void installFigureAccessibility();

/// Tells a listening screen reader that the keyboard stands at this cell now.
void announceFocus(FigureView &view, const CellRef &cell);

} // namespace attnscope::ui
