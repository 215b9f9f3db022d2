// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

namespace attnscope::ui {

/// Changes of sizes with what follows from them: while d_k is tied, d_k = d_v = d_model / heads
/// follows when it is a whole number (when it is not, checkSettings() refuses the result).
void setHeads(core::Session &session, int heads);
void setModelWidth(core::Session &session, int width);
/// A width that is set by hand unties it.
void setKeyWidth(core::Session &session, int width);
void setValueWidth(core::Session &session, int width);
void setTied(core::Session &session, bool tied);

} // namespace attnscope::ui
