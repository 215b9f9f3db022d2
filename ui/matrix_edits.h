// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/matrix_text.h"
#include "ui/refusal.h"

#include <span>

namespace attnscope::ui {

class SessionDocument;

/// Changes an array in one undoable step. Empty: it was taken (or altered nothing); else the
/// sentence that says why it was not, and nothing changed.
[[nodiscard]] QString editMatrix(SessionDocument &document, const QString &text,
                                 const QString &field, const SessionEdit &change);

/// Writes values over a block, row after row, into an array or the mask (0 hides a key).
/// \throws core::InputError
void writeBlock(core::Session &session, const MatrixPlace &place, const core::ArrayBlock &block,
                std::span<const float> values);

/// "Set W_Q[3,5] of head 0". Answers as editMatrix().
[[nodiscard]] QString setCell(SessionDocument &document, const MatrixPlace &place, float value);

} // namespace attnscope::ui
