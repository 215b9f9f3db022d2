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

namespace {

double between(const ColourRange &range, bool log, double share) {
    return log ? range.lo * std::pow(range.hi / range.lo, share)
               : range.lo + (range.hi - range.lo) * share;
}

double shareOf(const ColourRange &range, bool log, double value) {
    return log ? std::log(value / range.lo) / std::log(range.hi / range.lo)
               : (value - range.lo) / (range.hi - range.lo);
}

} // namespace

QPointF CurveFrame::valueAt(const QPointF &p) const {
    return {between(x, logX, (p.x() - axes.left()) / axes.width()),
            between(y, logY, (axes.bottom() - p.y()) / axes.height())};
}

QPointF CurveFrame::placeOf(const QPointF &value) const {
    return {axes.left() + axes.width() * shareOf(x, logX, value.x()),
            axes.bottom() - axes.height() * shareOf(y, logY, value.y())};
}

} // namespace attnscope::ui
