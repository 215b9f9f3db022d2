// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace attnscope::core {

/// Philox 4×32-10, the counter-based generator of Salmon et al., "Parallel random numbers: as easy
/// as 1, 2, 3" (SC 2011). A pure function: the same counter and key give the same four words on
/// every machine and device, in any order, which is what lets a matrix grow without reshuffling.
[[nodiscard]] constexpr std::array<std::uint32_t, 4>
philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53u, kMultiplier1 = 0xCD9E8D57u;
    // Weyl sequence of the key: the golden ratio and √3 − 1, as 32-bit fractions.
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9u, kWeyl1 = 0xBB67AE85u;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = kMultiplier0 * counter[0];
        const std::uint64_t p1 = kMultiplier1 * counter[2];
        counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(p1),
                   static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(p0)};
        key[0] += kWeyl0;
        key[1] += kWeyl1;
    }
    return counter;
}

/// The same with a 64-bit seed as the key, low word first.
[[nodiscard]] constexpr std::array<std::uint32_t, 4>
philox4x32(std::array<std::uint32_t, 4> counter, std::uint64_t seed) {
    return philox4x32(counter,
                      std::array<std::uint32_t, 2>{static_cast<std::uint32_t>(seed),
                                                   static_cast<std::uint32_t>(seed >> 32)});
}

} // namespace attnscope::core
