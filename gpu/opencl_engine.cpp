// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/opencl_engine.h"

#include "gpu/error.h"
#include "gpu/inputs.h"
#include "gpu/launch.h"
#include "gpu/pass_plan.h"
#include "gpu/profiler.h"
#include "gpu/program.h"
#include "gpu/result_pool.h"
#include "gpu/stages/attention.h"
#include "gpu/stages/backward.h"
#include "gpu/stages/concat_norm.h"
#include "gpu/stages/moments.h"
#include "gpu/stages/project.h"
#include "gpu/start_marker.h"

#include <algorithm>
#include <chrono>

namespace attnscope::gpu {

namespace {

using core::EngineError;
using core::Stage;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One row of one number: enough to have every kernel of an ordinary pass compiled.
std::shared_ptr<const core::Problem> smallestProblem() {
    auto p = std::make_shared<core::Problem>();
    p->config.dModel = p->config.heads = p->config.dK = p->config.dV = 1;
    p->xEmbed = core::Tensor({1, 1, 1}, 1.0f);
    p->wQ = p->wK = p->wV = p->wO = core::Tensor({1, 1}, 1.0f);
    return p;
}

class OpenClEngine final : public core::Engine {
public:
    explicit OpenClEngine(const DeviceChoice &choice)
        : m_context(openContext(choice)), m_marker(m_context.title),
          m_programs(m_context, choice.binaryCache && !m_context.cachesItself),
          m_launcher(m_context, m_profiler), m_inputs(m_context), m_pool(m_context) {
        fitGroups();
        if (!choice.extraKernel.empty())
            m_programs.build("extra.cl", choice.extraKernel);
        if (choice.warmUp)
            (void)run(smallestProblem(), {});
        m_marker.opened();
    }

    [[nodiscard]] core::EngineInfo info() const override {
        return {"opencl", m_context.title, m_context.maxAllocation, m_context.maxMemory};
    }

    [[nodiscard]] core::TracePtr run(std::shared_ptr<const core::Problem> problem,
                                     const core::RunOptions &options) override {
        const auto start = Clock::now();
        if (const auto issues = core::validate(*problem); !issues.empty())
            throw EngineError(EngineError::Code::InvalidProblem, {}, issues.front().message);
        if (options.stop.stop_requested())
            throw EngineError(EngineError::Code::Stopped, {}, "stopped");
        try {
            return compute(std::move(problem), options, start);
        } catch (const EngineError &) {
            recover();
            throw;
        } catch (const cl::Error &e) {
            recover();
            throw callError(e.err(), e.what(), {});
        } catch (const std::bad_alloc &) {
            recover();
            throw EngineError(EngineError::Code::OutOfMemory, {},
                              "out of memory: use a shorter text, fewer heads or a smaller batch");
        }
    }

private:
    core::TracePtr compute(std::shared_ptr<const core::Problem> problem,
                           const core::RunOptions &options, Clock::time_point start) {
        const core::Problem &p = *problem;
        // Told before anything is tried, the mask and the positions included.
        checkSize(p, options);
        m_inputs.prepare(p);
        const PassPlan plan =
            planPass(p, options.keep, options.gradients, m_inputs.keep().allVisible(), m_context);
        m_profiler.start(options.timings);
        m_inputs.write(p, plan);
        const std::shared_ptr<ResultSet> results = m_pool.acquire(plan.blockBytes);
        const StageContext s{m_context, m_programs, m_launcher, plan,
                             m_inputs,  *results,   m_scratch,  m_partial};
        enqueueHeadProjections(s);
        if (plan.scaleOfScores) {
            enqueueAttention(s, AttentionPart::RawScores);
            enqueueMoments(s);
            enqueueAttention(s, AttentionPart::FromRaw);
        } else {
            enqueueAttention(s, AttentionPart::Whole);
        }
        if (plan.norm != core::ConcatNorm::None)
            enqueueConcatNorm(s, p);
        enqueueOutputProjection(s);
        if (plan.gradients)
            enqueueBackward(s, p);
        m_pool.mapAndWait(*results); // the one wait
        m_programs.saveNew();

        auto trace = std::make_shared<core::Trace>();
        fill(*trace, p, plan, options.keep, results);
        trace->problem = std::move(problem);
        trace->engine = m_context.title;
        trace->timings = m_profiler.timings();
        trace->generation = options.generation;
        trace->milliseconds = millisecondsSince(start);
        return trace;
    }

    void checkSize(const core::Problem &p, const core::RunOptions &options) const {
        const std::size_t bytes =
            core::bytesNeeded(p, options.keep) + (options.gradients ? core::gradientBytes(p) : 0);
        if (bytes > m_context.maxMemory)
            throw memoryError("this pass", bytes, m_context.maxMemory, m_context.title);
    }

    void fill(core::Trace &trace, const core::Problem &p, const PassPlan &plan,
              const core::StageSet &keep, const std::shared_ptr<ResultSet> &results) const {
        trace.keep = m_inputs.keep();
        trace.emptyRows = m_inputs.emptyRows();
        const auto address = [&results](const Place &place) {
            return static_cast<const float *>(results->blocks[place.block].mapped) + place.offset;
        };
        trace.scale =
            plan.scaleOfScores ? static_cast<double>(*address(plan.scalePlace)) : plan.scale;
        for (const core::StageInfo &info : core::stageTable()) {
            const Stage stage = info.stage;
            if (!keep.contains(stage))
                continue;
            switch (stage) {
            case Stage::XEmbed:
                trace[stage] = p.xEmbed;
                continue;
            case Stage::XMemory:
                trace[stage] = p.xMemory;
                continue;
            case Stage::PE:
                trace[stage] = m_inputs.pe();
                continue;
            case Stage::X:
                trace[stage] = m_inputs.x();
                continue;
            case Stage::M:
                trace[stage] = m_inputs.memory();
                continue;
            default:
                break;
            }
            const Stage source = plan.sourceOf(stage);
            const auto shape = core::stageShape(p, stage);
            if (!plan.has(source) || !shape)
                continue;
            // The array keeps the whole set alive, and the set keeps the memory mapped.
            trace[stage] = core::Tensor::borrowed(
                *shape, std::shared_ptr<const float>(results, address(plan.at(source))));
        }
        if (!plan.gradients)
            return;
        for (const core::GradientInfo &info : core::gradientTable())
            if (const auto shape = core::gradientShape(p, info.gradient))
                trace[info.gradient] = core::Tensor::borrowed(
                    *shape, std::shared_ptr<const float>(
                                results, address(plan.at(plan.sourceOf(info.gradient)))));
    }

    /// A kernel may allow smaller work-groups than the device does – it needs so many registers, or
    /// so much local memory –, which only its build tells. Then all are built for smaller ones.
    void fitGroups() {
        if (m_context.flavour != Flavour::Groups) {
            while (m_context.loopLimit && m_context.groupSide > 1 &&
                   m_context.groupSide * m_context.groupSide >
                       m_launcher.limitOf(m_programs.kernel("product_groups", "product_groups"))) {
                m_context.groupSide /= 2;
                m_context.setTileOptions();
                m_programs.clear();
            }
            return;
        }
        const auto limit = [this](const char *file, std::initializer_list<const char *> names) {
            std::size_t least = m_context.maxWorkGroup;
            for (const char *name : names)
                least = std::min(least, m_launcher.limitOf(m_programs.kernel(file, name)));
            return least;
        };
        for (;;) {
            const std::size_t product =
                std::min(limit("project_groups", {"project_heads_groups", "project_rows_groups"}),
                         limit("product_groups", {"product_groups"}));
            const std::size_t row = limit("attention_groups", {"attention_groups"});
            if (m_context.groupSide * m_context.groupSide <= product && m_context.groupRow <= row)
                return;
            while (m_context.groupSide > 1 && m_context.groupSide * m_context.groupSide > product)
                m_context.groupSide /= 2;
            while (m_context.groupRow > 1 && m_context.groupRow > row)
                m_context.groupRow /= 2;
            m_context.setGroupOptions();
            m_programs.clear();
        }
    }

    /// After a failure nothing is known about what was being written.
    void recover() noexcept {
        try {
            m_context.queue.finish();
        } catch (const cl::Error &) {
            // The device is gone; the next pass says so.
        }
        m_inputs.forget();
    }

    Context m_context;
    StartMarker m_marker;
    Profiler m_profiler;
    Programs m_programs;
    Launcher m_launcher;
    Inputs m_inputs;
    ResultPool m_pool;
    GrowingBuffer m_scratch, m_partial;
};

} // namespace

DeviceChoice chooseDevice(const ProbeReport &report, std::optional<int> index) {
    std::string list = report.note;
    for (std::size_t i = 0; i < report.devices.size(); ++i) {
        const DeviceEntry &e = report.devices[i];
        if (e.usable && e.index == index.value_or(0)) {
            DeviceChoice choice;
            choice.platform = e.platform;
            choice.name = e.name;
            for (std::size_t before = 0; before < i; ++before)
                choice.twin += report.devices[before].platform == e.platform &&
                               report.devices[before].name == e.name;
            return choice;
        }
        list += (list.empty() ? "" : "; ") + (e.usable ? std::to_string(e.index) + " " : "") +
                deviceTitle(e) + (e.reason.empty() ? "" : " (" + e.reason + ")");
    }
    throw EngineError(EngineError::Code::NoDevice, {},
                      (index ? "there is no OpenCL device " + std::to_string(*index)
                             : std::string("there is no OpenCL device")) +
                          (list.empty() ? "" : ": " + list));
}

std::unique_ptr<core::Engine> makeOpenClEngine(const DeviceChoice &choice) {
    try {
        return std::make_unique<OpenClEngine>(choice);
    } catch (const cl::Error &e) {
        throw callError(e.err(), e.what(), {});
    }
}

} // namespace attnscope::gpu
