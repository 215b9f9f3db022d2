// SPDX-License-Identifier: GPL-3.0-or-later
// What a claim card reads off a session that was computed.
#include "core/array_statistics.h"
#include "core/checklist.h"
#include "core/claim_trial_private.h"
#include "core/gradient_health.h"
#include "core/head_similarity.h"
#include "core/text_values.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace attnscope::core::claims {

namespace {

using Values = std::vector<double>;

Values maybe(const std::optional<double> &value) { return value ? Values{*value} : Values{}; }

bool isArray(const std::string &name) {
    return stageByName(name) || gradientByName(name) || inputByName(name);
}

Tensor arrayOf(const std::string &name, const Session &session, const Trace &trace) {
    if (const auto s = stageByName(name))
        return *s == Stage::MaskKeep ? converted<float>(trace.keep.expanded()) : trace[*s];
    if (const auto g = gradientByName(name))
        return trace[*g];
    return presentArray(session, *inputByName(name));
}

/// What lies at the indices that follow in the words.
struct Part {
    std::vector<float> values;
    std::size_t rowLength = 1; ///< along the last axis
};
Part partOf(const Words &w, const Tensor &t) {
    Part part;
    if (!t.present())
        return part;
    std::size_t from = 0, size = t.size();
    for (std::size_t axis = 0; axis + 2 < w.size(); ++axis) {
        const std::size_t i = indexOf(w, axis + 2);
        if (axis >= t.rank() || i >= t.extent(axis))
            return part;
        size /= t.extent(axis);
        from += i * size;
    }
    part.rowLength = t.rank() == 0 ? 1 : std::min(size, t.shape().back());
    part.values.assign(t.data() + from, t.data() + from + size);
    return part;
}

Values rowSums(const Part &p) {
    Values sums;
    for (std::size_t i = 0; i < p.values.size(); ++i) {
        if (i % p.rowLength == 0)
            sums.push_back(0.0);
        sums.back() += static_cast<double>(p.values[i]);
    }
    return sums;
}

/// Largest |difference| within each row.
Values rowDifferences(const Part &a, const Part &b) {
    Values all;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        if (i % a.rowLength == 0)
            all.push_back(0.0);
        const double d = static_cast<double>(a.values[i]) - static_cast<double>(b.values[i]);
        if (!(std::fabs(d) <= all.back())) // NaN stays
            all.back() = std::isnan(all.back()) ? all.back() : std::fabs(d);
    }
    return all;
}

Values reduced(const std::string &how, const Part &p) {
    if (p.values.empty())
        return {};
    const ArrayStatistics s = statisticsOf(p.values);
    if (how == "std")
        return maybe(s.deviation);
    if (how == "std_n") {
        const auto n = static_cast<double>(s.finite());
        return s.deviation ? Values{*s.deviation * std::sqrt((n - 1.0) / n)} : Values{};
    }
    if (how == "least" || how == "greatest")
        return maybe(how == "least" ? s.least : s.greatest);
    double sum = 0.0, squares = 0.0, largest = 0.0;
    for (const float f : p.values) {
        const auto v = static_cast<double>(f);
        sum += v;
        squares += v * v;
        largest = std::max(largest, std::fabs(v));
    }
    return {how == "sum" ? sum : how == "norm" ? std::sqrt(squares) : largest};
}

Values singularValues(const Tensor &t) {
    if (!t.present() || t.rank() != 2)
        return {};
    Eigen::MatrixXd m(t.extent(0), t.extent(1));
    for (std::size_t i = 0; i < t.extent(0); ++i)
        for (std::size_t j = 0; j < t.extent(1); ++j)
            m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                static_cast<double>(t(i, j));
    const Eigen::VectorXd s = m.jacobiSvd().singularValues();
    return {s.data(), s.data() + s.size()};
}

using HeadMember = std::optional<double> HeadMeasures::*;
const std::map<std::string, HeadMember> &headMembers() {
    static const std::map<std::string, HeadMember> all = {
        {"entropy", &HeadMeasures::entropy},
        {"entropy_normalised", &HeadMeasures::entropyNormalised},
        {"effective_keys", &HeadMeasures::effectiveKeys},
        {"max_weight", &HeadMeasures::maxWeight},
        {"mean_distance", &HeadMeasures::meanDistance},
        {"diagonal", &HeadMeasures::diagonal},
        {"previous_token", &HeadMeasures::previousToken},
        {"first_token", &HeadMeasures::firstToken},
        {"block_clumping", &HeadMeasures::blockClumping},
        {"row_sum_error", &HeadMeasures::rowSumError},
        {"output_share", &HeadMeasures::outputShare}};
    return all;
}

Values headValue(const Words &w, const Trace &trace, const std::stop_token &stop) {
    const std::size_t h = indexOf(w, 2);
    if (w[1] == "ablation") {
        const auto all = ablationOf(trace, stop);
        return h < all.size() ? maybe(all[h]) : Values{};
    }
    const auto heads = measureHeads(trace, stop);
    if (h >= heads.size())
        return {};
    if (w[1] == "entropy_share") {
        const auto keys = static_cast<double>(trace.problem->keys());
        return heads[h].entropy ? Values{*heads[h].entropy / std::log(keys)} : Values{};
    }
    return maybe(heads[h].*headMembers().at(w[1]));
}

/// Mean weight on each key; of those that see it, or of all queries.
Values biasOf(const Words &w, const Trace &trace, const std::stop_token &stop) {
    const std::size_t h = indexOf(w, 1);
    const auto heads = measureHeads(trace, stop);
    if (h >= heads.size())
        return {};
    Values all;
    if (w[0] == "bias") {
        for (const auto &b : heads[h].positionBias) {
            if (!b)
                return {};
            all.push_back(*b);
        }
        return all;
    }
    if (w[0] == "bias_largest")
        return maybe(heads[h].largestBias());
    const Tensor &p = trace[Stage::Weights];
    all.assign(p.extent(3), 0.0);
    for (std::size_t b = 0; b < p.extent(0); ++b)
        for (std::size_t i = 0; i < p.extent(2); ++i)
            for (std::size_t j = 0; j < all.size(); ++j)
                all[j] += static_cast<double>(p(b, h, i, j)) /
                          static_cast<double>(p.extent(0) * p.extent(2));
    if (w[0] == "bias_sum")
        return {std::accumulate(all.begin(), all.end(), 0.0)};
    return all;
}

Values pairValue(const Words &w, const Trace &trace, const std::stop_token &stop) {
    const HeadSimilarity s = similarityOf(trace, stop);
    const std::size_t a = indexOf(w, 2), b = indexOf(w, 3);
    if (a >= s.kl.heads || b >= s.kl.heads)
        return {};
    const PairMatrix &m = w[1] == "kl"               ? s.kl
                          : w[1] == "cosine"         ? s.cosine
                          : w[1] == "cosine_centred" ? s.cosineCentred
                                                     : s.js;
    Values v = maybe(m.at(a, b));
    if (w[1] == "js_bits" && !v.empty())
        v[0] /= std::log(2.0);
    return v;
}

Values components(const Words &w, const Trace &trace) {
    const auto pc = principalComponents(trace, *stageByName(w[1]), indexOf(w, 2));
    if (!pc)
        return {};
    Values all = w[0] == "variances" ? pc->variances : pc->explained;
    if (w.size() > 3)
        all.resize(std::min(all.size(), indexOf(w, 3)));
    return all;
}

Values checkValue(const std::string &name, const Trace &trace, const ExperimentRun &run) {
    for (const Check &c : runChecklist(trace, run.pass, run.stop))
        if (toName(c.id) == name) {
            if (c.verdict == Check::Verdict::NotApplicable)
                return {};
            return {c.verdict == Check::Verdict::Pass ? 1.0 : 0.0};
        }
    return {};
}

Values meanOfHeads(const Words &w, const Tensor &t) {
    const std::size_t b = indexOf(w, 2), i = indexOf(w, 3);
    if (!t.present() || t.rank() != 4 || b >= t.extent(0) || i >= t.extent(2))
        return {};
    Values row(t.extent(3), 0.0);
    for (std::size_t h = 0; h < t.extent(1); ++h)
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] += static_cast<double>(t(b, h, i, j)) / static_cast<double>(t.extent(1));
    return row;
}

Values ofTrace(const Words &w, const Trace &trace) {
    if (w[0] == "scale")
        return {trace.scale};
    if (w[0] == "empty_rows")
        return {static_cast<double>(trace.emptyRows.size())};
    if (w[0] == "above") {
        const Tensor &p = trace[Stage::Weights];
        const double threshold = parseNumber(w[1]).value_or(1.0);
        return {
            static_cast<double>(std::count_if(p.values().begin(), p.values().end(), [&](float v) {
                return static_cast<double>(v) > threshold;
            }))};
    }
    if (w[0] == "dead_rows") {
        const auto rows = deadRows(trace);
        const std::size_t h = indexOf(w, 1);
        return h < rows.size() ? maybe(rows[h].share()) : Values{};
    }
    for (const NonFinite &n : nonFiniteOf(trace)) // not_finite
        if (n.stage == w[1])
            return {static_cast<double>(n.count)};
    return {};
}

bool isReduction(const std::string &word) {
    for (const char *r : {"norm", "sum", "std", "std_n", "least", "greatest", "largest"})
        if (word == r)
            return true;
    return false;
}

bool isRowSums(const std::string &word) {
    return word == "row_sums" || word == "row_sums_mean" || word == "row_sums_std";
}

/// How many words there are, at least, and whether the second names an array.
struct Form {
    std::size_t least, most;
    bool array;
};
std::optional<Form> formOf(const std::string &word) {
    if (word == "value" || isRowSums(word) || isReduction(word) || readsDifference({word}))
        return Form{2, 6, true};
    static const std::map<std::string, Form> all = {
        {"shape", {2, 3, true}},       {"singular", {2, 2, true}},
        {"not_finite", {2, 2, true}},  {"mean_of_heads", {4, 4, true}},
        {"head", {3, 3, false}},       {"pair", {4, 4, false}},
        {"bias", {2, 2, false}},       {"bias_of_all", {2, 2, false}},
        {"bias_sum", {2, 2, false}},   {"bias_largest", {2, 2, false}},
        {"variances", {3, 4, true}},   {"explained", {3, 4, true}},
        {"check", {2, 2, false}},      {"above", {2, 2, false}},
        {"empty_rows", {1, 1, false}}, {"dead_rows", {2, 2, false}},
        {"scale", {1, 1, false}},      {"refused", {1, 1, false}}};
    const auto found = all.find(word);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

bool secondIsKnown(const Words &w) {
    if (w[0] == "head")
        return headMembers().count(w[1]) > 0 || w[1] == "ablation" || w[1] == "entropy_share";
    if (w[0] == "pair")
        for (const char *p : {"kl", "js", "js_bits", "cosine", "cosine_centred"})
            if (w[1] == p)
                return true;
    if (w[0] == "check")
        for (std::size_t c = 0; c < kCheckCount; ++c)
            if (w[1] == toName(static_cast<CheckId>(c)))
                return true;
    if (w[0] == "above")
        return parseNumber(w[1]).has_value();
    return w[0] != "pair" && w[0] != "check";
}

} // namespace

void checkTraceWords(const Words &w) {
    const auto form = formOf(w[0]);
    if (!form || w.size() < form->least || w.size() > form->most ||
        (form->array && !isArray(w[1])) || !secondIsKnown(w))
        notUnderstood(w);
}

std::vector<double> readTrace(const Words &w, const Session &session, const Trace &trace,
                              const ExperimentRun &run) {
    checkTraceWords(w);
    if (w[0] == "head")
        return headValue(w, trace, run.stop);
    if (w[0].rfind("bias", 0) == 0)
        return biasOf(w, trace, run.stop);
    if (w[0] == "pair")
        return pairValue(w, trace, run.stop);
    if (w[0] == "variances" || w[0] == "explained")
        return components(w, trace);
    if (w[0] == "check")
        return checkValue(w[1], trace, run);
    if (!formOf(w[0])->array || w[0] == "not_finite")
        return ofTrace(w, trace);
    const Tensor t = arrayOf(w[1], session, trace);
    if (w[0] == "shape") {
        const std::size_t from = w.size() > 2 ? std::min(indexOf(w, 2), t.rank()) : 0;
        return {t.shape().begin() + static_cast<std::ptrdiff_t>(from), t.shape().end()};
    }
    if (w[0] == "singular")
        return singularValues(t);
    if (w[0] == "mean_of_heads")
        return meanOfHeads(w, t);
    const Part part = partOf(w, t);
    if (w[0] == "value")
        return {part.values.begin(), part.values.end()};
    if (!isRowSums(w[0]))
        return reduced(w[0], part);
    const Values sums = rowSums(part);
    if (w[0] == "row_sums")
        return sums;
    const std::vector<float> as(sums.begin(), sums.end());
    const ArrayStatistics s = statisticsOf(as);
    return maybe(w[0] == "row_sums_mean" ? s.mean : s.deviation);
}

bool readsDifference(const Words &w) { return w[0] == "difference" || w[0] == "row_differences"; }

std::vector<double> readDifference(const Words &w, const Trace &a, const Trace &b) {
    const auto stage = stageByName(w[1]);
    if (!stage)
        notUnderstood(w);
    const Part one = partOf(w, a[*stage]), two = partOf(w, b[*stage]);
    if (one.values.size() != two.values.size() || one.values.empty())
        return {};
    const Values rows = rowDifferences(one, two);
    if (w[0] == "row_differences")
        return rows;
    const bool sick = std::any_of(rows.begin(), rows.end(), [](double v) { return std::isnan(v); });
    return {sick ? std::nan("") : *std::max_element(rows.begin(), rows.end())};
}

} // namespace attnscope::core::claims
