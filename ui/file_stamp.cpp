// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/file_stamp.h"

#include <QFile>

#include <sys/stat.h>

namespace attnscope::ui {

FileStamp stampOf(const QString &fileName) {
    struct stat found {};
    if (fileName.isEmpty() || ::stat(QFile::encodeName(fileName).constData(), &found) != 0)
        return {};
    return {static_cast<std::int64_t>(found.st_size),
            static_cast<std::int64_t>(found.st_mtim.tv_sec) * 1'000'000'000 +
                static_cast<std::int64_t>(found.st_mtim.tv_nsec)};
}

} // namespace attnscope::ui
