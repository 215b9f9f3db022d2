// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/gradient.h"
#include "core/gradient_fault.h"

#include <QString>

namespace attnscope::ui {

/// "grad_scores_raw", as in files.
[[nodiscard]] QString gradientName(core::Gradient gradient);
/// Plain text for axes and lists: "dS_raw".
[[nodiscard]] QString gradientSymbol(core::Gradient gradient);
/// The gradient table's words in the user's language.
[[nodiscard]] QString gradientTitle(core::Gradient gradient);
[[nodiscard]] QString gradientMeaning(core::Gradient gradient);
[[nodiscard]] QString gradientFormula(core::Gradient gradient); ///< rich text

/// The loss that the gradients belong to.
[[nodiscard]] QString lossTitle(core::Upstream upstream);
[[nodiscard]] QString lossMeaning(core::Upstream upstream);

[[nodiscard]] QString faultTitle(core::GradientFault fault);
[[nodiscard]] QString faultMeaning(core::GradientFault fault);
/// "injected: scores × 30"; empty without a fault.
[[nodiscard]] QString faultBadge(const core::FaultSettings &fault);

} // namespace attnscope::ui
