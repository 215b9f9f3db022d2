// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays of another program, brought into a session. The input is a list of lines, from which a
// .safetensors is made and its questions are answered:
//   =N               the session that they are brought into (0 to 3)
//   NAME SHAPE FILL  an array: extents parted by x; FILL is r(amp), b(its), m(ask of 0 and -inf),
//                    n(an) or z(eros)
//   ?NAME=WHAT       an answer in words
//   !N               heads
#include "core/import_plan.h"
#include "core/initialiser.h"
#include "core/io/array_source.h"
#include "core/text_values.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <algorithm>
#include <limits>
#include <set>

namespace attnscope::fuzz {
namespace {

constexpr std::size_t kMostNumbers = 2048, kMostArrays = 12;

core::Session startOf(char kind) {
    core::Session s;
    s.config.dModel = 8;
    s.config.heads = 2;
    s.config.dK = s.config.dV = 4;
    if (kind != '0')
        core::setText(s, {"the cat sat", "on the mat"});
    if (kind == '2')
        core::setMemoryText(s, {"a b c d", "e f"});
    if (kind == '3') {
        core::setArray(s, core::Input::WQ, core::Tensor({8, 8}, 0.5f));
        core::setArray(s, core::Input::BQ, core::Tensor({8}, 0.5f));
        s.maskKeep = core::BoolTensor({3, 3}, 1);
        s.config.mask.custom = true;
    }
    return s;
}

/// An array of the line "NAME SHAPE FILL"; absent when it is none, or too large.
core::Tensor arrayOf(std::string_view shapeText, char fill) {
    core::Shape shape;
    std::size_t count = 1;
    while (!shapeText.empty()) {
        const std::size_t end = std::min(shapeText.find('x'), shapeText.size());
        const auto n = core::parseWhole(shapeText.substr(0, end));
        if (!n || *n < 0 || *n > static_cast<long long>(kMostNumbers) || shape.size() == 6)
            return {};
        shape.push_back(static_cast<std::size_t>(*n));
        count *= shape.back();
        if (count > kMostNumbers)
            return {};
        shapeText.remove_prefix(std::min(end + 1, shapeText.size()));
    }
    auto t = core::Tensor::uninitialised(shape);
    float *out = t.mutableData();
    for (std::size_t i = 0; i < t.size(); ++i)
        switch (fill) {
        case 'b':
            out[i] = static_cast<float>(i * 7 % 3 != 0);
            break;
        case 'm':
            out[i] = i % 5 == 4 ? -std::numeric_limits<float>::infinity() : 0.0f;
            break;
        case 'n':
            out[i] = std::numeric_limits<float>::quiet_NaN();
            break;
        case 'r':
            out[i] = static_cast<float>(i % 17) / 8.0f - 1.0f;
            break;
        default:
            out[i] = 0.0f;
        }
    return t;
}

struct Task {
    char session = '1';
    NamedTensors arrays;
    std::vector<std::pair<std::string, std::string>> answers; ///< "!" is heads
};

Task parse(std::string_view input) {
    Task task;
    std::set<std::string> names;
    while (!input.empty()) {
        const std::size_t end = std::min(input.find('\n'), input.size());
        const std::string_view line = input.substr(0, end);
        input.remove_prefix(std::min(end + 1, input.size()));
        if (line.size() < 2)
            continue;
        if (line[0] == '=') {
            task.session = line[1];
        } else if (line[0] == '!') {
            task.answers.emplace_back("!", line.substr(1));
        } else if (line[0] == '?') {
            const std::size_t equals = line.find('=');
            if (equals != line.npos)
                task.answers.emplace_back(line.substr(1, equals - 1), line.substr(equals + 1));
        } else {
            const std::size_t a = line.find(' '), b = line.rfind(' ');
            if (a == line.npos || b + 1 >= line.size())
                continue;
            const std::string name = core::validUtf8(line.substr(0, a));
            const core::Tensor t =
                arrayOf(b > a ? line.substr(a + 1, b - a - 1) : std::string_view(), line[b + 1]);
            if (t.present() && task.arrays.size() < kMostArrays && names.insert(name).second)
                task.arrays.emplace_back(name, t);
        }
    }
    return task;
}

void read(std::string_view input) {
    const Task task = parse(input);
    if (task.arrays.empty())
        return;
    core::Session session = startOf(task.session);
    const core::Session before = session;
    const std::string bytes = safetensorsOf(task.arrays);
    const MemoryFile file(bytes);
    {
        // Inputs for keys and for values stand side by side with zeros, heads are repeated: some
        // arrays grow by their own width.
        const std::size_t n = bytes.size() + input.size();
        core::forgetDraws(); // kept for the union of all sizes so far, which is no fault of this
                             // one
        const AllocationLimit limit(4096 * n + (1u << 20), 8192 * n + (8u << 20));
        std::unique_ptr<core::ArraySource> source;
        if (!accepts([&] { source = std::make_unique<core::ArraySource>(file.path()); }))
            return;
        core::ImportPlan plan;
        if (!accepts([&] { plan = core::planImport(*source, session, task.session != '0'); }))
            return;
        require(plan.rows.size() == source->entries().size(), "every entry has its row");
        for (const auto &answer : task.answers) {
            if (answer.first != "!") {
                (void)accepts(
                    [&] { core::answerInWords(plan, *source, answer.first, answer.second); });
            } else if (const auto heads = core::parseWhole(answer.second);
                       heads && *heads >= 1 && *heads <= 4096) {
                (void)accepts([&] { core::setHeads(plan, static_cast<int>(*heads)); });
            }
        }
        for (const core::ImportRow &row : plan.rows)
            if (!row.note.empty())
                requireSentence(row.note);
        for (const std::string &note : plan.notes)
            requireSentence(note);
        const auto questions = core::openQuestions(plan);
        for (const std::string &question : questions)
            requireSentence(question);
        std::vector<std::string> done;
        const bool applied = accepts([&] { done = core::applyImport(session, plan, *source); });
        require(!applied || questions.empty(), "nothing is brought in while there are questions");
        if (!applied) {
            require(settingsOf(session) == settingsOf(before), "a refusal changes nothing");
            require(session.arrays.size() == before.arrays.size(), "a refusal brings nothing in");
            return;
        }
        for (const std::string &note : done)
            requireSentence(note);
    }
    requireSameAfterSaving(session);
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
