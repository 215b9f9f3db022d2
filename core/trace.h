// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gradient.h"
#include "core/mask.h"
#include "core/problem.h"
#include "core/stage.h"
#include "core/tensor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace attnscope::core {

/// Time of one step on the engine's own clock.
struct StageTiming {
    std::string name; ///< kernel or stage
    double milliseconds;
};

/// The result of one pass: every stage that was kept. Immutable once made, handed about as
/// `shared_ptr<const Trace>`. T is float (engines, files) or double (the reference's own).
template <class T> struct BasicTrace {
    std::shared_ptr<const Problem> problem;
    std::array<Array<T>, kStageCount> stages; ///< absent: not kept, or does not occur. Not for
                                              ///< MaskKeep (see keep), Scale (see scale)
    std::array<Array<T>, kGradientCount> gradients; ///< absent: not asked for, or does not occur
    KeepMask keep;                                  ///< mask_keep
    double scale = 1.0;                             ///< the factor that was really used
    std::vector<RowRef> emptyRows;                  ///< rows without any visible key
    std::string engine;                             ///< "reference", or the device's name
    double milliseconds = 0.0;                      ///< wall time of the pass
    std::vector<StageTiming> timings;
    std::uint64_t generation = 0; ///< serial of the request it answers

    [[nodiscard]] const Array<T> &operator[](Stage s) const {
        return stages[static_cast<std::size_t>(s)];
    }
    [[nodiscard]] Array<T> &operator[](Stage s) { return stages[static_cast<std::size_t>(s)]; }
    [[nodiscard]] const Array<T> &operator[](Gradient g) const {
        return gradients[static_cast<std::size_t>(g)];
    }
    [[nodiscard]] Array<T> &operator[](Gradient g) {
        return gradients[static_cast<std::size_t>(g)];
    }
    /// Whether that stage's numbers are here (MaskKeep and Scale always are).
    [[nodiscard]] bool has(Stage s) const {
        return s == Stage::MaskKeep || s == Stage::Scale || (*this)[s].present();
    }
};
using Trace = BasicTrace<float>;
using ReferenceTrace = BasicTrace<double>;
using TracePtr = std::shared_ptr<const Trace>;

} // namespace attnscope::core
