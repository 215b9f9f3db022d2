// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims.h"

#include "core/claim_trial.h"
#include "core/io/session_parts_private.h"
#include "core/session.h"
#include "core/text_values.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

namespace attnscope::core {

namespace {

using nlohmann::json;

/// Looks things up in a card and says which card it was when they are not there.
class CardReader {
public:
    explicit CardReader(std::string where) : m_where(std::move(where)) {}

    [[noreturn]] void refuse(const std::string &what) const {
        const std::string message = m_where + ": " + oneLine(what, 300);
        throw InputError({{Issue::Code::BadValue, {m_where, what}, message}});
    }
    const json &member(const json &object, const char *name) const {
        if (!object.is_object() || !object.contains(name))
            refuse(std::string("'") + name + "' is missing");
        return object.at(name);
    }
    std::string words(const json &value, const char *name) const {
        if (!value.is_string() || value.get<std::string>().empty())
            refuse(std::string("'") + name + "' is not a text");
        return value.get<std::string>();
    }
    std::string words(const json &object, const char *name, bool) const {
        return words(member(object, name), name);
    }
    ClaimText text(const json &object, const char *name) const {
        const json &both = member(object, name);
        return {words(both, "en", true), words(both, "zh", true)};
    }
    ClaimText optionalText(const json &object, const char *name) const {
        return object.contains(name) ? text(object, name) : ClaimText{};
    }
    double number(const json &value) const {
        if (value.is_number())
            return value.get<double>();
        const auto n = value.is_string() ? parseNumber(value.get<std::string>()) : std::nullopt;
        if (!n)
            refuse("'" + value.dump() + "' is not a number");
        return *n;
    }
    std::vector<double> numbers(const json &value) const {
        if (!value.is_array())
            return {number(value)};
        std::vector<double> all;
        for (const json &one : value)
            all.push_back(number(one));
        if (all.empty())
            refuse("an empty list of numbers");
        return all;
    }
    /// "64" of "64", 64 and true; "4,16" of [4, 16].
    std::string setting(const json &value) const {
        if (value.is_string())
            return value.get<std::string>();
        if (value.is_boolean())
            return value.get<bool>() ? "true" : "false";
        std::string all;
        for (const double n : numbers(value))
            all += (all.empty() ? "" : ",") + formatNumber(n);
        return all;
    }

    ClaimFigure figure(const json &object) const;
    ClaimTrial trial(const json &object) const;
    Claim claim(const json &object, const std::string &topic) const;

private:
    std::string m_where;
};

ClaimFigure CardReader::figure(const json &object) const {
    using R = ClaimFigure::Relation;
    ClaimFigure f;
    f.name = text(object, "name");
    const json &read = member(object, "read");
    if (!read.is_array() || read.empty())
        refuse("'read' is not a list");
    for (const json &word : read)
        f.read.push_back(setting(word));
    const std::pair<const char *, R> relations[] = {{"expect", R::Near},
                                                    {"between", R::Between},
                                                    {"above", R::Above},
                                                    {"below", R::Below},
                                                    {"at_most", R::AtMost}};
    for (const auto &[name, relation] : relations)
        if (object.contains(name)) {
            if (!f.expected.empty())
                refuse("a figure that expects two things");
            f.relation = relation;
            f.expected = numbers(object.at(name));
        }
    if (f.expected.empty())
        refuse("a figure that expects nothing");
    if (f.relation != R::Near && f.expected.size() != (f.relation == R::Between ? 2U : 1U))
        refuse("a figure with another number of limits");
    if (object.contains("tolerance"))
        f.tolerance = number(object.at("tolerance"));
    f.relative = object.value("relative", false);
    if (object.contains("part")) {
        const std::vector<double> part = numbers(object.at("part"));
        if (part.size() != 2 || !(part[0] >= 0.0 && part[0] < part[1]))
            refuse("'part' is not the first place and the one after the last");
        f.from = static_cast<std::size_t>(part[0]);
        f.to = static_cast<std::size_t>(part[1]);
    }
    return f;
}

ClaimTrial CardReader::trial(const json &object) const {
    using Kind = ClaimTrial::Kind;
    ClaimTrial t;
    t.what = text(object, "what");
    const std::pair<const char *, Kind> kinds[] = {{"experiment", Kind::Experiment},
                                                   {"session", Kind::Session},
                                                   {"account", Kind::Account},
                                                   {"faults", Kind::Faults}};
    for (const auto &[name, kind] : kinds)
        if (object.contains(name)) {
            if (!t.subject.empty())
                refuse("a trial of two kinds");
            t.kind = kind;
            t.subject = words(object, name, true);
        }
    if (t.subject.empty())
        refuse("a trial of no kind");
    const auto assignments = [this](const json &from, auto &settings, std::string &arrays) {
        if (from.contains("set"))
            for (const auto &[key, value] : from.at("set").items())
                settings.emplace_back(key, setting(value));
        if (from.contains("arrays"))
            arrays = from.at("arrays").dump();
    };
    assignments(object, t.settings, t.arrays);
    if (object.contains("against")) {
        t.against.emplace();
        assignments(object.at("against"), t.against->settings, t.against->arrays);
    }
    if (object.contains("seed"))
        t.seed = static_cast<std::uint64_t>(number(object.at("seed")));
    if (object.contains("show")) {
        const json &show = object.at("show");
        const auto stage = stageByName(words(show, "stage", true));
        if (!stage || t.kind != Kind::Session)
            refuse("'show' names no stage of a session");
        const auto index = [&](const char *name) {
            return show.contains(name) ? static_cast<std::size_t>(number(show.at(name))) : 0;
        };
        t.place =
            ClaimTrial::Place{*stage, index("batch"), index("head"), index("query"), index("key")};
    }
    for (const json &one : member(object, "figures"))
        t.figures.push_back(figure(one));
    if (t.figures.empty())
        refuse("a trial without a figure");
    try {
        checkTrial(t);
    } catch (const std::exception &e) {
        refuse(e.what());
    }
    return t;
}

Claim CardReader::claim(const json &object, const std::string &topic) const {
    Claim c;
    c.id = words(object, "id", true);
    c.topic = topic;
    for (const json &system : member(object, "systems"))
        c.systems.push_back(words(system, "systems"));
    c.statement = text(object, "statement");
    const std::string verdict = words(object, "verdict", true);
    bool known = false;
    for (const ClaimVerdict v : {ClaimVerdict::Right, ClaimVerdict::HalfRight, ClaimVerdict::Wrong})
        if (verdict == toName(v)) {
            c.verdict = v;
            known = true;
        }
    if (!known)
        refuse("the verdict '" + verdict + "' is not right, half_right or wrong");
    c.condition = optionalText(object, "condition");
    c.anecdote = object.value("anecdote", false);
    c.truth = text(object, "truth");
    c.formula = object.value("formula", std::string());
    if (object.contains("try"))
        for (const json &one : object.at("try"))
            c.trials.push_back(trial(one));
    c.untried = optionalText(object, "untried");
    if (c.trials.empty() == c.untried.empty())
        refuse("it can be tried, or 'untried' says why not");
    return c;
}

/// Letters of ASCII in lower case; the rest as it is.
std::string lower(std::string_view text) {
    std::string s(text);
    for (char &c : s)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
}

} // namespace

std::string_view toName(ClaimVerdict verdict) {
    switch (verdict) {
    case ClaimVerdict::Right:
        return "right";
    case ClaimVerdict::HalfRight:
        return "half_right";
    case ClaimVerdict::Wrong:
        return "wrong";
    }
    return {};
}

bool agrees(const ClaimFigure &figure, std::span<const double> measured) {
    using R = ClaimFigure::Relation;
    const auto &e = figure.expected;
    const auto slack = [&](double expected) {
        return figure.relative ? figure.tolerance * std::fabs(expected) : figure.tolerance;
    };
    if (measured.empty())
        return false;
    if (figure.relation == R::Near) {
        if (measured.size() != e.size() && e.size() != 1)
            return false;
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const double wanted = e.size() == 1 ? e[0] : e[i], got = measured[i];
            const bool same = std::isfinite(wanted) ? std::fabs(got - wanted) <= slack(wanted)
                              : std::isnan(wanted)  ? std::isnan(got)
                                                    : got == wanted;
            if (!same)
                return false;
        }
        return true;
    }
    return std::all_of(measured.begin(), measured.end(), [&](double m) {
        switch (figure.relation) {
        case R::Above:
            return m > e[0];
        case R::Below:
            return m < e[0];
        case R::AtMost:
            return m <= e[0];
        default:
            return m >= e[0] - slack(e[0]) && m <= e[1] + slack(e[1]);
        }
    });
}

ClaimTopic readClaimTopic(std::string_view text, const std::string &name) {
    const CardReader file(name);
    const json document = parseJson(text);
    if (!document.is_object() || document.value("format", "") != "attnscope-claims")
        file.refuse("it is no file of claims");
    if (document.value("version", 0) != 1)
        file.refuse("its version is not 1");
    ClaimTopic topic;
    topic.name = file.words(document, "topic", true);
    topic.title = file.text(document, "title");
    std::set<std::string> seen;
    for (const json &one : file.member(document, "claims")) {
        const CardReader card(name + ", " + one.value("id", std::string("a card without id")));
        topic.claims.push_back(card.claim(one, topic.name));
        if (!seen.insert(topic.claims.back().id).second)
            card.refuse("it is there twice");
    }
    return topic;
}

bool matches(const Claim &claim, const ClaimFilter &filter) {
    const auto &systems = claim.systems;
    if ((filter.verdict && claim.verdict != *filter.verdict) ||
        (filter.anecdotes && !claim.anecdote) || (filter.triable && claim.trials.empty()) ||
        (!filter.topic.empty() && claim.topic != filter.topic) ||
        (!filter.system.empty() &&
         std::find(systems.begin(), systems.end(), filter.system) == systems.end()))
        return false;
    std::string all = claim.id + ' ' + claim.formula;
    for (const ClaimText *t : {&claim.statement, &claim.condition, &claim.truth})
        all += ' ' + t->en + ' ' + t->zh;
    all = lower(all);
    const std::string words = lower(filter.words);
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find_first_of(" \t\n", at), words.size());
        if (end > at && all.find(words.substr(at, end - at)) == std::string::npos)
            return false;
        at = end + 1;
    }
    return true;
}

} // namespace attnscope::core
