// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// Numbers in files and on the command line: always with a point, whatever the locale says.
/// "inf", "-inf", "+inf", "infinity" and "nan" in any case are numbers too. The whole text must be
/// the number; nothing for anything else.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);
/// A whole number; "4", "+4" and "4.0" are one, "4.5", "" and what leaves 64 bits are not.
[[nodiscard]] std::optional<long long> parseWhole(std::string_view text);
/// true/false, on/off, yes/no, 1/0, in any case.
[[nodiscard]] std::optional<bool> parseSwitch(std::string_view text);
/// The shortest text that reads back as the same number; "nan", "inf", "-inf".
[[nodiscard]] std::string formatNumber(double value);
/// A number of bytes for people: "128 MiB".
[[nodiscard]] std::string formatBytes(double bytes);

/// Letters to insert, leave out or change to come from one word to the other; case does not count.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);
/// The name that is fewest edits away from `word`; empty when there are no names.
[[nodiscard]] std::string nearestName(std::string_view word, const std::vector<std::string> &names);

/// Text for a message of one line: bytes that are no UTF-8 and control characters are replaced,
/// line ends become spaces, and of more than `most` bytes the middle is left out. Names, keys and
/// values in a file are anybody's.
[[nodiscard]] std::string oneLine(std::string_view text, std::size_t most = 1000);

/// Memory of this machine in bytes; sizes beyond it are refused before anything is taken.
[[nodiscard]] double physicalMemory();

} // namespace attnscope::core
