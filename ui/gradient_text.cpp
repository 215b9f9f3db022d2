// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gradient_text.h"

#include "ui/stage_text.h"

#include <QCoreApplication>

namespace attnscope::ui {

namespace {

struct GradientText {
    Q_DECLARE_TR_FUNCTIONS(GradientText)
};

QString utf8(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

} // namespace

QString gradientName(core::Gradient gradient) { return utf8(core::gradientInfo(gradient).name); }

QString gradientSymbol(core::Gradient gradient) {
    return plainText(utf8(core::gradientInfo(gradient).symbol));
}

QString gradientFormula(core::Gradient gradient) {
    return utf8(core::gradientInfo(gradient).formula);
}

QString gradientTitle(core::Gradient gradient) {
    using enum core::Gradient;
    switch (gradient) {
    case Output:
        return GradientText::tr("Gradient of the output");
    case ConcatNorm:
        return GradientText::tr("Gradient of the normalised concat");
    case Concat:
        return GradientText::tr("Gradient of the concat");
    case Context:
        return GradientText::tr("Gradient of the context");
    case WeightsDropped:
        return GradientText::tr("Gradient of the weights after dropout");
    case Weights:
        return GradientText::tr("Gradient of the weights");
    case ScoresMasked:
        return GradientText::tr("Gradient of the masked scores");
    case Scores:
        return GradientText::tr("Gradient of the scores");
    case ScoresRaw:
        return GradientText::tr("Gradient of the raw scores");
    case Q:
        return GradientText::tr("Gradient of the queries");
    case K:
        return GradientText::tr("Gradient of the keys");
    case V:
        return GradientText::tr("Gradient of the values");
    case X:
        return GradientText::tr("Gradient of the input");
    case M:
        return GradientText::tr("Gradient of the memory input");
    case XEmbed:
        return GradientText::tr("Gradient of the embeddings");
    case XMemory:
        return GradientText::tr("Gradient of the memory");
    default:
        return GradientText::tr("Gradient of %1").arg(utf8(core::gradientInfo(gradient).of));
    }
}

QString gradientMeaning(core::Gradient gradient) {
    using enum core::Gradient;
    switch (gradient) {
    case Output:
        return GradientText::tr("Where the way back begins: how the loss changes with each "
                                "output.");
    case ConcatNorm:
        return GradientText::tr("Each column gathers from all outputs it went into.");
    case Concat:
        return GradientText::tr("Back through W_O, and the normalisation when there is one.");
    case Context:
        return GradientText::tr("The same numbers, each head's columns by themselves.");
    case WeightsDropped:
        return GradientText::tr("How well each value fits what the context should become.");
    case Weights:
        return GradientText::tr("Weights that dropout took away get none.");
    case ScoresMasked:
        return GradientText::tr("Through the softmax: nothing comes through where a weight is 0 "
                                "or 1.");
    case Scores:
        return GradientText::tr("Through the mask as it was applied.");
    case ScoresRaw:
        return GradientText::tr("The scale works backwards too.");
    case Q:
        return GradientText::tr("How the loss changes with each query.");
    case K:
        return GradientText::tr("How the loss changes with each key.");
    case V:
        return GradientText::tr("Each value hears from the queries that attended to it.");
    case X:
        return GradientText::tr("All ways in which an input was used, together.");
    case M:
        return GradientText::tr("The other sequence is used as keys and as values.");
    case XEmbed:
    case XMemory:
        return GradientText::tr("Adding the positional encoding changes nothing on the way back.");
    case BK:
        return GradientText::tr("Zero but for rounding: a bias of the keys shifts whole rows of "
                                "scores, which the softmax does not see.");
    default:
        return GradientText::tr("Summed over all positions of all sequences.");
    }
}

QString lossTitle(core::Upstream upstream) {
    using enum core::Upstream;
    switch (upstream) {
    case None:
        return GradientText::tr("no loss");
    case Ones:
        return GradientText::tr("sum of the outputs");
    case Output:
        return GradientText::tr("½‖output‖²");
    case Given:
        return GradientText::tr("a given gradient");
    }
    return {};
}

QString lossMeaning(core::Upstream upstream) {
    using enum core::Upstream;
    switch (upstream) {
    case None:
        return GradientText::tr("nothing flows back");
    case Ones:
        return GradientText::tr("dO = 1 everywhere");
    case Output:
        return GradientText::tr("dO = O");
    case Given:
        return GradientText::tr("dO is the array grad_output");
    }
    return {};
}

QString faultTitle(core::GradientFault fault) {
    using enum core::GradientFault;
    switch (fault) {
    case None:
        return GradientText::tr("no fault");
    case Detached:
        return GradientText::tr("gradient stopped");
    case Saturated:
        return GradientText::tr("saturated softmax");
    case HalfPrecision:
        return GradientText::tr("half precision, small loss");
    }
    return {};
}

QString faultMeaning(core::GradientFault fault) {
    using enum core::GradientFault;
    switch (fault) {
    case None:
        return GradientText::tr("The gradients as they are");
    case Detached:
        return GradientText::tr("As detach() or no_grad() do: what comes before that stage hears "
                                "nothing");
    case Saturated:
        return GradientText::tr("Scores so large that weights are 0 or 1: the softmax lets nothing "
                                "through, the values still hear");
    case HalfPrecision:
        return GradientText::tr("Each gradient rounded to half precision, whose least step is "
                                "6e−8, without scaling the loss");
    }
    return {};
}

QString faultBadge(const core::FaultSettings &fault) {
    using enum core::GradientFault;
    switch (fault.kind) {
    case None:
        return {};
    case Detached:
        return GradientText::tr("injected: stopped at %1").arg(gradientSymbol(fault.stopAt));
    case Saturated:
        return GradientText::tr("injected: scores × %1").arg(shortNumber(fault.scoreFactor));
    case HalfPrecision:
        return GradientText::tr("injected: half precision, loss × %1")
            .arg(shortNumber(fault.lossFactor));
    }
    return {};
}

} // namespace attnscope::ui
