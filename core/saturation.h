// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace attnscope::core {

/// How peaked one row of weights is, and how much of a gradient passes through its softmax.
struct RowPeak {
    double entropy = 0.0;  ///< −Σ p ln p, nats
    double largest = 0.0;  ///< max p
    double jacobian = 0.0; ///< ‖∂A/∂S‖_F of the row: √(Σp² − 2Σp³ + (Σp²)²)
};
/// \param row weights that sum to 1; all measures are NaN when one of them is not finite.
[[nodiscard]] RowPeak rowPeak(std::span<const double> row);

/// The deviation that mathematics.md §4 predicts for scores of independent entries of variance 1:
/// √d_k times the factor of the scaling. Nothing for the two scalings that look at the scores.
[[nodiscard]] std::optional<double> predictedDeviation(const Scaling &scaling, int dK, int dModel);

/// What the curves of saturation are made from.
struct SaturationSettings {
    std::vector<int> widths; ///< d_k, ascending, each ≥ 1
    std::size_t keys = 16;   ///< scores of one row
    std::uint64_t seed = 1;
    int dModel = 32;                 ///< for 1/√D alone
    std::array<Scaling, 2> scalings; ///< each has its curves
    bool operator==(const SaturationSettings &) const = default;
};
/// 1 … 1024, two to an octave.
[[nodiscard]] std::vector<int> saturationWidths();

/// One measure against d_k: over the draws, its middle and the band that holds two thirds of them.
/// One entry a width; NaN where no draw has a value.
struct MeasuredCurve {
    std::vector<double> middle;
    std::vector<double> low, high; ///< 1/6 and 5/6 of the draws lie below
};
struct SaturationCurves {
    /// Of the scores; `middle` is that of all draws together, √(mean s²): their mean is 0.
    MeasuredCurve deviation;
    std::vector<double> deviationError;       ///< standard error of its middle; NaN for one draw
    MeasuredCurve entropy, largest, jacobian; ///< `middle` is the mean
};
struct SaturationResult {
    SaturationSettings settings;
    std::size_t draws = 0;
    std::array<SaturationCurves, 2> curves; ///< one a scaling
};

/// Draws one query and `keys` keys with independent entries of N(0, 1) and measures the row of
/// weights they give, at every width at once: a wider query begins with the narrower one, as a
/// matrix that grows keeps its draws (mathematics.md §9). Draws are independent of each other.
class SaturationSweep {
public:
    explicit SaturationSweep(SaturationSettings settings);
    /// Another draw: the same one on every machine.
    void add();
    [[nodiscard]] std::size_t draws() const { return m_draws; }
    [[nodiscard]] SaturationResult result() const;

private:
    struct Draw {            ///< of one row
        double square = 0.0; ///< mean of s²
        RowPeak peak;
    };
    void measure(std::size_t width, std::span<const double> raw);

    SaturationSettings m_settings;
    std::size_t m_draws = 0;
    std::array<std::vector<std::vector<Draw>>, 2> m_rows; ///< [scaling][width][draw]
};

} // namespace attnscope::core
