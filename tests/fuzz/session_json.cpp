// SPDX-License-Identifier: GPL-3.0-or-later
//
// A bare session.json, arrays inline or not at all.
#include "core/io/session_file.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <algorithm>

namespace attnscope::fuzz {
namespace {

constexpr std::size_t kMask = std::size_t{17} << 20; ///< what a small mask may be repeated to

void read(std::string_view text) {
    core::Session session;
    {
        // A JSON value takes 16 bytes where its text takes two ("1,"), and a list twice that while
        // it grows. Padding makes a rectangle of the tokens, and a mask may be repeated for heads.
        const std::size_t n = text.size();
        const std::size_t places = std::min(core::kMostPlaces, n * n / 8);
        const AllocationLimit limit(64 * n + kMask, 512 * n + 2 * 32 * places + 2 * kMask);
        core::ReadNotes notes;
        if (!accepts([&] { session = core::readSessionJson(text, "input.json", &notes); }))
            return;
        for (const core::ReadNote &note : notes)
            requireSentence(note.sentence());
    }
    // What follows takes longer than reading, so one input in four is looked at so.
    if (core::tokenKey(text) % 4 != 0)
        return;
    // Written without its arrays, it says the same again.
    const std::string written = settingsOf(session);
    core::Session again;
    core::ReadNotes notes;
    if (session.arrays.empty()) {
        require(accepts([&] { again = core::readSessionJson(written, "again.json", &notes); }),
                "what is written can be read");
        require(notes.empty(), "every key that is written is known");
        require(settingsOf(again) == written, "settings read back the same");
    }
    requireSameAfterSaving(session);
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
