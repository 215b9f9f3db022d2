// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checklist.h"
#include "core/fault_matrix.h"
#include "ui/view_settings.h"

#include <QString>

#include <optional>

/// \file
/// The checklist and the faults of attention in words, and where a line's evidence is seen.

namespace attnscope::ui {

[[nodiscard]] QString checkTitle(core::CheckId id);
/// Why it matters; one or two sentences.
[[nodiscard]] QString checkMeaning(core::CheckId id);
/// "largest error of a sum: 1.2e−7", or why there is nothing to measure.
[[nodiscard]] QString checkValue(const core::Check &check, const core::Trace &trace);

/// Where one sees what a line was measured on.
struct Evidence {
    QString tab;
    std::optional<core::Stage> stage;
    std::optional<LockedCell> cell;
    QString matrix; ///< of the Matrices view; empty = none
};
/// The worst place where there is one: the row whose sum is most off, the hidden key with the
/// largest weight, the first empty row, the first number that is not finite.
[[nodiscard]] Evidence evidenceOf(core::CheckId id, const core::Trace &trace);

[[nodiscard]] QString attentionFaultTitle(core::AttentionFault fault);
[[nodiscard]] QString attentionFaultMeaning(core::AttentionFault fault);
[[nodiscard]] QString faultTestTitle(core::FaultTest test);

} // namespace attnscope::ui
