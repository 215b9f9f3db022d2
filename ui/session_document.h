// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/read_note.h"
#include "core/session.h"
#include "ui/commands.h"
#include "ui/file_stamp.h"
#include "ui/refusal.h"
#include "ui/view_settings.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace attnscope::ui {

/// The one mutable document of the window: the session, how it is looked at, and what can be
/// undone.
///
/// Whatever changes what is computed or drawn is an undoable step: settings, text, seeds, arrays,
/// and the settings of the picture. Where one looks (tab, opened stage, chosen head and sequence,
/// locked cell, theme, docks) is no step and does not mark the session as modified, but is saved
/// with it. The history keeps the last 500 steps, fewer when their arrays would fill the memory.
class SessionDocument : public QObject {
    Q_OBJECT
public:
    explicit SessionDocument(QObject *parent = nullptr);

    [[nodiscard]] const core::Session &session() const { return *m_now.session; }
    /// The same, to be held on to.
    [[nodiscard]] std::shared_ptr<const core::Session> sharedSession() const {
        return m_now.session;
    }
    [[nodiscard]] const ViewSettings &view() const { return m_now.view; }
    [[nodiscard]] QUndoStack *undoStack() { return &m_undo; }
    /// Whether what would be saved differs from what was: undone back to the saved state it does
    /// not.
    [[nodiscard]] bool modified() const { return m_modified; }
    /// Where it was opened from or saved to; empty for an example or a new one.
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    /// The file as it was when it was opened or saved.
    [[nodiscard]] const FileStamp &fileStamp() const { return m_stamp; }
    /// Whether somebody else wrote the file since.
    [[nodiscard]] bool changedOnDisk() const;

    /// Changes the session in one undoable step called `text` ("Set d_k to 64"). Steps of one
    /// `field` within one gesture (a drag, or steps in quick succession) become one; without a
    /// field a step stands alone. A result that cannot be obeyed is not taken: refused() says why
    /// and false is answered.
    bool edit(const QString &text, const QString &field, const SessionEdit &change);
    /// A drag from the press to the release of the mouse.
    void beginDrag();
    void endDrag();
    [[nodiscard]] bool dragging() const { return m_dragging; }

    /// Settings of the picture become an undoable step, in the words of viewStep(); where one looks
    /// is changed without one.
    void setView(const ViewSettings &view);
    template <class F> void changeView(F change) {
        ViewSettings v = view();
        change(v);
        setView(v);
    }
    /// The shared locked cell.
    void lock(const LockedCell &cell, bool add);
    void unlock();

    /// Replaces everything; the undo stack is cleared.
    void replace(core::Session session, const QString &fileName);
    /// The same with a session that was recovered: it is modified until it is saved. `stamp` is
    /// that of its file when it was opened.
    void restore(core::Session session, const QString &fileName, const FileStamp &stamp);
    /// \returns what the file holds besides. \throws core::FileError, core::InputError: the present
    /// session stays.
    core::ReadNotes open(const QString &fileName);
    /// Back to what was opened or saved last (read from the file again, when there is one), as an
    /// undoable step. \throws core::FileError, core::InputError: the present session stays.
    void revert();
    /// Whether there is something to go back to: not for a session that was recovered and has never
    /// been saved.
    [[nodiscard]] bool canRevert() const { return m_saved || !m_fileName.isEmpty(); }
    /// \throws core::FileError: stays modified.
    void save(const QString &fileName);
    /// The session with the present view in it, as it would be saved.
    [[nodiscard]] core::Session snapshot() const;

    /// For a problem found later, when arrays were made.
    void refuse(const Refusal &refusal) { emit refused(refusal); }

    /// Bytes of arrays that the history may hold beside the present ones.
    void setHistoryBytes(std::size_t bytes) { m_historyBytes = bytes; }

signals:
    void sessionChanged();
    void viewChanged();
    void refused(const attnscope::ui::Refusal &refusal);
    void refusalCleared();
    void fileChanged(); ///< the name, or whether it is modified
    void replaced();    ///< another session was put in the place of the last

private:
    void put(core::Session session, const QString &fileName, const FileStamp &stamp);
    void push(const QString &text, const QString &field, DocumentState after);
    void apply(const DocumentState &state);
    void updateModified();

    DocumentState m_now;
    std::optional<DocumentState> m_saved; ///< nothing: recovered, differs from every file
    QUndoStack m_undo;
    QString m_fileName;
    FileStamp m_stamp;
    bool m_modified = false;
    bool m_trimming = false; ///< steps are put into the stack again, not done again
    std::size_t m_historyBytes;
    std::uint64_t m_gesture = 1;
    bool m_dragging = false;
    QString m_lastField;
    QElapsedTimer m_sinceEdit;
};

/// A path for core from a name of Qt's, whatever is in it.
[[nodiscard]] std::filesystem::path toPath(const QString &fileName);

} // namespace attnscope::ui
