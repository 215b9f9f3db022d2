// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cache_folder.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace attnscope::gpu {

namespace fs = std::filesystem;

namespace {

/// A name that no other process or thread uses.
std::string uniqueSuffix() {
    static std::atomic<unsigned> serial{0};
    return "." + std::to_string(::getpid()) + "-" + std::to_string(serial++) + ".part";
}

} // namespace

bool canWriteInto(const fs::path &folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path file = folder / ("write-test" + uniqueSuffix());
    // Permission bits say little about root, quotas and read-only mounts: try.
    const bool good = [&] {
        std::ofstream out(file);
        out << 'x';
        return static_cast<bool>(out.flush());
    }();
    fs::remove(file, error);
    return good;
}

std::optional<fs::path> userCacheFolder() {
    fs::path base;
    // The specification says that a relative XDG_CACHE_HOME is to be ignored.
    if (const char *xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg == '/')
        base = xdg;
    else if (const char *home = std::getenv("HOME"); home && *home == '/')
        base = fs::path(home) / ".cache";
    if (base.empty() || !canWriteInto(base / "attnscope"))
        return std::nullopt;
    return base / "attnscope";
}

void prepareDriverCaches() {
    const char *set = std::getenv("POCL_CACHE_DIR");
    if (set && *set && canWriteInto(set))
        return;
    std::optional<fs::path> folder = userCacheFolder();
    if (folder)
        folder = *folder / "pocl";
    if (!folder || !canWriteInto(*folder)) {
        // No home to write to: a folder for this user among the temporary ones.
        std::error_code error;
        folder = fs::temp_directory_path(error) /
                 ("attnscope-pocl-" + std::to_string(static_cast<unsigned long>(::getuid())));
        if (error || !canWriteInto(*folder))
            return; // nothing better than what was there
    }
    ::setenv("POCL_CACHE_DIR", folder->c_str(), 1);
}

std::optional<std::string> readFile(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return std::nullopt;
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (in.bad())
        return std::nullopt;
    return bytes;
}

bool writeFileAtomically(const fs::path &path, std::string_view bytes) {
    const fs::path part = path.string() + uniqueSuffix();
    std::error_code error;
    {
        std::ofstream out(part, std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) {
            fs::remove(part, error);
            return false;
        }
    }
    fs::rename(part, path, error);
    if (!error)
        return true;
    fs::remove(part, error);
    return false;
}

CompileTurn::CompileTurn() {
    const char *folder = std::getenv("POCL_CACHE_DIR");
    if (!folder || !*folder)
        return;
    const std::string path = std::string(folder) + "/attnscope.lock";
    m_file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (m_file >= 0 && ::flock(m_file, LOCK_EX | LOCK_NB) != 0 &&
           std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

CompileTurn::~CompileTurn() {
    if (m_file >= 0)
        ::close(m_file);
}

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
    for (const char c : bytes) {
        seed ^= static_cast<unsigned char>(c);
        seed *= 1099511628211ULL;
    }
    return seed;
}

std::string hexText(std::uint64_t value) {
    std::string text(16, '0');
    for (std::size_t i = 16; i-- > 0; value >>= 4)
        text[i] = "0123456789abcdef"[value & 15];
    return text;
}

} // namespace attnscope::gpu
