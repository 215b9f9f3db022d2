// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text_values.h"

#include <stdexcept>
#include <string>

namespace attnscope::core {

/// A file that could not be read or written: which, where in it, and why, in one sentence of one
/// line, whatever names the file holds.
class FileError : public std::runtime_error {
public:
    enum class Kind {
        Unreadable, ///< does not exist, no permission: exit status 1
        Malformed,  ///< truncated, wrong type, sizes that do not fit: exit status 1
        Unwritable, ///< disk full, no permission: exit status 4
    };
    FileError(Kind k, std::string f, std::string p, std::string r)
        : std::runtime_error(oneLine(f, 5000) + (p.empty() ? "" : ": " + oneLine(p, 200)) + ": " +
                             oneLine(r)),
          kind(k), file(std::move(f)), place(std::move(p)), reason(std::move(r)) {}
    Kind kind;
    std::string file;
    std::string place; ///< array, line, byte offset, JSON path; may be empty
    std::string reason;
};

} // namespace attnscope::core
