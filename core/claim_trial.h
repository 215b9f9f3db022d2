// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/claims.h"
#include "core/experiments/experiment.h"
#include "core/session.h"

#include <string>
#include <vector>

/// \file
/// Trying a claim: what is measured is computed here, now.
///
/// A figure is read by words. Of an experiment: `cell COLUMN ROW`, `cells COLUMN,COLUMN… ROW` and
/// `column COLUMN` of its table, a row by the text of its first cell; `verdict` (1 it holds, 0 it
/// does not). Of a session, NAME being a stage, a gradient or an input array and INDEX… a place in
/// it (fewer than axes: all that lies there):
///
///     value NAME INDEX…        the numbers themselves
///     norm|sum|std|least|greatest|largest NAME INDEX…   std by n − 1, largest: of |values|
///     std_n NAME INDEX…        standard deviation by n
///     row_sums NAME INDEX…     sums along the last axis; row_sums_mean, row_sums_std of them
///     mean_of_heads NAME B I   row I of the mean over heads
///     difference NAME INDEX…   largest |difference| from the second session
///     row_differences NAME INDEX…   the same of each row along the last axis
///     shape NAME [FROM]        its extents, from that axis on
///     singular NAME            singular values of a matrix
///     head MEASURE H           entropy, entropy_share (of ln S) … diagonal, ablation; a row of
///                              mathematics.md §7
///     bias|bias_of_all|bias_sum|bias_largest H   position bias: of those that may see the key; of
///                              all queries; the sum of that; the largest
///     variances|explained STAGE H [N]    principal components, the first N
///     pair kl|js|js_bits|cosine|cosine_centred A B
///     check NAME               a line of the checklist: 1 passed, 0 failed
///     above T                  number of weights above T
///     empty_rows, not_finite NAME, dead_rows H, scale
///     refused                  1 when the session is refused, else 0
///
/// Of an account: parameters [ARRAY|QKV], parameter_bytes, bytes STAGE, macs STAGE|QKV, cache,
/// tiled, training. Of faults: passed FAULT TEST… (core/fault_matrix.h), 1 or 0 each.

namespace attnscope::core {

struct ClaimMeasurement {
    std::vector<double> values; ///< empty: it does not exist
    bool agrees = false;        ///< with what the figure expects
};
struct ClaimResult {
    std::vector<ClaimMeasurement> figures; ///< as many as the trial has
    std::string verdict;                   ///< of an experiment: its sentence
    std::vector<ExperimentPoint> points;   ///< of an experiment: what can be opened
    [[nodiscard]] bool agrees() const;     ///< all of them
};

/// Runs it on the engine of `run`, which also stops it and hears how far it is; the seed is the
/// trial's own. \throws StoppedError, EngineError, InputError
[[nodiscard]] ClaimResult runTrial(const ClaimTrial &trial, const ExperimentRun &run);

/// What a trial of kind Session sets up. \throws InputError
[[nodiscard]] Session trialSession(const ClaimTrial &trial);

/// Whether everything it names exists. \throws InputError, UsageError saying what does not
void checkTrial(const ClaimTrial &trial);

} // namespace attnscope::core
