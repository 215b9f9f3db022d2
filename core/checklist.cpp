// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checklist.h"

#include "core/attention.h"
#include "core/given_weights.h"
#include "core/gradient_health.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

namespace attnscope::core {

namespace {

using Verdict = Check::Verdict;

/// Rounding of a row of single precision weights.
constexpr double kRowSum = 1e-5;
constexpr double kSoftmaxAgain = 1e-5;
constexpr double kScale = 1e-6;
/// A change of an output, relative to the largest, above which it is no rounding.
constexpr double kLeak = 1e-6;
/// A gradient this small beside the upstream one is rounding.
constexpr double kNoGradient = 1e-9;

/// Four digits, the same in every locale.
std::string text(double v) {
    char digits[32];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, v, std::chars_format::general, 4).ptr;
    return {digits, end};
}

Check pass(CheckId id, bool ok, double value, std::string message) {
    return {id, ok ? Verdict::Pass : Verdict::Fail,
            std::isfinite(value) ? std::optional<double>(value) : std::nullopt, std::move(message)};
}
Check none(CheckId id, std::string message) {
    return {id, Verdict::NotApplicable, std::nullopt, std::move(message)};
}

void checkStop(const std::stop_token &stop) {
    if (stop.stop_requested())
        throw StoppedError();
}

Check scaled(const Trace &t) {
    constexpr CheckId id = CheckId::ScaledBySqrtDk;
    if (carriesSizesOnly(*t.problem))
        return none(id, "only finished weights are here, not the scores they came from");
    const double wanted = 1.0 / std::sqrt(static_cast<double>(t.problem->dK()));
    return pass(id, std::abs(t.scale / wanted - 1.0) <= kScale, t.scale,
                "the scores are multiplied by " + text(t.scale) + "; 1/sqrt(d_k) is " +
                    text(wanted));
}

/// Calls `row(b, h, i)` for every row, or only for those that see a key.
template <class Row> void forRows(const Trace &t, bool empty, const Row &row) {
    const KeepMask &k = t.keep;
    for (std::size_t b = 0; b < k.batch(); ++b)
        for (std::size_t h = 0; h < k.heads(); ++h)
            for (std::size_t i = 0; i < k.queries(); ++i)
                if (empty || k.visibleCount(b, h, i) > 0)
                    row(b, h, i);
}

Check maskFirst(const Trace &t) {
    constexpr CheckId id = CheckId::MaskBeforeSoftmax;
    const Tensor &masked = t[Stage::ScoresMasked], &w = t[Stage::Weights];
    if (!masked.present() || !w.present())
        return none(id, "the masked scores are not here");
    if (t.keep.allVisible())
        return none(id, "no key is hidden");
    const std::size_t S = t.keep.keys();
    double worst = 0.0;
    bool finite = true;
    forRows(t, false, [&](std::size_t b, std::size_t h, std::size_t i) {
        const float *s = masked.data() + masked.offset(b, h, i, std::size_t{0});
        const float *p = w.data() + w.offset(b, h, i, std::size_t{0});
        const double most = static_cast<double>(*std::max_element(s, s + S));
        double sum = 0.0;
        for (std::size_t j = 0; j < S; ++j)
            sum += std::exp(static_cast<double>(s[j]) - most);
        for (std::size_t j = 0; j < S; ++j) {
            const double d = std::abs(static_cast<double>(p[j]) -
                                      std::exp(static_cast<double>(s[j]) - most) / sum);
            finite = finite && std::isfinite(d);
            worst = std::max(worst, d);
        }
    });
    if (!finite)
        return {id, Verdict::Fail, std::nullopt, "the weights are not finite"};
    return pass(id, worst <= kSoftmaxAgain, worst,
                "the weights differ by at most " + text(worst) +
                    " from a softmax of the masked scores");
}

Check rowSums(const Trace &t) {
    constexpr CheckId id = CheckId::RowsSumToOne;
    const Tensor &w = t[Stage::Weights];
    if (!w.present())
        return none(id, "the weights are not here");
    const std::size_t S = t.keep.keys();
    double worst = 0.0;
    std::size_t rows = 0, notFinite = 0;
    forRows(t, false, [&](std::size_t b, std::size_t h, std::size_t i) {
        const float *p = w.data() + w.offset(b, h, i, std::size_t{0});
        double sum = 0.0;
        for (std::size_t j = 0; j < S; ++j)
            sum += static_cast<double>(p[j]);
        ++rows;
        if (!std::isfinite(sum))
            ++notFinite;
        else
            worst = std::max(worst, std::abs(sum - 1.0));
    });
    if (rows == 0)
        return none(id, "no query sees any key");
    if (notFinite > 0)
        return {id, Verdict::Fail, std::nullopt,
                std::to_string(notFinite) + " rows are not finite"};
    return pass(id, worst <= kRowSum, worst, "the sum of a row is off by at most " + text(worst));
}

Check widths(const Trace &t) {
    constexpr CheckId id = CheckId::DqEqualsDk;
    const Problem &p = *t.problem;
    if (!p.wQ.present() || !p.wK.present() || p.heads() == 0)
        return none(id, "there are no queries and keys");
    const std::size_t q = p.wQ.extent(1) / p.heads(), k = p.wK.extent(1) / p.heads();
    return pass(id, p.wQ.extent(1) == p.wK.extent(1), static_cast<double>(q),
                "a query has " + std::to_string(q) + " numbers, a key " + std::to_string(k));
}

Check fits(const Trace &t) {
    constexpr CheckId id = CheckId::DvFitsWo;
    const Problem &p = *t.problem;
    if (!p.valueWeight().present() || !p.wO.present())
        return none(id, "there is no W_O");
    const std::size_t columns = p.valueWeight().extent(1), rows = p.wO.extent(0);
    return pass(id, columns == rows, static_cast<double>(columns),
                "H·d_v is " + std::to_string(columns) + ", W_O has " + std::to_string(rows) +
                    " rows");
}

Check finite(const Trace &t) {
    std::size_t count = 0;
    std::string first;
    for (const NonFinite &n : nonFiniteOf(t)) {
        if (n.count > 0 && first.empty())
            first = n.stage;
        count += n.count;
    }
    return pass(CheckId::AllFinite, count == 0, static_cast<double>(count),
                count == 0 ? "every number of every stage is finite"
                           : std::to_string(count) +
                                 " numbers are NaN or infinite, the first of "
                                 "them in " +
                                 first);
}

Check empties(const Trace &t) {
    const std::size_t n = t.emptyRows.size();
    return pass(CheckId::NoEmptyRow, n == 0, static_cast<double>(n),
                n == 0 ? "every query sees a key" : std::to_string(n) + " rows see no key");
}

Check reaches(const Trace &t) {
    constexpr CheckId id = CheckId::GradientsReachQkv;
    if (t.problem->config.upstream == Upstream::None)
        return none(id, "no gradient was asked for (gradient.upstream=ones)");
    const auto upstream = gradientNorm(t, Gradient::Output);
    if (!upstream)
        return none(id, "the gradients are not here");
    double least = std::numeric_limits<double>::infinity();
    std::string message;
    for (const auto &[g, name] :
         {std::pair{Gradient::Q, "Q"}, std::pair{Gradient::K, "K"}, std::pair{Gradient::V, "V"}}) {
        const auto norm = gradientNorm(t, g);
        if (!norm)
            return none(id, "the gradients are not here");
        if (!std::isfinite(norm->total))
            return {id, Verdict::Fail, std::nullopt,
                    std::string("the gradient of ") + name + " is not finite"};
        least = std::min(least, norm->total);
        message += std::string(message.empty() ? "|d" : ", |d") + name + "| = " + text(norm->total);
    }
    return pass(id, least > kNoGradient * upstream->total && least > 0.0, least, message);
}

Check hidden(const Trace &t) {
    constexpr CheckId id = CheckId::HiddenWeightsExactlyZero;
    const Tensor &w = t[Stage::Weights];
    if (!w.present())
        return none(id, "the weights are not here");
    if (t.keep.allVisible())
        return none(id, "no key is hidden");
    const std::size_t S = t.keep.keys();
    double most = 0.0;
    std::size_t leaking = 0, notFinite = 0;
    forRows(t, true, [&](std::size_t b, std::size_t h, std::size_t i) {
        const float *p = w.data() + w.offset(b, h, i, std::size_t{0});
        const std::uint8_t *keep = t.keep.row(b, h, i);
        for (std::size_t j = 0; j < S; ++j) {
            if (keep[j] != 0 || p[j] == 0.0F)
                continue;
            ++leaking;
            if (std::isfinite(p[j]))
                most = std::max(most, std::abs(static_cast<double>(p[j])));
            else
                ++notFinite;
        }
    });
    if (notFinite > 0)
        return {id, Verdict::Fail, std::nullopt,
                std::to_string(notFinite) + " weights of hidden keys are not finite"};
    return pass(id, leaking == 0, most,
                leaking == 0
                    ? "every hidden key has weight 0"
                    : std::to_string(leaking) + " hidden keys have weight, up to " + text(most));
}

std::vector<Check> measured(const Trace &t) {
    return {scaled(t), maskFirst(t), rowSums(t), widths(t), fits(t),
            finite(t), empties(t),   reaches(t), hidden(t)};
}

/// Largest change of the outputs that `watched(b, i)` chooses, and the largest output.
struct Change {
    double most = 0.0, size = 0.0;
    std::size_t compared = 0;
    bool differs = false; ///< NaN or ∞ in one and not in the other
};
Change changeOf(const Tensor &before, const Tensor &after,
                const std::function<bool(std::size_t, std::size_t)> &watched) {
    Change c;
    const std::size_t B = before.extent(0), L = before.extent(1), D = before.extent(2);
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i) {
            if (!watched(b, i))
                continue;
            for (std::size_t k = 0; k < D; ++k) {
                const double x = static_cast<double>(before(b, i, k));
                const double y = static_cast<double>(after(b, i, k));
                if (!std::isfinite(x) || !std::isfinite(y)) {
                    c.differs =
                        c.differs || (std::isnan(x) != std::isnan(y)) || (!std::isnan(x) && x != y);
                    continue;
                }
                ++c.compared;
                c.most = std::max(c.most, std::abs(x - y));
                c.size = std::max(c.size, std::abs(x));
            }
        }
    return c;
}

/// Other numbers of about the same size in that row of [B,·,D]: each is another, whatever it was.
void disturb(Tensor &x, std::size_t b, std::size_t row) {
    const std::size_t D = x.extent(2);
    float *v = x.mutableData() + x.offset(b, row, std::size_t{0});
    for (std::size_t c = 0; c < D; ++c) {
        const float turned = -0.5F * v[c] + 1.0F + 0.25F * static_cast<float>(c % 3);
        if (!std::isfinite(v[c]))
            v[c] = 1.0F;
        else
            v[c] = std::abs(turned - v[c]) > 0.25F ? turned : v[c] + 1.0F;
    }
}

class Perturbation {
public:
    Perturbation(const Trace &t, const PassFunction &run, const std::stop_token &stop)
        : m_t(t), m_run(run), m_stop(stop) {}

    Check future() {
        constexpr CheckId id = CheckId::FutureDoesNotLeak;
        const Problem &p = *m_t.problem;
        if (!p.config.mask.causal)
            return none(id, "no causal mask is on");
        if (carriesSizesOnly(p) || !m_t[Stage::Output].present())
            return none(id, "there is no output to watch");
        const std::size_t L = p.queries(), S = p.keys();
        // Earlier outputs: of queries from which the causal rule hides the last key. In
        // self-attention the last token is a query too, which does see itself.
        const auto watched = [&](std::size_t, std::size_t i) {
            return causalEnd(i, L, S, p.config.mask.causalAlignment) < S &&
                   (p.cross() || i + 1 < L);
        };
        bool any = false;
        for (std::size_t i = 0; i < L; ++i)
            any = any || watched(0, i);
        if (!any)
            return none(id, "the causal mask hides the last key from no query");
        Problem changed = p;
        Tensor &keys = p.cross() ? changed.xMemory : changed.xEmbed;
        for (std::size_t b = 0; b < p.batch(); ++b)
            disturb(keys, b, S - 1);
        return told(id, changeOf(m_t[Stage::Output], outputOf(std::move(changed)), watched),
                    "another last key and value change earlier outputs by at most ");
    }

    Check batch() {
        constexpr CheckId id = CheckId::BatchDoesNotLeak;
        const Problem &p = *m_t.problem;
        if (p.batch() < 2)
            return none(id, "there is one sequence only");
        if (carriesSizesOnly(p) || !m_t[Stage::Output].present())
            return none(id, "there is no output to watch");
        Change all;
        for (const std::size_t b : {std::size_t{0}, p.batch() - 1}) {
            Problem changed = p;
            for (std::size_t i = 0; i < p.queries(); ++i)
                disturb(changed.xEmbed, b, i);
            if (p.cross())
                for (std::size_t j = 0; j < p.keys(); ++j)
                    disturb(changed.xMemory, b, j);
            const Change c = changeOf(m_t[Stage::Output], outputOf(std::move(changed)),
                                      [b](std::size_t other, std::size_t) { return other != b; });
            all.most = std::max(all.most, c.most);
            all.size = std::max(all.size, c.size);
            all.compared += c.compared;
            all.differs = all.differs || c.differs;
        }
        return told(id, all, "another sequence changes outputs by at most ");
    }

private:
    Tensor outputOf(Problem changed) {
        checkStop(m_stop);
        changed.config.upstream = Upstream::None;
        RunOptions options;
        options.keep = {Stage::Output};
        options.gradients = false;
        options.stop = m_stop;
        return (
            *m_run(std::make_shared<const Problem>(std::move(changed)), options))[Stage::Output];
    }

    static Check told(CheckId id, const Change &c, const char *what) {
        if (c.differs)
            return {id, Verdict::Fail, std::nullopt,
                    "outputs that should not change turn finite, NaN or infinite"};
        if (c.compared == 0)
            return none(id, "no output that should stay is finite");
        return pass(id, c.most <= kLeak * c.size, c.most, what + text(c.most));
    }

    const Trace &m_t;
    const PassFunction &m_run;
    const std::stop_token &m_stop;
};

std::size_t nonFinite(const Tensor &a) {
    const auto v = a.values();
    return static_cast<std::size_t>(
        std::count_if(v.begin(), v.end(), [](float x) { return !std::isfinite(x); }));
}

/// −∞ that the mask puts there.
std::size_t meantInfinities(const Trace &t, Stage stage) {
    std::size_t meant = 0;
    if (stage == Stage::ScoresMasked && !t.keep.allVisible() &&
        (t.problem->config.mask.application == MaskApplication::FillScores ||
         t.problem->config.mask.application == MaskApplication::AddToScores) &&
        std::isinf(t.problem->config.mask.fill)) {
        const Tensor &s = t[stage];
        forRows(t, true, [&](std::size_t b, std::size_t h, std::size_t i) {
            const float *v = s.data() + s.offset(b, h, i, std::size_t{0});
            const std::uint8_t *keep = t.keep.row(b, h, i);
            for (std::size_t j = 0; j < t.keep.keys(); ++j)
                meant += keep[j] == 0 && std::isinf(v[j]) && v[j] < 0.0F;
        });
    }
    if (stage == Stage::RowMax)
        for (const RowRef &r : t.emptyRows) {
            const float v = t[stage](r.batch, r.head, r.query);
            meant += std::isinf(v) && v < 0.0F;
        }
    return meant;
}

} // namespace

std::string_view toName(CheckId id) {
    static constexpr std::string_view kNames[kCheckCount] = {
        "scaled_by_sqrt_dk",    "mask_before_softmax", "rows_sum_to_one",
        "dq_equals_dk",         "dv_fits_wo",          "all_finite",
        "no_empty_row",         "gradients_reach_qkv", "hidden_weights_exactly_zero",
        "future_does_not_leak", "batch_does_not_leak"};
    return kNames[static_cast<std::size_t>(id)];
}

std::vector<NonFinite> nonFiniteOf(const Trace &trace) {
    std::vector<NonFinite> found;
    for (const StageInfo &s : stageTable()) {
        if (s.stage == Stage::Scale && !carriesSizesOnly(*trace.problem))
            found.push_back({s.name, std::isfinite(trace.scale) ? std::size_t{0} : 1});
        else if (trace[s.stage].present())
            found.push_back({s.name, nonFinite(trace[s.stage]) - meantInfinities(trace, s.stage)});
    }
    for (const GradientInfo &g : gradientTable())
        if (trace[g.gradient].present())
            found.push_back({g.name, nonFinite(trace[g.gradient])});
    return found;
}

std::vector<Check> quickChecklist(const Trace &trace) {
    std::vector<Check> checks = measured(trace);
    for (const CheckId id : {CheckId::FutureDoesNotLeak, CheckId::BatchDoesNotLeak})
        checks.push_back(none(id, "not tried yet: it takes another pass"));
    return checks;
}

std::vector<Check> runChecklist(const Trace &trace, const PassFunction &run,
                                const std::stop_token &stop) {
    std::vector<Check> checks = measured(trace);
    if (trace.problem->config.upstream != Upstream::None && !trace[Gradient::Q].present() &&
        !carriesSizesOnly(*trace.problem)) {
        checkStop(stop);
        RunOptions options;
        options.stop = stop;
        checks[static_cast<std::size_t>(CheckId::GradientsReachQkv)] =
            reaches(*run(trace.problem, options));
    }
    Perturbation perturbed(trace, run, stop);
    checks.push_back(perturbed.future());
    checks.push_back(perturbed.batch());
    return checks;
}

} // namespace attnscope::core
