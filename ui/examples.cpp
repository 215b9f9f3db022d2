// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/examples.h"

#include "core/io/session_file.h"
#include "ui/language.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <stdexcept>

namespace attnscope::ui {

namespace {

QByteArray contents(const Example &example) {
    QFile file(example.resource);
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("the example " + example.resource.toStdString() + " is missing");
    return file.readAll();
}

bool inChinese() { return currentLanguage() == QLatin1String("zh_CN"); }

} // namespace

const QString &Example::shownTitle() const {
    return inChinese() && !titleZh.isEmpty() ? titleZh : title;
}

const QString &Example::shownNote() const {
    return inChinese() && !noteZh.isEmpty() ? noteZh : note;
}

const Example *exampleOf(const core::Session &session) {
    const QString title = QString::fromStdString(session.title);
    const QString note = QString::fromStdString(session.note);
    for (const Example &e : examples())
        if (e.title == title && e.note == note)
            return &e;
    return nullptr;
}

core::Session exampleSession(const Example &example) {
    return core::readSessionJson(contents(example).toStdString(), example.resource.toStdString());
}

const std::vector<Example> &examples() {
    static const std::vector<Example> all = [] {
        std::vector<Example> found;
        const QDir folder(QStringLiteral(":/examples"));
        for (const QString &name :
             folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
            Example e{folder.filePath(name), {}, {}, {}, {}};
            const QJsonObject json = QJsonDocument::fromJson(contents(e)).object();
            e.title = json[QLatin1String("title")].toString();
            e.note = json[QLatin1String("note")].toString();
            e.titleZh = json[QLatin1String("title_zh")].toString();
            e.noteZh = json[QLatin1String("note_zh")].toString();
            found.push_back(std::move(e));
        }
        if (found.empty())
            throw std::runtime_error("the example sessions are missing from the program");
        return found;
    }();
    return all;
}

} // namespace attnscope::ui
