// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/buffer.h"

#include "gpu/error.h"

#include <algorithm>

namespace attnscope::gpu {

void requireAllocation(const Context &context, std::size_t bytes, std::string_view what) {
    if (bytes > context.maxAllocation)
        throw memoryError(what, bytes, context.maxAllocation, context.title);
}

std::size_t roomyBytes(const Context &context, std::size_t bytes) {
    constexpr std::size_t kLeast = 4096;
    constexpr std::size_t kLarge = std::size_t{64} << 20; // above, room costs more than it saves
    if (bytes >= kLarge)
        return bytes;
    return std::min(std::max(kLeast, bytes + bytes / 2), std::max(bytes, context.maxAllocation));
}

cl::Buffer &GrowingBuffer::reserve(const Context &context, std::size_t bytes,
                                   std::string_view what) {
    bytes = std::max<std::size_t>(bytes, 64);
    if (bytes <= m_capacity)
        return m_buffer;
    requireAllocation(context, bytes, what);
    const std::size_t size = roomyBytes(context, bytes);
    release(); // first, so that both need not fit
    try {
        m_buffer = cl::Buffer(context.context, CL_MEM_READ_WRITE, size);
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), what);
    }
    m_capacity = size;
    return m_buffer;
}

} // namespace attnscope::gpu
