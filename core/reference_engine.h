// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"

namespace attnscope::core {

/// The whole forward pass in double precision, stage by stage (core/attention.h).
/// \throws EngineError (InvalidProblem, Stopped).
[[nodiscard]] ReferenceTrace referenceForward(std::shared_ptr<const Problem> problem,
                                              std::stop_token stop = {});

/// The same, and the backward pass when the problem has an upstream gradient (core/backward.h).
[[nodiscard]] ReferenceTrace referencePass(std::shared_ptr<const Problem> problem,
                                           std::stop_token stop = {});

/// The engine of last resort and the judge of all others: Eigen, double precision, on the CPU.
class ReferenceEngine final : public Engine {
public:
    [[nodiscard]] EngineInfo info() const override;
    [[nodiscard]] TracePtr run(std::shared_ptr<const Problem> problem,
                               const RunOptions &options) override;
};

} // namespace attnscope::core
