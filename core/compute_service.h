// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare.h"
#include "core/engine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attnscope::core {

/// What one request came to.
struct ComputeResult {
    std::uint64_t generation = 0;
    TracePtr trace;                   ///< null when it failed
    std::optional<EngineError> error; ///< set when it failed
    EngineInfo engine;                ///< who computed it
    std::string fallbackReason;       ///< why the reference stands in; empty = it does not
    bool preparing = false; ///< the reference stands in only until the device's engine is ready
};

/// The engine's thread and its two one-element mailboxes (architecture.md §3).
///
/// submit() overwrites whatever still waits; a running pass is finished, then the newest is taken.
/// A finished result overwrites an unread one; `wake` is called (on the worker thread) at most once
/// per unread result. When a pass is idle, the newest shown trace is checked against the reference;
/// a new submit() makes that check yield at once.
class ComputeService {
public:
    /// Makes the engine on the worker thread, since one thread owns every device call. May throw
    /// EngineError: then the reference engine stands in, with the reason.
    using EngineFactory = std::function<std::unique_ptr<Engine>()>;

    /// \param wake called on the worker thread when takeResult() or takeCheck() has something new;
    ///        must only post a message.
    ComputeService(EngineFactory factory, std::function<void()> wake);
    /// Stops and joins; a running pass is finished first.
    ~ComputeService();
    ComputeService(const ComputeService &) = delete;
    ComputeService &operator=(const ComputeService &) = delete;

    /// Newest wins. Returns the generation that the result will carry (increasing from 1).
    std::uint64_t submit(std::shared_ptr<const Problem> problem, RunOptions options = {});
    /// Another engine (device chosen by the user); the last problem is run again on it.
    void setEngineFactory(EngineFactory factory);

    /// The newest finished result, once.
    [[nodiscard]] std::optional<ComputeResult> takeResult();

    /// Engine against reference on one shown trace.
    struct Check {
        std::uint64_t generation = 0;
        std::vector<StageDifference> stages;
        double worst = 0.0; ///< largest |Δ| over all stages (finite cells)
        bool agrees = true;
        bool skipped = false; ///< too large to be checked by the way: nothing was compared
    };
    [[nodiscard]] std::optional<Check> takeCheck();

    /// True while something is running or waiting.
    [[nodiscard]] bool busy() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace attnscope::core
