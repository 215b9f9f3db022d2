// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/positional.h"

#include <cmath>
#include <numbers>

namespace attnscope::core {

namespace {

double inverseWavelengthBase(std::size_t pair, std::size_t dModel, double base) {
    return std::pow(base, 2.0 * static_cast<double>(pair) / static_cast<double>(dModel));
}

} // namespace

double positionalValue(std::size_t position, std::size_t column, std::size_t dModel, double base) {
    const double angle =
        static_cast<double>(position) / inverseWavelengthBase(column / 2, dModel, base);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

DoubleTensor positionalEncodingExact(std::size_t length, std::size_t dModel, double base) {
    auto pe = DoubleTensor::uninitialised({length, dModel});
    double *out = pe.mutableData();
    for (std::size_t c = 0; c < dModel; c += 2) {
        // The power is the costly part and the same for a whole column pair.
        const double divisor = inverseWavelengthBase(c / 2, dModel, base);
        for (std::size_t p = 0; p < length; ++p) {
            const double angle = static_cast<double>(p) / divisor;
            out[p * dModel + c] = std::sin(angle);
            if (c + 1 < dModel)
                out[p * dModel + c + 1] = std::cos(angle);
        }
    }
    return pe;
}

Tensor positionalEncoding(std::size_t length, std::size_t dModel, double base) {
    return converted<float>(positionalEncodingExact(length, dModel, base));
}

double wavelength(std::size_t pair, std::size_t dModel, double base) {
    return 2.0 * std::numbers::pi * inverseWavelengthBase(pair, dModel, base);
}

Tensor positionalSimilarity(std::size_t length, std::size_t dModel, double base) {
    const DoubleTensor pe = positionalEncodingExact(length, dModel, base);
    auto sim = Tensor::uninitialised({length, length});
    float *out = sim.mutableData();
    for (std::size_t p = 0; p < length; ++p)
        for (std::size_t q = 0; q <= p; ++q) {
            double sum = 0.0;
            for (std::size_t c = 0; c < dModel; ++c)
                sum += pe(p, c) * pe(q, c);
            out[p * length + q] = out[q * length + p] = static_cast<float>(sum);
        }
    return sim;
}

} // namespace attnscope::core
