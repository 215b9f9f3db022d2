// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_step.h"

#include "ui/gradient_text.h"
#include "ui/head_text.h"
#include "ui/stage_text.h"

#include <QCoreApplication>

#include <vector>

namespace attnscope::ui {

namespace {

struct ViewText {
    Q_DECLARE_TR_FUNCTIONS(ViewText)
};

QString nameOf(const std::optional<ColourMap> &map) {
    if (!map)
        return ViewText::tr("by stage");
    switch (*map) {
    case ColourMap::Viridis:
        return ViewText::tr("viridis");
    case ColourMap::Cividis:
        return ViewText::tr("cividis");
    case ColourMap::Grey:
        return ViewText::tr("grey");
    case ColourMap::BlueRed:
        return ViewText::tr("blue–red");
    case ColourMap::PurpleGreen:
        return ViewText::tr("purple–green");
    }
    return {};
}

QString nameOf(ColourScaleMode mode) {
    switch (mode) {
    case ColourScaleMode::Linear:
        return ViewText::tr("linear");
    case ColourScaleMode::Log:
        return ViewText::tr("logarithmic");
    case ColourScaleMode::PerRow:
        return ViewText::tr("per row");
    }
    return {};
}

QString nameOf(RangeMode mode) {
    switch (mode) {
    case RangeMode::Shared:
        return ViewText::tr("one for all heads");
    case RangeMode::PerHead:
        return ViewText::tr("per head");
    case RangeMode::Fixed:
        return ViewText::tr("fixed");
    }
    return {};
}

} // namespace

ViewStep viewStep(const ViewSettings &a, const ViewSettings &b) {
    std::vector<ViewStep> found;
    const auto add = [&found](bool differs, const char *field, const QString &text) {
        if (differs)
            found.push_back({text, QLatin1String("view.") + QLatin1String(field)});
    };
    add(a.colourMap != b.colourMap, "colour_map",
        ViewText::tr("Colour map: %1").arg(nameOf(b.colourMap)));
    add(a.scaleMode != b.scaleMode, "scale_mode",
        ViewText::tr("Colour scale: %1").arg(nameOf(b.scaleMode)));
    add(a.rangeMode != b.rangeMode, "range_mode",
        ViewText::tr("Colour range: %1").arg(nameOf(b.rangeMode)));
    add(a.fixedRange != b.fixedRange, "fixed_range",
        ViewText::tr("Colour range: %1 to %2").arg(b.fixedRange.lo).arg(b.fixedRange.hi));
    add(a.unfold != b.unfold, "unfold",
        b.unfold ? ViewText::tr("Unfold the scores") : ViewText::tr("Fold the scores"));
    add(a.margins != b.margins, "margins",
        b.margins ? ViewText::tr("Show the margins") : ViewText::tr("Hide the margins"));
    add(a.numbers != b.numbers, "numbers",
        b.numbers ? ViewText::tr("Show the numbers") : ViewText::tr("Hide the numbers"));
    add(a.colourBar != b.colourBar, "colour_bar",
        b.colourBar ? ViewText::tr("Show the colour bar") : ViewText::tr("Hide the colour bar"));
    add(a.positionDimension != b.positionDimension, "position_dimension",
        ViewText::tr("Show the pair of columns %1").arg(b.positionDimension));
    add(a.positionLength != b.positionLength, "position_length",
        ViewText::tr("Show %1 positions").arg(b.positionLength));
    add(a.fault.kind != b.fault.kind, "fault",
        b.fault.kind == core::GradientFault::None
            ? ViewText::tr("Take the fault out")
            : ViewText::tr("Inject a fault: %1").arg(faultTitle(b.fault.kind)));
    add(a.fault.stopAt != b.fault.stopAt, "fault_stop",
        ViewText::tr("Stop the gradient at %1").arg(gradientSymbol(b.fault.stopAt)));
    add(a.fault.scoreFactor != b.fault.scoreFactor, "fault_scores",
        ViewText::tr("Scores %1 times as large").arg(b.fault.scoreFactor));
    add(a.fault.lossFactor != b.fault.lossFactor, "fault_loss",
        ViewText::tr("Loss %1 times as large").arg(b.fault.lossFactor));
    add(a.bits != b.bits, "bits",
        b.bits ? ViewText::tr("Entropy in bits") : ViewText::tr("Entropy in nats"));
    for (const ThresholdInfo &t : thresholdTable())
        add(a.thresholds.*t.field != b.thresholds.*t.field, t.name,
            ViewText::tr("Threshold “%1”: %2").arg(thresholdTitle(t)).arg(b.thresholds.*t.field));
    add(a.explainLargestFirst != b.explainLargestFirst, "explain_order",
        b.explainLargestFirst ? ViewText::tr("Terms: largest first")
                              : ViewText::tr("Terms: in order"));
    for (std::size_t i = 0; i < b.saturation.size(); ++i) {
        const core::Scaling &was = a.saturation[i], &is = b.saturation[i];
        const int panel = static_cast<int>(i) + 1;
        const bool mode = was.mode != is.mode;
        add(was != is, i == 0 ? "saturation_first" : "saturation_second",
            mode ? ViewText::tr("Panel %1 scaled by %2").arg(panel).arg(scalingTitle(is.mode))
                 : ViewText::tr("Panel %1 scaled by %2").arg(panel).arg(is.value));
    }
    if (found.size() == 1)
        return found.front();
    return {ViewText::tr("Change the picture"), {}};
}

} // namespace attnscope::ui
