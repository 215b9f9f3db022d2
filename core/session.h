// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/problem.h"

#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnscope::core {

/// Names of the input arrays, as in files: X_embed, X_memory, W_Q … grad_output.
enum class Input {
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
    GradOutput
};
inline constexpr std::size_t kInputCount = static_cast<std::size_t>(Input::GradOutput) + 1;
[[nodiscard]] std::string_view toName(Input input);
[[nodiscard]] std::optional<Input> inputByName(std::string_view name);
/// Axes of that array: 3 for X_embed, X_memory, grad_output; 2 for projections; 1 for the rest.
[[nodiscard]] std::size_t inputRank(Input input);

/// Where an array was brought in from, shown beside it and kept in the session file.
struct ArrayOrigin {
    std::string file;       ///< name without folders
    std::string entry;      ///< name in that file: "h.0.attn.c_attn.weight"
    std::string convention; ///< how it lay there: "in,out", "out,in", "H,L,d"; empty = no choice
    bool operator==(const ArrayOrigin &) const = default;
};

/// The document: what a session file holds (files-and-commands.md §1). A value; copying is cheap.
///
/// Arrays that are absent are made from `init` by makeProblem(). Arrays that are present were
/// brought in or edited: they stay as they are, and when a size changes the part that still fits
/// stays and only new places are drawn (mathematics.md §9).
struct Session {
    std::vector<std::string> text;                ///< one line a sequence
    std::vector<std::vector<std::string>> tokens; ///< labels of the query rows, one list a sequence
    std::vector<std::string> memoryText;          ///< cross-attention: the other sequences
    std::vector<std::vector<std::string>> memoryTokens;
    Config config;
    bool tieDk = true; ///< d_k = d_v = d_model / heads follows when D or H changes (view state)

    std::uint64_t seed = 42;           ///< init.seed
    std::map<Input, Initialiser> init; ///< per array; absent = the default of defaultInit()

    std::map<Input, Tensor> arrays; ///< brought in or edited; put in with setArray()
    /// Heads that an array of `arrays` was laid out for, so that each head keeps its own columns
    /// when heads or widths change later. Absent = told from the shape.
    std::map<Input, int> arrayHeads;
    /// Of arrays that were brought in; edits keep it, setArray() with nothing takes it out.
    std::map<Input, ArrayOrigin> origin;
    /// Nobody has said how many heads there are (arrays without a session.json): setting `heads`
    /// then divides the columns that are there among the heads, instead of adding heads.
    bool headsInferred = false;
    IndexTensor lengths; ///< [B]; absent = from the tokens
    BoolTensor maskKeep; ///< custom mask
    BoolTensor dropoutKeep;

    std::string viewJson = "{}"; ///< the `view` object, opaque to core
    std::string title;           ///< for examples: what it shows, one line
    std::string note;            ///< for examples: what to look at
};

[[nodiscard]] Initialiser defaultInit(Input input);

/// Splits a line into tokens: on white space; CJK runs into characters.
[[nodiscard]] std::vector<std::string> tokenise(std::string_view line);

/// Sets the text (one line a sequence, blank lines left out) and its tokens, which are padded to
/// the longest sequence with empty ones. Embeddings that were edited stay where the same token
/// stands in the same place; lengths follow from the tokens again. \throws InputError when padding
/// would take more than kMostPlaces; the session is then as it was.
void setText(Session &session, std::vector<std::string> lines);
/// The same for the other sequences of cross-attention. No lines: self-attention again.
void setMemoryText(Session &session, std::vector<std::string> lines);

/// Puts an array in, laid out for the heads that the configuration has now. An absent array takes
/// it out, so that it is drawn again (or, for a bias, γ or β, not applied).
void setArray(Session &session, Input input, Tensor array);

/// Brings a mask into the form that the session holds, [L,S] or [B,H,L,S]: (H,L,S) is one mask a
/// head, (1,L,S) and leading extents of 1 are shared. \throws InputError naming the shape that was
/// expected and the one that came, or (TooLarge) when a mask would be repeated beyond reason.
[[nodiscard]] BoolTensor normalisedMask(const BoolTensor &mask, std::size_t batch,
                                        std::size_t heads, std::size_t queries, std::size_t keys);

/// What a token looks like as a label: '·the' for a leading space mark, '↵', '⇥', '(empty)'.
[[nodiscard]] std::string displayToken(std::string_view token);

/// Labels of query rows / key columns of one sequence, as they are in the session ("" → padding
/// gets "[PAD]"), always as many as rows.
[[nodiscard]] std::vector<std::string> queryLabels(const Session &, const Problem &, std::size_t b);
[[nodiscard]] std::vector<std::string> keyLabels(const Session &, const Problem &, std::size_t b);

/// A refused setting or file content: what, where, how to mend it. Exit status 1.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::vector<Issue> found);
    std::vector<Issue> issues;
};

/// Every array of the pass: those of the session, resized where needed, the rest drawn.
/// \throws InputError naming the numbers that disagree, as validate() does.
[[nodiscard]] Problem makeProblem(const Session &session);

/// One array as makeProblem() hands it over: held, resized or drawn. Absent when it is not applied
/// (a bias, X_memory without a memory, W_V and b_V with share_kv).
/// \throws InputError as makeProblem() does for sizes that disagree.
[[nodiscard]] Tensor presentArray(const Session &session, Input input);
/// What the initialiser gives in the sizes of now, whether or not the session holds the array.
/// Absent when nothing draws it: inputs without text, vectors that `init` does not name,
/// grad_output. `init` and `seed` may be others than the session's. \throws InputError as above.
[[nodiscard]] Tensor drawnArray(const Session &session, Input input);
[[nodiscard]] Tensor drawnArray(const Session &session, Input input, const Initialiser &init,
                                std::uint64_t seed);
/// Whether the array `name` ("W_Q", "lengths", "dropout_keep") of the session is, to the last bit,
/// what makeProblem() would make if the session did not hold it. Makes that array alone, and only
/// in the size of the one that is there. \throws InputError as makeProblem()
[[nodiscard]] bool equalsDrawn(const Session &session, std::string_view name);

/// The extents of the attention maps, without drawing any array.
struct MapSizes {
    std::size_t batch = 0, heads = 0, queries = 0, keys = 0;
    bool cross = false;  ///< keys are those of the other sequence
    IndexTensor lengths; ///< [B] of the keys: given, or what the tokens leave unpadded
};
/// \throws InputError as makeProblem() does for sizes that disagree.
[[nodiscard]] MapSizes mapSizes(const Session &session);

/// Refuses arrays that do not have the shapes which the configuration and the tokens ask for; used
/// when a session is read, where a disagreement is a mistake and not a change of size. Brings the
/// mask into the form of normalisedMask(). \throws InputError
void checkArrays(Session &session);

/// One `--set KEY=VALUE`. Keys: JSON paths of `config`, `text`, `memory_text`, `init.seed`,
/// `init.<array>` (value `method[:number][:per_head]`).
/// \throws UsageError for an unknown key (naming the nearest known one), InputError for a value.
void applySetting(Session &session, std::string_view key, std::string_view value);
/// Several at once: a tied d_k follows after the last of them, so that `heads` and `d_model` may
/// come in either order.
void applySettings(Session &session, std::span<const std::pair<std::string, std::string>> settings);
/// One key of `config` alone, by its JSON path; nothing else follows. False for an unknown key.
/// \throws InputError for a value.
bool setConfigValue(Config &config, std::string_view key, std::string_view value);
/// Every key that applySetting() knows.
[[nodiscard]] std::vector<std::string> settingKeys();
/// `method[:number][:per_head]`, both ways. \throws InputError; `key` is for the message.
[[nodiscard]] Initialiser parseInitialiser(std::string_view key, std::string_view text);
[[nodiscard]] std::string formatInitialiser(const Initialiser &init);

/// Wrong usage (exit status 2).
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace attnscope::core
