// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reference_engine.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace attnscope::test {

/// An engine that computes by the reference, after a delay or with a failure as scripted.
class ScriptedEngine final : public core::Engine {
public:
    struct Script {
        /// Before run number n (from 0): how long it takes.
        std::function<std::chrono::milliseconds(int)> delay;
        /// What run number n throws, if anything.
        std::function<std::optional<core::EngineError>(int)> failure;
        std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
    };
    explicit ScriptedEngine(Script script) : m_script(std::move(script)) {}

    core::EngineInfo info() const override {
        return {"scripted", "scripted", 0, std::size_t{4} << 30};
    }
    core::TracePtr run(std::shared_ptr<const core::Problem> problem,
                       const core::RunOptions &options) override {
        const int n = (*m_script.runs)++;
        if (m_script.delay)
            std::this_thread::sleep_for(m_script.delay(n));
        if (m_script.failure)
            if (auto error = m_script.failure(n))
                throw *error;
        return m_reference.run(std::move(problem), options);
    }

private:
    Script m_script;
    core::ReferenceEngine m_reference;
};

} // namespace attnscope::test
