// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fault_matrix.h"
#include "core/gradient_fault.h"
#include "core/head_measures.h"
#include "core/session.h"
#include "core/stage.h"
#include "core/trace.h"
#include "ui/plot/figure.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace attnscope::ui {

/// One (sequence, head, query, key) that all views share.
struct LockedCell {
    std::size_t batch = 0, head = 0, query = 0, key = 0;
    bool operator==(const LockedCell &) const = default;
};

/// A cell of a weight or a bias.
struct LockedEntry {
    std::size_t row = 0, column = 0;
    bool operator==(const LockedEntry &) const = default;
};

/// What the centre of the Heads view shows.
enum class HeadsPart {
    Overview,
    Measures,
    Similarity,
    PositionBias,
    Distances,
    SingularValues,
    Components,
    Ablation,
};
inline constexpr int kHeadsParts = 8;

enum class RangeMode { Shared, PerHead, Fixed };
enum class ThemeChoice { System, Light, Dark };

/// Every visual setting; the `view` object of the session, so it survives a save and a load and is
/// what an exported picture shows.
///
/// Two kinds, told apart by withPictureOf(): settings of the picture (colours, range, what is
/// unfolded or written in the cells …) are undoable steps and mark the session as modified; where
/// one looks (tab, opened stage, chosen head and sequence, locked cell, theme, docks) is neither,
/// but is saved with the session all the same.
struct ViewSettings {
    QString tab = QStringLiteral(
        "stages"); ///< stages, saturation, masks, positions, heads, gradients, matrices
    core::Stage stage = core::Stage::Weights;
    std::optional<std::size_t> head; ///< nothing = all heads
    std::size_t batch = 0;
    std::optional<ColourMap> colourMap; ///< nothing = by the stage (sequential or diverging)
    ColourScaleMode scaleMode = ColourScaleMode::Linear;
    RangeMode rangeMode = RangeMode::Shared;
    ColourRange fixedRange;
    bool unfold = false;
    bool margins = true;
    bool numbers = true;
    bool colourBar = true;
    std::optional<LockedCell> locked;
    std::vector<LockedCell> alsoLocked;      ///< added with Ctrl-click, marked besides `locked`
    std::optional<std::size_t> lockedColumn; ///< column within a head's or model's width (Q, X, …)
    int positionDimension = 0;               ///< Positions: the pair of dimensions shown as curves
    int positionLength = 64;                 ///< Positions: how many positions are shown
    QString matrix = QStringLiteral("W_Q");  ///< Matrices: the array that is open
    core::Gradient gradient = core::Gradient::Scores; ///< Gradients: the one drawn as a map
    std::optional<LockedEntry> lockedEntry;           ///< Gradients: the cell of a weight
    core::FaultSettings fault;                        ///< Gradients: what is injected
    HeadsPart headsPart = HeadsPart::Overview;        ///< Heads: what is shown
    core::HeadThresholds thresholds;                  ///< Heads: where a measure becomes a flag
    bool bits = false;                                ///< Heads: entropy in bits, not in nats
    bool thresholdsShown = false;                     ///< Heads: whether their sliders are open
    core::AttentionFault bug = core::AttentionFault::MaskAfterSoftmax; ///< of the page of bugs
    bool explainLargestFirst = false; ///< Explain: terms by their size
    bool walkWholeHead = false;       ///< Explain: Play walks through a head, else through a row
    int walkMilliseconds = 500;       ///< Explain: how long Play stays at a cell
    /// Saturation: the scalings of the two panels.
    std::array<core::Scaling, 2> saturation = {core::Scaling{core::ScalingMode::SqrtDk, 1.0},
                                               core::Scaling{core::ScalingMode::None, 1.0}};
    ThemeChoice theme = ThemeChoice::System;
    /// Whether the docks are open; nothing = as the window has them.
    std::optional<bool> controlsDock, historyDock, explainDock, checklistDock;
    bool operator==(const ViewSettings &) const = default;
};

/// Names of colour maps and scale modes in files and on the command line ("viridis", "log").
[[nodiscard]] QString colourMapName(ColourMap map);
[[nodiscard]] std::optional<ColourMap> colourMapFromName(const QString &name);
/// "overview", "pca"
[[nodiscard]] std::optional<HeadsPart> headsPartFromName(const QString &name);
[[nodiscard]] QString scaleModeName(ColourScaleMode mode);
[[nodiscard]] std::optional<ColourScaleMode> scaleModeFromName(const QString &name);

/// `from`'s settings of the picture with `navigation`'s place to look at.
[[nodiscard]] ViewSettings withPictureOf(const ViewSettings &from, const ViewSettings &navigation);
/// Whether two draw the same picture of the same place.
[[nodiscard]] bool samePicture(const ViewSettings &a, const ViewSettings &b);

[[nodiscard]] QString toJsonText(const ViewSettings &settings);
/// Unknown keys are kept out, wrong values fall back to the default; never throws.
[[nodiscard]] ViewSettings viewSettingsFromJson(const QString &text);

/// The figures of the workspace tabs: what window, export and `attnscope render` draw. Pure.
[[nodiscard]] Figure stagesFigure(const core::Trace &, const core::Session &, const ViewSettings &,
                                  const Palette &);
/// Six panels, one per application mode. Needs only the trace's scores and mask: the other five are
/// computed with core's stage functions. `traces` are the six results, in the order of the enum.
[[nodiscard]] Figure masksFigure(const std::vector<core::TracePtr> &traces, const core::Session &,
                                 const ViewSettings &, const Palette &);
/// Positional encoding, its wavelengths and similarity, and what it does to each head's weights.
/// Without a second trace the panels of that effect are left out.
[[nodiscard]] Figure positionsFigure(const core::Trace &withPe, const core::TracePtr &withoutPe,
                                     const core::Session &, const ViewSettings &, const Palette &);
/// Norms of all gradients on their way back, maps of one, dead rows and the bound of the values.
struct GradientAnalysis;
[[nodiscard]] Figure gradientsFigure(const GradientAnalysis &, const ViewSettings &,
                                     const Palette &);
/// The head under two scalings, and what d_k does to a row of weights under each.
struct SaturationAnalysis;
[[nodiscard]] Figure saturationFigure(const SaturationAnalysis &, const ViewSettings &,
                                      const Palette &);

} // namespace attnscope::ui
