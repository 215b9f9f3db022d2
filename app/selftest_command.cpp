// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"
#include "app/messages.h"
#include "app/standard_problem.h"
#include "app/subcommands.h"
#include "core/compare.h"
#include "core/reference_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace attnscope::app {

namespace {

using namespace core;

/// Sizes on both sides of every tile edge, and every setting that changes what is computed.
std::vector<Problem> problems() {
    std::vector<Problem> all;
    const std::array<std::array<int, 3>, 7> sizes = {{{1, 1, 1},
                                                      {3, 4, 2},
                                                      {17, 33, 3},
                                                      {64, 64, 8},
                                                      {65, 96, 4},
                                                      {130, 128, 2},
                                                      {256, 256, 8}}};
    for (const auto &[length, dModel, heads] : sizes)
        all.push_back(standardProblem(length, dModel, heads));
    const auto with = [&](auto change) {
        Problem p = standardProblem(19, 24, 3);
        change(p);
        all.push_back(std::move(p));
    };
    for (const auto a :
         {MaskApplication::FillScores, MaskApplication::AddToScores,
          MaskApplication::MultiplyScores, MaskApplication::AddBoolean,
          MaskApplication::MultiplyWeights, MaskApplication::MultiplyWeightsRenormalise})
        for (const double fill : {-std::numeric_limits<double>::infinity(), -1e4})
            with([&](Problem &p) {
                p.config.mask.causal = p.config.mask.custom = true;
                p.config.mask.application = a;
                p.config.mask.fill = fill;
                p.maskKeep = BoolTensor({19, 19}, 1);
                // One row that sees nothing. Not under an added finite fill: adding −1e4 costs
                // single precision the last digits of such a row's scores, which is no fault of a
                // device.
                const bool absorbed = a == MaskApplication::AddToScores && std::isfinite(fill);
                for (std::size_t j = 0; j < 19 && !absorbed; ++j)
                    p.maskKeep.mutableData()[7 * 19 + j] = 0;
            });
    for (const auto m : {ScalingMode::None, ScalingMode::SqrtDModel, ScalingMode::Dk,
                         ScalingMode::TimesSqrtDk, ScalingMode::Adaptive, ScalingMode::Standardise})
        with([&](Problem &p) { p.config.scaling.mode = m; });
    for (const auto n : {ConcatNorm::Layer, ConcatNorm::PerHead})
        with([&](Problem &p) { p.config.normConcat = n; });
    with([](Problem &p) { p.config.shareKv = true; });
    with([](Problem &p) { p.config.dropout.attention = 0.25; });
    with([](Problem &p) { p.config.positional.kind = PositionalKind::None; });
    for (Problem &p : all)
        p.config.upstream = Upstream::Output; // the way back too
    return all;
}

} // namespace

int runSelftest(const Options &options) {
    const std::stop_token interrupted = interruptToken();
    Options device = options;
    device.engine = Options::EngineKind::OpenCl; // a self-test of the reference would prove nothing
    CommandEngine engine(device);
    std::printf("%s\n", engine.info().device.c_str());

    struct Row {
        double worst = 0.0, allowed = 0.0;
        std::size_t mismatched = 0;
        bool within = true, seen = false;
    };
    std::array<Row, kStageCount> rows;
    std::array<Row, kGradientCount> gradients;
    const auto note = [](Row &r, const StageDifference &d) {
        r.seen = true;
        r.mismatched += d.mismatched;
        if (d.maxAbs >= r.worst) {
            r.worst = d.maxAbs;
            r.allowed = 2e-6 + 2e-5 * d.maxReference;
        }
        r.within = r.within && d.withinTolerance();
    };
    const auto all = problems();
    {
        Progress progress(options.quiet, static_cast<int>(all.size()));
        for (const Problem &p : all) {
            if (interrupted.stop_requested())
                return kInterrupted;
            progress.step("L " + std::to_string(p.queries()) + ", D " + std::to_string(p.dModel()) +
                          ", H " + std::to_string(p.heads()));
            const auto problem = std::make_shared<const Problem>(p);
            const auto trace = engine.run(problem, {});
            const ReferenceTrace reference = referencePass(problem);
            for (const StageDifference &d : compareTraces(reference, *trace))
                note(rows[static_cast<std::size_t>(d.stage)], d);
            for (const GradientInfo &g : gradientTable())
                if (reference[g.gradient].present())
                    note(gradients[static_cast<std::size_t>(g.gradient)],
                         compareValues(reference[g.gradient].values(),
                                       (*trace)[g.gradient].values()));
        }
    }
    bool good = true;
    std::printf("%-20s %12s %12s %s\n", "stage", "worst |Δ|", "allowed", "");
    const auto print = [&good](std::string_view of, const Row &r) {
        if (!r.seen)
            return;
        good = good && r.within;
        const std::string name(of);
        std::printf("%-20s %11.2e %11.2e  %s", name.c_str(), r.worst, r.allowed,
                    r.within ? "ok" : "OUT");
        if (r.mismatched)
            std::printf(" (%zu cells NaN or infinite on one side only)", r.mismatched);
        std::printf("\n");
    };
    for (const StageInfo &s : stageTable())
        print(s.name, rows[static_cast<std::size_t>(s.stage)]);
    for (const GradientInfo &g : gradientTable())
        print(g.name, gradients[static_cast<std::size_t>(g.gradient)]);
    std::printf("%zu problems: %s\n", all.size(),
                good ? "every stage agrees with the reference" : "some stages are out");
    return good ? kDone : kNoEngine;
}

} // namespace attnscope::app
