// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/program.h"

#include "gpu/cache_folder.h"
#include "gpu/error.h"
#include "resources/kernel_sources.h"

#include <cstring>

namespace attnscope::gpu {

namespace {

// A cache file: this word, the check sum of the rest, the rest.
constexpr std::string_view kMagic = "attnscope-kernel-1\n";

std::string sealed(std::string_view binary) {
    return std::string(kMagic) + hexText(hash64(binary)) + std::string(binary);
}

/// The binary, or nothing when the file was cut short or damaged.
std::optional<std::string> unsealed(const std::string &bytes) {
    if (!bytes.starts_with(kMagic) || bytes.size() <= kMagic.size() + 16)
        return std::nullopt;
    const std::string_view all(bytes);
    const std::string_view binary = all.substr(kMagic.size() + 16);
    if (all.substr(kMagic.size(), 16) != hexText(hash64(binary)))
        return std::nullopt;
    return std::string(binary);
}

std::optional<std::filesystem::path> kernelFolder() {
    auto folder = userCacheFolder();
    if (folder)
        *folder /= "kernels";
    return folder && canWriteInto(*folder) ? folder : std::nullopt;
}

std::string logOf(const cl::Program &program, const cl::Device &device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error &) {
        return {}; // then there is none
    }
}

} // namespace

bool Programs::loadBinary(Entry &entry) {
    const auto folder = m_binaryCache ? kernelFolder() : std::nullopt;
    if (!folder)
        return false;
    const auto bytes = readFile(*folder / entry.cacheName);
    const auto binary = bytes ? unsealed(*bytes) : std::nullopt;
    if (!binary)
        return false;
    try {
        entry.program = cl::Program(m_context.context, std::vector<cl::Device>{m_context.device},
                                    cl::Program::Binaries{{binary->begin(), binary->end()}});
        entry.program.build(std::vector<cl::Device>{m_context.device}, m_context.options.c_str());
        entry.saved = true;
        return true;
    } catch (const cl::Error &) {
        return false; // made by another version of the driver: compile again
    }
}

Programs::Entry Programs::compile(const std::string &file, std::string_view source) {
    Entry entry;
    const std::string &key = m_context.cacheKey;
    entry.cacheName =
        file + "-" + hexText(hash64(source, hash64(key + "\n" + m_context.options))) + ".bin";
    const CompileTurn turn; // PoCL unpacks a binary into its cache too
    if (loadBinary(entry))
        return entry;
    // The compiler's messages name the file and the line as the reader of the source sees them.
    const std::string text = "#line 1 \"" + file + "\"\n" + std::string(source);
    for (bool again = true;; again = false) {
        try {
            entry.program = cl::Program(m_context.context, text);
        } catch (const cl::Error &e) {
            throw callError(e.err(), e.what(), file);
        }
        try {
            entry.program.build(std::vector<cl::Device>{m_context.device},
                                m_context.options.c_str());
            return entry;
        } catch (const cl::Error &e) { // whatever its status: a log may be there for each of them
            const std::string log = logOf(entry.program, m_context.device);
            // Without a complaint about the text it is the driver that failed, in its cache or for
            // want of memory, and may do better a second time.
            if (!again || log.find("error:") != std::string::npos)
                throw buildError(e.err(), file, m_context.title, m_context.options, log);
        }
    }
}

Programs::Entry &Programs::program(std::string_view file) {
    if (const auto it = m_programs.find(file); it != m_programs.end())
        return it->second;
    const std::string name = std::string(file) + ".cl";
    return m_programs.emplace(std::string(file), compile(name, resources::kernelSource(file)))
        .first->second;
}

void Programs::build(const std::string &file, std::string_view source) {
    Entry entry = compile(file, source);
    entry.saved = true; // not ours to keep
}

cl::Kernel &Programs::kernel(std::string_view file, const std::string &name) {
    if (const auto it = m_kernels.find(name); it != m_kernels.end())
        return it->second;
    Entry &entry = program(file);
    try {
        return m_kernels.emplace(name, cl::Kernel(entry.program, name.c_str())).first->second;
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), name);
    }
}

void Programs::saveNew() {
    if (!m_binaryCache)
        return;
    std::optional<std::filesystem::path> folder;
    for (auto &[file, entry] : m_programs) {
        if (entry.saved)
            continue;
        entry.saved = true; // one try is enough
        if (!folder && !(folder = kernelFolder()))
            return;
        try {
            const auto binaries = entry.program.getInfo<CL_PROGRAM_BINARIES>();
            if (binaries.empty() || binaries.front().empty())
                continue;
            writeFileAtomically(*folder / entry.cacheName,
                                sealed({reinterpret_cast<const char *>(binaries.front().data()),
                                        binaries.front().size()}));
        } catch (const cl::Error &) {
            continue; // a driver that cannot give its binaries compiles each time
        }
    }
}

} // namespace attnscope::gpu
