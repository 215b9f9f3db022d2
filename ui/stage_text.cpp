// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"

#include "core/problem.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace attnscope::ui {

namespace {

struct StageText {
    Q_DECLARE_TR_FUNCTIONS(StageText)
};

QString latin(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

} // namespace

QString stageTitle(core::Stage stage) {
    using enum core::Stage;
    switch (stage) {
    case XEmbed:
        return StageText::tr("Embeddings");
    case XMemory:
        return StageText::tr("Memory");
    case PE:
        return StageText::tr("Positional encoding");
    case X:
        return StageText::tr("Input");
    case M:
        return StageText::tr("Memory input");
    case Q:
        return StageText::tr("Queries");
    case K:
        return StageText::tr("Keys");
    case V:
        return StageText::tr("Values");
    case ScoresRaw:
        return StageText::tr("Raw scores");
    case Scale:
        return StageText::tr("Scale");
    case Scores:
        return StageText::tr("Scores");
    case MaskKeep:
        return StageText::tr("Mask");
    case ScoresMasked:
        return StageText::tr("Masked scores");
    case RowMax:
        return StageText::tr("Row maximum");
    case RowSum:
        return StageText::tr("Row sum");
    case Weights:
        return StageText::tr("Weights");
    case WeightsDropped:
        return StageText::tr("Weights after dropout");
    case Context:
        return StageText::tr("Context");
    case Concat:
        return StageText::tr("Heads side by side");
    case ConcatNorm:
        return StageText::tr("Normalised concat");
    case Output:
        return StageText::tr("Output");
    }
    return {};
}

QString stageMeaning(core::Stage stage) {
    using enum core::Stage;
    switch (stage) {
    case XEmbed:
        return StageText::tr("The token embeddings: what you put in.");
    case XMemory:
        return StageText::tr("The other sequence, which keys and values come from.");
    case PE:
        return StageText::tr("Waves of different lengths that tell positions apart.");
    case X:
        return StageText::tr("Embeddings with their positions: what attention sees.");
    case M:
        return StageText::tr("The other sequence with its own positions.");
    case Q:
        return StageText::tr("What each position looks for.");
    case K:
        return StageText::tr("What each position can be found by.");
    case V:
        return StageText::tr("What each position hands over when it is attended to.");
    case ScoresRaw:
        return StageText::tr("How well each query matches each key.");
    case Scale:
        return StageText::tr("The factor that keeps scores from growing with the key width.");
    case Scores:
        return StageText::tr("Raw scores, scaled.");
    case MaskKeep:
        return StageText::tr("Which keys a query may see.");
    case ScoresMasked:
        return StageText::tr("What goes into the softmax.");
    case RowMax:
        return StageText::tr("Subtracted so that exp cannot overflow.");
    case RowSum:
        return StageText::tr("What each row is divided by.");
    case Weights:
        return StageText::tr("How much each query takes from each key.");
    case WeightsDropped:
        return StageText::tr("Weights after inverted dropout; rows need not sum to 1.");
    case Context:
        return StageText::tr("The weighted mean of the values.");
    case Concat:
        return StageText::tr("All heads of a position in one row, head 0 first.");
    case ConcatNorm:
        return StageText::tr("The concatenation after the normalisation that was chosen.");
    case Output:
        return StageText::tr("What the layer hands on.");
    }
    return {};
}

QString stageName(core::Stage stage) { return latin(core::stageInfo(stage).name); }
QString stageSymbol(core::Stage stage) { return latin(core::stageInfo(stage).symbol); }

QString stageFormula(core::Stage stage, const core::Config &config) {
    using enum core::Stage;
    switch (stage) {
    case X:
    case M:
        if (config.positional.kind == core::PositionalKind::None)
            return stage == X ? QStringLiteral("<i>X</i><sub>embed</sub>")
                              : QStringLiteral("<i>X</i><sub>memory</sub>");
        break;
    case XEmbed:
    case XMemory:
        return StageText::tr("input");
    case Scale:
        return scalingFormula(config.scaling.mode);
    case MaskKeep: {
        QStringList parts;
        if (config.mask.causal)
            parts << StageText::tr("causal");
        if (config.mask.padding)
            parts << StageText::tr("padding");
        if (config.mask.custom)
            parts << StageText::tr("custom");
        return parts.isEmpty() ? StageText::tr("all visible") : parts.join(QStringLiteral(" ∧ "));
    }
    case ScoresMasked:
        switch (config.mask.application) {
        case core::MaskApplication::FillScores:
            return StageText::tr("hidden → %1").arg(fillText(config.mask.fill));
        case core::MaskApplication::AddToScores:
            return StageText::tr("hidden + (%1)").arg(fillText(config.mask.fill));
        case core::MaskApplication::MultiplyScores:
            return QStringLiteral("<i>S</i> ∘ mask");
        case core::MaskApplication::AddBoolean:
            return QStringLiteral("<i>S</i> + mask");
        default:
            return QStringLiteral("<i>S</i>");
        }
    case Weights:
        switch (config.mask.application) {
        case core::MaskApplication::MultiplyWeights:
            return QStringLiteral("softmax(<i>S</i>) ∘ mask");
        case core::MaskApplication::MultiplyWeightsRenormalise:
            return QStringLiteral("softmax(<i>S</i>) ∘ mask / Σ");
        default:
            break;
        }
        break;
    case V:
        if (config.shareKv)
            return QStringLiteral("<i>X</i>·<i>W<sub>K</sub></i> + <i>b<sub>K</sub></i>");
        break;
    default:
        break;
    }
    return latin(core::stageInfo(stage).formula);
}

QString plainText(const QString &rich) {
    // Sub- and superscripts keep a mark, so that W_Q does not read as a product.
    QString out;
    for (qsizetype i = 0; i < rich.size(); ++i) {
        if (rich[i] != QLatin1Char('<')) {
            out += rich[i];
            continue;
        }
        const qsizetype end = rich.indexOf(QLatin1Char('>'), i);
        if (end < 0)
            break;
        const QString tag = rich.mid(i + 1, end - i - 1);
        if (tag == QLatin1String("sub")) {
            out += QLatin1Char('_');
        } else if (tag == QLatin1String("sup")) {
            if (rich.mid(end + 1, 7) == QLatin1String("T</sup>")) {
                out += QStringLiteral("ᵀ");
                i = end + 7;
                continue;
            }
            out += QLatin1Char('^');
        }
        i = end;
    }
    return out;
}

QString stageShapeText(core::Stage stage, const core::Problem &problem) {
    const auto shape = core::stageShape(problem, stage);
    if (!shape)
        return {};
    QStringList parts;
    for (std::size_t n : *shape)
        parts << QString::number(n);
    return parts.isEmpty() ? StageText::tr("scalar") : parts.join(QStringLiteral("×"));
}

QString scalingTitle(core::ScalingMode mode) {
    using enum core::ScalingMode;
    switch (mode) {
    case None:
        return StageText::tr("none (× 1)");
    case SqrtDk:
        return StageText::tr("1/√d_k (right)");
    case SqrtDModel:
        return StageText::tr("1/√D (a common mistake)");
    case Dk:
        return StageText::tr("1/d_k (too flat)");
    case TimesSqrtDk:
        return StageText::tr("× √d_k (a common mistake)");
    case Custom:
        return StageText::tr("a number");
    case Adaptive:
        return StageText::tr("adaptive (leaves √std)");
    case Standardise:
        return StageText::tr("standardise (std = 1)");
    }
    return {};
}

QString scalingFormula(core::ScalingMode mode) {
    using enum core::ScalingMode;
    switch (mode) {
    case None:
        return QStringLiteral("1");
    case SqrtDk:
        return QStringLiteral("1 / √<i>d<sub>k</sub></i>");
    case SqrtDModel:
        return QStringLiteral("1 / √<i>D</i>");
    case Dk:
        return QStringLiteral("1 / <i>d<sub>k</sub></i>");
    case TimesSqrtDk:
        return QStringLiteral("√<i>d<sub>k</sub></i>");
    case Custom:
        return StageText::tr("a number");
    case Adaptive:
        return QStringLiteral("1 / √(<i>d<sub>k</sub></i>·std)");
    case Standardise:
        return QStringLiteral("1 / std(<i>S</i><sub>raw</sub>)");
    }
    return {};
}

QString maskApplicationTitle(core::MaskApplication application) {
    using enum core::MaskApplication;
    switch (application) {
    case FillScores:
        return StageText::tr("fill the scores (right)");
    case AddToScores:
        return StageText::tr("add the fill to the scores");
    case MultiplyScores:
        return StageText::tr("multiply the scores by 0/1");
    case AddBoolean:
        return StageText::tr("add 0/1 to the scores");
    case MultiplyWeights:
        return StageText::tr("multiply the weights by 0/1");
    case MultiplyWeightsRenormalise:
        return StageText::tr("multiply, then renormalise");
    }
    return {};
}

QString maskApplicationMeaning(core::MaskApplication application) {
    using enum core::MaskApplication;
    switch (application) {
    case FillScores:
        return StageText::tr("hidden scores are replaced before the softmax");
    case AddToScores:
        return StageText::tr("with a large finite fill the score is absorbed in single precision");
    case MultiplyScores:
        return StageText::tr("a hidden key still gets exp(0)");
    case AddBoolean:
        return StageText::tr("a boolean is not a mask: nothing is hidden");
    case MultiplyWeights:
        return StageText::tr("rows no longer sum to 1");
    case MultiplyWeightsRenormalise:
        return StageText::tr("right again, except where everything visible underflowed");
    }
    return {};
}

QString fillText(double fill) {
    if (std::isinf(fill))
        return fill < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    return shortNumber(fill);
}

QString scalingBadge(const core::Config &config) {
    using enum core::ScalingMode;
    switch (config.scaling.mode) {
    case SqrtDk:
        return {};
    case None:
        return StageText::tr("not scaled");
    case SqrtDModel:
        return StageText::tr("scaled by √D, not √d_k");
    case Dk:
        return StageText::tr("divided by d_k, not √d_k");
    case TimesSqrtDk:
        return StageText::tr("multiplied by √d_k");
    case Custom:
        return StageText::tr("custom scale");
    case Adaptive:
        return StageText::tr("scale depends on the data");
    case Standardise:
        return StageText::tr("scale depends on the data");
    }
    return {};
}

QString maskBadge(const core::Config &config) {
    using enum core::MaskApplication;
    const bool masked = config.mask.causal || config.mask.padding || config.mask.custom;
    if (!masked)
        return {};
    switch (config.mask.application) {
    case FillScores:
        if (std::isinf(config.mask.fill))
            return {};
        return config.mask.fill > -1e9 ? StageText::tr("finite fill") : QString();
    case AddToScores:
        return StageText::tr("fill added, not set");
    case MultiplyScores:
        return StageText::tr("hidden keys get exp(0)");
    case AddBoolean:
        return StageText::tr("mask hides nothing");
    case MultiplyWeights:
        return StageText::tr("masked after softmax");
    case MultiplyWeightsRenormalise:
        return StageText::tr("masked after softmax");
    }
    return {};
}

QString stageBadge(core::Stage stage, const core::Config &config) {
    using enum core::MaskApplication;
    const core::MaskApplication a = config.mask.application;
    const bool after = a == MultiplyWeights || a == MultiplyWeightsRenormalise;
    if (stage == core::Stage::Scores || stage == core::Stage::Scale)
        return scalingBadge(config);
    if (stage == core::Stage::ScoresMasked && !after)
        return maskBadge(config);
    if (stage == core::Stage::Weights && after)
        return maskBadge(config);
    return {};
}

QString fullNumber(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    return QString::number(value, 'g', 9).replace(QLatin1Char('-'), QStringLiteral("−"));
}

QString shortNumber(double value) {
    if (!std::isfinite(value))
        return fullNumber(value);
    return QString::number(value, 'g', 3).replace(QLatin1Char('-'), QStringLiteral("−"));
}

} // namespace attnscope::ui
