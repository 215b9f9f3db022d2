// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import_plan.h"
#include "core/weight_names.h"

#include <optional>
#include <string>
#include <string_view>

namespace attnscope::core {

/// Name of the layer whose arrays have no prefix.
inline constexpr std::string_view kTopLayer = ".";

/// What the name of an entry says it is.
struct NamedEntry {
    ImportTarget target = ImportTarget::Nothing;
    NamedLayout layout = NamedLayout::Unknown;
    bool own = false;        ///< exactly a name of this program's files
    std::string layer;       ///< of a model; empty = an array of its own
    std::string_view family; ///< of models that name their arrays so
    bool learnedKey = false; ///< bias_k, bias_v
};
[[nodiscard]] NamedEntry namedEntry(std::string_view name);

/// Projections, whose orientation or head axes matter.
[[nodiscard]] bool isProjection(ImportTarget target);
[[nodiscard]] bool isHeads(ImportTarget target);

} // namespace attnscope::core
