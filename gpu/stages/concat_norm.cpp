// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stages/concat_norm.h"

namespace attnscope::gpu {

using core::Stage;

void enqueueConcatNorm(const StageContext &s, const core::Problem &problem) {
    const PassPlan &p = s.plan;
    const bool perHead = p.norm == core::ConcatNorm::PerHead;
    const std::size_t groupsPerRow = perHead ? p.heads : 1;
    const std::size_t width = perHead ? p.widthV : p.heads * p.widthV;
    const std::size_t groups = p.batch * p.queries * groupsPerRow;
    const bool gamma = problem.gammaConcat.present(), beta = problem.betaConcat.present();
    cl::Kernel &kernel = s.programs.kernel("concat_norm", "concat_norm");
    setArguments(kernel, s.slab(), s.offsetOf(Stage::Concat), s.offsetOf(Stage::ConcatNorm),
                 gamma ? s.inputs.gamma() : s.slab(), beta ? s.inputs.beta() : s.slab(),
                 cl_int{gamma}, cl_int{beta}, static_cast<cl_ulong>(groups), toInt(width),
                 toInt(groupsPerRow));
    s.launcher.items(kernel, groups, s.tiles() ? 1 : 64, "concat_norm");
}

} // namespace attnscope::gpu
