// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import_names_private.h"

#include <array>

namespace attnscope::core {

namespace {

constexpr std::string_view kTargetNames[] = {
    "nothing",     "X_embed",     "X_memory",   "W_Q",       "W_K",     "W_V",
    "W_O",         "b_Q",         "b_K",        "b_V",       "b_O",     "gamma_concat",
    "beta_concat", "grad_output", "qkv_weight", "qkv_bias",  "X_key",   "X_value",
    "Q",           "K",           "V",          "mask_keep", "lengths", "dropout_keep",
    "weights"};
static_assert(std::size(kTargetNames) == kImportTargetCount, "in the order of ImportTarget");

/// Names that people give to arrays that are not weights.
struct Alias {
    std::string_view name;
    ImportTarget target;
};
constexpr Alias kAliases[] = {
    {"x", ImportTarget::XEmbed},
    {"X", ImportTarget::XEmbed},
    {"query", ImportTarget::XEmbed}, // the arguments of torch.nn.MultiheadAttention
    {"X_query", ImportTarget::XEmbed},
    {"Xq", ImportTarget::XEmbed},
    {"X_q", ImportTarget::XEmbed},
    {"memory", ImportTarget::XMemory},
    {"key", ImportTarget::XKey},
    {"Xk", ImportTarget::XKey},
    {"X_k", ImportTarget::XKey},
    {"value", ImportTarget::XValue},
    {"Xv", ImportTarget::XValue},
    {"X_v", ImportTarget::XValue},
    {"q", ImportTarget::QueryHeads},
    {"k", ImportTarget::KeyHeads},
    {"v", ImportTarget::ValueHeads},
    {"mask", ImportTarget::MaskKeep},
    {"attn_mask", ImportTarget::MaskKeep},
    {"attention_mask", ImportTarget::MaskKeep},
    {"src_mask", ImportTarget::MaskKeep},
    {"tgt_mask", ImportTarget::MaskKeep},
    {"attn_weights", ImportTarget::AttentionWeights},
    {"attention_weights", ImportTarget::AttentionWeights},
    {"attn", ImportTarget::AttentionWeights},
    {"attention", ImportTarget::AttentionWeights},
    {"attentions", ImportTarget::AttentionWeights},
    {"attn_probs", ImportTarget::AttentionWeights},
    {"attention_probs", ImportTarget::AttentionWeights},
};

ImportTarget targetOf(const WeightName &w) {
    switch (w.part) {
    case WeightPart::Query:
        return w.bias ? ImportTarget::BQ : ImportTarget::WQ;
    case WeightPart::Key:
        return w.bias ? ImportTarget::BK : ImportTarget::WK;
    case WeightPart::Value:
        return w.bias ? ImportTarget::BV : ImportTarget::WV;
    case WeightPart::Output:
        return w.bias ? ImportTarget::BO : ImportTarget::WO;
    case WeightPart::Packed:
        return w.bias ? ImportTarget::PackedBias : ImportTarget::PackedWeight;
    case WeightPart::Extra:
        break;
    }
    return ImportTarget::Nothing;
}

} // namespace

std::string_view toName(ImportTarget target) {
    return kTargetNames[static_cast<std::size_t>(target)];
}

std::optional<ImportTarget> importTargetByName(std::string_view name) {
    for (std::size_t i = 0; i < kImportTargetCount; ++i)
        if (kTargetNames[i] == name)
            return static_cast<ImportTarget>(i);
    return std::nullopt;
}

ImportTarget targetOf(Input input) {
    return static_cast<ImportTarget>(static_cast<std::size_t>(ImportTarget::XEmbed) +
                                     static_cast<std::size_t>(input));
}

std::optional<Input> inputOf(ImportTarget target) {
    const auto first = static_cast<std::size_t>(ImportTarget::XEmbed);
    const auto at = static_cast<std::size_t>(target);
    if (at < first || at >= first + kInputCount)
        return std::nullopt;
    return static_cast<Input>(at - first);
}

std::string_view toName(Orientation o) { return o == Orientation::InOut ? "in,out" : "out,in"; }
std::string_view toName(HeadAxes a) { return a == HeadAxes::RowsFirst ? "L,H,d" : "H,L,d"; }
std::string_view toName(MaskMeaning m) {
    return m == MaskMeaning::OneVisible  ? "visible"
           : m == MaskMeaning::OneHidden ? "hidden"
                                         : "added";
}

bool isProjection(ImportTarget t) {
    return t == ImportTarget::WQ || t == ImportTarget::WK || t == ImportTarget::WV ||
           t == ImportTarget::WO || t == ImportTarget::PackedWeight;
}

bool isHeads(ImportTarget t) {
    return t == ImportTarget::QueryHeads || t == ImportTarget::KeyHeads ||
           t == ImportTarget::ValueHeads;
}

NamedEntry namedEntry(std::string_view name) {
    NamedEntry e;
    if (const auto own = importTargetByName(name); own && *own != ImportTarget::Nothing) {
        e.target = *own;
        e.own = true;
        e.layout = NamedLayout::InOut;
        return e;
    }
    for (const Alias &a : kAliases)
        if (a.name == name) {
            e.target = a.target;
            return e;
        }
    if (const auto w = recogniseWeight(name)) {
        e.target = targetOf(*w);
        e.layout = w->layout;
        e.layer = w->layer.empty() ? std::string(kTopLayer) : w->layer;
        e.family = w->family;
        e.learnedKey = w->part == WeightPart::Extra;
    }
    return e;
}

} // namespace attnscope::core
