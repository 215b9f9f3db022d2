// SPDX-License-Identifier: GPL-3.0-or-later
//
// One .npy: header and numbers.
#include "core/io/npy.h"
#include "tests/fuzz/support.h"

#include <cstring>

namespace attnscope::fuzz {
namespace {

/// What is written as NumPy would, and read again, has the same shape and bits.
template <class T> void requireRoundTrip(const core::Array<T> &values, const char *descr) {
    std::string file = core::npyHeaderBytes(descr, values.shape());
    require(file.size() % 64 == 0, "the numbers begin at a multiple of 64 bytes");
    file.append(reinterpret_cast<const char *>(values.data()), values.bytes());
    const auto again = core::npyValues<T>(core::parseNpy(file, "written.npy", ""));
    require(again.shape() == values.shape(), "the shape reads back");
    require(std::memcmp(again.data(), values.data(), values.bytes()) == 0, "the bits read back");
}

/// A number of the file by its place, for arrays of two axes.
void requireOrder(const core::NpyArray &array, const core::DoubleTensor &values) {
    const core::NpyHeader &h = array.header;
    if (h.shape.size() != 2 || h.kind != 'f' || h.itemSize != 8 || h.bigEndian)
        return;
    for (std::size_t r = 0; r < h.shape[0]; ++r)
        for (std::size_t c = 0; c < h.shape[1]; ++c) {
            const std::size_t at = h.fortranOrder ? c * h.shape[0] + r : r * h.shape[1] + c;
            require(std::memcmp(array.data.data() + at * 8, &values(r, c), 8) == 0,
                    "rows and columns keep their places");
        }
}

void read(std::string_view bytes) {
    core::NpyArray array;
    {
        // A text, with what growing strings take beyond it.
        const AllocationLimit limit(2 * bytes.size() + 4096, 4 * bytes.size() + 16384);
        if (!accepts([&] { array = core::parseNpy(bytes, "input.npy", "W_Q"); }))
            return;
    }
    require(array.data.size() == array.header.dataBytes(), "the numbers are all there");
    require(array.header.dataOffset + array.data.size() <= bytes.size(),
            "no number comes from beyond the file");
    // A byte becomes a double or an int64 of eight.
    const AllocationLimit limit(8 * bytes.size() + 4096, 64 * bytes.size() + 65536);
    requireOrder(array, core::npyValues<double>(array));
    requireRoundTrip(core::npyValues<float>(array), "<f4");
    requireRoundTrip(core::npyValues<std::int64_t>(array), "<i8");
    const auto bits = core::npyValues<std::uint8_t>(array);
    if (array.header.kind == 'b')
        requireRoundTrip(bits, "|b1");
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
