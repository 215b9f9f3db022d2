// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/layout.h"

#include <algorithm>

namespace attnscope::core::lab {

namespace {

struct Form {
    const char *name;
    const char *title;
    const char *shape;   ///< of memory that is in this form
    const char *toHeads; ///< from there to [B,H,L,d]
};
// clang-format off
constexpr Form kForms[] = {
    {"lbe", "[L,B,H·d]: a projection, tokens first", "view(L,B,H*d)", "view(L,B,H,d).permute(1,2,0,3)"},
    {"ble", "[B,L,H·d]: a projection, sequences first", "view(B,L,H*d)", "view(B,L,H,d).transpose(1,2)"},
    {"bhld", "[B,H,L,d]: heads apart", "view(B,H,L,d)", "contiguous()"},
};
// clang-format on

const Form &formOf(const std::string &name) {
    return *std::find_if(std::begin(kForms), std::end(kForms),
                         [&](const Form &f) { return name == f.name; });
}

/// Places of the elements in the order of `form`, when `elements` number memory in that of `from`.
std::vector<std::size_t> wanted(const Form &from, const Form &to, const LayoutSizes &n,
                                const Arrangement &memory) {
    const auto a = arranged(arranged(memory, from.shape, n), from.toHeads, n).elements();
    const auto b = arranged(arranged(memory, to.shape, n), to.toHeads, n).elements();
    std::vector<std::size_t> order(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        order[b[i]] = a[i]; // the i-th of [B,H,L,d] stands at place b[i] of the form
    return order;
}

/// Index of one element in a shape, "[1, 0, 3]".
std::string indexOf(const Arrangement &a, std::size_t element) {
    const auto all = a.elements();
    auto flat = static_cast<std::size_t>(std::find(all.begin(), all.end(), element) - all.begin());
    Shape index(a.layout.shape.size());
    for (std::size_t axis = index.size(); axis-- > 0;) {
        index[axis] = flat % a.layout.shape[axis];
        flat /= a.layout.shape[axis];
    }
    return toString(index);
}

void requireBelow(const ParameterValues &v, const char *index, const char *extent) {
    if (v.whole(index) >= v.whole(extent))
        throw InputError({{Issue::Code::BadValue,
                           {index, v.text(index)},
                           std::string(index) + " is " + v.text(index) +
                               " and is counted from 0, so that it has to be less than " + extent +
                               ", which is " + v.text(extent)}});
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    LayoutSizes n;
    for (const char *axis : {"L", "B", "H", "d"})
        n[axis] = static_cast<std::size_t>(v.whole(axis));
    requireBelow(v, "l", "L");
    requireBelow(v, "b", "B");
    requireBelow(v, "h", "H");
    const Form &from = formOf(v.text("from")), &to = formOf(v.text("to"));
    const Arrangement memory = arrangementOf({n["L"] * n["B"] * n["H"] * n["d"]});
    const Arrangement start = arranged(memory, from.shape, n);
    const auto heads = arranged(start, from.toHeads, n).elements();
    const auto l = static_cast<std::size_t>(v.whole("l")),
               b = static_cast<std::size_t>(v.whole("b")),
               h = static_cast<std::size_t>(v.whole("h"));
    const std::size_t followed = heads[((b * n["H"] + h) * n["L"] + l) * n["d"]];
    ExperimentResult r;
    r.table = table({{"operation", "operation"},
                     {"shape", "shape"},
                     {"strides", "strides"},
                     {"memory", "in memory"},
                     {"element", "where x[l, b, h, 0] is"}});
    const auto row = [&](const std::string &operation, const Arrangement &a) {
        addRow(r.table, {Phrase(operation), Phrase(toString(a.layout.shape)),
                         Phrase(toString(a.layout.strides)),
                         Phrase(a.copied                 ? "copied"
                                : isContiguous(a.layout) ? "in order"
                                                         : "another order: no view over it"),
                         Phrase(indexOf(a, followed))});
    };
    row("x", start);
    const auto all = arrange(start, v.text("operations"), n);
    Steps steps(run, static_cast<double>(all.size() + 1));
    for (const ArrangementStep &s : all) {
        row(s.operation, s.after);
        steps.next();
    }
    const Arrangement &last = all.empty() ? start : all.back().after;
    const auto got = last.elements(), right = wanted(from, to, n, memory);
    const std::size_t columns = last.layout.shape.back();
    Tensor source({got.size() / columns, columns});
    std::size_t same = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        source.mutableData()[i] = static_cast<float>(got[i] / n["d"]);
        same += got[i] == right[i] ? 1 : 0;
    }
    r.maps = {mapOf("Where each number comes from", std::move(source),
                    "place, all axes but the last (rows)", "last axis (columns)")};
    const Shape needed = arranged(memory, to.shape, n).layout.shape;
    const bool ordered = same == got.size(), shaped = last.layout.shape == needed;
    std::string shape = toString(last.layout.shape);
    if (ordered)
        r.verdict = verdict(true, shaped ? Phrase("Every number is where it belongs: %1.", {shape})
                                         : Phrase("The order is right, under the shape %1 instead "
                                                  "of %2.",
                                                  {shape, toString(needed)}));
    else
        r.verdict = verdict(
            false, shaped
                       ? Phrase("The shape %1 is right and the order is not: %2 of %3 numbers "
                                "are where they belong.",
                                {shape, std::to_string(same), std::to_string(got.size())})
                       : Phrase("The result is %1, and %2 is needed.", {shape, toString(needed)}));
    return r;
}

std::vector<Choice> formChoices() {
    std::vector<Choice> all;
    for (const Form &f : kForms)
        all.push_back({f.name, f.title});
    return all;
}

} // namespace

Experiment layoutChain() {
    Experiment e;
    e.name = "layout-chain";
    e.subject = "layouts";
    e.title = "A chain of view, permute and transpose";
    e.question = "Does this chain of operations put every number of every head where it belongs?";
    e.look = "view reads memory in order, permute and transpose only relabel axes. The last column "
             "follows one number; the map tells where all of them come from.";
    e.parameters = {choiceParameter("from", "from", formChoices()),
                    wordsParameter("operations", "operations", "view(L,B,H,d).transpose(1,2)"),
                    choiceParameter("to", "to", formChoices()),
                    wholeParameter("L", "tokens L", 5, 1, 32),
                    wholeParameter("B", "sequences B", 3, 1, 32),
                    wholeParameter("H", "heads H", 2, 1, 16),
                    wholeParameter("d", "width of a head d", 4, 1, 32),
                    wholeParameter("l", "followed: token l", 1, 0, 31),
                    wholeParameter("b", "followed: sequence b", 0, 0, 31),
                    wholeParameter("h", "followed: head h", 1, 0, 15)};
    e.parameters[2].fallback = "bhld";
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
