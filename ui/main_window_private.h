// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/array_export.h"
#include "ui/autosave.h"
#include "ui/checklist_runner.h"
#include "ui/compute_bridge.h"
#include "ui/main_window.h"
#include "ui/panels/calculator_dialog.h"
#include "ui/panels/checklist_dock.h"
#include "ui/panels/claims_dialog.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/panels/fault_dialog.h"
#include "ui/panels/help_dialog.h"
#include "ui/panels/history_dock.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/readout_bar.h"
#include "ui/panels/recovery_bar.h"
#include "ui/panels/stage_strip.h"
#include "ui/panels/status_panel.h"
#include "ui/views/gradients_view.h"
#include "ui/views/heads_view.h"
#include "ui/views/masks_view.h"
#include "ui/views/matrices_view.h"
#include "ui/views/positions_view.h"
#include "ui/views/saturation_view.h"
#include "ui/views/stages_view.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolBar>

#include <array>

namespace attnscope::ui {

/// The parts of the window and what they do to each other. Menus: main_window_menus.cpp; what
/// happens to files and unsaved sessions: main_window_files.cpp.
struct MainWindow::Impl : QObject {
    static constexpr std::size_t kViews = 7;
    Impl(MainWindow &window, WindowSetup given);
    ~Impl() override;

    void buildWidgets();
    void buildMenus();
    void connectAll();
    void retranslate();
    void fillExamples();
    void fillDevices();

    void request();
    void takeTrace();
    void viewChanged();
    /// Asks for stages that were left out for their size and are looked at now.
    void requestMissing();
    /// What the open view and the explanation show.
    [[nodiscard]] core::StageSet seenStages() const;
    void showLocked();
    void applyThemeChoice(const QString &choice);
    void applyLanguage(const QString &code);
    void chooseDevice(const QString &id);
    void letBarsShrink();
    void updateTitle();
    void showNote();
    /// That something was done, for a moment in the status bar.
    void say(const QString &text);
    void showError(const QString &text);
    void showRemark(const QString &text) { remark->showText(text); }

    bool open(const QString &fileName);
    /// The same, after asking what shall become of unsaved changes.
    void openAsked(const QString &fileName);
    void openExample(int index);
    void openDialog();
    void newSession();
    void fillRecent();
    bool save(bool asNew);
    void revert();
    /// Asks what shall become of unsaved changes. False: stay here.
    [[nodiscard]] bool mayLeave();
    /// What is typed but not entered yet is taken.
    void commitTyping();
    /// "causal.attn", "Causal – example", "untitled".
    [[nodiscard]] QString sessionName() const;
    void startAutosave();
    void offerRecoveries();
    void showRecoveries();
    void restoreRecovery(int row);
    void discardRecovery(int row);
    void followDocks();
    void showChecklist();
    void showFaults();
    void showClaims();
    void showCalculator();
    void exportPicture();
    /// A file of arrays that is no session of this program.
    [[nodiscard]] static bool holdsNumbers(const QString &fileName);
    void importDialog();
    bool importNumbers(const QString &fileName);
    void exportNumbers();
    void copyNumbers(core::ArrayText form);
    void copyImage();
    void showExamples();
    void showAbout();
    /// The help, at the page of what has the focus.
    void showHelp(const QString &topic = QString());
    /// The tabs, in their order.
    [[nodiscard]] std::array<WorkspaceView *, kViews> views() const;
    [[nodiscard]] WorkspaceView *currentView() const;
    [[nodiscard]] Palette palette() const;
    [[nodiscard]] core::StageSet keepSet() const;

    MainWindow &w;
    WindowSetup setup;
    SessionDocument document;

    ControlsPanel *controls = nullptr;
    QDockWidget *dock = nullptr;
    StageStrip *strip = nullptr;
    QTabWidget *tabs = nullptr;
    StagesView *stages = nullptr;
    SaturationView *saturation = nullptr;
    MasksView *masks = nullptr;
    PositionsView *positions = nullptr;
    HeadsView *heads = nullptr;
    GradientsView *gradients = nullptr;
    MatricesView *matrices = nullptr;
    ReadoutBar *readout = nullptr;
    StatusPanel *status = nullptr;
    MessageBar *error = nullptr, *hint = nullptr, *remark = nullptr;
    bool errorOfEngine = false; ///< the message is over with the next trace
    RecoveryBar *recoveryBar = nullptr;
    HistoryDock *history = nullptr;
    ExplainPanel *explain = nullptr;
    ChecklistRunner *checklist = nullptr;
    ChecklistDock *checklistDock = nullptr;
    FaultDialog *faults = nullptr;
    HelpDialog *help = nullptr;
    ClaimsDialog *claims = nullptr;
    CalculatorDialog *calculator = nullptr;

    QToolBar *tools = nullptr;
    QWidget *seedBox = nullptr;
    QLabel *seedLabel = nullptr;
    QSpinBox *seed = nullptr;

    QMenu *fileMenu = nullptr, *recentMenu = nullptr, *examplesMenu = nullptr, *editMenu = nullptr,
          *viewMenu = nullptr, *themeMenu = nullptr, *languageMenu = nullptr, *deviceMenu = nullptr,
          *toolsMenu = nullptr, *helpMenu = nullptr;
    QAction *newAction = nullptr, *revertAction = nullptr, *recoverAction = nullptr;
    QAction *openAction = nullptr, *saveAction = nullptr, *saveAsAction = nullptr,
            *exportAction = nullptr, *copyAction = nullptr, *quitAction = nullptr,
            *examplesAction = nullptr, *undoAction = nullptr, *redoAction = nullptr,
            *freeAction = nullptr, *reseedAction = nullptr, *hintAction = nullptr,
            *aboutAction = nullptr, *aboutQtAction = nullptr, *rescanAction = nullptr;
    QAction *themeActions[3] = {}, *languageActions[2] = {}, *tabActions[kViews] = {};
    QAction *faultsAction = nullptr, *claimsAction = nullptr;
    QAction *helpAction = nullptr, *glossaryAction = nullptr, *keysAction = nullptr,
            *whatsThisAction = nullptr;
    QAction *calculatorAction = nullptr;
    QAction *importAction = nullptr, *exportNumbersAction = nullptr;
    QMenu *copyNumbersMenu = nullptr;
    QAction *copyNumbersActions[5] = {};
    QActionGroup *deviceGroup = nullptr;

    bool dark = false;
    bool systemDark = false;
    QString themeChoice;
    std::uint64_t paintedGeneration = 0;

    QString savedHere; ///< a name that the user gave: it may be written again without asking
    std::vector<Recovery> offered;
    std::vector<Recovery> restored; ///< removed once what they hold is safe again
    std::uint64_t restoredSerial = 0;
    std::unique_ptr<Autosave> autosave;

    std::unique_ptr<ComputeBridge> bridge; ///< last: its threads end first
};

} // namespace attnscope::ui
