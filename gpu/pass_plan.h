// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"
#include "gpu/context.h"

#include <array>
#include <cstddef>
#include <vector>

namespace attnscope::gpu {

/// Bits of `steps` and `mode`, the same as in the attention kernels.
namespace step {
inline constexpr int kKeepRaw = 1, kKeepScores = 2, kKeepMasked = 4, kKeepWeights = 8,
                     kKeepDropped = 16, kKeepContext = 32, kOnlyRaw = 64, kFromRaw = 128,
                     kBypass = 256, kMasked = 512, kDropout = 1024;
}
namespace mode {
inline constexpr int kZeroEmpty = 16, kExcludeHidden = 32, kZeroDivision = 64;
}

/// Where a stage lies: block of the result set, and floats from its start.
struct Place {
    std::size_t block = 0;
    std::size_t offset = 0;
};

/// Everything a pass needs to know before it is enqueued: sizes, what is computed and kept, and
/// where each stage goes. Plain numbers; no OpenCL call is made for it.
struct PassPlan {
    std::size_t batch = 1, queries = 1, keys = 1, heads = 1;
    std::size_t depthX = 1, depthMemory = 1; ///< width of X and of M (of X for self-attention)
    std::size_t widthK = 1, widthV = 1, columns = 1; ///< d_k, d_v, columns of the output
    bool cross = false, sharedKv = false;

    int steps = 0, mode = 0;
    float fill = 0.0f, keepFactor = 1.0f;
    double scale = 1.0;         ///< when it does not depend on the scores
    bool scaleOfScores = false; ///< standardise, adaptive: it does
    bool standardise = false;
    core::ConcatNorm norm = core::ConcatNorm::None;

    /// Stages that have a place of their own. `scores` is `scores_raw` when the scale is 1,
    /// `scores_masked` is `scores` when the mask changes nothing before the softmax,
    /// `weights_dropped` is `weights` without dropout, V is K when they share their weights.
    std::array<bool, core::kStageCount> stored{};
    std::array<Place, core::kStageCount> places{};
    std::array<core::Stage, core::kStageCount> source{}; ///< the stage whose numbers these are
    Place scalePlace;
    /// The backward pass too. Gradients that share their numbers with another need no place either:
    /// those that the mask, the scale, dropout or the positional encoding leave as they are.
    bool gradients = false;
    std::array<bool, core::kGradientCount> gradientStored{};
    std::array<Place, core::kGradientCount> gradientPlaces{};
    std::array<core::Gradient, core::kGradientCount> gradientSource{};
    std::vector<std::size_t> blockBytes;

    [[nodiscard]] Place at(core::Stage s) const { return places[static_cast<std::size_t>(s)]; }
    [[nodiscard]] bool has(core::Stage s) const { return stored[static_cast<std::size_t>(s)]; }
    [[nodiscard]] core::Stage sourceOf(core::Stage s) const {
        return source[static_cast<std::size_t>(s)];
    }
    [[nodiscard]] Place at(core::Gradient g) const {
        return gradientPlaces[static_cast<std::size_t>(g)];
    }
    [[nodiscard]] bool has(core::Gradient g) const {
        return gradientStored[static_cast<std::size_t>(g)];
    }
    [[nodiscard]] core::Gradient sourceOf(core::Gradient g) const {
        return gradientSource[static_cast<std::size_t>(g)];
    }
};

/// \throws core::EngineError (OutOfMemory) when the device cannot hold it.
[[nodiscard]] PassPlan planPass(const core::Problem &problem, const core::StageSet &keep,
                                bool gradients, bool allVisible, const Context &context);

} // namespace attnscope::gpu
