// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/examples.h"

#include "core/io/session_file.h"

#include <QDir>
#include <QFile>

#include <stdexcept>

namespace attnscope::ui {

core::Session exampleSession(const Example &example) {
    QFile file(example.resource);
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("the example " + example.resource.toStdString() + " is missing");
    return core::readSessionJson(file.readAll().toStdString(), example.resource.toStdString());
}

const std::vector<Example> &examples() {
    static const std::vector<Example> all = [] {
        std::vector<Example> found;
        const QDir folder(QStringLiteral(":/examples"));
        for (const QString &name :
             folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
            Example e{folder.filePath(name), {}, {}};
            const core::Session session = exampleSession(e);
            e.title = QString::fromStdString(session.title);
            e.note = QString::fromStdString(session.note);
            found.push_back(std::move(e));
        }
        if (found.empty())
            throw std::runtime_error("the example sessions are missing from the program");
        return found;
    }();
    return all;
}

} // namespace attnscope::ui
