// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"
#include "ui/views/head_analysis.h"
#include "ui/views/workspace_view.h"

class QCheckBox;
class QComboBox;
class QToolButton;

namespace attnscope::ui {

class HeadsPanel;
class ViewBar;

/// What every head does: glyphs, measures, likeness, flags with movable thresholds.
class HeadsView final : public WorkspaceView {
    Q_OBJECT
public:
    HeadsView(SessionDocument &document, QWidget *parent);
    ~HeadsView() override;

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    /// A head is silent when no gradient comes back to it.
    [[nodiscard]] bool needsGradients() const override { return true; }
    [[nodiscard]] QString lockedText() const override;

    /// What is drawn now; null until the first heads are measured.
    [[nodiscard]] const HeadAnalysisPtr &analysis() const { return m_shown; }
    [[nodiscard]] HeadsPanel &panel() { return *m_panel; }

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void retranslate() override;

private:
    struct Job {
        ShownResult result;
        HeadsPart part = HeadsPart::Overview;
        std::size_t batch = 0;
        [[nodiscard]] bool sameAs(const Job &o) const {
            return result.trace == o.result.trace && part == o.part && batch == o.batch;
        }
    };
    void follow();
    void submit();
    void take();

    ViewBar *m_choices;
    QComboBox *m_part;
    QCheckBox *m_bits;
    QToolButton *m_more;
    HeadsPanel *m_panel;

    std::optional<Job> m_last; ///< the newest job that was handed over
    HeadAnalysisPtr m_shown;
    HeadAnalysisPtr m_measured; ///< the worker's last one
    core::Mailbox<HeadAnalysisPtr> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
