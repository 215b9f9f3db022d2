// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mask.h"
#include "core/session.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace attnscope::core {

// Changes of the session's own mask (mathematics.md §5). It is ANDed with the causal and the
// padding mask, so nothing here touches those two, except where it says so.
//
// Every change switches `mask.custom` on. When it was off, the change starts from a mask that hides
// nothing, whatever an unused mask_keep held: what is computed then changes by the change alone.
// The mask stays [L,S] while all heads and sequences share it, becomes [B,H,L,S] with the first
// change of one of them, and [L,S] again once all are equal.

/// Whose mask is meant; nothing = all of them.
struct MaskScope {
    std::optional<std::size_t> head, batch;
    bool operator==(const MaskScope &) const = default;
};

struct MaskCell {
    std::size_t query = 0, key = 0;
    bool operator==(const MaskCell &) const = default;
};

/// The session's mask in the sizes that it has now ([L,S] or [B,H,L,S], 1 = visible): what fits
/// stays, new places are visible. All visible when there is none, or when it is switched off.
/// \throws InputError when the sizes disagree, as mapSizes().
[[nodiscard]] BoolTensor customMask(const Session &session);

/// A mask [L,S] or [B,H,L,S] brought to other sizes: what fits stays, new places are visible.
[[nodiscard]] BoolTensor fittedMask(const BoolTensor &mask, const MapSizes &sizes);

/// Hides or shows some cells. Cells outside the map are left out. Answers how many places (query,
/// key) changed in any head or sequence of the scope; 0 leaves the session as it was.
/// \throws InputError as mapSizes()
std::size_t setMaskCells(Session &session, const MaskScope &scope, std::span<const MaskCell> cells,
                         bool visible);
/// The cells of a rectangle between two opposite corners, cut off at the map's edge.
[[nodiscard]] std::vector<MaskCell> cellsBetween(MaskCell a, MaskCell b, const MapSizes &sizes);

/// Ready-made patterns over queries i and keys j.
enum class MaskPreset {
    AllVisible,
    NothingVisible,
    Causal,    ///< j ≤ i + S − L, or j ≤ i from the top left
    Padding,   ///< j < lengths[b]
    Window,    ///< |i − j| ≤ w
    Prefix,    ///< j < p
    PrefixLm,  ///< j < p, or causal
    Blocks,    ///< i and j in the same block of n
    Sentences, ///< i and j in the same sentence (ended by . ! ? … or their CJK forms)
    Strided,   ///< (i − j) divisible by n
    Random     ///< visible with probability `density`, drawn from `seed`
};
struct MaskPresetOptions {
    CausalAlignment alignment = CausalAlignment::BottomRight;
    std::size_t number = 1; ///< w, p or n
    double density = 0.5;
    std::uint64_t seed = 1;
};
/// How a pattern meets the mask that is there.
enum class MaskCombine { Replace, And, Or };

/// Draws a preset into the mask. PrefixLm switches `mask.causal` off, which would hide the prefix
/// again. Answers the number of changed places. \throws InputError as mapSizes()
std::size_t applyMaskPreset(Session &session, const MaskScope &scope, MaskPreset preset,
                            const MaskPresetOptions &options, MaskCombine combine);
/// Visible becomes hidden and the other way round.
std::size_t invertMask(Session &session, const MaskScope &scope);

/// Why a cell is hidden: a set of these; 0 = visible.
inline constexpr std::uint8_t kHiddenByCausal = 1, kHiddenByPadding = 2, kHiddenByCustom = 4;
/// The reasons for each cell of one head of one sequence, [L,S]. \throws InputError as mapSizes()
[[nodiscard]] BoolTensor hiddenBy(const Session &session, std::size_t batch, std::size_t head);

} // namespace attnscope::core
