// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/buffer.h"
#include "gpu/context.h"
#include "gpu/inputs.h"
#include "gpu/launch.h"
#include "gpu/pass_plan.h"
#include "gpu/program.h"
#include "gpu/result_pool.h"

namespace attnscope::gpu {

/// What every stage launcher gets: where it runs, what it reads, where it writes.
struct StageContext {
    const Context &context;
    Programs &programs;
    Launcher &launcher;
    const PassPlan &plan;
    const Inputs &inputs;
    const ResultSet &results;
    GrowingBuffer &scratch; ///< of the attention kernel
    GrowingBuffer &partial; ///< of the moments

    [[nodiscard]] const cl::Buffer &slab() const { return results.blocks[0].buffer; }
    [[nodiscard]] const cl::Buffer &bufferOf(core::Stage s) const {
        return results.blocks[plan.at(s).block].buffer;
    }
    [[nodiscard]] cl_ulong offsetOf(core::Stage s) const {
        return static_cast<cl_ulong>(plan.at(s).offset);
    }
    [[nodiscard]] bool tiles() const { return context.flavour == Flavour::Tiles; }
};

[[nodiscard]] inline cl_int toInt(std::size_t n) { return static_cast<cl_int>(n); }
[[nodiscard]] inline std::size_t divideUp(std::size_t n, std::size_t by) {
    return (n + by - 1) / by;
}

} // namespace attnscope::gpu
