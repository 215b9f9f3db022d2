// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device_list.h"

#include "gpu/error.h"
#include "gpu/found_devices.h"
#include "resources/kernel_sources.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attnscope::gpu {

namespace {

/// Lower is better. Software rasterisers compute on the CPU as well, but far slower than a driver
/// that is made for it.
int rankOf(const DeviceEntry &e) {
    if (!e.usable)
        return 9;
    if (e.name.find("llvmpipe") != std::string::npos || e.platform == "Clover")
        return 3;
    return e.type == "GPU" ? 0 : e.type == "CPU" ? 1 : 2;
}

std::string typeName(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU)
        return "GPU";
    if (type & CL_DEVICE_TYPE_CPU)
        return "CPU";
    return type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "other";
}

void describe(const cl::Device &device, DeviceEntry &e) {
    e.name = trimmedLog(device.getInfo<CL_DEVICE_NAME>());
    e.vendor = trimmedLog(device.getInfo<CL_DEVICE_VENDOR>());
    e.driver = trimmedLog(device.getInfo<CL_DRIVER_VERSION>());
    e.type = typeName(device.getInfo<CL_DEVICE_TYPE>());
    e.units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    e.memory = static_cast<std::size_t>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    e.maxAlloc = static_cast<std::size_t>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    if (!device.getInfo<CL_DEVICE_AVAILABLE>())
        e.reason = "the driver says that the device is not available";
    else if (!device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
        e.reason = "the driver has no compiler";
    else if (!device.getInfo<CL_DEVICE_ENDIAN_LITTLE>())
        e.reason = "the device is not little-endian";
    e.usable = e.reason.empty();
}

template <class Line, class EntryOf> void orderBy(std::vector<Line> &lines, EntryOf entryOf) {
    std::stable_sort(lines.begin(), lines.end(), [&entryOf](const Line &left, const Line &right) {
        const DeviceEntry &a = entryOf(left), &b = entryOf(right);
        if (rankOf(a) != rankOf(b))
            return rankOf(a) < rankOf(b);
        return a.platform != b.platform ? a.platform < b.platform : a.name < b.name;
    });
}

} // namespace

std::string deviceTitle(const DeviceEntry &e) {
    return e.name.empty() ? e.platform : e.platform + ": " + e.name;
}

void orderAndNumber(std::vector<DeviceEntry> &entries) {
    orderBy(entries, [](const DeviceEntry &e) -> const DeviceEntry & { return e; });
    int next = 0;
    for (DeviceEntry &e : entries)
        e.index = e.usable ? next++ : -1;
}

void orderAndNumber(std::vector<FoundDevice> &found) {
    orderBy(found, [](const FoundDevice &f) -> const DeviceEntry & { return f.entry; });
    int next = 0;
    for (FoundDevice &f : found)
        f.entry.index = f.entry.usable ? next++ : -1;
}

std::vector<FoundDevice> findDevices(const std::function<void(const std::string &)> &onStep) {
    const auto step = [&onStep](const std::string &what) {
        if (onStep)
            onStep(what);
    };
    std::vector<FoundDevice> found;
    std::vector<cl::Platform> platforms;
    step("listing the platforms");
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error &e) {
        // The loader's way of saying that there is none, not a failure.
        if (e.err() != -1001 && e.err() != CL_DEVICE_NOT_FOUND) {
            DeviceEntry line;
            line.platform = "OpenCL loader";
            line.reason = std::string(e.what()) + ": " + statusName(e.err());
            found.push_back({line, {}});
        }
        return found;
    }
    for (const cl::Platform &platform : platforms) {
        DeviceEntry line;
        line.platform = "unnamed platform";
        try {
            line.platform = trimmedLog(platform.getInfo<CL_PLATFORM_NAME>());
            step("listing the devices of " + line.platform);
            std::vector<cl::Device> devices;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            for (const cl::Device &device : devices) {
                DeviceEntry entry = line;
                describe(device, entry);
                found.push_back({entry, device});
            }
            if (!devices.empty())
                continue;
            line.reason = "no devices";
        } catch (const cl::Error &e) {
            line.reason = e.err() == CL_DEVICE_NOT_FOUND
                              ? "no devices"
                              : std::string(e.what()) + ": " + statusName(e.err());
        }
        found.push_back({line, {}});
    }
    return found;
}

std::vector<DeviceEntry> listDevices() {
    std::vector<DeviceEntry> entries;
    for (FoundDevice &f : findDevices())
        entries.push_back(std::move(f.entry));
    orderAndNumber(entries);
    return entries;
}

std::string tryDevice(const cl::Device &device) {
    try {
        const cl::Context context(device);
        const cl::CommandQueue queue(context, device);
        cl::Program program(context, std::string(resources::kernelSource("probe")));
        program.build(std::vector<cl::Device>{device});
        // exp(−∞) is 0, and a NaN stays one: a device that cannot do that cannot mask.
        std::array<float, 4> values{0.0f, 1.0f, -std::numeric_limits<float>::infinity(),
                                    std::numeric_limits<float>::quiet_NaN()};
        const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values,
                                values.data());
        cl::Kernel kernel(program, "probe");
        kernel.setArg(0, buffer);
        kernel.setArg(1, cl_int{4});
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4), cl::NDRange(1));
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof values, values.data());
        const bool right = std::abs(values[0] - 1.0f) < 1e-5f &&
                           std::abs(values[1] - 3.7182818f) < 1e-5f && values[2] == 2.0f &&
                           std::isnan(values[3]);
        return right ? std::string() : std::string("a test kernel gave wrong numbers");
    } catch (const cl::BuildError &e) { // before cl::Error, which it is a kind of
        std::string log;
        for (const auto &[d, text] : e.getBuildLog())
            log += text;
        return buildError(e.err(), "probe.cl", "the device", "", log).what();
    } catch (const cl::Error &e) {
        return std::string(e.what()) + ": " + statusName(e.err());
    }
}

} // namespace attnscope::gpu
