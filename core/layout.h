// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// How arrays lie in memory, and what view, reshape, transpose and permute do to that, by the rules
/// that PyTorch has. Extents and strides count elements.

namespace attnscope::core {

/// Extents and, for each axis, how many elements apart its neighbours lie.
struct Layout {
    Shape shape;
    std::vector<std::size_t> strides;
    bool operator==(const Layout &) const = default;
};

/// Row-major, without gaps.
[[nodiscard]] Layout contiguousLayout(Shape shape);
[[nodiscard]] bool isContiguous(const Layout &layout);
/// Axis a of the result is axis order[a] of the layout. `order` holds each axis once.
[[nodiscard]] Layout permuted(const Layout &layout, const std::vector<std::size_t> &order);
/// The same elements in the same order under another shape, without moving one in memory. Nothing
/// when that cannot be: a new axis would run over axes that do not lie behind one another.
/// The shape has as many elements.
[[nodiscard]] std::optional<Layout> viewed(const Layout &layout, const Shape &shape);
/// Where in memory each element lies, in row-major order of the shape.
[[nodiscard]] std::vector<std::size_t> placesOf(const Layout &layout);

/// Shape of the matrix product of two stacks of matrices, leading axes broadcast:
/// [..,n,k]·[..,k,m]. Nothing when they do not fit, or one has fewer than two axes.
[[nodiscard]] std::optional<Shape> productShape(const Shape &a, const Shape &b);

/// An array that is moved about: every element is known by the place that it began at.
struct Arrangement {
    Layout layout;
    std::vector<std::size_t> memory; ///< which element lies there now
    bool copied = false;             ///< the last operation moved elements in memory

    /// Which element stands in each place of the shape, row-major.
    [[nodiscard]] std::vector<std::size_t> elements() const;
};
[[nodiscard]] Arrangement arrangementOf(Shape shape);

/// One operation of a chain and what came of it.
struct ArrangementStep {
    std::string operation; ///< as it was written, without spaces
    Arrangement after;
};

/// Names that may stand for numbers in a chain: {"L", 5}, {"B", 3} …
using LayoutSizes = std::map<std::string, std::size_t, std::less<>>;

/// Carries out a chain such as "view(L,B,H,d).permute(1,2,0,3)". Operations: view(…), reshape(…),
/// permute(…), transpose(a,b), contiguous(). Extents are numbers, names of `sizes`, products of
/// those with *, and at most one −1, which is worked out; axes may be counted from the end.
/// \throws InputError saying what is wrong: an unknown operation or name, axes that are not there,
///         another number of elements, a view that would have to move elements.
[[nodiscard]] std::vector<ArrangementStep> arrange(const Arrangement &start, std::string_view chain,
                                                   const LayoutSizes &sizes = {});
/// The arrangement after the last step. \throws InputError as arrange()
[[nodiscard]] Arrangement arranged(const Arrangement &start, std::string_view chain,
                                   const LayoutSizes &sizes = {});

} // namespace attnscope::core
