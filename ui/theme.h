// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QColor>
#include <QFont>

class QApplication;

namespace attnscope::ui {

/// Fusion style, palette and style sheet of the whole application in the colours of `palette`.
/// Call again to switch between light and dark.
void applyTheme(QApplication &application, const Palette &palette);

/// True when the desktop asks for dark windows. Call before the first applyTheme().
[[nodiscard]] bool systemPrefersDark();

/// The colour of a head, the same in every view; repeats after 16 heads.
[[nodiscard]] QColor headColour(std::size_t head, bool dark);
/// The colour of the n-th line of a curve panel without colours of its own.
[[nodiscard]] QColor seriesColour(std::size_t index, bool dark);

/// Sizes of text in device-independent pixels: the frame's two, and a view's title.
inline constexpr int kTextSize = 13;
inline constexpr int kMutedSize = 11;
inline constexpr int kTitleSize = 17;

/// The program's font at a size in pixels, with fallbacks for CJK (the system's for other
/// scripts); not hinted, so that text is as wide in a file as on the screen. No emoji font is
/// named: other programs would take the digits of SVG files from it.
[[nodiscard]] QFont interfaceFont(double pixelSize, QFont::Weight weight = QFont::Normal);

} // namespace attnscope::ui
