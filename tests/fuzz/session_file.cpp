// SPDX-License-Identifier: GPL-3.0-or-later
//
// A session of any kind, by its file: archive, JSON, or neither. An input that begins with the byte
// 1 is a recipe for an archive, since random changes seldom leave a checksum right: after it come
// members, each as a byte that chooses the name, two bytes of length (low first), and the content.
#include "core/io/session_file.h"
#include "core/io/npz.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <algorithm>

namespace attnscope::fuzz {
namespace {

constexpr const char *kNames[] = {
    "session.json",     "X_embed.npy",      "X_memory.npy",    "W_Q.npy",     "W_K.npy",
    "W_V.npy",          "W_O.npy",          "b_Q.npy",         "b_K.npy",     "b_V.npy",
    "b_O.npy",          "gamma_concat.npy", "beta_concat.npy", "lengths.npy", "mask_keep.npy",
    "dropout_keep.npy", "grad_output.npy",  "something.npy",   "w_q.npy",     "weights.npy"};

/// The archive of a recipe.
std::string cooked(std::string_view recipe) {
    std::vector<core::ZipMember> members;
    std::vector<bool> used(std::size(kNames), false);
    for (recipe.remove_prefix(1); recipe.size() >= 3;) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(recipe[i]); };
        const std::size_t name = byte(0) % std::size(kNames);
        const std::size_t length = byte(1) + std::size_t{256} * byte(2);
        recipe.remove_prefix(3);
        if (!used[name])
            members.push_back({kNames[name], std::string(recipe.substr(0, length))});
        used[name] = true;
        recipe.remove_prefix(std::min(length, recipe.size()));
    }
    if (members.empty())
        return {};
    const auto path = scratch("cooked.npz");
    require(core::writeZip(path, members), "an archive is written to its end");
    return contentOf(path);
}

void read(std::string_view input) {
    const std::string bytes =
        !input.empty() && input[0] == '\x01' ? cooked(input) : std::string(input);
    const MemoryFile file(bytes);
    core::Session session;
    {
        // As for npz and session_json; what the file calls drawn is drawn again to be compared, and
        // the draws of one size are kept, 16 MiB at most.
        constexpr std::size_t kDeflate = 1032, kKept = std::size_t{17} << 20;
        const std::size_t n = bytes.size();
        const std::size_t places = std::min(core::kMostPlaces, n * n / 8);
        const AllocationLimit limit(std::max<std::size_t>(4 * kDeflate, 64) * n + 2 * kKept,
                                    32 * kDeflate * n + 64 * places + 16 * kKept);
        core::ReadNotes notes;
        if (!accepts([&] { session = core::readSession(file.path(), &notes); }))
            return;
        for (const core::ReadNote &note : notes)
            requireSentence(note.sentence());
    }
    if (core::tokenKey(bytes) % 4 == 0) // it takes longer than reading
        requireSameAfterSaving(session);
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
