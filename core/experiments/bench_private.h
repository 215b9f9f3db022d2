// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention.h"
#include "core/experiments/experiment.h"
#include "core/trace.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// \file
/// What experiments are built from: numbers drawn by seed, passes, statistics, tables.

namespace attnscope::core::lab {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Throws StoppedError when the run is to stop; tells the share that is done.
class Steps {
public:
    Steps(const ExperimentRun &run, double total) : m_run(run), m_total(total) {}
    void next(double steps = 1.0);

private:
    const ExperimentRun &m_run;
    double m_total, m_done = 0.0;
};

/// sin(1.3 r + 0.7 c + 2.1 s + 0.11 r c): a matrix that anybody can make again in any language.
[[nodiscard]] double workedValue(int stream, std::size_t row, std::size_t column);
[[nodiscard]] Tensor worked(int stream, Shape shape, double factor = 1.0); ///< last two axes
/// The worked example of one head: Q, K [1,4,4] and V [1,4,3].
struct HeadInputs {
    Tensor q, k, v; ///< [B,L,d_k], [B,S,d_k], [B,S,d_v]
};
[[nodiscard]] HeadInputs workedHead();
/// The worked example of two heads: L = 6, D = 8, self-attention without positions.
[[nodiscard]] Session workedTwoHeads();

/// Independent N(0, σ²); `stream` tells arrays of one seed apart.
[[nodiscard]] Tensor normals(std::uint64_t seed, std::uint32_t stream, Shape shape, double sigma,
                             const std::stop_token &stop = {});
/// Seed of repetition n of a run.
[[nodiscard]] std::uint64_t seedOf(const ExperimentRun &run, std::size_t repetition);

/// One head whose queries, keys and values are these: X_embed holds Q and the memory holds K beside
/// V, and the projections pick them out. Scale 1/√d_k, no mask.
[[nodiscard]] Session directSession(const HeadInputs &inputs);
/// Scores as they are: Q holds them, K is the identity, the scale is 1. [L,S]
[[nodiscard]] Session scoresSession(const Tensor &scores, const Tensor &v = {});
/// Self-attention on given inputs [B,L,D] without positions, everything else by default.
[[nodiscard]] Session plainSession(const Tensor &x, int heads);

/// One pass on the engine of the run. \throws StoppedError, EngineError, InputError
[[nodiscard]] TracePtr passOf(const ExperimentRun &run, const Session &session, StageSet keep,
                              bool gradients = false);
[[nodiscard]] TracePtr passOf(const ExperimentRun &run, std::shared_ptr<const Problem> problem,
                              StageSet keep, bool gradients = false);

/// Values of repetitions.
class Sample {
public:
    void add(double value) { m_values.push_back(value); }
    [[nodiscard]] std::size_t count() const { return m_values.size(); }
    [[nodiscard]] double mean() const;      ///< NaN without values
    [[nodiscard]] double deviation() const; ///< n − 1; NaN with fewer than two
    [[nodiscard]] double error() const;     ///< of the mean: deviation/√n
private:
    std::vector<double> m_values;
};
/// A series that grows by the mean of a sample and its spread (one standard deviation).
void append(ExperimentSeries &series, double x, const Sample &sample);
[[nodiscard]] ExperimentSeries
series(Phrase name, ExperimentSeries::Role role = ExperimentSeries::Role::Measured);

/// Moments of values in double precision, NaN and ∞ let through as they are.
[[nodiscard]] double meanOf(std::span<const float> values);
[[nodiscard]] double varianceOf(std::span<const float> values, bool population = false);
[[nodiscard]] double normOf(std::span<const float> values); ///< Euclidean
/// Largest |a − b|; NaN where either is.
[[nodiscard]] double largestDifference(std::span<const float> a, std::span<const float> b);
[[nodiscard]] double largestMagnitude(std::span<const float> values);
/// One sequence, head … of an array: the n-th block of `size` values.
[[nodiscard]] std::span<const float> block(const Tensor &t, std::size_t n, std::size_t size);

/// Numerical rank: pivots above 1e-6 of the largest, which is what rounding to fp32 leaves.
[[nodiscard]] std::size_t rankOf(std::span<const float> values, std::size_t rows,
                                 std::size_t columns);
/// Columns, or rows, first … first + count − 1 of a matrix.
[[nodiscard]] Tensor columnsOf(const Tensor &matrix, std::size_t first, std::size_t count);
[[nodiscard]] Tensor rowsOf(const Tensor &matrix, std::size_t first, std::size_t count);
/// Refuses heads that do not divide d_model. \throws InputError
void requireDivides(int dModel, int heads);

/// What one row of weights is like.
struct RowShape {
    double sum = 0.0;
    double entropy = 0.0; ///< nats
    double largest = 0.0;
    double squares = 0.0;  ///< Σ p²; the trace of the Jacobian is 1 − Σ p²
    double jacobian = 0.0; ///< ‖diag(p) − p·pᵀ‖_F
};
[[nodiscard]] RowShape shapeOf(std::span<const float> row);
/// Means over all rows of a block.
struct MapShape {
    double entropyNormalised = 0.0, entropy = 0.0, largest = 0.0, squares = 0.0, jacobian = 0.0;
};
[[nodiscard]] MapShape shapeOf(std::span<const float> rows, std::size_t keys);

/// A table that is filled row by row.
[[nodiscard]] ExperimentTable table(std::vector<ExperimentColumn> columns);
/// NaN becomes a cell that holds nothing.
[[nodiscard]] ExperimentCell cell(double value);
void addRow(ExperimentTable &table, std::vector<ExperimentCell> cells);

[[nodiscard]] ExperimentVerdict verdict(bool holds, Phrase sentence);
[[nodiscard]] ExperimentMap mapOf(Phrase title, Tensor values, Phrase rows = "query i (rows)",
                                  Phrase columns = "key j (columns)");

} // namespace attnscope::core::lab
