// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "ui/view_settings.h"

#include <QUndoCommand>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>

class QUndoStack;

namespace attnscope::ui {

/// What a step goes between: everything that is computed or drawn. A value; copies share the
/// session, and sessions share their arrays, so a history costs what was changed.
struct DocumentState {
    std::shared_ptr<const core::Session> session;
    ViewSettings view; ///< its settings of the picture count, see withPictureOf()
};

/// Whether two states ask for the same numbers and the same picture.
[[nodiscard]] bool sameContent(const DocumentState &a, const DocumentState &b);
/// Whether two sessions ask for the same computation: arrays by identity, else bit by bit.
[[nodiscard]] bool sameInputs(const core::Session &a, const core::Session &b);

/// One step, as what was before and after it. Changes of one field within one gesture merge into
/// one step; another gesture never does, although Qt would merge by id alone.
class DocumentStep final : public QUndoCommand {
public:
    using Apply = std::function<void(const DocumentState &)>;
    /// \param field what is changed ("d_k"); \param gesture serial of the drag, 0 = stands alone.
    DocumentStep(const QString &text, QString field, std::uint64_t gesture, DocumentState before,
                 DocumentState after, Apply apply);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand *other) override;

    /// Bytes of arrays in it that are not among `known`, to which they are added.
    [[nodiscard]] std::size_t arrayBytes(std::set<const void *> &known) const;
    /// The same step; `merges`: may still grow with the gesture that made it.
    [[nodiscard]] DocumentStep *copied(bool merges) const;

private:
    QString m_field;
    std::uint64_t m_gesture;
    DocumentState m_before, m_after;
    Apply m_apply;
};

/// Drops the oldest steps until the arrays that only the history holds take at most `bytes`; the
/// newest step always stays. To be called right after a push; `now` is the present state. While
/// the stack is put together again its steps are redone: their Apply must do nothing then.
/// Answers whether anything was dropped.
bool limitHistory(QUndoStack &stack, const DocumentState &now, std::size_t bytes);

} // namespace attnscope::ui
