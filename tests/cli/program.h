// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/process.h"

#include <string>
#include <vector>

namespace attnscope::test {

/// The program under test, without any display.
inline Finished attnscope(std::vector<std::string> arguments, Environment environment = {},
                          const std::string &folder = {}) {
    arguments.insert(arguments.begin(), ATTNSCOPE_BINARY);
    for (const char *display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.emplace(display, std::nullopt);
    return runProcess(arguments, environment, folder);
}

inline std::string testData(const std::string &name) {
    return std::string(ATTNSCOPE_TESTS_DIR) + "/data/" + name;
}

} // namespace attnscope::test
