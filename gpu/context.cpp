// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/context.h"

#include "gpu/cache_folder.h"
#include "gpu/error.h"
#include "gpu/found_devices.h"
#include "gpu/icd_files.h"

#include <algorithm>

namespace attnscope::gpu {

namespace {

using Code = core::EngineError::Code;

/// The device that was asked for, or a sentence with those that there are.
FoundDevice pick(const DeviceChoice &choice) {
    std::vector<FoundDevice> found = findDevices();
    orderAndNumber(found);
    const bool named = !choice.platform.empty() || !choice.name.empty();
    int twin = 0;
    for (const FoundDevice &f : found) {
        const DeviceEntry &e = f.entry;
        const bool same = (choice.platform.empty() || e.platform == choice.platform) &&
                          (choice.name.empty() || e.name == choice.name);
        if (named ? !same || twin++ != choice.twin
                  : !e.usable || e.index != choice.index.value_or(0))
            continue;
        if (!e.usable)
            throw core::EngineError(Code::NoDevice, {},
                                    deviceTitle(e) + " cannot be used: " + e.reason);
        return f;
    }
    std::string what = "no OpenCL device to be found in " + icdPlace();
    if (named)
        what = "there is no OpenCL device " + choice.platform + ": " + choice.name;
    else if (choice.index)
        what = "there is no OpenCL device " + std::to_string(*choice.index);
    std::string list;
    for (const FoundDevice &f : found)
        list += (list.empty() ? ": " : "; ") +
                (f.entry.usable ? std::to_string(f.entry.index) + " " : std::string()) +
                deviceTitle(f.entry) +
                (f.entry.reason.empty() ? std::string() : " (" + f.entry.reason + ")");
    throw core::EngineError(Code::NoDevice, {}, what + list);
}

} // namespace

void Context::setTileOptions() {
    options = "-cl-std=CL1.2 -DVEC=" + std::to_string(vectorWidth) +
              " -DNV=" + std::to_string(panelVectors) + " -DROWS=" + std::to_string(kTileRows) +
              extraOptions;
    // Where loops are limited, products of the backward pass go in groups.
    if (loopLimit)
        options += " -DSIDE=" + std::to_string(groupSide);
}

void Context::setGroupOptions() {
    options = "-cl-std=CL1.2 -DSIDE=" + std::to_string(groupSide) +
              " -DGROUP=" + std::to_string(groupRow) + extraOptions;
}

Context openContext(const DeviceChoice &choice) {
    prepareDriverCaches();
    const FoundDevice found = pick(choice);
    Context c;
    c.device = found.device;
    c.title = deviceTitle(found.entry);
    c.driver = found.entry.driver;
    c.cachesItself = found.entry.platform == "Portable Computing Language";
    const bool cpu =
        found.entry.type == "CPU" || found.entry.name.find("llvmpipe") != std::string::npos;
    if (found.entry.name.find("llvmpipe") != std::string::npos)
        c.loopLimit = 65535 / 3;
    c.flavour = choice.flavour != Flavour::Auto ? choice.flavour
                : cpu                           ? Flavour::Tiles
                                                : Flavour::Groups;
    try {
        c.context = cl::Context(c.device);
        c.queue = cl::CommandQueue(c.context, c.device, CL_QUEUE_PROFILING_ENABLE);
        c.computeUnits = std::max<std::size_t>(1, found.entry.units);
        c.maxAllocation = choice.maxAllocation ? choice.maxAllocation : found.entry.maxAlloc;
        c.maxMemory = choice.maxMemory ? choice.maxMemory : found.entry.memory;
        const auto perAxis = c.device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
        c.maxWorkGroup = std::min(c.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                                  perAxis.empty() ? std::size_t{1} : perAxis.front());
        if (choice.maxWorkGroup)
            c.maxWorkGroup = std::min(c.maxWorkGroup, choice.maxWorkGroup);
        c.maxWorkGroup = std::max<std::size_t>(1, c.maxWorkGroup);
        c.localMemory = static_cast<std::size_t>(c.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
        // 16 lanes fill an AVX-512 register, of which there are 32; with 8 lanes there are 16
        // registers, and a tile of 6 × 4 sums would not stay in them.
        const auto native = c.device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
        c.vectorWidth = native >= 16 ? 16 : 8;
        c.panelVectors = native >= 16 ? 4 : 2;
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), {});
    }
    if (!choice.extraOptions.empty())
        c.extraOptions = " " + choice.extraOptions;
    if (c.flavour == Flavour::Tiles) {
        c.setTileOptions();
    } else {
        // A square of work-items, each with 4 × 4 cells of a product, and a power of two of them in
        // a row for reductions.
        while (c.groupSide > 1 && c.groupSide * c.groupSide > c.maxWorkGroup)
            c.groupSide /= 2;
        while (c.groupRow > 1 && c.groupRow > c.maxWorkGroup)
            c.groupRow /= 2;
        c.setGroupOptions();
    }
    c.cacheKey = c.title + "\n" + c.driver + "\n" + found.entry.vendor;
    return c;
}

std::string buildOptions(const DeviceChoice &choice) { return openContext(choice).options; }

} // namespace attnscope::gpu
