// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/finite_difference.h"

#include "core/attention.h"
#include "core/dropout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

namespace {

/// The pass from any stage on. Each function takes what differs and ends in the output.
class Rerun {
public:
    Rerun(const ReferenceTrace &t, std::size_t cell, double by, const std::stop_token &stop)
        : m_t(t), m_p(*t.problem), m_cell(cell), m_by(by), m_stop(stop) {}

    DoubleTensor from(Gradient of) {
        using G = Gradient;
        const DoubleTensor &v = m_t[Stage::V];
        switch (of) {
        case G::Output:
            return moved(m_t[Stage::Output]);
        case G::ConcatNorm:
            return fromNormalised(moved(m_t[Stage::ConcatNorm]));
        case G::Concat:
            return fromConcat(moved(m_t[Stage::Concat]));
        case G::Context:
            return fromConcat(concatHeads(moved(m_t[Stage::Context])));
        // A hidden weight is left out of the sum, but its gradient says what it would do in it.
        case G::WeightsDropped:
            return fromDropped(moved(m_t[Stage::WeightsDropped]), v, false);
        case G::Weights:
            return fromWeights(moved(m_t[Stage::Weights]), v, false);
        case G::ScoresMasked:
            return fromMasked(moved(m_t[Stage::ScoresMasked]), v);
        case G::Scores:
            return fromScores(moved(m_t[Stage::Scores]), v);
        case G::ScoresRaw:
            return fromRaw(moved(m_t[Stage::ScoresRaw]), v);
        case G::Q:
            return fromQueries(moved(m_t[Stage::Q]));
        case G::K:
            return fromKeys(moved(m_t[Stage::K]), v);
        case G::V:
            return fromDropped(m_t[Stage::WeightsDropped], moved(v), true);
        case G::X:
        case G::XEmbed: // the encoding is added: the same step
            return fromInput(moved(m_t[Stage::X]));
        case G::M:
        case G::XMemory: {
            const DoubleTensor m = moved(m_t[Stage::M]);
            return fromKeys(projected(m, wide(m_p.wK), wide(m_p.bK)),
                            projected(m, wide(m_p.valueWeight()), wide(m_p.valueBias())));
        }
        case G::WQ:
            return fromQueries(projected(m_t[Stage::X], moved(wide(m_p.wQ)), wide(m_p.bQ)));
        case G::BQ:
            return fromQueries(projected(m_t[Stage::X], wide(m_p.wQ), moved(wide(m_p.bQ))));
        case G::WK:
            return fromKeyWeights(moved(wide(m_p.wK)), wide(m_p.bK));
        case G::BK:
            return fromKeyWeights(wide(m_p.wK), moved(wide(m_p.bK)));
        case G::WV:
            return fromValues(moved(wide(m_p.wV)), wide(m_p.bV));
        case G::BV:
            return fromValues(wide(m_p.wV), moved(wide(m_p.bV)));
        case G::WO:
            return output(beforeOutput(), moved(wide(m_p.wO)), wide(m_p.bO));
        case G::BO:
            return output(beforeOutput(), wide(m_p.wO), moved(wide(m_p.bO)));
        case G::GammaConcat:
            return fromNormalised(
                normalised(m_t[Stage::Concat], moved(wide(m_p.gammaConcat)), wide(m_p.betaConcat)));
        case G::BetaConcat:
            return fromNormalised(
                normalised(m_t[Stage::Concat], wide(m_p.gammaConcat), moved(wide(m_p.betaConcat))));
        }
        return m_t[Stage::Output];
    }

private:
    static DoubleTensor wide(const Tensor &t) { return converted<double>(t); }
    [[nodiscard]] DoubleTensor moved(DoubleTensor a) const {
        a.mutableData()[m_cell] += m_by;
        return a;
    }
    [[nodiscard]] const DoubleTensor &source() const {
        return m_p.cross() ? m_t[Stage::M] : m_t[Stage::X];
    }
    [[nodiscard]] bool normed() const { return m_p.config.normConcat != core::ConcatNorm::None; }
    [[nodiscard]] const DoubleTensor &beforeOutput() const {
        return m_t[normed() ? Stage::ConcatNorm : Stage::Concat];
    }
    DoubleTensor projected(const DoubleTensor &x, const DoubleTensor &w, const DoubleTensor &b) {
        return projectToHeads(x, w, b, m_p.heads(), m_stop);
    }
    DoubleTensor normalised(const DoubleTensor &concat, const DoubleTensor &gamma,
                            const DoubleTensor &beta) {
        return normaliseConcat(concat, m_p.heads(), m_p.config.normConcat, gamma, beta);
    }
    DoubleTensor output(const DoubleTensor &x, const DoubleTensor &w, const DoubleTensor &b) {
        return projectOutput(x, w, b, m_stop);
    }

    DoubleTensor fromInput(const DoubleTensor &x) {
        const DoubleTensor q = projected(x, wide(m_p.wQ), wide(m_p.bQ));
        if (m_p.cross())
            return fromQueries(q);
        return fromRaw(rawScores(q, projected(x, wide(m_p.wK), wide(m_p.bK)), m_stop),
                       projected(x, wide(m_p.valueWeight()), wide(m_p.valueBias())));
    }
    DoubleTensor fromQueries(const DoubleTensor &q) {
        return fromRaw(rawScores(q, m_t[Stage::K], m_stop), m_t[Stage::V]);
    }
    DoubleTensor fromKeys(const DoubleTensor &k, const DoubleTensor &v) {
        return fromRaw(rawScores(m_t[Stage::Q], k, m_stop), v);
    }
    DoubleTensor fromKeyWeights(const DoubleTensor &w, const DoubleTensor &b) {
        const DoubleTensor k = projected(source(), w, b);
        return fromKeys(k, m_p.config.shareKv ? k : m_t[Stage::V]);
    }
    DoubleTensor fromValues(const DoubleTensor &w, const DoubleTensor &b) {
        return fromDropped(m_t[Stage::WeightsDropped], projected(source(), w, b), true);
    }
    DoubleTensor fromRaw(const DoubleTensor &raw, const DoubleTensor &v) {
        return fromScores(scaledScores(raw, m_t.scale), v);
    }
    DoubleTensor fromScores(const DoubleTensor &scores, const DoubleTensor &v) {
        return fromMasked(maskedScores(scores, m_t.keep, m_p.config.mask), v);
    }
    DoubleTensor fromMasked(const DoubleTensor &masked, const DoubleTensor &v) {
        const MaskConfig &mask = m_p.config.mask;
        return fromWeights(
            maskedWeights(softmaxRows(masked, m_t.keep, mask).weights, m_t.keep, mask), v, true);
    }
    DoubleTensor fromWeights(const DoubleTensor &weights, const DoubleTensor &v, bool exclude) {
        return fromDropped(
            droppedWeights(weights, dropoutKeepMask(m_p), m_p.config.dropout.attention), v,
            exclude);
    }
    DoubleTensor fromDropped(const DoubleTensor &dropped, const DoubleTensor &v, bool exclude) {
        MaskConfig mask = m_p.config.mask;
        if (!exclude)
            mask.application = MaskApplication::MultiplyWeights; // every key is in the sum
        return fromConcat(concatHeads(contextOf(dropped, v, m_t.keep, mask, m_stop)));
    }
    DoubleTensor fromConcat(const DoubleTensor &concat) {
        return fromNormalised(
            normed() ? normalised(concat, wide(m_p.gammaConcat), wide(m_p.betaConcat)) : concat);
    }
    DoubleTensor fromNormalised(const DoubleTensor &x) {
        return output(x, wide(m_p.wO), wide(m_p.bO));
    }

    const ReferenceTrace &m_t;
    const Problem &m_p;
    std::size_t m_cell;
    double m_by;
    std::stop_token m_stop;
};

/// The value that is moved, for the size of the step.
double valueAt(const ReferenceTrace &t, Gradient of, std::size_t cell) {
    const Problem &p = *t.problem;
    const auto at = [cell](const auto &a) { return static_cast<double>(a.data()[cell]); };
    switch (of) {
    case Gradient::WQ:
        return at(p.wQ);
    case Gradient::WK:
        return at(p.wK);
    case Gradient::WV:
        return at(p.wV);
    case Gradient::WO:
        return at(p.wO);
    case Gradient::BQ:
        return at(p.bQ);
    case Gradient::BK:
        return at(p.bK);
    case Gradient::BV:
        return at(p.bV);
    case Gradient::BO:
        return at(p.bO);
    case Gradient::GammaConcat:
        return at(p.gammaConcat);
    case Gradient::BetaConcat:
        return at(p.betaConcat);
    default:
        return at(t[*gradientInfo(of).stage]);
    }
}

/// How far the value is moved. The cube root of the precision balances the third derivative against
/// rounding; a large number is moved in proportion. What goes into the softmax is not: a score acts
/// by its distance from the others, however far from 0 they all are (a row filled with −1e9).
double stepFor(Gradient of, double value) {
    constexpr double kStep = 6e-6, kLastBits = 64.0 * std::numeric_limits<double>::epsilon();
    if (!std::isfinite(value))
        return kStep;
    const bool score =
        of == Gradient::ScoresRaw || of == Gradient::Scores || of == Gradient::ScoresMasked;
    return score ? std::max(kStep, kLastBits * std::abs(value))
                 : kStep * std::max(1.0, std::abs(value));
}

} // namespace

DoubleTensor outputWith(const ReferenceTrace &t, Gradient of, std::size_t cell, double by,
                        const std::stop_token &stop) {
    return Rerun(t, cell, by, stop).from(of);
}

FiniteDifference finiteDifference(const ReferenceTrace &t, Gradient of, std::size_t cell,
                                  const std::stop_token &stop) {
    const double value = valueAt(t, of, cell), step = stepFor(of, value);
    FiniteDifference d;
    d.analytic = t[of].data()[cell];
    // The step that is really taken: the sum is rounded.
    d.step = std::isfinite(value) ? ((value + step) - (value - step)) / 2.0 : step;
    const DoubleTensor up = outputWith(t, of, cell, step, stop);
    const DoubleTensor down = outputWith(t, of, cell, -step, stop);
    // Differences of outputs before they are summed: a large loss would swallow a small change.
    const bool half = t.problem->config.upstream == Upstream::Output;
    const double *towards = t[Gradient::Output].data();
    double change = 0.0;
    for (std::size_t i = 0; i < up.size(); ++i) {
        const double a = up.data()[i], b = down.data()[i];
        change += (a - b) * (half ? (a + b) / 2.0 : towards[i]);
    }
    d.numeric = change / (2.0 * d.step);
    return d;
}

} // namespace attnscope::core
