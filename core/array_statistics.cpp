// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/array_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attnscope::core {

namespace {

// Sums of doubles may not be reordered by the compiler; several beside each other are what it can
// turn into vector instructions.
constexpr std::size_t kLanes = 16;
constexpr float kLargest = std::numeric_limits<float>::max();

struct Sums {
    double sum[kLanes] = {};
    float least[kLanes], greatest[kLanes];
    unsigned finite[kLanes] = {};
    Sums() {
        std::fill_n(least, kLanes, std::numeric_limits<float>::infinity());
        std::fill_n(greatest, kLanes, -std::numeric_limits<float>::infinity());
    }
    void take(std::size_t lane, float v) {
        const bool ok = std::fabs(v) <= kLargest; // false for NaN too
        const float used = ok ? v : 0.0F;
        sum[lane] += static_cast<double>(used);
        const float low = ok ? v : kLargest, high = ok ? v : -kLargest;
        least[lane] = low < least[lane] ? low : least[lane];
        greatest[lane] = high > greatest[lane] ? high : greatest[lane];
        finite[lane] += ok ? 1U : 0U;
    }
};

template <class F> void inLanes(std::size_t n, F f) {
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            f(lane, i + lane);
    for (; i < n; ++i)
        f(i % kLanes, i);
}

/// The counters of a lane are 32 bits wide; a block is far from filling them.
constexpr std::size_t kBlock = std::size_t{1} << 24;

} // namespace

ArrayStatistics statisticsOf(std::span<const float> values) {
    ArrayStatistics s;
    s.count = values.size();
    std::size_t finite = 0;
    double sum = 0.0;
    float least = kLargest, greatest = -kLargest;
    for (std::size_t at = 0; at < values.size(); at += kBlock) {
        const float *v = values.data() + at;
        Sums sums;
        inLanes(std::min(kBlock, values.size() - at),
                [&](std::size_t lane, std::size_t i) { sums.take(lane, v[i]); });
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            sum += sums.sum[lane];
            finite += sums.finite[lane];
            least = std::min(least, sums.least[lane]);
            greatest = std::max(greatest, sums.greatest[lane]);
        }
    }
    if (finite != values.size())
        for (const float v : values) {
            s.nan += std::isnan(v) ? 1 : 0;
            s.positiveInfinite += std::isinf(v) && v > 0 ? 1 : 0;
            s.negativeInfinite += std::isinf(v) && v < 0 ? 1 : 0;
        }
    if (finite == 0)
        return s;
    const double mean = sum / static_cast<double>(finite);
    s.mean = mean;
    s.least = static_cast<double>(least);
    s.greatest = static_cast<double>(greatest);
    if (finite < 2)
        return s;
    double squares[kLanes] = {};
    inLanes(values.size(), [&](std::size_t lane, std::size_t i) {
        const float v = values[i];
        const double d = std::fabs(v) <= kLargest ? static_cast<double>(v) - mean : 0.0;
        squares[lane] += d * d;
    });
    double total = 0.0;
    for (const double q : squares)
        total += q;
    s.deviation = std::sqrt(total / static_cast<double>(finite - 1));
    return s;
}

ArrayStatistics statisticsOf(std::span<const float> values, std::span<const std::uint8_t> visible) {
    std::vector<float> shown;
    shown.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (visible[i])
            shown.push_back(values[i]);
    return statisticsOf(shown);
}

StageStatistics statisticsOf(const Trace &trace) {
    StageStatistics all;
    for (const StageInfo &info : stageTable()) {
        auto &to = all[static_cast<std::size_t>(info.stage)];
        if (info.stage == Stage::Scale) {
            const auto scale = static_cast<float>(trace.scale);
            to = statisticsOf(std::span<const float>(&scale, 1));
        } else if (info.stage == Stage::MaskKeep) {
            if (trace.keep.bits().present())
                to = statisticsOf(converted<float>(trace.keep.bits()).values());
        } else if (trace[info.stage].present()) {
            to = statisticsOf(trace[info.stage].values());
        }
    }
    return all;
}

namespace {

/// The values of a part, in place where they stand together.
std::span<const float> partOf(const Tensor &all, Stage stage, const StagePart &part,
                              std::vector<float> &gathered) {
    const std::span<const Axis> axes = stageInfo(stage).axes;
    const bool batches = !axes.empty() && axes[0] == Axis::Batch;
    if (!batches)
        return all.values();
    const std::size_t count = all.extent(0), size = all.size() / count;
    const bool oneHead = hasHeadAxis(stage) && part.head;
    const std::size_t heads = oneHead ? all.extent(1) : 1, headSize = size / heads;
    const std::size_t at = oneHead ? *part.head * headSize : 0;
    if (part.batch)
        return all.values().subspan(*part.batch * size + at, headSize);
    if (!oneHead)
        return all.values();
    gathered.reserve(count * headSize);
    for (std::size_t b = 0; b < count; ++b) {
        const auto from = all.values().subspan(b * size + at, headSize);
        gathered.insert(gathered.end(), from.begin(), from.end());
    }
    return gathered;
}

/// Calls f(sequence, head) for all that belong to a part.
template <class F> void eachMap(const Trace &t, const StagePart &part, F f) {
    const std::size_t batch = t.problem->batch(), heads = t.problem->heads();
    for (std::size_t b = part.batch.value_or(0); b < (part.batch ? *part.batch + 1 : batch); ++b)
        for (std::size_t h = part.head.value_or(0); h < (part.head ? *part.head + 1 : heads); ++h)
            f(b, h);
}

std::vector<float> maskPart(const Trace &t, const StagePart &part) {
    std::vector<float> values;
    const std::size_t cells = t.keep.queries() * t.keep.keys();
    eachMap(t, part, [&](std::size_t b, std::size_t h) {
        const std::uint8_t *bits = t.keep.row(b, h, 0);
        values.insert(values.end(), bits, bits + cells);
    });
    return values;
}

std::size_t hiddenMinusInfinity(const Trace &t, const StagePart &part) {
    std::size_t count = 0;
    const Tensor &scores = t[Stage::ScoresMasked];
    const std::size_t cells = t.keep.queries() * t.keep.keys();
    eachMap(t, part, [&](std::size_t b, std::size_t h) {
        const std::uint8_t *bits = t.keep.row(b, h, 0);
        const float *values = scores.data() + (b * t.problem->heads() + h) * cells;
        for (std::size_t i = 0; i < cells; ++i)
            count += bits[i] == 0 && values[i] == -std::numeric_limits<float>::infinity() ? 1 : 0;
    });
    return count;
}

} // namespace

std::optional<PartStatistics> partStatistics(const Trace &t, Stage stage, const StagePart &part) {
    if (!t.has(stage) || (part.batch && *part.batch >= t.problem->batch()) ||
        (part.head && *part.head >= t.problem->heads()))
        return std::nullopt;
    PartStatistics s;
    if (stage == Stage::Scale) {
        const auto scale = static_cast<float>(t.scale);
        s.values = statisticsOf(std::span<const float>(&scale, 1));
        return s;
    }
    if (stage == Stage::MaskKeep) {
        if (!t.keep.bits().present())
            return std::nullopt;
        s.values = statisticsOf(maskPart(t, part));
        return s;
    }
    std::vector<float> gathered;
    s.values = statisticsOf(partOf(t[stage], stage, part, gathered));
    if (stage == Stage::ScoresMasked && s.values.negativeInfinite > 0)
        s.minusInfinityOfMask = hiddenMinusInfinity(t, part);
    return s;
}

} // namespace attnscope::core
