// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare.h"

#include <cmath>
#include <stdexcept>

namespace attnscope::core {

bool StageDifference::withinTolerance() const {
    return mismatched == 0 && maxAbs <= 2e-6 + 2e-5 * maxReference;
}

StageDifference compareValues(std::span<const double> reference, std::span<const float> got) {
    if (reference.size() != got.size())
        throw std::invalid_argument("compareValues: " + std::to_string(reference.size()) +
                                    " values against " + std::to_string(got.size()));
    StageDifference d;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double r = reference[i], g = static_cast<double>(got[i]);
        // NaN and ∞ are told apart before anything is subtracted: a difference with a NaN in it
        // compares false with everything and would pass unseen.
        if (std::isnan(r) && std::isnan(g)) {
            ++d.bothNan;
            continue;
        }
        if (!std::isfinite(r) || !std::isfinite(g)) {
            if (r != g) {
                ++d.mismatched;
                if (!d.firstMismatch)
                    d.firstMismatch = i;
            }
            continue;
        }
        d.maxReference = std::max(d.maxReference, std::abs(r));
        if (const double delta = std::abs(g - r); delta > d.maxAbs) {
            d.maxAbs = delta;
            d.worst = i;
        }
    }
    return d;
}

std::vector<StageDifference> compareTraces(const ReferenceTrace &reference, const Trace &got) {
    std::vector<StageDifference> all;
    for (const StageInfo &s : stageTable()) {
        const DoubleTensor &r = reference[s.stage];
        const Tensor &g = got[s.stage];
        if (!r.present() || !g.present())
            continue;
        if (r.shape() != g.shape()) {
            // Cannot happen for two traces of one problem; said loudly rather than skipped.
            StageDifference d;
            d.mismatched = r.size();
            d.stage = s.stage;
            d.firstMismatch = 0;
            all.push_back(d);
            continue;
        }
        all.push_back(compareValues(r.values(), g.values()));
        all.back().stage = s.stage;
    }
    return all;
}

} // namespace attnscope::core
