// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scripted_engine.h"
#include "ui/compute_bridge.h"
#include "ui/main_window.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QSettings>

#include <functional>
#include <string>

namespace attnscope::test {

/// Runs the event loop until something is true; false when it did not become so in time.
inline bool waitFor(const std::function<bool()> &done, int milliseconds = 20000) {
    const QDeadlineTimer deadline(milliseconds);
    while (!done()) {
        if (deadline.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return true;
}

/// A session of `length` words that all differ, with widths that are free.
inline core::Session wordSession(int length, int dModel, int heads, int dK) {
    core::Session s;
    std::string line;
    for (int i = 0; i < length; ++i)
        line += (i ? " w" : "w") + std::to_string(i);
    core::setText(s, {line});
    s.config.dModel = dModel;
    s.config.heads = heads;
    s.config.dK = dK;
    s.config.dV = dModel / heads;
    s.tieDk = false;
    return s;
}

/// What a window needs, with a scripted engine; nothing of an earlier test is remembered.
inline ui::WindowSetup windowSetup(ScriptedEngine::Script script = {},
                                   std::optional<core::Session> session = std::nullopt) {
    QSettings().clear();
    QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    QSettings().setValue(QStringLiteral("theme"), QStringLiteral("light"));
    ui::WindowSetup setup;
    setup.engine = [script] { return std::make_unique<ScriptedEngine>(script); };
    setup.engineFor = [script](const QString &) -> core::ComputeService::EngineFactory {
        return [script] { return std::make_unique<ScriptedEngine>(script); };
    };
    setup.session = std::move(session);
    return setup;
}

} // namespace attnscope::test
