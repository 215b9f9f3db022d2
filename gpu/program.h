// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/context.h"

#include <map>
#include <string>
#include <string_view>

namespace attnscope::gpu {

/// The programs of one device, one a kernel file, built when first asked for. What was compiled is
/// kept in the user's cache, so that the next start need not compile.
class Programs {
public:
    Programs(const Context &context, bool binaryCache)
        : m_context(context), m_binaryCache(binaryCache) {}

    /// A kernel of resources/kernels/<file>.cl. The same object each time.
    /// \throws core::EngineError (BuildFailed with the compiler's log)
    [[nodiscard]] cl::Kernel &kernel(std::string_view file, const std::string &name);

    /// Builds a text that is no file of ours. \throws core::EngineError (BuildFailed)
    void build(const std::string &file, std::string_view source);

    /// Forgets all of them, to be built anew with other options.
    void clear() {
        m_kernels.clear();
        m_programs.clear();
    }

    /// Saves what has been compiled since the last call. To be called after the kernels have run:
    /// PoCL compiles for a local size at the first launch.
    void saveNew();

private:
    struct Entry {
        cl::Program program;
        std::string cacheName;
        bool saved = false;
    };
    Entry &program(std::string_view file);
    Entry compile(const std::string &file, std::string_view source);
    bool loadBinary(Entry &entry);

    const Context &m_context;
    bool m_binaryCache;
    std::map<std::string, Entry, std::less<>> m_programs;
    std::map<std::string, cl::Kernel, std::less<>> m_kernels;
};

} // namespace attnscope::gpu
