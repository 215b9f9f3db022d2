// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/subcommands.h"
#include "gpu/device_list.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>

namespace attnscope::app {

namespace {

nlohmann::ordered_json toJson(const gpu::DeviceEntry &d) {
    nlohmann::ordered_json j;
    j["index"] = d.usable ? nlohmann::ordered_json(d.index) : nlohmann::ordered_json(nullptr);
    j["platform"] = d.platform;
    j["name"] = d.name;
    j["vendor"] = d.vendor;
    j["driver"] = d.driver;
    j["type"] = d.type;
    j["compute_units"] = d.units;
    j["memory"] = d.memory;
    j["max_allocation"] = d.maxAlloc;
    j["file"] = d.file;
    j["usable"] = d.usable;
    j["reason"] = d.reason;
    return j;
}

void printText(const gpu::ProbeReport &report) {
    std::printf("reference  CPU (Eigen, double)\n");
    if (report.devices.empty())
        std::printf("OpenCL: none (%s)\n",
                    report.note.empty() ? "no OpenCL platform" : report.note.c_str());
    for (const gpu::DeviceEntry &d : report.devices) {
        if (d.usable)
            std::printf("%9d  %s  (%s, %u units, %.1f GiB, driver %s)\n", d.index,
                        gpu::deviceTitle(d).c_str(), d.type.c_str(), d.units,
                        static_cast<double>(d.memory) / (1024.0 * 1024.0 * 1024.0),
                        d.driver.c_str());
        else
            std::printf("        –  %s: %s\n", gpu::deviceTitle(d).c_str(), d.reason.c_str());
    }
}

} // namespace

int runDevices(const Options &options) {
    gpu::ProbeOptions probe;
    probe.rescan = options.rescan;
    const gpu::ProbeReport report = gpu::probeDevices(probe);
    if (!options.json) {
        printText(report);
        return kDone;
    }
    nlohmann::ordered_json j;
    j["devices"] = nlohmann::ordered_json::array();
    for (const gpu::DeviceEntry &d : report.devices)
        j["devices"].push_back(toJson(d));
    j["reference"] = "CPU (Eigen, double)";
    j["note"] = report.note;
    std::printf("%s\n",
                j.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    return kDone;
}

int runProbeDevices(const Options &) { return gpu::runProbe(std::cout); }

} // namespace attnscope::app
