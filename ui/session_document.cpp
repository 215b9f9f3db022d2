// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session_document.h"

#include "core/io/session_file.h"
#include "ui/commands.h"

#include <algorithm>

namespace attnscope::ui {

namespace {

// Steps of a wheel or an arrow key that follow each other this quickly are one gesture.
constexpr qint64 kGestureMilliseconds = 700;

} // namespace

std::filesystem::path toPath(const QString &fileName) {
    return std::filesystem::path(fileName.toStdU16String());
}

SessionDocument::SessionDocument(QObject *parent) : QObject(parent) {
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this] { emit fileChanged(); });
}

bool SessionDocument::edit(const QString &text, const QString &field, const SessionEdit &change) {
    core::Session after = m_session;
    change(after);
    if (auto refusal = checkSettings(after)) {
        emit refused(*refusal);
        return false;
    }
    emit refusalCleared();
    if (sameInputs(m_session, after))
        return true;
    if (!m_dragging && (field != m_lastField || !m_sinceEdit.isValid() ||
                        m_sinceEdit.elapsed() > kGestureMilliseconds))
        ++m_gesture;
    m_lastField = field;
    m_sinceEdit.start();
    m_undo.push(new EditSession(text, field, m_gesture, m_session, std::move(after),
                                [this](const core::Session &s) { apply(s); }));
    return true;
}

void SessionDocument::beginDrag() {
    ++m_gesture;
    m_dragging = true;
}

void SessionDocument::endDrag() {
    ++m_gesture;
    m_dragging = false;
    m_lastField.clear();
}

void SessionDocument::apply(const core::Session &session) {
    m_session = session;
    emit refusalCleared();
    emit sessionChanged();
}

void SessionDocument::setView(const ViewSettings &view) {
    if (view == m_view)
        return;
    m_view = view;
    emit viewChanged();
}

void SessionDocument::lock(const LockedCell &cell, bool add) {
    changeView([&](ViewSettings &v) {
        if (add && v.locked && *v.locked != cell) {
            const auto at = std::find(v.alsoLocked.begin(), v.alsoLocked.end(), cell);
            if (at != v.alsoLocked.end())
                v.alsoLocked.erase(at); // a second Ctrl-click takes it away again
            else
                v.alsoLocked.push_back(*v.locked);
        } else if (!add) {
            v.alsoLocked.clear();
        }
        v.locked = cell;
    });
}

void SessionDocument::unlock() {
    changeView([](ViewSettings &v) {
        v.locked.reset();
        v.alsoLocked.clear();
        v.lockedColumn.reset();
    });
}

void SessionDocument::replace(core::Session session, const QString &fileName) {
    m_undo.clear();
    m_fileName = fileName;
    m_session = std::move(session);
    m_view = viewSettingsFromJson(QString::fromStdString(m_session.viewJson));
    emit refusalCleared();
    emit fileChanged();
    emit viewChanged();
    emit sessionChanged();
    emit replaced();
}

void SessionDocument::open(const QString &fileName) {
    core::Session session = core::readSession(toPath(fileName));
    (void)core::makeProblem(session); // refused before the present one is given up
    replace(std::move(session), fileName);
}

core::Session SessionDocument::snapshot() const {
    core::Session s = m_session;
    s.viewJson = toJsonText(m_view).toStdString();
    return s;
}

void SessionDocument::save(const QString &fileName) {
    core::writeSession(toPath(fileName), snapshot());
    m_fileName = fileName;
    m_undo.setClean();
    emit fileChanged();
}

} // namespace attnscope::ui
