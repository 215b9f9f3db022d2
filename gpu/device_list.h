// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <stop_token>
#include <string>
#include <vector>

/// \file
/// Which OpenCL devices there are, and why one cannot be used.
///
/// A driver may abort or hang the process that merely lists it. So devices are PROBED in a child
/// process, one child a driver, and the verdict is remembered; this process then loads the good
/// drivers only.

namespace attnscope::gpu {

/// One device, or one line about a platform or driver that has none to offer.
struct DeviceEntry {
    int index = -1;       ///< for `--device N`; −1 when it cannot be used
    std::string platform; ///< "Portable Computing Language"
    std::string name;     ///< of the device; empty when the platform has none
    std::string vendor;
    std::string driver;       ///< driver version
    std::string type;         ///< "CPU", "GPU", "accelerator"
    unsigned units = 0;       ///< compute units
    std::size_t memory = 0;   ///< bytes of global memory
    std::size_t maxAlloc = 0; ///< bytes of the largest single allocation
    std::string file;         ///< the driver's .icd file, when it is known
    bool usable = false;
    std::string reason; ///< why not, when it is not usable

    bool operator==(const DeviceEntry &) const = default;
};

/// "Portable Computing Language: pthread-…"
[[nodiscard]] std::string deviceTitle(const DeviceEntry &entry);

/// Every platform and device that this process can see, best first (graphics cards, then CPUs, then
/// software rasterisers), lines about what cannot be used last. No platform at all is an empty
/// list, a platform without devices or with an error is one line; neither is an error of the
/// program. Loads the drivers into this process: see probeDevices.
[[nodiscard]] std::vector<DeviceEntry> listDevices();

/// How to probe.
struct ProbeOptions {
    /// The program that answers with runProbe() when called with `arguments`.
    std::filesystem::path program = "/proc/self/exe";
    std::vector<std::string> arguments = {"devices", "--probe"};
    std::chrono::milliseconds timeout{20000}; ///< for each driver
    bool remember = true;                     ///< read and write the verdict in the user's cache
    bool rescan = false;                      ///< probe again although a verdict is remembered
    std::stop_token stop;                     ///< gives up; nothing is remembered then
};

/// The verdict on every driver of this machine.
struct ProbeReport {
    std::vector<DeviceEntry> devices;               ///< ordered and numbered as by listDevices
    std::vector<std::filesystem::path> goodDrivers; ///< .icd files (or libraries) worth loading
    /// Some driver is not worth loading: it crashed or hung its child, or has no usable device.
    bool anyLeftOut = false;
    bool remembered = false; ///< the answer comes from the cache
    std::string note;        ///< why the list is empty, with what to look at; else empty
};

/// Probes every driver in a child process of its own, all at the same time. Makes no OpenCL call in
/// this process. Never throws for a driver's sake.
[[nodiscard]] ProbeReport probeDevices(const ProbeOptions &options = {});

/// Lets this process load the good drivers only (through OCL_ICD_VENDORS), and gives PoCL a cache
/// folder that it can write. To be called before the first OpenCL call; and before
/// other threads are started, unless OCL_ICD_VENDORS is in the environment already.
void useGoodDrivers(const ProbeReport &report);

/// The child's side: lists the devices of this process, runs a small kernel on each, and writes one
/// line for each step before and after it, so that the last line names what crashed.
/// Returns the exit status.
int runProbe(std::ostream &out);

} // namespace attnscope::gpu
