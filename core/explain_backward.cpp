// SPDX-License-Identifier: GPL-3.0-or-later
// Each gradient's cell, next to the formula of core/backward.h that it follows.
#include "core/attention.h"
#include "core/explain_private.h"

#include <cmath>
#include <initializer_list>

namespace attnscope::core {

namespace {

using G = Gradient;
using S = Stage;

bool normed(const Writer &w) { return w.p.config.normConcat != ConcatNorm::None; }

void ofOutput(Writer &w) {
    w.remark(Remark::UpstreamChosen);
    switch (w.p.config.upstream) {
    case Upstream::Ones:
        w.formula("d<i>O</i><sub><i>i</i>,<i>c</i></sub> = 1");
        w.result(partsOf("1"), 1.0);
        break;
    case Upstream::Output:
        w.formula("d<i>O</i><sub><i>i</i>,<i>c</i></sub> = <i>O</i><sub><i>i</i>,<i>c</i></sub>");
        w.same(w.operand(S::Output, w.at));
        break;
    default:
        w.formula("d<i>O</i><sub><i>i</i>,<i>c</i></sub> = <i>G</i><sub><i>i</i>,<i>c</i></sub>");
        w.same(w.operand(Input::GradOutput, w.at));
        break;
    }
}

/// Σ_c dO[b,i,c]·W_O[e,c]
void throughOutput(Writer &w) {
    Series sum(w, w.own());
    for (Index c = 0; c < w.dModel; ++c)
        sum.product(w.operand(G::Output, {w.at[0], w.at[1], c}),
                    w.operand(Input::WO, {w.at[2], c}));
    sum.done();
}

/// d̂ = dnorm·γ of one column.
Parts towardsNormal(Writer &w, Index column, double &value) {
    const Operand d = w.operand(G::ConcatNorm, {w.at[0], w.at[1], column});
    value = d.value;
    if (!w.p.gammaConcat.present())
        return partsOf(d);
    const Operand gamma = w.operand(Input::GammaConcat, {column});
    value *= gamma.value;
    return partsOf(d, "·", gamma);
}

void append(Parts &to, const Parts &more) { to.insert(to.end(), more.begin(), more.end()); }

/// x̂ = (x − μ)/√(var + ε) of one column, as parts.
Parts normalParts(Writer &w, const NormParts &n, const Coordinates &where, double &value) {
    const Operand x = w.operand(S::Concat, where);
    value = n.normal(x.value);
    return partsOf("(", x, " − ", n.mean, ") / √(", n.variance, " + 10<sup>−5</sup>)");
}

void ofConcat(Writer &w) {
    if (!normed(w)) {
        w.formula("dconcat<sub><i>i</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> "
                  "d<i>O</i><sub><i>i</i>,<i>c</i></sub>·<i>W<sub>O</sub></i><sub> "
                  "<i>e</i>,<i>c</i></sub>");
        throughOutput(w);
        return;
    }
    w.formula("(d<i>x̂</i> − mean(d<i>x̂</i>) − <i>x̂</i>·mean(d<i>x̂</i>·<i>x̂</i>)) / "
              "√(var + 10<sup>−5</sup>)");
    const NormParts n = normSteps(w, w.at[0], w.at[1], w.at[2]);
    const Operand size = number("<i>n</i>", static_cast<double>(n.size));
    Series hats(w, "Σ d<i>x̂</i>");
    for (Index c = n.first; c < n.first + n.size; ++c) {
        double d = 0.0;
        Parts parts = towardsNormal(w, c, d);
        hats.add(std::move(parts), d);
    }
    const Operand sumHat = hats.done();
    const Operand meanHat =
        w.expression("mean(d<i>x̂</i>)", partsOf(sumHat, " / ", size), sumHat.value / size.value);
    Series along(w, "Σ d<i>x̂</i>·<i>x̂</i>");
    for (Index c = n.first; c < n.first + n.size; ++c) {
        double d = 0.0, x = 0.0;
        Parts parts = towardsNormal(w, c, d);
        parts.push_back({"·", std::nullopt});
        append(parts, normalParts(w, n, {w.at[0], w.at[1], c}, x));
        along.add(std::move(parts), d * x);
    }
    const Operand sumAlong = along.done();
    const Operand meanAlong = w.expression(
        "mean(d<i>x̂</i>·<i>x̂</i>)", partsOf(sumAlong, " / ", size), sumAlong.value / size.value);
    double d = 0.0, x = 0.0;
    const Operand hat = [&] {
        Parts parts = towardsNormal(w, w.at[2], d);
        return w.expression("d<i>x̂</i>", std::move(parts), d);
    }();
    const Operand normal = [&] {
        Parts parts = normalParts(w, n, w.at, x);
        return w.expression("<i>x̂</i>", std::move(parts), x);
    }();
    w.result(partsOf("(", hat, " − ", meanHat, " − ", normal, "·", meanAlong, ") / √(", n.variance,
                     " + 10<sup>−5</sup>)"),
             (d - meanHat.value - x * meanAlong.value) /
                 std::sqrt(n.variance.value + kNormEpsilon));
}

void ofContext(Writer &w) {
    w.same(w.operand(G::Concat, {w.at[0], w.at[2], w.at[1] * w.dV + w.at[3]}));
}

void ofDropped(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    Series sum(w, w.own());
    for (Index c = 0; c < w.dV; ++c)
        sum.product(w.operand(G::Context, {w.at[0], w.at[1], w.at[2], c}),
                    w.operand(S::V, {w.at[0], w.at[1], w.at[3], c}));
    sum.done();
}

void ofWeights(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    const Operand d = w.operand(G::WeightsDropped, w.at);
    const double p = w.p.config.dropout.attention;
    if (!(p > 0.0)) {
        w.formula("d<i>A</i><sub><i>i</i>,<i>j</i></sub> = "
                  "d<i>A</i>′<sub><i>i</i>,<i>j</i></sub>");
        w.remark(Remark::NotDropped);
        w.same(d);
        return;
    }
    const Operand keep = w.dropoutKeep(w.at[0], w.at[1], w.at[2], w.at[3]);
    if (keep.value == 0.0)
        w.remark(Remark::Dropped);
    w.result(partsOf(d, "·", keep, " / (1 − ", number("<i>p</i>", p), ")"),
             d.value * keep.value / (1.0 - p));
}

/// dS_masked where the mask was applied to the softmax: through that first.
void throughLateMask(Writer &w) {
    const Index b = w.at[0], h = w.at[1], i = w.at[2], j = w.at[3];
    w.remark(Remark::MaskAfterwards);
    const Operand m = w.operand(S::RowMax, {b, h, i}), l = w.operand(S::RowSum, {b, h, i});
    const auto soft = [&](Index k, double &value) {
        const Operand s = w.operand(S::ScoresMasked, {b, h, i, k});
        value = std::exp(s.value - m.value) / l.value;
        return partsOf("exp(", s, " − ", m, ") / ", l);
    };
    const bool renormalise = w.mask.application == MaskApplication::MultiplyWeightsRenormalise;
    bool divided = renormalise;
    Operand rest, along;
    if (renormalise) {
        Series kept(w, "<i>r</i>");
        Series towards(w, "Σ d<i>A</i>·<i>A</i>");
        for (Index k = 0; k < w.keys; ++k) {
            double p = 0.0;
            Parts parts = soft(k, p);
            const Operand keep = w.operand(S::MaskKeep, {b, h, i, k});
            parts.push_back({"·", std::nullopt});
            parts.push_back({{}, keep});
            kept.add(std::move(parts), p * keep.value);
            towards.product(w.operand(G::Weights, {b, h, i, k}),
                            w.operand(S::Weights, {b, h, i, k}));
        }
        rest = kept.done();
        divided = rest.value > 0.0 || w.mask.emptyRow == EmptyRow::Nan;
        if (!divided)
            w.remark(Remark::NothingToDivide);
        else
            along = towards.done();
    }
    w.formula(divided ? "d<i>p</i><sub><i>j</i></sub> = (d<i>A</i><sub><i>i</i>,<i>j</i></sub> − "
                        "Σ d<i>A</i>·<i>A</i>) / <i>r</i>·<i>mask</i>, "
                        "d<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> = <i>p<sub>j</sub></i>·"
                        "(d<i>p<sub>j</sub></i> − Σ<sub><i>k</i></sub> "
                        "d<i>p<sub>k</sub></i>·<i>p<sub>k</sub></i>)"
                      : "d<i>p</i><sub><i>j</i></sub> = d<i>A</i><sub><i>i</i>,<i>j</i></sub>·"
                        "<i>mask</i>, d<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> = "
                        "<i>p<sub>j</sub></i>·(d<i>p<sub>j</sub></i> − Σ<sub><i>k</i></sub> "
                        "d<i>p<sub>k</sub></i>·<i>p<sub>k</sub></i>)");
    const auto towardsSoftmax = [&](Index k, double &value) {
        const Operand d = w.operand(G::Weights, {b, h, i, k});
        const Operand keep = w.operand(S::MaskKeep, {b, h, i, k});
        value = keep.value * (divided ? (d.value - along.value) / rest.value : d.value);
        return divided ? partsOf("(", d, " − ", along, ") / ", rest, "·", keep)
                       : partsOf(d, "·", keep);
    };
    Series total(w, "Σ d<i>p</i>·<i>p</i>");
    for (Index k = 0; k < w.keys; ++k) {
        double d = 0.0, p = 0.0;
        Parts parts = towardsSoftmax(k, d);
        parts.push_back({"·", std::nullopt});
        append(parts, soft(k, p));
        total.add(std::move(parts), d * p);
    }
    const Operand sum = total.done();
    double d = 0.0, p = 0.0;
    Parts dParts = towardsSoftmax(j, d), pParts = soft(j, p);
    const Operand dp = w.expression("d<i>p<sub>j</sub></i>", std::move(dParts), d);
    const Operand own = w.expression("<i>p<sub>j</sub></i>", std::move(pParts), p);
    w.result(partsOf(own, "·(", dp, " − ", sum, ")"), p * (d - sum.value));
}

void ofMasked(Writer &w) {
    const Index b = w.at[0], h = w.at[1], i = w.at[2], j = w.at[3];
    w.remarkHidden(b, h, i, j);
    if (zeroesEmptyRows(w.mask) && w.keep.visibleCount(b, h, i) == 0) {
        w.remark(Remark::EmptyRowZero);
        w.result(partsOf("0"), 0.0);
        return;
    }
    if (w.mask.application == MaskApplication::MultiplyWeights ||
        w.mask.application == MaskApplication::MultiplyWeightsRenormalise) {
        throughLateMask(w);
        return;
    }
    // A row without a visible key was left undefined, and so is its gradient.
    const bool exclude = excludesHidden(w.mask) && w.keep.visibleCount(b, h, i) > 0;
    if (exclude && !w.keep.visible(b, h, i, j)) {
        w.remark(Remark::LeftOut);
        w.result(partsOf("0"), 0.0);
        return;
    }
    Series along(w, "Σ d<i>A</i>·<i>A</i>");
    for (Index k = 0; k < w.keys; ++k) {
        const bool out = exclude && !w.keep.visible(b, h, i, k);
        if (out)
            w.remark(Remark::LeftOut);
        along.product(w.operand(G::Weights, {b, h, i, k}), w.operand(S::Weights, {b, h, i, k}),
                      out);
    }
    const Operand sum = along.done();
    const Operand a = w.operand(S::Weights, w.at), d = w.operand(G::Weights, w.at);
    w.result(partsOf(a, "·(", d, " − ", sum, ")"), a.value * (d.value - sum.value));
}

void ofScores(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    const Operand d = w.operand(G::ScoresMasked, w.at);
    const bool stops = w.mask.application == MaskApplication::FillScores ||
                       w.mask.application == MaskApplication::MultiplyScores;
    if (!stops) {
        w.formula("d<i>S</i><sub><i>i</i>,<i>j</i></sub> = d<i>S</i><sub>masked "
                  "<i>i</i>,<i>j</i></sub>");
        w.same(d);
        return;
    }
    w.formula("d<i>S</i><sub><i>i</i>,<i>j</i></sub> = <i>mask</i><sub><i>i</i>,<i>j</i></sub> ? "
              "d<i>S</i><sub>masked <i>i</i>,<i>j</i></sub> : 0");
    const Operand keep = w.operand(S::MaskKeep, w.at);
    if (keep.value == 0.0)
        w.remark(Remark::ScoresAsGiven);
    w.result(partsOf(keep, " ? ", d, " : 0"), keep.value != 0.0 ? d.value : 0.0);
}

void ofRaw(Writer &w) {
    w.remarkHidden(w.at[0], w.at[1], w.at[2], w.at[3]);
    const Operand s = w.operand(S::Scale, {}), d = w.operand(G::Scores, w.at);
    if (scaleNeedsScores(w.p.config.scaling.mode))
        w.remark(Remark::ConstantScale);
    w.result(partsOf(s, "·", d), s.value * d.value);
}

void ofQuery(Writer &w) {
    const Index b = w.at[0], h = w.at[1], i = w.at[2];
    Series sum(w, w.own());
    for (Index j = 0; j < w.keys; ++j) {
        const Operand d = w.operand(G::ScoresRaw, {b, h, i, j});
        const bool out = leftOut(w, d.value, b, h, i, j);
        if (out)
            w.remark(Remark::LeftOut);
        sum.product(d, w.operand(S::K, {b, h, j, w.at[3]}), out);
    }
    sum.done();
}

/// Σ_i map[b,h,i,j]·rows[b,h,i,c]
void overQueries(Writer &w, const ArrayRef &map, const ArrayRef &rows) {
    const Index b = w.at[0], h = w.at[1], j = w.at[2];
    Series sum(w, w.own());
    for (Index i = 0; i < w.queries; ++i) {
        const Operand m = w.operand(map, {b, h, i, j});
        const bool out = leftOut(w, m.value, b, h, i, j);
        if (out)
            w.remark(Remark::LeftOut);
        sum.product(m, w.operand(rows, {b, h, i, w.at[3]}), out);
    }
    sum.done();
}

void ofKey(Writer &w) { overQueries(w, G::ScoresRaw, S::Q); }
void ofValue(Writer &w) { overQueries(w, S::WeightsDropped, G::Context); }

/// Adds Σ_{h,c} d[b,h,row,c]·W[e,h·d+c] of one projection.
void addProjection(Series &sum, Writer &w, G d, Index width, Input weight) {
    for (Index h = 0; h < w.heads; ++h)
        for (Index c = 0; c < width; ++c)
            sum.product(w.operand(d, {w.at[0], h, w.at[1], c}),
                        w.operand(weight, {w.at[2], h * width + c}));
}

void addSource(Series &sum, Writer &w) {
    addProjection(sum, w, G::K, w.dK, Input::WK);
    const bool shared = w.p.config.shareKv;
    if (shared)
        w.remark(Remark::SharedValues);
    addProjection(sum, w, G::V, w.dV, shared ? Input::WK : Input::WV);
}

std::string summand(const char *of, const char *weight) {
    return std::string("d<i>") + of + "</i><sub><i>c</i></sub>·<i>W<sub>" + weight +
           "</sub></i><sub> <i>e</i>,<i>c</i></sub>";
}

std::string sourceFormula(const Writer &w) {
    return summand("K", "K") + " + " + summand("V", w.p.config.shareKv ? "K" : "V");
}

void ofInput(Writer &w) {
    const std::string start =
        "d<i>X</i><sub><i>i</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> " + summand("Q", "Q");
    w.formula(w.p.cross() ? start : start + " + " + sourceFormula(w));
    Series sum(w, w.own());
    addProjection(sum, w, G::Q, w.dK, Input::WQ);
    if (!w.p.cross())
        addSource(sum, w);
    sum.done();
}

void ofMemory(Writer &w) {
    w.formula("d<i>M</i><sub><i>j</i>,<i>e</i></sub> = Σ<sub><i>c</i></sub> " + sourceFormula(w));
    Series sum(w, w.own());
    addSource(sum, w);
    sum.done();
}

void ofEmbed(Writer &w) { w.same(w.operand(G::X, w.at)); }
void ofMemoryEmbed(Writer &w) { w.same(w.operand(G::M, w.at)); }

/// Adds Σ_{b,r} x[b,r,row]·d[b,h,r,c] for the column h·width + c of a weight.
void addWeight(Series &sum, Writer &w, S x, G d, Index rows, Index width) {
    const Index h = w.at[1] / width, c = w.at[1] % width;
    for (Index b = 0; b < w.batch; ++b)
        for (Index r = 0; r < rows; ++r)
            sum.product(w.operand(x, {b, r, w.at[0]}), w.operand(d, {b, h, r, c}));
}

S source(const Writer &w) { return w.p.cross() ? S::M : S::X; }

void ofQueryWeight(Writer &w) {
    Series sum(w, w.own());
    addWeight(sum, w, S::X, G::Q, w.queries, w.dK);
    sum.done();
}

/// The formula of dW_K, dW_V: of X or of M, and with dV where W_K makes the values too.
std::string weightFormula(const Writer &w, const char *of) {
    const std::string x = w.p.cross() ? "<i>M</i>" : "<i>X</i>";
    const auto times = [&x](const char *d) {
        return x + "<sub><i>j</i>,<i>e</i></sub>·d<i>" + d +
               "</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>";
    };
    std::string text = std::string("d<i>W<sub>") + of +
                       "</sub></i><sub> <i>e</i>,<i>hd</i>+<i>c</i></sub> = "
                       "Σ<sub><i>b</i>,<i>j</i></sub> " +
                       times(of);
    return w.p.config.shareKv ? text + " + " + times("V") : text;
}

void ofKeyWeight(Writer &w) {
    w.formula(weightFormula(w, "K"));
    Series sum(w, w.own());
    addWeight(sum, w, source(w), G::K, w.keys, w.dK);
    if (w.p.config.shareKv) {
        w.remark(Remark::SharedValues);
        addWeight(sum, w, source(w), G::V, w.keys, w.dV);
    }
    sum.done();
}

void ofValueWeight(Writer &w) {
    w.formula(weightFormula(w, "V"));
    Series sum(w, w.own());
    addWeight(sum, w, source(w), G::V, w.keys, w.dV);
    sum.done();
}

void ofOutputWeight(Writer &w) {
    if (normed(w))
        w.formula("d<i>W<sub>O</sub></i><sub> <i>e</i>,<i>c</i></sub> = "
                  "Σ<sub><i>b</i>,<i>i</i></sub> norm<sub><i>i</i>,<i>e</i></sub>·"
                  "d<i>O</i><sub><i>i</i>,<i>c</i></sub>");
    Series sum(w, w.own());
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.queries; ++i)
            sum.product(w.operand(normed(w) ? S::ConcatNorm : S::Concat, {b, i, w.at[0]}),
                        w.operand(G::Output, {b, i, w.at[1]}));
    sum.done();
}

void addColumn(Series &sum, Writer &w, G d, Index rows, Index width) {
    const Index h = w.at[0] / width, c = w.at[0] % width;
    for (Index b = 0; b < w.batch; ++b)
        for (Index r = 0; r < rows; ++r) {
            const Operand x = w.operand(d, {b, h, r, c});
            sum.add(partsOf(x), x.value);
        }
}

void ofQueryBias(Writer &w) {
    Series sum(w, w.own());
    addColumn(sum, w, G::Q, w.queries, w.dK);
    sum.done();
}

void ofKeyBias(Writer &w) {
    Series sum(w, w.own());
    addColumn(sum, w, G::K, w.keys, w.dK);
    if (w.p.config.shareKv) {
        w.formula("d<i>b<sub>K</sub></i><sub> <i>hd</i>+<i>c</i></sub> = "
                  "Σ<sub><i>b</i>,<i>j</i></sub> d<i>K</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub> + "
                  "d<i>V</i><sub><i>h</i>,<i>j</i>,<i>c</i></sub>");
        w.remark(Remark::SharedValues);
        addColumn(sum, w, G::V, w.keys, w.dV);
    }
    sum.done();
}

void ofValueBias(Writer &w) {
    Series sum(w, w.own());
    addColumn(sum, w, G::V, w.keys, w.dV);
    sum.done();
}

/// Σ over all positions of a [B,L,·] gradient's column.
void overPositions(Writer &w, G d) {
    Series sum(w, w.own());
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.queries; ++i) {
            const Operand x = w.operand(d, {b, i, w.at[0]});
            sum.add(partsOf(x), x.value);
        }
    sum.done();
}

void ofOutputBias(Writer &w) { overPositions(w, G::Output); }
void ofBeta(Writer &w) { overPositions(w, G::ConcatNorm); }

void ofGamma(Writer &w) {
    // Each position has its own mean and variance: the normalised number is taken apart in the sum
    // only, or its steps would be as many as the positions times the columns.
    const Index column = w.at[0];
    const Index group = w.p.config.normConcat == ConcatNorm::Layer ? w.heads * w.dV : w.dV;
    const Index first = column / group * group;
    const double n = static_cast<double>(group);
    Series sum(w, w.own());
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.queries; ++i) {
            double mean = 0.0, variance = 0.0;
            for (Index c = first; c < first + group; ++c)
                mean += w.operand(S::Concat, {b, i, c}).value / n;
            for (Index c = first; c < first + group; ++c) {
                const double d = w.operand(S::Concat, {b, i, c}).value - mean;
                variance += d * d / n;
            }
            const NormParts norm{number("<i>μ</i>", mean), number("var", variance), first, group};
            const Operand d = w.operand(G::ConcatNorm, {b, i, column});
            double x = 0.0;
            Parts parts = partsOf(d, "·");
            append(parts, normalParts(w, norm, {b, i, column}, x));
            sum.add(std::move(parts), d.value * x);
        }
    sum.done();
}

struct Row {
    Gradient gradient;
    void (*write)(Writer &);
};
// One row a gradient, in the order of the gradient table, as for the stages.
constexpr Row kRows[] = {
    {G::Output, ofOutput},
    {G::ConcatNorm, throughOutput},
    {G::Concat, ofConcat},
    {G::Context, ofContext},
    {G::WeightsDropped, ofDropped},
    {G::Weights, ofWeights},
    {G::ScoresMasked, ofMasked},
    {G::Scores, ofScores},
    {G::ScoresRaw, ofRaw},
    {G::Q, ofQuery},
    {G::K, ofKey},
    {G::V, ofValue},
    {G::X, ofInput},
    {G::M, ofMemory},
    {G::XEmbed, ofEmbed},
    {G::XMemory, ofMemoryEmbed},
    {G::WQ, ofQueryWeight},
    {G::WK, ofKeyWeight},
    {G::WV, ofValueWeight},
    {G::WO, ofOutputWeight},
    {G::BQ, ofQueryBias},
    {G::BK, ofKeyBias},
    {G::BV, ofValueBias},
    {G::BO, ofOutputBias},
    {G::GammaConcat, ofGamma},
    {G::BetaConcat, ofBeta},
};
static_assert(std::size(kRows) == kGradientCount, "every gradient needs its explanation");
constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (static_cast<std::size_t>(kRows[i].gradient) != i || kRows[i].write == nullptr)
            return false;
    return true;
}
static_assert(inOrder(), "the explanations are indexed by the enum");

} // namespace

void explainGradient(Writer &w, Gradient gradient) {
    w.formula(std::string(gradientInfo(gradient).cell));
    kRows[static_cast<std::size_t>(gradient)].write(w);
}

StageSet stagesBehind(const ArrayRef &array) {
    StageSet set;
    if (const auto *stage = std::get_if<Stage>(&array)) {
        set.insert(*stage);
        for (const Stage operand : stageInfo(*stage).operands)
            set.insert(operand);
        return set;
    }
    const auto *gradient = std::get_if<Gradient>(&array);
    if (!gradient)
        return set;
    switch (*gradient) {
    case G::Output:
        return {S::Output};
    case G::Concat:
    case G::GammaConcat:
        return {S::Concat};
    case G::WeightsDropped:
        return {S::V};
    case G::ScoresMasked:
        return {S::Weights, S::ScoresMasked, S::RowMax, S::RowSum};
    case G::Q:
        return {S::K};
    case G::K:
        return {S::Q};
    case G::V:
        return {S::WeightsDropped};
    case G::WQ:
        return {S::X};
    case G::WK:
    case G::WV:
        return {S::X, S::M};
    case G::WO:
        return {S::Concat, S::ConcatNorm};
    default:
        return set; // from other gradients and weights alone
    }
}

} // namespace attnscope::core
