// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "app/trace_notes.h"
#include "core/accounting.h"
#include "core/attention.h"
#include "core/checklist.h"
#include "core/given_weights.h"
#include "core/head_similarity.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace attnscope::app {

namespace {

using Json = nlohmann::ordered_json;

/// Everything that is told, measured once.
struct Diagnosis {
    std::vector<core::HeadMeasures> heads;
    core::HeadSimilarity similarity;
    std::vector<std::vector<core::HeadFlag>> flags;
    std::vector<std::optional<double>> ablation;
    std::vector<core::Check> checklist;
};

Json toJson(const std::optional<double> &value) { return value ? Json(*value) : Json(nullptr); }

/// A whole number as one: 1024, not 1024.0.
Json counted(double value) {
    constexpr double kExact = 9007199254740992.0;
    return value <= kExact ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

Json toJson(const core::PairMatrix &m) {
    Json rows = Json::array();
    for (std::size_t a = 0; a < m.heads; ++a) {
        Json row = Json::array();
        for (std::size_t b = 0; b < m.heads; ++b)
            row.push_back(toJson(m.at(a, b)));
        rows.push_back(std::move(row));
    }
    return rows;
}

Json headJson(const Diagnosis &d, std::size_t h) {
    const core::HeadMeasures &m = d.heads[h];
    Json j;
    j["head"] = h;
    j["entropy"] = toJson(m.entropy);
    j["entropy_normalised"] = toJson(m.entropyNormalised);
    j["effective_keys"] = toJson(m.effectiveKeys);
    j["max_weight"] = toJson(m.maxWeight);
    j["diagonal"] = toJson(m.diagonal);
    j["previous_token"] = toJson(m.previousToken);
    j["first_token"] = toJson(m.firstToken);
    j["block_clumping"] = toJson(m.blockClumping);
    j["row_sum_error"] = toJson(m.rowSumError);
    j["output_share"] = toJson(m.outputShare);
    j["gradient_norms"] = {
        {"Q", toJson(m.gradients.q)}, {"K", toJson(m.gradients.k)}, {"V", toJson(m.gradients.v)}};
    j["flags"] = Json::array();
    for (const core::HeadFlag f : d.flags[h])
        j["flags"].push_back(core::toName(f));
    j["mean_distance"] = toJson(m.meanDistance);
    j["ablation"] = h < d.ablation.size() ? toJson(d.ablation[h]) : Json(nullptr);
    j["rows"] = m.rows;
    j["empty_rows"] = m.emptyRows;
    return j;
}

Json parametersJson(const core::Problem &p) {
    const core::ParameterCount c = core::parameterCount(core::accountSizes(p));
    Json j;
    j["W_Q"] = counted(c.wQ);
    j["W_K"] = counted(c.wK);
    j["W_V"] = counted(c.wV);
    j["W_O"] = counted(c.wO);
    for (const auto &[name, count] :
         {std::pair{"b_Q", c.bQ}, std::pair{"b_K", c.bK}, std::pair{"b_V", c.bV},
          std::pair{"b_O", c.bO}, std::pair{"norm", c.norm}})
        if (count > 0)
            j[name] = counted(count);
    j["total"] = counted(c.total);
    return j;
}

Json bytesJson(const core::Problem &p) {
    const core::AccountSizes sizes = core::accountSizes(p);
    Json j;
    for (const core::StageCost &c : core::stageCosts(sizes))
        j[std::string(c.stage)] = counted(c.bytes);
    j["kv_cache"] = counted(core::kvCacheBytes(sizes));
    return j;
}

Json toJson(const core::Trace &t, const Diagnosis &d) {
    Json j;
    j["heads"] = Json::array();
    for (std::size_t h = 0; h < d.heads.size(); ++h)
        j["heads"].push_back(headJson(d, h));
    j["kl"] = toJson(d.similarity.kl);
    j["js"] = toJson(d.similarity.js);
    j["cosine"] = toJson(d.similarity.cosine);
    j["cosine_centred"] = toJson(d.similarity.cosineCentred);
    j["position_bias"] = Json::array();
    for (const core::HeadMeasures &m : d.heads) {
        Json row = Json::array();
        for (const auto &b : m.positionBias)
            row.push_back(toJson(b));
        j["position_bias"].push_back(std::move(row));
    }
    j["empty_rows"] = Json::array();
    for (const core::RowRef &r : t.emptyRows)
        j["empty_rows"].push_back({{"batch", r.batch}, {"head", r.head}, {"query", r.query}});
    j["nonfinite"] = Json::array();
    for (const core::NonFinite &n : core::nonFiniteOf(t))
        j["nonfinite"].push_back({{"stage", n.stage}, {"count", n.count}});
    j["checklist"] = Json::array();
    for (const core::Check &c : d.checklist) {
        Json line{{"name", core::toName(c.id)}};
        line["pass"] = c.verdict == core::Check::Verdict::NotApplicable
                           ? Json(nullptr)
                           : Json(c.verdict == core::Check::Verdict::Pass);
        line["value"] = toJson(c.value);
        line["message"] = c.message;
        j["checklist"].push_back(std::move(line));
    }
    if (core::carriesSizesOnly(*t.problem)) {
        j["parameters"] = nullptr;
        j["bytes"] = {{"weights", t[core::Stage::Weights].bytes()}, {"kv_cache", nullptr}};
    } else {
        j["parameters"] = parametersJson(*t.problem);
        j["bytes"] = bytesJson(*t.problem);
    }
    return j;
}

void printCell(const std::optional<double> &value) {
    if (value)
        std::printf(" %10.4g", *value);
    else
        std::printf(" %10s", "none");
}

void printPairs(const char *title, const core::PairMatrix &m) {
    std::printf("\n%s\n", title);
    for (std::size_t a = 0; a < m.heads; ++a) {
        std::printf("%4zu", a);
        for (std::size_t b = 0; b < m.heads; ++b)
            printCell(m.at(a, b));
        std::printf("\n");
    }
}

void printText(const core::Trace &t, const Diagnosis &d) {
    std::printf("%4s %10s %10s %10s %10s %10s %10s %10s %10s %10s %10s  %s\n", "head", "entropy",
                "normalised", "eff. keys", "max weight", "distance", "diagonal", "previous",
                "first", "clumping", "share", "flags");
    for (std::size_t h = 0; h < d.heads.size(); ++h) {
        const core::HeadMeasures &m = d.heads[h];
        std::printf("%4zu", h);
        for (const auto &value :
             {m.entropy, m.entropyNormalised, m.effectiveKeys, m.maxWeight, m.meanDistance,
              m.diagonal, m.previousToken, m.firstToken, m.blockClumping, m.outputShare})
            printCell(value);
        std::printf(" ");
        for (const core::HeadFlag f : d.flags[h])
            std::printf(" %s", std::string(core::toName(f)).c_str());
        std::printf("\n");
    }
    if (d.heads.size() > 1) {
        printPairs("kl, nats (row from column)", d.similarity.kl);
        printPairs("js, nats", d.similarity.js);
        printPairs("cosine", d.similarity.cosine);
        printPairs("cosine, centred", d.similarity.cosineCentred);
    }
    std::printf("\n");
    for (const core::Check &c : d.checklist) {
        const char *verdict = c.verdict == core::Check::Verdict::Pass   ? "pass"
                              : c.verdict == core::Check::Verdict::Fail ? "FAIL"
                                                                        : "-";
        std::printf("%4s  %-28s %s\n", verdict, std::string(core::toName(c.id)).c_str(),
                    c.message.c_str());
    }
    if (core::carriesSizesOnly(*t.problem))
        return;
    const core::AccountSizes sizes = core::accountSizes(*t.problem);
    std::printf("\n%.0f parameters, KV cache %.0f bytes, %.0f floating point operations\n",
                core::parameterCount(sizes).total, core::kvCacheBytes(sizes),
                core::totalFlops(sizes));
}

} // namespace

int runDiagnose(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    std::vector<std::string> notes;
    core::TracePtr trace;
    Diagnosis d;
    try {
        Progress progress(options.quiet, 3);
        std::optional<CommandEngine> engine;
        if (auto given = loadGivenWeights(options, &notes)) {
            trace = std::move(*given);
        } else {
            const core::Session session = loadSession(options, &notes);
            const auto problem = std::make_shared<const core::Problem>(core::makeProblem(session));
            engine.emplace(options);
            progress.step("computing every stage");
            core::RunOptions run;
            run.stop = interrupted;
            trace = engine->run(problem, run);
        }
        progress.step("measuring every head");
        d.heads = core::measureHeads(*trace, interrupted);
        d.similarity = core::similarityOf(*trace, interrupted);
        d.flags = core::allFlags(d.heads, d.similarity);
        d.ablation = core::ablationOf(*trace, interrupted);
        progress.step("going through the checklist");
        d.checklist = core::runChecklist(
            *trace,
            [&](std::shared_ptr<const core::Problem> p, const core::RunOptions &run) {
                return engine.value().run(p, run);
            },
            interrupted);
    } catch (const core::StoppedError &) {
        return kInterrupted;
    }
    if (interrupted.stop_requested())
        return kInterrupted;
    if (options.json)
        std::printf("%s\n",
                    toJson(*trace, d).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    else
        printText(*trace, d);
    for (const std::vector<std::string> &texts : {notes, traceNotes(*trace)})
        for (const std::string &text : texts)
            note(options.quiet, text);
    return kDone;
}

} // namespace attnscope::app
