// SPDX-License-Identifier: GPL-3.0-or-later
//
// An archive as numpy.savez writes it: every member of it.
#include "core/io/npz.h"
#include "tests/fuzz/support.h"

#include <cstring>

namespace attnscope::fuzz {
namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 20;
/// Deflate makes 1032 bytes of one at most, and a number of one byte becomes a float of four;
/// besides, libzip has its own buffers, and a header may take 1 MiB.
constexpr std::size_t kDeflate = 1032;

void read(std::string_view bytes) {
    const MemoryFile file(bytes);
    std::map<std::string, core::Tensor> arrays;
    {
        const AllocationLimit limit(4 * kDeflate * bytes.size() + 2 * kLargestText,
                                    6 * kDeflate * bytes.size() * 4 + 8 * kLargestText);
        std::unique_ptr<core::NpzReader> archive;
        if (!accepts([&] { archive = std::make_unique<core::NpzReader>(file.path()); }))
            return;
        std::size_t kept = 0;
        for (const std::string &name : archive->arrayNames()) {
            require(archive->hasArray(name), "an array that is listed is there");
            core::Tensor values;
            if (accepts([&] { values = core::npyValues<float>(archive->array(name)); }) &&
                (kept += values.bytes()) <= 4 * kDeflate * bytes.size())
                arrays.emplace(name, values);
            // The member as it is agrees with the array on whether it is whole.
            (void)accepts([&] { (void)archive->file(name + ".npy", kLargestText); });
        }
        (void)accepts([&] { (void)archive->file("session.json", kLargestText); });
    }
    std::vector<core::ZipMember> members;
    for (const auto &[name, values] : arrays)
        members.push_back(core::npyMember(name, values));
    if (members.empty())
        return;
    const auto path = scratch("again.npz");
    require(core::writeZip(path, members), "an archive is written to its end");
    const core::NpzReader again(path);
    require(again.arrayNames().size() == arrays.size(), "every array is written");
    for (const auto &[name, values] : arrays) {
        const auto back = core::npyValues<float>(again.array(name));
        require(back.shape() == values.shape() &&
                    std::memcmp(back.data(), values.data(), values.bytes()) == 0,
                "an array reads back the same");
    }
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
