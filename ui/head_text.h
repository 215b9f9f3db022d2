// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/head_similarity.h"
#include "ui/view_settings.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>

/// \file
/// The measures of heads, their flags and thresholds in words.

namespace attnscope::ui {

/// A measure of one head as the tables have it.
struct MeasureInfo {
    enum class Id {
        Entropy,
        EntropyNormalised,
        EffectiveKeys,
        MaxWeight,
        MeanDistance,
        Diagonal,
        PreviousToken,
        FirstToken,
        BlockClumping,
        RowSumError,
        OutputShare,
    };
    Id id;
    std::optional<double> core::HeadMeasures::*field;
};
[[nodiscard]] std::span<const MeasureInfo> measureTable();
[[nodiscard]] QString measureTitle(MeasureInfo::Id id, bool bits);
/// What it is and what its size says, in one sentence.
[[nodiscard]] QString measureMeaning(MeasureInfo::Id id);
/// The number in the unit of the title.
[[nodiscard]] double measureShown(MeasureInfo::Id id, double value, bool bits);
/// Why a head has no such measure ("fewer than 6 queries").
[[nodiscard]] QString missingReason(MeasureInfo::Id id, const core::HeadMeasures &head);

/// A threshold with the span of its slider.
struct ThresholdInfo {
    double core::HeadThresholds::*field;
    const char *name; ///< of the field in the history
    double least, most;
    bool logarithmic;
    int decimals;
};
[[nodiscard]] std::span<const ThresholdInfo> thresholdTable();
[[nodiscard]] QString thresholdTitle(const ThresholdInfo &threshold);
[[nodiscard]] QString thresholdMeaning(const ThresholdInfo &threshold);

[[nodiscard]] QString flagTitle(core::HeadFlag flag);
/// Why a head has that flag, with its numbers, and what that means; one sentence.
[[nodiscard]] QString flagReason(core::HeadFlag flag, std::size_t head,
                                 const std::vector<core::HeadMeasures> &heads,
                                 const core::HeadSimilarity &similarity,
                                 const core::HeadThresholds &thresholds);

[[nodiscard]] QString headsPartTitle(HeadsPart part);
[[nodiscard]] QString headsPartMeaning(HeadsPart part);

} // namespace attnscope::ui
