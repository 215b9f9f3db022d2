// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// The text with every byte that is not UTF-8 (overlong forms and surrogates included) replaced by
/// U+FFFD, so that it can be shown, and written to JSON.
[[nodiscard]] std::string validUtf8(std::string_view bytes);

/// The code points of valid UTF-8.
[[nodiscard]] std::u32string codePoints(std::string_view utf8);

/// A 64-bit key of a token's text (FNV-1a with a final mixing step): the same word has the same
/// key, hence the same embedding, in every sentence and on every machine.
[[nodiscard]] std::uint64_t tokenKey(std::string_view token);

/// Number of tokens of a padded list: what stands before the trailing empty ones.
[[nodiscard]] std::size_t unpaddedLength(const std::vector<std::string> &tokens);

/// Places that the sequences of a text may take together once they are padded to the longest.
inline constexpr std::size_t kMostPlaces = std::size_t{1} << 22;
/// Pads every sequence with empty tokens to the longest. One long sequence among many short ones
/// makes a rectangle that the text itself does not justify, so it is counted before memory is
/// taken. \throws InputError (TooLarge)
void padTokens(std::vector<std::vector<std::string>> &tokens);

} // namespace attnscope::core
