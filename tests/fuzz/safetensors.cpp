// SPDX-License-Identifier: GPL-3.0-or-later
//
// A .safetensors: its header, and the numbers of every tensor. An input that begins with '{' is a
// header alone: its length is put before it and zeros after it, since random changes seldom leave
// the length right.
#include "core/io/safetensors.h"
#include "tests/fuzz/support.h"

#include <cstring>
#include <set>

namespace attnscope::fuzz {
namespace {

constexpr std::size_t kZeros = 64;

/// The same tensors as F32, written by hand and read again.
void requireRoundTrip(const NamedTensors &tensors) {
    const core::SafetensorsReader again(safetensorsOf(tensors), "again");
    require(again.tensors().size() == tensors.size(), "every tensor reads back");
    for (const auto &[name, values] : tensors) {
        const auto *entry = again.find(name);
        require(entry && entry->shape == values.shape(), "a shape reads back");
        const core::Tensor back = again.tensor(*entry);
        require(std::memcmp(back.data(), values.data(), values.bytes()) == 0, "bits read back");
    }
}

void read(std::string_view input) {
    const std::string bytes = !input.empty() && input[0] == '{'
                                  ? safetensorsOf(input, std::string(kZeros, '\0'))
                                  : std::string(input);
    const std::size_t n = bytes.size();
    const MemoryFile file(bytes);
    NamedTensors tensors;
    {
        // A tensor takes some hundred bytes where its text takes about 40, in lists that grow; a
        // number of one byte becomes a float of four.
        const AllocationLimit limit(16 * n + 16384, 64 * n + 131072);
        std::unique_ptr<core::SafetensorsReader> reader;
        if (!accepts([&] { reader = std::make_unique<core::SafetensorsReader>(file.path()); }))
            return;
        require(!reader->tensors().empty(), "a file without tensors is refused");
        std::set<std::string> names;
        std::size_t used = 0;
        for (const core::SafetensorsEntry &entry : reader->tensors()) {
            require(names.insert(entry.name).second, "a name stands once");
            require(reader->find(entry.name) == &entry, "a tensor is found by its name");
            require(entry.begin <= entry.end && entry.end <= n, "a tensor lies inside the file");
            used += entry.bytes();
            core::Tensor values;
            if (accepts([&] { values = reader->tensor(entry); }))
                tensors.emplace_back(entry.name, values);
        }
        require(used <= n, "tensors do not overlap");
    }
    if (!tensors.empty())
        requireRoundTrip(tensors);
    // From memory it is the same.
    const core::SafetensorsReader other(bytes, "memory");
    for (const auto &[name, values] : tensors) {
        const core::Tensor same = other.tensor(*other.find(name));
        require(std::memcmp(same.data(), values.data(), values.bytes()) == 0, "memory is the file");
    }
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
