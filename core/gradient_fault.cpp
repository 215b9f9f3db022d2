// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gradient_fault.h"

#include "core/backward.h"
#include "core/reference_engine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

std::string_view toName(GradientFault fault) {
    switch (fault) {
    case GradientFault::None:
        return "none";
    case GradientFault::Detached:
        return "detached";
    case GradientFault::Saturated:
        return "saturated";
    case GradientFault::HalfPrecision:
        return "half_precision";
    }
    return {};
}

double roundedToHalf(double value) {
    constexpr int kFraction = 10, kLeastExponent = -14; // of a normal half
    constexpr double kLargest = 65504.0;
    if (!std::isfinite(value) || value == 0.0)
        return value;
    const double size = std::abs(value);
    const double unit = std::ldexp(1.0, std::max(std::ilogb(size), kLeastExponent) - kFraction);
    const double rounded = std::nearbyint(size / unit) * unit; // exact but for this one rounding
    return std::copysign(rounded > kLargest ? std::numeric_limits<double>::infinity() : rounded,
                         value);
}

ReferenceTrace faultyPass(std::shared_ptr<const Problem> problem, const FaultSettings &fault,
                          std::stop_token stop) {
    if (fault.kind == GradientFault::None)
        return referencePass(std::move(problem), stop);
    if (fault.kind == GradientFault::Saturated) {
        // Of what the factor really was, were it taken from the scores.
        const double scale = scaleNeedsScores(problem->config.scaling.mode)
                                 ? referenceForward(problem, stop).scale
                                 : scaleFactor(problem->config, DoubleTensor());
        auto sick = std::make_shared<Problem>(*problem);
        sick->config.scaling = {ScalingMode::Custom, scale * fault.scoreFactor};
        return referencePass(std::move(sick), std::move(stop));
    }
    ReferenceTrace t = referenceForward(std::move(problem), stop);
    try {
        runBackward<double>(t, stop, [&fault](Gradient g, DoubleTensor &gradient) {
            double *v = gradient.mutableData();
            if (fault.kind == GradientFault::Detached) {
                if (g == fault.stopAt)
                    std::fill_n(v, gradient.size(), 0.0);
                return;
            }
            const double factor = g == Gradient::Output ? fault.lossFactor : 1.0;
            for (std::size_t i = 0; i < gradient.size(); ++i)
                v[i] = roundedToHalf(v[i] * factor);
        });
    } catch (const StoppedError &) {
        throw EngineError(EngineError::Code::Stopped, {}, "stopped");
    }
    return t;
}

} // namespace attnscope::core
