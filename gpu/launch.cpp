// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/launch.h"

#include "gpu/error.h"

#include <algorithm>

namespace attnscope::gpu {

std::size_t Launcher::limitOf(const cl::Kernel &kernel) const {
    const auto own = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(m_context.device);
    return std::max<std::size_t>(1, std::min<std::size_t>(own, m_context.maxWorkGroup));
}

void Launcher::groups(cl::Kernel &kernel, std::size_t groups, std::size_t local,
                      std::string_view stage) {
    if (local > 1 && local > limitOf(kernel))
        throw callError(CL_INVALID_WORK_GROUP_SIZE,
                        "a kernel for groups of " + std::to_string(local), stage);
    enqueue(kernel, groups * local, local, stage);
}

void Launcher::items(cl::Kernel &kernel, std::size_t items, std::size_t local,
                     std::string_view stage) {
    if (local > 1)
        local = std::min(local, limitOf(kernel));
    // OpenCL 1.2 refuses a global size that is no multiple of the local one.
    enqueue(kernel, (items + local - 1) / local * local, local, stage);
}

void Launcher::enqueue(cl::Kernel &kernel, std::size_t global, std::size_t local,
                       std::string_view stage) {
    try {
        m_context.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(global),
                                             cl::NDRange(local), nullptr, m_profiler.next(stage));
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), stage);
    }
}

} // namespace attnscope::gpu
