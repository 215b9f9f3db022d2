// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mask.h"

#include "core/problem.h"

#include <algorithm>
#include <cstring>

namespace attnscope::core {

KeepMask::KeepMask(std::size_t batch, std::size_t heads, BoolTensor bits)
    : m_batch(batch), m_heads(heads), m_bits(std::move(bits)) {
    const std::size_t map = m_bits.extent(2) * m_bits.extent(3);
    m_headStride = m_bits.extent(1) == 1 ? 0 : map;
    m_batchStride = m_bits.extent(0) == 1 ? 0 : m_bits.extent(1) * map;
    const auto v = m_bits.values();
    m_allVisible = std::find(v.begin(), v.end(), std::uint8_t{0}) == v.end();
}

std::size_t KeepMask::visibleCount(std::size_t b, std::size_t h, std::size_t i) const {
    const std::uint8_t *r = row(b, h, i);
    return static_cast<std::size_t>(std::count_if(r, r + keys(), [](auto k) { return k != 0; }));
}

BoolTensor KeepMask::expanded() const {
    const std::size_t map = queries() * keys();
    auto all = BoolTensor::uninitialised({m_batch, m_heads, queries(), keys()});
    std::uint8_t *out = all.mutableData();
    for (std::size_t b = 0; b < m_batch; ++b)
        for (std::size_t h = 0; h < m_heads; ++h, out += map)
            std::memcpy(out, row(b, h, 0), map);
    return all;
}

std::size_t causalEnd(std::size_t i, std::size_t queries, std::size_t keys, CausalAlignment a) {
    const std::size_t end = i + 1;
    if (a == CausalAlignment::TopLeft)
        return std::min(end, keys);
    const std::size_t shifted = end + keys;
    return shifted > queries ? std::min(shifted - queries, keys) : 0;
}

KeepMask makeKeepMask(const Problem &p) {
    const MaskConfig &m = p.config.mask;
    const std::size_t L = p.queries(), S = p.keys();
    const bool custom = m.custom && p.maskKeep.present();
    // Only what differs between sequences or heads is stored more than once.
    const bool perHead = custom && p.maskKeep.rank() == 4;
    const std::size_t nb = m.padding || perHead ? p.batch() : 1;
    const std::size_t nh = perHead ? p.heads() : 1;

    auto bits = BoolTensor({nb, nh, L, S}, 1);
    std::uint8_t *out = bits.mutableData();
    for (std::size_t b = 0; b < nb; ++b) {
        std::size_t length = S;
        if (m.padding && p.lengths.present())
            length = static_cast<std::size_t>(
                std::clamp<std::int64_t>(p.lengths(b), 0, static_cast<std::int64_t>(S)));
        for (std::size_t h = 0; h < nh; ++h) {
            for (std::size_t i = 0; i < L; ++i, out += S) {
                if (custom) {
                    const std::size_t at =
                        perHead ? p.maskKeep.offset(b, h, i, std::size_t{0}) : i * S;
                    const std::uint8_t *from = p.maskKeep.data() + at;
                    for (std::size_t j = 0; j < S; ++j)
                        out[j] = from[j] != 0;
                }
                std::size_t end = length;
                if (m.causal)
                    end = std::min(end, causalEnd(i, L, S, m.causalAlignment));
                std::fill(out + end, out + S, std::uint8_t{0});
            }
        }
    }
    return {p.batch(), p.heads(), std::move(bits)};
}

std::vector<RowRef> emptyRows(const KeepMask &mask) {
    std::vector<RowRef> found;
    if (mask.allVisible())
        return found;
    for (std::size_t b = 0; b < mask.batch(); ++b)
        for (std::size_t h = 0; h < mask.heads(); ++h)
            for (std::size_t i = 0; i < mask.queries(); ++i) {
                const std::uint8_t *r = mask.row(b, h, i);
                if (std::find_if(r, r + mask.keys(), [](auto k) { return k != 0; }) ==
                    r + mask.keys())
                    found.push_back({b, h, i});
            }
    return found;
}

} // namespace attnscope::core
