// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device_list.h"
#include "gpu/opencl.h"

#include <functional>
#include <vector>

namespace attnscope::gpu {

/// A line of the list with the device behind it (null when there is none).
struct FoundDevice {
    DeviceEntry entry;
    cl::Device device;
};

/// Asks every platform for its devices; an error of one platform is a line and does not hide the
/// others. `onStep` is told what is about to be asked, for the child process.
[[nodiscard]] std::vector<FoundDevice>
findDevices(const std::function<void(const std::string &)> &onStep = {});

/// Best first, and numbered: graphics cards, CPUs, software rasterisers, unusable lines.
void orderAndNumber(std::vector<DeviceEntry> &entries);
void orderAndNumber(std::vector<FoundDevice> &found);

/// Compiles and runs a small kernel; empty when the numbers are right, else what went wrong.
[[nodiscard]] std::string tryDevice(const cl::Device &device);

} // namespace attnscope::gpu
