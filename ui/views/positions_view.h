// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"
#include "ui/views/variants.h"
#include "ui/views/workspace_view.h"

namespace attnscope::ui {

class NumberControl;
class ViewBar;

/// The positional encoding and what it does to each head's weights.
class PositionsView final : public WorkspaceView {
    Q_OBJECT
public:
    PositionsView(SessionDocument &document, QWidget *parent);
    ~PositionsView() override;

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] QString lockedText() const override;

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void retranslate() override;

private:
    struct Variants {
        PositionVariants traces;
        std::shared_ptr<const core::Session> session;
    };
    void takeVariants();

    ViewBar *m_choices;
    NumberControl *m_base, *m_length, *m_pair;
    Variants m_variants;
    core::Mailbox<Variants> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<ShownResult>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
