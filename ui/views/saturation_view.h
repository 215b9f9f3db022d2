// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"
#include "ui/views/saturation_analysis.h"
#include "ui/views/workspace_view.h"

#include <array>
#include <atomic>
#include <chrono>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace attnscope::ui {

class ViewBar;

/// What the scale is for: one head under two scalings, and against d_k what each does to a row. The
/// panels come first; the curves are drawn while nothing else is asked for.
class SaturationView final : public WorkspaceView {
    Q_OBJECT
public:
    SaturationView(SessionDocument &document, QWidget *parent);
    ~SaturationView() override;

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] QString lockedText() const override;

    /// What is drawn now.
    [[nodiscard]] const SaturationAnalysis &analysis() const { return m_shown; }

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void retranslate() override;

private:
    struct Job {
        ShownResult result;
        std::array<core::Scaling, 2> scalings;
    };
    struct Panels {
        Job job;
        std::array<core::TracePtr, 2> variants;
    };
    void follow();
    void submit();
    void takePanels();
    void takeCurves();
    void sweep(const core::SaturationSettings &settings, const std::stop_token &stop);
    void setKeyWidth(QPointF value);

    ViewBar *m_choices;
    std::array<QLabel *, 2> m_labels;
    std::array<QComboBox *, 2> m_modes;
    std::array<QDoubleSpinBox *, 2> m_values;

    SaturationAnalysis m_shown;
    std::array<core::Scaling, 2> m_shownScalings;
    std::optional<core::SaturationSettings> m_wanted; ///< of the curves
    core::Mailbox<Panels> m_panelResults;
    core::Mailbox<core::SaturationResult> m_curveResults;
    /// Until then the sweep waits, for something is being dragged.
    std::atomic<std::chrono::steady_clock::rep> m_busyUntil = 0;
    ThreadWake m_panelWake, m_curveWake;
    // Last: joined first.
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker;
    std::unique_ptr<core::LatestOnlyWorker<core::SaturationSettings>> m_sweeper;
};

} // namespace attnscope::ui
