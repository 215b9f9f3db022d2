// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/head_text.h"

#include "ui/stage_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <numbers>

namespace attnscope::ui {

using core::HeadFlag;
using core::HeadMeasures;
using core::HeadThresholds;
using Id = MeasureInfo::Id;

namespace {

struct HeadText {
    Q_DECLARE_TR_FUNCTIONS(HeadText)
};

constexpr MeasureInfo kMeasures[] = {
    {Id::Entropy, &HeadMeasures::entropy},
    {Id::EntropyNormalised, &HeadMeasures::entropyNormalised},
    {Id::EffectiveKeys, &HeadMeasures::effectiveKeys},
    {Id::MaxWeight, &HeadMeasures::maxWeight},
    {Id::MeanDistance, &HeadMeasures::meanDistance},
    {Id::Diagonal, &HeadMeasures::diagonal},
    {Id::PreviousToken, &HeadMeasures::previousToken},
    {Id::FirstToken, &HeadMeasures::firstToken},
    {Id::BlockClumping, &HeadMeasures::blockClumping},
    {Id::RowSumError, &HeadMeasures::rowSumError},
    {Id::OutputShare, &HeadMeasures::outputShare},
};

constexpr ThresholdInfo kLimits[] = {
    {&HeadThresholds::focused, "focused", 0, 1, false, 3},
    {&HeadThresholds::uniform, "uniform", 0, 1, false, 3},
    {&HeadThresholds::healthyMean, "healthy_mean", 0, 1, false, 3},
    {&HeadThresholds::diagonal, "diagonal", 0, 1, false, 3},
    {&HeadThresholds::positionLeak, "position_leak", 0, 1, false, 3},
    {&HeadThresholds::positionWatch, "position_watch", 0, 1, false, 3},
    {&HeadThresholds::redundantCosine, "redundant_cosine", 0, 1, false, 3},
    {&HeadThresholds::distinctKl, "distinct_kl", 0, 5, false, 3},
    {&HeadThresholds::clumping, "clumping", 0, 1, false, 3},
    {&HeadThresholds::deadShare, "dead_share", 1e-6, 1, true, 6},
    {&HeadThresholds::silentGradient, "silent_gradient", 1e-6, 1, true, 6},
};

enum Limit {
    Focused,
    Uniform,
    HealthyMean,
    Diagonal,
    PositionLeak,
    PositionWatch,
    RedundantCosine,
    DistinctKl,
    Clumping,
    DeadShare,
    SilentGradient,
};

QString number(const std::optional<double> &value) {
    return value ? shortNumber(*value) : QStringLiteral("–");
}

/// "head 1 (0.99), head 3 (0.97)": the heads whose map is nearly that of `head`.
QString twins(std::size_t head, const core::HeadSimilarity &similarity, const HeadThresholds &t) {
    QStringList names;
    for (const auto &[a, b] : core::redundantPairs(similarity, t))
        if (a == head || b == head)
            names << HeadText::tr("head %1 (%2)")
                         .arg(a == head ? b : a)
                         .arg(number(similarity.cosine.at(a, b)));
    return names.join(QStringLiteral(", "));
}

} // namespace

std::span<const MeasureInfo> measureTable() { return kMeasures; }
std::span<const ThresholdInfo> thresholdTable() { return kLimits; }

QString measureTitle(Id id, bool bits) {
    switch (id) {
    case Id::Entropy:
        return bits ? HeadText::tr("entropy, bits") : HeadText::tr("entropy, nats");
    case Id::EntropyNormalised:
        return HeadText::tr("normalised");
    case Id::EffectiveKeys:
        return HeadText::tr("effective keys");
    case Id::MaxWeight:
        return HeadText::tr("largest weight");
    case Id::MeanDistance:
        return HeadText::tr("distance");
    case Id::Diagonal:
        return HeadText::tr("diagonal");
    case Id::PreviousToken:
        return HeadText::tr("previous");
    case Id::FirstToken:
        return HeadText::tr("first token");
    case Id::BlockClumping:
        return HeadText::tr("clumping");
    case Id::RowSumError:
        return HeadText::tr("row sum − 1");
    case Id::OutputShare:
        return HeadText::tr("output share");
    }
    return {};
}

QString measureMeaning(Id id) {
    switch (id) {
    case Id::Entropy:
        return HeadText::tr("How spread a row is, −Σ p ln p: 0 when one key has all the weight, "
                            "ln S when all keys have the same.");
    case Id::EntropyNormalised:
        return HeadText::tr("Entropy divided by the most that the visible keys allow: 1 is uniform "
                            "attention.");
    case Id::EffectiveKeys:
        return HeadText::tr("exp(entropy): that many equal keys would be as spread.");
    case Id::MaxWeight:
        return HeadText::tr("The largest weight of a row, mean over the rows.");
    case Id::MeanDistance:
        return HeadText::tr("How many positions away the weight lies, |i − j| weighted by it.");
    case Id::Diagonal:
        return HeadText::tr("Weight of a query on its own position.");
    case Id::PreviousToken:
        return HeadText::tr("Weight of a query on the position before its own.");
    case Id::FirstToken:
        return HeadText::tr("Weight on the first key, where heads rest that have nothing to do.");
    case Id::BlockClumping:
        return HeadText::tr("The largest share of weight that stays in one block on the diagonal, "
                            "less what uniform attention would keep there.");
    case Id::RowSumError:
        return HeadText::tr("How far the sum of a row is from 1, at worst.");
    case Id::OutputShare:
        return HeadText::tr("The head's part of the output, ‖C·W_O‖ of this head over the sum for "
                            "all heads; equal heads have 1/H.");
    }
    return {};
}

double measureShown(Id id, double value, bool bits) {
    return id == Id::Entropy && bits ? value / std::numbers::ln2 : value;
}

QString missingReason(Id id, const HeadMeasures &head) {
    if (id == Id::OutputShare)
        return HeadText::tr("the context is 0 or not finite");
    if (head.rows == 0)
        return HeadText::tr("no query sees a key");
    if (head.notFiniteRows > 0)
        return HeadText::tr("%n row(s) hold NaN or ∞", nullptr,
                            static_cast<int>(head.notFiniteRows));
    const bool ofLogarithms = id == Id::Entropy || id == Id::EntropyNormalised ||
                              id == Id::EffectiveKeys || id == Id::MeanDistance;
    if (ofLogarithms && !head.entropy)
        return HeadText::tr("a weight is negative");
    switch (id) {
    case Id::EntropyNormalised:
        return HeadText::tr("no query sees two keys");
    case Id::BlockClumping:
        return HeadText::tr("fewer than 6 queries or keys");
    case Id::Diagonal:
    case Id::PreviousToken:
        return HeadText::tr("no query has such a key");
    default:
        return HeadText::tr("it does not exist");
    }
}

QString thresholdTitle(const ThresholdInfo &threshold) {
    switch (static_cast<Limit>(&threshold - kLimits)) {
    case Focused:
        return HeadText::tr("focused");
    case Uniform:
        return HeadText::tr("uniform");
    case HealthyMean:
        return HeadText::tr("healthy mean");
    case Diagonal:
        return HeadText::tr("diagonal");
    case PositionLeak:
        return HeadText::tr("position leak");
    case PositionWatch:
        return HeadText::tr("position watch");
    case RedundantCosine:
        return HeadText::tr("redundant");
    case DistinctKl:
        return HeadText::tr("distinct");
    case Clumping:
        return HeadText::tr("clumped");
    case DeadShare:
        return HeadText::tr("dead");
    case SilentGradient:
        return HeadText::tr("silent");
    }
    return {};
}

QString thresholdMeaning(const ThresholdInfo &threshold) {
    switch (static_cast<Limit>(&threshold - kLimits)) {
    case Focused:
        return HeadText::tr("A head is focused when its normalised entropy is below this");
    case Uniform:
        return HeadText::tr("A head is uniform when its normalised entropy is above this");
    case HealthyMean:
        return HeadText::tr("The heads together are healthy when their mean normalised entropy is "
                            "above this");
    case Diagonal:
        return HeadText::tr("A head looks at itself when its diagonal weight is above this");
    case PositionLeak:
        return HeadText::tr("A position leaks when its mean weight is above this");
    case PositionWatch:
        return HeadText::tr("A position is watched when its mean weight is above this");
    case RedundantCosine:
        return HeadText::tr("Two heads are redundant when the cosine of their maps is above this; "
                            "unrelated heads score high too, so look at the centred cosine");
    case DistinctKl:
        return HeadText::tr("Two heads are distinct when their divergence is above this both ways");
    case Clumping:
        return HeadText::tr("A head is clumped when its block clumping is above this");
    case DeadShare:
        return HeadText::tr("A head is dead when its output share is below this divided by H");
    case SilentGradient:
        return HeadText::tr("A head is silent when its gradients of Q, K and V are all below this");
    }
    return {};
}

QString flagTitle(HeadFlag flag) {
    switch (flag) {
    case HeadFlag::Focused:
        return HeadText::tr("focused");
    case HeadFlag::Uniform:
        return HeadText::tr("uniform");
    case HeadFlag::Diagonal:
        return HeadText::tr("diagonal");
    case HeadFlag::PositionLeak:
        return HeadText::tr("position leak");
    case HeadFlag::PositionWatch:
        return HeadText::tr("position watch");
    case HeadFlag::Redundant:
        return HeadText::tr("redundant");
    case HeadFlag::Clumped:
        return HeadText::tr("clumped");
    case HeadFlag::Dead:
        return HeadText::tr("dead");
    case HeadFlag::Silent:
        return HeadText::tr("silent");
    }
    return {};
}

QString flagReason(HeadFlag flag, std::size_t head, const std::vector<HeadMeasures> &heads,
                   const core::HeadSimilarity &similarity, const HeadThresholds &t) {
    const HeadMeasures &m = heads[head];
    switch (flag) {
    case HeadFlag::Focused:
        return HeadText::tr("Its normalised entropy is %1 < %2: each query looks at hardly more "
                            "than one key, and next to no gradient passes its softmax.")
            .arg(number(m.entropyNormalised), shortNumber(t.focused));
    case HeadFlag::Uniform:
        return HeadText::tr("Its normalised entropy is %1 > %2: it averages all visible keys, "
                            "whatever they say.")
            .arg(number(m.entropyNormalised), shortNumber(t.uniform));
    case HeadFlag::Diagonal:
        return HeadText::tr("Its mean weight on the query's own position is %1 > %2: it copies "
                            "each position to itself.")
            .arg(number(m.diagonal), shortNumber(t.diagonal));
    case HeadFlag::PositionLeak:
    case HeadFlag::PositionWatch: {
        std::size_t at = 0;
        for (std::size_t j = 0; j < m.positionBias.size(); ++j)
            if (m.positionBias[j] == m.largestBias())
                at = j;
        const bool leak = flag == HeadFlag::PositionLeak;
        return HeadText::tr("Key %1 gets %2 > %3 of every query's weight on average: the head "
                            "looks at a place more than at what stands there.")
            .arg(at)
            .arg(number(m.largestBias()), shortNumber(leak ? t.positionLeak : t.positionWatch));
    }
    case HeadFlag::Redundant:
        return HeadText::tr("Its map is nearly that of %1: cosine above %2, so one of them would "
                            "do.")
            .arg(twins(head, similarity, t), shortNumber(t.redundantCosine));
    case HeadFlag::Clumped:
        return HeadText::tr("One block on the diagonal keeps %1 > %2 more of its weight than "
                            "uniform attention would: queries see their neighbours alone.")
            .arg(number(m.blockClumping), shortNumber(t.clumping));
    case HeadFlag::Dead:
        return HeadText::tr("It adds %1 of the output, less than %2 = %3/H: without it next to "
                            "nothing would change.")
            .arg(number(m.outputShare),
                 shortNumber(t.deadShare / static_cast<double>(heads.size())),
                 shortNumber(t.deadShare));
    case HeadFlag::Silent:
        return HeadText::tr("Its gradients are ‖dQ‖ = %1, ‖dK‖ = %2, ‖dV‖ = %3, all below %4: it "
                            "does not learn.")
            .arg(number(m.gradients.q), number(m.gradients.k), number(m.gradients.v),
                 shortNumber(t.silentGradient));
    }
    return {};
}

QString headsPartTitle(HeadsPart part) {
    switch (part) {
    case HeadsPart::Overview:
        return HeadText::tr("Overview");
    case HeadsPart::Measures:
        return HeadText::tr("Measures");
    case HeadsPart::Similarity:
        return HeadText::tr("Similarity");
    case HeadsPart::PositionBias:
        return HeadText::tr("Position bias");
    case HeadsPart::Distances:
        return HeadText::tr("Distances");
    case HeadsPart::SingularValues:
        return HeadText::tr("Singular values");
    case HeadsPart::Components:
        return HeadText::tr("PCA of Q and K");
    case HeadsPart::Ablation:
        return HeadText::tr("Ablation");
    }
    return {};
}

QString headsPartMeaning(HeadsPart part) {
    switch (part) {
    case HeadsPart::Overview:
        return HeadText::tr("A card for each head, and the flags with their reasons");
    case HeadsPart::Measures:
        return HeadText::tr("Every measure of every head beside what uniform attention would give");
    case HeadsPart::Similarity:
        return HeadText::tr("How alike two heads are: divergences and cosines of their maps");
    case HeadsPart::PositionBias:
        return HeadText::tr("The mean weight of each key in each head");
    case HeadsPart::Distances:
        return HeadText::tr("How far from its own position a query looks");
    case HeadsPart::SingularValues:
        return HeadText::tr("What the maps and the scores are made of: the rank of Q·Kᵀ is at "
                            "most d_k");
    case HeadsPart::Components:
        return HeadText::tr("The first two principal components of queries and keys");
    case HeadsPart::Ablation:
        return HeadText::tr("What becomes of the output when one head is taken out");
    }
    return {};
}

} // namespace attnscope::ui
