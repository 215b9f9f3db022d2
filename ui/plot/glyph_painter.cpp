// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

/// Cards in a grid; ties of one row run above it, one level each where they would meet.
struct Cards {
    int columns = 1, rows = 1, levels = 0;
    double width = 0.0, height = 0.0, headroom = 0.0;
    std::vector<int> level; ///< of ties; −1: between two rows
    QRectF body;
    static constexpr double kGap = 14.0;

    [[nodiscard]] QRectF card(std::size_t i, const Metrics &m) const {
        const int row = static_cast<int>(i) / columns, column = static_cast<int>(i) % columns;
        return {body.left() + column * (width + m.px(kGap)),
                body.top() + row * (height + headroom + m.px(kGap)) + headroom, width, height};
    }
};

Cards arrange(const GlyphPanel &g, const QRectF &body, const Metrics &m) {
    Cards best;
    const int n = static_cast<int>(g.glyphs.size());
    double bestScore = -1.0;
    for (int columns = 1; columns <= n; ++columns) {
        const int rows = (n + columns - 1) / columns;
        const double w = (body.width() - m.px(Cards::kGap) * (columns - 1)) / columns;
        const double h = (body.height() - m.px(Cards::kGap) * (rows - 1)) / rows;
        const double score = std::min(w / 190.0, h / 130.0);
        if (score > bestScore) {
            bestScore = score;
            best.columns = columns;
            best.rows = rows;
        }
    }
    best.body = body;
    std::vector<std::vector<std::pair<int, int>>> taken(static_cast<std::size_t>(best.rows) * 4);
    for (const GlyphPanel::Tie &tie : g.ties) {
        const int a = static_cast<int>(std::min(tie.a, tie.b)),
                  b = static_cast<int>(std::max(tie.a, tie.b));
        int level = -1;
        if (a / best.columns == b / best.columns)
            for (int candidate = 0; candidate < 4 && level < 0; ++candidate) {
                auto &row = taken[static_cast<std::size_t>(a / best.columns * 4 + candidate)];
                const auto meets = [&](const auto &t) { return a < t.second && t.first < b; };
                if (std::none_of(row.begin(), row.end(), meets)) {
                    row.emplace_back(a, b);
                    level = candidate;
                }
            }
        best.level.push_back(level);
        best.levels = std::max(best.levels, level + 1);
    }
    best.headroom = best.levels ? m.px(8.0 + 13.0 * best.levels) : 0.0;
    best.width = (body.width() - m.px(Cards::kGap) * (best.columns - 1)) / best.columns;
    best.height = (body.height() - m.px(Cards::kGap) * (best.rows - 1)) / best.rows - best.headroom;
    return best;
}

void paintGauge(const Ink &ink, const GlyphPanel::Gauge &gauge, const QRectF &bar,
                const QColor &colour, const Palette &palette, double size) {
    const double thin = std::max(1.0, ink.pixel());
    ink.fill(bar, palette.line);
    if (gauge.value) {
        QRectF filled = bar;
        filled.setWidth(bar.width() * std::clamp(*gauge.value, 0.0, 1.0));
        ink.fill(filled, colour);
    }
    if (gauge.reference) {
        const double x = bar.left() + bar.width() * std::clamp(*gauge.reference, 0.0, 1.0);
        ink.fill({x - thin, bar.top() - 2 * thin, 2 * thin, bar.height() + 4 * thin}, palette.text);
    }
    ink.text({bar.right() + size * 0.5, bar.center().y() + size * 0.36},
             gauge.value ? cellNumber(*gauge.value) : QStringLiteral("–"), size, palette.text);
}

void paintCard(const Ink &ink, const GlyphPanel &g, const GlyphPanel::Glyph &glyph,
               const QRectF &card, const Palette &palette, const Metrics &m) {
    const bool note = std::any_of(g.glyphs.begin(), g.glyphs.end(),
                                  [](const auto &other) { return !other.note.isEmpty(); });
    const double lines = static_cast<double>(g.gaugeNames.size()) + 1.3 + (note ? 1.2 : 0.0);
    const double step = std::min(card.height() / lines, m.px(24.0));
    const double size = std::clamp(step * 0.62, m.px(5.0), m.px(12.0));
    const double thin = std::max(1.0, ink.pixel());
    ink.fill({card.left(), card.top(), m.px(4), step}, glyph.colour);
    ink.text({card.left() + m.px(10), card.top() + step * 0.5 + size * 0.4}, glyph.name,
             size * 1.08, palette.text, Ink::Align::Left, true);
    double names = 0.0;
    for (const QString &name : g.gaugeNames)
        names = std::max(names, textWidth(name, size));
    const double numbers = textWidth(QStringLiteral("0.0000"), size);
    const double room = card.width() - names - numbers - size * 1.3;
    const bool named = room >= m.px(24);
    const double left = card.left() + (named ? names + size * 0.6 : 0.0);
    const double wide = std::max(card.right() - left - numbers - size * 0.6, m.px(8));
    double y = card.top() + step * 1.3;
    const QRectF bars(left, y, wide, step * static_cast<double>(g.gaugeNames.size()));
    for (std::size_t k = 0; k < glyph.gauges.size(); ++k) {
        if (named)
            ink.text({left - size * 0.6, y + step * 0.5 + size * 0.36},
                     g.gaugeNames[static_cast<qsizetype>(k)], size, palette.muted,
                     Ink::Align::Right);
        const double tall = std::min(step * 0.55, m.px(11));
        paintGauge(ink, glyph.gauges[k], {left, y + (step - tall) / 2, wide, tall}, glyph.colour,
                   palette, size);
        y += step;
    }
    if (!glyph.note.isEmpty()) {
        QString text = glyph.note;
        while (text.size() > 1 && textWidth(text, size) > card.width())
            text = text.chopped(text.endsWith(QChar(0x2026)) ? 2 : 1) + QChar(0x2026);
        ink.text({card.left(), y + step * 0.8}, text, size,
                 glyph.crossed ? palette.red : palette.amber, Ink::Align::Left, true, 0.0,
                 glyph.note);
    }
    if (glyph.crossed) {
        QPainter &p = ink.painter();
        p.setPen(QPen(palette.red, std::max(m.px(2.0), thin)));
        p.drawLine(bars.topLeft(), bars.bottomRight());
        p.drawLine(bars.bottomLeft(), bars.topRight());
    }
}

} // namespace

void paintGlyphs(const Ink &ink, const GlyphPanel &g, const QRectF &body, const Palette &palette,
                 const Metrics &m) {
    if (g.glyphs.empty() || body.width() < 24 || body.height() < 24)
        return;
    const Cards cards = arrange(g, body, m);
    if (cards.height < m.px(20))
        return;
    for (std::size_t i = 0; i < g.glyphs.size(); ++i)
        paintCard(ink, g, g.glyphs[i], cards.card(i, m), palette, m);
    QPainter &p = ink.painter();
    for (std::size_t k = 0; k < g.ties.size(); ++k) {
        const GlyphPanel::Tie &tie = g.ties[k];
        const QRectF a = cards.card(std::min(tie.a, tie.b), m),
                     b = cards.card(std::max(tie.a, tie.b), m);
        p.setPen(QPen(palette.amber, m.px(1.8)));
        p.setBrush(Qt::NoBrush);
        const double size = m.px(10);
        QPointF label;
        if (cards.level[k] >= 0) {
            const double top = a.top() - m.px(8.0 + 13.0 * cards.level[k]);
            const double from = a.left() + a.width() * 0.55, to = b.left() + b.width() * 0.45;
            p.drawPolyline(QPolygonF{
                {from, a.top() - m.px(2)}, {from, top}, {to, top}, {to, b.top() - m.px(2)}});
            label = {(from + to) / 2, top + size * 0.36};
        } else {
            const QPointF from(a.left() + a.width() * 0.75, a.bottom()),
                to(b.left() + b.width() * 0.75, b.top());
            QPainterPath path(from);
            path.cubicTo(from + QPointF(0, m.px(24)), to - QPointF(0, m.px(24)), to);
            p.drawPath(path);
            const double beside = textWidth(tie.label, size) / 2 + m.px(8);
            label = {(from.x() + to.x()) / 2 + beside, (from.y() + to.y()) / 2 + size * 0.36};
        }
        const double wide = textWidth(tie.label, size) + m.px(8);
        ink.fill({label.x() - wide / 2, label.y() - size * 0.95, wide, size * 1.3}, palette.panel);
        ink.text(label, tie.label, size, palette.amber, Ink::Align::Centre, true);
    }
}

} // namespace attnscope::ui
