// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/claims.h"

#include <QString>

#include <vector>

namespace attnscope::ui {

/// The claim cards that come with the program (resources/claims), by topic in the order in which
/// they are shown. Read once. \throws core::InputError
[[nodiscard]] const std::vector<core::ClaimTopic> &claimTopics();

/// In the language of the program.
[[nodiscard]] QString shownText(const core::ClaimText &text);
/// "right", "half right", "wrong"
[[nodiscard]] QString verdictWord(core::ClaimVerdict verdict);
/// What a figure should be: "0.0032 ± 5 %", "0.88 … 0.89", "> 0", "NaN".
[[nodiscard]] QString expectedText(const core::ClaimFigure &figure);
/// Six significant digits each; "–" for none.
[[nodiscard]] QString numbersText(const std::vector<double> &values);

} // namespace attnscope::ui
