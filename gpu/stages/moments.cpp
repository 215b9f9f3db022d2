// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stages/moments.h"

#include <algorithm>
#include <cmath>

namespace attnscope::gpu {

using core::Stage;

void enqueueMoments(const StageContext &s) {
    const PassPlan &p = s.plan;
    const std::size_t count = p.batch * p.heads * p.queries * p.keys;
    constexpr std::size_t kWorth = 4096; // scores that are worth a work-item
    const std::size_t most = s.context.computeUnits * (s.tiles() ? 4 : 256);
    const std::size_t items = std::clamp<std::size_t>(count / kWorth, 1, most);
    const cl::Buffer &partial =
        s.partial.reserve(s.context, items * 4 * sizeof(float), "the deviation of the scores");
    cl::Kernel &runs = s.programs.kernel("moments", "moments_partial");
    setArguments(runs, s.bufferOf(Stage::ScoresRaw), s.offsetOf(Stage::ScoresRaw),
                 static_cast<cl_ulong>(count), partial, toInt(items));
    s.launcher.items(runs, items, s.tiles() ? 1 : 64, "scale");
    cl::Kernel &join = s.programs.kernel("moments", "moments_scale");
    setArguments(join, partial, toInt(items), cl_int{p.standardise ? 1 : 0},
                 static_cast<cl_float>(std::sqrt(static_cast<double>(p.widthK))),
                 static_cast<cl_ulong>(count), s.slab(),
                 static_cast<cl_ulong>(p.scalePlace.offset));
    s.launcher.items(join, 1, 1, "scale");
}

} // namespace attnscope::gpu
