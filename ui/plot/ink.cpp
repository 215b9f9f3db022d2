// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ink.h"

#include "ui/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QStaticText>

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
    } else {
        m_painter.drawText(QPointF(position.x() - shift, position.y()), words);
    }
    if (turned)
        m_painter.restore();
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
