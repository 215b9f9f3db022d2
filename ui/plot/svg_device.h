// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QImage>
#include <QPaintDevice>
#include <QRectF>
#include <QString>

#include <memory>
#include <utility>
#include <vector>

namespace attnscope::ui {

/// A paint device that writes SVG 1.1. Beside what a QPainter draws it takes whole lines of text
/// (as text, with the unshortened words as their title) and cells (crisp rectangles) directly.
class SvgDevice : public QPaintDevice {
public:
    explicit SvgDevice(QSizeF size);
    ~SvgDevice() override;

    enum class Anchor { Start, Middle, End };
    /// One element of text, whatever scripts it mixes. `position` is the base line's point at the
    /// anchor, `angle` in degrees clockwise round it.
    void addText(QPointF position, const QString &text, const QFont &font, const QColor &colour,
                 Anchor anchor, double angle, const QString &title = {});
    /// Rectangles without a seam between them.
    void addCells(const std::vector<std::pair<QRectF, QRgb>> &cells, const QString &title);
    /// An image as lossless PNG, its pixels not smoothed.
    void addPixels(const QRectF &target, const QImage &image);

    /// The document, 96 units to the inch.
    [[nodiscard]] QByteArray document(const QString &title, const QString &description) const;

    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSizeF m_size;
    std::unique_ptr<Engine> m_engine;
};

} // namespace attnscope::ui
