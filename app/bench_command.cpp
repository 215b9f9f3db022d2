// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/standard_problem.h"
#include "app/subcommands.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <vector>

namespace attnscope::app {

namespace {

struct Size {
    int length, dModel, heads;
};
constexpr Size kSizes[] = {{16, 64, 4},   {32, 128, 4},  {64, 128, 8},    {64, 256, 8},
                           {128, 512, 8}, {512, 512, 8}, {1024, 1024, 16}};
constexpr double kSecondsEach = 0.4;

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

struct Measured {
    double total = 0.0;
    int runs = 0;
    std::vector<std::pair<std::string, double>> stages; ///< medians, in order of execution
};

Measured measure(CommandEngine &engine, const Size &size, const std::stop_token &interrupted) {
    using Clock = std::chrono::steady_clock;
    const auto problem = std::make_shared<const core::Problem>(
        standardProblem(size.length, size.dModel, size.heads));
    core::RunOptions options;
    options.timings = true;
    (void)engine.run(problem, options); // buffers and kernels for this size

    std::vector<double> totals;
    std::vector<std::string> order;
    std::map<std::string, std::vector<double>> stages;
    const auto start = Clock::now();
    while (totals.size() < 3 ||
           std::chrono::duration<double>(Clock::now() - start).count() < kSecondsEach) {
        if (interrupted.stop_requested())
            break;
        const auto before = Clock::now();
        const auto trace = engine.run(problem, options);
        totals.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
        for (const core::StageTiming &t : trace->timings) {
            if (stages.find(t.name) == stages.end())
                order.push_back(t.name);
            stages[t.name].push_back(t.milliseconds);
        }
    }
    Measured m;
    m.runs = static_cast<int>(totals.size());
    m.total = m.runs ? median(totals) : 0.0;
    for (const std::string &name : order)
        m.stages.emplace_back(name, median(stages[name]));
    return m;
}

} // namespace

int runBench(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    CommandEngine engine(options);
    nlohmann::ordered_json j;
    j["engine"] = engine.info().kind;
    j["device"] = engine.info().device;
    j["sizes"] = nlohmann::ordered_json::array();
    if (!options.json)
        std::printf("%s, medians in milliseconds, every stage kept\n",
                    engine.info().device.c_str());
    for (const Size &size : kSizes) {
        const Measured m = measure(engine, size, interrupted);
        if (interrupted.stop_requested())
            return kInterrupted;
        nlohmann::ordered_json row = {{"L", size.length},
                                      {"D", size.dModel},
                                      {"H", size.heads},
                                      {"runs", m.runs},
                                      {"total_ms", m.total}};
        if (!options.json)
            std::printf("L %-5d D %-5d H %-3d %10.3f   (%d runs)\n", size.length, size.dModel,
                        size.heads, m.total, m.runs);
        for (const auto &[name, ms] : m.stages) {
            row["stages_ms"][name] = ms;
            if (!options.json)
                std::printf("    %-22s %10.3f\n", name.c_str(), ms);
        }
        j["sizes"].push_back(std::move(row));
    }
    if (options.json)
        std::printf("%s\n", j.dump(2).c_str());
    return kDone;
}

} // namespace attnscope::app
