// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/array_source.h"
#include "core/session.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// What an entry of a file becomes in the session.
enum class ImportTarget {
    Nothing,
    // The arrays of the session, in the order of Input.
    XEmbed,
    XMemory,
    WQ,
    WK,
    WV,
    WO,
    BQ,
    BK,
    BV,
    BO,
    GammaConcat,
    BetaConcat,
    GradOutput,
    // Arrays that become several of them, or a part of one.
    PackedWeight, ///< W_Q, W_K and W_V in one: in_proj_weight, c_attn.weight
    PackedBias,   ///< b_Q, b_K and b_V in one
    XKey,         ///< inputs of the keys [B,S,·], where they are not those of the values:
    XValue,       ///< both stand side by side in X_memory, above zero rows of W_K and W_V
    QueryHeads,   ///< finished queries, keys, values by head: they become inputs, and the
    KeyHeads,     ///< projections the identity, so that Q, K and V are exactly these
    ValueHeads,
    MaskKeep,
    Lengths,
    DropoutKeep,
    AttentionWeights, ///< finished maps [L,S], [H,L,S], [B,H,L,S]: see core/given_weights.h
};
inline constexpr std::size_t kImportTargetCount =
    static_cast<std::size_t>(ImportTarget::AttentionWeights) + 1;
/// "W_Q", "qkv_weight", "X_key", "mask_keep", "weights", "nothing" …, both ways.
[[nodiscard]] std::string_view toName(ImportTarget target);
[[nodiscard]] std::optional<ImportTarget> importTargetByName(std::string_view name);
[[nodiscard]] ImportTarget targetOf(Input input);
[[nodiscard]] std::optional<Input> inputOf(ImportTarget target);

/// How a projection of two axes lies in the file. The session keeps [in, out].
enum class Orientation { InOut, OutIn };
/// Where the head axis of an array of three axes stands (a batch axis may come before).
enum class HeadAxes {
    RowsFirst,  ///< (L,H,d) of queries, keys, values; (in,H,d) of a projection
    HeadsFirst, ///< (H,L,d); (H,in,d)
};
/// What the 1 of a mask of 0 and 1 means.
enum class MaskMeaning {
    OneVisible, ///< 1 = the query may see the key
    OneHidden,  ///< 1 = hidden, as in a boolean attn_mask of torch.nn.MultiheadAttention
    Added,      ///< the 0 and 1 are added to the scores (mask.application = add_boolean)
};
[[nodiscard]] std::string_view toName(Orientation o); ///< "in,out", "out,in"
[[nodiscard]] std::string_view toName(HeadAxes a);    ///< "L,H,d", "H,L,d"
[[nodiscard]] std::string_view toName(MaskMeaning m); ///< "visible", "hidden", "added"

/// What the file does not tell of a row, and somebody has to say.
enum class ImportQuestion { None, Orientation, HeadAxes, MaskMeaning };

/// One entry of the file and what becomes of it: a line of the mapping table.
struct ImportRow {
    ArrayEntry entry;
    std::size_t index = 0; ///< of the entry in its source
    std::string layer;     ///< layer of the model that it belongs to; empty = none
    ImportTarget target = ImportTarget::Nothing;
    Orientation orientation = Orientation::InOut; ///< of projections with two axes
    HeadAxes headAxes = HeadAxes::HeadsFirst;     ///< of arrays with a head axis of their own
    MaskMeaning mask = MaskMeaning::OneVisible;   ///< of mask_keep
    bool additiveMask = false; ///< a mask of 0 and −inf (≤ −1e8): 0 is visible, nothing to ask
    bool ownName = false;      ///< named as in this program's files, which say how arrays lie
    /// What is asked; the member above holds a suggestion until `answered`.
    ImportQuestion question = ImportQuestion::None;
    bool answered = false;
    std::string note; ///< one sentence: why it is read so, or what is to be asked
    [[nodiscard]] bool open() const { return question != ImportQuestion::None && !answered; }
};

/// The mapping table of one file. A value: a dialog changes a copy and applies it.
struct ImportPlan {
    std::string file;   ///< for messages and the session's `origin`
    std::string family; ///< "torch.nn.MultiheadAttention", "GPT-2" …; empty = names of no model
    std::vector<std::string> layers; ///< attention layers found, in the order of the file
    std::string layer;               ///< the one that is brought in; empty = to be chosen
    std::optional<int> heads;        ///< heads of the queries, where the file or somebody says
    std::optional<int> dModel;       ///< what the session says, when its sizes count
    std::vector<ImportRow> rows;     ///< every entry of the file, in its order
    std::vector<std::string> notes;  ///< sentences about the whole: repeated heads, positions …
};

/// Reads names and shapes (and the numbers of masks) and suggests what becomes of each entry.
/// Sizes that only the session knows (d_model, heads) are taken from `session` when
/// `sessionSizes`, and help to tell an orientation. \throws FileError
[[nodiscard]] ImportPlan planImport(const ArraySource &source, const Session &session,
                                    bool sessionSizes);

/// Chooses the layer: its arrays get their targets, those of the others none.
void chooseLayer(ImportPlan &plan, const std::string &layer);
/// Changes what a row becomes, and finds out again what is to be asked of it.
void retarget(ImportPlan &plan, const ArraySource &source, std::size_t row, ImportTarget target);
/// Sets the heads, which may settle questions; nothing takes them back.
void setHeads(ImportPlan &plan, std::optional<int> heads);
/// Answers a row's question, or changes what was suggested. Shapes that do not allow it are told
/// by openQuestions().
void answer(ImportPlan &plan, std::size_t row, Orientation orientation);
void answer(ImportPlan &plan, std::size_t row, HeadAxes axes);
void answer(ImportPlan &plan, std::size_t row, MaskMeaning meaning);
/// One answer in words, NAME=WHAT: NAME is an entry, a target ("W_Q"), "layer" or "all"; WHAT is a
/// target, "in,out", "out,in" ("pytorch"), "L,H,d", "H,L,d", "visible", "hidden" or "added".
/// \throws UsageError; InputError for a name that the file does not have
void answerInWords(ImportPlan &plan, const ArraySource &source, std::string_view name,
                   std::string_view what);

/// What stands in the way, a sentence each with how to answer it; empty = it can be applied.
[[nodiscard]] std::vector<std::string> openQuestions(const ImportPlan &plan);

/// Brings all rows in at once, or none. Sizes (d_model, heads, d_k, d_v, share_kv) follow from the
/// shapes; a projection that comes without a bias loses the one it had; tokens that fit no more
/// are left out, and row labels of a table of inputs become tokens; `origin` says where each array
/// came from. Key and value heads that are fewer than the queries' are repeated. \returns sentences
/// about what was done to the numbers. \throws InputError naming the numbers that disagree, and for
/// open questions; FileError
std::vector<std::string> applyImport(Session &session, const ImportPlan &plan,
                                     const ArraySource &source);

/// A mask as it lies in a file → 1 = visible. Shape as it was.
/// \throws InputError for numbers that no mask has, naming the first of them.
[[nodiscard]] BoolTensor maskFromNumbers(const Tensor &mask, MaskMeaning meaning,
                                         const std::string &name);
/// Queries, keys or values by head – (L,H,d), (H,L,d), with or without a batch before – side by
/// side: [B, L, H·d], head 0 first.
[[nodiscard]] Tensor headsSideBySide(const Tensor &array, HeadAxes axes);
/// The matrix with its two axes exchanged.
[[nodiscard]] Tensor transposed(const Tensor &matrix);

} // namespace attnscope::core
