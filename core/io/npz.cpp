// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npz.h"

#include "core/io/atomic_file.h"
#include "core/text_values.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <unistd.h>
#include <zip.h>

namespace attnscope::core {

namespace {

constexpr std::string_view kSuffix = ".npy";

std::string withoutSuffix(const std::string &name) {
    if (name.size() > kSuffix.size() &&
        name.compare(name.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0)
        return name.substr(0, name.size() - kSuffix.size());
    return name;
}

bool isArrayName(const std::string &name) { return withoutSuffix(name) != name; }

} // namespace

struct NpzReader::Impl {
    struct Close {
        void operator()(zip_t *z) const { zip_discard(z); }
    };
    struct CloseFile {
        void operator()(zip_file_t *f) const { zip_fclose(f); }
    };
    std::string file;
    std::uint64_t length = 0; ///< of the archive on disk
    std::unique_ptr<zip_t, Close> zip;
    std::vector<std::string> names;              ///< members in order
    std::map<std::string, zip_uint64_t> indices; ///< by name

    [[noreturn]] void fail(const std::string &place, const std::string &reason) const {
        throw FileError(FileError::Kind::Malformed, file, place, reason);
    }

    /// Size of a member after its claims were checked.
    std::size_t checkedSize(const std::string &name) const {
        zip_stat_t st;
        zip_stat_init(&st);
        if (zip_stat_index(zip.get(), indices.at(name), 0, &st) != 0)
            fail(name, zip_strerror(zip.get()));
        constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
        if ((st.valid & kNeeded) != kNeeded)
            fail(name, "the archive does not say how long it is");
        if ((st.valid & ZIP_STAT_ENCRYPTION_METHOD) && st.encryption_method != ZIP_EM_NONE)
            fail(name, "it is encrypted: save the archive without a password");
        if (st.comp_method != ZIP_CM_STORE && st.comp_method != ZIP_CM_DEFLATE)
            fail(name, "it is compressed by a method other than deflate: save it with "
                       "numpy.savez or numpy.savez_compressed");
        // Deflate makes at most 1032 bytes of one (its longest match, in two bits).
        const bool stored = st.comp_method == ZIP_CM_STORE;
        if (st.comp_size > length || (stored && st.size != st.comp_size) ||
            (!stored && st.size / 1032 > st.comp_size + 1))
            fail(name, "it claims " + std::to_string(st.size) + " bytes, but the file has only " +
                           std::to_string(length));
        if (static_cast<double>(st.size) > physicalMemory())
            fail(name, "it takes " + formatBytes(static_cast<double>(st.size)) +
                           ", but this machine has " + formatBytes(physicalMemory()));
        return static_cast<std::size_t>(st.size);
    }

    /// Reads exactly `n` bytes.
    void read(zip_file_t *f, const std::string &name, char *to, std::size_t n) const {
        while (n > 0) {
            const zip_int64_t got = zip_fread(f, to, n);
            if (got < 0)
                fail(name, std::string("it is damaged: ") + zip_file_strerror(f));
            if (got == 0)
                fail(name, "it is truncated: " + std::to_string(n) + " bytes are missing");
            to += got;
            n -= static_cast<std::size_t>(got);
        }
    }

    /// The checksum is compared when the end is read; what a header leaves unused is passed over.
    void finish(zip_file_t *f, const std::string &name) const {
        std::array<char, 4096> rest{};
        for (;;) {
            const zip_int64_t got = zip_fread(f, rest.data(), rest.size());
            if (got < 0)
                fail(name, std::string("it is damaged: ") + zip_file_strerror(f));
            if (got == 0)
                return;
        }
    }

    std::unique_ptr<zip_file_t, CloseFile> open(const std::string &name) const {
        std::unique_ptr<zip_file_t, CloseFile> f(zip_fopen_index(zip.get(), indices.at(name), 0));
        if (!f)
            fail(name, zip_strerror(zip.get()));
        return f;
    }

    /// Name of the member that holds an array.
    std::string arrayMember(const std::string &name) const {
        std::string member = name + std::string(kSuffix);
        if (indices.count(member) == 0)
            fail(name, "the archive has no such array");
        return member;
    }

    /// The header that a member begins with; the numbers are next.
    NpyHeader header(zip_file_t *f, const std::string &member) const {
        const std::size_t size = checkedSize(member);
        std::string head(std::min<std::size_t>(size, 12), '\0');
        read(f, member, head.data(), head.size());
        const std::size_t offset = npyDataOffset(head, file, member);
        if (offset > size)
            fail(member, "its header takes " + std::to_string(offset) + " bytes, but it has " +
                             std::to_string(size));
        const std::size_t had = head.size();
        if (offset < had)
            fail(member, "its header is too short");
        head.resize(offset);
        read(f, member, head.data() + had, offset - had);
        return parseNpyHeader(head, size, file, member);
    }
};

NpzReader::NpzReader(const std::filesystem::path &path) : m_impl(std::make_unique<Impl>()) {
    Impl &m = *m_impl;
    m.file = path.string();
    std::error_code error;
    m.length = std::filesystem::file_size(path, error);
    if (error)
        throw FileError(FileError::Kind::Unreadable, m.file, "",
                        "cannot be read: " + error.message());
    int code = 0;
    m.zip.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!m.zip) {
        zip_error_t e;
        zip_error_init_with_code(&e, code);
        const std::string why = zip_error_strerror(&e);
        zip_error_fini(&e);
        if (code == ZIP_ER_OPEN || code == ZIP_ER_READ)
            throw FileError(FileError::Kind::Unreadable, m.file, "", "cannot be read: " + why);
        m.fail("", "it is not a whole ZIP archive (truncated or damaged): " + why);
    }
    const zip_int64_t count = zip_get_num_entries(m.zip.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        const char *name = zip_get_name(m.zip.get(), index, ZIP_FL_ENC_GUESS);
        if (!name)
            m.fail("", "a member has no readable name");
        if (!m.indices.emplace(name, index).second)
            m.fail(name, "the archive holds it twice");
        m.names.emplace_back(name);
    }
}

NpzReader::~NpzReader() = default;

std::vector<std::string> NpzReader::arrayNames() const {
    std::vector<std::string> names;
    for (const std::string &n : m_impl->names)
        if (isArrayName(n))
            names.push_back(withoutSuffix(n));
    return names;
}

bool NpzReader::hasArray(const std::string &name) const {
    return m_impl->indices.count(name + std::string(kSuffix)) > 0;
}

NpyHeader NpzReader::header(const std::string &name) const {
    const std::string member = m_impl->arrayMember(name);
    const auto f = m_impl->open(member);
    return m_impl->header(f.get(), member);
}

NpyArray NpzReader::array(const std::string &name) const {
    const Impl &m = *m_impl;
    const std::string member = m.arrayMember(name);
    const auto f = m.open(member);
    // Header first: it says how much memory to take, and must agree with the member's length.
    NpyArray a;
    a.header = m.header(f.get(), member);
    a.data.resize(a.header.dataBytes());
    m.read(f.get(), member, a.data.data(), a.data.size());
    m.finish(f.get(), member);
    return a;
}

bool NpzReader::hasFile(const std::string &name) const { return m_impl->indices.count(name) > 0; }

std::string NpzReader::file(const std::string &name, std::size_t limit) const {
    const Impl &m = *m_impl;
    if (!hasFile(name))
        m.fail(name, "the archive has no such member");
    const std::size_t size = m.checkedSize(name);
    if (size > limit)
        m.fail(name, "it takes " + formatBytes(static_cast<double>(size)) + ", more than the " +
                         formatBytes(static_cast<double>(limit)) + " that can be read");
    const auto f = m.open(name);
    std::string bytes(size, '\0');
    m.read(f.get(), name, bytes.data(), size);
    m.finish(f.get(), name);
    return bytes;
}

ZipMember npyMember(const std::string &name, const Tensor &a) {
    return {name + std::string(kSuffix), npyHeaderBytes("<f4", a.shape()), a.data(), a.bytes()};
}
ZipMember npyMember(const std::string &name, const BoolTensor &a) {
    return {name + std::string(kSuffix), npyHeaderBytes("|b1", a.shape()), a.data(), a.bytes()};
}
ZipMember npyMember(const std::string &name, const IndexTensor &a) {
    return {name + std::string(kSuffix), npyHeaderBytes("<i8", a.shape()), a.data(), a.bytes()};
}

bool writeZip(const std::filesystem::path &path, const std::vector<ZipMember> &members,
              const std::stop_token &stop) {
    AtomicFile file(path);
    // libzip makes its own temporary beside the name it is given, and that name must be free or
    // an archive; the reserved name is given up to it.
    ::unlink(file.temporary().c_str());
    int code = 0;
    zip_t *zip = zip_open(file.temporary().c_str(), ZIP_CREATE | ZIP_EXCL, &code);
    if (!zip)
        file.fail(errno);
    const auto give = [&](zip_error_t *e) {
        const int system = zip_error_code_system(e);
        zip_discard(zip);
        file.fail(system != 0 ? system : EIO);
    };
    for (const ZipMember &m : members) {
        zip_buffer_fragment_t parts[2] = {
            {reinterpret_cast<zip_uint8_t *>(const_cast<char *>(m.head.data())), m.head.size()},
            {static_cast<zip_uint8_t *>(const_cast<void *>(m.data)), m.bytes}};
        zip_error_t e;
        zip_error_init(&e);
        zip_source_t *source = zip_source_buffer_fragment_create(parts, m.bytes > 0 ? 2 : 1, 0, &e);
        if (!source)
            give(&e);
        const zip_int64_t index = zip_file_add(zip, m.name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(source);
            give(zip_get_error(zip));
        }
        const auto at = static_cast<zip_uint64_t>(index);
        zip_set_file_compression(zip, at, ZIP_CM_STORE, 0);
        zip_file_set_dostime(zip, at, 0, (1u << 5) | 1u, 0); // 1980-01-01, as numpy dates them
    }
    // Asked between blocks of a few KiB, so that a stop is prompt even in an archive of gigabytes.
    std::stop_token asked = stop;
    zip_register_cancel_callback_with_state(
        zip,
        [](zip_t *, void *token) {
            return static_cast<std::stop_token *>(token)->stop_requested() ? 1 : 0;
        },
        nullptr, &asked);
    if (zip_close(zip) != 0) {
        if (zip_error_code_zip(zip_get_error(zip)) == ZIP_ER_CANCELLED) {
            zip_discard(zip);
            return false;
        }
        give(zip_get_error(zip));
    }
    return file.commit(stop);
}

} // namespace attnscope::core
