// SPDX-License-Identifier: GPL-3.0-or-later
// Each stage's cell, next to the formula of core/attention.h that it follows.
#include "core/attention.h"
#include "core/explain_private.h"
#include "core/positional.h"

#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

std::string table(Stage stage) { return std::string(stageInfo(stage).cell); }

void embed(Writer &w) { w.remark(Remark::GivenInput); }

/// sin or cos of position / base^(2i/D), with the angle as a step of its own.
Operand positional(Writer &w, std::string symbol, Index position, Index column, Index width) {
    const double base = w.p.config.positional.base;
    const double pair = 2.0 * static_cast<double>(column / 2);
    const double exponent = pair / static_cast<double>(width);
    const Operand power = w.expression(
        "2<i>i</i>/<i>D</i>",
        partsOf(number("2<i>i</i>", pair), " / ", number("<i>D</i>", static_cast<double>(width))),
        exponent);
    const double divisor = std::pow(base, exponent);
    const Operand wave = w.expression(
        "<i>λ</i>/2π", partsOf(number("base", base), "<sup>", power, "</sup>"), divisor);
    const double angle = static_cast<double>(position) / divisor;
    const bool even = column % 2 == 0;
    return w.expression(std::move(symbol),
                        partsOf(even ? "sin(" : "cos(",
                                number("<i>p</i>", static_cast<double>(position)), " / ", wave,
                                ")"),
                        even ? std::sin(angle) : std::cos(angle));
}

void encoding(Writer &w) {
    w.remark(Remark::Setting);
    w.formula(w.at[1] % 2 == 0 ? "sin(<i>p</i> / base<sup>2<i>i</i>/<i>D</i></sup>)"
                               : "cos(<i>p</i> / base<sup>2<i>i</i>/<i>D</i></sup>)");
    positional(w, w.own(), w.at[0], w.at[1], w.dModel);
}

void input(Writer &w) {
    const Operand x = w.operand(Stage::XEmbed, w.at);
    if (w.p.config.positional.kind == PositionalKind::None) {
        w.formula("<i>X</i><sub><i>i</i>,<i>c</i></sub> = <i>X</i><sub>embed "
                  "<i>i</i>,<i>c</i></sub>");
        w.remark(Remark::NoPositions);
        w.same(x);
        return;
    }
    const Operand pe = w.operand(Stage::PE, {w.at[1], w.at[2]});
    w.result(partsOf(x, " + ", pe), x.value + pe.value);
}

void memoryInput(Writer &w) {
    const Operand x = w.operand(Stage::XMemory, w.at);
    if (w.p.config.positional.kind == PositionalKind::None) {
        w.formula("<i>M</i><sub><i>j</i>,<i>c</i></sub> = <i>X</i><sub>memory "
                  "<i>j</i>,<i>c</i></sub>");
        w.remark(Remark::NoPositions);
        w.same(x);
        return;
    }
    // By its own positions and in its own width: no array of the trace holds these.
    const Operand pe = positional(w, "<i>PE</i>", w.at[1], w.at[2], w.dMemory);
    w.result(partsOf(x, " + ", pe), x.value + pe.value);
}

/// Σ_e x[b,r,e]·W[e,column] (+ b[column])
void project(Writer &w, const ArrayRef &x, Index row, Input weight, std::optional<Input> bias,
             Index width, Index column) {
    Series sum(w, w.own());
    for (Index e = 0; e < width; ++e)
        sum.product(w.operand(x, {w.at[0], row, e}), w.operand(weight, {e, column}));
    if (bias) {
        const Operand b = w.operand(*bias, {column});
        sum.add(partsOf(b), b.value);
    }
    sum.done();
}

std::optional<Input> biasIf(const Tensor &array, Input bias) {
    return array.present() ? std::optional(bias) : std::nullopt;
}

/// "… = Σ_e X·W (+ b)" for Q, K and V.
std::string projection(const char *name, const char *row, const char *from, const char *by,
                       bool bias) {
    std::string text = std::string("<i>") + name + "</i><sub><i>h</i>,<i>" + row +
                       "</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> <i>" + from + "</i><sub><i>" +
                       row + "</i>,<i>e</i></sub>·<i>W<sub>" + by +
                       "</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i></sub>";
    if (bias)
        text += std::string(" + <i>b<sub>") + by + "</sub></i><sub> <i>hd</i>+<i>c</i></sub>";
    return text;
}

void query(Writer &w) {
    const auto bias = biasIf(w.p.bQ, Input::BQ);
    w.formula(projection("Q", "i", "X", "Q", bias.has_value()));
    project(w, Stage::X, w.at[2], Input::WQ, bias, w.dModel, w.at[1] * w.dK + w.at[3]);
}

void key(Writer &w) {
    const auto bias = biasIf(w.p.bK, Input::BK);
    w.formula(projection("K", "j", w.p.cross() ? "M" : "X", "K", bias.has_value()));
    project(w, w.p.cross() ? Stage::M : Stage::X, w.at[2], Input::WK, bias, w.dMemory,
            w.at[1] * w.dK + w.at[3]);
}

void value(Writer &w) {
    const bool shared = w.p.config.shareKv;
    if (shared)
        w.remark(Remark::SharedValues);
    const auto bias = biasIf(w.p.valueBias(), shared ? Input::BK : Input::BV);
    w.formula(projection("V", "j", w.p.cross() ? "M" : "X", shared ? "K" : "V", bias.has_value()));
    project(w, w.p.cross() ? Stage::M : Stage::X, w.at[2], shared ? Input::WK : Input::WV, bias,
            w.dMemory, w.at[1] * w.dV + w.at[3]);
}

void rawScore(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    Series sum(w, w.own());
    for (Index c = 0; c < w.dK; ++c)
        sum.product(w.operand(Stage::Q, {w.at[0], w.at[1], w.at[2], c}),
                    w.operand(Stage::K, {w.at[0], w.at[1], w.at[3], c}));
    sum.done();
}

/// The sample standard deviation over all raw scores.
Operand deviation(Writer &w) {
    const Index n = w.count(Stage::ScoresRaw);
    const Shape shape{w.batch, w.heads, w.queries, w.keys};
    const Operand size = number("<i>n</i>", static_cast<double>(n));
    const auto score = [&](Index k) { return w.operand(Stage::ScoresRaw, coordinates(shape, k)); };
    Series total(w, "Σ<i>S</i><sub>raw</sub>");
    for (Index k = 0; k < n; ++k) {
        const Operand s = score(k);
        total.add(partsOf(s), s.value);
    }
    const Operand all = total.done();
    const Operand mean =
        w.expression("<i>μ</i>", partsOf(all, " / ", size), all.value / size.value);
    Series squares(w, "Σ(<i>S</i><sub>raw</sub> − <i>μ</i>)<sup>2</sup>");
    for (Index k = 0; k < n; ++k) {
        const Operand s = score(k);
        const double d = s.value - mean.value;
        squares.add(partsOf("(", s, " − ", mean, ")<sup>2</sup>"), d * d);
    }
    const Operand sum = squares.done();
    return w.expression("std", partsOf("√(", sum, " / (", size, " − 1))"),
                        std::sqrt(sum.value / (size.value - 1.0)));
}

void scale(Writer &w) {
    const Config &c = w.p.config;
    const Operand dK = number("<i>d<sub>k</sub></i>", static_cast<double>(w.dK));
    const Operand model = number("<i>D</i>", static_cast<double>(c.dModel));
    const auto root = [&w](const Operand &x) {
        w.formula("1 / √" + x.symbol);
        w.result(partsOf("1 / √", x), 1.0 / std::sqrt(x.value));
    };
    switch (c.scaling.mode) {
    case ScalingMode::None:
        w.formula("1");
        w.result(partsOf("1"), 1.0);
        break;
    case ScalingMode::SqrtDk:
        root(dK);
        break;
    case ScalingMode::SqrtDModel:
        root(model);
        break;
    case ScalingMode::Dk:
        w.formula("1 / " + dK.symbol);
        w.result(partsOf("1 / ", dK), 1.0 / dK.value);
        break;
    case ScalingMode::TimesSqrtDk:
        w.formula("√" + dK.symbol);
        w.result(partsOf("√", dK), std::sqrt(dK.value));
        break;
    case ScalingMode::Custom: {
        const Operand own = number("<i>s</i>", c.scaling.value);
        w.formula("<i>s</i>");
        w.same(own);
        break;
    }
    case ScalingMode::Adaptive: {
        w.formula("1 / √<i>d<sub>k</sub></i> / √(std / √<i>d<sub>k</sub></i> + 10<sup>−8</sup>)");
        const Operand s = deviation(w);
        const double r = std::sqrt(dK.value);
        w.result(partsOf("1 / √", dK, " / √(", s, " / √", dK, " + 10<sup>−8</sup>)"),
                 1.0 / r / std::sqrt(s.value / r + 1e-8));
        return;
    }
    case ScalingMode::Standardise: {
        w.formula("1 / (std + 10<sup>−8</sup>)");
        const Operand s = deviation(w);
        w.result(partsOf("1 / (", s, " + 10<sup>−8</sup>)"), 1.0 / (s.value + 1e-8));
        return;
    }
    }
    w.remark(Remark::Setting);
}

void score(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    const Operand raw = w.operand(Stage::ScoresRaw, w.at);
    const Operand s = w.operand(Stage::Scale, {});
    w.result(partsOf(raw, "·", s), raw.value * s.value);
}

/// 0 or 1 for each part of the mask that is on, and their product.
void maskKeep(Writer &w) {
    const Index b = w.at[0], i = w.at[2], j = w.at[3];
    const Operand keyIndex = number("<i>j</i>", static_cast<double>(j));
    Parts all;
    double visible = 1.0;
    std::string formula;
    const auto also = [&](const Operand &part) {
        if (!all.empty())
            all.push_back({" ∧ ", std::nullopt});
        formula += (formula.empty() ? "" : " ∧ ") + part.symbol;
        all.push_back({{}, part});
        visible *= part.value;
    };
    if (w.mask.causal) {
        const bool corner = w.mask.causalAlignment == CausalAlignment::BottomRight;
        const Operand queryIndex = number("<i>i</i>", static_cast<double>(i));
        const double shift = static_cast<double>(w.keys) - static_cast<double>(w.queries);
        const bool sees = j < causalEnd(i, w.queries, w.keys, w.mask.causalAlignment);
        also(w.expression("causal",
                          corner ? partsOf(keyIndex, " ≤ ", queryIndex, " + ",
                                           number("(<i>S</i> − <i>L</i>)", shift))
                                 : partsOf(keyIndex, " ≤ ", queryIndex),
                          sees ? 1.0 : 0.0));
    }
    if (w.mask.padding && w.p.lengths.present()) {
        const Operand length = w.operand(SideInput::Lengths, {b});
        also(w.expression("padding", partsOf(keyIndex, " &lt; ", length),
                          keyIndex.value < length.value ? 1.0 : 0.0));
    }
    if (w.mask.custom && w.p.maskKeep.present())
        also(w.p.maskKeep.rank() == 4 ? w.operand(SideInput::CustomMask, w.at)
                                      : w.operand(SideInput::CustomMask, {i, j}));
    if (all.empty()) {
        w.remark(Remark::NoMask);
        w.formula("1");
        all = partsOf("1");
    } else {
        w.formula(formula);
    }
    w.remarkHidden(b, w.at[1], i, j);
    w.result(std::move(all), visible);
}

bool appliedAfter(const MaskConfig &mask) {
    return mask.application == MaskApplication::MultiplyWeights ||
           mask.application == MaskApplication::MultiplyWeightsRenormalise;
}

void maskedScore(Writer &w) {
    const Operand s = w.operand(Stage::Scores, w.at);
    const bool visible = w.keep.visible(w.at[0], w.at[1], w.at[2], w.at[3]);
    const Operand keep = w.operand(Stage::MaskKeep, w.at);
    const Operand fill = number("fill", w.mask.fill);
    const std::string cell = "<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> = ";
    const std::string ofCell = "<sub><i>i</i>,<i>j</i></sub>";
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    if (appliedAfter(w.mask)) {
        w.formula(cell + "<i>S</i>" + ofCell);
        w.remark(Remark::MaskAfterwards);
        w.same(s);
        return;
    }
    switch (w.mask.application) {
    case MaskApplication::FillScores:
        w.formula(cell + "<i>mask</i>" + ofCell + " ? <i>S</i>" + ofCell + " : fill");
        w.result(partsOf(keep, " ? ", s, " : ", fill), visible ? s.value : fill.value);
        if (!visible)
            w.remark(Remark::ScoresAsGiven);
        break;
    case MaskApplication::AddToScores:
        w.formula(cell + "<i>S</i>" + ofCell + " + (<i>mask</i>" + ofCell + " ? 0 : fill)");
        if (visible)
            w.result(partsOf(s, " + (", keep, " ? 0 : fill)"), s.value);
        else
            w.result(partsOf(s, " + (", keep, " ? 0 : ", fill, ")"), s.value + fill.value);
        break;
    case MaskApplication::MultiplyScores:
        w.formula(cell + "<i>S</i>" + ofCell + "·<i>mask</i>" + ofCell);
        w.result(partsOf(s, "·", keep), s.value * keep.value);
        if (!visible)
            w.remark(Remark::MaskNotApplied);
        break;
    default: // AddBoolean
        w.formula(cell + "<i>S</i>" + ofCell + " + <i>mask</i>" + ofCell);
        w.result(partsOf(s, " + ", keep), s.value + keep.value);
        if (!visible)
            w.remark(Remark::MaskNotApplied);
        break;
    }
}

/// Says that a row sees no key and how that is treated. True when it is set instead of computed.
bool emptyRow(Writer &w, Index b, Index h, Index i) {
    if (w.keep.visibleCount(b, h, i) > 0)
        return false;
    if (zeroesEmptyRows(w.mask)) {
        w.remark(Remark::EmptyRowZero);
        return true;
    }
    if (w.mask.application == MaskApplication::FillScores ||
        w.mask.application == MaskApplication::AddToScores)
        w.remark(std::isinf(w.mask.fill) ? Remark::EmptyRowNan : Remark::EmptyRowFilled);
    return false;
}

void rowMax(Writer &w) {
    if (emptyRow(w, w.at[0], w.at[1], w.at[2])) {
        w.result(partsOf("−∞"), -std::numeric_limits<double>::infinity());
        return;
    }
    Series most(w, w.own(), Step::Kind::Maximum);
    for (Index j = 0; j < w.keys; ++j) {
        const Operand s = w.operand(Stage::ScoresMasked, {w.at[0], w.at[1], w.at[2], j});
        most.add(partsOf(s), s.value);
    }
    most.done();
}

void rowSum(Writer &w) {
    if (emptyRow(w, w.at[0], w.at[1], w.at[2])) {
        w.result(partsOf("0"), 0.0);
        return;
    }
    const Operand m = w.operand(Stage::RowMax, w.at);
    Series sum(w, w.own());
    for (Index j = 0; j < w.keys; ++j) {
        const Operand s = w.operand(Stage::ScoresMasked, {w.at[0], w.at[1], w.at[2], j});
        sum.add(partsOf("exp(", s, " − ", m, ")"), std::exp(s.value - m.value));
    }
    sum.done();
}

void weight(Writer &w) {
    const Index b = w.at[0], h = w.at[1], i = w.at[2], j = w.at[3];
    w.remarkHidden(b, h, i, j);
    if (emptyRow(w, b, h, i)) {
        w.result(partsOf("0"), 0.0);
        return;
    }
    const Operand s = w.operand(Stage::ScoresMasked, w.at);
    const Operand m = w.operand(Stage::RowMax, {b, h, i});
    const Operand l = w.operand(Stage::RowSum, {b, h, i});
    const double p = std::exp(s.value - m.value) / l.value;
    const Parts softmax = partsOf("exp(", s, " − ", m, ") / ", l);
    if (!appliedAfter(w.mask)) {
        w.result(softmax, p);
        return;
    }
    w.remark(Remark::MaskAfterwards);
    const std::string cell = "<sub><i>i</i>,<i>j</i></sub>";
    const std::string kept = "softmax(<i>S</i>)" + cell + "·<i>mask</i>" + cell;
    const Operand soft = w.expression("softmax", softmax, p);
    const Operand keep = w.operand(Stage::MaskKeep, w.at);
    if (w.mask.application == MaskApplication::MultiplyWeights) {
        w.formula("<i>A</i>" + cell + " = " + kept);
        w.result(partsOf(soft, "·", keep), p * keep.value);
        return;
    }
    w.formula("<i>A</i>" + cell + " = " + kept +
              " / Σ<sub><i>k</i></sub> softmax(<i>S</i>)<sub>"
              "<i>i</i>,<i>k</i></sub>·<i>mask</i><sub><i>i</i>,<i>k</i></sub>");
    const Operand own = w.expression("kept", partsOf(soft, "·", keep), p * keep.value);
    Series rest(w, "Σ kept");
    for (Index k = 0; k < w.keys; ++k) {
        const Operand sk = w.operand(Stage::ScoresMasked, {b, h, i, k});
        const Operand mk = w.operand(Stage::MaskKeep, {b, h, i, k});
        rest.add(partsOf("exp(", sk, " − ", m, ") / ", l, "·", mk),
                 std::exp(sk.value - m.value) / l.value * mk.value);
    }
    const Operand sum = rest.done();
    if (w.mask.emptyRow == EmptyRow::Zero && !(sum.value > 0.0)) {
        w.remark(Remark::NothingToDivide);
        w.same(own);
        return;
    }
    w.result(partsOf(own, " / ", sum), own.value / sum.value);
}

void dropped(Writer &w, const ArrayRef &from) {
    const Operand a = w.operand(from, w.at);
    const double p = w.p.config.dropout.attention;
    if (!(p > 0.0)) {
        w.remark(Remark::NotDropped);
        w.same(a);
        return;
    }
    const Operand keep = w.dropoutKeep(w.at[0], w.at[1], w.at[2], w.at[3]);
    if (keep.value == 0.0)
        w.remark(Remark::Dropped);
    w.result(partsOf(a, "·", keep, " / (1 − ", number("<i>p</i>", p), ")"),
             a.value * keep.value / (1.0 - p));
}

void droppedWeight(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    if (!(w.p.config.dropout.attention > 0.0))
        w.formula("<i>A</i>′<sub><i>i</i>,<i>j</i></sub> = <i>A</i><sub><i>i</i>,<i>j</i></sub>");
    dropped(w, Stage::Weights);
}

void context(Writer &w) {
    const Index b = w.at[0], h = w.at[1], i = w.at[2];
    emptyRow(w, b, h, i);
    Series sum(w, w.own());
    for (Index j = 0; j < w.keys; ++j) {
        const Operand a = w.operand(Stage::WeightsDropped, {b, h, i, j});
        const bool out = leftOut(w, a.value, b, h, i, j);
        if (out)
            w.remark(Remark::LeftOut);
        sum.product(a, w.operand(Stage::V, {b, h, j, w.at[3]}), out);
    }
    sum.done();
}

void concat(Writer &w) {
    w.same(w.operand(Stage::Context, {w.at[0], w.at[2] / w.dV, w.at[1], w.at[2] % w.dV}));
}

void normalised(Writer &w) {
    const NormParts n = normSteps(w, w.at[0], w.at[1], w.at[2]);
    const Operand x = w.operand(Stage::Concat, w.at);
    Parts parts = partsOf("(", x, " − ", n.mean, ") / √(", n.variance, " + 10<sup>−5</sup>)");
    double y = n.normal(x.value);
    if (w.p.gammaConcat.present()) {
        const Operand gamma = w.operand(Input::GammaConcat, {w.at[2]});
        parts.push_back({"·", std::nullopt});
        parts.push_back({{}, gamma});
        y *= gamma.value;
    }
    if (w.p.betaConcat.present()) {
        const Operand beta = w.operand(Input::BetaConcat, {w.at[2]});
        parts.push_back({" + ", std::nullopt});
        parts.push_back({{}, beta});
        y += beta.value;
    }
    w.result(std::move(parts), y);
}

void output(Writer &w) {
    const bool norm = w.p.config.normConcat != ConcatNorm::None;
    const std::string from = norm ? "norm" : "concat";
    std::string text = "<i>O</i><sub><i>i</i>,<i>c</i></sub> = Σ<sub><i>e</i></sub> " + from +
                       "<sub><i>i</i>,<i>e</i></sub>·<i>W<sub>O</sub></i><sub> "
                       "<i>e</i>,<i>c</i></sub>";
    if (w.p.bO.present())
        text += " + <i>b<sub>O</sub></i><sub> <i>c</i></sub>";
    w.formula(std::move(text));
    project(w, norm ? Stage::ConcatNorm : Stage::Concat, w.at[1], Input::WO,
            biasIf(w.p.bO, Input::BO), w.heads * w.dV, w.at[2]);
}

struct Row {
    Stage stage;
    void (*write)(Writer &);
};
// One row a stage, in the order of the stage table: a stage that is added there and not here does
// not compile.
constexpr Row kRows[] = {
    {Stage::XEmbed, embed},
    {Stage::XMemory, embed},
    {Stage::PE, encoding},
    {Stage::X, input},
    {Stage::M, memoryInput},
    {Stage::Q, query},
    {Stage::K, key},
    {Stage::V, value},
    {Stage::ScoresRaw, rawScore},
    {Stage::Scale, scale},
    {Stage::Scores, score},
    {Stage::MaskKeep, maskKeep},
    {Stage::ScoresMasked, maskedScore},
    {Stage::RowMax, rowMax},
    {Stage::RowSum, rowSum},
    {Stage::Weights, weight},
    {Stage::WeightsDropped, droppedWeight},
    {Stage::Context, context},
    {Stage::Concat, concat},
    {Stage::ConcatNorm, normalised},
    {Stage::Output, output},
};
static_assert(std::size(kRows) == kStageCount, "every stage needs its explanation");
constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (static_cast<std::size_t>(kRows[i].stage) != i || kRows[i].write == nullptr)
            return false;
    return true;
}
static_assert(inOrder(), "the explanations are indexed by the enum");

} // namespace

NormParts normSteps(Writer &w, Index b, Index i, Index column) {
    const Index group = w.p.config.normConcat == ConcatNorm::Layer ? w.heads * w.dV : w.dV;
    const Index first = column / group * group;
    const Operand n = number("<i>n</i>", static_cast<double>(group));
    Series total(w, "Σ concat");
    for (Index c = first; c < first + group; ++c) {
        const Operand x = w.operand(Stage::Concat, {b, i, c});
        total.add(partsOf(x), x.value);
    }
    const Operand sum = total.done();
    const Operand mean = w.expression("<i>μ</i>", partsOf(sum, " / ", n), sum.value / n.value);
    Series squares(w, "Σ(concat − <i>μ</i>)<sup>2</sup>");
    for (Index c = first; c < first + group; ++c) {
        const Operand x = w.operand(Stage::Concat, {b, i, c});
        const double d = x.value - mean.value;
        squares.add(partsOf("(", x, " − ", mean, ")<sup>2</sup>"), d * d);
    }
    const Operand spread = squares.done();
    const Operand variance = w.expression("var", partsOf(spread, " / ", n), spread.value / n.value);
    return {mean, variance, first, group};
}

double NormParts::normal(double x) const {
    return (x - mean.value) * (1.0 / std::sqrt(variance.value + kNormEpsilon));
}

void explainStage(Writer &w, Stage stage) {
    w.formula(stage == Stage::XEmbed || stage == Stage::XMemory ? std::string() : table(stage));
    kRows[static_cast<std::size_t>(stage)].write(w);
}

} // namespace attnscope::core
