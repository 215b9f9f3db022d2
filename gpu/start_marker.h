// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace attnscope::gpu {

/// A file in the user's cache that stands while a device is being opened. A driver that takes the
/// whole process down leaves it behind, and the next start knows which one it was.
class StartMarker {
public:
    explicit StartMarker(const std::string &device);
    ~StartMarker() { clear(); }
    StartMarker(const StartMarker &) = delete;
    StartMarker &operator=(const StartMarker &) = delete;
    /// Takes the file of this process away.
    void clear() noexcept;
    /// The device is open and has computed: earlier crashes are forgiven.
    void opened() noexcept;
    /// Takes away what crashed processes left, so that the device gets another chance.
    static void forgive(const std::string &device) noexcept;

    /// How often processes have died while opening that device since it last opened well.
    [[nodiscard]] static int crashes(const std::string &device);

private:
    std::string m_device;
    std::filesystem::path m_file;
};

} // namespace attnscope::gpu
