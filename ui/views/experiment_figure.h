// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "ui/plot/figure.h"

#include <QString>

#include <cstdint>

namespace attnscope::ui {

/// A phrase of an experiment in the language of the window, its values in place.
[[nodiscard]] QString experimentText(const core::Phrase &phrase);

/// What was measured, as one picture: plots, then maps; the verdict stands below. Panel n is plot n
/// of the result for the first result.plots.size() panels.
[[nodiscard]] Figure experimentFigure(const core::Experiment &experiment,
                                      const core::ParameterValues &values, std::uint64_t seed,
                                      const core::ExperimentResult &result, const Palette &palette);

} // namespace attnscope::ui
