// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <array>
#include <bitset>
#include <optional>
#include <span>
#include <string_view>

namespace attnscope::core {

/// Every array of the forward trace, in the order in which it is computed. The ONE vocabulary of
/// kernels, views, exports, files and lessons: see `stageInfo`.
enum class Stage {
    XEmbed,         ///< X_embed [B,L,D]
    XMemory,        ///< X_memory [B,S,D], cross-attention only
    PE,             ///< PE [L,D], when the positional encoding is on
    X,              ///< X [B,L,D]
    M,              ///< M [B,S,D], cross-attention only
    Q,              ///< Q [B,H,L,d_k]
    K,              ///< K [B,H,S,d_k]
    V,              ///< V [B,H,S,d_v]
    ScoresRaw,      ///< scores_raw [B,H,L,S]
    Scale,          ///< scale, scalar
    Scores,         ///< scores [B,H,L,S]
    MaskKeep,       ///< mask_keep [B,H,L,S] bool, true = visible
    ScoresMasked,   ///< scores_masked [B,H,L,S]
    RowMax,         ///< row_max [B,H,L]
    RowSum,         ///< row_sum [B,H,L]
    Weights,        ///< weights [B,H,L,S]
    WeightsDropped, ///< weights_dropped [B,H,L,S]
    Context,        ///< context [B,H,L,d_v]
    Concat,         ///< concat [B,L,H·d_v]
    ConcatNorm,     ///< concat_norm [B,L,H·d_v], only with norm.concat
    Output,         ///< output [B,L,D]
};
inline constexpr std::size_t kStageCount = static_cast<std::size_t>(Stage::Output) + 1;

/// What an axis of a stage runs over.
enum class Axis { Batch, Head, Query, Key, Model, KeyWidth, ValueWidth, ConcatWidth };

/// One row of the stage table.
struct StageInfo {
    Stage stage;
    std::string_view name;    ///< as in files and on the command line: "scores_raw"
    std::string_view symbol;  ///< as typeset, rich text: "<i>S</i><sub>raw</sub>"
    std::string_view title;   ///< for people: "Raw scores"
    std::string_view formula; ///< whole-array formula, rich text
    std::string_view cell;    ///< formula of one cell, rich text
    std::string_view meaning; ///< one sentence
    std::span<const Axis> axes;
    std::span<const Stage> operands; ///< the stages it is computed from
};

/// The table, one entry a stage, in the order of the enum.
[[nodiscard]] std::span<const StageInfo> stageTable();
[[nodiscard]] const StageInfo &stageInfo(Stage stage);
/// The stage of that name ("weights"), if there is one.
[[nodiscard]] std::optional<Stage> stageByName(std::string_view name);
/// True when the stage has a head axis / is a [.., query, key] map.
[[nodiscard]] bool hasHeadAxis(Stage stage);
[[nodiscard]] bool isQueryKeyMap(Stage stage);

/// A set of stages, e.g. those that an engine is asked to keep.
class StageSet {
public:
    StageSet() = default;
    StageSet(std::initializer_list<Stage> stages) {
        for (Stage s : stages)
            insert(s);
    }
    [[nodiscard]] static StageSet all() {
        StageSet s;
        s.m_bits.set();
        return s;
    }
    void insert(Stage s) { m_bits.set(static_cast<std::size_t>(s)); }
    void erase(Stage s) { m_bits.reset(static_cast<std::size_t>(s)); }
    [[nodiscard]] bool contains(Stage s) const { return m_bits.test(static_cast<std::size_t>(s)); }
    [[nodiscard]] StageSet operator|(const StageSet &o) const {
        StageSet s = *this;
        s.m_bits |= o.m_bits;
        return s;
    }
    [[nodiscard]] bool operator==(const StageSet &) const = default;

private:
    std::bitset<kStageCount> m_bits;
};

} // namespace attnscope::core
