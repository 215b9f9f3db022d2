// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/stage.h"
#include "core/trace.h"

#include <QString>

namespace attnscope::ui {

/// The stage table's words in the user's language.
[[nodiscard]] QString stageTitle(core::Stage stage);
[[nodiscard]] QString stageMeaning(core::Stage stage);
/// "scores_raw", as in files.
[[nodiscard]] QString stageName(core::Stage stage);
/// Rich text as typeset, and the same as plain text for places without markup ("W_Q", "Kᵀ").
[[nodiscard]] QString stageSymbol(core::Stage stage);
[[nodiscard]] QString stageFormula(core::Stage stage, const core::Config &config);
[[nodiscard]] QString plainText(const QString &richFormula);
/// "2 × 4 × 6 × 6", the shape of the stage in this trace's problem; empty when it does not occur.
[[nodiscard]] QString stageShapeText(core::Stage stage, const core::Problem &problem);

/// Names of modes for people.
[[nodiscard]] QString scalingTitle(core::ScalingMode mode);
[[nodiscard]] QString scalingFormula(core::ScalingMode mode); ///< rich text
[[nodiscard]] QString maskApplicationTitle(core::MaskApplication application);
[[nodiscard]] QString maskApplicationMeaning(core::MaskApplication application);
[[nodiscard]] QString fillText(double fill);

/// What is wrong about the mode in use, in one short line; empty when it is the right one. These
/// stand on the stage where the mistake happens (amber badge).
[[nodiscard]] QString scalingBadge(const core::Config &config);
[[nodiscard]] QString maskBadge(const core::Config &config);
/// The badge of a stage: scaling on scores, mask on masked scores or weights by where it acts.
[[nodiscard]] QString stageBadge(core::Stage stage, const core::Config &config);

/// A value in full: as many digits as tell every float apart, "−∞", "NaN".
[[nodiscard]] QString fullNumber(double value);
/// Three significant digits, for pictures.
[[nodiscard]] QString shortNumber(double value);

} // namespace attnscope::ui
