// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference_engine.h"

#include "core/attention.h"
#include "core/backward.h"
#include "core/dropout.h"
#include "core/positional.h"

#include <unistd.h>

#include <chrono>
#include <new>

namespace attnscope::core {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Runs the stages in the order of the table and notes how long each took.
class Pass {
public:
    Pass(std::shared_ptr<const Problem> problem, bool gradients, std::stop_token stop)
        : m_p(*problem), m_gradients(gradients), m_stop(std::move(stop)) {
        m_t.problem = std::move(problem);
        m_t.engine = "reference";
    }

    ReferenceTrace run() {
        const auto start = Clock::now();
        inputs();
        projections();
        attention();
        outputs();
        if (m_gradients && m_p.config.upstream != Upstream::None) {
            const auto from = Clock::now();
            runBackward(m_t, m_stop);
            m_t.timings.push_back({"backward", millisecondsSince(from)});
        }
        m_t.milliseconds = millisecondsSince(start);
        return std::move(m_t);
    }

private:
    template <class F> void stage(Stage s, F make) {
        if (m_stop.stop_requested())
            throw StoppedError();
        const auto start = Clock::now();
        m_t[s] = make();
        m_t.timings.push_back({std::string(stageInfo(s).name), millisecondsSince(start)});
    }

    void inputs() {
        const bool pe = m_p.config.positional.kind != PositionalKind::None;
        const double base = m_p.config.positional.base;
        m_t[Stage::XEmbed] = converted<double>(m_p.xEmbed);
        if (pe)
            stage(Stage::PE,
                  [&] { return positionalEncodingExact(m_p.queries(), m_p.dModel(), base); });
        stage(Stage::X, [&] { return addPositional(m_t[Stage::XEmbed], m_t[Stage::PE]); });
        if (!m_p.cross())
            return;
        m_t[Stage::XMemory] = converted<double>(m_p.xMemory);
        stage(Stage::M, [&] {
            return addPositional(m_t[Stage::XMemory],
                                 pe ? positionalEncodingExact(m_p.keys(), m_p.dMemory(), base)
                                    : DoubleTensor());
        });
    }

    void projections() {
        const DoubleTensor &source = m_p.cross() ? m_t[Stage::M] : m_t[Stage::X];
        const auto project = [&](const DoubleTensor &x, const Tensor &w, const Tensor &b) {
            return projectToHeads(x, converted<double>(w), converted<double>(b), m_p.heads(),
                                  m_stop);
        };
        stage(Stage::Q, [&] { return project(m_t[Stage::X], m_p.wQ, m_p.bQ); });
        stage(Stage::K, [&] { return project(source, m_p.wK, m_p.bK); });
        stage(Stage::V, [&] { return project(source, m_p.valueWeight(), m_p.valueBias()); });
    }

    void attention() {
        const MaskConfig &mask = m_p.config.mask;
        const double p = m_p.config.dropout.attention;
        stage(Stage::ScoresRaw, [&] { return rawScores(m_t[Stage::Q], m_t[Stage::K], m_stop); });
        m_t.scale = scaleFactor(m_p.config, m_t[Stage::ScoresRaw]);
        stage(Stage::Scores, [&] { return scaledScores(m_t[Stage::ScoresRaw], m_t.scale); });
        m_t.keep = makeKeepMask(m_p);
        m_t.emptyRows = emptyRows(m_t.keep);
        stage(Stage::ScoresMasked,
              [&] { return maskedScores(m_t[Stage::Scores], m_t.keep, mask); });
        stage(Stage::Weights, [&] {
            Softmax<double> s = softmaxRows(m_t[Stage::ScoresMasked], m_t.keep, mask);
            m_t[Stage::RowMax] = std::move(s.rowMax);
            m_t[Stage::RowSum] = std::move(s.rowSum);
            return maskedWeights(s.weights, m_t.keep, mask);
        });
        stage(Stage::WeightsDropped,
              [&] { return droppedWeights(m_t[Stage::Weights], dropoutKeepMask(m_p), p); });
        stage(Stage::Context, [&] {
            return contextOf(m_t[Stage::WeightsDropped], m_t[Stage::V], m_t.keep, mask, m_stop);
        });
    }

    void outputs() {
        const ConcatNorm norm = m_p.config.normConcat;
        stage(Stage::Concat, [&] { return concatHeads(m_t[Stage::Context]); });
        if (norm != ConcatNorm::None)
            stage(Stage::ConcatNorm, [&] {
                return normaliseConcat(m_t[Stage::Concat], m_p.heads(), norm,
                                       converted<double>(m_p.gammaConcat),
                                       converted<double>(m_p.betaConcat));
            });
        stage(Stage::Output, [&] {
            return projectOutput(m_t[norm == ConcatNorm::None ? Stage::Concat : Stage::ConcatNorm],
                                 converted<double>(m_p.wO), converted<double>(m_p.bO), m_stop);
        });
    }

    const Problem &m_p;
    bool m_gradients;
    std::stop_token m_stop;
    ReferenceTrace m_t;
};

/// Told before it is tried: Linux promises memory that it does not have, and ends the process when
/// the promise is called in.
void checkMemory(const Problem &p, bool gradients) {
    // Double where bytesNeeded counts single, and the products' own copies.
    const std::size_t needed =
        2 * (bytesNeeded(p, StageSet::all()) + (gradients ? gradientBytes(p) : 0));
    const std::size_t available = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                  static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    if (needed > available)
        throw EngineError(EngineError::Code::OutOfMemory, {},
                          "the reference engine would need " + std::to_string(needed) +
                              " bytes, but the machine has " + std::to_string(available) +
                              ": use a shorter text, fewer heads or a smaller batch");
}

ReferenceTrace pass(std::shared_ptr<const Problem> problem, bool gradients, std::stop_token stop) {
    if (const auto issues = validate(*problem); !issues.empty())
        throw EngineError(EngineError::Code::InvalidProblem, {}, issues.front().message);
    checkMemory(*problem, gradients);
    try {
        return Pass(std::move(problem), gradients, std::move(stop)).run();
    } catch (const StoppedError &) {
        throw EngineError(EngineError::Code::Stopped, {}, "stopped");
    } catch (const std::bad_alloc &) {
        throw EngineError(EngineError::Code::OutOfMemory, {},
                          "the reference engine ran out of memory: use a shorter text, fewer "
                          "heads or a smaller batch");
    }
}

} // namespace

ReferenceTrace referenceForward(std::shared_ptr<const Problem> problem, std::stop_token stop) {
    return pass(std::move(problem), false, std::move(stop));
}

ReferenceTrace referencePass(std::shared_ptr<const Problem> problem, std::stop_token stop) {
    return pass(std::move(problem), true, std::move(stop));
}

EngineInfo ReferenceEngine::info() const {
    const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
    const bool known = pages > 0 && size > 0;
    return {"reference", "CPU (Eigen, double)", 0,
            known ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(size) : 0};
}

TracePtr ReferenceEngine::run(std::shared_ptr<const Problem> problem, const RunOptions &options) {
    ReferenceTrace exact = pass(std::move(problem), options.gradients, options.stop);
    auto trace = std::make_shared<Trace>();
    trace->problem = std::move(exact.problem);
    for (const StageInfo &s : stageTable())
        if (options.keep.contains(s.stage)) {
            (*trace)[s.stage] = converted<float>(exact[s.stage]);
            exact[s.stage] = {}; // not held twice
        }
    for (std::size_t g = 0; g < kGradientCount; ++g) {
        trace->gradients[g] = converted<float>(exact.gradients[g]);
        exact.gradients[g] = {};
    }
    trace->keep = std::move(exact.keep);
    trace->scale = exact.scale;
    trace->emptyRows = std::move(exact.emptyRows);
    trace->engine = exact.engine;
    trace->milliseconds = exact.milliseconds;
    trace->timings = std::move(exact.timings);
    trace->generation = options.generation;
    return trace;
}

} // namespace attnscope::core
