// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/context.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace attnscope::gpu {

/// Buffers that hold the results of one pass. While a trace shows them they are mapped into this
/// process and belong to it; then they come back to the pool and serve another pass.
class ResultSet {
public:
    struct Block {
        cl::Buffer buffer;
        std::size_t capacity = 0;
        void *mapped = nullptr;
    };
    std::vector<Block> blocks;

    [[nodiscard]] std::size_t bytes() const;
};

/// A few sets in turn, so that a pass never overwrites what is on the screen. Allocates only when a
/// size is new. One thread uses it; sets come back from any thread.
class ResultPool {
public:
    explicit ResultPool(const Context &context)
        : m_context(context), m_shelf(std::make_shared<Shelf>()) {}
    ~ResultPool();
    ResultPool(const ResultPool &) = delete;
    ResultPool &operator=(const ResultPool &) = delete;

    /// A set whose blocks have at least these sizes, unmapped and ready to be written. When its
    /// last owner lets go it returns to the shelf, without an OpenCL call. \throws
    /// core::EngineError (OutOfMemory)
    [[nodiscard]] std::shared_ptr<ResultSet> acquire(const std::vector<std::size_t> &bytes);

    /// Maps every block of the set for reading, and waits for all that was enqueued before.
    void mapAndWait(ResultSet &set);

private:
    struct Shelf {
        std::mutex mutex;
        std::vector<std::unique_ptr<ResultSet>> sets;
        bool open = true; ///< false once the engine is gone: sets are released where they end
    };
    [[nodiscard]] std::unique_ptr<ResultSet> takeFit(const std::vector<std::size_t> &bytes);

    const Context &m_context;
    std::shared_ptr<Shelf> m_shelf;
};

} // namespace attnscope::gpu
