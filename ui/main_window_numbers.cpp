// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers brought in from files of other programs, and handed on to them.
#include "core/io/array_source.h"
#include "ui/error_text.h"
#include "ui/export/array_export_dialog.h"
#include "ui/export/array_export_numbers.h"
#include "ui/import/import_dialog.h"
#include "ui/main_window_private.h"
#include "ui/recent_files.h"
#include "ui/views/figure_parts.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

namespace attnscope::ui {

namespace {

/// The array that is looked at: in the Stages view its stage, among the matrices the open one,
/// elsewhere the weights.
QString shownArray(const ViewSettings &v) {
    if (v.tab == QLatin1String("matrices"))
        return v.matrix;
    const core::Stage stage = v.tab == QLatin1String("stages") ? v.stage : core::Stage::Weights;
    const auto name = core::stageInfo(stage).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

bool MainWindow::Impl::holdsNumbers(const QString &fileName) {
    const auto path = toPath(fileName);
    if (!core::mayHoldArrays(path))
        return false;
    if (QFileInfo(fileName).suffix().compare(QLatin1String("attn"), Qt::CaseInsensitive) == 0)
        return false;
    try {
        const core::ArraySource source(path);
        if (source.kind() != core::ArraySource::Kind::Npz)
            return true;
        if (source.holdsSession())
            return false;
        // An archive with names of this program is a session, whatever else is in it.
        for (const core::ArrayEntry &entry : source.entries())
            if (core::inputByName(entry.name))
                return false;
        return true;
    } catch (const std::exception &) {
        return true; // what is wrong with it is said when it is opened
    }
}

void MainWindow::Impl::importDialog() {
    const QString name = QFileDialog::getOpenFileName(
        &w, MainWindow::tr("Import numbers"), QFileInfo(document.fileName()).path(),
        MainWindow::tr("Arrays (*.npy *.npz *.safetensors *.csv *.tsv *.txt);;All files (*)"));
    if (!name.isEmpty())
        importNumbers(name);
}

bool MainWindow::Impl::importNumbers(const QString &fileName) {
    const QString shortName = QFileInfo(fileName).fileName();
    try {
        ImportDialog dialog(core::ArraySource(toPath(fileName)),
                            std::make_shared<const core::Session>(document.session()), &w);
        if (dialog.exec() != QDialog::Accepted)
            return false;
        document.edit(dialog.stepText(), QString(),
                      [&dialog](core::Session &s) { s = dialog.result(); });
        showError({});
        QStringList said{dialog.stepText()};
        said << dialog.notes();
        say(said.join(QStringLiteral(" · ")));
        return true;
    } catch (const core::FileError &e) {
        showError(fileErrorText(e));
    } catch (const core::InputError &e) {
        showError(MainWindow::tr("Cannot import %1: %2").arg(shortName, issuesText(e.issues)));
    } catch (const std::exception &e) {
        showError(
            MainWindow::tr("Cannot import %1: %2").arg(shortName, QString::fromUtf8(e.what())));
    }
    return false;
}

void MainWindow::Impl::exportNumbers() {
    const ShownResult &shown = bridge->shown();
    if (!shown.trace)
        return;
    const ViewSettings &v = document.view();
    ArrayExportDialog dialog(shown.trace, shown.session, shownArray(v), v.head,
                             shownBatch(v, *shown.trace->problem),
                             exportFolder(document.fileName()), &w);
    if (dialog.exec() != QDialog::Accepted)
        return;
    rememberExport(dialog.written());
    say(MainWindow::tr("Written: %1").arg(dialog.written()));
}

void MainWindow::Impl::copyNumbers(core::ArrayText form) {
    const ShownResult &shown = bridge->shown();
    if (!shown.trace)
        return;
    const ViewSettings &v = document.view();
    const core::Problem &p = *shown.trace->problem;
    const QString name = shownArray(v);
    const bool whole = v.tab == QLatin1String("matrices"); // an array is whole there
    const bool one = v.head || (!whole && (v.locked || v.tab != QLatin1String("stages")));
    const auto head =
        one && dividedByHead(*shown.trace, name) ? std::optional(shownHead(v, p)) : std::nullopt;
    const auto numbers = numbersOf(*shown.trace, *shown.session, name, head, shownBatch(v, p));
    if (!numbers)
        return;
    QGuiApplication::clipboard()->setText(QString::fromStdString(numbersAsText(*numbers, form)));
    say(head ? MainWindow::tr("Copied: %1 of head %2").arg(name).arg(*head)
             : MainWindow::tr("Copied: %1").arg(name));
}

} // namespace attnscope::ui
