// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/philox.h"

#include <gtest/gtest.h>

namespace attnscope::core {
namespace {

using Words = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

// Known answers of the authors' own Random123 library (kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, KnownAnswersOfItsAuthors) {
    EXPECT_EQ(philox4x32(Words{0, 0, 0, 0}, Key{0, 0}),
              (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox4x32(Words{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                         Key{0xffffffff, 0xffffffff}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox4x32(Words{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                         Key{0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, SeedIsTheKeyLowWordFirst) {
    const Words counter{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
    EXPECT_EQ(philox4x32(counter, std::uint64_t{0x299f31d0a4093822}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

} // namespace
} // namespace attnscope::core
