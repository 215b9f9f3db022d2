// SPDX-License-Identifier: GPL-3.0-or-later
// A drag of d_k from 4 to 256 in the real window at L = 64, D = 256, H = 8: the time from the
// change of the value to the painted picture; and the time from the start of the process to its
// first picture. Or, with `matrix`, a cell of W_Q [1024,1024] nudged in the Matrices view at
// L = 16, H = 16. Reports, asserts nothing.
//
//   drag_bench [reference] [matrix]
#include "gpu/device_list.h"
#include "gpu/opencl_engine.h"
#include "ui/compute_bridge.h"
#include "ui/main_window.h"
#include "ui/panels/controls_panel.h"
#include "ui/panels/number_control.h"
#include "ui/session_document.h"
#include "ui/views/matrices_view.h"

#include <QApplication>
#include <QSlider>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace attnscope;
using Clock = std::chrono::steady_clock;

constexpr int kNudges = 144;

core::Session session(bool matrix) {
    core::Session s;
    std::string line;
    for (int i = 0; i < (matrix ? 16 : 64); ++i)
        line += (i ? " w" : "w") + std::to_string(i);
    core::setText(s, {line});
    s.config.dModel = matrix ? 1024 : 256;
    s.config.heads = matrix ? 16 : 8;
    s.config.dK = matrix ? 64 : 4;
    s.config.dV = matrix ? 64 : 32;
    s.tieDk = false;
    return s;
}

double share(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

/// Milliseconds since the kernel started this process (to 10 ms, as the kernel counts).
double processAge() {
    std::ifstream file("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    // Field 22; the name in parentheses may hold anything.
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string field;
    for (int i = 3; i <= 22; ++i)
        fields >> field;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double started = std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
    return 1000.0 *
           (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9 - started);
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto asked = [&](const char *word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    const bool reference = asked("reference"), matrix = asked("matrix");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("attnscope-bench"));
    QApplication::setApplicationName(QStringLiteral("attnscope-bench"));

    ui::WindowSetup setup;
    setup.session = session(matrix);
    if (!reference)
        setup.engine = [] { return gpu::makeOpenClEngine({}); };
    ui::MainWindow window(std::move(setup));
    window.resize(1280, 800);

    // The value that each painted picture shows, and when each value was set.
    std::map<float, Clock::time_point> set;
    std::vector<double> latency, engine, drawing;
    Clock::time_point arrived;
    std::vector<quint64> generations;
    float lastShown = 0.0f, lastSet = 0.0f;
    double firstPicture = 0.0;
    QSlider *slider = window.controls().number(QStringLiteral("d_k"))->slider();
    ui::NumberControl &control = *window.controls().number(QStringLiteral("d_k"));

    const auto quitWhenSettled = [&](bool dragging) {
        if (!dragging && lastSet != 0 && lastShown == lastSet)
            QTimer::singleShot(200, &application, &QApplication::quit);
    };
    QTimer drag; // a hand that moves steadily: a step every frame of a 60 Hz screen
    drag.setInterval(16);
    drag.setTimerType(Qt::PreciseTimer);
    int position = matrix ? 0 : control.positionOf(4);
    const int end = matrix ? kNudges : control.positionOf(256);
    const auto isSet = [&](float value) {
        if (value != lastSet)
            set[value] = Clock::now();
        lastSet = value;
    };
    QObject::connect(&drag, &QTimer::timeout, [&] {
        if (position >= end) {
            drag.stop();
            if (!matrix)
                slider->setSliderDown(false);
            quitWhenSettled(false);
            return;
        }
        ++position;
        if (matrix) {
            const auto before = Clock::now();
            window.matricesView().nudge(1);
            isSet(window.document().session().arrays.at(core::Input::WQ).data()[0]);
            set[lastSet] = before;
        } else {
            isSet(static_cast<float>(static_cast<int>(control.valueAt(position))));
            slider->setSliderPosition(position);
        }
    });
    QObject::connect(&window.bridge(), &ui::ComputeBridge::traceReady, [&] {
        arrived = Clock::now();
        engine.push_back(window.bridge().shown().trace->milliseconds);
    });
    QObject::connect(&window, &ui::MainWindow::framePainted, [&](quint64 generation) {
        const core::Trace &shown = *window.bridge().shown().trace;
        lastShown =
            matrix ? shown.problem->wQ.data()[0] : static_cast<float>(shown.problem->config.dK);
        generations.push_back(generation);
        if (firstPicture == 0.0)
            firstPicture = processAge();
        drawing.push_back(
            std::chrono::duration<double, std::milli>(Clock::now() - arrived).count());
        if (const auto at = set.find(lastShown); at != set.end()) {
            latency.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - at->second).count());
            set.erase(at);
        }
        quitWhenSettled(drag.isActive());
    });
    window.show();
    if (matrix) {
        window.document().changeView(
            [](ui::ViewSettings &v) { v.tab = QStringLiteral("matrices"); });
        window.matricesView().showPlace({});
    }
    // Let the engine come up and the first picture settle before the hand moves.
    QTimer::singleShot(4000, [&] {
        if (!matrix)
            slider->setSliderDown(true);
        drag.start();
    });
    QTimer::singleShot(60000, &application, &QApplication::quit);
    QApplication::exec();

    if (latency.empty()) {
        std::fputs("nothing was painted\n", stderr);
        return 1;
    }
    std::printf("engine           %s\n", window.bridge().engine().device.c_str());
    std::printf("start → picture  %.0f ms\n", firstPicture);
    std::printf("values painted   %zu (overtaken: %zu)\n", latency.size(), set.size());
    std::printf("change → painted median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, longest %.1f ms\n",
                share(latency, 0.5), share(latency, 0.9), share(latency, 0.99),
                share(latency, 1.0));
    std::printf("of these         engine %.1f ms, window %.1f ms (medians)\n", share(engine, 0.5),
                share(drawing, 0.5));
    std::printf("last value       set %g, shown %g\n", static_cast<double>(lastSet),
                static_cast<double>(lastShown));
    std::printf("order            %s\n", std::is_sorted(generations.begin(), generations.end())
                                             ? "no generation went back"
                                             : "a generation went back");
    return 0;
}
