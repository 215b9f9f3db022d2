// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine.h"
#include "gpu/device_list.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

/// \file
/// The engine on OpenCL. No OpenCL type shows here, so that only gpu/ sees the API.

namespace attnscope::gpu {

/// Which of the two sets of kernels runs. `Auto` takes the one made for the device's class.
enum class Flavour {
    Auto,
    Tiles,  ///< CPUs: one thread a work-group, tiles in registers
    Groups, ///< graphics cards: work-groups and local memory
};

/// Which device, and how its engine is built. The default is the best device there is.
struct DeviceChoice {
    /// Position in listDevices(); nullopt = the first usable one.
    std::optional<int> index;
    /// When not empty: the device whose platform and name are these (from a DeviceEntry); they hold
    /// when the order of the list changes, and come before `index`.
    std::string platform, name;
    int twin = 0; ///< which of several devices of that name

    Flavour flavour = Flavour::Auto;
    bool binaryCache = true; ///< keep compiled kernels in the user's cache
    bool warmUp = true; ///< compile the kernels that every pass needs now, not at the first pass

    // For tests.
    /// Never launch work-groups of more work-items, whatever the device allows; 0 = no limit.
    std::size_t maxWorkGroup = 0;
    /// Largest allocation and sum of allocations to admit to; 0 = the device's.
    std::size_t maxAllocation = 0, maxMemory = 0;
    /// One more program to build with the others, and to be named `extra.cl` when it fails.
    std::string extraKernel;
    /// Options added to those of every program.
    std::string extraOptions;
};

/// Opens the device and builds its kernels.
/// \throws core::EngineError: NoDevice (none, or not that one), BuildFailed with the compiler's
/// log.
///
/// Traces that it hands out keep what they show alive, and may outlive it; but drop it before the
/// end of main, since drivers take their own statics down after that.
[[nodiscard]] std::unique_ptr<core::Engine> makeOpenClEngine(const DeviceChoice &choice = {});

/// The choice of a line of a probed list: number `index`, or the first that can be used. It names
/// the device, so that it holds even where this process sees the list in another order.
/// \throws core::EngineError (NoDevice) with the lines that there are.
[[nodiscard]] DeviceChoice chooseDevice(const ProbeReport &report, std::optional<int> index);

/// The options every kernel is built with on that device: nothing in it may assume finite numbers.
[[nodiscard]] std::string buildOptions(const DeviceChoice &choice = {});

} // namespace attnscope::gpu
