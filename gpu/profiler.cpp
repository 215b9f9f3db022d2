// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/profiler.h"

#include <algorithm>

namespace attnscope::gpu {

std::vector<core::StageTiming> Profiler::timings() const {
    std::vector<core::StageTiming> result;
    for (const Step &step : m_steps) {
        double milliseconds = 0.0;
        try {
            const auto from = step.event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
            const auto to = step.event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
            milliseconds = static_cast<double>(to - from) * 1e-6;
        } catch (const cl::Error &) {
            continue; // a driver without the clock: no number rather than a wrong one
        }
        const auto same = std::find_if(result.begin(), result.end(),
                                       [&step](const auto &t) { return t.name == step.stage; });
        if (same != result.end())
            same->milliseconds += milliseconds;
        else
            result.push_back({step.stage, milliseconds});
    }
    return result;
}

} // namespace attnscope::gpu
