// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain.h"

#include "core/attention.h"
#include "core/explain_private.h"
#include "core/initialiser.h"
#include "core/input_array.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attnscope::core {

namespace {

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

constexpr std::string_view kInputSymbols[] = {"<i>X</i><sub>embed</sub>",
                                              "<i>X</i><sub>memory</sub>",
                                              "<i>W<sub>Q</sub></i>",
                                              "<i>W<sub>K</sub></i>",
                                              "<i>W<sub>V</sub></i>",
                                              "<i>W<sub>O</sub></i>",
                                              "<i>b<sub>Q</sub></i>",
                                              "<i>b<sub>K</sub></i>",
                                              "<i>b<sub>V</sub></i>",
                                              "<i>b<sub>O</sub></i>",
                                              "<i>γ</i>",
                                              "<i>β</i>",
                                              "<i>G</i>"};
static_assert(std::size(kInputSymbols) == kInputCount);

Shape mapShape(const Problem &p) { return {p.batch(), p.heads(), p.queries(), p.keys()}; }

template <class A> std::optional<Shape> present(const A &array) {
    return array.present() ? std::optional(array.shape()) : std::nullopt;
}

std::optional<Shape> sideShape(const Problem &p, SideInput side) {
    switch (side) {
    case SideInput::DropoutKeep:
        return p.config.dropout.attention > 0.0 ? std::optional(mapShape(p)) : std::nullopt;
    case SideInput::CustomMask:
        return p.config.mask.custom ? present(p.maskKeep) : std::nullopt;
    case SideInput::Lengths:
        break;
    }
    return p.config.mask.padding ? present(p.lengths) : std::nullopt;
}

double sideValue(const Problem &p, SideInput side, Index index) {
    switch (side) {
    case SideInput::DropoutKeep: {
        if (p.dropoutKeep.present())
            return p.dropoutKeep.data()[index] != 0;
        const Coordinates at = coordinates(mapShape(p), index);
        const DropoutConfig &d = p.config.dropout;
        return drawnToKeep(d.seed, d.attention, at[0], at[1], at[2], at[3]);
    }
    case SideInput::CustomMask:
        return p.maskKeep.data()[index] != 0;
    case SideInput::Lengths:
        break;
    }
    return static_cast<double>(p.lengths.data()[index]);
}

/// The first index of these arrays is the sequence, not worth saying where there is one only.
bool startsWithBatch(const ArrayRef &array, const Shape &shape) {
    return std::visit(
        Overloaded{[](Stage s) {
                       const auto axes = stageInfo(s).axes;
                       return !axes.empty() && axes[0] == Axis::Batch;
                   },
                   [](Gradient g) { return gradientInfo(g).stage.has_value(); },
                   [](Input i) { return inputRank(i) == 3; },
                   [&](SideInput s) { return s != SideInput::CustomMask || shape.size() == 4; }},
        array);
}

} // namespace

bool Explanation::complete() const {
    return std::find(remarks.begin(), remarks.end(), Remark::NotKept) == remarks.end();
}

Index flatIndex(const Shape &shape, const Coordinates &at) {
    Index flat = 0;
    for (std::size_t a = 0; a < shape.size(); ++a)
        flat = flat * shape[a] + at.at(a);
    return flat;
}

Coordinates coordinates(const Shape &shape, Index index) {
    Coordinates at(shape.size());
    for (std::size_t a = shape.size(); a-- > 0;) {
        at[a] = index % shape[a];
        index /= shape[a];
    }
    return at;
}

std::string_view nameOf(const ArrayRef &array) {
    return std::visit(Overloaded{[](Stage s) { return stageInfo(s).name; },
                                 [](Gradient g) { return gradientInfo(g).name; },
                                 [](Input i) { return toName(i); },
                                 [](SideInput s) {
                                     return s == SideInput::DropoutKeep ? "dropout_keep"
                                            : s == SideInput::CustomMask
                                                ? "mask_custom"
                                                : std::string_view("lengths");
                                 }},
                      array);
}

std::string_view symbolOf(const ArrayRef &array) {
    return std::visit(Overloaded{[](Stage s) { return stageInfo(s).symbol; },
                                 [](Gradient g) { return gradientInfo(g).symbol; },
                                 [](Input i) { return kInputSymbols[static_cast<std::size_t>(i)]; },
                                 [](SideInput s) {
                                     return s == SideInput::DropoutKeep ? "keep"
                                            : s == SideInput::CustomMask
                                                ? "custom"
                                                : std::string_view("length");
                                 }},
                      array);
}

template <class T> std::optional<Shape> shapeOf(const BasicTrace<T> &t, const ArrayRef &array) {
    const Problem &p = *t.problem;
    return std::visit(Overloaded{[&](Stage s) -> std::optional<Shape> {
                                     return t.has(s) ? stageShape(p, s) : std::nullopt;
                                 },
                                 [&](Gradient g) { return present(t[g]); },
                                 [&](Input i) { return present(inputArray(p, i)); },
                                 [&](SideInput s) { return sideShape(p, s); }},
                      array);
}

template <class T> double valueAt(const BasicTrace<T> &t, const CellLink &cell) {
    const auto shape = shapeOf(t, cell.array);
    if (!shape || cell.index >= elementCount(*shape))
        throw std::out_of_range("explain: " + std::string(nameOf(cell.array)) + " has no cell " +
                                std::to_string(cell.index));
    return std::visit(
        Overloaded{[&](Stage s) {
                       if (s == Stage::Scale)
                           return static_cast<double>(static_cast<T>(t.scale));
                       if (s != Stage::MaskKeep)
                           return static_cast<double>(t[s].data()[cell.index]);
                       const Coordinates at = coordinates(*shape, cell.index);
                       return t.keep.visible(at[0], at[1], at[2], at[3]) ? 1.0 : 0.0;
                   },
                   [&](Gradient g) { return static_cast<double>(t[g].data()[cell.index]); },
                   [&](Input i) {
                       return static_cast<double>(inputArray(*t.problem, i).data()[cell.index]);
                   },
                   [&](SideInput s) { return sideValue(*t.problem, s, cell.index); }},
        cell.array);
}

Operand number(std::string symbol, double value) {
    return {std::move(symbol), value, std::nullopt};
}

Writer::Writer(const PassNumbers &numbers, Explanation &to, Coordinates where)
    : p(numbers.problem), keep(numbers.keep), mask(p.config.mask), at(std::move(where)),
      batch(p.batch()), queries(p.queries()), keys(p.keys()), heads(p.heads()), dK(p.dK()),
      dV(p.dV()), dModel(p.dModel()), dMemory(p.dMemory()), m_numbers(numbers), m_to(to) {}

std::string Writer::symbol(const ArrayRef &array, const Coordinates &where) const {
    const auto base = symbolOf(array);
    const auto shape = m_numbers.shape(array);
    const bool skip = shape && batch == 1 && startsWithBatch(array, *shape);
    std::string indices;
    for (std::size_t a = skip ? 1 : 0; a < where.size(); ++a)
        indices += (indices.empty() ? "" : ",") + std::to_string(where[a]);
    std::string text(base);
    constexpr std::string_view kEnd = "</sub>";
    if (indices.empty())
        return text;
    if (base.ends_with(kEnd)) // one subscript, not one below another
        return text.insert(text.size() - kEnd.size(), " " + indices);
    return text + (base.ends_with("</sub></i>") ? "<sub> " : "<sub>") + indices + "</sub>";
}

Operand Writer::operand(const ArrayRef &array, Coordinates where) const {
    const auto shape = m_numbers.shape(array);
    if (!shape)
        throw std::out_of_range("explain: no " + std::string(nameOf(array)));
    const CellLink link{array, flatIndex(*shape, where)};
    return {symbol(array, where), m_numbers.value(link), link};
}

Operand Writer::dropoutKeep(Index b, Index h, Index i, Index j) const {
    return operand(SideInput::DropoutKeep, {b, h, i, j});
}

std::size_t Writer::count(const ArrayRef &array) const {
    const auto shape = m_numbers.shape(array);
    return shape ? elementCount(*shape) : 0;
}

void Writer::remark(Remark remark) {
    if (std::find(m_to.remarks.begin(), m_to.remarks.end(), remark) == m_to.remarks.end())
        m_to.remarks.push_back(remark);
}

void Writer::remarkHidden(Index b, Index h, Index i, Index j) {
    if (keep.visible(b, h, i, j))
        return;
    if (mask.causal && j >= causalEnd(i, queries, keys, mask.causalAlignment))
        remark(Remark::HiddenByCausal);
    if (mask.padding && p.lengths.present() && static_cast<std::int64_t>(j) >= p.lengths(b))
        remark(Remark::HiddenByPadding);
    if (mask.custom && p.maskKeep.present() &&
        (p.maskKeep.rank() == 4 ? p.maskKeep(b, h, i, j) : p.maskKeep(i, j)) == 0)
        remark(Remark::HiddenByCustom);
}

Operand Writer::add(Step step) {
    m_to.steps.push_back(std::move(step));
    return number(m_to.steps.back().symbol, m_to.steps.back().value);
}

Operand Writer::expression(std::string symbol, Parts parts, double value) {
    Step step;
    step.symbol = std::move(symbol);
    step.parts = std::move(parts);
    step.value = value;
    return add(std::move(step));
}

Series::Series(Writer &to, std::string symbol, Step::Kind kind) : m_to(to) {
    m_step.kind = kind;
    m_step.symbol = std::move(symbol);
    if (kind == Step::Kind::Maximum)
        m_step.value = -std::numeric_limits<double>::infinity();
}

void Series::take(double value) {
    if (m_step.kind == Step::Kind::Sum)
        m_step.value += value;
    else if (value > m_step.value) // a NaN is never greater, as in softmaxRows()
        m_step.value = value;
}

void Series::add(Parts parts, double value, bool leftOut) {
    if (full()) {
        addUnlisted(value, leftOut);
        return;
    }
    if (!leftOut)
        take(value);
    m_step.terms.push_back({std::move(parts), value, m_step.value, leftOut});
}

void Series::addUnlisted(double value, bool leftOut) {
    ++m_step.moreTerms;
    if (leftOut)
        return;
    take(value);
    if (m_step.kind == Step::Kind::Sum)
        m_step.moreBy = m_step.moreBy.value_or(0.0) + value;
}

void Series::product(const Operand &a, const Operand &b, bool leftOut) {
    add(full() ? Parts() : partsOf(a, "·", b), a.value * b.value, leftOut);
}

bool leftOut(const Writer &w, double weight, Index b, Index h, Index i, Index j) {
    return excludesHidden(w.mask) && weight == 0.0 && !w.keep.visible(b, h, i, j);
}

namespace {

/// Whether an operand of any step is not finite; fills and masked scores of −∞ are usual.
bool badOperand(const Explanation &e) {
    const auto bad = [](const Parts &parts) {
        return std::any_of(parts.begin(), parts.end(), [](const Part &part) {
            return part.operand && (std::isnan(part.operand->value) ||
                                    part.operand->value == std::numeric_limits<double>::infinity());
        });
    };
    return std::any_of(e.steps.begin(), e.steps.end(), [&](const Step &step) {
        return bad(step.parts) || std::any_of(step.terms.begin(), step.terms.end(),
                                              [&](const Term &t) { return bad(t.parts); });
    });
}

} // namespace

template <class T> Explanation explain(const BasicTrace<T> &t, const CellLink &cell) {
    Explanation e;
    e.cell = cell;
    e.traced = e.value = valueAt(t, cell);
    const PassNumbers numbers{*t.problem, t.keep, static_cast<double>(static_cast<T>(t.scale)),
                              [&t](const ArrayRef &a) { return shapeOf(t, a); },
                              [&t](const CellLink &c) { return valueAt(t, c); }};
    Writer w(numbers, e, coordinates(*shapeOf(t, cell.array), cell.index));
    e.symbol = w.symbol(cell.array, w.at);
    const StageSet needed = stagesBehind(cell.array);
    for (const StageInfo &s : stageTable())
        if (needed.contains(s.stage) && stageShape(*t.problem, s.stage) && !t.has(s.stage))
            w.remark(Remark::NotKept);
    if (!e.complete())
        return e;
    std::visit(Overloaded{[&](Stage s) { explainStage(w, s); },
                          [&](Gradient g) { explainGradient(w, g); },
                          [&](Input) { w.remark(Remark::GivenInput); },
                          [&](SideInput) { w.remark(Remark::GivenInput); }},
               cell.array);
    if (!e.steps.empty())
        e.value = e.steps.back().value;
    if (std::isnan(e.value))
        w.remark(Remark::NotANumber);
    if (std::isinf(e.value))
        w.remark(Remark::Infinite);
    if (badOperand(e))
        w.remark(Remark::NotANumberIn);
    return e;
}

#define ATTNSCOPE_INSTANTIATE(T)                                                                   \
    template std::optional<Shape> shapeOf(const BasicTrace<T> &, const ArrayRef &);                \
    template double valueAt(const BasicTrace<T> &, const CellLink &);                              \
    template Explanation explain(const BasicTrace<T> &, const CellLink &);
ATTNSCOPE_INSTANTIATE(float)
ATTNSCOPE_INSTANTIATE(double)
#undef ATTNSCOPE_INSTANTIATE

} // namespace attnscope::core
