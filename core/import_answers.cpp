// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is still to be said about a file, and how it is said in words.
#include "core/import_names_private.h"
#include "core/import_plan.h"
#include "core/text_values.h"

#include <algorithm>

namespace attnscope::core {

namespace {

constexpr std::size_t kShown = 4;

std::string listed(const std::vector<std::string> &names) {
    std::string s;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        s += (i ? ", " : "") + names[i];
    return names.size() > kShown ? s + ", …" : s;
}

/// Arrays that are divided among heads.
bool needsHeads(const ImportPlan &plan) {
    return std::any_of(plan.rows.begin(), plan.rows.end(), [](const ImportRow &r) {
        switch (r.target) {
        case ImportTarget::BQ:
        case ImportTarget::BK:
        case ImportTarget::BV:
        case ImportTarget::GammaConcat:
        case ImportTarget::BetaConcat:
        case ImportTarget::PackedBias:
            return true;
        default:
            return isProjection(r.target) || isHeads(r.target);
        }
    });
}

std::string question(const ImportRow &r) {
    const std::string &name = r.entry.name;
    std::string either;
    if (r.question == ImportQuestion::Orientation)
        either = name + "=in,out or " + name + "=out,in";
    else if (r.question == ImportQuestion::HeadAxes)
        either = name + "=H,L,d or " + name + "=L,H,d";
    else
        either = name + "=visible, " + name + "=hidden or " + name + "=added";
    return name + ": " + r.note + "; say " + either;
}

std::string lower(std::string_view text) {
    std::string s(text);
    for (char &c : s)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return s;
}

struct Words {
    std::optional<Orientation> orientation;
    std::optional<HeadAxes> axes;
    std::optional<MaskMeaning> mask;
    std::optional<ImportTarget> target;
};

Words understood(std::string_view what) {
    Words w;
    std::string s = lower(what);
    s.erase(
        std::remove_if(s.begin(), s.end(), [](char c) { return c == ' ' || c == '[' || c == ']'; }),
        s.end());
    if (s == "in,out")
        w.orientation = Orientation::InOut;
    else if (s == "out,in" || s == "pytorch" || s == "torch")
        w.orientation = Orientation::OutIn;
    else if (s == "l,h,d" || s == "in,h,d")
        w.axes = HeadAxes::RowsFirst;
    else if (s == "h,l,d" || s == "h,in,d")
        w.axes = HeadAxes::HeadsFirst;
    else if (s == "visible" || s == "keep")
        w.mask = MaskMeaning::OneVisible;
    else if (s == "hidden" || s == "hide")
        w.mask = MaskMeaning::OneHidden;
    else if (s == "added" || s == "add")
        w.mask = MaskMeaning::Added;
    else
        w.target = importTargetByName(what);
    return w;
}

/// The rows that a name means: an entry, or what is to become that target.
std::vector<std::size_t> rowsNamed(const ImportPlan &plan, std::string_view name) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < plan.rows.size(); ++i)
        if (name == "all" || plan.rows[i].entry.name == name)
            rows.push_back(i);
    if (rows.empty())
        for (std::size_t i = 0; i < plan.rows.size(); ++i)
            if (toName(plan.rows[i].target) == name)
                rows.push_back(i);
    if (rows.empty()) {
        std::vector<std::string> names;
        for (const ImportRow &r : plan.rows)
            names.push_back(r.entry.name);
        throw InputError({{Issue::Code::BadValue,
                           {std::string(name)},
                           plan.file + ": there is no array '" + std::string(name) +
                               "'; did you mean '" + nearestName(name, names) + "'?"}});
    }
    return rows;
}

/// "all" means every row for which the answer makes sense and somebody has to give one.
bool concerns(const ImportRow &r, const Words &w) {
    return (w.orientation && r.question == ImportQuestion::Orientation) ||
           (w.axes && r.question == ImportQuestion::HeadAxes) ||
           (w.mask && r.question == ImportQuestion::MaskMeaning);
}

} // namespace

std::vector<std::string> openQuestions(const ImportPlan &plan) {
    std::vector<std::string> open;
    if (plan.layer.empty() && plan.layers.size() > 1)
        open.push_back("there are " + std::to_string(plan.layers.size()) + " attention layers (" +
                       listed(plan.layers) +
                       "); say which, for example layer=" + plan.layers.front());
    if (needsHeads(plan) && !plan.heads)
        open.emplace_back("the arrays do not tell how many heads there are; say heads=N");
    for (const ImportRow &r : plan.rows)
        if (r.target != ImportTarget::Nothing && r.open())
            open.push_back(question(r));
    const bool nothing = std::all_of(plan.rows.begin(), plan.rows.end(), [](const ImportRow &r) {
        return r.target == ImportTarget::Nothing;
    });
    if (nothing && open.empty()) {
        std::vector<std::string> names;
        for (const ImportRow &r : plan.rows)
            names.push_back(r.entry.name);
        open.push_back("there is no array with a known name (there are " + listed(names) +
                       "); say what one is, for example " + names.front() + "=W_Q");
    }
    for (std::string &sentence : open) // names in a file are anybody's
        sentence = oneLine(sentence);
    return open;
}

void answerInWords(ImportPlan &plan, const ArraySource &source, std::string_view name,
                   std::string_view what) {
    if (name == "layer") {
        chooseLayer(plan, std::string(what));
        return;
    }
    const Words w = understood(what);
    if (!w.orientation && !w.axes && !w.mask && !w.target) {
        std::vector<std::string> words{"in,out",  "out,in", "L,H,d", "H,L,d",
                                       "visible", "hidden", "added"};
        for (std::size_t t = 0; t < kImportTargetCount; ++t)
            words.emplace_back(toName(static_cast<ImportTarget>(t)));
        throw UsageError("'" + oneLine(name, 100) + "=" + oneLine(what, 100) + "': an array is " +
                         "in,out or out,in; L,H,d or H,L,d; visible, hidden or added; or one of "
                         "the session (" +
                         nearestName(what, words) + "?)");
    }
    for (const std::size_t i : rowsNamed(plan, name)) {
        if (name == "all" && !concerns(plan.rows[i], w))
            continue;
        if (w.target)
            retarget(plan, source, i, *w.target);
        else if (w.orientation)
            answer(plan, i, *w.orientation);
        else if (w.axes)
            answer(plan, i, *w.axes);
        else
            answer(plan, i, *w.mask);
    }
}

} // namespace attnscope::core
