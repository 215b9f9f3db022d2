// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/latest_only_worker.h"
#include "ui/thread_wake.h"
#include "ui/views/workspace_view.h"

#include <vector>

class QComboBox;
class QLabel;

namespace attnscope::ui {

class MaskPainter;
class ViewBar;

/// The mask, to be painted, and beside it the same mask applied in six ways. The other five are
/// computed off the window's thread, and only while this is seen.
class MasksView final : public WorkspaceView {
    Q_OBJECT
public:
    MasksView(SessionDocument &document, QWidget *parent);
    ~MasksView() override;

    void setColours(const Palette &palette) override;
    [[nodiscard]] MaskPainter *painter() const { return m_painter; }
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
        std::vector<core::TracePtr> traces;
        std::shared_ptr<const core::Session> session;
    };
    void takeVariants();

    ViewBar *m_choices;
    MaskPainter *m_painter;
    QLabel *m_fillLabel;
    QComboBox *m_fill;
    Variants m_variants;
    core::Mailbox<Variants> m_results;
    ThreadWake m_wake;
    std::unique_ptr<core::LatestOnlyWorker<ShownResult>> m_worker; ///< last: joined first
};

} // namespace attnscope::ui
