// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout.h"

#include <algorithm>

namespace attnscope::core {

Layout contiguousLayout(Shape shape) {
    Layout l;
    l.strides.assign(shape.size(), 1);
    for (std::size_t a = shape.size(); a-- > 1;)
        l.strides[a - 1] = l.strides[a] * shape[a];
    l.shape = std::move(shape);
    return l;
}

bool isContiguous(const Layout &layout) {
    std::size_t expected = 1;
    for (std::size_t a = layout.shape.size(); a-- > 0;) {
        if (layout.shape[a] == 1)
            continue; // its stride is never used
        if (layout.strides[a] != expected)
            return false;
        expected *= layout.shape[a];
    }
    return true;
}

Layout permuted(const Layout &layout, const std::vector<std::size_t> &order) {
    Layout l;
    for (const std::size_t a : order) {
        l.shape.push_back(layout.shape.at(a));
        l.strides.push_back(layout.strides.at(a));
    }
    return l;
}

// From the last axis on, old axes that lie behind one another are taken together as long as the new
// axes have not filled them; a new axis must end where such a group ends.
std::optional<Layout> viewed(const Layout &layout, const Shape &shape) {
    if (elementCount(layout.shape) == 0)
        return contiguousLayout(shape);
    Layout out;
    out.shape = shape;
    out.strides.assign(shape.size(), 1);
    std::size_t next = shape.size(); // new axes from here on have their stride
    std::size_t group = 1, filled = 1, base = layout.shape.empty() ? 1 : layout.strides.back();
    for (std::size_t a = layout.shape.size(); a-- > 0;) {
        group *= layout.shape[a];
        const bool joined =
            a > 0 && (layout.shape[a - 1] == 1 || layout.strides[a - 1] == group * base);
        if (joined)
            continue;
        while (next > 0 && (filled < group || shape[next - 1] == 1)) {
            out.strides[next - 1] = filled * base;
            filled *= shape[next - 1];
            --next;
        }
        if (filled != group)
            return std::nullopt;
        if (a > 0) {
            base = layout.strides[a - 1];
            group = filled = 1;
        }
    }
    return next == 0 ? std::optional(out) : std::nullopt;
}

std::vector<std::size_t> placesOf(const Layout &layout) {
    std::vector<std::size_t> places(elementCount(layout.shape));
    std::vector<std::size_t> index(layout.shape.size(), 0);
    std::size_t at = 0;
    for (std::size_t &place : places) {
        place = at;
        for (std::size_t a = index.size(); a-- > 0;) {
            at += layout.strides[a];
            if (++index[a] < layout.shape[a])
                break;
            at -= layout.strides[a] * layout.shape[a];
            index[a] = 0;
        }
    }
    return places;
}

std::optional<Shape> productShape(const Shape &a, const Shape &b) {
    if (a.size() < 2 || b.size() < 2 || a[a.size() - 1] != b[b.size() - 2])
        return std::nullopt;
    const std::size_t rank = std::max(a.size(), b.size());
    Shape out(rank, 1);
    for (std::size_t back = 3; back <= rank; ++back) {
        const std::size_t x = back <= a.size() ? a[a.size() - back] : 1;
        const std::size_t y = back <= b.size() ? b[b.size() - back] : 1;
        if (x != y && x != 1 && y != 1)
            return std::nullopt;
        out[rank - back] = x == 1 ? y : x;
    }
    out[rank - 2] = a[a.size() - 2];
    out[rank - 1] = b.back();
    return out;
}

std::vector<std::size_t> Arrangement::elements() const {
    std::vector<std::size_t> all = placesOf(layout);
    for (std::size_t &place : all)
        place = memory[place];
    return all;
}

Arrangement arrangementOf(Shape shape) {
    Arrangement a;
    a.memory.resize(elementCount(shape));
    for (std::size_t i = 0; i < a.memory.size(); ++i)
        a.memory[i] = i;
    a.layout = contiguousLayout(std::move(shape));
    return a;
}

} // namespace attnscope::core
