// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checklist_text.h"

#include "ui/stage_text.h"

#include <QCoreApplication>

#include <cmath>

namespace attnscope::ui {

using core::AttentionFault;
using core::CheckId;
using core::FaultTest;
using core::Stage;

namespace {

struct ChecklistText {
    Q_DECLARE_TR_FUNCTIONS(ChecklistText)
};

QString label(CheckId id) {
    switch (id) {
    case CheckId::ScaledBySqrtDk:
        return ChecklistText::tr("factor of the scores: %1");
    case CheckId::MaskBeforeSoftmax:
        return ChecklistText::tr("largest difference from a softmax of the masked scores: %1");
    case CheckId::RowsSumToOne:
        return ChecklistText::tr("largest error of a sum: %1");
    case CheckId::DqEqualsDk:
        return ChecklistText::tr("numbers in a query: %1");
    case CheckId::DvFitsWo:
        return ChecklistText::tr("H·d_v: %1");
    case CheckId::AllFinite:
        return ChecklistText::tr("NaN or ∞: %1");
    case CheckId::NoEmptyRow:
        return ChecklistText::tr("rows without a visible key: %1");
    case CheckId::GradientsReachQkv:
        return ChecklistText::tr("smallest of ‖dQ‖, ‖dK‖, ‖dV‖: %1");
    case CheckId::HiddenWeightsExactlyZero:
        return ChecklistText::tr("largest weight of a hidden key: %1");
    case CheckId::FutureDoesNotLeak:
    case CheckId::BatchDoesNotLeak:
        return ChecklistText::tr("largest change of an output that must not change: %1");
    }
    return {};
}

QString nothingToMeasure(CheckId id, const core::Trace &t) {
    const core::Config &c = t.problem->config;
    switch (id) {
    case CheckId::MaskBeforeSoftmax:
    case CheckId::HiddenWeightsExactlyZero:
        return t.keep.allVisible() ? ChecklistText::tr("no key is hidden")
                                   : ChecklistText::tr("the masked scores were not kept");
    case CheckId::RowsSumToOne:
        return ChecklistText::tr("no query sees a key");
    case CheckId::GradientsReachQkv:
        return c.upstream == core::Upstream::None
                   ? ChecklistText::tr("no loss is chosen, so nothing flows back")
                   : ChecklistText::tr("measured once nothing moves");
    case CheckId::FutureDoesNotLeak:
        return !c.mask.causal ? ChecklistText::tr("no causal mask is on")
                              : ChecklistText::tr("measured once nothing moves, if it is not too "
                                                  "large or has a key to hide");
    case CheckId::BatchDoesNotLeak:
        return t.problem->batch() < 2
                   ? ChecklistText::tr("there is one sequence only")
                   : ChecklistText::tr("measured once nothing moves, if it is not too large");
    default:
        return ChecklistText::tr("it is not in this session");
    }
}

/// Of all rows the one where `size` is largest; NaN counts as largest.
template <class F> std::optional<LockedCell> worst(const core::Trace &t, const F &size) {
    std::optional<LockedCell> at;
    double most = 0.0;
    const core::Tensor &w = t[Stage::Weights];
    if (!w.present())
        return at;
    for (std::size_t b = 0; b < w.extent(0); ++b)
        for (std::size_t h = 0; h < w.extent(1); ++h)
            for (std::size_t i = 0; i < w.extent(2); ++i) {
                const auto [value, key] = size(w, b, h, i);
                if (std::isnan(value) || value > most) {
                    at = LockedCell{b, h, i, key};
                    most = value;
                    if (std::isnan(value))
                        return at;
                }
            }
    return at;
}

std::optional<LockedCell> worstSum(const core::Trace &t) {
    return worst(t, [&](const core::Tensor &w, std::size_t b, std::size_t h, std::size_t i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < w.extent(3); ++j)
            sum += static_cast<double>(w(b, h, i, j));
        const bool empty = t.keep.visibleCount(b, h, i) == 0;
        return std::pair{empty ? 0.0 : std::abs(sum - 1.0), std::size_t{0}};
    });
}

std::optional<LockedCell> worstHidden(const core::Trace &t) {
    return worst(t, [&](const core::Tensor &w, std::size_t b, std::size_t h, std::size_t i) {
        std::pair<double, std::size_t> most{0.0, 0};
        const std::uint8_t *keep = t.keep.row(b, h, i);
        for (std::size_t j = 0; j < w.extent(3); ++j) {
            const double p = std::abs(static_cast<double>(w(b, h, i, j)));
            if (!keep[j] && (std::isnan(p) || p > most.first))
                most = {p, j};
        }
        return most;
    });
}

} // namespace

QString checkTitle(CheckId id) {
    switch (id) {
    case CheckId::ScaledBySqrtDk:
        return ChecklistText::tr("Divided by √d_k");
    case CheckId::MaskBeforeSoftmax:
        return ChecklistText::tr("Mask before the softmax");
    case CheckId::RowsSumToOne:
        return ChecklistText::tr("Rows sum to 1");
    case CheckId::DqEqualsDk:
        return ChecklistText::tr("d_q = d_k");
    case CheckId::DvFitsWo:
        return ChecklistText::tr("d_v fits W_O");
    case CheckId::AllFinite:
        return ChecklistText::tr("All numbers finite");
    case CheckId::NoEmptyRow:
        return ChecklistText::tr("No empty row");
    case CheckId::GradientsReachQkv:
        return ChecklistText::tr("Gradients reach Q, K, V");
    case CheckId::HiddenWeightsExactlyZero:
        return ChecklistText::tr("Hidden weights exactly 0");
    case CheckId::FutureDoesNotLeak:
        return ChecklistText::tr("The future does not leak");
    case CheckId::BatchDoesNotLeak:
        return ChecklistText::tr("The batch does not leak");
    }
    return {};
}

QString checkMeaning(CheckId id) {
    switch (id) {
    case CheckId::ScaledBySqrtDk:
        return ChecklistText::tr("Scores of d_k products have a deviation of √d_k. Undivided they "
                                 "saturate the softmax, and no gradient comes through.");
    case CheckId::MaskBeforeSoftmax:
        return ChecklistText::tr("A mask after the softmax takes weight away that nobody gets "
                                 "back: the weights must be a softmax of the masked scores.");
    case CheckId::RowsSumToOne:
        return ChecklistText::tr("A row is a distribution over the keys. This alone misses a mask "
                                 "that is absent, inverted or off by one.");
    case CheckId::DqEqualsDk:
        return ChecklistText::tr("A query and a key are multiplied number by number, so they are "
                                 "equally long.");
    case CheckId::DvFitsWo:
        return ChecklistText::tr("The heads' values side by side are what W_O reads.");
    case CheckId::AllFinite:
        return ChecklistText::tr("One NaN spreads to every output that sees it. The −∞ of the mask "
                                 "itself is meant and not counted.");
    case CheckId::NoEmptyRow:
        return ChecklistText::tr("A query that may see no key has no softmax: 0/0.");
    case CheckId::GradientsReachQkv:
        return ChecklistText::tr("What no gradient reaches does not learn.");
    case CheckId::HiddenWeightsExactlyZero:
        return ChecklistText::tr("A small weight on a hidden key is still a leak; a fill of −10⁴ "
                                 "or a score of 0 leaves one.");
    case CheckId::FutureDoesNotLeak:
        return ChecklistText::tr("Another last key and value must change no earlier output. The "
                                 "reference computes the pass again to see it.");
    case CheckId::BatchDoesNotLeak:
        return ChecklistText::tr("Another sequence must change no output of this one: a softmax "
                                 "over the batch keeps its sums and fails here. The reference "
                                 "computes the pass again to see it.");
    }
    return {};
}

QString checkValue(const core::Check &check, const core::Trace &trace) {
    if (check.value)
        return label(check.id).arg(shortNumber(*check.value));
    if (check.verdict == core::Check::Verdict::Fail)
        return ChecklistText::tr("not finite");
    return nothingToMeasure(check.id, trace);
}

Evidence evidenceOf(CheckId id, const core::Trace &t) {
    const QString stages = QStringLiteral("stages"), matrices = QStringLiteral("matrices");
    switch (id) {
    case CheckId::ScaledBySqrtDk:
        return {stages, Stage::Scores, std::nullopt, {}};
    case CheckId::MaskBeforeSoftmax:
        return {QStringLiteral("masks"), Stage::Weights, worstSum(t), {}};
    case CheckId::RowsSumToOne:
        return {stages, Stage::Weights, worstSum(t), {}};
    case CheckId::DqEqualsDk:
        return {matrices, std::nullopt, std::nullopt, QStringLiteral("W_Q")};
    case CheckId::DvFitsWo:
        return {matrices, std::nullopt, std::nullopt, QStringLiteral("W_O")};
    case CheckId::AllFinite: {
        for (const core::NonFinite &n : core::nonFiniteOf(t))
            if (n.count > 0) {
                if (const auto stage = core::stageByName(std::string(n.stage)))
                    return {stages, *stage, std::nullopt, {}};
                return {QStringLiteral("gradients"), std::nullopt, std::nullopt, {}};
            }
        return {stages, Stage::Output, std::nullopt, {}};
    }
    case CheckId::NoEmptyRow: {
        std::optional<LockedCell> cell;
        if (!t.emptyRows.empty()) {
            const core::RowRef &r = t.emptyRows.front();
            cell = LockedCell{r.batch, r.head, r.query, 0};
        }
        return {stages, Stage::Weights, cell, {}};
    }
    case CheckId::GradientsReachQkv:
        return {QStringLiteral("gradients"), std::nullopt, std::nullopt, {}};
    case CheckId::HiddenWeightsExactlyZero:
        return {stages, Stage::Weights, worstHidden(t), {}};
    case CheckId::FutureDoesNotLeak:
    case CheckId::BatchDoesNotLeak:
        return {stages, Stage::Output, std::nullopt, {}};
    }
    return {};
}

QString attentionFaultTitle(AttentionFault fault) {
    switch (fault) {
    case AttentionFault::None:
        return ChecklistText::tr("none: as it should be");
    case AttentionFault::MaskAfterSoftmax:
        return ChecklistText::tr("mask after the softmax");
    case AttentionFault::NoMask:
        return ChecklistText::tr("no mask");
    case AttentionFault::InvertedMask:
        return ChecklistText::tr("inverted mask");
    case AttentionFault::OffByOne:
        return ChecklistText::tr("mask off by one");
    case AttentionFault::StrictMask:
        return ChecklistText::tr("diagonal hidden too");
    case AttentionFault::SoftmaxOverQueries:
        return ChecklistText::tr("softmax over the queries");
    case AttentionFault::ScoreZero:
        return ChecklistText::tr("hidden scores set to 0");
    case AttentionFault::Unscaled:
        return ChecklistText::tr("not divided by √d_k");
    case AttentionFault::BatchAxis:
        return ChecklistText::tr("batch and length exchanged");
    }
    return {};
}

QString attentionFaultMeaning(AttentionFault fault) {
    switch (fault) {
    case AttentionFault::None:
        return ChecklistText::tr("Causal attention as it is meant.");
    case AttentionFault::MaskAfterSoftmax:
        return ChecklistText::tr("Weights are multiplied by 0 or 1, and rows no longer sum to 1.");
    case AttentionFault::NoMask:
        return ChecklistText::tr("Every query sees the future.");
    case AttentionFault::InvertedMask:
        return ChecklistText::tr("Visible and hidden are exchanged: queries see the future alone.");
    case AttentionFault::OffByOne:
        return ChecklistText::tr("j ≤ i + 1: each query sees the very word that it is to predict.");
    case AttentionFault::StrictMask:
        return ChecklistText::tr("j < i: the first query sees nothing.");
    case AttentionFault::SoftmaxOverQueries:
        return ChecklistText::tr("The softmax runs down the columns.");
    case AttentionFault::ScoreZero:
        return ChecklistText::tr("exp(0) = 1: hidden keys keep a weight.");
    case AttentionFault::Unscaled:
        return ChecklistText::tr("The scores are √d_k times as large.");
    case AttentionFault::BatchAxis:
        return ChecklistText::tr("Sequences attend to each other at each position.");
    }
    return {};
}

QString faultTestTitle(FaultTest test) {
    switch (test) {
    case FaultTest::Scale:
        return ChecklistText::tr("q·k/√d_k");
    case FaultTest::RowSums:
        return ChecklistText::tr("rows sum to 1");
    case FaultTest::HiddenZero:
        return ChecklistText::tr("hidden = 0");
    case FaultTest::NoNan:
        return ChecklistText::tr("no NaN");
    case FaultTest::FutureStays:
        return ChecklistText::tr("future stays");
    case FaultTest::BatchStays:
        return ChecklistText::tr("batch stays");
    }
    return {};
}

} // namespace attnscope::ui
