// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ink.h"

#include "ui/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QImage>
#include <QStaticText>

#include <algorithm>
#include <cmath>
#include <memory>

namespace attnscope::ui {
namespace {

constexpr int kRemembered = 8192; // lines of text of one font; beyond it all is forgotten

struct FontCache {
    explicit FontCache(double pixelSize, bool bold)
        : font(interfaceFont(pixelSize, bold ? QFont::DemiBold : QFont::Normal)), metrics(font) {}
    QFont font;
    QFontMetricsF metrics;
    QHash<QString, double> widths;
    QHash<QString, QStaticText> lines;
};

FontCache &fontCache(double pixelSize, bool bold) {
    thread_local QHash<int, std::shared_ptr<FontCache>> caches;
    const int key = static_cast<int>(std::lround(pixelSize)) * 2 + (bold ? 1 : 0);
    auto &cache = caches[key];
    if (!cache)
        cache = std::make_shared<FontCache>(pixelSize, bold);
    return *cache;
}

// Emoji are bitmaps in their font, which PDF files cannot hold as text.
bool hasColourGlyphs(const QString &text) {
    const QList<uint> points = text.toUcs4();
    return std::any_of(points.begin(), points.end(), [](uint c) {
        return (c >= 0x1F000 && c < 0x20000) || (c >= 0x2600 && c < 0x27C0);
    });
}

} // namespace

double textWidth(const QString &text, double pixelSize, bool bold) {
    FontCache &cache = fontCache(pixelSize, bold);
    const auto at = cache.widths.constFind(text);
    if (at != cache.widths.constEnd())
        return *at;
    if (cache.widths.size() > kRemembered)
        cache.widths.clear();
    const double width = cache.metrics.horizontalAdvance(text);
    cache.widths.insert(text, width);
    return width;
}

double textAscent(double pixelSize) { return fontCache(pixelSize, false).metrics.ascent(); }
double textDescent(double pixelSize) { return fontCache(pixelSize, false).metrics.descent(); }

void Ink::text(QPointF position, const QString &words, double pixelSize, const QColor &colour,
               Align align, bool bold, double angle, const QString &title) const {
    if (words.isEmpty())
        return;
    FontCache &cache = fontCache(pixelSize, bold);
    if (m_svg) {
        m_svg->addText(position, words, cache.font, colour,
                       align == Align::Left     ? SvgDevice::Anchor::Start
                       : align == Align::Centre ? SvgDevice::Anchor::Middle
                                                : SvgDevice::Anchor::End,
                       angle, title);
        return;
    }
    const double width = textWidth(words, pixelSize, bold);
    const double shift = align == Align::Left ? 0.0 : align == Align::Centre ? width / 2 : width;
    m_painter.setPen(colour);
    m_painter.setFont(cache.font);
    const bool turned = angle != 0.0;
    if (turned) {
        m_painter.save();
        m_painter.translate(position);
        m_painter.rotate(angle);
        position = {0.0, 0.0};
    }
    if (m_target == Target::Raster) {
        if (cache.lines.size() > kRemembered)
            cache.lines.clear();
        QStaticText &line = cache.lines[words];
        if (line.text().isEmpty()) {
            line.setTextFormat(Qt::PlainText);
            line.setText(words);
        }
        m_painter.drawStaticText(
            QPointF(position.x() - shift, position.y() - cache.metrics.ascent()), line);
    } else if (hasColourGlyphs(words)) {
        drawAsPixels({position.x() - shift, position.y()}, words, colour, cache.font, width);
    } else {
        m_painter.drawText(QPointF(position.x() - shift, position.y()), words);
    }
    if (turned)
        m_painter.restore();
}

void Ink::drawAsPixels(const QPointF &baseline, const QString &words, const QColor &colour,
                       const QFont &font, double width) const {
    constexpr double kDetail = 6.0; // pixels per unit: 576 dpi
    const QFontMetricsF metrics(font);
    const double above = std::ceil(metrics.ascent()) + 2, below = std::ceil(metrics.descent()) + 2;
    const QSizeF size(std::ceil(width) + 4, above + below);
    QImage image((size * kDetail).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(kDetail, kDetail);
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(QPointF(2, above), words);
    painter.end();
    m_painter.drawImage(QRectF(baseline - QPointF(2, above), size), image);
}

void Ink::fill(const QRectF &rect, const QColor &colour) const {
    const bool smooth = m_painter.testRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::Antialiasing, m_target != Target::Raster);
    m_painter.fillRect(rect, colour);
    m_painter.setRenderHint(QPainter::Antialiasing, smooth);
}

void Ink::frame(const QRectF &r, const QColor &colour, double width) const {
    fill({r.left(), r.top(), r.width(), width}, colour);
    fill({r.left(), r.bottom() - width, r.width(), width}, colour);
    fill({r.left(), r.top() + width, width, r.height() - 2 * width}, colour);
    fill({r.right() - width, r.top() + width, width, r.height() - 2 * width}, colour);
}

} // namespace attnscope::ui
