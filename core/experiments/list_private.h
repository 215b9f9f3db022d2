// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

/// Every experiment, a line each: the function of that name makes its description. Those of one
/// subject stand together.
// clang-format off
#define ATTNSCOPE_EXPERIMENTS(X) \
    X(scoreDeviation) \
    X(softmaxCollapse) \
    X(scoreTemperature) \
    X(softmaxRow) \
    X(scaleGradients) \
    X(adaptiveScaling) \
    X(initialisers) \
    X(initialiserStages) \
    X(fanOut) \
    X(biases) \
    X(maskTiming) \
    X(maskFill) \
    X(maskOffset) \
    X(maskPadding) \
    X(scoreZero) \
    X(sparseAttention) \
    X(positionBase) \
    X(positionOrder) \
    X(positionRotation) \
    X(positionSlopes) \
    X(headsApart) \
    X(fusedProjection) \
    X(headIndependence) \
    X(headCount) \
    X(sharedKv) \
    X(concatNorm) \
    X(shapeTable) \
    X(layoutChain) \
    X(layoutPerturbation) \
    X(architectures) \
    X(productSearch)
// clang-format on

namespace attnscope::core::lab {
#define ATTNSCOPE_DECLARE(function) [[nodiscard]] Experiment function();
ATTNSCOPE_EXPERIMENTS(ATTNSCOPE_DECLARE)
#undef ATTNSCOPE_DECLARE
} // namespace attnscope::core::lab
