// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace attnscope::ui {

namespace {

constexpr qsizetype kMost = 10;
const QString kKey = QStringLiteral("recentFiles");
const QString kExportKey = QStringLiteral("exportFolder");

void store(const QStringList &files) { QSettings().setValue(kKey, files); }

} // namespace

QStringList recentFiles() { return QSettings().value(kKey).toStringList().mid(0, kMost); }

void addRecentFile(const QString &fileName) {
    const QString name = QDir::cleanPath(QFileInfo(fileName).absoluteFilePath());
    QStringList files = recentFiles();
    files.removeAll(name);
    files.prepend(name);
    store(files.mid(0, kMost));
}

void removeRecentFile(const QString &fileName) {
    QStringList files = recentFiles();
    files.removeAll(fileName);
    store(files);
}

void clearRecentFiles() { QSettings().remove(kKey); }

QString exportFolder(const QString &sessionFile) {
    const QString last = QSettings().value(kExportKey).toString();
    if (!last.isEmpty() && QFileInfo(last).isDir())
        return last;
    return sessionFile.isEmpty() ? QDir::homePath() : QFileInfo(sessionFile).absolutePath();
}

void rememberExport(const QString &fileName) {
    QSettings().setValue(kExportKey, QFileInfo(fileName).absolutePath());
}

QString recentFileText(const QString &fileName) {
    const QFileInfo file(fileName);
    QString folder = file.path();
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + QLatin1Char('/')))
        folder.replace(0, home.size(), QStringLiteral("~"));
    return QStringLiteral("%1 — %2").arg(file.fileName(), folder);
}

} // namespace attnscope::ui
