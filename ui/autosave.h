// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "core/session.h"
#include "ui/recovery.h"
#include "ui/session_document.h"
#include "ui/thread_wake.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace attnscope::ui {

/// Keeps a copy of a modified session in the recovery folder (ui/recovery.h), written on a thread
/// of its own: when nothing was changed for a quarter of the interval, and at the latest after the
/// interval while changes go on; never during a drag. Once the session is saved, or undone back to
/// what was saved, the copy is removed. A process that is killed leaves it behind.
class Autosave : public QObject {
    Q_OBJECT
public:
    /// \param title what the window calls the session now.
    Autosave(SessionDocument &document, QString folder, std::chrono::milliseconds interval,
             std::function<QString()> title, QObject *parent = nullptr);
    /// Waits for the thread; the copy stays.
    ~Autosave() override;

    /// Writes now instead of at the next time; answers the serial that written() will bring, 0 when
    /// there is nothing to write.
    std::uint64_t writeNow();
    /// Removes the copy and writes no more: the program ends in good order.
    void finish();
    [[nodiscard]] const QString &folder() const { return m_folder; }

signals:
    void written(quint64 serial);
    /// Once, until one is written again.
    void failed(const QString &sentence);
    /// The session that this document holds is saved, or as it was saved: copies are not needed.
    void removed();

private:
    struct Job {
        std::optional<core::Session> session; ///< nothing: remove the copy
        RecoveryNote note;
        std::uint64_t serial = 0;
    };
    struct Outcome {
        QString error; ///< empty: written
        std::uint64_t serial = 0;
    };
    void changed();
    void write();
    void handle(const Job &job);
    void tell();

    SessionDocument &m_document;
    QString m_folder, m_id;
    std::chrono::milliseconds m_interval;
    std::function<QString()> m_title;
    QTimer m_idle, m_latest;
    DocumentState m_seen; ///< of the last change: looking elsewhere is none
    QDateTime m_changedAt;
    std::uint64_t m_serial = 0;
    bool m_stale = false; ///< the present state is not in the copy, nor on its way there
    bool m_copied = false;
    bool m_told = false;
    bool m_finished = false;
    core::Mailbox<Outcome> m_outcome;
    ThreadWake m_wake;
    std::optional<FileLock> m_lock; ///< worker's thread only
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker;
};

} // namespace attnscope::ui
