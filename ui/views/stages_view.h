// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/matrix_text.h"
#include "ui/views/workspace_view.h"

class QToolButton;

namespace attnscope::ui {

class CellEditor;
class StatisticsStrip;
class ViewBar;
struct StageCell;

/// The open stage of the strip: all heads, one head large, or unfolded.
class StagesView final : public WorkspaceView {
    Q_OBJECT
public:
    StagesView(SessionDocument &document, QWidget *parent);

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] QString lockedText() const override;
    void setColours(const Palette &palette) override;

    /// Edits a cell where it is: an input opens an entry, a mask cell changes, and a computed one
    /// says which arrays make it.
    void editAt(const CellRef &cell);
    [[nodiscard]] CellEditor &cellEditor() const { return *m_editor; }
    [[nodiscard]] StatisticsStrip &statistics() const { return *m_statistics; }

signals:
    /// A cell of an array was asked for, to be shown among the matrices.
    void matrixRequested(const attnscope::ui::MatrixPlace &place);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void clicked(const CellRef &cell, bool add) override;
    void retranslate() override;

private:
    /// The cell that the keys stand on, or the locked one.
    [[nodiscard]] std::optional<CellRef> currentCell() const;
    [[nodiscard]] std::optional<StageCell> stageCell(const CellRef &cell) const;
    void toggleMask(const StageCell &cell, const QRect &where);
    void showStatistics();

    ViewBar *m_choices;
    QToolButton *m_edit;
    CellEditor *m_editor;
    StatisticsStrip *m_statistics;
};

} // namespace attnscope::ui
