// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace attnscope::ui {

namespace {

constexpr qint64 kLargestNote = 1 << 20;

QByteArray contents(const QString &fileName) {
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.read(kLargestNote) : QByteArray();
}

/// Temporary files carry the number of the process that wrote them.
void removeHalfWritten(const QDir &folder) {
    for (const QString &name :
         folder.entryList({QStringLiteral(".attnscope-*.tmp")}, QDir::Files | QDir::Hidden)) {
        bool ok = false;
        const auto process = name.section(QLatin1Char('-'), 1, 1).toLongLong(&ok);
        if (ok && process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH)
            QFile::remove(folder.filePath(name));
    }
}

} // namespace

FileLock::~FileLock() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

FileLock::FileLock(FileLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FileLock &FileLock::operator=(FileLock &&other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

std::optional<FileLock> FileLock::take(const QString &fileName) {
    const QByteArray name = QFile::encodeName(fileName);
    FileLock lock(::open(name.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (lock.m_descriptor < 0 || ::flock(lock.m_descriptor, LOCK_EX | LOCK_NB) != 0)
        return std::nullopt;
    return lock;
}

QString recoverySession(const QString &folder, const QString &id) {
    return QDir(folder).filePath(id + QStringLiteral(".attn"));
}
QString recoveryNote(const QString &folder, const QString &id) {
    return QDir(folder).filePath(id + QStringLiteral(".json"));
}
QString recoveryLock(const QString &folder, const QString &id) {
    return QDir(folder).filePath(id + QStringLiteral(".lock"));
}

QByteArray toJson(const RecoveryNote &note) {
    // 64-bit numbers as text: JSON readers know doubles only.
    return QJsonDocument(
               QJsonObject{{QStringLiteral("file"), note.fileName},
                           {QStringLiteral("file_size"), QString::number(note.stamp.size)},
                           {QStringLiteral("file_time"), QString::number(note.stamp.nanoseconds)},
                           {QStringLiteral("title"), note.title},
                           {QStringLiteral("time"), note.time.toUTC().toString(Qt::ISODateWithMs)},
                           {QStringLiteral("process"), QString::number(::getpid())}})
        .toJson();
}

RecoveryNote recoveryNoteFrom(const QByteArray &json) {
    const QJsonObject o = QJsonDocument::fromJson(json).object();
    RecoveryNote note;
    note.fileName = o[QLatin1String("file")].toString();
    bool ok = false;
    const qint64 size = o[QLatin1String("file_size")].toString().toLongLong(&ok);
    if (ok)
        note.stamp = {size, o[QLatin1String("file_time")].toString().toLongLong()};
    note.title = o[QLatin1String("title")].toString();
    note.time = QDateTime::fromString(o[QLatin1String("time")].toString(), Qt::ISODateWithMs);
    return note;
}

std::vector<Recovery> takeRecoveries(const QString &folder) {
    std::vector<Recovery> found;
    const QDir here(folder);
    if (folder.isEmpty() || !here.exists())
        return found;
    removeHalfWritten(here);
    QSet<QString> ids;
    for (const QString &name : here.entryList(
             {QStringLiteral("*.attn"), QStringLiteral("*.json"), QStringLiteral("*.lock")},
             QDir::Files))
        ids.insert(QFileInfo(name).completeBaseName());
    for (const QString &id : ids) {
        auto lock = FileLock::take(recoveryLock(folder, id));
        if (!lock)
            continue; // somebody works on it
        Recovery r{id, recoverySession(folder, id), {}, std::move(*lock)};
        const QFileInfo session(r.session);
        if (!session.exists()) {
            discard(std::move(r), folder); // ended before the first session was written
            continue;
        }
        r.note = recoveryNoteFrom(contents(recoveryNote(folder, id)));
        if (!r.note.time.isValid())
            r.note.time = session.lastModified();
        found.push_back(std::move(r));
    }
    std::sort(found.begin(), found.end(), [](const Recovery &a, const Recovery &b) {
        return std::pair(a.note.time, a.id) > std::pair(b.note.time, b.id);
    });
    return found;
}

void discard(Recovery recovery, const QString &folder) {
    for (const QString &name :
         {recoverySession(folder, recovery.id), recoveryNote(folder, recovery.id),
          recoveryLock(folder, recovery.id)})
        QFile::remove(name);
}

} // namespace attnscope::ui
