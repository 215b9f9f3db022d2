// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace attnscope::ui {

/// A change of the session; pure, so that it can be tried on a copy.
using SessionEdit = std::function<void(core::Session &)>;

/// A setting that works, offered in place of one that cannot be obeyed.
struct Remedy {
    QString label; ///< for a button: "4 heads"
    SessionEdit edit;
};

/// Why a setting cannot be obeyed, naming the numbers that disagree, and what would work.
struct Refusal {
    QString sentence;
    std::vector<Remedy> remedies;
};

/// Checks of the settings alone (no array is made): d_model against heads while d_k is tied, shared
/// keys and values against their widths. Nothing = they can be obeyed as far as these go.
[[nodiscard]] std::optional<Refusal> checkSettings(const core::Session &session);

/// The numbers of heads nearest to `heads`, below and above, that divide `width`; at most two.
[[nodiscard]] std::vector<int> nearestDivisors(int width, int heads);

} // namespace attnscope::ui
