// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute_service.h"
#include "core/session.h"
#include "ui/session_document.h"

#include <QMainWindow>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace attnscope::ui {

class ComputeBridge;
class ControlsPanel;
class ExplainPanel;
class MatricesView;
class StageStrip;
class StagesView;

/// A device as it stands in the menu.
struct DeviceItem {
    QString id;    ///< remembered in the settings
    QString label; ///< for people
    bool usable = true;
    QString reason; ///< why it is not usable
};

/// What the application hands to its window.
struct WindowSetup {
    /// The engine of the device that is chosen when none is remembered. Called on a thread of its
    /// own; may throw core::EngineError: the reference then stands in, with the reason.
    core::ComputeService::EngineFactory engine;
    std::vector<DeviceItem> devices;
    /// A factory for a chosen device, by its id.
    std::function<core::ComputeService::EngineFactory(const QString &id)> engineFor;
    /// The same after looking for devices anew; empty: the menu does not offer it.
    std::function<core::ComputeService::EngineFactory()> rescan;
    /// Already loaded session (settings of the command line applied); empty = `file`, or else the
    /// first example.
    std::optional<core::Session> session;
    QString file; ///< opened when there is no session; its name in any case
    /// Where unsaved sessions are kept while they are worked on (ui/recovery.h); empty: nowhere.
    QString recoveryFolder;
    /// They are written at the latest this long after a change.
    std::chrono::milliseconds autosaveInterval{20000};
};

/// The id under which a chosen device is remembered; empty when none was chosen.
[[nodiscard]] QString rememberedDevice();

/// The window of interface.md §2: menus, tool bar, stage strip, controls, workspace, status.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(WindowSetup setup, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] SessionDocument &document();
    [[nodiscard]] ComputeBridge &bridge();
    [[nodiscard]] ControlsPanel &controls();
    [[nodiscard]] StageStrip &strip();
    [[nodiscard]] StagesView &stagesView();
    [[nodiscard]] MatricesView &matricesView();
    [[nodiscard]] ExplainPanel &explainPanel();

    /// The devices of the menu, when they became known after the window was made.
    void setDevices(std::vector<DeviceItem> devices);

    /// Opens a session file; what is wrong with it is said in the message bar.
    bool openFile(const QString &fileName);
    /// The sentence that the message bar shows now; empty when it is hidden.
    [[nodiscard]] QString message() const;
    /// What was said of the file that is open: what of it was passed over. Empty when nothing was.
    [[nodiscard]] QString remark() const;
    /// Takes what was left behind by a program that ended unexpectedly and offers it.
    void offerRecoveries();

signals:
    /// The trace of this generation has been painted in the open view.
    void framePainted(quint64 generation);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

} // namespace attnscope::ui
