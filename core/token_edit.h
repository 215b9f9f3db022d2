// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

// Tokens changed one by one. A drawn embedding belongs to the word (mathematics.md §9): a token
// with another label gets the vector of that label, the same as everywhere else. A row of X_embed
// or X_memory that was edited or brought in is told from a drawn one by its numbers and stays with
// its token, whatever that is called.
//
// The text follows: tokens that stay side by side keep the spaces between them.

/// Whose tokens: those of the queries (and of the keys in self-attention), or the other sequences.
enum class TokenSide { Text, Memory };

struct TokenPlace {
    std::size_t sequence = 0, index = 0;
    bool operator==(const TokenPlace &) const = default;
};

[[nodiscard]] const std::vector<std::vector<std::string>> &tokensOf(const Session &, TokenSide);

/// Each answers false, and leaves the session as it was, when there is no such token (or, for an
/// insertion, no such place), or when nothing would be left.
bool relabelToken(Session &session, TokenSide side, TokenPlace place, std::string label);
/// Before the token at `place`; at the end when `place` is one past the last.
bool insertToken(Session &session, TokenSide side, TokenPlace place, std::string label);
/// A sequence keeps at least one token.
bool removeToken(Session &session, TokenSide side, TokenPlace place);
/// In the place of one token its parts; an edited row goes to the first of them.
bool splitToken(Session &session, TokenSide side, TokenPlace place, std::vector<std::string> parts);
/// A token and the next become one, which keeps an edited row of the first.
bool joinTokens(Session &session, TokenSide side, TokenPlace place);

/// A line that tokenise() splits into these tokens where such a line exists: a space between two
/// tokens that would grow together, none between others (CJK). Empty tokens have no place in it.
[[nodiscard]] std::string lineOf(const std::vector<std::string> &tokens);

} // namespace attnscope::core
