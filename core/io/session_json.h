// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <nlohmann/json_fwd.hpp>

namespace attnscope::core {

/// The `session.json` object. NaN and ±inf are written as strings ("nan", "inf", "-inf"), so that
/// the file is valid JSON. Arrays are not in it (they are .npy members of the archive).
[[nodiscard]] nlohmann::json toJson(const Session &session);

/// Reads a session object, inline arrays included. \throws InputError naming the JSON path.
[[nodiscard]] Session sessionFromJson(const nlohmann::json &json);

} // namespace attnscope::core
