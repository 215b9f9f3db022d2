// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/context.h"
#include "gpu/profiler.h"

#include <string_view>

namespace attnscope::gpu {

/// Enqueues kernels with explicit local sizes; a size left to the driver would be compiled for
/// again and again.
class Launcher {
public:
    Launcher(const Context &context, Profiler &profiler)
        : m_context(context), m_profiler(profiler) {}

    /// `groups` work-groups of `local` work-items. The kernel was built for that size, so it must
    /// be allowed. \throws core::EngineError (DeviceFailed) naming the stage, also when the
    /// kernel's own limit is smaller.
    void groups(cl::Kernel &kernel, std::size_t groups, std::size_t local, std::string_view stage);

    /// At least `items` work-items in groups of at most `local`, as the kernel and the device
    /// allow; the kernel guards its surplus.
    void items(cl::Kernel &kernel, std::size_t items, std::size_t local, std::string_view stage);

    /// The largest work-group that this kernel, the device and the tests allow.
    [[nodiscard]] std::size_t limitOf(const cl::Kernel &kernel) const;

private:
    void enqueue(cl::Kernel &kernel, std::size_t global, std::size_t local, std::string_view stage);

    const Context &m_context;
    Profiler &m_profiler;
};

/// Sets the arguments of a kernel in order.
template <class... Args> void setArguments(cl::Kernel &kernel, const Args &...args) {
    cl_uint index = 0;
    (kernel.setArg(index++, args), ...);
}

} // namespace attnscope::gpu
