// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/given_weights.h"

#include "core/text_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::core {

TracePtr traceFromWeights(Tensor weights) {
    Shape s = weights.shape();
    while (s.size() > 4 && s.front() == 1)
        s.erase(s.begin());
    const bool counted = std::all_of(s.begin(), s.end(), [](std::size_t n) {
        return n > 0 && n <= static_cast<std::size_t>(std::numeric_limits<int>::max());
    });
    if (s.size() < 2 || s.size() > 4 || !counted)
        throw InputError({{Issue::Code::ShapeMismatch,
                           {"weights", toString(weights.shape())},
                           "weights has the shape " + toString(weights.shape()) +
                               ", but attention maps have the axes [queries, keys], [heads, "
                               "queries, keys] or [batch, heads, queries, keys]"}});
    while (s.size() < 4)
        s.insert(s.begin(), 1);

    auto problem = std::make_shared<Problem>();
    Config &c = problem->config;
    c.heads = static_cast<int>(s[1]);
    c.dModel = c.heads;
    c.dK = c.dV = 1;
    c.positional.kind = PositionalKind::None;
    // Sizes are read from the inputs; one column is enough to carry them.
    problem->xEmbed = Tensor({s[0], s[2], std::size_t{1}}, 0.0F);
    if (s[2] != s[3])
        problem->xMemory = Tensor({s[0], s[3], std::size_t{1}}, 0.0F);

    auto trace = std::make_shared<Trace>();
    trace->problem = std::move(problem);
    trace->keep = KeepMask(s[0], s[1], BoolTensor({std::size_t{1}, std::size_t{1}, s[2], s[3]}, 1));
    (*trace)[Stage::Weights] = weights.reshaped(s);
    trace->engine = "file";
    return trace;
}

Session sessionForWeights(const Trace &trace) {
    Session s;
    s.config = trace.problem->config;
    s.tieDk = false;
    return s;
}

bool carriesSizesOnly(const Problem &problem) { return !problem.wQ.present(); }

std::vector<std::string> weightNotes(const Tensor &w) {
    if (!w.present() || w.rank() < 2 || w.size() == 0)
        return {};
    constexpr double kClose = 1e-2; // half precision and dropout-free rounding stay well below
    const std::size_t keys = w.shape().back(), rows = w.size() / keys;
    std::size_t outside = 0, uneven = 0, nonFinite = 0, empty = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        double sum = 0.0;
        bool finite = true, zeros = true;
        for (std::size_t j = 0; j < keys; ++j) {
            const double v = static_cast<double>(w.data()[r * keys + j]);
            if (!std::isfinite(v)) {
                finite = false;
                ++nonFinite;
                continue;
            }
            zeros = zeros && v == 0.0;
            outside += v < 0.0 || v > 1.0 + kClose;
            sum += v;
        }
        empty += finite && zeros;
        uneven += finite && !zeros && std::abs(sum - 1.0) > kClose;
    }
    const auto of = [](std::size_t n, std::size_t all, const char *what) {
        return std::to_string(n) + " of " + std::to_string(all) + " " + what;
    };
    std::vector<std::string> notes;
    if (nonFinite > 0)
        notes.push_back(of(nonFinite, w.size(), "weights are not finite"));
    if (outside > 0)
        notes.push_back(of(outside, w.size(),
                           "numbers lie outside 0 to 1: these may be scores rather than weights"));
    if (uneven > 0)
        notes.push_back(of(uneven, rows, "rows do not sum to 1"));
    if (empty > 0)
        notes.push_back(of(empty, rows, "rows are all zero, as for a query without a visible key"));
    return notes;
}

} // namespace attnscope::core
