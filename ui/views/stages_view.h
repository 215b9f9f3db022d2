// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/workspace_view.h"

namespace attnscope::ui {

class ViewBar;

/// The open stage of the strip: all heads, one head large, or unfolded.
class StagesView final : public WorkspaceView {
    Q_OBJECT
public:
    StagesView(SessionDocument &document, QWidget *parent);

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] QString lockedText() const override;

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void clicked(const CellRef &cell, bool add) override;
    void retranslate() override;

private:
    ViewBar *m_choices;
};

} // namespace attnscope::ui
