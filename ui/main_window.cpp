// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/checklist_text.h"
#include "ui/error_text.h"
#include "ui/examples.h"
#include "ui/language.h"
#include "ui/main_window_private.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QSlider>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace attnscope::ui {

namespace {

// Below this every stage is kept, so that the whole strip is live; above, what is seen.
constexpr std::size_t kKeepAllBytes = std::size_t{48} << 20;

const char *const kTabs[] = {"stages", "saturation", "masks",   "positions",
                             "heads",  "gradients",  "matrices"};
const char *const kThemes[] = {"system", "light", "dark"}; // in the order of ThemeChoice

} // namespace

QString rememberedDevice() { return QSettings().value(QStringLiteral("device")).toString(); }

MainWindow::Impl::Impl(MainWindow &window, WindowSetup given)
    : w(window), setup(std::move(given)), systemDark(systemPrefersDark()) {
    const QSettings settings;
    setLanguage(settings.value(QStringLiteral("language")).toString());
    themeChoice = settings.value(QStringLiteral("theme"), QStringLiteral("system")).toString();
    buildWidgets();
    buildMenus();
    letBarsShrink();
    retranslate();
    applyThemeChoice(themeChoice);

    core::ComputeService::EngineFactory engine = setup.engine;
    if (const QString id = rememberedDevice(); !id.isEmpty() && setup.engineFor)
        for (const DeviceItem &d : setup.devices)
            if (d.id == id && d.usable)
                engine = setup.engineFor(id);
    bridge = std::make_unique<ComputeBridge>(std::move(engine));
    connectAll();
}

MainWindow::Impl::~Impl() = default;

void MainWindow::Impl::buildWidgets() {
    strip = new StageStrip(&w);
    error = new MessageBar(MessageBar::Kind::Error, &w);
    hint = new MessageBar(MessageBar::Kind::Hint, &w);
    remark = new MessageBar(MessageBar::Kind::Hint, &w);
    recoveryBar = new RecoveryBar(&w);
    tabs = new QTabWidget(&w);
    tabs->setDocumentMode(true);
    stages = new StagesView(document, tabs);
    saturation = new SaturationView(document, tabs);
    masks = new MasksView(document, tabs);
    positions = new PositionsView(document, tabs);
    heads = new HeadsView(document, tabs);
    gradients = new GradientsView(document, tabs);
    matrices = new MatricesView(document, tabs);
    for (QWidget *view : views())
        tabs->addTab(view, QString());
    readout = new ReadoutBar(&w);

    auto *centre = new QWidget(&w);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(error);
    column->addWidget(recoveryBar);
    column->addWidget(remark);
    column->addWidget(hint);
    column->addWidget(tabs, 1);
    column->addWidget(readout);
    w.setCentralWidget(centre);

    controls = new ControlsPanel(document, &w);
    dock = new QDockWidget(&w);
    dock->setObjectName(QStringLiteral("controls"));
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    dock->setWidget(controls);
    dock->setMinimumWidth(300);
    w.addDockWidget(Qt::LeftDockWidgetArea, dock);
    w.resizeDocks({dock}, {316}, Qt::Horizontal);
    history = new HistoryDock(document.undoStack(), &w);
    w.addDockWidget(Qt::RightDockWidgetArea, history);
    history->hide();
    explain = new ExplainPanel(document, &w);
    w.addDockWidget(Qt::RightDockWidgetArea, explain);
    w.resizeDocks({explain}, {380}, Qt::Horizontal);
    explain->hide();
    checklist = new ChecklistRunner(&w);
    checklistDock = new ChecklistDock(document, *checklist, &w);
    w.addDockWidget(Qt::RightDockWidgetArea, checklistDock);
    checklistDock->hide();
    faults = new FaultDialog(document, &w);
    claims = new ClaimsDialog(document, &w);
    calculator = new CalculatorDialog(&w);

    status = new StatusPanel(&w);
    w.statusBar()->addWidget(status, 1);
    w.statusBar()->setSizeGripEnabled(false);
    w.setAcceptDrops(true);
}

void MainWindow::Impl::connectAll() {
    connect(&document, &SessionDocument::sessionChanged, this, [this] {
        const QSignalBlocker quiet(seed);
        seed->setValue(static_cast<int>(document.session().seed & 0x7fffffff));
        request();
    });
    connect(&document, &SessionDocument::viewChanged, this, &Impl::viewChanged);
    connect(&document, &SessionDocument::fileChanged, this, &Impl::updateTitle);
    connect(&document, &SessionDocument::replaced, this, &Impl::showNote);
    connect(&document, &SessionDocument::replaced, remark, &QWidget::hide);
    connect(&document, &SessionDocument::replaced, this, [this] {
        // A session that was saved in light or dark is shown so; others as the user likes it.
        const ThemeChoice own = document.view().theme;
        const QString wanted =
            own == ThemeChoice::System
                ? QSettings().value(QStringLiteral("theme"), QStringLiteral("system")).toString()
                : QLatin1String(kThemes[static_cast<int>(own)]);
        if (wanted != themeChoice)
            applyThemeChoice(wanted);
    });
    const std::pair<QDockWidget *, std::optional<bool> ViewSettings::*> docks[] = {
        {dock, &ViewSettings::controlsDock},
        {history, &ViewSettings::historyDock},
        {explain, &ViewSettings::explainDock},
        {checklistDock, &ViewSettings::checklistDock}};
    for (const auto &[widget, field] : docks)
        connect(widget->toggleViewAction(), &QAction::toggled, this,
                [this, field = field, usual = !widget->isHidden()](bool open) {
                    // A window that closes hides its docks without anybody having asked for it.
                    if (w.isVisible() && (document.view().*field).value_or(usual) != open)
                        document.changeView([&](ViewSettings &v) { v.*field = open; });
                });
    connect(checklist, &ChecklistRunner::changed, this, &Impl::showChecklist);
    connect(status, &StatusPanel::checklistClicked, this,
            [this] { checklistDock->toggleViewAction()->trigger(); });
    connect(checklistDock, &ChecklistDock::matrixWanted, this, &Impl::showFaults);
    connect(recoveryBar, &RecoveryBar::restoreClicked, this, &Impl::restoreRecovery);
    connect(recoveryBar, &RecoveryBar::discardClicked, this, &Impl::discardRecovery);
    connect(recoveryBar, &RecoveryBar::laterClicked, this, [this] {
        offered.clear(); // let go: the next start, or the menu, finds them again
        showRecoveries();
    });
    qApp->installEventFilter(&w);
    connect(strip, &StageStrip::stageChosen, this, [this](core::Stage stage) {
        document.changeView([stage](ViewSettings &v) {
            v.stage = stage;
            v.tab = QLatin1String(kTabs[0]);
        });
    });
    connect(tabs, &QTabWidget::currentChanged, this, [this](int i) {
        document.changeView([i](ViewSettings &v) { v.tab = QLatin1String(kTabs[i]); });
        readout->setHovered({});
    });
    for (WorkspaceView *view : views()) {
        connect(view, &WorkspaceView::hovered, readout, &ReadoutBar::setHovered);
        connect(view, &WorkspaceView::contentChanged, this, &Impl::showLocked);
        connect(view, &WorkspaceView::painted, this, [this, view] {
            if (view != currentView() || view->shownGeneration() <= paintedGeneration)
                return;
            paintedGeneration = view->shownGeneration();
            const ShownResult &shown = bridge->shown();
            if (shown.generation == paintedGeneration) {
                const std::chrono::duration<double, std::milli> frame =
                    std::chrono::steady_clock::now() - shown.requested;
                status->showFrame(shown.trace->milliseconds, frame.count());
            }
            emit w.framePainted(paintedGeneration);
        });
    }
    connect(stages, &StagesView::matrixRequested, matrices, &MatricesView::showPlace);
    connect(explain, &ExplainPanel::matrixRequested, matrices, &MatricesView::showPlace);
    connect(explain, &ExplainPanel::stagesNeeded, this, &Impl::requestMissing);
    connect(readout, &ReadoutBar::unlockClicked, &document, &SessionDocument::unlock);
    connect(bridge.get(), &ComputeBridge::traceReady, this, &Impl::takeTrace);
    connect(bridge.get(), &ComputeBridge::refused, this,
            [this](const std::vector<core::Issue> &issues) {
                document.refuse({issuesText(issues), {}});
            });
    connect(bridge.get(), &ComputeBridge::failed, this, [this](const core::EngineError &e) {
        showError(engineErrorText(e));
        errorOfEngine = true;
        status->showEngine(*bridge, rememberedDevice() == QLatin1String("reference"));
    });
    connect(bridge.get(), &ComputeBridge::checked, this,
            [this](const core::ComputeService::Check &check) { status->showCheck(check); });
}

core::StageSet MainWindow::Impl::keepSet() const {
    const core::Config &c = document.session().config;
    std::size_t length = 1, batch = std::max<std::size_t>(document.session().tokens.size(), 1);
    for (const auto &tokens : document.session().tokens)
        length = std::max(length, tokens.size());
    for (const auto &tokens : document.session().memoryTokens)
        length = std::max(length, tokens.size());
    if (const auto x = document.session().arrays.find(core::Input::XEmbed);
        x != document.session().arrays.end() && x->second.rank() == 3) {
        batch = std::max(batch, x->second.extent(0));
        length = std::max(length, x->second.extent(1));
    }
    const std::size_t maps = batch * static_cast<std::size_t>(c.heads) * length * length * 5;
    const std::size_t rows =
        batch * length * static_cast<std::size_t>(c.dModel * 4 + c.heads * (2 * c.dK + 3 * c.dV));
    if ((maps + rows) * sizeof(float) <= kKeepAllBytes)
        return core::StageSet::all();
    return seenStages() | core::StageSet{core::Stage::Weights};
}

core::StageSet MainWindow::Impl::seenStages() const {
    return currentView()->neededStages() | explain->neededStages();
}

void MainWindow::Impl::request() {
    bridge->request(document.sharedSession(), keepSet(), currentView()->needsGradients());
}

void MainWindow::Impl::takeTrace() {
    const ShownResult &shown = bridge->shown();
    if (std::exchange(errorOfEngine, false))
        error->showText({});
    // The open view first: it is what the eye is on.
    currentView()->setResult(shown);
    for (WorkspaceView *view : views())
        if (view != currentView())
            view->setResult(shown);
    explain->setResult(shown);
    strip->setTrace(shown.trace, document.view());
    status->showEngine(*bridge, rememberedDevice() == QLatin1String("reference"));
    status->showTrace(*shown.trace);
    status->showCheck(std::nullopt);
    checklist->setTrace(shown.trace);
    faults->setResult(shown);
    calculator->setProblem(shown.trace->problem);
    calculator->setEngine(bridge->engine());
}

void MainWindow::Impl::showChecklist() {
    const ChecklistRunner::State &s = checklist->state();
    QStringList failed;
    for (const core::Check &c : s.checks)
        if (c.verdict == core::Check::Verdict::Fail)
            failed << checkTitle(c.id);
    status->showChecklist(s.count(core::Check::Verdict::Pass), failed,
                          s.count(core::Check::Verdict::NotApplicable));
}

void MainWindow::Impl::showFaults() {
    faults->show();
    faults->raise();
    faults->activateWindow();
}

void MainWindow::Impl::showClaims() {
    claims->show();
    claims->raise();
    claims->activateWindow();
}

void MainWindow::Impl::showCalculator() {
    calculator->show();
    calculator->raise();
    calculator->activateWindow();
}

void MainWindow::Impl::viewChanged() {
    const ViewSettings &v = document.view();
    for (int i = 0; i < tabs->count(); ++i)
        if (v.tab == QLatin1String(kTabs[i]) && tabs->currentIndex() != i) {
            const QSignalBlocker quiet(tabs);
            tabs->setCurrentIndex(i);
        }
    for (int i = 0; i < tabs->count(); ++i)
        tabActions[i]->setChecked(tabs->currentIndex() == i);
    strip->setCurrent(v.stage);
    followDocks();
    showLocked();
    const ShownResult &shown = bridge->shown();
    if (!shown.trace)
        return;
    strip->setTrace(shown.trace, v);
    requestMissing();
}

void MainWindow::Impl::requestMissing() {
    const ShownResult &shown = bridge->shown();
    if (!shown.trace)
        return;
    // Gradients are computed while they are looked at.
    if (currentView()->needsGradients() &&
        shown.trace->problem->config.upstream != core::Upstream::None &&
        !(*shown.trace)[core::Gradient::Output].present()) {
        request();
        return;
    }
    // A stage that was left out for its size is computed once it is opened.
    const core::StageSet seen = seenStages();
    for (const core::StageInfo &info : core::stageTable())
        if (seen.contains(info.stage) && !shown.trace->has(info.stage) &&
            core::stageShape(*shown.trace->problem, info.stage)) {
            request();
            return;
        }
}

void MainWindow::Impl::showLocked() {
    const ViewSettings &v = document.view();
    const bool locked = v.locked.has_value() || v.lockedEntry.has_value();
    readout->setLocked(locked ? currentView()->lockedText() : QString());
    freeAction->setEnabled(locked);
}

std::array<WorkspaceView *, MainWindow::Impl::kViews> MainWindow::Impl::views() const {
    return {stages, saturation, masks, positions, heads, gradients, matrices};
}

WorkspaceView *MainWindow::Impl::currentView() const {
    return static_cast<WorkspaceView *>(tabs->currentWidget());
}

Palette MainWindow::Impl::palette() const {
    return dark ? Palette::darkPalette() : Palette::light();
}

void MainWindow::Impl::applyThemeChoice(const QString &choice) {
    themeChoice = choice;
    for (int i = 0; i < 3; ++i)
        themeActions[i]->setChecked(choice == QLatin1String(kThemes[i]));
    dark = choice == QLatin1String("dark") || (choice == QLatin1String("system") && systemDark);
    const Palette colours = palette();
    applyTheme(*static_cast<QApplication *>(QCoreApplication::instance()), colours);
    strip->setColours(colours);
    readout->setColours(colours);
    status->setColours(colours);
    error->setColours(colours);
    recoveryBar->setColours(colours);
    history->setColours(colours);
    explain->setColours(colours);
    checklistDock->setColours(colours);
    faults->setColours(colours);
    help->setColours(colours);
    claims->setColours(colours);
    calculator->setColours(colours);
    hint->setColours(colours);
    remark->setColours(colours);
    for (WorkspaceView *view : views())
        view->setColours(colours);
    if (bridge && bridge->shown().trace)
        strip->setTrace(bridge->shown().trace, document.view());
}

void MainWindow::Impl::applyLanguage(const QString &code) {
    QSettings().setValue(QStringLiteral("language"), code);
    setLanguage(code);
}

void MainWindow::Impl::chooseDevice(const QString &id) {
    QSettings().setValue(QStringLiteral("device"), id);
    if (id == QLatin1String("reference"))
        bridge->setEngineFactory({});
    else if (setup.engineFor)
        bridge->setEngineFactory(setup.engineFor(id));
}

void MainWindow::Impl::letBarsShrink() {
    // A small or much enlarged screen must hold the whole window: what stands in the bars of the
    // views gives way before anything is pushed past the edge.
    constexpr int kChoice = 56, kSlider = 24;
    for (QComboBox *box : tabs->findChildren<QComboBox *>())
        box->setMinimumWidth(kChoice);
    for (QAbstractSpinBox *box : tabs->findChildren<QAbstractSpinBox *>())
        box->setMinimumWidth(kChoice);
    for (QSlider *slider : tabs->findChildren<QSlider *>())
        slider->setMinimumWidth(kSlider);
}

void MainWindow::Impl::updateTitle() {
    w.setWindowTitle(QStringLiteral("%1[*] – Attnscope").arg(sessionName()));
    w.setWindowModified(document.modified());
    revertAction->setEnabled(document.canRevert() &&
                             (document.modified() || !document.fileName().isEmpty()));
}

void MainWindow::Impl::showNote() {
    // An example says what to look at; until it is put away, the first start also where things are.
    const core::Session &s = document.session();
    QStringList parts;
    const Example *example = exampleOf(s);
    if (!s.title.empty())
        parts << (example ? example->shownTitle() : QString::fromStdString(s.title)) +
                     QStringLiteral(":");
    if (!s.note.empty())
        parts << (example ? example->shownNote() : QString::fromStdString(s.note));
    if (!QSettings().value(QStringLiteral("hintDismissed")).toBool())
        parts.prepend(MainWindow::tr("Choose a stage above, change numbers at the left, point at "
                                     "cells below; more under File ▸ Start page."));
    const QString text = parts.join(QLatin1Char(' '));
    hint->showText(text);
}

void MainWindow::Impl::say(const QString &text) {
    constexpr int kReadingMilliseconds = 6000;
    w.statusBar()->showMessage(text, kReadingMilliseconds);
}

void MainWindow::Impl::showError(const QString &text) {
    errorOfEngine = false;
    error->showText(text);
}

MainWindow::MainWindow(WindowSetup setup, QWidget *parent)
    : QMainWindow(parent), m(std::make_unique<Impl>(*this, std::move(setup))) {
    resize(1280, 800);
    const QSettings settings;
    if (settings.contains(QStringLiteral("geometry")))
        restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    if (m->setup.session)
        m->document.replace(std::move(*m->setup.session), m->setup.file);
    else if (m->setup.file.isEmpty() || !m->open(m->setup.file))
        m->document.replace(exampleSession(examples().front()), {});
    m->startAutosave();
    m->offerRecoveries();
    m->stages->setFocus();
}

MainWindow::~MainWindow() {
    // A cell that is still being edited hands over what is in it while there is a document.
    if (QWidget *focus = focusWidget())
        focus->clearFocus();
}

SessionDocument &MainWindow::document() { return m->document; }
ComputeBridge &MainWindow::bridge() { return *m->bridge; }
ControlsPanel &MainWindow::controls() { return *m->controls; }
StageStrip &MainWindow::strip() { return *m->strip; }
StagesView &MainWindow::stagesView() { return *m->stages; }
MatricesView &MainWindow::matricesView() { return *m->matrices; }
ExplainPanel &MainWindow::explainPanel() { return *m->explain; }
bool MainWindow::openFile(const QString &fileName) { return m->open(fileName); }
QString MainWindow::message() const { return m->error->text(); }
QString MainWindow::remark() const { return m->remark->text(); }
void MainWindow::offerRecoveries() { m->offerRecoveries(); }

void MainWindow::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        m->retranslate();
        // The strip's buttons get theirs after the window: they are told of the trace again then.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (const auto &trace = m->bridge->shown().trace)
                    m->strip->setTrace(trace, m->document.view());
                m->showLocked();
            },
            Qt::QueuedConnection);
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::setDevices(std::vector<DeviceItem> devices) {
    m->setup.devices = std::move(devices);
    m->fillDevices();
}

} // namespace attnscope::ui
