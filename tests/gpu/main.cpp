// SPDX-License-Identifier: GPL-3.0-or-later
// The tests, or – called as the program itself is called for it – the child that probes a driver.
#include "gpu/device_list.h"

#include <gtest/gtest.h>
#include <iostream>
#include <string_view>

int main(int argc, char **argv) {
    if (argc == 3 && std::string_view(argv[1]) == "devices" &&
        std::string_view(argv[2]) == "--probe")
        return attnscope::gpu::runProbe(std::cout);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
