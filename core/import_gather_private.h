// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import_plan.h"

#include <map>
#include <string>
#include <vector>

namespace attnscope::core {

/// The arrays of a file in this program's form, before they are fitted to a session.
struct GatheredImport {
    std::map<Input, Tensor> arrays; ///< X_* have three axes, projections two, the rest one
    std::map<Input, ArrayOrigin> origin;
    BoolTensor maskKeep;    ///< any number of axes
    bool maskAdded = false; ///< its 0 and 1 are added to the scores
    BoolTensor dropoutKeep;
    IndexTensor lengths;
    bool selfAttention = false; ///< the file says that keys and values come from the queries
    bool positionsOff = false;  ///< the inputs are finished: a positional encoding would spoil them
    std::vector<std::string> notes;
};

/// Reads, turns, splits and joins. \throws FileError, InputError
[[nodiscard]] GatheredImport gatherImport(const ImportPlan &plan, const ArraySource &source);

/// A refusal in one sentence.
[[noreturn]] void refuseImport(Issue::Code code, std::vector<std::string> values,
                               const std::string &message);

} // namespace attnscope::core
