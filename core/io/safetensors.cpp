// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"

#include "core/io/npy.h"
#include "core/io/safetensors_header_private.h"
#include "core/text_values.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attnscope::core {

namespace {

constexpr std::uint64_t kPrefix = 8; ///< the length of the header, little-endian
/// What the format's own library allows.
constexpr std::uint64_t kLongestHeader = 100'000'000;

std::uint64_t littleEndian(const unsigned char *bytes) {
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < 8; ++i)
        v |= std::uint64_t{bytes[i]} << (8 * i);
    return v;
}

} // namespace

struct SafetensorsReader::Impl {
    std::string file;
    std::string memory; ///< all of it, when it did not come from a file
    int descriptor = -1;
    std::uint64_t length = 0; ///< of the whole file
    std::uint64_t dataStart = 0;
    SafetensorsHeader header;

    Impl() = default;
    Impl(const Impl &) = delete;
    Impl &operator=(const Impl &) = delete;
    ~Impl() {
        if (descriptor >= 0)
            ::close(descriptor);
    }

    [[noreturn]] void malformed(const std::string &place, const std::string &reason) const {
        throw FileError(FileError::Kind::Malformed, file, place, reason);
    }
    [[noreturn]] void unreadable(const std::string &why) const {
        throw FileError(FileError::Kind::Unreadable, file, "", "cannot be read: " + why);
    }

    void openFile(const std::filesystem::path &path) {
        file = path.string();
        descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat st {};
        if (descriptor < 0 || ::fstat(descriptor, &st) != 0)
            unreadable(errno == ENOENT ? "there is no such file"
                                       : std::generic_category().message(errno));
        if (S_ISDIR(st.st_mode))
            unreadable("it is a folder");
        if (!S_ISREG(st.st_mode))
            unreadable("it is not a plain file");
        length = static_cast<std::uint64_t>(st.st_size);
    }

    /// Exactly `n` bytes from `at`, which lie inside the file by its length.
    void read(std::uint64_t at, char *to, std::size_t n) const {
        if (descriptor < 0) {
            std::memcpy(to, memory.data() + at, n);
            return;
        }
        while (n > 0) {
            const ssize_t got = ::pread(descriptor, to, n, static_cast<off_t>(at));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                unreadable(std::generic_category().message(errno));
            if (got == 0)
                unreadable("it became shorter while it was read");
            to += got;
            at += static_cast<std::uint64_t>(got);
            n -= static_cast<std::size_t>(got);
        }
    }

    void readHeader() {
        if (length < kPrefix)
            malformed("", "it is no .safetensors file: it has only " + std::to_string(length) +
                              " bytes");
        unsigned char prefix[kPrefix];
        read(0, reinterpret_cast<char *>(prefix), kPrefix);
        const std::uint64_t claimed = littleEndian(prefix);
        if (claimed > length - kPrefix)
            malformed("header", "its length of " + std::to_string(claimed) +
                                    " bytes exceeds the file, which has " +
                                    std::to_string(length - kPrefix) + " after it");
        if (claimed > kLongestHeader)
            malformed("header", "its length of " + std::to_string(claimed) +
                                    " bytes is beyond the 100 million that the format allows");
        std::string text(static_cast<std::size_t>(claimed), '\0');
        read(kPrefix, text.data(), text.size());
        dataStart = kPrefix + claimed;
        header = parseSafetensorsHeader(text, length - dataStart, file);
    }
};

SafetensorsReader::SafetensorsReader(const std::filesystem::path &path)
    : m_impl(std::make_unique<Impl>()) {
    m_impl->openFile(path);
    m_impl->readHeader();
}

SafetensorsReader::SafetensorsReader(std::string bytes, std::string name)
    : m_impl(std::make_unique<Impl>()) {
    m_impl->file = std::move(name);
    m_impl->memory = std::move(bytes);
    m_impl->length = m_impl->memory.size();
    m_impl->readHeader();
}

SafetensorsReader::~SafetensorsReader() = default;
SafetensorsReader::SafetensorsReader(SafetensorsReader &&) noexcept = default;
SafetensorsReader &SafetensorsReader::operator=(SafetensorsReader &&) noexcept = default;

const std::vector<SafetensorsEntry> &SafetensorsReader::tensors() const {
    return m_impl->header.tensors;
}

const SafetensorsEntry *SafetensorsReader::find(std::string_view name) const {
    for (const SafetensorsEntry &e : m_impl->header.tensors)
        if (e.name == name)
            return &e;
    return nullptr;
}

const std::map<std::string, std::string> &SafetensorsReader::metadata() const {
    return m_impl->header.metadata;
}

Tensor SafetensorsReader::tensor(const SafetensorsEntry &e) const {
    const Impl &m = *m_impl;
    const SafetensorsType *type = safetensorsType(e.type);
    if (!type || type->kind == '\0')
        m.malformed(e.name,
                    "its type " + e.type + " cannot be read: save it as F32, F16, BF16 or F64");
    const std::size_t count = elementCount(e.shape);
    if (count == 0)
        m.malformed(e.name, "the matrix has no rows or columns: its shape is " + toString(e.shape));
    if (static_cast<double>(count) * (sizeof(float) + static_cast<double>(type->bytes)) >
        physicalMemory())
        m.malformed(e.name, "it takes " + formatBytes(static_cast<double>(count) * sizeof(float)) +
                                ", but this machine has " + formatBytes(physicalMemory()));
    const std::uint64_t at = m.dataStart + e.begin;
    if (type->kind == 'f' && type->bytes == 4 && std::endian::native == std::endian::little) {
        // As they lie, without a second copy.
        auto values = Tensor::uninitialised(e.shape);
        m.read(at, reinterpret_cast<char *>(values.mutableData()), values.bytes());
        return values;
    }
    NpyArray raw;
    raw.data.resize(count * type->bytes);
    m.read(at, raw.data.data(), raw.data.size());
    if (type->kind == 'B') { // bfloat16: the upper half of a float
        auto values = Tensor::uninitialised(e.shape);
        float *out = values.mutableData();
        for (std::size_t i = 0; i < count; ++i) {
            const auto lo = static_cast<unsigned char>(raw.data[2 * i]);
            const auto hi = static_cast<unsigned char>(raw.data[2 * i + 1]);
            out[i] = std::bit_cast<float>(std::uint32_t{hi} << 24 | std::uint32_t{lo} << 16);
        }
        return values;
    }
    raw.header.shape = e.shape;
    raw.header.kind = type->kind;
    raw.header.itemSize = type->bytes;
    return npyValues<float>(raw);
}

} // namespace attnscope::core
