// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"
#include "ui/views/gradient_analysis.h"
#include "ui/views/workspace_view.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace attnscope::ui {

class NumberControl;
class ViewBar;

/// The backward pass: norms of every gradient, maps of one, and what goes wrong on the way.
class GradientsView final : public WorkspaceView {
    Q_OBJECT
public:
    GradientsView(SessionDocument &document, QWidget *parent);
    ~GradientsView() override;

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] bool needsGradients() const override { return true; }
    [[nodiscard]] QString lockedText() const override;

    /// What is drawn now.
    [[nodiscard]] const GradientAnalysis &analysis() const { return m_shown; }

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void clicked(const CellRef &cell, bool add) override;
    void retranslate() override;

private:
    struct Job {
        ShownResult result;
        core::FaultSettings fault;
        std::optional<std::pair<core::Gradient, std::size_t>> cell;
        [[nodiscard]] bool sameAs(const Job &o) const {
            return result.trace == o.result.trace && fault == o.fault && cell == o.cell;
        }
    };
    void buildBar();
    void run(const Job &job, const std::stop_token &stop);
    void follow();
    void submit();
    void takeAnalysis();
    void setLoss(core::Upstream upstream);
    template <class F> void changeFault(F change);

    ViewBar *m_choices;
    QComboBox *m_gradient, *m_loss, *m_fault, *m_stopAt;
    QLabel *m_lossLabel, *m_faultLabel;
    NumberControl *m_scores, *m_lossFactor;
    QPushButton *m_begin;
    std::vector<core::Gradient> m_listed; ///< those of the two lists

    std::optional<Job> m_last;   ///< the newest job that was handed over
    GradientAnalysis m_shown;    ///< of the newest result, or the last one with the fault in it
    GradientAnalyser m_analyser; ///< the worker's
    core::Mailbox<GradientAnalysis> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<Job>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
