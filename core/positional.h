// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <cstddef>

namespace attnscope::core {

/// One entry of the sinusoidal encoding: `sin(p / base^(2i/D))` for column 2i and the cosine of the
/// same angle for column 2i + 1 (Vaswani et al. 2017, §3.5; mathematics.md §3).
[[nodiscard]] double positionalValue(std::size_t position, std::size_t column, std::size_t dModel,
                                     double base);

/// PE [length, dModel] in double precision. For an odd dModel the last column is a sine.
[[nodiscard]] DoubleTensor positionalEncodingExact(std::size_t length, std::size_t dModel,
                                                   double base);
/// The same rounded to fp32, as the engines use it.
[[nodiscard]] Tensor positionalEncoding(std::size_t length, std::size_t dModel, double base);

/// Wavelength of pair i in positions: `2π·base^(2i/D)`. Pair 0 is the fast one (2π ≈ 6.28).
[[nodiscard]] double wavelength(std::size_t pair, std::size_t dModel, double base);

/// Similarity `PE·PEᵀ` [length, length]; each entry depends on p − q alone for an even dModel.
[[nodiscard]] Tensor positionalSimilarity(std::size_t length, std::size_t dModel, double base);

} // namespace attnscope::core
