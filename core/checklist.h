// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"
#include "core/trace.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The checklist of mathematics.md §7: eleven questions to an attention pass, each with its number.
/// A sum of 1 in every row alone misses a mask that is absent, inverted or off by one, and a
/// softmax over the batch; so two of them change an input and run the pass again.

namespace attnscope::core {

/// In the order of the contract (files-and-commands.md §4).
enum class CheckId {
    ScaledBySqrtDk,
    MaskBeforeSoftmax,
    RowsSumToOne,
    DqEqualsDk,
    DvFitsWo,
    AllFinite,
    NoEmptyRow,
    GradientsReachQkv,
    HiddenWeightsExactlyZero,
    FutureDoesNotLeak,
    BatchDoesNotLeak,
};
inline constexpr std::size_t kCheckCount = 11;
/// "scaled_by_sqrt_dk"
[[nodiscard]] std::string_view toName(CheckId id);

struct Check {
    enum class Verdict { Pass, Fail, NotApplicable };
    CheckId id{};
    Verdict verdict = Verdict::NotApplicable;
    std::optional<double> value; ///< what was measured; absent where there is nothing to measure
    std::string message;         ///< one English sentence: what the number is, or why there is none
};

/// NaN and ∞ of one array of the trace. The −∞ that the mask itself puts on hidden scores, and the
/// row maximum of a row that it empties, are meant and not counted.
struct NonFinite {
    std::string_view stage; ///< "scores", "grad_Q"
    std::size_t count = 0;
};
/// Every array that the trace holds, in its order, those with a count of 0 too.
[[nodiscard]] std::vector<NonFinite> nonFiniteOf(const Trace &trace);

/// Runs a pass: Engine::run or what stands for it.
using PassFunction = std::function<TracePtr(std::shared_ptr<const Problem>, const RunOptions &)>;

/// The lines that need no further pass; the two perturbation tests are NotApplicable, with a
/// message that says that they were not run. Cheap enough for every frame at teaching sizes.
[[nodiscard]] std::vector<Check> quickChecklist(const Trace &trace);

/// All eleven. `pass` is called for: the backward pass when the problem has an upstream gradient
/// and the trace no gradients; once with the last key changed (causal mask); twice with one
/// sequence changed (B > 1). \throws EngineError, StoppedError
[[nodiscard]] std::vector<Check> runChecklist(const Trace &trace, const PassFunction &pass,
                                              const std::stop_token &stop = {});

} // namespace attnscope::core
