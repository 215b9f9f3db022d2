// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem.h"
#include "core/trace.h"

#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace attnscope::core {

/// What went wrong inside an engine, translated once at its edge.
class EngineError : public std::runtime_error {
public:
    enum class Code {
        InvalidProblem, ///< validate() found something
        NoDevice,       ///< no platform, no device, or the device vanished
        BuildFailed,    ///< a kernel did not compile; `log` is the compiler's
        OutOfMemory,    ///< an allocation larger than the device allows: told before it is tried
        DeviceFailed,   ///< a call failed
        Stopped,        ///< the stop token was set
    };
    EngineError(Code c, std::string s, const std::string &what, std::string l = {})
        : std::runtime_error(what), code(c), stage(std::move(s)), log(std::move(l)) {}
    Code code;
    std::string stage; ///< stage or kernel, empty when none
    std::string log;   ///< compiler's log, empty when none
};

struct RunOptions {
    StageSet keep = StageSet::all(); ///< stages that the caller wants to read
    /// The gradients too, when the problem has an upstream gradient.
    bool gradients = true;
    bool timings = false;         ///< per-stage times (may cost a little)
    std::stop_token stop;         ///< for shutdown and long runs; a pass may finish first
    std::uint64_t generation = 0; ///< copied into the trace
};

struct EngineInfo {
    std::string kind;   ///< "opencl" or "reference"
    std::string device; ///< for people: "PoCL: pthread-Intel(R) Xeon(R)", "CPU (Eigen, double)"
    std::size_t maxBytes = 0; ///< largest single array it can hold; 0 = not known
    std::size_t memory = 0;   ///< bytes of all that it has, for everything; 0 = not known
};

/// Something that can run a pass. Not thread-safe: one thread at a time (the worker's).
class Engine {
public:
    virtual ~Engine() = default;
    [[nodiscard]] virtual EngineInfo info() const = 0;
    /// \throws EngineError. Stages outside `options.keep` may be absent in the answer.
    [[nodiscard]] virtual TracePtr run(std::shared_ptr<const Problem> problem,
                                       const RunOptions &options) = 0;
};

} // namespace attnscope::core
