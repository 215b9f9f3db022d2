// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_error.h"
#include "core/tensor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// One tensor as the header of a `.safetensors` describes it. Every claim was checked.
struct SafetensorsEntry {
    std::string name;
    std::string type; ///< as in the file: "F32", "BF16", "I64", "BOOL" …
    Shape shape;
    std::uint64_t begin = 0, end = 0; ///< bytes, counted from the end of the header
    [[nodiscard]] std::uint64_t bytes() const { return end - begin; }
};

/// A `.safetensors` file: a JSON header, then the numbers. Opened by its header alone, so that a
/// file of gigabytes opens in milliseconds; a tensor takes memory when it is read.
///
/// Checked before anything is taken: the header's length against the file's, every range against
/// the data, every shape against its range, that no two ranges overlap and no name stands twice.
class SafetensorsReader {
public:
    /// \throws FileError (Unreadable, Malformed)
    explicit SafetensorsReader(const std::filesystem::path &path);
    /// The same from memory; `name` is for messages. \throws FileError (Malformed)
    SafetensorsReader(std::string bytes, std::string name);
    ~SafetensorsReader();
    SafetensorsReader(SafetensorsReader &&) noexcept;
    SafetensorsReader &operator=(SafetensorsReader &&) noexcept;

    /// In the order of the header; at least one.
    [[nodiscard]] const std::vector<SafetensorsEntry> &tensors() const;
    /// Nothing when there is no tensor of that name.
    [[nodiscard]] const SafetensorsEntry *find(std::string_view name) const;
    /// The text values of `__metadata__`.
    [[nodiscard]] const std::map<std::string, std::string> &metadata() const;
    /// Its numbers as float: F16, BF16, F32, F64, integers and BOOL. `entry` is one of tensors().
    /// \throws FileError (Malformed for a type without numbers that float holds, or no elements;
    /// Unreadable when the file changed)
    [[nodiscard]] Tensor tensor(const SafetensorsEntry &entry) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace attnscope::core
