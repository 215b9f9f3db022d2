// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/problem.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace attnscope::core {

namespace {

using Code = Issue::Code;

std::string number(double v) {
    std::ostringstream s;
    s.imbue(std::locale::classic());
    s.precision(17);
    s << v;
    return s.str();
}

std::string number(std::size_t v) { return std::to_string(v); }

/// Collects issues; the sentence is put together where its parts are known.
class Findings {
public:
    void add(Code code, std::vector<std::string> values, std::string message) {
        m_issues.push_back({code, std::move(values), std::move(message)});
    }
    /// An array that has to have exactly this shape. `why` names the settings behind the numbers.
    template <class T>
    void shape(const char *name, const Array<T> &array, const Shape &expected,
               const std::string &why) {
        if (array.present() && array.shape() != expected)
            add(Code::ShapeMismatch, {name, toString(array.shape()), toString(expected)},
                std::string(name) + " has the shape " + toString(array.shape()) + ", but " + why +
                    " ask for " + toString(expected) + ": bring in an array of that shape, or " +
                    "change the settings");
    }
    /// An array without which the settings cannot be obeyed; `why` says which, and how to mend it.
    template <class T>
    bool required(const char *name, const Array<T> &array,
                  const char *why = "bring it in, or let it be drawn") {
        if (array.present())
            return true;
        add(Code::MissingArray, {name}, std::string(name) + " is missing: " + why);
        return false;
    }
    std::vector<Issue> take() { return std::move(m_issues); }
    [[nodiscard]] bool none() const { return m_issues.empty(); }

private:
    std::vector<Issue> m_issues;
};

void checkSettings(const Config &c, Findings &f) {
    if (c.heads < 1)
        f.add(Code::BadHeads, {std::to_string(c.heads)},
              "heads is " + std::to_string(c.heads) + ", but there must be at least 1 head");
    const std::pair<const char *, int> widths[] = {
        {"d_model", c.dModel}, {"d_k", c.dK}, {"d_v", c.dV}};
    for (const auto &[name, value] : widths)
        if (value < 1)
            f.add(Code::BadWidth, {name, std::to_string(value)},
                  std::string(name) + " is " + std::to_string(value) + ", but must be at least 1");
    if (c.shareKv && c.dK != c.dV)
        f.add(Code::ShareKvWidths, {std::to_string(c.dK), std::to_string(c.dV)},
              "share_kv makes values from the key projection, so d_k and d_v must be equal, but "
              "d_k is " +
                  std::to_string(c.dK) + " and d_v is " + std::to_string(c.dV) +
                  ": set d_v=" + std::to_string(c.dK) + ", or switch share_kv off");
    const double p = c.dropout.attention;
    if (!(p >= 0.0 && p < 1.0))
        f.add(Code::BadValue, {"dropout.attention", number(p)},
              "dropout.attention is " + number(p) + ", but must be at least 0 and less than 1");
    if (c.positional.kind != PositionalKind::None &&
        !(c.positional.base > 0.0 && std::isfinite(c.positional.base)))
        f.add(Code::BadValue, {"positional.base", number(c.positional.base)},
              "positional.base is " + number(c.positional.base) +
                  ", but must be a positive number (10000 is usual)");
    if (c.scaling.mode == ScalingMode::Custom && !std::isfinite(c.scaling.value))
        f.add(Code::BadValue, {"scaling.value", number(c.scaling.value)},
              "scaling.value is " + number(c.scaling.value) + ", but must be a finite number");
    if (std::isnan(c.mask.fill) || c.mask.fill == std::numeric_limits<double>::infinity())
        f.add(Code::BadValue, {"mask.fill", number(c.mask.fill)},
              "mask.fill is " + number(c.mask.fill) + ", but must be a number or -inf");
}

} // namespace

std::vector<Issue> validate(const Problem &p) {
    Findings f;
    checkSettings(p.config, f);
    if (!f.required("X_embed", p.xEmbed) || !f.none())
        return f.take();

    // Ranks first: every extent below is read from these.
    if (p.xEmbed.rank() != 3 || (p.cross() && p.xMemory.rank() != 3)) {
        const bool embed = p.xEmbed.rank() != 3;
        const Shape &got = embed ? p.xEmbed.shape() : p.xMemory.shape();
        const char *name = embed ? "X_embed" : "X_memory";
        f.add(Code::ShapeMismatch, {name, toString(got), "[batch, length, d_model]"},
              std::string(name) + " has the shape " + toString(got) +
                  ", but needs three axes: [batch, length, d_model]");
        return f.take();
    }
    const std::size_t B = p.batch(), L = p.queries(), S = p.keys(), D = p.dModel();
    const std::size_t H = p.heads(), dK = p.dK(), dV = p.dV(), DM = p.dMemory();
    const std::pair<const char *, std::size_t> extents[] = {
        {"sequences", B}, {"query rows", L}, {"key rows", S}, {"memory columns", DM}};
    for (const auto &[name, n] : extents)
        if (n == 0)
            f.add(Code::NoRows, {name},
                  std::string("there are no ") + name + ": attention needs at least 1 row");
    if (!f.none())
        return f.take();

    // Sizes are multiplied below and by every engine: refuse what cannot be counted.
    const double largest = static_cast<double>(B) * static_cast<double>(H) *
                           static_cast<double>(std::max(L, S)) *
                           static_cast<double>(std::max({L, S, dK, dV, D}));
    if (largest * sizeof(float) > 1e15) {
        f.add(Code::TooLarge, {number(largest * sizeof(float))},
              "an array of these sizes would take " + number(largest * sizeof(float)) +
                  " bytes: use fewer heads, a shorter text or smaller widths");
        return f.take();
    }

    f.shape("X_embed", p.xEmbed, {B, L, D}, "the text and d_model=" + number(D));
    if (p.cross())
        f.shape("X_memory", p.xMemory, {B, S, DM}, "the batch of " + number(B));
    const std::string headsDk = "heads=" + number(H) + " and d_k=" + number(dK);
    const std::string headsDv = "heads=" + number(H) + " and d_v=" + number(dV);
    if (f.required("W_Q", p.wQ))
        f.shape("W_Q", p.wQ, {D, H * dK}, headsDk);
    if (f.required("W_K", p.wK))
        f.shape("W_K", p.wK, {DM, H * dK}, headsDk);
    if (!p.config.shareKv && f.required("W_V", p.wV))
        f.shape("W_V", p.wV, {DM, H * dV}, headsDv);
    if (f.required("W_O", p.wO))
        f.shape("W_O", p.wO, {H * dV, D}, headsDv + " and d_model=" + number(D));
    f.shape("b_Q", p.bQ, {H * dK}, headsDk);
    f.shape("b_K", p.bK, {H * dK}, headsDk);
    f.shape("b_V", p.bV, {H * dV}, headsDv);
    f.shape("b_O", p.bO, {D}, "d_model=" + number(D));
    f.shape("gamma_concat", p.gammaConcat, {H * dV}, headsDv);
    f.shape("beta_concat", p.betaConcat, {H * dV}, headsDv);
    f.shape("lengths", p.lengths, {B}, "the batch of " + number(B));
    if (p.config.mask.padding)
        f.required("lengths", p.lengths,
                   "mask.padding=true needs the length of each sequence; give one a sequence, or "
                   "set mask.padding=false");
    if (p.lengths.present() && p.lengths.shape() == Shape{B})
        for (std::size_t b = 0; b < B; ++b)
            if (p.lengths(b) < 0 || p.lengths(b) > static_cast<std::int64_t>(S)) {
                f.add(Code::BadValue, {"lengths", std::to_string(p.lengths(b))},
                      "lengths[" + number(b) + "] is " + std::to_string(p.lengths(b)) +
                          ", but the sequence has " + number(S) + " keys");
                break;
            }
    if (p.config.mask.custom && f.required("mask_keep", p.maskKeep,
                                           "mask.custom=true needs it; bring in a mask, or set "
                                           "mask.custom=false")) {
        const Shape shared{L, S}, full{B, H, L, S};
        if (p.maskKeep.shape() != shared && p.maskKeep.shape() != full)
            f.add(Code::ShapeMismatch,
                  {"mask_keep", toString(p.maskKeep.shape()),
                   toString(shared) + " or " + toString(full)},
                  "mask_keep has the shape " + toString(p.maskKeep.shape()) + ", but must be " +
                      toString(shared) + " (one mask for all heads) or " + toString(full) +
                      " (one for each)");
    }
    if (p.config.dropout.attention > 0.0)
        f.shape("dropout_keep", p.dropoutKeep, {B, H, L, S}, "the sizes");
    if (p.config.upstream == Upstream::Given && f.required("grad_output", p.gradOutput,
                                                           "gradient.upstream=given needs it; "
                                                           "bring it in, or use ones or output"))
        f.shape("grad_output", p.gradOutput, {B, L, D}, "the sizes of the output");
    const ScalingMode mode = p.config.scaling.mode;
    if ((mode == ScalingMode::Adaptive || mode == ScalingMode::Standardise) && B * H * L * S < 2)
        f.add(Code::ScoresTooFew, {std::string(toName(mode))},
              "scaling.mode=" + std::string(toName(mode)) +
                  " takes the deviation over all scores, but there is only 1 score: use sqrt_dk, "
                  "or a longer text");
    return f.take();
}

std::optional<Shape> stageShape(const Problem &p, Stage stage) {
    const bool pe = p.config.positional.kind != PositionalKind::None;
    switch (stage) {
    case Stage::XMemory:
    case Stage::M:
        if (!p.cross())
            return std::nullopt;
        return p.xMemory.shape();
    case Stage::PE:
        if (!pe)
            return std::nullopt;
        return Shape{p.queries(), p.dModel()};
    case Stage::ConcatNorm:
        if (p.config.normConcat == ConcatNorm::None)
            return std::nullopt;
        break;
    default:
        break;
    }
    Shape shape;
    for (Axis a : stageInfo(stage).axes)
        switch (a) {
        case Axis::Batch:
            shape.push_back(p.batch());
            break;
        case Axis::Head:
            shape.push_back(p.heads());
            break;
        case Axis::Query:
            shape.push_back(p.queries());
            break;
        case Axis::Key:
            shape.push_back(p.keys());
            break;
        case Axis::Model:
            shape.push_back(p.dModel());
            break;
        case Axis::KeyWidth:
            shape.push_back(p.dK());
            break;
        case Axis::ValueWidth:
            shape.push_back(p.dV());
            break;
        case Axis::ConcatWidth:
            shape.push_back(p.heads() * p.dV());
            break;
        }
    return shape;
}

std::size_t bytesNeeded(const Problem &p, const StageSet &keep) {
    std::size_t bytes = 0;
    for (const StageInfo &s : stageTable()) {
        if (!keep.contains(s.stage) || s.stage == Stage::MaskKeep)
            continue;
        if (const auto shape = stageShape(p, s.stage))
            bytes += elementCount(*shape) * sizeof(float);
    }
    const Tensor *const inputs[] = {&p.wQ, &p.wK, &p.wV, &p.wO,          &p.bQ,
                                    &p.bK, &p.bV, &p.bO, &p.gammaConcat, &p.betaConcat};
    for (const Tensor *t : inputs)
        bytes += t->bytes();
    // The mask is stored once for all that share it.
    const bool perHead = p.config.mask.custom && p.maskKeep.rank() == 4;
    bytes += (perHead || p.config.mask.padding ? p.batch() : 1) * (perHead ? p.heads() : 1) *
             p.queries() * p.keys();
    return bytes;
}

} // namespace attnscope::core
