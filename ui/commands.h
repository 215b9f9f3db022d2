// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <QUndoCommand>

#include <cstdint>
#include <functional>

namespace attnscope::ui {

/// One change of the session, as the values before and after it (copies share their arrays, so this
/// is small). Changes of one field within one gesture merge into one step; another gesture never
/// does, although Qt would merge by id alone.
class EditSession final : public QUndoCommand {
public:
    using Apply = std::function<void(const core::Session &)>;
    /// \param field what is changed ("d_k"); \param gesture serial of the drag, 0 = stands alone.
    EditSession(const QString &text, QString field, std::uint64_t gesture, core::Session before,
                core::Session after, Apply apply);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    QString m_field;
    std::uint64_t m_gesture;
    core::Session m_before, m_after;
    Apply m_apply;
};

/// Whether two sessions ask for the same computation (arrays compared by identity).
[[nodiscard]] bool sameInputs(const core::Session &a, const core::Session &b);

} // namespace attnscope::ui
