// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session.h"
#include "core/trace.h"
#include "ui/plot/figure.h"
#include "ui/view_settings.h"

#include <QStringList>

#include <cstddef>
#include <vector>

namespace attnscope::ui {

/// "L=6 · D=32 · H=4 · d_k=8 · …": the settings and the seed in one line.
[[nodiscard]] QString settingsLine(const core::Session &session, const core::Problem &problem);
/// The same as pairs for a file's metadata.
[[nodiscard]] std::vector<std::pair<QString, QString>> settingsPairs(const core::Session &session,
                                                                     const core::Problem &problem);

/// Token labels of one sequence.
[[nodiscard]] QStringList queryTokens(const core::Session &, const core::Problem &, std::size_t b);
[[nodiscard]] QStringList keyTokens(const core::Session &, const core::Problem &, std::size_t b);

/// Columns of a grid of n panels that makes their cells largest in the space that the window has at
/// 1280×800; labels and titles take their share of each panel whatever its size.
[[nodiscard]] int gridColumns(std::size_t n);

/// Index clamped into what the problem has; for view settings that outlived a size.
[[nodiscard]] std::size_t shownBatch(const ViewSettings &, const core::Problem &);
/// The one head of views that show one: chosen, else the locked one, else head 0.
[[nodiscard]] std::size_t shownHead(const ViewSettings &, const core::Problem &);

/// What one panel of a stage is a map of.
enum class PanelKind {
    QueryKey,  ///< [L,S] of one head
    HeadWidth, ///< Q, K, V, context: [·,d] of one head
    Model,     ///< X, concat, output …: [·,D] of one sequence; PE [L,D]
    HeadRows,  ///< row_max, row_sum: [H,L] of one sequence
    Number,    ///< scale
};
[[nodiscard]] PanelKind panelKind(core::Stage stage);
/// What the panels of a view show, in their order.
struct PanelMeaning {
    core::Stage stage = core::Stage::Weights;
    std::size_t head = 0;
};
/// The panels of stagesFigure(); empty when the stage is not in the trace or is a single number.
[[nodiscard]] std::vector<PanelMeaning> stagesPanels(const core::Trace &, const ViewSettings &);

/// Whether rows of the stage's panels are keys (K, V, memory) and not queries.
[[nodiscard]] bool rowsAreKeys(core::Stage stage);

/// The panel of a stage for one sequence and head, range not yet set (see setRange).
[[nodiscard]] MapPanel stagePanel(const core::Trace &, const core::Session &, const ViewSettings &,
                                  core::Stage stage, std::size_t batch, std::size_t head);

/// Finite values of the shown cells of some panels.
struct DataRange {
    double lo = 0.0, hi = 0.0;
    bool any = false;
};
[[nodiscard]] DataRange dataRange(const std::vector<const MapPanel *> &panels);
/// Colour map and range that suit a stage's data: weights from 0 (to 1 once a weight reaches ½,
/// else to the largest), signed data symmetric about 0, the rest from least to largest.
struct ColourChoice {
    ColourMap map = ColourMap::Viridis;
    ColourRange range;
};
[[nodiscard]] ColourChoice colourChoice(core::Stage stage, const DataRange &data,
                                        const ViewSettings &settings);

/// Entropy −Σ p ln p of each row (nats); NaN for a row without a visible key or with a NaN.
[[nodiscard]] std::vector<double> rowEntropies(const MapPanel &panel);
[[nodiscard]] std::vector<double> columnMeans(const MapPanel &panel);
[[nodiscard]] std::vector<double> rowSums(const MapPanel &panel);

} // namespace attnscope::ui
