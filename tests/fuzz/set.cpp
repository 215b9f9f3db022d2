// SPDX-License-Identifier: GPL-3.0-or-later
//
// `--set KEY=VALUE`, one a line, all at once as on a command line. The first byte chooses what they
// are applied to.
#include "core/io/session_file.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <algorithm>
#include <vector>

namespace attnscope::fuzz {
namespace {

core::Tensor counted(core::Shape shape) {
    auto t = core::Tensor::uninitialised(std::move(shape));
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        out[i] = static_cast<float>(i % 7) - 3.0f;
    return t;
}

core::Session startOf(char kind) {
    core::Session s;
    s.config.dModel = 8;
    s.config.heads = 2;
    s.config.dK = s.config.dV = 4;
    switch (kind) {
    case '0': // a text alone
        core::setText(s, {"the cat sat", "on the mat the cat"});
        break;
    case '1': // edited weights
        core::setText(s, {"the cat sat"});
        core::setArray(s, core::Input::WQ, counted({8, 8}));
        core::setArray(s, core::Input::WO, counted({8, 8}));
        core::setArray(s, core::Input::BK, counted({8}));
        core::setArray(s, core::Input::XEmbed, counted({1, 3, 8}));
        break;
    case '2': // arrays of which nobody said how many heads they are for
        s.config.heads = 1;
        s.config.dK = 12;
        s.config.dV = 6;
        s.tieDk = false;
        s.headsInferred = true;
        core::setArray(s, core::Input::XEmbed, counted({2, 3, 8}));
        core::setArray(s, core::Input::WQ, counted({8, 12}));
        core::setArray(s, core::Input::WV, counted({8, 6}));
        s.maskKeep = core::BoolTensor({3, 3}, 1);
        break;
    case '3': // cross-attention, with a mask a head
        core::setText(s, {"a b c"});
        core::setMemoryText(s, {"d e f g"});
        s.maskKeep = core::BoolTensor({1, 2, 3, 4}, 1);
        s.maskKeep.mutableData()[5] = 0;
        s.config.mask.custom = true;
        core::setArray(s, core::Input::GammaConcat, counted({8}));
        break;
    default:
        break;
    }
    return s;
}

void read(std::string_view input) {
    core::Session session = startOf(input.empty() ? '0' : input[0]);
    std::vector<std::pair<std::string, std::string>> settings;
    for (std::size_t at = std::min(input.find('\n'), input.size()); at < input.size();) {
        const std::size_t end = std::min(input.find('\n', at + 1), input.size());
        const std::string_view line = input.substr(at + 1, end - at - 1);
        const auto equals = line.find('=');
        if (equals != std::string_view::npos && equals > 0)
            settings.emplace_back(line.substr(0, equals), line.substr(equals + 1));
        at = end;
    }
    // Writing all settings out takes longer than the rest, so one input in four is looked at so.
    const bool closely = core::tokenKey(input) % 4 == 0;
    const std::string before = closely ? settingsOf(session) : std::string();
    {
        // Strings of 32 bytes for a token of two ("a "), and the arrays of `session` again.
        const std::size_t n = input.size();
        const std::size_t places = std::min(core::kMostPlaces, n * n / 8);
        const AllocationLimit limit(128 * n + 65536, 1024 * n + 3 * 32 * places + (4u << 20));
        if (!accepts([&] { core::applySettings(session, settings); })) {
            require(!closely || settingsOf(session) == before,
                    "a refusal leaves the session as it was");
            return;
        }
    }
    if (!closely)
        return;
    const std::string after = settingsOf(session);
    core::Session again = session;
    require(accepts([&] { core::applySettings(again, settings); }), "settings apply twice");
    require(settingsOf(again) == after, "settings that apply twice do so once");
    requireSameAfterSaving(session);
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
