// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/read_note.h"
#include "core/session.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace attnscope::core {

/// Arrays by name, as they came from a file: mask and lengths are still floats.
using RawArrays = std::map<std::string, Tensor>;

/// Names of all arrays that a session may hold.
[[nodiscard]] std::vector<std::string> sessionArrayNames();
[[nodiscard]] bool isSessionArray(const std::string &name);

/// Looks at names that no session has. One that is nearly a name of `known`, and that name is not
/// among those `present`, is a mistake; what is neither is listed in the answer, nothing for none.
/// \throws InputError ("w_q is …: did you mean W_Q?")
[[nodiscard]] std::optional<ReadNote> passedOver(const std::vector<std::string> &present,
                                                 const std::vector<std::string> &known,
                                                 ReadNote::What what);
/// The same for the arrays of an archive: a trace holds computed ones as well, which is no mistake.
[[nodiscard]] std::optional<ReadNote> arraysPassedOver(const std::vector<std::string> &present);

/// The settings of a session.json; inline arrays go to `arrays`, and the paths of `config` that the
/// document states to `stated` ("tie" when it says whether d_k is tied). What it holds besides is
/// told in `notes`, where there are any. \throws InputError
[[nodiscard]] Session readDocument(const nlohmann::json &document, RawArrays &arrays,
                                   std::set<std::string> &stated, ReadNotes *notes);

/// Puts a session together: settings from `document` (null when there is none), arrays from
/// `arrays` and from the document's inline lists; sizes that nobody states are told from shapes.
/// `heads` is what the command line says; it counts where the file has projections and does not say
/// how many heads they are for. \throws InputError
[[nodiscard]] Session assembleSession(const nlohmann::json *document, RawArrays arrays,
                                      std::optional<int> heads = std::nullopt,
                                      ReadNotes *notes = nullptr);

/// Parses JSON of at most 64 levels. \throws InputError naming line and column.
[[nodiscard]] nlohmann::json parseJson(std::string_view text);

/// Takes out what the document says was drawn and still is to the last bit, so that a new seed
/// draws it anew; what was changed since stays.
void forgetDrawn(Session &session, const nlohmann::json &document);

} // namespace attnscope::core
