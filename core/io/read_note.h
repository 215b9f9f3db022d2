// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace attnscope::core {

/// What a file holds besides the session, and what was passed over therefore. (A name that is
/// nearly one of a session's is refused instead: "w_q" is a mistake.)
struct ReadNote {
    enum class What { Arrays, Keys } what = What::Arrays;
    std::string names;    ///< the first few, separated by ", "; one line
    std::size_t more = 0; ///< how many `names` leaves out
    /// "passed over what is none of a session's arrays: a, b and 3 more"
    [[nodiscard]] std::string sentence() const;
};
using ReadNotes = std::vector<ReadNote>;

} // namespace attnscope::core
