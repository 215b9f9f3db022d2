// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/session_source.h"
#include "app/subcommands.h"
#include "app/version.h"
#include "core/latest_only_worker.h"
#include "gpu/device_list.h"
#include "gpu/opencl_engine.h"
#include "ui/main_window.h"
#include "ui/theme.h"
#include "ui/thread_wake.h"

#include <QApplication>
#include <QPointer>
#include <QScreen>
#include <QStandardPaths>

#include <cstdlib>
#include <mutex>
#include <optional>

namespace attnscope::app {

namespace {

const QString kReference = QStringLiteral("reference");

/// A device is remembered by its names, which hold when the order of the list changes.
QString idOf(const gpu::DeviceEntry &d) {
    return QString::fromStdString(d.platform + "\n" + d.name);
}

/// The drivers of this machine, probed on the thread that prepares the first engine: a driver that
/// hangs must not keep the window from opening.
class WindowDrivers : public std::enable_shared_from_this<WindowDrivers> {
public:
    ~WindowDrivers() { giveUp(); }

    /// The window that is told which devices there are. GUI thread.
    void setWindow(ui::MainWindow *window) { m_window = window; }
    /// The window closes: nobody waits for a driver any more.
    void giveUp() { m_stop.request_stop(); }

    /// `id` empty: the best device. `rescan` probes again whatever is remembered.
    core::ComputeService::EngineFactory factory(const QString &id, bool rescan = false) {
        if (id == kReference)
            return [] { return std::unique_ptr<core::Engine>(); };
        return [self = shared_from_this(), id, rescan] { return self->makeEngine(id, rescan); };
    }

private:
    std::unique_ptr<core::Engine> makeEngine(const QString &id, bool rescan) {
        const gpu::ProbeReport report = probe(rescan);
        gpu::DeviceChoice choice;
        for (const gpu::DeviceEntry &d : report.devices)
            if (d.usable && idOf(d) == id) {
                choice.platform = d.platform;
                choice.name = d.name;
            }
        for (const gpu::DeviceEntry &d : report.devices)
            if (d.usable)
                return gpu::makeOpenClEngine(choice);
        std::string why = report.note.empty() ? "no OpenCL platform" : report.note;
        for (const gpu::DeviceEntry &d : report.devices)
            why += "; " + d.platform + ": " + d.reason;
        throw core::EngineError(core::EngineError::Code::NoDevice, {}, why);
    }

    gpu::ProbeReport probe(bool rescan) {
        const std::lock_guard lock(m_mutex);
        if (!m_report || rescan) {
            gpu::ProbeOptions options;
            options.stop = m_stop.get_token();
            options.rescan = rescan;
            m_report = gpu::probeDevices(options);
            gpu::useGoodDrivers(*m_report);
            tell(*m_report);
        }
        return *m_report;
    }

    void tell(const gpu::ProbeReport &report) {
        std::vector<ui::DeviceItem> items;
        for (const gpu::DeviceEntry &d : report.devices)
            items.push_back({idOf(d), QString::fromStdString(gpu::deviceTitle(d)), d.usable,
                             QString::fromStdString(d.reason)});
        items.push_back(
            {kReference, QStringLiteral("Reference: CPU (Eigen, double)"), true, QString()});
        if (m_found.put(std::move(items)))
            m_wake.wake();
    }

    void deliver() {
        auto items = m_found.take();
        if (items && m_window)
            m_window->setDevices(*items);
    }

    QPointer<ui::MainWindow> m_window;
    core::Mailbox<std::vector<ui::DeviceItem>> m_found;
    ui::ThreadWake m_wake{[this] { deliver(); }};
    std::stop_source m_stop;
    std::mutex m_mutex; // guards m_report; the preparations of two choices may overlap
    std::optional<gpu::ProbeReport> m_report;
};

} // namespace

int runWindow(const Options &options, int argc, char **argv) {
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY") &&
        !std::getenv("QT_QPA_PLATFORM"))
        throw core::UsageError("the window needs a display; without one, 'attnscope trace' and "
                               "'attnscope render' compute and draw");

    // Drivers are chosen through the environment, later and on another thread. A variable that is
    // there already is changed in place, which no reader of the environment notices.
    if (!std::getenv("OCL_ICD_VENDORS")) {
        const char *other = std::getenv("OPENCL_VENDOR_PATH");
        ::setenv("OCL_ICD_VENDORS", other && *other ? other : "/etc/OpenCL/vendors", 1);
    }
    gpu::useGoodDrivers({}); // all for now; sets the other variables that drivers read

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("attnscope"));
    QApplication::setOrganizationName(QStringLiteral("attnscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(kVersion));
    QApplication::setApplicationDisplayName(QStringLiteral("Attnscope"));

    const auto drivers = std::make_shared<WindowDrivers>();
    ui::WindowSetup setup;
    setup.devices = {{kReference, QStringLiteral("Reference: CPU (Eigen, double)"), true, {}}};
    setup.engine = drivers->factory(ui::rememberedDevice());
    setup.engineFor = [drivers](const QString &id) { return drivers->factory(id); };
    setup.rescan = [drivers] { return drivers->factory(ui::rememberedDevice(), true); };
    setup.file = QString::fromStdString(options.file);
    setup.recoveryFolder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                           QStringLiteral("/recovery");
    if (options.file.empty() && !options.settings.empty())
        setup.session = loadSession(options);
    ui::MainWindow window(std::move(setup));
    drivers->setWindow(&window);
    // On a small screen the frame would push the status line below the edge.
    constexpr int kFrame = 40;
    const QSize room = window.screen()->availableSize();
    if (window.width() > room.width() || window.height() + kFrame > room.height())
        window.showMaximized();
    else
        window.show();
    const int status = QApplication::exec();
    drivers->giveUp();
    return status;
}

} // namespace attnscope::app
