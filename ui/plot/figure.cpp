// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure.h"

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

CellKind MapPanel::kind(std::size_t r, std::size_t c) const {
    const float v = value(r, c);
    // NaN first: a broken number must show even where the mask would cover it.
    if (std::isnan(v))
        return CellKind::NaN;
    if (keep.present() && !keep.data()[keepOffset + r * columns + c])
        return std::find(emptyRows.begin(), emptyRows.end(), r) == emptyRows.end()
                   ? CellKind::Hidden
                   : CellKind::EmptyRow;
    if (std::isinf(v))
        return v > 0.0f ? CellKind::PositiveInfinity : CellKind::NegativeInfinity;
    return CellKind::Value;
}

} // namespace attnscope::ui
