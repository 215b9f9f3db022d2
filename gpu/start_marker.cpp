// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/start_marker.h"

#include "gpu/cache_folder.h"

#include <charconv>
#include <csignal>
#include <unistd.h>

namespace attnscope::gpu {

namespace fs = std::filesystem;

namespace {

std::string prefixOf(const std::string &device) {
    return "opening-" + hexText(hash64(device)) + "-";
}

/// Calls f(file, pid) for each marker of that device.
template <class F> void forEachMarker(const std::string &device, F f) {
    const auto folder = userCacheFolder();
    if (!folder)
        return;
    const std::string prefix = prefixOf(device);
    std::error_code error;
    for (fs::directory_iterator it(*folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(prefix))
            continue;
        int pid = 0;
        const char *digits = name.c_str() + prefix.size();
        std::from_chars(digits, name.c_str() + name.size(), pid);
        if (pid > 0)
            f(it->path(), pid);
    }
}

} // namespace

StartMarker::StartMarker(const std::string &device) : m_device(device) {
    const auto folder = userCacheFolder();
    if (!folder)
        return;
    m_file = *folder / (prefixOf(device) + std::to_string(::getpid()));
    writeFileAtomically(m_file, device + "\n");
}

void StartMarker::clear() noexcept {
    if (m_file.empty())
        return;
    std::error_code error;
    fs::remove(m_file, error);
    m_file.clear();
}

void StartMarker::opened() noexcept {
    clear();
    forgive(m_device);
}

void StartMarker::forgive(const std::string &device) noexcept {
    try {
        forEachMarker(device, [](const fs::path &file, int pid) {
            std::error_code error;
            if (::kill(pid, 0) != 0)
                fs::remove(file, error);
        });
    } catch (const std::exception &) {
        // Out of memory at worst; the next start tries again.
        return;
    }
}

int StartMarker::crashes(const std::string &device) {
    int count = 0;
    forEachMarker(device, [&count](const fs::path &, int pid) {
        // A process that is still there is opening it right now.
        if (::kill(pid, 0) != 0)
            ++count;
    });
    return count;
}

} // namespace attnscope::gpu
