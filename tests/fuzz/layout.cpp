// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chain of view, permute and transpose, as it is typed.
#include "core/layout.h"
#include "tests/fuzz/support.h"

#include <algorithm>
#include <string>

namespace attnscope::fuzz {
namespace {

void requireWhole(const core::Arrangement &a, std::size_t elements) {
    require(a.layout.shape.size() == a.layout.strides.size(), "every axis has a stride");
    require(core::elementCount(a.layout.shape) == elements, "no element is lost");
    auto all = a.elements();
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i)
        require(all[i] == i, "every element is there once");
}

void read(std::string_view bytes) {
    const core::Shape shape{3, 2, 4};
    const core::LayoutSizes sizes{{"L", 3}, {"B", 2}, {"d", 4}};
    const core::Arrangement start = core::arrangementOf(shape);
    std::vector<core::ArrangementStep> steps;
    // Words are kept once split and once as calls, at 32 bytes each at least.
    const AllocationLimit limit(64 * bytes.size() + 16384, 512 * bytes.size() + 65536);
    if (!accepts([&] { steps = core::arrange(start, bytes, sizes); }))
        return;
    std::string again;
    for (const core::ArrangementStep &s : steps) {
        requireWhole(s.after, 24);
        again += (again.empty() ? "" : ".") + s.operation;
    }
    const auto second = core::arrange(start, again, sizes);
    require(second.size() == steps.size(), "what is written reads back");
    if (!steps.empty())
        require(second.back().after.layout == steps.back().after.layout &&
                    second.back().after.memory == steps.back().after.memory,
                "and does the same");
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
