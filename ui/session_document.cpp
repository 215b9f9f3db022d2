// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session_document.h"

#include "core/io/session_file.h"
#include "core/text_values.h"
#include "ui/error_text.h"
#include "ui/view_step.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace attnscope::ui {

namespace {

// Steps of a wheel or an arrow key that follow each other this quickly are one gesture.
constexpr qint64 kGestureMilliseconds = 700;
constexpr int kHistorySteps = 500;
constexpr double kMiB = 1024.0 * 1024.0;

ViewSettings viewOf(const core::Session &session) {
    return viewSettingsFromJson(QString::fromStdString(session.viewJson));
}

} // namespace

std::filesystem::path toPath(const QString &fileName) {
    return std::filesystem::path(fileName.toStdU16String());
}

SessionDocument::SessionDocument(QObject *parent)
    : QObject(parent), m_now{std::make_shared<const core::Session>(), {}}, m_saved(m_now),
      m_historyBytes(static_cast<std::size_t>(
          std::clamp(core::physicalMemory() / 8, 256 * kMiB, 2048 * kMiB))) {
    m_undo.setUndoLimit(kHistorySteps);
}

bool SessionDocument::edit(const QString &text, const QString &field, const SessionEdit &change) {
    auto after = std::make_shared<core::Session>(session());
    try {
        change(*after);
    } catch (const core::InputError &e) { // a text beyond all bounds, say
        emit refused({issuesText(e.issues), {}});
        return false;
    }
    if (auto refusal = checkSettings(*after)) {
        emit refused(*refusal);
        return false;
    }
    emit refusalCleared();
    if (!sameInputs(session(), *after))
        push(text, field, {std::move(after), m_now.view});
    return true;
}

void SessionDocument::push(const QString &text, const QString &field, DocumentState after) {
    if (!m_dragging && (field != m_lastField || !m_sinceEdit.isValid() ||
                        m_sinceEdit.elapsed() > kGestureMilliseconds))
        ++m_gesture;
    m_lastField = field;
    m_sinceEdit.start();
    const std::uint64_t gesture = field.isEmpty() ? 0 : m_gesture;
    const bool arrays = after.session != m_now.session;
    m_undo.push(new DocumentStep(text, field, gesture, m_now, std::move(after),
                                 [this](const DocumentState &state) { apply(state); }));
    if (arrays) {
        const QScopedValueRollback<bool> trimming(m_trimming, true);
        limitHistory(m_undo, m_now, m_historyBytes);
    }
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

void SessionDocument::apply(const DocumentState &state) {
    if (m_trimming)
        return;
    const bool session = m_now.session != state.session;
    const bool view = !samePicture(m_now.view, state.view);
    m_now = {state.session, withPictureOf(state.view, m_now.view)};
    updateModified();
    if (session)
        emit refusalCleared();
    if (view)
        emit viewChanged();
    if (session)
        emit sessionChanged();
}

void SessionDocument::updateModified() {
    const bool modified = !m_saved || !sameContent(*m_saved, m_now);
    if (std::exchange(m_modified, modified) != modified)
        emit fileChanged();
}

void SessionDocument::setView(const ViewSettings &view) {
    if (view == m_now.view)
        return;
    if (samePicture(view, m_now.view)) {
        m_now.view = view;
        emit viewChanged();
        return;
    }
    // The place first, which no step takes back.
    const ViewStep step = viewStep(m_now.view, view);
    m_now.view = withPictureOf(m_now.view, view);
    push(step.text, step.field, {m_now.session, view});
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
        v.lockedEntry.reset();
    });
}

void SessionDocument::put(core::Session session, const QString &fileName, const FileStamp &stamp) {
    m_undo.clear();
    m_lastField.clear();
    m_fileName = fileName;
    m_stamp = stamp;
    m_now.view = viewOf(session);
    m_now.session = std::make_shared<const core::Session>(std::move(session));
}

void SessionDocument::replace(core::Session session, const QString &fileName) {
    put(std::move(session), fileName, stampOf(fileName));
    m_saved = m_now;
    m_modified = false;
    emit refusalCleared();
    emit fileChanged();
    emit viewChanged();
    emit sessionChanged();
    emit replaced();
}

void SessionDocument::restore(core::Session session, const QString &fileName,
                              const FileStamp &stamp) {
    put(std::move(session), fileName, stamp);
    m_undo.resetClean();
    m_saved.reset();
    m_modified = true;
    emit refusalCleared();
    emit fileChanged();
    emit viewChanged();
    emit sessionChanged();
    emit replaced();
}

core::ReadNotes SessionDocument::open(const QString &fileName) {
    core::ReadNotes notes;
    core::Session session = core::readSession(toPath(fileName), &notes);
    (void)core::makeProblem(session); // refused before the present one is given up
    replace(std::move(session), fileName);
    return notes;
}

void SessionDocument::revert() {
    DocumentState target;
    if (!m_fileName.isEmpty()) {
        const FileStamp stamp = stampOf(m_fileName); // before it is read: a later write is noticed
        core::Session session = core::readSession(toPath(m_fileName));
        (void)core::makeProblem(session);
        target.view = viewOf(session);
        target.session = std::make_shared<const core::Session>(std::move(session));
        m_stamp = stamp;
    } else if (m_saved) {
        target = *m_saved;
    } else {
        return; // recovered and never saved: there is nothing to go back to
    }
    m_saved = target;
    if (!sameContent(m_now, target))
        push(tr("Revert to what was saved"), {}, std::move(target));
    m_undo.setClean();
    m_lastField.clear();
    updateModified();
}

core::Session SessionDocument::snapshot() const {
    core::Session s = session();
    s.viewJson = toJsonText(view()).toStdString();
    return s;
}

void SessionDocument::save(const QString &fileName) {
    core::writeSession(toPath(fileName), snapshot());
    m_fileName = fileName;
    m_stamp = stampOf(fileName);
    m_saved = m_now;
    m_modified = false;
    m_undo.setClean();
    m_lastField.clear(); // the next change is a step of its own
    emit fileChanged();
}

bool SessionDocument::changedOnDisk() const {
    const FileStamp now = stampOf(m_fileName);
    return now.exists() && now != m_stamp;
}

} // namespace attnscope::ui
