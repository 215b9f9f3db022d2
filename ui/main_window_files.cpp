// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to files: new, open, save, revert, drops, closing, and unsaved sessions.
#include "core/io/file_error.h"
#include "core/io/session_file.h"
#include "ui/error_text.h"
#include "ui/examples.h"
#include "ui/main_window_private.h"
#include "ui/recent_files.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTimer>

namespace attnscope::ui {

namespace {

/// Whether a number is typed that has not been entered yet.
bool typing(const QAbstractSpinBox &box) {
    if (const auto *spin = qobject_cast<const QSpinBox *>(&box))
        return spin->locale().toInt(spin->cleanText()) != spin->value();
    if (const auto *spin = qobject_cast<const QDoubleSpinBox *>(&box))
        return spin->cleanText() != spin->textFromValue(spin->value());
    return true;
}

/// A file name from a title: "Causal mask – who sees whom?" → "causal-mask-who-sees-whom.attn".
QString fileNameFrom(const QString &title) {
    QString name;
    for (const QChar c : title.toLower())
        if (c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return (name.isEmpty() ? QStringLiteral("session") : name.left(60)) + QStringLiteral(".attn");
}

/// Only our own files are written over without a word: a JSON lesson or somebody's npz stays.
bool isSessionName(const QString &fileName) {
    return QFileInfo(fileName).suffix().compare(QLatin1String("attn"), Qt::CaseInsensitive) == 0;
}

/// What went wrong with a file, in one sentence; `cannot` ("… %1: %2") introduces what does not
/// name the file itself.
QString sentenceOf(const std::exception &e, const QString &cannot, const QString &name) {
    if (const auto *file = dynamic_cast<const core::FileError *>(&e))
        return fileErrorText(*file);
    if (const auto *input = dynamic_cast<const core::InputError *>(&e))
        return cannot.arg(name, issuesText(input->issues));
    return cannot.arg(name, QString::fromUtf8(e.what()));
}

QString lastFolder(const SessionDocument &document) {
    if (!document.fileName().isEmpty())
        return QFileInfo(document.fileName()).absolutePath();
    const QStringList recent = recentFiles();
    return recent.isEmpty() ? QDir::currentPath() : QFileInfo(recent.front()).absolutePath();
}

} // namespace

QString MainWindow::Impl::sessionName() const {
    if (!document.fileName().isEmpty())
        return QFileInfo(document.fileName()).fileName();
    if (const Example *example = exampleOf(document.session()))
        return MainWindow::tr("%1 – example").arg(example->shownTitle());
    const QString title = QString::fromStdString(document.session().title);
    return title.isEmpty() ? MainWindow::tr("untitled") : title;
}

void MainWindow::Impl::commitTyping() {
    const QPointer<QWidget> focus = QApplication::focusWidget();
    if (!focus || !w.isAncestorOf(focus))
        return;
    if (auto *box = qobject_cast<QAbstractSpinBox *>(focus.data()))
        box->interpretText();
    // An editor of a cell hands over what is in it when it loses the focus.
    focus->clearFocus();
    if (focus && focus->isVisible()) // the editor may be gone with that
        focus->setFocus();
}

bool MainWindow::Impl::mayLeave() {
    commitTyping();
    if (!document.modified())
        return true;
    QMessageBox box(QMessageBox::Question, MainWindow::tr("Unsaved changes"),
                    MainWindow::tr("Save the changes to “%1”?").arg(sessionName()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &w);
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save(false));
}

bool MainWindow::Impl::open(const QString &fileName) {
    try {
        const core::ReadNotes notes = document.open(fileName);
        addRecentFile(fileName);
        showError({});
        QStringList sentences;
        for (const core::ReadNote &note : notes)
            sentences << readNoteText(note);
        showRemark(sentences.isEmpty() ? QString()
                                       : MainWindow::tr("%1 is open; %2")
                                             .arg(QFileInfo(fileName).fileName(),
                                                  sentences.join(QStringLiteral("; "))));
        return true;
    } catch (const std::exception &e) {
        showError(
            sentenceOf(e, MainWindow::tr("Cannot open %1: %2"), QFileInfo(fileName).fileName()));
        return false;
    }
}

void MainWindow::Impl::openAsked(const QString &fileName) {
    // Arrays are brought into the session that is there, which is an undoable step.
    if (holdsNumbers(fileName)) {
        importNumbers(fileName);
        return;
    }
    if (mayLeave())
        open(fileName);
}

void MainWindow::Impl::openExample(int index) {
    if (!mayLeave())
        return;
    document.replace(exampleSession(examples()[static_cast<std::size_t>(index)]), {});
    showError({});
}

void MainWindow::Impl::newSession() {
    if (!mayLeave())
        return;
    core::Session session;
    core::setText(session, {MainWindow::tr("The cat sat on the mat").toStdString()});
    document.replace(std::move(session), {});
    showError({});
}

void MainWindow::Impl::openDialog() {
    if (!mayLeave())
        return;
    const QString name = QFileDialog::getOpenFileName(
        &w, MainWindow::tr("Open a session"), lastFolder(document),
        MainWindow::tr("Sessions (*.attn *.npz *.json);;All files (*)"));
    if (!name.isEmpty() && holdsNumbers(name))
        importNumbers(name);
    else if (!name.isEmpty())
        open(name);
}

void MainWindow::Impl::fillRecent() {
    recentMenu->clear();
    int number = 0;
    for (const QString &name : recentFiles()) {
        ++number;
        QString text = recentFileText(name);
        const bool there = QFileInfo::exists(name);
        if (!there)
            text = MainWindow::tr("%1 (no longer there)").arg(text);
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction *a = recentMenu->addAction(
            QStringLiteral("&%1  %2").arg(number % 10).arg(text), this, [this, name] {
                if (QFileInfo::exists(name)) {
                    openAsked(name);
                } else {
                    removeRecentFile(name);
                    showError(MainWindow::tr("%1 is no longer there; it was taken off the list.")
                                  .arg(name));
                }
            });
        a->setToolTip(name);
        a->setEnabled(there);
    }
    if (number == 0) {
        recentMenu->addAction(MainWindow::tr("Nothing was opened or saved yet"))->setEnabled(false);
        return;
    }
    recentMenu->addSeparator();
    recentMenu->addAction(MainWindow::tr("&Clear List"), this, [] { clearRecentFiles(); });
}

bool MainWindow::Impl::save(bool asNew) {
    commitTyping();
    QString name = document.fileName();
    if (!asNew && !name.isEmpty() && document.changedOnDisk()) {
        QMessageBox box(QMessageBox::Warning, MainWindow::tr("Changed by somebody else"),
                        MainWindow::tr("“%1” was changed by another program since it was opened. "
                                       "Saving would replace those changes.")
                            .arg(QFileInfo(name).fileName()),
                        QMessageBox::NoButton, &w);
        QPushButton *over =
            box.addButton(MainWindow::tr("Save &Over It"), QMessageBox::DestructiveRole);
        QPushButton *other = box.addButton(MainWindow::tr("Save &As…"), QMessageBox::AcceptRole);
        box.addButton(QMessageBox::Cancel);
        box.setDefaultButton(other);
        box.exec();
        if (box.clickedButton() == other)
            asNew = true;
        else if (box.clickedButton() != over)
            return false;
    }
    if (asNew || name.isEmpty() || (!isSessionName(name) && name != savedHere)) {
        QFileDialog dialog(&w, MainWindow::tr("Save the session"), lastFolder(document),
                           MainWindow::tr("Sessions (*.attn)"));
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        dialog.setDefaultSuffix(QStringLiteral("attn")); // asked about like a name that was typed
        dialog.selectFile(name.isEmpty()
                              ? fileNameFrom(exampleOf(document.session())
                                                 ? exampleOf(document.session())->shownTitle()
                                                 : sessionName())
                              : QFileInfo(name).completeBaseName() + QStringLiteral(".attn"));
        if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
            return false;
        name = dialog.selectedFiles().front();
    }
    try {
        document.save(name);
        savedHere = name;
        addRecentFile(name);
        showError({});
        return true;
    } catch (const std::exception &e) {
        showError(sentenceOf(e, MainWindow::tr("Cannot write %1: %2"), name));
        return false;
    }
}

void MainWindow::Impl::revert() {
    commitTyping();
    QMessageBox box(QMessageBox::Question, MainWindow::tr("Revert"),
                    MainWindow::tr("Go back to “%1” as it was opened or saved last? Undo brings "
                                   "the present state back.")
                        .arg(sessionName()),
                    QMessageBox::NoButton, &w);
    QPushButton *yes = box.addButton(MainWindow::tr("&Revert"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(yes);
    box.exec();
    if (box.clickedButton() != yes)
        return;
    try {
        document.revert();
        showError({});
    } catch (const std::exception &e) {
        showError(sentenceOf(e, MainWindow::tr("Cannot open %1: %2"), sessionName()));
    }
}

void MainWindow::Impl::startAutosave() {
    if (setup.recoveryFolder.isEmpty())
        return;
    autosave = std::make_unique<Autosave>(document, setup.recoveryFolder, setup.autosaveInterval,
                                          [this] { return sessionName(); });
    connect(autosave.get(), &Autosave::failed, this,
            [this](const QString &sentence) { say(sentence); });
    const auto removeRestored = [this] {
        for (Recovery &r : std::exchange(restored, {}))
            discard(std::move(r), setup.recoveryFolder);
    };
    connect(autosave.get(), &Autosave::removed, this, removeRestored);
    connect(autosave.get(), &Autosave::written, this, [this, removeRestored](quint64 serial) {
        if (serial >= restoredSerial)
            removeRestored();
    });
}

void MainWindow::Impl::offerRecoveries() {
    for (Recovery &r : takeRecoveries(setup.recoveryFolder))
        offered.push_back(std::move(r));
    showRecoveries();
}

void MainWindow::Impl::showRecoveries() {
    std::vector<RecoveryBar::Row> rows;
    for (const Recovery &r : offered) {
        QString name = QFileInfo(r.note.fileName).fileName();
        if (name.isEmpty())
            name = r.note.title;
        rows.push_back({name.isEmpty() ? MainWindow::tr("untitled") : name, r.note.time});
    }
    recoveryBar->setRows(std::move(rows));
}

void MainWindow::Impl::restoreRecovery(int row) {
    if (!mayLeave())
        return;
    const auto at = offered.begin() + row;
    core::Session session;
    try {
        session = core::readSession(toPath(at->session));
    } catch (const std::exception &e) {
        const QString name = recoveryBar->rows()[static_cast<std::size_t>(row)].name;
        showError(MainWindow::tr("The unsaved session “%1” cannot be restored. %2")
                      .arg(name, sentenceOf(e, MainWindow::tr("Cannot open %1: %2"), name)));
        return;
    }
    Recovery taken = std::move(*at);
    offered.erase(at);
    document.restore(std::move(session), taken.note.fileName, taken.note.stamp);
    restored.push_back(std::move(taken));
    // What was left behind goes only when the same is in this window's own copy.
    if (autosave)
        restoredSerial = autosave->writeNow();
    showError({});
    showRecoveries();
}

void MainWindow::Impl::discardRecovery(int row) {
    QMessageBox box(QMessageBox::Question, MainWindow::tr("Discard"),
                    MainWindow::tr("Discard the unsaved session “%1” for good?")
                        .arg(recoveryBar->rows()[static_cast<std::size_t>(row)].name),
                    QMessageBox::Discard | QMessageBox::Cancel, &w);
    box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() != QMessageBox::Discard)
        return;
    const auto at = offered.begin() + row;
    Recovery taken = std::move(*at);
    offered.erase(at);
    discard(std::move(taken), setup.recoveryFolder);
    showRecoveries();
}

void MainWindow::Impl::followDocks() {
    const ViewSettings &v = document.view();
    const std::pair<QDockWidget *, std::optional<bool>> docks[] = {
        {dock, v.controlsDock},
        {history, v.historyDock},
        {explain, v.explainDock},
        {checklistDock, v.checklistDock}};
    for (const auto &[widget, open] : docks) {
        if (!open || *open != widget->isHidden())
            continue;
        if (widget == explain && *open && !w.isVisible()) {
            // Opened before it is seen, the window would grow beyond the screen instead of the
            // middle giving way.
            QTimer::singleShot(0, this, [this] {
                if (document.view().explainDock.value_or(false))
                    explain->setVisible(true);
            });
            continue;
        }
        widget->setVisible(*open);
    }
}

void MainWindow::closeEvent(QCloseEvent *event) {
    if (!m->mayLeave()) {
        event->ignore();
        return;
    }
    if (m->autosave)
        m->autosave->finish();
    for (Recovery &r : std::exchange(m->restored, {}))
        discard(std::move(r), m->setup.recoveryFolder);
    QSettings().setValue(QStringLiteral("geometry"), saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty())
        return;
    event->acceptProposedAction();
    if (urls.size() > 1) {
        m->showError(tr("%n files were dropped, but a window shows one session: drop one.", nullptr,
                        static_cast<int>(urls.size())));
        return;
    }
    if (!urls.front().isLocalFile()) {
        m->showError(tr("%1 is not a file on this machine: save it to a file first.")
                         .arg(urls.front().toDisplayString()));
        return;
    }
    // Whoever dropped it is let go before a question is asked.
    QMetaObject::invokeMethod(
        this, [this, name = urls.front().toLocalFile()] { m->openAsked(name); },
        Qt::QueuedConnection);
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event) {
    // A field keeps Ctrl+Z for what is typed in it; once that is entered it belongs to the session.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            const auto *widget = qobject_cast<QWidget *>(watched);
            if (widget && isAncestorOf(widget)) {
                const auto *box = qobject_cast<const QAbstractSpinBox *>(widget);
                if (!box)
                    box = qobject_cast<const QAbstractSpinBox *>(widget->parentWidget());
                if ((box && !typing(*box)) || qobject_cast<const QPlainTextEdit *>(widget)) {
                    event->ignore();
                    return true;
                }
            }
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace attnscope::ui
