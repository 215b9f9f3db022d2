// SPDX-License-Identifier: GPL-3.0-or-later
// What a claim card reads off sizes, and off the table of faults.
#include "core/accounting.h"
#include "core/claim_trial_private.h"
#include "core/experiments/bench_private.h"
#include "core/fault_matrix.h"
#include "core/text_values.h"

namespace attnscope::core::claims {

namespace {

AccountSizes sizesOf(const Settings &settings) {
    AccountSizes s;
    bool shared = false, cross = false; // told apart from what Q has
    const std::pair<const char *, double AccountSizes::*> numbers[] = {
        {"batch", &AccountSizes::batch},
        {"queries", &AccountSizes::queries},
        {"keys", &AccountSizes::keys},
        {"d_model", &AccountSizes::dModel},
        {"d_memory", &AccountSizes::dMemory},
        {"heads", &AccountSizes::heads},
        {"key_heads", &AccountSizes::keyHeads},
        {"d_k", &AccountSizes::dK},
        {"d_v", &AccountSizes::dV},
        {"layers", &AccountSizes::layers},
        {"bytes", &AccountSizes::bytesPerNumber}};
    for (const auto &[key, value] : settings) {
        if (key == "share_kv" || key == "biases") {
            const bool on = parseSwitch(value).value_or(false);
            (key == "share_kv" ? s.shareKv : s.biasQ) = on;
            if (key == "biases")
                s.biasK = s.biasV = s.biasO = on;
            continue;
        }
        shared = shared || key == "key_heads";
        cross = cross || key == "d_memory";
        const auto number = parseNumber(value);
        bool known = false;
        for (const auto &[name, member] : numbers)
            if (key == name && number) {
                s.*member = *number;
                known = true;
            }
        if (!known)
            throw UsageError("an account has no '" + oneLine(key, 100) + "'");
    }
    if (!shared)
        s.keyHeads = s.heads;
    if (!cross)
        s.dMemory = s.dModel;
    return s;
}

std::vector<double> cost(const Words &w, const AccountSizes &sizes) {
    double sum = 0.0;
    bool found = false;
    for (const StageCost &c : stageCosts(sizes)) {
        const bool projection = c.stage == "Q" || c.stage == "K" || c.stage == "V";
        if (c.stage == w[1] || (w[1] == "QKV" && projection)) {
            sum += w[0] == "bytes" ? c.bytes : c.flops / 2.0; // a MAC is two operations
            found = true;
        }
    }
    return found ? std::vector<double>{sum} : std::vector<double>{};
}

template <std::size_t N, class Enum> Enum named(const Words &w, std::size_t at) {
    for (std::size_t i = 0; i < N; ++i)
        if (toName(static_cast<Enum>(i)) == w[at])
            return static_cast<Enum>(i);
    notUnderstood(w);
}

} // namespace

std::vector<double> readAccount(const Words &w, const Settings &settings) {
    const AccountSizes sizes = sizesOf(settings);
    if (w[0] == "parameters") {
        const ParameterCount p = parameterCount(sizes);
        const std::pair<const char *, double> arrays[] = {
            {"W_Q", p.wQ},
            {"W_K", p.wK},
            {"W_V", p.wV},
            {"W_O", p.wO},
            {"QKV", p.wQ + p.wK + p.wV + p.bQ + p.bK + p.bV}};
        if (w.size() == 1)
            return {p.total};
        for (const auto &[name, count] : arrays)
            if (w[1] == name)
                return {count};
        return {};
    }
    if (w[0] == "parameter_bytes")
        return {parameterCount(sizes).total * sizes.bytesPerNumber};
    if (w[0] == "cache")
        return {kvCacheBytes(sizes)};
    if (w[0] == "tiled")
        return {tiledStatisticsBytes(sizes)};
    if (w[0] == "training")
        return {trainingBytes(sizes, Optimiser::Adam)};
    if ((w[0] == "bytes" || w[0] == "macs") && w.size() == 2)
        return cost(w, sizes);
    return {};
}

std::vector<double> readFaults(const Words &w, const std::string &inputs) {
    if (w.size() < 3 || w[0] != "passed" || (inputs != "worked-head" && inputs != "worked-batch"))
        notUnderstood(w);
    const auto fault = named<kAttentionFaultCount, AttentionFault>(w, 1);
    const std::size_t B = inputs == "worked-head" ? 1 : 3;
    const auto input = [&](int stream, std::size_t width) {
        return converted<double>(lab::worked(stream, {B, 4, width}));
    };
    std::vector<double> all;
    for (const FaultRow &row : faultMatrix(input(0, 4), input(1, 4), input(2, 3)))
        if (row.fault == fault)
            for (std::size_t t = 2; t < w.size(); ++t) {
                const auto &passed =
                    row.passed[static_cast<std::size_t>(named<kFaultTestCount, FaultTest>(w, t))];
                if (!passed)
                    return {};
                all.push_back(*passed ? 1.0 : 0.0);
            }
    return all;
}

} // namespace attnscope::core::claims
