// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fault_matrix.h"
#include "core/session.h"
#include "core/trace.h"
#include "ui/view_settings.h"

#include <memory>
#include <vector>

namespace attnscope::ui {

/// The usual bugs of attention on one head of a session, and what catches them.
struct FaultAnalysis {
    core::TracePtr trace;
    std::shared_ptr<const core::Session> session;
    std::size_t head = 0;
    core::AttentionFault fault = core::AttentionFault::None; ///< of `faulty`
    std::size_t batch = 0, length = 0; ///< that were taken: the first sequences and positions
    std::vector<core::FaultRow> rows;
    core::FaultyAttention right, faulty;
    QString failure; ///< why there is none
};

/// Causal attention of the head's own Q, K and V, of the first 64 positions of 4 sequences.
[[nodiscard]] FaultAnalysis analyseFaults(const core::TracePtr &trace,
                                          std::shared_ptr<const core::Session> session,
                                          std::size_t head, core::AttentionFault fault);
/// The table of bugs × tests, and the weights without and with the bug.
[[nodiscard]] Figure faultsFigure(const FaultAnalysis &, const Palette &);

} // namespace attnscope::ui
