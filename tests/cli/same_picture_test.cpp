// SPDX-License-Identifier: GPL-3.0-or-later
// One picture, many papers: what the window exports and what `attnscope render` writes for the same
// session are the same bytes (interface.md, law 8).
#include "core/io/session_file.h"
#include "gpu/opencl_engine.h"
#include "tests/cli/program.h"
#include "tests/support/windows.h"
#include "ui/export/figure_export.h"
#include "ui/main_window.h"
#include "ui/views/stages_view.h"

#include <QApplication>
#include <gtest/gtest.h>

namespace attnscope::test {
namespace {

/// A window on the given session, offscreen and with settings of its own, once its first picture
/// by the device is there.
class OpenWindow {
public:
    OpenWindow(const std::string &session, const std::string &config) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("XDG_CONFIG_HOME", QByteArray::fromStdString(config));
        static int argc = 1;
        static char name[] = "attnscope";
        static char *argv[] = {name, nullptr};
        m_application = std::make_unique<QApplication>(argc, argv);
        ui::WindowSetup setup;
        setup.engine = [] { return gpu::makeOpenClEngine(); };
        setup.file = QString::fromStdString(session);
        m_window = std::make_unique<ui::MainWindow>(std::move(setup));
        m_window->resize(1280, 800);
        m_window->show();
        m_ready = waitFor([this] {
            const auto &shown = m_window->bridge().shown();
            return shown.trace && shown.trace->engine != "reference" &&
                   m_window->stagesView().ready();
        });
    }
    [[nodiscard]] ui::MainWindow &window() { return *m_window; }
    [[nodiscard]] bool ready() const { return m_ready; }

private:
    std::unique_ptr<QApplication> m_application;
    std::unique_ptr<ui::MainWindow> m_window;
    bool m_ready = false;
};

TEST(SamePicture, WindowAndCommandLineWriteTheSameBytes) {
    TemporaryFolder folder;
    const std::string session =
        std::string(ATTNSCOPE_SOURCE_DIR) + "/resources/examples/02-causal.json";
    OpenWindow open(session, folder.path().string());
    ASSERT_TRUE(open.ready());
    const auto view = open.window().document().view();

    ui::ExportOptions options;
    options.size = QSize(1000, 700);
    options.dpi = 300;
    const ui::Figure figure = open.window().stagesView().figure(view, ui::Palette::light());
    for (const auto &[name, format] :
         {std::pair("a.png", ui::PictureFormat::Png), std::pair("a.svg", ui::PictureFormat::Svg)}) {
        const auto r = attnscope({"render", "stages", session, "--size", "1000x700", "--dpi", "300",
                                  "-o", folder / name});
        ASSERT_EQ(r.status, 0) << r.err;
        const std::string ours = ui::renderPicture(figure, format, options).toStdString();
        EXPECT_TRUE(readFile(folder / name) == ours) << name;
    }
}

} // namespace
} // namespace attnscope::test
