// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "app/version.h"
#include "gpu/device_list.h"
#include "gpu/opencl_engine.h"
#include "ui/main_window.h"
#include "ui/theme.h"

#include <QApplication>

#include <cstdlib>
#include <filesystem>

namespace attnscope::app {

namespace {

const QString kReference = QStringLiteral("reference");

/// A device is remembered by its names, which hold when the order of the list changes.
QString idOf(const gpu::DeviceEntry &d) {
    return QString::fromStdString(d.platform + "\n" + d.name);
}

core::ComputeService::EngineFactory factoryFor(const QString &id, const std::string &note) {
    if (id == kReference)
        return [] { return std::unique_ptr<core::Engine>(); };
    gpu::DeviceChoice choice;
    if (const auto names = id.split(QLatin1Char('\n')); names.size() == 2) {
        choice.platform = names[0].toStdString();
        choice.name = names[1].toStdString();
    }
    return [choice, note]() -> std::unique_ptr<core::Engine> {
        if (!note.empty())
            throw core::EngineError(core::EngineError::Code::NoDevice, {}, note);
        return gpu::makeOpenClEngine(choice);
    };
}

ui::WindowSetup setUp(const gpu::ProbeReport &report) {
    ui::WindowSetup setup;
    bool usable = false;
    for (const gpu::DeviceEntry &d : report.devices) {
        usable = usable || d.usable;
        setup.devices.push_back({idOf(d), QString::fromStdString(gpu::deviceTitle(d)), d.usable,
                                 QString::fromStdString(d.reason)});
    }
    setup.devices.push_back(
        {kReference, QStringLiteral("Reference: CPU (Eigen, double)"), true, QString()});
    std::string note;
    if (!usable) {
        note = report.note.empty() ? "no OpenCL platform" : report.note;
        if (!report.devices.empty())
            note = report.devices.front().reason;
    }
    setup.engineFor = [note](const QString &id) { return factoryFor(id, note); };
    setup.engine = factoryFor(QString(), note);
    return setup;
}

} // namespace

int runWindow(const Options &options, int argc, char **argv) {
    // Contract: commands that come with a later version are told apart from files.
    for (const char *later : {"diagnose", "experiment"})
        if (options.file == later && !std::filesystem::exists(options.file))
            throw core::UsageError("the command '" + options.file +
                                   "' is not part of this version");
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY") &&
        !std::getenv("QT_QPA_PLATFORM"))
        throw core::UsageError("the window needs a display; without one, 'attnscope trace' and "
                               "'attnscope render' compute and draw");

    const gpu::ProbeReport report = gpu::probeDevices();
    gpu::useGoodDrivers(report);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("attnscope"));
    QApplication::setOrganizationName(QStringLiteral("attnscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(kVersion));
    QApplication::setApplicationDisplayName(QStringLiteral("Attnscope"));

    ui::WindowSetup setup = setUp(report);
    setup.file = QString::fromStdString(options.file);
    if (options.file.empty() && !options.settings.empty())
        setup.session = loadSession(options);
    ui::MainWindow window(std::move(setup));
    window.show();
    return QApplication::exec();
}

} // namespace attnscope::app
