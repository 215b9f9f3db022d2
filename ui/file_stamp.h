// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace attnscope::ui {

/// What a file looked like when it was read or written, to tell later whether somebody else wrote
/// it since.
struct FileStamp {
    std::int64_t size = -1; ///< −1: there was no such file
    std::int64_t nanoseconds = 0;
    bool operator==(const FileStamp &) const = default;
    [[nodiscard]] bool exists() const { return size >= 0; }
};

/// Never throws; what cannot be looked at counts as absent.
[[nodiscard]] FileStamp stampOf(const QString &fileName);

} // namespace attnscope::ui
