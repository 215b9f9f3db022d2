// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/head_similarity.h"
#include "core/session.h"
#include "ui/view_settings.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace attnscope::ui {

/// Singular values of every head's map and scores, of one sequence.
struct HeadSpectra {
    std::size_t batch = 0;
    std::vector<std::optional<std::vector<double>>> maps, scores;
};

/// How the weight of a head lies about the query's own position.
struct HeadOffsets {
    std::ptrdiff_t first = 0; ///< j − i of the first number: 1 − L
    /// Mean over the rows that have a visible key of the weight at j = i + first + k; adds up to 1.
    /// Empty: no row is left, or NaN or ∞ is among them.
    std::vector<double> weight;
};

/// All that the Heads view draws. The parts that take longer are filled when they are asked for.
struct HeadAnalysis {
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    std::vector<core::HeadMeasures> heads, uniform; ///< uniform: with the same mask
    core::HeadSimilarity similarity;
    std::vector<HeadOffsets> offsets;
    std::optional<std::vector<std::optional<double>>> ablation;
    std::optional<HeadSpectra> spectra;
    /// Of Q and of K, one a head.
    struct Components {
        std::vector<std::optional<core::PrincipalComponents>> q, k;
    };
    std::optional<Components> components;
    QString failure; ///< why it could not be measured; empty when nothing failed

    /// Whether what that part draws is there.
    [[nodiscard]] bool complete(HeadsPart part, std::size_t batch) const;
};
using HeadAnalysisPtr = std::shared_ptr<const HeadAnalysis>;

/// Measures what `part` draws; `before` is taken over where it is of the same trace.
/// Null when it was stopped.
[[nodiscard]] HeadAnalysisPtr analyseHeads(const core::TracePtr &trace,
                                           std::shared_ptr<const core::Session> session,
                                           HeadsPart part, std::size_t batch,
                                           const HeadAnalysisPtr &before,
                                           const std::stop_token &stop);

/// Panels, glyphs and tables of the Heads view.
[[nodiscard]] Figure headsFigure(const HeadAnalysis &, const ViewSettings &, const Palette &);

/// The least height at which it can be read: it grows with heads and flags.
[[nodiscard]] int headsLeastHeight(const HeadAnalysis &, const ViewSettings &);

} // namespace attnscope::ui
