// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace.h"
#include "gpu/opencl.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::gpu {

/// Collects an event for each launch of a pass, when asked to, and reads their times after the
/// wait.
class Profiler {
public:
    void start(bool enabled) {
        m_enabled = enabled;
        m_steps.clear();
    }
    /// Where the next launch puts its event; null when times are not wanted.
    [[nodiscard]] cl::Event *next(std::string_view stage) {
        if (!m_enabled)
            return nullptr;
        m_steps.push_back({std::string(stage), {}});
        return &m_steps.back().event;
    }
    /// Time from start to end on the device, launches of one stage summed up. After the wait only.
    [[nodiscard]] std::vector<core::StageTiming> timings() const;

private:
    struct Step {
        std::string stage;
        cl::Event event;
    };
    bool m_enabled = false;
    std::deque<Step> m_steps; // events keep their address
};

} // namespace attnscope::gpu
