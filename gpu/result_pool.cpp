// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/result_pool.h"

#include "gpu/buffer.h"
#include "gpu/error.h"

#include <algorithm>

namespace attnscope::gpu {

namespace {

constexpr std::size_t kSpareSets = 3;
constexpr std::size_t kSmall = std::size_t{64} << 20;

bool fits(const ResultSet &set, const std::vector<std::size_t> &bytes) {
    if (set.blocks.size() < bytes.size())
        return false;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (set.blocks[i].capacity < bytes[i])
            return false;
    return true;
}

} // namespace

std::size_t ResultSet::bytes() const {
    std::size_t sum = 0;
    for (const Block &b : blocks)
        sum += b.capacity;
    return sum;
}

ResultPool::~ResultPool() {
    const std::lock_guard lock(m_shelf->mutex);
    m_shelf->open = false;
    m_shelf->sets.clear();
}

std::unique_ptr<ResultSet> ResultPool::takeFit(const std::vector<std::size_t> &bytes) {
    std::size_t needed = 0;
    for (const std::size_t b : bytes)
        needed += b;
    const std::lock_guard lock(m_shelf->mutex);
    auto &sets = m_shelf->sets;
    // What a far larger pass left behind is given back to the system.
    std::erase_if(
        sets, [needed](const auto &s) { return s->bytes() > kSmall && s->bytes() / 8 > needed; });
    const auto best = std::min_element(sets.begin(), sets.end(), [&](const auto &a, const auto &b) {
        const bool fitsA = fits(*a, bytes), fitsB = fits(*b, bytes);
        return fitsA != fitsB ? fitsA : a->bytes() < b->bytes();
    });
    std::unique_ptr<ResultSet> set;
    if (best != sets.end()) {
        set = std::move(*best);
        sets.erase(best);
        if (!fits(*set, bytes)) // about to allocate: the memory may be needed for it
            std::erase_if(sets, [&](const auto &s) { return !fits(*s, bytes); });
    }
    while (sets.size() > kSpareSets)
        sets.pop_back();
    return set;
}

std::shared_ptr<ResultSet> ResultPool::acquire(const std::vector<std::size_t> &bytes) {
    std::unique_ptr<ResultSet> set = takeFit(bytes);
    if (!set)
        set = std::make_unique<ResultSet>();
    try {
        for (ResultSet::Block &block : set->blocks)
            if (block.mapped) {
                m_context.queue.enqueueUnmapMemObject(block.buffer, block.mapped);
                block.mapped = nullptr;
            }
        if (set->blocks.size() < bytes.size())
            set->blocks.resize(bytes.size());
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            ResultSet::Block &block = set->blocks[i];
            if (block.capacity >= bytes[i])
                continue;
            requireAllocation(m_context, bytes[i], "the result");
            block = {};
            const std::size_t size = roomyBytes(m_context, bytes[i]);
            // Memory of the host where the device shares it: mapping then copies nothing.
            block.buffer =
                cl::Buffer(m_context.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size);
            block.capacity = size;
        }
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), "the result");
    }
    return {set.release(), [shelf = m_shelf](ResultSet *raw) {
                std::unique_ptr<ResultSet> back(raw);
                const std::lock_guard lock(shelf->mutex);
                if (shelf->open)
                    shelf->sets.push_back(std::move(back));
            }};
}

void ResultPool::mapAndWait(ResultSet &set) {
    try {
        ResultSet::Block *last = nullptr;
        for (ResultSet::Block &block : set.blocks)
            if (block.capacity > 0)
                last = &block;
        for (ResultSet::Block &block : set.blocks)
            if (block.capacity > 0)
                block.mapped = m_context.queue.enqueueMapBuffer(block.buffer,
                                                                &block == last ? CL_TRUE : CL_FALSE,
                                                                CL_MAP_READ, 0, block.capacity);
        // The queue is in order, so the last map ends after everything.
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), "the result");
    }
}

} // namespace attnscope::gpu
