// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/saturation.h"
#include "core/session.h"
#include "core/trace.h"
#include "ui/view_settings.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace attnscope::ui {

/// All that the Saturation view draws: the pass under two scalings, and the curves against d_k.
struct SaturationAnalysis {
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    std::array<core::TracePtr, 2> variants;               ///< see scalingVariants()
    std::shared_ptr<const core::SaturationResult> curves; ///< null before the first draws
};

inline constexpr std::size_t kSaturationDraws = 200;
/// What the curves are drawn from: as many keys as the session has (256 at most), its seed, and the
/// two scalings. Does not depend on d_k, so that nothing is drawn anew while it is dragged.
[[nodiscard]] core::SaturationSettings
saturationSettings(const core::Session &, const core::Problem &, const ViewSettings &);

/// The places of saturationFigure()'s panels: a map, a sorted row and a histogram for each of the
/// two scalings, then four curves.
enum class SaturationPanel { Map, Row, Histogram };
inline constexpr int kSaturationCurve = 6; ///< the first of the four: deviation, entropy, …
[[nodiscard]] int saturationPanel(SaturationPanel panel, int scaling);
/// Which scaling a map belongs to; nothing for a panel that is no map.
[[nodiscard]] std::optional<std::size_t> scalingOfMap(int panel);

/// The row that is looked at: the locked query of the head that is shown, else the last one (which
/// sees most under a causal mask).
[[nodiscard]] std::size_t saturationRow(const ViewSettings &, const core::Problem &);

/// Scores of one head that the mask leaves visible: what was measured, and what independent entries
/// of the same size would give.
struct ScoreSpread {
    std::vector<double> scores;      ///< finite ones
    double measured = 0.0;           ///< root mean square; NaN without a score
    std::optional<double> predicted; ///< scale·√d_k·σ_q·σ_k; nothing without Q and K
};
[[nodiscard]] ScoreSpread scoreSpread(const core::Trace &pass, const core::Trace &variant,
                                      std::size_t batch, std::size_t head);
/// Peak of one row of a pass; nothing when it does not sum to 1 (no visible key, a mask that is
/// applied to the weights, NaN).
[[nodiscard]] std::optional<core::RowPeak> peakOf(const core::Trace &variant, std::size_t batch,
                                                  std::size_t head, std::size_t row);

/// The measures near one d_k in words, for the readout.
[[nodiscard]] QString describeSaturation(const core::SaturationResult &, double dK);

} // namespace attnscope::ui
