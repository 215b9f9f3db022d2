// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/file_stamp.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace attnscope::ui {

/// Unsaved sessions that outlive the program, in one folder:
///   <id>.attn  the session, written while somebody works on it
///   <id>.json  what it is: name of its file, title, time
///   <id>.lock  locked (flock) by the process that works on it, for as long as it lives
/// The lock is what tells a session that is being worked on from one that was left behind: the
/// kernel lets it go however the process ends, and a process number that is used again or belongs
/// to another container cannot mislead it.

/// An open, locked file; closing it lets go.
class FileLock {
public:
    FileLock() = default;
    ~FileLock();
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;
    /// Nothing when another holds it, or when the file cannot be made.
    [[nodiscard]] static std::optional<FileLock> take(const QString &fileName);

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor = -1;
};

/// What the sidecar says of an unsaved session.
struct RecoveryNote {
    QString fileName; ///< where it belongs; empty for one that was never saved
    FileStamp stamp;  ///< of that file when it was opened or saved last
    QString title;    ///< what the window called it
    QDateTime time;   ///< of the last change that is in it
};
[[nodiscard]] QByteArray toJson(const RecoveryNote &note);
/// Wrong and missing parts are left empty; never throws.
[[nodiscard]] RecoveryNote recoveryNoteFrom(const QByteArray &json);

/// An unsaved session whose program is gone. While it is held no other instance sees it.
struct Recovery {
    QString id;
    QString session; ///< name of its .attn
    RecoveryNote note;
    FileLock lock;
};

/// Takes every session of the folder that nobody works on, newest first, and clears away what
/// killed processes left half-written. A folder that is not there holds none.
[[nodiscard]] std::vector<Recovery> takeRecoveries(const QString &folder);
/// Removes its files; the lock last.
void discard(Recovery recovery, const QString &folder);

/// Names of the three files.
[[nodiscard]] QString recoverySession(const QString &folder, const QString &id);
[[nodiscard]] QString recoveryNote(const QString &folder, const QString &id);
[[nodiscard]] QString recoveryLock(const QString &folder, const QString &id);

} // namespace attnscope::ui
