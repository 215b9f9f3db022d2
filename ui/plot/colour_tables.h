// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QRgb>

#include <array>

namespace attnscope::ui {

using ColourTable = std::array<QRgb, 256>;

/// The 256 colours of a map, from the low end to the high end. Sequential maps grow lighter from
/// end to end, diverging ones towards the middle (entries 127 and 128).
[[nodiscard]] const ColourTable &colourTable(ColourMap map);
[[nodiscard]] bool isDiverging(ColourMap map);
/// CIE L* of a colour, 0 (black) to 100 (white).
[[nodiscard]] double lightness(QRgb colour);

} // namespace attnscope::ui
