// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace attnscope::test {

/// Every value within `tolerance` of the expected one; NaN expected means NaN.
template <class T>
::testing::AssertionResult near(std::span<const T> got, const std::vector<double> &expected,
                                double tolerance) {
    if (got.size() != expected.size())
        return ::testing::AssertionFailure()
               << got.size() << " values, expected " << expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double g = static_cast<double>(got[i]), e = expected[i];
        const bool same = std::isnan(e)   ? std::isnan(g)
                          : std::isinf(e) ? g == e
                                          : std::abs(g - e) <= tolerance;
        if (!same)
            return ::testing::AssertionFailure()
                   << "value " << i << " is " << g << ", expected " << e;
    }
    return ::testing::AssertionSuccess();
}
template <class T>
::testing::AssertionResult near(const core::Array<T> &got, const std::vector<double> &expected,
                                double tolerance = 1e-6) {
    return near(got.values(), expected, tolerance);
}
/// One row of the last axis.
template <class T> std::vector<T> rowOf(const core::Array<T> &a, std::size_t row) {
    const std::size_t n = a.shape().back();
    return {a.data() + row * n, a.data() + (row + 1) * n};
}

} // namespace attnscope::test
