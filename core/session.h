// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"
#include "core/problem.h"

#include <map>
#include <string>
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

    std::map<Input, Tensor> arrays; ///< brought in or edited
    IndexTensor lengths;            ///< [B]; absent = from the tokens
    BoolTensor maskKeep;            ///< custom mask
    BoolTensor dropoutKeep;

    std::string viewJson = "{}"; ///< the `view` object, opaque to core
    std::string title;           ///< for examples: what it shows, one line
    std::string note;            ///< for examples: what to look at
};

[[nodiscard]] Initialiser defaultInit(Input input);

/// Splits a line into tokens: on white space; CJK runs into characters.
[[nodiscard]] std::vector<std::string> tokenise(std::string_view line);

/// Sets the text (one line a sequence, lines padded to the longest) and its tokens.
void setText(Session &session, std::vector<std::string> lines);

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

/// One `--set KEY=VALUE`. Keys: JSON paths of `config`, `text`, `init.seed`, `init.<array>`.
/// \throws UsageError for an unknown key (naming the nearest known one), InputError for a value.
void applySetting(Session &session, std::string_view key, std::string_view value);

/// Wrong usage (exit status 2).
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace attnscope::core
