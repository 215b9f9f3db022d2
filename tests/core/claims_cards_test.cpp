// SPDX-License-Identifier: GPL-3.0-or-later
// The claim cards against tests/data/claims.json, where each statement stands with the values that
// were derived or measured for it: every statement has its card, and whatever a card lets one try
// gives those values, computed here.
#include "core/attention.h"
#include "core/claim_trial.h"
#include "core/io/session_parts_private.h"
#include "core/text_values.h"
#include "tests/support/experiments.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace attnscope::test {
namespace {

using namespace core;
using nlohmann::json;

std::string contentsOf(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
const std::filesystem::path kData = ATTNSCOPE_TESTS_DIR "/data";
const std::filesystem::path kCards = ATTNSCOPE_TESTS_DIR "/../resources/claims";

std::vector<std::filesystem::path> cardFiles() {
    std::vector<std::filesystem::path> all;
    for (const auto &entry : std::filesystem::directory_iterator(kCards))
        if (entry.path().extension() == ".json")
            all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
}
std::vector<Claim> allCards() {
    std::vector<Claim> all;
    for (const auto &file : cardFiles()) {
        ClaimTopic topic = readClaimTopic(contentsOf(file), file.filename().string());
        std::move(topic.claims.begin(), topic.claims.end(), std::back_inserter(all));
    }
    return all;
}
/// The cards as they are written, by id: where their figures come from is there alone.
std::map<std::string, json> writtenCards() {
    std::map<std::string, json> all;
    for (const auto &file : cardFiles()) {
        const json topic = json::parse(contentsOf(file));
        for (const json &c : topic.at("claims"))
            all[c.at("id")] = c;
    }
    return all;
}
std::map<std::string, json> statements() {
    std::map<std::string, json> all;
    for (const json &c : json::parse(contentsOf(kData / "claims.json")))
        all[c.at("id")] = c;
    return all;
}

TEST(ClaimCards, EveryStatementHasItsCard) {
    const auto wanted = statements();
    ASSERT_EQ(wanted.size(), 171U);
    std::set<std::string> found;
    for (const Claim &c : allCards()) {
        EXPECT_TRUE(found.insert(c.id).second) << c.id << " is there twice";
        ASSERT_TRUE(wanted.count(c.id)) << c.id;
        const json &s = wanted.at(c.id);
        const std::string verdict = s.at("verdict"), first = verdict.substr(0, verdict.find(' '));
        const ClaimVerdict expected = first.rfind("true", 0) == 0      ? ClaimVerdict::Right
                                      : first.rfind("depends", 0) == 0 ? ClaimVerdict::HalfRight
                                      : first == "false/true"          ? ClaimVerdict::HalfRight
                                                                       : ClaimVerdict::Wrong;
        EXPECT_EQ(c.verdict, expected) << c.id << ": " << verdict;
        EXPECT_EQ(json(c.systems), s.at("systems")) << c.id;
        // "depends" without saying on what would be no verdict.
        if (c.verdict == ClaimVerdict::HalfRight)
            EXPECT_FALSE(c.condition.empty()) << c.id;
        if (verdict.find("anecdot") != std::string::npos)
            EXPECT_TRUE(c.anecdote) << c.id;
    }
    EXPECT_EQ(found.size(), wanted.size());
}

/// The numbers at one place of what a statement expects. Text such as ">0.97" or "0.88-0.89" gives
/// the limits in it.
struct Expected {
    std::vector<double> values;
    bool limits = false;
};
Expected expectedAt(const json &from, const json &path) {
    const json *at = &from;
    for (const json &step : path)
        at = step.is_number() ? &at->at(step.get<std::size_t>()) : &at->at(step.get<std::string>());
    Expected e;
    const auto add = [&](const json &v) {
        if (v.is_boolean())
            e.values.push_back(v.get<bool>() ? 1.0 : 0.0);
        else if (v.is_number())
            e.values.push_back(v.get<double>());
        else if (v.get<std::string>() == "NaN")
            e.values.push_back(std::nan(""));
        else {
            e.limits = true;
            std::string digits;
            for (const char c : v.get<std::string>() + " ")
                if (std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == 'e' ||
                    (c == '-' && !digits.empty() && digits.back() == 'e'))
                    digits += c;
                else {
                    if (const auto n = parseNumber(digits))
                        e.values.push_back(*n);
                    digits.clear();
                }
        }
    };
    if (at->is_array())
        for (const json &v : *at)
            add(v);
    else
        add(*at);
    return e;
}

/// The largest tolerance that a statement allows, of either kind; 1e-5 where it names none.
struct Allowed {
    double absolute = 1e-5, relative = 0.0;
};
Allowed allowedBy(const json &expected) {
    Allowed a;
    const json tol = expected.value("tol", json());
    if (tol.is_number())
        a.absolute = std::max(a.absolute, tol.get<double>());
    if (!tol.is_string())
        return a;
    std::string digits;
    for (const char c : tol.get<std::string>() + " ") {
        const bool part = std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == 'e' ||
                          (c == '-' && !digits.empty() && digits.back() == 'e');
        if (part) {
            digits += c;
            continue;
        }
        if (const auto n = parseNumber(digits))
            (c == '%' ? a.relative : a.absolute) =
                std::max(c == '%' ? a.relative : a.absolute, c == '%' ? *n / 100.0 : *n);
        digits.clear();
    }
    if (tol.get<std::string>().find("rel") != std::string::npos)
        a.relative = std::max(a.relative, a.absolute < 0.5 ? a.absolute : 0.0);
    return a;
}

/// An absolute tolerance is meant for weights; of 148.413 it is one of its digits.
double sizeOf(const std::vector<double> &values) {
    double largest = 1.0;
    for (const double v : values)
        if (std::isfinite(v))
            largest = std::max(largest, std::fabs(v));
    return largest;
}

TEST(ClaimCards, FiguresExpectWhatTheStatementsSay) {
    const auto wanted = statements();
    std::size_t sourced = 0, derived = 0;
    for (const auto &[id, card] : writtenCards())
        for (const json &trial : card.value("try", json::array()))
            for (const json &f : trial.at("figures")) {
                if (!f.contains("from")) {
                    ++derived;
                    continue;
                }
                ++sourced;
                const json &source = wanted.at(id).at("expected");
                const json &from = f.at("from");
                std::vector<double> values;
                bool limits = false;
                for (const json &path : from.at(0).is_array() ? from : json::array({from})) {
                    const Expected e = expectedAt(source, path);
                    values.insert(values.end(), e.values.begin(), e.values.end());
                    limits = limits || e.limits;
                }
                const char *names[] = {"expect", "between", "above", "below", "at_most"};
                std::vector<double> own;
                bool near = false;
                for (const char *name : names)
                    if (f.contains(name)) {
                        near = std::string_view(name) == "expect";
                        for (const json &v :
                             f.at(name).is_array() ? f.at(name) : json::array({f.at(name)}))
                            own.push_back(v.is_string() ? std::nan("") : v.get<double>());
                    }
                EXPECT_EQ(near, !limits) << id << ": " << f.at("name").at("en");
                if (limits) // "0.88-0.89 for d≥4"
                    values.resize(std::min(values.size(), own.size()));
                ASSERT_EQ(own.size(), values.size()) << id << ": " << f.at("name").at("en");
                for (std::size_t i = 0; i < own.size(); ++i)
                    EXPECT_TRUE(own[i] == values[i] ||
                                (std::isnan(own[i]) && std::isnan(values[i])))
                        << id << ": " << own[i] << " for " << values[i];
                const Allowed allowed = allowedBy(source);
                const double tolerance = f.value("tolerance", 0.0);
                if (f.value("relative", false))
                    EXPECT_LE(tolerance, allowed.relative) << id << ": " << f.at("name").at("en");
                else
                    EXPECT_LE(tolerance, allowed.absolute * sizeOf(values))
                        << id << ": " << f.at("name").at("en");
            }
    EXPECT_GT(sourced, 200U);
    EXPECT_LT(derived, 40U) << "figures that no statement gives a number for";
}

std::string written(const ClaimFigure &f, const ClaimMeasurement &m) {
    std::string text = f.name.en + ": expected";
    for (const double v : f.expected)
        text += " " + brief(v, 7);
    text += " (" + std::string(f.relative ? "relative " : "") + formatNumber(f.tolerance) +
            "), measured";
    for (const double v : m.values)
        text += " " + brief(v, 7);
    return text;
}

/// Figures that do not agree with the number that stands for them, and why. They show so in the
/// program too.
const std::set<std::string> kDisagree = {
    // One draw of 64 keys gave 0.652; the mean over seeds is 0.672 (NumPy, 400 seeds), and one
    // seed's deviation 0.034.
    "S1-12: entropy without the scale, d_k = 4",
};

/// Trials that run the same experiment in the same way, as one that has all their figures: it is
/// run once.
std::map<std::string, std::pair<ClaimTrial, std::vector<std::string>>> grouped() {
    std::map<std::string, std::pair<ClaimTrial, std::vector<std::string>>> all;
    for (const Claim &c : allCards())
        for (const ClaimTrial &t : c.trials) {
            std::string key = t.kind == ClaimTrial::Kind::Experiment ? t.subject : c.id + t.what.en;
            for (const auto &[name, value] : t.settings)
                key += ' ' + name + '=' + value;
            auto &[trial, names] =
                all.try_emplace(key, t, std::vector<std::string>()).first->second;
            if (!names.empty())
                trial.figures.insert(trial.figures.end(), t.figures.begin(), t.figures.end());
            for (const ClaimFigure &f : t.figures)
                names.push_back(c.id + ": " + f.name.en);
        }
    return all;
}

TEST(ClaimCards, WhatCanBeTriedGivesWhatIsExpected) {
    std::size_t figures = 0;
    for (const auto &[key, group] : grouped()) {
        const auto &[trial, names] = group;
        const ClaimResult r = runTrial(trial, referenceRun());
        ASSERT_EQ(r.figures.size(), names.size()) << key;
        for (std::size_t i = 0; i < names.size(); ++i, ++figures)
            EXPECT_EQ(r.figures[i].agrees, kDisagree.count(names[i]) == 0)
                << names[i] << " (" << trial.what.en
                << "): " << written(trial.figures[i], r.figures[i]);
    }
    EXPECT_GT(figures, 250U);
}

TEST(ClaimCards, AreFoundByWordsVerdictAndSystem) {
    const auto cards = allCards();
    const auto count = [&](const ClaimFilter &f) {
        return std::count_if(cards.begin(), cards.end(),
                             [&](const Claim &c) { return matches(c, f); });
    };
    EXPECT_EQ(count({}), 171);
    ClaimFilter f;
    f.words = "s1-09";
    EXPECT_EQ(count(f), 1);
    f.words = "LayerNorm  RATIO"; // both words, in any case
    EXPECT_GE(count(f), 1);
    f.words = "填充";
    EXPECT_GE(count(f), 3);
    f.words = "no such words anywhere";
    EXPECT_EQ(count(f), 0);
    f = {};
    // As many as tests/data/claims.json has: 37 true, 80 false, 53 that depend and one that is
    // both.
    f.verdict = ClaimVerdict::Right;
    EXPECT_EQ(count(f), 37);
    f.verdict = ClaimVerdict::Wrong;
    EXPECT_EQ(count(f), 80);
    f.verdict = ClaimVerdict::HalfRight;
    EXPECT_EQ(count(f), 54);
    f = {};
    f.system = "F07";
    EXPECT_EQ(count(f), 10);
    f = {};
    f.triable = true;
    EXPECT_LT(count(f), 171);
    f.anecdotes = true;
    EXPECT_LT(count(f), count({}));
}

TEST(ClaimCards, AgreementIsTakenAsItIsMeant) {
    using R = ClaimFigure::Relation;
    ClaimFigure f;
    f.expected = {1.0, 2.0};
    f.tolerance = 0.1;
    const auto of = [&](std::vector<double> v) { return agrees(f, v); };
    EXPECT_TRUE(of({1.05, 1.95}));
    EXPECT_FALSE(of({1.05, 2.2}));
    EXPECT_FALSE(of({1.0}));
    EXPECT_FALSE(of({}));
    EXPECT_FALSE(of({1.0, std::nan("")}));
    f.expected = {100.0};
    f.relative = true;
    EXPECT_TRUE(of({109.0, 91.0}));
    EXPECT_FALSE(of({111.0}));
    f.expected = {std::nan("")};
    EXPECT_TRUE(of({std::nan(""), std::nan("")}));
    EXPECT_FALSE(of({0.0}));
    f.relation = R::Above;
    f.expected = {0.0};
    EXPECT_TRUE(of({1e-9}));
    EXPECT_FALSE(of({0.0}));
    f.relation = R::AtMost;
    EXPECT_TRUE(of({0.0}));
    EXPECT_FALSE(of({std::nan("")}));
    f.relation = R::Between;
    f.expected = {0.88, 0.89};
    f.relative = false;
    f.tolerance = 0.02;
    EXPECT_TRUE(of({0.865, 0.905}));
    EXPECT_FALSE(of({0.85}));
}

/// A card that is right but for one thing.
std::string cardWith(const std::string &change, const std::string &by) {
    std::string card =
        R"({"format": "attnscope-claims", "version": 1, "topic": "t", "title": {"en": "T", "zh": "T"},
 "claims": [{"id": "X", "systems": ["F07"], "statement": {"en": "s", "zh": "s"}, "verdict": "right",
 "truth": {"en": "t", "zh": "t"}, "try": [{"what": {"en": "w", "zh": "w"}, "experiment": "score-deviation",
 "set": {"d_k": 4}, "figures": [{"name": {"en": "n", "zh": "n"}, "read": ["cell", "std_raw", "4"], "expect": 2}]}]}]})";
    if (const auto at = card.find(change); at != std::string::npos)
        card.replace(at, change.size(), by);
    return card;
}

TEST(ClaimCards, WhatDoesNotResolveIsRefused) {
    EXPECT_EQ(readClaimTopic(cardWith("", ""), "t.json").claims.size(), 1U);
    const std::pair<const char *, const char *> changes[] = {
        {"attnscope-claims", "attnscope"},
        {"\"version\": 1", "\"version\": 2"},
        {"\"right\"", "\"true\""},
        {"\"zh\": \"s\"", "\"zh\": \"\""},
        {"score-deviation", "score-deviations"},
        {"\"d_k\": 4", "\"dk\": 4"},
        {"\"d_k\": 4", "\"d_k\": \"x\""},
        {"\"cell\"", "\"cells of\""},
        {"\"expect\": 2", "\"expected\": 2"},
        {"\"expect\": 2", "\"expect\": 2, \"above\": 1"},
        {"\"expect\": 2", "\"between\": [1]"},
        {"\"experiment\"", "\"session\""},
        {"\"try\"", "\"tries\""},
        {"\"set\": {\"d_k\": 4}", "\"show\": {\"stage\": \"weights\"}"}};
    for (const auto &[change, by] : changes) {
        ASSERT_NE(cardWith("", "").find(change), std::string::npos) << change;
        EXPECT_THROW((void)readClaimTopic(cardWith(change, by), "t.json"), InputError) << by;
    }
    try {
        (void)readClaimTopic(cardWith("score-deviation", "score-deviations"), "t.json");
    } catch (const InputError &e) {
        EXPECT_STREQ(e.what(), "t.json, X: there is no experiment 'score-deviations'");
    }
}

TEST(ClaimCards, StopWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    ExperimentRun run = referenceRun();
    run.stop = stop.get_token();
    for (const Claim &c : allCards())
        if (c.id == "S1-12" || c.id == "S1-39")
            EXPECT_THROW((void)runTrial(c.trials.at(0), run), StoppedError) << c.id;
}

} // namespace
} // namespace attnscope::test
