// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/context.h"

#include <cstddef>
#include <string_view>

namespace attnscope::gpu {

/// A buffer of the device that grows when it must and never shrinks, so that a pass of the same
/// size allocates nothing. Its contents do not survive growing.
class GrowingBuffer {
public:
    /// At least `bytes` (and never none: OpenCL refuses empty buffers).
    /// \throws core::EngineError (OutOfMemory)
    cl::Buffer &reserve(const Context &context, std::size_t bytes, std::string_view what);
    [[nodiscard]] const cl::Buffer &get() const { return m_buffer; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    void release() {
        m_buffer = cl::Buffer();
        m_capacity = 0;
    }

private:
    cl::Buffer m_buffer;
    std::size_t m_capacity = 0;
};

/// Throws OutOfMemory, with the bytes needed and allowed, for what the device would refuse.
void requireAllocation(const Context &context, std::size_t bytes, std::string_view what);

/// Size to allocate for `bytes`: some room to grow, since a slider that is dragged asks for a
/// little more at each step.
[[nodiscard]] std::size_t roomyBytes(const Context &context, std::size_t bytes);

} // namespace attnscope::gpu
