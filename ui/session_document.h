// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "ui/refusal.h"
#include "ui/view_settings.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstdint>
#include <filesystem>

namespace attnscope::ui {

/// The one mutable document of the window: the session, how it is looked at, and what can be
/// undone.
class SessionDocument : public QObject {
    Q_OBJECT
public:
    explicit SessionDocument(QObject *parent = nullptr);

    [[nodiscard]] const core::Session &session() const { return m_session; }
    [[nodiscard]] const ViewSettings &view() const { return m_view; }
    [[nodiscard]] QUndoStack *undoStack() { return &m_undo; }
    [[nodiscard]] bool modified() const { return !m_undo.isClean(); }
    /// Where it was opened from or saved to; empty for an example or a new one.
    [[nodiscard]] const QString &fileName() const { return m_fileName; }

    /// Changes the session in one undoable step called `text` ("Set d_k to 64"). Steps of one
    /// `field` within one gesture (a drag, or steps in quick succession) become one. A result that
    /// cannot be obeyed is not taken: refused() says why and false is answered.
    bool edit(const QString &text, const QString &field, const SessionEdit &change);
    /// A drag from the press to the release of the mouse.
    void beginDrag();
    void endDrag();

    /// View settings: not undoable, saved with the session.
    void setView(const ViewSettings &view);
    template <class F> void changeView(F change) {
        ViewSettings v = m_view;
        change(v);
        setView(v);
    }
    /// The shared locked cell.
    void lock(const LockedCell &cell, bool add);
    void unlock();

    /// Replaces everything; the undo stack is cleared.
    void replace(core::Session session, const QString &fileName);
    /// \throws core::FileError, core::InputError: the present session stays.
    void open(const QString &fileName);
    /// \throws core::FileError: stays modified.
    void save(const QString &fileName);
    /// The session with the present view in it, as it would be saved.
    [[nodiscard]] core::Session snapshot() const;

    /// For a problem found later, when arrays were made.
    void refuse(const Refusal &refusal) { emit refused(refusal); }

signals:
    void sessionChanged();
    void viewChanged();
    void refused(const attnscope::ui::Refusal &refusal);
    void refusalCleared();
    void fileChanged();
    void replaced(); ///< another session was put in the place of the last

private:
    void apply(const core::Session &session);

    core::Session m_session;
    ViewSettings m_view;
    QUndoStack m_undo;
    QString m_fileName;
    std::uint64_t m_gesture = 1;
    bool m_dragging = false;
    QString m_lastField;
    QElapsedTimer m_sinceEdit;
};

/// A path for core from a name of Qt's, whatever is in it.
[[nodiscard]] std::filesystem::path toPath(const QString &fileName);

} // namespace attnscope::ui
