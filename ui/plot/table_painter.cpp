// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_painter.h"
#include "ui/plot/plot_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {
namespace {

constexpr double kGap = 14.0; ///< between columns

/// Words broken where they fit; a word that is too long stands alone.
QStringList lines(const QString &text, double room, double size) {
    QStringList out;
    QString line;
    for (const QString &word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && textWidth(longer, size) > room) {
            out << line;
            line = word;
        } else {
            line = longer;
        }
    }
    return out << line;
}

/// Places of a table for one size of its text.
struct TableLayout {
    double size = 0.0, line = 0.0, height = 0.0;
    std::vector<double> left, text, muted; ///< of columns: left end, widths of both parts
    std::vector<double> heights;           ///< of rows
    std::vector<std::vector<QStringList>> words;
};

TableLayout layOut(const TablePanel &t, double width, double size, const Metrics &m) {
    TableLayout l;
    l.size = size;
    l.line = size * 1.55;
    const std::size_t n = t.columns.size();
    l.left.resize(n);
    l.text.resize(n);
    l.muted.resize(n);
    double used = 0.0;
    std::size_t wordColumns = 0;
    for (std::size_t c = 0; c < n; ++c) {
        const bool last = t.columns[c].words && c + 1 == n;
        double text = 0.0, muted = 0.0;
        for (const TablePanel::Row &row : t.rows)
            if (c < row.cells.size()) {
                const TablePanel::Cell &cell = row.cells[c];
                text = std::max(text, textWidth(cell.text, size, cell.emphasised));
                if (!cell.muted.isEmpty())
                    muted = std::max(muted, textWidth(cell.muted, size) + size * 0.4);
            }
        const double title = textWidth(t.columns[c].title, size, true);
        text = std::max(text, title - muted);
        l.text[c] = text;
        l.muted[c] = muted;
        wordColumns += last ? 1 : 0;
        used += last ? 0.0 : text + muted + m.px(kGap);
    }
    // The last column of words takes what the others leave.
    if (wordColumns)
        l.text[n - 1] = std::max(width - m.px(10) - used, m.px(60));
    double x = m.px(10); // the chips' place
    for (std::size_t c = 0; c < n; ++c) {
        l.left[c] = x;
        x += l.text[c] + l.muted[c] + m.px(kGap);
    }
    l.height = l.line * 1.2;
    for (const TablePanel::Row &row : t.rows) {
        std::size_t most = 1;
        std::vector<QStringList> words(n);
        for (std::size_t c = 0; c < std::min(n, row.cells.size()); ++c)
            if (t.columns[c].words) {
                words[c] = lines(row.cells[c].text, l.text[c], size);
                most = std::max(most, static_cast<std::size_t>(words[c].size()));
            }
        l.words.push_back(std::move(words));
        l.heights.push_back(l.line * static_cast<double>(most) + size * 0.25);
        l.height += l.heights.back();
    }
    if (x - m.px(kGap) > width + 0.5 && !wordColumns)
        l.height = std::numeric_limits<double>::infinity(); // too wide: smaller text
    return l;
}

} // namespace

void paintTable(const Ink &ink, const TablePanel &t, const QRectF &body, const Palette &palette,
                const Metrics &m) {
    if (t.columns.empty() || body.width() < 24 || body.height() < 12)
        return;
    constexpr double kLargest = 12.0, kSmallest = 6.0;
    TableLayout l = layOut(t, body.width(), m.px(kLargest), m);
    for (double size = kLargest - 0.5; size >= kSmallest && l.height > body.height(); size -= 0.5)
        l = layOut(t, body.width(), m.px(size), m);
    const double thin = std::max(1.0, ink.pixel());
    double y = body.top() + l.line;
    const auto right = [&](std::size_t c) { return body.left() + l.left[c] + l.text[c]; };
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
        const bool words = t.columns[c].words;
        ink.text({words ? body.left() + l.left[c] : right(c) + l.muted[c], y}, t.columns[c].title,
                 l.size, palette.muted, words ? Ink::Align::Left : Ink::Align::Right, true);
    }
    y += l.size * 0.55;
    ink.fill({body.left(), y, body.width(), thin}, palette.line);
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
        if (y + l.heights[r] > body.bottom() + l.line)
            break;
        const TablePanel::Row &row = t.rows[r];
        const double base = y + l.line * 0.78;
        if (row.chip)
            ink.fill({body.left(), base - l.size * 0.85, m.px(4), l.size}, *row.chip);
        for (std::size_t c = 0; c < std::min(t.columns.size(), row.cells.size()); ++c) {
            const TablePanel::Cell &cell = row.cells[c];
            const QColor colour = cell.emphasised ? palette.red : palette.text;
            if (t.columns[c].words) {
                double at = base;
                for (const QString &line : l.words[r][c]) {
                    ink.text({body.left() + l.left[c], at}, line, l.size, colour, Ink::Align::Left,
                             cell.emphasised);
                    at += l.line;
                }
                continue;
            }
            ink.text({right(c), base}, cell.text, l.size, colour, Ink::Align::Right,
                     cell.emphasised);
            if (!cell.muted.isEmpty())
                ink.text({right(c) + l.muted[c], base}, cell.muted, l.size, palette.muted,
                         Ink::Align::Right);
        }
        y += l.heights[r];
    }
}

} // namespace attnscope::ui
