// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain.h"

#include <functional>
#include <utility>

namespace attnscope::core {

using Index = std::size_t;

/// The numbers of a pass, whatever they are stored in, and its sizes.
struct PassNumbers {
    const Problem &problem;
    const KeepMask &keep;
    double scale;
    std::function<std::optional<Shape>(const ArrayRef &)> shape;
    std::function<double(const CellLink &)> value;
};

template <class... P> [[nodiscard]] Parts partsOf(P &&...pieces) {
    const auto part = [](auto &&piece) {
        if constexpr (std::is_same_v<std::decay_t<decltype(piece)>, Operand>)
            return Part{{}, piece};
        else
            return Part{std::string(piece), std::nullopt};
    };
    return {part(std::forward<P>(pieces))...};
}

/// A number that comes from no cell.
[[nodiscard]] Operand number(std::string symbol, double value);

/// An explanation while it is being written: what the rows of both tables work with.
class Writer {
public:
    Writer(const PassNumbers &numbers, Explanation &to, Coordinates at);

    const Problem &p;
    const KeepMask &keep;
    const MaskConfig &mask;
    const Coordinates at; ///< of the cell that is explained
    const Index batch, queries, keys, heads, dK, dV, dModel, dMemory;

    [[nodiscard]] double scale() const { return m_numbers.scale; }
    /// The operand at these coordinates of an array.
    [[nodiscard]] Operand operand(const ArrayRef &array, Coordinates where) const;
    [[nodiscard]] std::string symbol(const ArrayRef &array, const Coordinates &where) const;
    /// Keep bit of the dropout, which need not be stored.
    [[nodiscard]] Operand dropoutKeep(Index b, Index h, Index i, Index j) const;
    [[nodiscard]] std::size_t count(const ArrayRef &array) const; ///< its elements

    void formula(std::string text) { m_to.formula = std::move(text); }
    void remark(Remark remark);
    /// Says by which parts of the mask a cell is hidden, if it is.
    void remarkHidden(Index b, Index h, Index i, Index j);

    /// Adds a step and answers its result as an operand for later ones.
    Operand expression(std::string symbol, Parts parts, double value);
    /// The cell itself is an expression of these parts.
    void result(Parts parts, double value) { expression(m_to.symbol, std::move(parts), value); }
    /// The cell is another one, unchanged.
    void same(const Operand &operand) { result(partsOf(operand), operand.value); }
    Operand add(Step step);
    [[nodiscard]] const std::string &own() const { return m_to.symbol; }

private:
    const PassNumbers &m_numbers;
    Explanation &m_to;
};

/// A sum (or maximum) written term by term.
class Series {
public:
    Series(Writer &to, std::string symbol, Step::Kind kind = Step::Kind::Sum);
    void add(Parts parts, double value, bool leftOut = false);
    /// a·b
    void product(const Operand &a, const Operand &b, bool leftOut = false);
    /// A term beyond those that are listed: its parts need not be made.
    [[nodiscard]] bool full() const { return m_step.terms.size() >= kMostTerms; }
    void addUnlisted(double value, bool leftOut = false);
    Operand done() { return m_to.add(std::move(m_step)); }

private:
    void take(double value);

    Writer &m_to;
    Step m_step;
};

/// Whether hidden (b,h,i,j) takes no part in a sum with that weight: hidden keys are left out where
/// scores are filled with −∞, since NaN in what they hide must not be seen. A weight that is not 0
/// although its key is hidden (a row without keys that is NaN by choice) counts.
[[nodiscard]] bool leftOut(const Writer &w, double weight, Index b, Index h, Index i, Index j);
/// Mean and 1/√(variance + ε) of what one normalisation of the concat spans, as steps.
struct NormParts {
    Operand mean, variance;
    Index first, size; ///< columns of the concat
    [[nodiscard]] double normal(double x) const;
};
[[nodiscard]] NormParts normSteps(Writer &w, Index b, Index i, Index column);

void explainStage(Writer &w, Stage stage);
void explainGradient(Writer &w, Gradient gradient);

} // namespace attnscope::core
