// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnscope::core {

/// What an array of a model is, as its name tells.
enum class WeightPart {
    Query,
    Key,
    Value,
    Output,
    Packed, ///< query, key and value in one array: in_proj_weight, c_attn, qkv
    Extra,  ///< bias_k, bias_v of torch.nn.MultiheadAttention: a key that is learned
};

/// How a projection of that name is stored, as far as the name tells.
enum class NamedLayout {
    InOut,   ///< [in, out]: this program's own names, Flax's kernel
    OutIn,   ///< [out, in]: torch.nn.Linear and torch.nn.MultiheadAttention
    Conv1D,  ///< GPT-2's c_attn and c_proj: [in, out], or [out, in] where they are linear layers
    Unknown, ///< "w_q", "Wq": either
};

struct WeightName {
    std::string layer; ///< what stands before: "h.3.attn"; empty at the top
    WeightPart part = WeightPart::Query;
    bool bias = false;
    NamedLayout layout = NamedLayout::Unknown;
    std::string_view family; ///< "torch.nn.MultiheadAttention", "GPT-2", "BERT", "LLaMA" …
};

/// Recognises the names that PyTorch, Hugging Face, timm, Flax and TransformerLens give to the
/// arrays of an attention layer, with '.' or '/' between the parts, and this program's own with a
/// prefix ("blocks.0.attn.W_Q"). Nothing for any other name.
[[nodiscard]] std::optional<WeightName> recogniseWeight(std::string_view name);

} // namespace attnscope::core
