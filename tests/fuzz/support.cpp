// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/support.h"

#include "core/io/session_file.h"
#include "core/io/session_json.h"
#include "core/tokens.h"

#include <nlohmann/json.hpp>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <sys/mman.h>
#include <unistd.h>

namespace attnscope::fuzz {

namespace {

[[noreturn]] void give(const char *what) {
    std::fprintf(stderr, "REQUIREMENT BROKEN: %s\n", what);
    std::abort();
}

struct Limits {
    std::size_t largest = 0, total = 0;
    std::size_t held = 0;
    bool on = false;
};
// One thread does all the reading; libFuzzer's own second thread only looks at the clock.
thread_local Limits limits;

void onMalloc(const volatile void *, std::size_t bytes) {
    if (!limits.on)
        return;
    limits.held += bytes;
    if (bytes <= limits.largest && limits.held <= limits.total)
        return;
    limits.on = false;
    std::fprintf(stderr, "%zu bytes asked for, %zu held\n", bytes, limits.held);
    __sanitizer_print_stack_trace();
    give("no more memory is taken than the input justifies");
}

void onFree(const volatile void *memory) {
    if (!limits.on || !memory)
        return;
    // What was taken before the limit began may go too.
    limits.held -=
        std::min(limits.held, __sanitizer_get_allocated_size(const_cast<void *>(memory)));
}

template <class T> bool sameBits(const core::Array<T> &a, const core::Array<T> &b) {
    return a.present() == b.present() && a.shape() == b.shape() &&
           (!a.present() || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

std::string littleEndian(std::uint64_t n) {
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes.push_back(static_cast<char>(n >> (8 * i)));
    return bytes;
}

std::string quoted(const std::string &text) {
    std::string json = "\"";
    for (const char c : text) {
        char escape[8];
        if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') {
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c) & 0xFFu);
            json += escape;
        } else {
            json += c;
        }
    }
    return json + "\"";
}

} // namespace

void require(bool holds, const char *what) {
    if (!holds)
        give(what);
}

void requireSentence(std::string_view message) {
    const bool readable = !message.empty() && message.size() <= 8000 &&
                          message.find_first_of("\n\r\t") == std::string_view::npos &&
                          core::validUtf8(message) == message;
    if (!readable)
        std::fprintf(stderr, "[%.*s]\n", static_cast<int>(message.size()), message.data());
    require(readable, "a refusal is one readable line");
}

AllocationLimit::AllocationLimit(std::size_t largest, std::size_t total) {
    static const int installed = __sanitizer_install_malloc_and_free_hooks(&onMalloc, &onFree);
    require(installed > 0, "allocations can be watched");
    limits = {largest, total, 0, true};
}

AllocationLimit::~AllocationLimit() { limits.on = false; }

MemoryFile::MemoryFile(std::string_view bytes)
    : m_fd(::memfd_create("attnscope-fuzz", MFD_CLOEXEC)) {
    require(m_fd >= 0 &&
                ::write(m_fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "a file in memory can be made");
}

MemoryFile::~MemoryFile() { ::close(m_fd); }

std::filesystem::path MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

std::filesystem::path scratch(const std::string &name) {
    struct Folder {
        std::filesystem::path path;
        Folder() {
            // Memory, where there is such a disk: a target saves thousands of times a second.
            const std::filesystem::path memory = "/dev/shm";
            std::string pattern =
                ((std::filesystem::is_directory(memory) ? memory
                                                        : std::filesystem::temp_directory_path()) /
                 "attnscope-fuzz-XXXXXX")
                    .string();
            require(::mkdtemp(pattern.data()) != nullptr, "a scratch folder can be made");
            path = pattern;
        }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    };
    static const Folder folder;
    return folder.path / name;
}

std::string contentOf(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return bytes.str();
}

std::string safetensorsOf(std::string_view header, std::string_view data) {
    return littleEndian(header.size()) + std::string(header) + std::string(data);
}

std::string safetensorsOf(const NamedTensors &tensors) {
    std::string header, data;
    for (const auto &[name, values] : tensors) {
        std::string shape;
        for (const std::size_t n : values.shape())
            shape += (shape.empty() ? "" : ",") + std::to_string(n);
        header += (header.empty() ? "{" : ",") + quoted(name) + R"(:{"dtype":"F32","shape":[)" +
                  shape + R"(],"data_offsets":[)" + std::to_string(data.size()) + "," +
                  std::to_string(data.size() + values.bytes()) + "]}";
        data.append(reinterpret_cast<const char *>(values.data()), values.bytes());
    }
    return safetensorsOf(header + "}", data);
}

std::string settingsOf(const core::Session &session) {
    nlohmann::json json = core::toJson(session);
    json.erase("drawn");
    return json.dump();
}

bool isSmall(const core::Session &s) {
    const core::Config &c = s.config;
    double batch = static_cast<double>(std::max<std::size_t>(s.tokens.size(), 1));
    double rows = 1.0, memoryWidth = c.dModel;
    for (const auto *tokens : {&s.tokens, &s.memoryTokens})
        for (const auto &sequence : *tokens)
            rows = std::max(rows, static_cast<double>(sequence.size()));
    for (const auto &[input, array] : s.arrays)
        if (core::inputRank(input) == 3) {
            batch = std::max(batch, static_cast<double>(array.extent(0)));
            rows = std::max(rows, static_cast<double>(array.extent(1)));
            memoryWidth = std::max(memoryWidth, static_cast<double>(array.extent(2)));
        }
    const double widths = 2.0 * (c.dK + 16.0) + 2.0 * (c.dV + 16.0);
    const double numbers = 2.0 * batch * rows * memoryWidth + c.heads * widths * memoryWidth +
                           batch * c.heads * rows * rows;
    return numbers <= 65536.0;
}

bool sameProblem(const core::Problem &a, const core::Problem &b) {
    const core::Tensor core::Problem::*const arrays[] = {
        &core::Problem::xEmbed,    &core::Problem::xMemory,     &core::Problem::wQ,
        &core::Problem::wK,        &core::Problem::wV,          &core::Problem::wO,
        &core::Problem::bQ,        &core::Problem::bK,          &core::Problem::bV,
        &core::Problem::bO,        &core::Problem::gammaConcat, &core::Problem::betaConcat,
        &core::Problem::gradOutput};
    return std::all_of(std::begin(arrays), std::end(arrays),
                       [&](auto array) { return sameBits(a.*array, b.*array); }) &&
           sameBits(a.lengths, b.lengths) && sameBits(a.maskKeep, b.maskKeep) &&
           sameBits(a.dropoutKeep, b.dropoutKeep);
}

void requireSameAfterSaving(const core::Session &session) {
    core::Problem before;
    if (!isSmall(session) || !accepts([&] { before = core::makeProblem(session); }))
        return;
    const auto file = scratch("saved.attn"), again = scratch("again.attn");
    const std::string settings = settingsOf(session);
    core::writeSession(file, session);
    core::Session opened;
    core::ReadNotes notes;
    require(accepts([&] { opened = core::readSession(file, &notes); }), "what was saved opens");
    require(notes.empty(), "all that was saved is read");
    require(settingsOf(opened) == settings, "settings survive a save");
    require(sameProblem(core::makeProblem(opened), before), "arrays survive a save");
    core::writeSession(again, opened);
    core::Session second = core::readSession(again);
    require(core::toJson(second) == core::toJson(opened), "a second save is like the first");
    require(sameProblem(core::makeProblem(second), before), "arrays survive a second save");
}

} // namespace attnscope::fuzz
