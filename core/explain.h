// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attnscope::core {

/// \file
/// The arithmetic of one cell of any array of the trace, forward and backward (mathematics.md §2,
/// §6): the formula in symbols, the operands with the cells that they came from, each summand with
/// the sum so far. Computed in double from the trace's own operands, for one cell only; what is
/// drawn, spoken or exported of it is made from this alone.

/// Inputs of a pass that are no `Input`.
enum class SideInput {
    DropoutKeep, ///< [B,H,L,S], 1 = kept
    CustomMask,  ///< [L,S] or [B,H,L,S], 1 = visible
    Lengths,     ///< [B]
};
using ArrayRef = std::variant<Stage, Gradient, Input, SideInput>;

/// One cell of one array, by its row-major index. 0 for a scalar.
struct CellLink {
    ArrayRef array;
    std::size_t index = 0;
    bool operator==(const CellLink &) const = default;
};

/// A number in a formula. Settings (a fill, the base), sizes and intermediate results have no link.
struct Operand {
    std::string symbol; ///< rich text, with its indices: "<i>Q</i><sub>0,2,1</sub>"
    double value = 0.0;
    std::optional<CellLink> link;
};

/// A piece of an expression: an operand, or what stands between operands ("exp(", "·"). The pieces
/// of an expression, one after another, are rich text; so they are with values for the symbols.
struct Part {
    std::string text; ///< rich text; empty when it is an operand
    std::optional<Operand> operand;
};
using Parts = std::vector<Part>;

/// One summand, or one of those that a maximum is taken of.
struct Term {
    Parts parts;
    double value = 0.0;
    double partial = 0.0; ///< sum or maximum of the terms up to here
    bool leftOut = false; ///< behind a hidden key, so that it takes no part whatever it is
};

/// One step of the arithmetic. The last one's result is the cell.
struct Step {
    enum class Kind { Expression, Sum, Maximum };
    Kind kind = Kind::Expression;
    std::string symbol;           ///< of its result, rich text
    Parts parts;                  ///< of an expression
    std::vector<Term> terms;      ///< of a sum or maximum, in the order of the formula
    std::size_t moreTerms = 0;    ///< those that are not listed, after the ones that are
    std::optional<double> moreBy; ///< the sum of those
    double value = 0.0;
};
/// Terms that are listed one by one; what a larger sum has besides is one number.
inline constexpr std::size_t kMostTerms = 4096;

/// What is to be said of a cell besides its numbers.
enum class Remark {
    GivenInput,      ///< nothing computes it: it was put in
    Setting,         ///< it follows from the settings alone
    UpstreamChosen,  ///< the gradient of the loss that was chosen
    NoMask,          ///< no part of the mask is on
    HiddenByCausal,  ///< this key is hidden from this query …
    HiddenByPadding, ///<
    HiddenByCustom,  ///<
    LeftOut,         ///< hidden keys are left out of the sum
    MaskNotApplied,  ///< hidden, but the way the mask is applied does not hide it
    MaskAfterwards,  ///< the mask is applied to the weights, after the softmax
    EmptyRowZero,    ///< the query sees no key: set to 0 instead of computed
    EmptyRowNan,     ///< the query sees no key: the formula gives no number
    EmptyRowFilled,  ///< the query sees no key: every score is the finite fill
    NothingToDivide, ///< the row has no weight left, so it is not divided
    NotDropped,      ///< no dropout
    Dropped,         ///< dropout took it away
    NoPositions,     ///< the positional encoding is off
    SharedValues,    ///< W_K makes the values too
    ScoresAsGiven,   ///< hidden and replaced: the score has no part in what follows
    ConstantScale,   ///< the deviation is a constant for the gradient
    NotANumber,      ///< the result is NaN
    Infinite,        ///< the result is ∞ or −∞
    NotANumberIn,    ///< an operand is NaN or infinite
    NotKept,         ///< a stage that it is computed from was not kept in this pass
};

/// How one cell came about.
struct Explanation {
    CellLink cell;
    std::string symbol;      ///< of the cell with its indices, rich text
    std::string formula;     ///< of any such cell under these settings, rich text; empty for inputs
    std::vector<Step> steps; ///< none for inputs
    std::vector<Remark> remarks;         ///< without repetition
    double value = 0.0;                  ///< what the last step gives; the input itself
    double traced = 0.0;                 ///< what stands in the trace
    [[nodiscard]] bool complete() const; ///< nothing that it needs was left out of the trace
};

/// Shape of an array of the trace or its problem; nothing when it is not there: it does not occur,
/// or (stages) was not kept.
template <class T>
[[nodiscard]] std::optional<Shape> shapeOf(const BasicTrace<T> &trace, const ArrayRef &array);
/// The number that a link names. \throws std::out_of_range when there is none.
template <class T> [[nodiscard]] double valueAt(const BasicTrace<T> &trace, const CellLink &cell);

/// The arithmetic of one cell of a stage, a gradient or an input. T is float or double.
/// \throws std::out_of_range when there is no such cell.
template <class T>
[[nodiscard]] Explanation explain(const BasicTrace<T> &trace, const CellLink &cell);

/// Stages that have to be kept so that the cells of an array can be explained, itself included.
[[nodiscard]] StageSet stagesBehind(const ArrayRef &array);
/// "weights", "grad_W_Q", "W_Q", "dropout_keep": as in files.
[[nodiscard]] std::string_view nameOf(const ArrayRef &array);
/// As typeset, without indices.
[[nodiscard]] std::string_view symbolOf(const ArrayRef &array);

/// One index an axis, outermost first.
using Coordinates = std::vector<std::size_t>;
/// Row-major index from coordinates and back.
[[nodiscard]] std::size_t flatIndex(const Shape &shape, const Coordinates &at);
[[nodiscard]] Coordinates coordinates(const Shape &shape, std::size_t index);

} // namespace attnscope::core
