// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_error.h"
#include "core/tensor.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace attnscope::core {

/// What the header of a `.npy` says (NumPy's format description, versions 1.0 to 3.0).
struct NpyHeader {
    Shape shape;
    bool fortranOrder = false;
    bool bigEndian = false;
    char kind = 'f';          ///< 'f' float, 'i' signed, 'u' unsigned, 'b' bool
    std::size_t itemSize = 4; ///< bytes of one number: 2, 4, 8 for floats, 1 to 8 for integers
    std::size_t dataOffset = 0;
    [[nodiscard]] std::size_t dataBytes() const { return elementCount(shape) * itemSize; }
};

/// Header and numbers as they lie in the file.
struct NpyArray {
    NpyHeader header;
    std::string data;
};

/// Bytes before the numbers, told from the first 12 bytes. `file` and `place` are for messages.
/// \throws FileError (Malformed) when it is no .npy, or a version other than 1, 2, 3.
[[nodiscard]] std::size_t npyDataOffset(std::string_view first12, const std::string &file,
                                        const std::string &place);
/// Reads a header of which all bytes are there; `total` is the length of the whole file. Refuses
/// types that are no numbers, arrays without elements, and more numbers than the file holds:
/// nothing is allocated for them. \throws FileError (Malformed)
[[nodiscard]] NpyHeader parseNpyHeader(std::string_view bytes, std::size_t total,
                                       const std::string &file, const std::string &place);
[[nodiscard]] NpyArray parseNpy(std::string_view bytes, const std::string &file,
                                const std::string &place);
/// A `.npy` file. \throws FileError
[[nodiscard]] NpyArray readNpy(const std::filesystem::path &path);

/// The numbers in row-major order, whatever the order in the file. T is float, double, int64 or
/// uint8; a number that T does not hold becomes the nearest.
template <class T> [[nodiscard]] Array<T> npyValues(const NpyArray &array);

/// Header for row-major little-endian numbers; `descr` is "<f4", "<i8" or "|b1". Its length is a
/// multiple of 64 bytes, as NumPy writes it.
[[nodiscard]] std::string npyHeaderBytes(std::string_view descr, const Shape &shape);

/// The content of a plain file. \throws FileError (Unreadable; Malformed above `limit` bytes)
[[nodiscard]] std::string readWholeFile(const std::filesystem::path &path, double limit);

} // namespace attnscope::core
