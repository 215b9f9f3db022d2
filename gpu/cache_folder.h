// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// \file
/// Where compiled kernels and the verdict about drivers are kept. Nothing here throws: without a
/// folder that can be written the program works, only slower.

namespace attnscope::gpu {

/// `$XDG_CACHE_HOME/attnscope`, else `$HOME/.cache/attnscope`, made when missing; nullopt when
/// there is no such folder that can be written (HOME unset, read-only disk).
[[nodiscard]] std::optional<std::filesystem::path> userCacheFolder();

/// Whether a file can really be made in that folder; creates the folder when it is missing.
[[nodiscard]] bool canWriteInto(const std::filesystem::path &folder);

/// Gives PoCL a folder that it can write, before it is loaded: with an unwritable one its device
/// vanishes from the list. Keeps POCL_CACHE_DIR when it is good. Call before the first OpenCL call
/// and before other threads read the environment.
void prepareDriverCaches();

/// The whole file, or nullopt.
[[nodiscard]] std::optional<std::string> readFile(const std::filesystem::path &path);
/// Writes beside the target and renames, so that readers, in other processes too, see the old file
/// or the new one and never a half. False when it cannot be written.
bool writeFileAtomically(const std::filesystem::path &path, std::string_view bytes);

/// While it lives, one process at a time compiles for the driver's own cache, which loses a build
/// now and then when several fill it at once (pocl/pocl#430). Waits ten seconds at most and then
/// goes on without: a compiler that hangs elsewhere must not hang us too.
class CompileTurn {
public:
    CompileTurn();
    ~CompileTurn();
    CompileTurn(const CompileTurn &) = delete;
    CompileTurn &operator=(const CompileTurn &) = delete;

private:
    int m_file = -1; ///< in POCL_CACHE_DIR; its lock ends with the process, whatever ends that
};

/// 64-bit FNV-1a, the same on every machine: names of cache files and their check sums.
[[nodiscard]] std::uint64_t hash64(std::string_view bytes,
                                   std::uint64_t seed = 14695981039346656037ULL);
/// 16 hexadecimal digits.
[[nodiscard]] std::string hexText(std::uint64_t value);

} // namespace attnscope::gpu
