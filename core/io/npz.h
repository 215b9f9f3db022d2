// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/npy.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// A ZIP archive of arrays, as numpy.savez and numpy.savez_compressed write it, ZIP64 included.
/// Every size is held against the file's own length before memory is taken: what is stored cannot
/// be longer than the file, and what is deflated no more than 1032 times as long.
class NpzReader {
public:
    /// \throws FileError
    explicit NpzReader(const std::filesystem::path &path);
    ~NpzReader();
    NpzReader(const NpzReader &) = delete;
    NpzReader &operator=(const NpzReader &) = delete;

    /// Arrays in the order of the archive, without ".npy".
    [[nodiscard]] std::vector<std::string> arrayNames() const;
    [[nodiscard]] bool hasArray(const std::string &name) const;
    /// \throws FileError (Malformed)
    [[nodiscard]] NpyArray array(const std::string &name) const;
    /// Type and shape alone, without the numbers. \throws FileError (Malformed)
    [[nodiscard]] NpyHeader header(const std::string &name) const;
    [[nodiscard]] bool hasFile(const std::string &name) const;
    /// A member as it is, at most `limit` bytes. \throws FileError (Malformed)
    [[nodiscard]] std::string file(const std::string &name, std::size_t limit) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// One member of an archive to be written; `data` must live until writeZip() returns.
struct ZipMember {
    std::string name;
    std::string head; ///< bytes before the data: a .npy header, or all of a text
    const void *data = nullptr;
    std::size_t bytes = 0;
};
/// An array as a member "name.npy".
[[nodiscard]] ZipMember npyMember(const std::string &name, const Tensor &array);
[[nodiscard]] ZipMember npyMember(const std::string &name, const BoolTensor &array);
[[nodiscard]] ZipMember npyMember(const std::string &name, const IndexTensor &array);

/// Writes an archive atomically, members stored as numpy.savez does and dated alike, so that the
/// same content is the same file. \returns false when `stop` was set before it was done: then the
/// old file is as it was. \throws FileError (Unwritable)
bool writeZip(const std::filesystem::path &path, const std::vector<ZipMember> &members,
              const std::stop_token &stop = {});

} // namespace attnscope::core
