// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/safetensors.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// A type of the format: how many bytes a number takes, and how it is read.
struct SafetensorsType {
    std::string_view name;
    std::size_t bytes;
    char kind; ///< as in NpyHeader; 'B' bfloat16; 0 = known, but not read here
};
/// Nothing for a type that the format does not know.
[[nodiscard]] const SafetensorsType *safetensorsType(std::string_view name);

struct SafetensorsHeader {
    std::vector<SafetensorsEntry> tensors;
    std::map<std::string, std::string> metadata;
};
/// Reads and checks the JSON of a header against `dataBytes`, the bytes that follow it.
/// \throws FileError (Malformed) naming the tensor
[[nodiscard]] SafetensorsHeader
parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes, const std::string &file);

} // namespace attnscope::core
