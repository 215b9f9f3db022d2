// SPDX-License-Identifier: GPL-3.0-or-later
//
// How arrays of other programs are brought into this one's form.
#include "core/import_plan.h"
#include "core/text_values.h"

#include <algorithm>
#include <stdexcept>

namespace attnscope::core {

namespace {

using Code = Issue::Code;
/// What is added to a score to hide its key; FMR-03: from here on a score is absorbed in fp32.
constexpr float kHiding = -1e8F;

std::string indexText(const Shape &shape, std::size_t flat) {
    std::vector<std::size_t> index(shape.size());
    for (std::size_t a = shape.size(); a-- > 0;) {
        index[a] = flat % shape[a];
        flat /= shape[a];
    }
    return toString(index);
}

} // namespace

Tensor transposed(const Tensor &m) {
    if (m.rank() != 2)
        throw std::invalid_argument("transposed: not a matrix: " + toString(m.shape()));
    const std::size_t rows = m.extent(0), columns = m.extent(1);
    auto t = Tensor::uninitialised({columns, rows});
    float *out = t.mutableData();
    constexpr std::size_t kBlock = 32; // both sides stay in the cache
    for (std::size_t r0 = 0; r0 < rows; r0 += kBlock)
        for (std::size_t c0 = 0; c0 < columns; c0 += kBlock)
            for (std::size_t r = r0; r < std::min(rows, r0 + kBlock); ++r)
                for (std::size_t c = c0; c < std::min(columns, c0 + kBlock); ++c)
                    out[c * rows + r] = m.data()[r * columns + c];
    return t;
}

Tensor headsSideBySide(const Tensor &array, HeadAxes axes) {
    if (array.rank() != 3 && array.rank() != 4)
        throw std::invalid_argument("headsSideBySide: no head axis in " + toString(array.shape()));
    const std::size_t lead = array.rank() - 3;
    const std::size_t B = lead ? array.extent(0) : 1, d = array.extent(lead + 2);
    const std::size_t first = array.extent(lead), second = array.extent(lead + 1);
    const std::size_t L = axes == HeadAxes::RowsFirst ? first : second;
    const std::size_t H = axes == HeadAxes::RowsFirst ? second : first;
    if (axes == HeadAxes::RowsFirst) // they lie side by side already
        return array.reshaped({B, L, H * d});
    auto t = Tensor::uninitialised({B, L, H * d});
    float *out = t.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t h = 0; h < H; ++h)
            for (std::size_t i = 0; i < L; ++i)
                std::copy_n(array.data() + ((b * H + h) * L + i) * d, d,
                            out + (b * L + i) * H * d + h * d);
    return t;
}

BoolTensor maskFromNumbers(const Tensor &mask, MaskMeaning meaning, const std::string &name) {
    auto keep = BoolTensor::uninitialised(mask.shape());
    std::uint8_t *out = keep.mutableData();
    const bool additive = std::any_of(mask.values().begin(), mask.values().end(),
                                      [](float v) { return v <= kHiding; });
    for (std::size_t i = 0; i < mask.size(); ++i) {
        const float v = mask.data()[i];
        const bool fits = additive ? v == 0.0F || v <= kHiding : v == 0.0F || v == 1.0F;
        if (!fits)
            throw InputError(
                {{Code::BadValue,
                  {name, formatNumber(static_cast<double>(v))},
                  name + " holds " + formatNumber(static_cast<double>(v)) + " at " +
                      indexText(mask.shape(), i) + ", but a mask holds 0 and 1, or 0 and -inf: " +
                      "an array that is added to the scores number by number cannot be kept"}});
        out[i] = additive ? v == 0.0F : (v != 0.0F) != (meaning == MaskMeaning::OneHidden);
    }
    return keep;
}

} // namespace attnscope::core
