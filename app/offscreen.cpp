// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/offscreen.h"

#include <QApplication>
#include <QHashFunctions>

#include <cstdio>

namespace attnscope::app {

namespace {

/// Qt's remarks about the environment of a machine without a desktop are of no use to the user of
/// a command; what is an error stays one.
void onlyErrors(QtMsgType type, const QMessageLogContext &, const QString &text) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "attnscope: %s\n", text.toLocal8Bit().constData());
}

} // namespace

OffscreenApplication::OffscreenApplication() {
    qInstallMessageHandler(onlyErrors);
    // The screen of whoever calls has no say in how large a picture becomes.
    for (const char *name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI",
                             "QT_AUTO_SCREEN_SCALE_FACTOR", "QT_ENABLE_HIGHDPI_SCALING"})
        qunsetenv(name);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // The order of fonts in a PDF is that of a hash table: the same picture is the same file.
    QHashSeed::setDeterministicGlobalSeed();
    static int argc = 1;
    static char name[] = "attnscope";
    static char *argv[] = {name, nullptr};
    m_application = std::make_unique<QApplication>(argc, argv);
}

OffscreenApplication::~OffscreenApplication() = default;

} // namespace attnscope::app
