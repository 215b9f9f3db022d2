// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bar and what their actions do.
#include "ui/error_text.h"
#include "ui/examples.h"
#include "ui/export/export_dialog.h"
#include "ui/language.h"
#include "ui/main_window_private.h"
#include "ui/panels/examples_dialog.h"
#include "ui/recent_files.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStyle>
#include <QWhatsThis>

#include <algorithm>

namespace attnscope::ui {

void MainWindow::Impl::buildMenus() {
    const auto action = [this](QMenu *menu, QAction *&to, const QKeySequence &key, auto slot) {
        to = menu->addAction(QString());
        to->setShortcut(key);
        QObject::connect(to, &QAction::triggered, this, slot);
    };
    QMenuBar *menus = w.menuBar();
    fileMenu = menus->addMenu(QString());
    action(fileMenu, newAction, QKeySequence::New, [this] { newSession(); });
    action(fileMenu, openAction, QKeySequence::Open, [this] { openDialog(); });
    recentMenu = fileMenu->addMenu(QString());
    recentMenu->setToolTipsVisible(true);
    QObject::connect(recentMenu, &QMenu::aboutToShow, this, &Impl::fillRecent);
    action(fileMenu, examplesAction, QKeySequence(QStringLiteral("Ctrl+Shift+O")),
           [this] { showExamples(); });
    examplesMenu = fileMenu->addMenu(QString());
    fillExamples();
    action(fileMenu, saveAction, QKeySequence::Save, [this] { save(false); });
    action(fileMenu, saveAsAction, QKeySequence(QStringLiteral("Ctrl+Shift+S")),
           [this] { save(true); });
    action(fileMenu, revertAction, QKeySequence(QStringLiteral("Ctrl+Shift+R")),
           [this] { revert(); });
    action(fileMenu, recoverAction, QKeySequence(QStringLiteral("Ctrl+Alt+R")), [this] {
        offerRecoveries();
        if (offered.empty())
            say(MainWindow::tr("There is no unsaved session to restore."));
    });
    recoverAction->setVisible(!setup.recoveryFolder.isEmpty());
    fileMenu->addSeparator();
    action(fileMenu, importAction, QKeySequence(QStringLiteral("Ctrl+I")),
           [this] { importDialog(); });
    action(fileMenu, exportNumbersAction, QKeySequence(QStringLiteral("Ctrl+Shift+E")),
           [this] { exportNumbers(); });
    fileMenu->addSeparator();
    action(fileMenu, exportAction, QKeySequence(QStringLiteral("Ctrl+E")),
           [this] { exportPicture(); });
    action(fileMenu, copyAction, QKeySequence(QStringLiteral("Ctrl+Shift+C")),
           [this] { copyImage(); });
    fileMenu->addSeparator();
    action(fileMenu, quitAction, QKeySequence::Quit, [this] { w.close(); });

    editMenu = menus->addMenu(QString());
    QUndoStack *undo = document.undoStack();
    action(editMenu, undoAction, QKeySequence::Undo, [undo] { undo->undo(); });
    action(editMenu, redoAction, QKeySequence::Redo, [undo] { undo->redo(); });
    const auto updateUndo = [this, undo] {
        undoAction->setEnabled(undo->canUndo());
        redoAction->setEnabled(undo->canRedo());
        undoAction->setText(undo->canUndo() ? MainWindow::tr("&Undo: %1").arg(undo->undoText())
                                            : MainWindow::tr("&Undo"));
        redoAction->setText(undo->canRedo() ? MainWindow::tr("&Redo: %1").arg(undo->redoText())
                                            : MainWindow::tr("&Redo"));
    };
    QObject::connect(undo, &QUndoStack::indexChanged, this, updateUndo);
    QObject::connect(undo, &QUndoStack::undoTextChanged, this, updateUndo);
    QAction *historyAction = history->toggleViewAction();
    historyAction->setShortcut(QKeySequence(QStringLiteral("Ctrl+H")));
    editMenu->addAction(historyAction);
    copyNumbersMenu = editMenu->addMenu(QString());
    constexpr core::ArrayText kForms[] = {core::ArrayText::Tsv, core::ArrayText::Numpy,
                                          core::ArrayText::PyTorch, core::ArrayText::Latex,
                                          core::ArrayText::Markdown};
    for (int i = 0; i < 5; ++i)
        action(copyNumbersMenu, copyNumbersActions[i],
               QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(i + 1)),
               [this, form = kForms[i]] { copyNumbers(form); });
    editMenu->addSeparator();
    action(editMenu, freeAction, QKeySequence(Qt::Key_Escape), [this] { document.unlock(); });
    action(editMenu, reseedAction, QKeySequence(QStringLiteral("Ctrl+R")), [this] {
        const auto next = (document.session().seed + 1) & 0x7fffffff;
        document.edit(MainWindow::tr("Draw again with the seed %1").arg(next), QString(),
                      [next](core::Session &s) { s.seed = next; });
    });

    viewMenu = menus->addMenu(QString());
    for (int i = 0; i < tabs->count(); ++i) {
        action(viewMenu, tabActions[i], QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)),
               [this, i] { tabs->setCurrentIndex(i); });
        tabActions[i]->setCheckable(true);
    }
    viewMenu->addSeparator();
    viewMenu->addAction(dock->toggleViewAction());
    explain->toggleViewAction()->setShortcut(QKeySequence(Qt::Key_F3));
    viewMenu->addAction(explain->toggleViewAction());
    themeMenu = viewMenu->addMenu(QString());
    auto *themes = new QActionGroup(this);
    const char *const themeNames[] = {"system", "light", "dark"};
    for (int i = 0; i < 3; ++i) {
        const QString name = QLatin1String(themeNames[i]);
        action(themeMenu, themeActions[i], {}, [this, name, i] {
            QSettings().setValue(QStringLiteral("theme"), name);
            document.changeView([i](ViewSettings &v) { v.theme = static_cast<ThemeChoice>(i); });
            applyThemeChoice(name);
        });
        themeActions[i]->setCheckable(true);
        themeActions[i]->setChecked(themeChoice == name);
        themes->addAction(themeActions[i]);
    }
    languageMenu = viewMenu->addMenu(QString());
    auto *languages = new QActionGroup(this);
    const char *const codes[] = {"en", "zh_CN"};
    for (int i = 0; i < 2; ++i) {
        const QString code = QLatin1String(codes[i]);
        action(languageMenu, languageActions[i], {}, [this, code] { applyLanguage(code); });
        languageActions[i]->setCheckable(true);
        languageActions[i]->setChecked(currentLanguage() == code);
        languages->addAction(languageActions[i]);
    }
    languageActions[0]->setText(QStringLiteral("English"));
    languageActions[1]->setText(QStringLiteral("简体中文"));

    toolsMenu = menus->addMenu(QString());
    QAction *checklistAction = checklistDock->toggleViewAction();
    checklistAction->setShortcut(QKeySequence(QStringLiteral("Ctrl+K")));
    toolsMenu->addAction(checklistAction);
    action(toolsMenu, faultsAction, QKeySequence(QStringLiteral("Ctrl+B")),
           [this] { showFaults(); });
    action(toolsMenu, claimsAction, QKeySequence(QStringLiteral("Ctrl+Shift+K")),
           [this] { showClaims(); });
    action(toolsMenu, calculatorAction, QKeySequence(QStringLiteral("Ctrl+Shift+M")),
           [this] { showCalculator(); });

    deviceMenu = menus->addMenu(QString());
    deviceMenu->setToolTipsVisible(true);
    deviceGroup = new QActionGroup(this);
    rescanAction = new QAction(this);
    QObject::connect(rescanAction, &QAction::triggered, this,
                     [this] { bridge->setEngineFactory(setup.rescan()); });
    fillDevices();

    helpMenu = menus->addMenu(QString());
    action(helpMenu, helpAction, QKeySequence::HelpContents, [this] { showHelp(); });
    action(helpMenu, glossaryAction, QKeySequence(QStringLiteral("Ctrl+F1")),
           [this] { showHelp(QStringLiteral("glossary")); });
    action(helpMenu, keysAction, QKeySequence(QStringLiteral("Ctrl+?")),
           [this] { showHelp(QStringLiteral("keys")); });
    installWhatsThisFromToolTips();
    action(helpMenu, whatsThisAction, QKeySequence::WhatsThis,
           [] { QWhatsThis::enterWhatsThisMode(); });
    helpMenu->addSeparator();
    action(helpMenu, hintAction, {}, [this] {
        QSettings().remove(QStringLiteral("hintDismissed"));
        showNote();
    });
    action(helpMenu, aboutAction, {}, [this] { showAbout(); });
    action(helpMenu, aboutQtAction, {}, [] { QApplication::aboutQt(); });
    help = new HelpDialog(&w); // after the menus, whose keys it lists

    tools = w.addToolBar(QStringLiteral("tools"));
    tools->setObjectName(QStringLiteral("tools"));
    tools->setMovable(false);
    tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    // Short names on the bar; the menus have the long ones.
    for (QAction *a : {newAction, openAction, saveAction})
        tools->addAction(a);
    tools->addSeparator();
    tools->addAction(undoAction);
    tools->addAction(redoAction);
    tools->addSeparator();
    seedBox = new QWidget(tools);
    auto *row = new QHBoxLayout(seedBox);
    row->setContentsMargins(4, 0, 4, 0);
    seedLabel = new QLabel(seedBox);
    seed = new QSpinBox(seedBox);
    seed->setRange(0, 0x7fffffff);
    seed->setKeyboardTracking(false);
    seed->setFixedWidth(96);
    seedLabel->setBuddy(seed);
    row->addWidget(seedLabel);
    row->addWidget(seed);
    tools->addWidget(seedBox);
    tools->addAction(reseedAction);
    tools->addSeparator();
    tools->addAction(exportAction);
    tools->addAction(copyAction);
    tools->addSeparator();
    tools->addAction(explain->toggleViewAction());
    QObject::connect(seed, &QSpinBox::valueChanged, this, [this](int value) {
        document.edit(MainWindow::tr("Set the seed to %1").arg(value), QStringLiteral("seed"),
                      [value](core::Session &s) { s.seed = static_cast<std::uint64_t>(value); });
    });
    QObject::connect(hint, &MessageBar::closed, this,
                     [] { QSettings().setValue(QStringLiteral("hintDismissed"), true); });
    updateUndo();
}

void MainWindow::Impl::fillExamples() {
    const std::vector<Example> &all = examples();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QAction *a = examplesMenu->addAction(all[i].shownTitle());
        a->setToolTip(all[i].shownNote());
        QObject::connect(a, &QAction::triggered, this,
                         [this, i] { openExample(static_cast<int>(i)); });
    }
    examplesMenu->setToolTipsVisible(true);
}

void MainWindow::Impl::showHelp(const QString &topic) {
    QString at = topic;
    const auto pages = HelpDialog::writtenPages(QStringLiteral("en"));
    // "attnscope::ui::MasksView" is explained on the page "masks".
    const auto pageOf = [&pages](const QWidget &widget) {
        QString name = QString::fromLatin1(widget.metaObject()->className());
        name = name.mid(name.lastIndexOf(QLatin1Char(':')) + 1);
        for (const char *end : {"View", "Panel", "Dock", "Dialog"})
            if (name.endsWith(QLatin1String(end)))
                name.chop(static_cast<int>(qstrlen(end)));
        name = name.toLower();
        return std::any_of(pages.begin(), pages.end(),
                           [&name](const auto &p) { return p.topic == name; })
                   ? name
                   : QString();
    };
    for (const QWidget *q = QApplication::focusWidget(); q && at.isEmpty(); q = q->parentWidget())
        at = pageOf(*q);
    if (at.isEmpty())
        at = pageOf(*currentView());
    help->showTopic(at);
    help->show();
    help->raise();
    help->activateWindow();
}

void MainWindow::Impl::retranslate() {
    fileMenu->setTitle(MainWindow::tr("&File"));
    newAction->setText(MainWindow::tr("&New"));
    openAction->setText(MainWindow::tr("&Open…"));
    recentMenu->setTitle(MainWindow::tr("Open &Recent"));
    examplesAction->setText(MainWindow::tr("Start page…"));
    examplesMenu->setTitle(MainWindow::tr("&Examples"));
    const QList<QAction *> chosen = examplesMenu->actions();
    for (qsizetype i = 0; i < chosen.size(); ++i) {
        const Example &e = examples()[static_cast<std::size_t>(i)];
        chosen[i]->setText(e.shownTitle());
        chosen[i]->setToolTip(e.shownNote());
    }
    saveAction->setText(MainWindow::tr("&Save"));
    saveAsAction->setText(MainWindow::tr("Save &As…"));
    revertAction->setText(MainWindow::tr("Re&vert…"));
    revertAction->setToolTip(MainWindow::tr("Back to what was opened or saved last"));
    recoverAction->setText(MainWindow::tr("Restore &Unsaved Sessions"));
    importAction->setText(MainWindow::tr("&Import Numbers…"));
    importAction->setToolTip(MainWindow::tr("Arrays of other programs: .npy, .npz, .safetensors, "
                                            "CSV"));
    exportNumbersAction->setText(MainWindow::tr("Export &Numbers…"));
    copyNumbersMenu->setTitle(MainWindow::tr("Copy &Numbers As"));
    copyNumbersActions[0]->setText(MainWindow::tr("&Table for a Spreadsheet"));
    copyNumbersActions[1]->setText(QStringLiteral("&NumPy"));
    copyNumbersActions[2]->setText(QStringLiteral("&PyTorch"));
    copyNumbersActions[3]->setText(QStringLiteral("&LaTeX"));
    copyNumbersActions[4]->setText(QStringLiteral("&Markdown"));
    exportAction->setText(MainWindow::tr("&Export…"));
    exportAction->setToolTip(MainWindow::tr("This picture as PNG, SVG or PDF (Ctrl+E)"));
    copyAction->setText(MainWindow::tr("&Copy Image"));
    quitAction->setText(MainWindow::tr("&Quit"));
    editMenu->setTitle(MainWindow::tr("&Edit"));
    emit document.undoStack()->indexChanged(document.undoStack()->index());
    undoAction->setIconText(MainWindow::tr("Undo"));
    redoAction->setIconText(MainWindow::tr("Redo"));
    freeAction->setText(MainWindow::tr("&Free the Locked Cell"));
    reseedAction->setText(MainWindow::tr("&Draw Again with the Next Seed"));
    reseedAction->setIconText(QStringLiteral("⟳"));
    viewMenu->setTitle(MainWindow::tr("&View"));
    const QString names[] = {MainWindow::tr("Stages"),  MainWindow::tr("Saturation"),
                             MainWindow::tr("Masks"),   MainWindow::tr("Positions"),
                             MainWindow::tr("Heads"),   MainWindow::tr("Gradients"),
                             MainWindow::tr("Matrices")};
    for (int i = 0; i < tabs->count(); ++i) {
        tabs->setTabText(i, names[i]);
        tabActions[i]->setText(names[i]);
    }
    dock->setWindowTitle(MainWindow::tr("Controls"));
    themeMenu->setTitle(MainWindow::tr("&Theme"));
    themeActions[0]->setText(MainWindow::tr("As the &System"));
    themeActions[1]->setText(MainWindow::tr("&Light"));
    themeActions[2]->setText(MainWindow::tr("&Dark"));
    languageMenu->setTitle(MainWindow::tr("&Language"));
    toolsMenu->setTitle(MainWindow::tr("&Tools"));
    faultsAction->setText(MainWindow::tr("&Bugs and Tests…"));
    claimsAction->setText(MainWindow::tr("What Is &Said…"));
    calculatorAction->setText(MainWindow::tr("&Calculator…"));
    deviceMenu->setTitle(MainWindow::tr("&Device"));
    helpMenu->setTitle(MainWindow::tr("&Help"));
    helpAction->setText(MainWindow::tr("&Help on What Has the Focus"));
    glossaryAction->setText(MainWindow::tr("&Glossary"));
    keysAction->setText(MainWindow::tr("&Keys"));
    whatsThisAction->setText(MainWindow::tr("&What's This?"));
    hintAction->setText(MainWindow::tr("&Where Things Are"));
    aboutAction->setText(MainWindow::tr("&About Attnscope"));
    aboutQtAction->setText(MainWindow::tr("About &Qt"));
    rescanAction->setText(MainWindow::tr("&Look for devices again"));
    seedLabel->setText(MainWindow::tr("seed"));
    seed->setToolTip(MainWindow::tr("All start values are drawn from this number"));
    seed->setAccessibleName(MainWindow::tr("Seed"));
    showNote();
    updateTitle();
}

void MainWindow::Impl::exportPicture() {
    const ShownResult &shown = bridge->shown();
    if (!currentView()->ready())
        return;
    ExportDialog::Choice choice;
    for (const core::StageInfo &info : core::stageTable())
        if (shown.trace->has(info.stage))
            choice.stages << stageName(info.stage);
    choice.stage = stageName(document.view().stage);
    choice.heads = static_cast<int>(shown.trace->problem->heads());
    choice.batch = static_cast<int>(shownBatch(document.view(), *shown.trace->problem));
    choice.viewSize = currentView()->figureView()->size();
    choice.folder = exportFolder(document.fileName());
    ExportDialog dialog(
        [this](std::optional<QString> stage, std::optional<int> head) {
            ViewSettings v = document.view();
            if (head)
                v.head = static_cast<std::size_t>(*head);
            // Only the stages have a picture of another stage; the other views show what they show.
            const auto other = stage ? core::stageByName(stage->toStdString()) : std::nullopt;
            if (!other || *other == v.stage)
                return currentView()->figure(v, palette());
            v.stage = *other;
            v.unfold = false;
            return stages->figure(v, palette());
        },
        choice, &w);
    QObject::connect(&dialog, &ExportDialog::exported, this, [this](const QStringList &files) {
        rememberExport(files.front());
        say(files.size() == 1
                ? MainWindow::tr("Exported %1").arg(QDir::toNativeSeparators(files.front()))
                : MainWindow::tr("Exported %n picture(s) to %1", nullptr,
                                 static_cast<int>(files.size()))
                      .arg(QFileInfo(files.front()).absolutePath()));
    });
    dialog.exec();
}

void MainWindow::Impl::copyImage() {
    if (!currentView()->ready())
        return;
    ExportOptions options;
    options.size = currentView()->figureView()->size();
    options.scale = 2.0;
    ExportDialog::copyImage(currentView()->figure(document.view(), palette()), options);
    say(MainWindow::tr("The picture is in the clipboard"));
}

void MainWindow::Impl::showExamples() {
    ExamplesDialog dialog(palette(), &w);
    if (dialog.exec() == QDialog::Accepted && dialog.chosen() >= 0)
        openExample(dialog.chosen());
}

void MainWindow::Impl::showAbout() {
    QMessageBox::about(
        &w, MainWindow::tr("About Attnscope"),
        MainWindow::tr("<h3>Attnscope %1</h3><p>Every stage of attention, computed and seen.</p>"
                       "<p>Free software under the GNU General Public License, version 3 or later, "
                       "without any warranty. It uses Qt, QCustomPlot (GPL), Eigen, libzip, "
                       "nlohmann-json and OpenCL.</p>")
            .arg(QStringLiteral(ATTNSCOPE_VERSION)));
}

void MainWindow::Impl::fillDevices() {
    deviceMenu->clear(); // and with it the actions that it owns, out of their group too
    const QString remembered = rememberedDevice();
    for (const DeviceItem &d : setup.devices) {
        QAction *a = deviceMenu->addAction(d.label);
        a->setCheckable(true);
        a->setChecked(d.id == remembered);
        a->setEnabled(d.usable);
        a->setToolTip(d.reason);
        if (!d.usable && !d.reason.isEmpty())
            a->setText(QStringLiteral("%1 – %2").arg(d.label, d.reason));
        deviceGroup->addAction(a);
        QObject::connect(a, &QAction::triggered, this, [this, id = d.id] { chooseDevice(id); });
    }
    if (!setup.rescan)
        return;
    deviceMenu->addSeparator();
    deviceMenu->addAction(rescanAction);
}

} // namespace attnscope::ui
