// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/matrix_text.h"
#include "ui/panels/matrix_fill_dialog.h"
#include "ui/refusal.h"
#include "ui/views/workspace_view.h"

#include <QElapsedTimer>
#include <QTimer>

class QLabel;
class QListWidget;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace attnscope::ui {

class MatrixModel;
class MatrixTable;
class ViewBar;

/// A spreadsheet for each array of the document, and beside it what the chosen cell makes.
class MatricesView final : public WorkspaceView {
    Q_OBJECT
public:
    MatricesView(SessionDocument &document, QWidget *parent);
    ~MatricesView() override;

    /// Opens an array at a cell.
    void showPlace(const MatrixPlace &place);
    [[nodiscard]] MatrixPlace place() const;
    [[nodiscard]] MatrixTable &table() const { return *m_table; }
    [[nodiscard]] MatrixModel &model() const { return *m_model; }
    /// The current cell in full, as it stands below the table.
    [[nodiscard]] QString sentence() const;
    /// What was done last, or why something was not taken; empty once one moves on.
    [[nodiscard]] QString message() const;

    [[nodiscard]] Figure figure(const ViewSettings &, const Palette &) const override;
    [[nodiscard]] core::StageSet neededStages() const override;
    [[nodiscard]] QString lockedText() const override;
    void setColours(const Palette &palette) override;

    // Matrix operations on the selection; fills take the whole array when one cell is selected.
    void copy();
    void paste();
    void clear();
    void nudge(int steps);
    void reset();
    void fill(MatrixFillDialog::Kind kind);
    void fillIdentity();
    void transpose();
    void zeroHead(std::size_t head);
    /// A bias, γ or β: put in, or taken out.
    void toggleArray();

protected:
    void resultChanged() override;
    [[nodiscard]] QString cellText(const CellRef &cell) const override;
    [[nodiscard]] std::optional<LockedCell> lockedAt(const CellRef &cell) const override;
    void retranslate() override;

private:
    struct Target {
        core::ArrayBlock block;
        bool whole = false;
        QString text; ///< "W_Q", "3×4 cells of W_Q"
    };
    /// What fills work on, and what reset, nudge and Del do.
    [[nodiscard]] Target fillTarget() const;
    [[nodiscard]] Target selectionTarget() const;
    [[nodiscard]] bool present() const;

    void buildBar();
    void fillMenu();
    void refreshSheet();
    void refreshList();
    void refreshCounts();
    void selectionMoved();
    void showCell();
    void showMessage();
    void chooseHead();
    /// One undoable step; `done` (or why not) is said below the table.
    bool run(const QString &text, const QString &field, const SessionEdit &change,
             const QString &done = {});
    void say(const QString &text, bool wrong = false);

    ViewBar *m_choices;
    QToolButton *m_fill, *m_less, *m_more, *m_reset, *m_copy, *m_paste, *m_toggle;
    QMenu *m_fillMenu;
    QListWidget *m_list;
    QStackedWidget *m_stack;
    MatrixModel *m_model;
    MatrixTable *m_table;
    QString m_message;
    bool m_wrong = false;
    QLabel *m_absent, *m_sentence, *m_hint;
    QTimer m_countTimer;
    QElapsedTimer m_sinceNudge, m_sinceMessage;
    QString m_nudgeField;
    double m_nudgeStep = 0.0;
    std::optional<std::size_t> m_head; ///< that the bar chose last
};

} // namespace attnscope::ui
