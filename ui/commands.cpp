// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands.h"

#include <QSignalBlocker>
#include <QUndoStack>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace attnscope::ui {

namespace {

template <class T> bool sameArray(const core::Array<T> &a, const core::Array<T> &b) {
    if (a.present() != b.present() || a.shape() != b.shape())
        return false;
    // By their bits: −0 is not 0, and NaN is itself.
    return a.identity() == b.identity() || std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

template <class T>
std::size_t newBytes(const core::Array<T> &array, std::set<const void *> &known) {
    return array.present() && known.insert(array.identity()).second ? array.bytes() : 0;
}

std::size_t arrayBytesOf(const core::Session &s, std::set<const void *> &known) {
    std::size_t bytes =
        newBytes(s.lengths, known) + newBytes(s.maskKeep, known) + newBytes(s.dropoutKeep, known);
    for (const auto &[input, array] : s.arrays)
        bytes += newBytes(array, known);
    return bytes;
}

} // namespace

bool sameInputs(const core::Session &a, const core::Session &b) {
    // Names every field: a new one does not compile until it is compared here, or left out because
    // it changes no number.
    const auto &[text, tokens, memoryText, memoryTokens, config, tieDk, seed, init, arrays,
                 arrayHeads, origin, headsInferred, lengths, maskKeep, dropoutKeep, viewJson, title,
                 note] = b;
    return a.text == text && a.tokens == tokens && a.memoryText == memoryText &&
           a.memoryTokens == memoryTokens && a.config == config && a.tieDk == tieDk &&
           a.seed == seed && a.init == init && a.arrayHeads == arrayHeads && a.origin == origin &&
           a.headsInferred == headsInferred && sameArray(a.lengths, lengths) &&
           sameArray(a.maskKeep, maskKeep) && sameArray(a.dropoutKeep, dropoutKeep) &&
           std::equal(a.arrays.begin(), a.arrays.end(), arrays.begin(), arrays.end(),
                      [](const auto &x, const auto &y) {
                          return x.first == y.first && sameArray(x.second, y.second);
                      });
}

bool sameContent(const DocumentState &a, const DocumentState &b) {
    return samePicture(a.view, b.view) &&
           (a.session == b.session ||
            (sameInputs(*a.session, *b.session) && a.session->title == b.session->title &&
             a.session->note == b.session->note));
}

DocumentStep::DocumentStep(const QString &text, QString field, std::uint64_t gesture,
                           DocumentState before, DocumentState after, Apply apply)
    : QUndoCommand(text), m_field(std::move(field)), m_gesture(gesture),
      m_before(std::move(before)), m_after(std::move(after)), m_apply(std::move(apply)) {}

void DocumentStep::undo() { m_apply(m_before); }
void DocumentStep::redo() { m_apply(m_after); }

bool DocumentStep::mergeWith(const QUndoCommand *command) {
    const auto *other = static_cast<const DocumentStep *>(command);
    if (m_gesture == 0 || other->m_gesture != m_gesture || other->m_field != m_field)
        return false;
    m_after = other->m_after;
    setText(other->text());
    // Dragged back to where it began: nothing is left to undo.
    setObsolete(sameContent(m_before, m_after));
    return true;
}

std::size_t DocumentStep::arrayBytes(std::set<const void *> &known) const {
    return arrayBytesOf(*m_after.session, known) + arrayBytesOf(*m_before.session, known);
}

DocumentStep *DocumentStep::copied(bool merges) const {
    return new DocumentStep(text(), m_field, merges ? m_gesture : 0, m_before, m_after, m_apply);
}

bool limitHistory(QUndoStack &stack, const DocumentState &now, std::size_t bytes) {
    const auto stepAt = [&stack](int i) {
        return static_cast<const DocumentStep *>(stack.command(i));
    };
    std::set<const void *> known;
    (void)arrayBytesOf(*now.session, known); // held by the document itself
    const int count = stack.count();
    std::size_t held = 0;
    int first = count;
    while (first > 0) {
        held += stepAt(first - 1)->arrayBytes(known);
        if (held > bytes && first < count)
            break;
        --first;
    }
    if (first == 0)
        return false;
    // QUndoStack cannot forget its oldest command: the ones to keep are put into it again.
    std::vector<std::unique_ptr<DocumentStep>> kept;
    for (int i = first; i < count; ++i)
        kept.emplace_back(stepAt(i)->copied(i == count - 1));
    const int clean = stack.cleanIndex() - first;
    {
        const QSignalBlocker quiet(&stack);
        stack.clear();
        if (clean != 0)
            stack.resetClean();
        for (auto &step : kept) {
            stack.push(step.release());
            if (stack.index() == clean)
                stack.setClean();
        }
    }
    emit stack.indexChanged(stack.index());
    return true;
}

} // namespace attnscope::ui
