// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/finite_difference.h"
#include "core/gradient_fault.h"
#include "core/session.h"
#include "core/trace.h"
#include "ui/view_settings.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace attnscope::ui {

/// A gradient's cell and what moving that number does.
struct CellCheck {
    core::Gradient gradient = core::Gradient::Scores;
    std::size_t cell = 0; ///< in the row-major array
    core::FiniteDifference difference;
};

/// All that the Gradients view draws: the pass, the same pass with a fault in it, and the check of
/// the locked cell.
struct GradientAnalysis {
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    core::FaultSettings fault; ///< the one in `sick`
    core::TracePtr sick;       ///< null without a fault; holds no stages, gradients alone
    std::optional<CellCheck> check;
    QString failure; ///< why there is no `sick` or no `check`; empty when nothing failed

    /// The trace whose gradients are shown.
    [[nodiscard]] const core::Trace &shown() const { return sick ? *sick : *trace; }
    /// How many times as large gradients are with the fault than without, were it not for rounding.
    [[nodiscard]] double lossFactor() const {
        return sick && fault.kind == core::GradientFault::HalfPrecision ? fault.lossFactor : 1.0;
    }
};

/// Makes the parts of an analysis that are computed by the reference. Keeps its last pass, so that
/// another cell of the same pass costs two short ones. For one thread.
class GradientAnalyser {
public:
    /// Fills `sick`, or `failure`. Nothing to do without a fault.
    void inject(GradientAnalysis &analysis, const std::stop_token &stop);
    /// Fills `check`, or `failure`: of the pass with the fault, when there is one.
    void check(GradientAnalysis &analysis, core::Gradient gradient, std::size_t cell,
               const std::stop_token &stop);

private:
    std::shared_ptr<const core::Problem> m_problem; ///< of m_sick
    core::FaultSettings m_fault;
    core::TracePtr m_sick;
    std::optional<core::ReferenceTrace> m_reference;
};

/// The panels of maps of gradientsFigure(): the first is panel 1 of the figure.
struct GradientPanel {
    core::Gradient gradient = core::Gradient::Scores;
    std::size_t head = 0;
};
[[nodiscard]] std::vector<GradientPanel> gradientPanels(const core::Trace &, const ViewSettings &);

/// The gradients that occur in that problem when a loss is chosen, in the order of the way back:
/// stages first, then weights and biases.
[[nodiscard]] std::vector<core::Gradient> occurringGradients(const core::Problem &problem);

/// The locked cell of the chosen gradient in its row-major array; nothing when none is locked or it
/// lies outside.
[[nodiscard]] std::optional<std::size_t> lockedGradientCell(const core::Problem &,
                                                            const ViewSettings &);
/// "grad_scores · head 2 · query 3 “cat” → key 1 “the” · −0.0421 · visible". Empty out of bounds.
[[nodiscard]] QString describeGradientCell(const core::Trace &, const core::Session &,
                                           core::Gradient, std::size_t batch, std::size_t head,
                                           std::size_t row, std::size_t column);
/// The locked cell, and beside it what moving it does.
[[nodiscard]] QString describeLockedGradient(const GradientAnalysis &, const ViewSettings &);

} // namespace attnscope::ui
