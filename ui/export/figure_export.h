// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QStringList>

#include <optional>

namespace attnscope::ui {

enum class PictureFormat { Png, Svg, Pdf };

struct ExportOptions {
    QSize size{1200, 900}; ///< pixels for PNG at 96 dpi layout units × scale; see pixelSize()
    int dpi = 96;          ///< PNG: pHYs; SVG/PDF: physical size = size/96 inch
    double scale = 1.0;    ///< PNG pixels = size × scale exactly, whatever the screen's factor
};

/// The pixels of a PNG with these options.
[[nodiscard]] QSize pixelSize(const ExportOptions &options);
/// The picture as file bytes, drawn by the same painter as the screen. \throws std::runtime_error.
[[nodiscard]] QByteArray renderPicture(const Figure &figure, PictureFormat format,
                                       const ExportOptions &options);
/// For the clipboard and golden images.
[[nodiscard]] QImage renderImage(const Figure &figure, const ExportOptions &options);
/// Labels and titles that no installed font can show (they would be boxes); callers warn with them.
[[nodiscard]] QStringList wordsWithoutFont(const Figure &figure);
/// By suffix (png, svg, pdf); nullopt for another.
[[nodiscard]] std::optional<PictureFormat> pictureFormatForFile(const QString &fileName);
/// 'w_{head}.png' with {head}, {stage}, {batch} replaced; unknown braces stay.
[[nodiscard]] QString expandPattern(const QString &pattern, int head, const QString &stage,
                                    int batch);

} // namespace attnscope::ui
