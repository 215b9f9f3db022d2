// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/autosave.h"

#include "core/io/file_error.h"
#include "core/io/session_file.h"
#include "ui/error_text.h"

#include <QDir>
#include <QFile>
#include <QThread>
#include <QUuid>

#include <utility>

namespace attnscope::ui {

Autosave::Autosave(SessionDocument &document, QString folder, std::chrono::milliseconds interval,
                   std::function<QString()> title, QObject *parent)
    : QObject(parent), m_document(document), m_folder(std::move(folder)),
      m_id(QUuid::createUuid().toString(QUuid::WithoutBraces)), m_interval(interval),
      m_title(std::move(title)), m_wake([this] { tell(); }),
      m_worker(std::make_unique<core::LatestOnlyWorker<Job>>(
          [this](const Job &job, const std::stop_token &) { handle(job); })) {
    for (QTimer *timer : {&m_idle, &m_latest}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &Autosave::write);
    }
    connect(&document, &SessionDocument::sessionChanged, this, &Autosave::changed);
    connect(&document, &SessionDocument::viewChanged, this, &Autosave::changed);
    connect(&document, &SessionDocument::fileChanged, this, &Autosave::changed);
}

Autosave::~Autosave() { m_worker.reset(); }

void Autosave::changed() {
    if (m_finished)
        return;
    if (!m_document.modified()) {
        m_idle.stop();
        m_latest.stop();
        m_stale = false;
        m_seen = {};
        if (std::exchange(m_copied, false))
            m_worker->submit({});
        emit removed();
        return;
    }
    const DocumentState now{m_document.sharedSession(), m_document.view()};
    if (m_seen.session == now.session && samePicture(m_seen.view, now.view))
        return;
    m_seen = now;
    m_stale = true;
    m_changedAt = QDateTime::currentDateTimeUtc();
    m_idle.start(m_interval / 4);
    if (!m_latest.isActive())
        m_latest.start(m_interval);
}

std::uint64_t Autosave::writeNow() {
    if (!m_document.modified() || m_finished)
        return 0;
    m_stale = true;
    m_changedAt = QDateTime::currentDateTimeUtc();
    write();
    return m_serial;
}

void Autosave::write() {
    if (!m_stale)
        return;
    if (m_document.dragging()) {
        m_idle.start(m_interval / 4);
        return;
    }
    m_idle.stop();
    m_latest.stop();
    m_stale = false;
    m_copied = true;
    m_worker->submit({m_document.snapshot(),
                      {m_document.fileName(), m_document.fileStamp(), m_title(), m_changedAt},
                      ++m_serial});
}

void Autosave::finish() {
    m_finished = true;
    m_idle.stop();
    m_latest.stop();
    m_worker->submit({});
    // Ends the thread only after that: a request that was submitted is taken first.
    while (m_worker->busy())
        QThread::msleep(1);
    m_worker.reset();
}

void Autosave::handle(const Job &job) {
    const QString session = recoverySession(m_folder, m_id);
    const QString note = recoveryNote(m_folder, m_id), lock = recoveryLock(m_folder, m_id);
    if (!job.session) {
        if (m_lock)
            for (const QString &name : {session, note, lock})
                QFile::remove(name);
        m_lock.reset();
        return;
    }
    QString error;
    try {
        // For this user's eyes: what is worked on is nobody else's business.
        if (!QDir().mkpath(m_folder))
            error = tr("the folder %1 cannot be made").arg(m_folder);
        else if (!m_lock && !(m_lock = FileLock::take(lock)))
            error = tr("no file can be made in %1").arg(m_folder);
        if (error.isEmpty()) {
            QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            core::writeSession(toPath(session), *job.session);
            core::writeFileAtomically(toPath(note), toJson(job.note).toStdString());
        }
    } catch (const core::FileError &e) {
        error = fileErrorText(e);
    } catch (const std::exception &e) {
        error = QString::fromUtf8(e.what());
    }
    m_outcome.put({error, job.serial});
    m_wake.wake();
}

void Autosave::tell() {
    const auto outcome = m_outcome.take();
    if (!outcome)
        return;
    if (outcome->error.isEmpty()) {
        m_told = false;
        emit written(outcome->serial);
        return;
    }
    m_stale = m_document.modified() && !m_finished;
    if (m_stale && !m_latest.isActive())
        m_latest.start(m_interval); // room may have been made by then
    if (!std::exchange(m_told, true))
        emit failed(tr("Unsaved changes could not be put by: %1").arg(outcome->error));
}

} // namespace attnscope::ui
