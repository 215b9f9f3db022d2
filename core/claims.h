// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stage.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// Claim cards: what is said about attention, what is true of it, and how to try it. They are
/// content of the program (resources/claims, one JSON file a topic); the format of those files is
/// described in resources/claims/README.md. What a card expects was derived or measured elsewhere;
/// what is measured here is computed when it is asked for (core/claim_trial.h), never kept.

namespace attnscope::core {

/// The same words in the languages of the program.
struct ClaimText {
    std::string en, zh;
    [[nodiscard]] bool empty() const { return en.empty(); }
};

enum class ClaimVerdict { Right, HalfRight, Wrong };
[[nodiscard]] std::string_view toName(ClaimVerdict verdict); ///< "right", "half_right", "wrong"

/// One number, or a few that belong together, of a trial: how it is read and what it should be.
struct ClaimFigure {
    /// How `expected` is meant.
    enum class Relation {
        Near,    ///< within the tolerance, each of them (one expected number is meant for all that
                 ///< are measured); NaN: must not be a number
        Between, ///< expected[0] ≤ each ≤ expected[1], the tolerance allowed on either side
        Above,   ///< each > expected[0]
        Below,   ///< each < expected[0]
        AtMost,  ///< each ≤ expected[0]
    };
    ClaimText name;
    std::vector<std::string> read;                ///< see claim_trial.h
    std::size_t from = 0, to = std::string::npos; ///< of the numbers read, those of [from, to)
    Relation relation = Relation::Near;
    std::vector<double> expected;
    double tolerance = 0.0;
    bool relative = false; ///< the tolerance is a share of the expected number
};
/// Whether these numbers are what is expected.
[[nodiscard]] bool agrees(const ClaimFigure &figure, std::span<const double> measured);

/// What a second session has besides the first.
struct ClaimVariant {
    std::vector<std::pair<std::string, std::string>> settings;
    std::string arrays = "{}";
};

/// Something that can be done about a claim.
struct ClaimTrial {
    enum class Kind {
        Experiment, ///< runs one (core/experiments) and reads its table
        Session,    ///< sets up a session, which can be shown, and reads its trace
        Account,    ///< counts parameters, bytes and operations of given sizes
        Faults,     ///< makes a common mistake in attention and reads which tests catch it
    };
    /// Where to look in a session.
    struct Place {
        Stage stage = Stage::Weights;
        std::size_t batch = 0, head = 0, query = 0, key = 0;
    };
    ClaimText what; ///< what is done, one line
    Kind kind = Kind::Experiment;
    std::string subject; ///< name of the experiment, or of the session it starts from
    std::vector<std::pair<std::string, std::string>> settings; ///< as of --set
    std::string arrays = "{}";           ///< of a session: JSON object of small arrays
    std::optional<ClaimVariant> against; ///< a second session, for what is read of both
    std::uint64_t seed = 42;             ///< of an experiment
    std::optional<Place> place;
    std::vector<ClaimFigure> figures;
};

struct Claim {
    std::string id;    ///< "S1-09"
    std::string topic; ///< of its file: "scaling"
    std::vector<std::string> systems;
    ClaimText statement; ///< as it is said
    ClaimVerdict verdict = ClaimVerdict::Right;
    ClaimText condition;   ///< of the verdict: when it holds and when not; may be empty
    bool anecdote = false; ///< somebody's own experience, which nobody can check
    ClaimText truth;       ///< what is so instead, or besides
    std::string formula;   ///< plain text; may be empty
    std::vector<ClaimTrial> trials;
    ClaimText untried; ///< why there is nothing to try; empty exactly when there are trials
};

struct ClaimTopic {
    std::string name; ///< "scaling"
    ClaimText title;
    std::vector<Claim> claims;
};

/// One file of resources/claims; `name` is for messages. Everything in it is looked at: names that
/// do not exist, missing texts, trials whose experiment, parameter, setting or reading there is
/// none of. \throws InputError saying which card and what.
[[nodiscard]] ClaimTopic readClaimTopic(std::string_view json, const std::string &name);

/// What is looked for among the claims; what is empty does not restrict.
struct ClaimFilter {
    std::string words; ///< each of them must occur in the id, a text or the formula
    std::optional<ClaimVerdict> verdict;
    std::string topic, system;
    bool anecdotes = false; ///< only those
    bool triable = false;   ///< only those that can be tried
};
[[nodiscard]] bool matches(const Claim &claim, const ClaimFilter &filter);

} // namespace attnscope::core
