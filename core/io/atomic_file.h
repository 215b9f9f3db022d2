// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_error.h"

#include <csignal>
#include <filesystem>
#include <stop_token>

namespace attnscope::core {

/// Holds SIGXFSZ back on this thread, so that a limit on file sizes is an error of write(2), which
/// can be told, and not the end of the process.
class FileSizeSignalGuard {
public:
    FileSizeSignalGuard();
    ~FileSizeSignalGuard();
    FileSizeSignalGuard(const FileSizeSignalGuard &) = delete;
    FileSizeSignalGuard &operator=(const FileSizeSignalGuard &) = delete;

private:
    sigset_t m_before;
};

/// A file that takes its place all at once: what is written to temporary() becomes `path` in
/// commit(), flushed first; without a commit() the temporary is removed and `path` is as it was.
/// A symbolic link stays one (its target is replaced), and a mode that the old file had is kept.
/// What a process that was killed could not remove, the next commit() in that folder does.
/// What is not a plain file (/dev/stdout, a pipe) gets the bytes in commit().
class AtomicFile {
public:
    /// \throws FileError (Unwritable) when there is no such folder, or no permission.
    explicit AtomicFile(const std::filesystem::path &path);
    ~AtomicFile();
    AtomicFile(const AtomicFile &) = delete;
    AtomicFile &operator=(const AtomicFile &) = delete;

    [[nodiscard]] const std::filesystem::path &temporary() const { return m_temporary; }
    /// \returns false, with `path` as it was, when `stop` is set by the time that all is on disk:
    /// to flush a large file takes longer than to write it. \throws FileError (Unwritable)
    bool commit(const std::stop_token &stop = {});
    /// Throws the error of the file that was asked for, whatever its temporary is called.
    [[noreturn]] void fail(int systemError) const;

private:
    std::filesystem::path m_asked;  ///< as the caller named it
    std::filesystem::path m_target; ///< after symbolic links
    std::filesystem::path m_temporary;
    bool m_special = false; ///< the target exists and is no plain file
    FileSizeSignalGuard m_guard;
};

} // namespace attnscope::core
