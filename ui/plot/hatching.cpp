// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/hatching.h"

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <functional>

namespace attnscope::ui {
namespace {

// Runs of cells of one look, row by row.
void eachRun(SpecialLook look, const std::vector<signed char> &looks,
             const std::vector<double> &xEdges, const std::vector<double> &yEdges,
             const std::function<void(double, double, double, double)> &use) {
    const std::size_t rows = yEdges.size() - 1, columns = xEdges.size() - 1;
    const auto wanted = static_cast<signed char>(look);
    for (std::size_t r = 0; r < rows; ++r) {
        const signed char *row = looks.data() + r * columns;
        for (std::size_t c = 0; c < columns;) {
            if (row[c] != wanted) {
                ++c;
                continue;
            }
            std::size_t end = c;
            while (end < columns && row[end] == wanted)
                ++end;
            use(xEdges[c], yEdges[r], xEdges[end], yEdges[r + 1]);
            c = end;
        }
    }
}

// A family of parallel lines, each kept as intervals that grow downwards.
struct Family {
    double origin, spacing;
    std::vector<std::vector<std::pair<double, double>>> lines;

    Family(double from, double to, double lineOrigin, double lineSpacing)
        : origin(lineOrigin + std::floor((from - lineOrigin) / lineSpacing) * lineSpacing),
          spacing(lineSpacing),
          lines(static_cast<std::size_t>(std::max(0.0, (to - origin) / lineSpacing)) + 2) {}

    void each(double from, double to, const std::function<void(double, std::size_t)> &use) const {
        const auto first =
            static_cast<std::size_t>(std::max(0.0, std::ceil((from - origin) / spacing - 1e-9)));
        for (std::size_t k = first; k < lines.size(); ++k) {
            const double at = origin + static_cast<double>(k) * spacing;
            if (at > to)
                break;
            use(at, k);
        }
    }
    void add(std::size_t line, double from, double to) {
        if (to - from < 1e-6)
            return;
        auto &intervals = lines[line];
        if (!intervals.empty() && std::abs(intervals.back().second - from) < 1e-6)
            intervals.back().second = to;
        else
            intervals.emplace_back(from, to);
    }
};

} // namespace

std::vector<QLineF> hatchLines(Hatch hatch, SpecialLook look, const std::vector<signed char> &looks,
                               const std::vector<double> &xEdges, const std::vector<double> &yEdges,
                               double spacing) {
    std::vector<QLineF> out;
    if (xEdges.size() < 2 || yEdges.size() < 2)
        return out;
    const double left = xEdges.front(), right = xEdges.back(), top = yEdges.front(),
                 bottom = yEdges.back();
    const auto diagonal = [&](double sign, double offset = 0.0) { // lines x + sign · y = constant
        const double low = left + std::min(sign * top, sign * bottom);
        const double high = right + std::max(sign * top, sign * bottom);
        Family family(low, high, left + sign * top + offset, spacing);
        eachRun(look, looks, xEdges, yEdges, [&](double xa, double ya, double xb, double yb) {
            family.each(xa + std::min(sign * ya, sign * yb), xb + std::max(sign * ya, sign * yb),
                        [&](double at, std::size_t k) {
                            // x = at − sign · y lies in xa..xb for y between these two:
                            const double y1 = sign * (at - xa), y2 = sign * (at - xb);
                            const double from = std::max(ya, std::min(y1, y2));
                            const double to = std::min(yb, std::max(y1, y2));
                            if (to > from)
                                family.add(k, from, to);
                        });
        });
        for (std::size_t k = 0; k < family.lines.size(); ++k) {
            const double at = family.origin + static_cast<double>(k) * spacing;
            for (const auto &[from, to] : family.lines[k])
                out.emplace_back(at - sign * from, from, at - sign * to, to);
        }
    };
    switch (hatch) {
    case Hatch::None:
        break;
    case Hatch::Slash:
        diagonal(1.0);
        break;
    case Hatch::BackSlash:
        diagonal(-1.0);
        break;
    case Hatch::Cross:
        diagonal(1.0);
        diagonal(-1.0);
        break;
    case Hatch::SlashPairs:
        diagonal(1.0);
        diagonal(1.0, spacing * 0.3);
        break;
    case Hatch::Vertical:
    case Hatch::Grid: {
        Family family(left, right, left + spacing / 2, spacing);
        eachRun(look, looks, xEdges, yEdges, [&](double xa, double ya, double xb, double yb) {
            family.each(xa, xb, [&](double, std::size_t k) { family.add(k, ya, yb); });
        });
        for (std::size_t k = 0; k < family.lines.size(); ++k) {
            const double x = family.origin + static_cast<double>(k) * spacing;
            for (const auto &[from, to] : family.lines[k])
                out.emplace_back(x, from, x, to);
        }
        if (hatch == Hatch::Vertical)
            break;
        [[fallthrough]];
    }
    case Hatch::Horizontal: {
        const Family family(top, bottom, top + spacing / 2, spacing);
        eachRun(look, looks, xEdges, yEdges, [&](double xa, double ya, double xb, double yb) {
            family.each(ya, yb, [&](double y, std::size_t) { out.emplace_back(xa, y, xb, y); });
        });
        break;
    }
    case Hatch::Marks: // a small × at every place of the raster
    case Hatch::Dots: {
        const Family across(left, right, left + spacing / 2, spacing);
        const Family down(top, bottom, top + spacing / 2, spacing);
        eachRun(look, looks, xEdges, yEdges, [&](double xa, double ya, double xb, double yb) {
            down.each(ya, yb, [&](double y, std::size_t) {
                across.each(xa, xb, [&](double x, std::size_t) {
                    if (hatch == Hatch::Dots) {
                        out.emplace_back(x, y, x + 0.01, y);
                        return;
                    }
                    const double arm = spacing * 0.28;
                    out.emplace_back(x - arm, y - arm, x + arm, y + arm);
                    out.emplace_back(x - arm, y + arm, x + arm, y - arm);
                });
            });
        });
        break;
    }
    }
    return out;
}

} // namespace attnscope::ui
