// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands.h"

namespace attnscope::ui {

EditSession::EditSession(const QString &text, QString field, std::uint64_t gesture,
                         core::Session before, core::Session after, Apply apply)
    : QUndoCommand(text), m_field(std::move(field)), m_gesture(gesture),
      m_before(std::move(before)), m_after(std::move(after)), m_apply(std::move(apply)) {}

void EditSession::undo() { m_apply(m_before); }
void EditSession::redo() { m_apply(m_after); }

bool EditSession::mergeWith(const QUndoCommand *command) {
    const auto *other = static_cast<const EditSession *>(command);
    if (m_gesture == 0 || other->m_gesture != m_gesture || other->m_field != m_field)
        return false;
    m_after = other->m_after;
    setText(other->text());
    // Dragged back to where it began: nothing is left to undo.
    setObsolete(sameInputs(m_before, m_after));
    return true;
}

bool sameInputs(const core::Session &a, const core::Session &b) {
    const auto sameArray = [](const auto &x, const auto &y) {
        return x.identity() == y.identity() && x.shape() == y.shape();
    };
    if (a.arrays.size() != b.arrays.size())
        return false;
    for (auto i = a.arrays.begin(), j = b.arrays.begin(); i != a.arrays.end(); ++i, ++j)
        if (i->first != j->first || !sameArray(i->second, j->second))
            return false;
    return a.text == b.text && a.tokens == b.tokens && a.memoryText == b.memoryText &&
           a.memoryTokens == b.memoryTokens && a.config == b.config && a.tieDk == b.tieDk &&
           a.seed == b.seed && a.init == b.init && sameArray(a.lengths, b.lengths) &&
           sameArray(a.maskKeep, b.maskKeep) && sameArray(a.dropoutKeep, b.dropoutKeep);
}

} // namespace attnscope::ui
