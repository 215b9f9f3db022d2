// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace attnscope::core {

/// Arrays by name, as they came from a file: mask and lengths are still floats.
using RawArrays = std::map<std::string, Tensor>;

/// Names of all arrays that a session may hold.
[[nodiscard]] bool isSessionArray(const std::string &name);

/// The settings of a session.json; inline arrays go to `arrays`, and the paths of `config` that the
/// document states to `stated` ("tie" when it says whether d_k is tied). \throws InputError
[[nodiscard]] Session readDocument(const nlohmann::json &document, RawArrays &arrays,
                                   std::set<std::string> &stated);

/// Puts a session together: settings from `document` (null when there is none), arrays from
/// `arrays` and from the document's inline lists; sizes that nobody states are told from shapes.
/// `heads` is what the command line says; it counts where the file has projections and does not say
/// how many heads they are for. \throws InputError
[[nodiscard]] Session assembleSession(const nlohmann::json *document, RawArrays arrays,
                                      std::optional<int> heads = std::nullopt);

/// Parses JSON of at most 64 levels. \throws InputError naming line and column.
[[nodiscard]] nlohmann::json parseJson(std::string_view text);

/// Takes out what the document says was drawn and still is to the last bit, so that a new seed
/// draws it anew; what was changed since stays.
void forgetDrawn(Session &session, const nlohmann::json &document);

} // namespace attnscope::core
