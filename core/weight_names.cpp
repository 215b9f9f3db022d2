// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weight_names.h"

#include <algorithm>
#include <vector>

namespace attnscope::core {

namespace {

using Words = std::vector<std::string_view>;

Words wordsOf(std::string_view name) {
    Words words;
    for (std::size_t at = 0;;) {
        const auto end = name.find_first_of("./", at);
        words.push_back(name.substr(at, end == name.npos ? name.npos : end - at));
        if (end == name.npos)
            return words;
        at = end + 1;
    }
}

/// A module of a model that holds a weight and a bias of its own.
struct Module {
    std::string_view name;
    WeightPart part;
    NamedLayout layout;
    std::string_view family;
};
constexpr Module kModules[] = {
    {"q_proj", WeightPart::Query, NamedLayout::OutIn, "q_proj, k_proj, v_proj"},
    {"k_proj", WeightPart::Key, NamedLayout::OutIn, "q_proj, k_proj, v_proj"},
    {"v_proj", WeightPart::Value, NamedLayout::OutIn, "q_proj, k_proj, v_proj"},
    {"o_proj", WeightPart::Output, NamedLayout::OutIn, "LLaMA"},
    {"out_proj", WeightPart::Output, NamedLayout::OutIn, ""},
    {"wq", WeightPart::Query, NamedLayout::OutIn, "LLaMA"},
    {"wk", WeightPart::Key, NamedLayout::OutIn, "LLaMA"},
    {"wv", WeightPart::Value, NamedLayout::OutIn, "LLaMA"},
    {"wo", WeightPart::Output, NamedLayout::OutIn, "LLaMA"},
    {"query", WeightPart::Query, NamedLayout::OutIn, "BERT"},
    {"key", WeightPart::Key, NamedLayout::OutIn, "BERT"},
    {"value", WeightPart::Value, NamedLayout::OutIn, "BERT"},
    {"q_lin", WeightPart::Query, NamedLayout::OutIn, "DistilBERT"},
    {"k_lin", WeightPart::Key, NamedLayout::OutIn, "DistilBERT"},
    {"v_lin", WeightPart::Value, NamedLayout::OutIn, "DistilBERT"},
    {"out_lin", WeightPart::Output, NamedLayout::OutIn, "DistilBERT"},
    {"to_q", WeightPart::Query, NamedLayout::OutIn, "Diffusers"},
    {"to_k", WeightPart::Key, NamedLayout::OutIn, "Diffusers"},
    {"to_v", WeightPart::Value, NamedLayout::OutIn, "Diffusers"},
    {"to_out", WeightPart::Output, NamedLayout::OutIn, "Diffusers"},
    {"q", WeightPart::Query, NamedLayout::OutIn, "T5"},
    {"k", WeightPart::Key, NamedLayout::OutIn, "T5"},
    {"v", WeightPart::Value, NamedLayout::OutIn, "T5"},
    {"o", WeightPart::Output, NamedLayout::OutIn, "T5"},
    {"c_attn", WeightPart::Packed, NamedLayout::Conv1D, "GPT-2"},
    {"c_proj", WeightPart::Output, NamedLayout::Conv1D, "GPT-2"},
    {"qkv", WeightPart::Packed, NamedLayout::OutIn, "timm"},
    {"in_proj", WeightPart::Packed, NamedLayout::OutIn, "timm"},
    {"proj", WeightPart::Output, NamedLayout::OutIn, "timm"},
    {"dense", WeightPart::Output, NamedLayout::OutIn, "BERT"},
    {"out", WeightPart::Output, NamedLayout::OutIn, "Flax"},
};

/// An array that a layer holds under one name.
struct Leaf {
    std::string_view name;
    WeightPart part;
    bool bias;
    NamedLayout layout;
    std::string_view family;
};
constexpr std::string_view kTorch = "torch.nn.MultiheadAttention";
constexpr Leaf kLeaves[] = {
    {"in_proj_weight", WeightPart::Packed, false, NamedLayout::OutIn, kTorch},
    {"in_proj_bias", WeightPart::Packed, true, NamedLayout::OutIn, kTorch},
    {"q_proj_weight", WeightPart::Query, false, NamedLayout::OutIn, kTorch},
    {"k_proj_weight", WeightPart::Key, false, NamedLayout::OutIn, kTorch},
    {"v_proj_weight", WeightPart::Value, false, NamedLayout::OutIn, kTorch},
    {"bias_k", WeightPart::Extra, true, NamedLayout::OutIn, kTorch},
    {"bias_v", WeightPart::Extra, true, NamedLayout::OutIn, kTorch},
    {"W_Q", WeightPart::Query, false, NamedLayout::InOut, "TransformerLens"},
    {"W_K", WeightPart::Key, false, NamedLayout::InOut, "TransformerLens"},
    {"W_V", WeightPart::Value, false, NamedLayout::InOut, "TransformerLens"},
    {"W_O", WeightPart::Output, false, NamedLayout::InOut, "TransformerLens"},
    {"b_Q", WeightPart::Query, true, NamedLayout::InOut, "TransformerLens"},
    {"b_K", WeightPart::Key, true, NamedLayout::InOut, "TransformerLens"},
    {"b_V", WeightPart::Value, true, NamedLayout::InOut, "TransformerLens"},
    {"b_O", WeightPart::Output, true, NamedLayout::InOut, "TransformerLens"},
};

/// "W_q", "Wq", "w_query", "bk": lower case, without underscores. They do not tell how they lie.
struct Alias {
    std::string_view name;
    WeightPart part;
    bool bias;
};
constexpr Alias kAliases[] = {
    {"wq", WeightPart::Query, false},     {"wk", WeightPart::Key, false},
    {"wv", WeightPart::Value, false},     {"wo", WeightPart::Output, false},
    {"wquery", WeightPart::Query, false}, {"wkey", WeightPart::Key, false},
    {"wvalue", WeightPart::Value, false}, {"wout", WeightPart::Output, false},
    {"wqkv", WeightPart::Packed, false},  {"bqkv", WeightPart::Packed, true},
    {"bq", WeightPart::Query, true},      {"bk", WeightPart::Key, true},
    {"bv", WeightPart::Value, true},      {"bo", WeightPart::Output, true},
};

std::string plain(std::string_view word) {
    std::string s;
    for (const char c : word)
        if (c != '_')
            s += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return s;
}

bool isNumber(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string joined(const Words &words, std::size_t count) {
    std::string s;
    for (std::size_t i = 0; i < count; ++i)
        s += (i ? "." : "") + std::string(words[i]);
    return s;
}

/// Words before the module that still belong to it rather than to the layer: BERT's
/// attention.self.query and attention.output.dense, ViT's attention.attention.query.
std::size_t layerWords(const Words &words, std::size_t count, const Module &m) {
    if (count == 0)
        return 0;
    const std::string_view last = words[count - 1];
    if (last == "self" && m.part != WeightPart::Output)
        return count - 1;
    if (last == "output" && m.name == "dense")
        return count - 1;
    if (last == "attention" && count > 1 && words[count - 2] == "attention")
        return count - 1;
    return count;
}

} // namespace

std::optional<WeightName> recogniseWeight(std::string_view name) {
    if (name.size() > 2 && name.substr(name.size() - 2) == ":0") // TensorFlow's variables
        name.remove_suffix(2);
    const Words words = wordsOf(name);
    const std::size_t n = words.size();
    for (const Leaf &l : kLeaves)
        if (words.back() == l.name)
            return WeightName{joined(words, n - 1), l.part, l.bias, l.layout, l.family};

    const std::string_view leaf = words.back();
    const bool bias = leaf == "bias", kernel = leaf == "kernel";
    if (n >= 2 && (bias || kernel || leaf == "weight")) {
        // "to_out.0.weight": the linear layer stands in a sequence.
        const std::size_t at =
            n >= 3 && isNumber(words[n - 2]) && words[n - 3] == "to_out" ? n - 3 : n - 2;
        for (const Module &m : kModules) {
            if (words[at] != m.name)
                continue;
            const std::size_t count = layerWords(words, at, m);
            // Feed-forward parts end in output.dense, too.
            if (m.name == "dense" && (count == at || count == 0 ||
                                      words[count - 1].find("attention") == std::string_view::npos))
                return std::nullopt;
            return WeightName{joined(words, count), m.part, bias,
                              kernel ? NamedLayout::InOut : m.layout, kernel ? "Flax" : m.family};
        }
        return std::nullopt;
    }
    const std::string word = plain(leaf);
    for (const Alias &a : kAliases)
        if (word == a.name)
            return WeightName{joined(words, n - 1), a.part, a.bias, NamedLayout::Unknown, ""};
    return std::nullopt;
}

} // namespace attnscope::core
