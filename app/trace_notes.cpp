// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_notes.h"

#include "core/input_array.h"

#include <cmath>
#include <map>
#include <tuple>

namespace attnscope::app {

namespace {

using core::Tensor;

constexpr std::size_t kMostLines = 20;

std::string place(const core::Shape &shape, std::size_t flat) {
    std::string text;
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
        text = std::to_string(flat % shape[axis]) + (text.empty() ? "" : ", ") + text;
    return "[" + text + "]";
}

void notFinite(std::vector<std::string> &notes, const std::string &name, const Tensor &t) {
    std::size_t count = 0, first = 0;
    for (std::size_t i = 0; i < t.size(); ++i)
        if (!std::isfinite(t.data()[i]) && count++ == 0)
            first = i;
    if (count == 0)
        return;
    const float value = t.data()[first];
    const std::string is = std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
    notes.push_back(name + place(t.shape(), first) + " is " + is +
                    (count > 1 ? ", the first of " + std::to_string(count) +
                                     " numbers in it that are not finite"
                               : "") +
                    ": it spreads through every stage that it reaches; give a finite number");
}

/// "query 3", "queries 3 to 5".
std::string span(const char *one, const char *many, std::size_t first, std::size_t last) {
    return first == last ? one + (" " + std::to_string(first))
                         : many + (" " + std::to_string(first) + " to " + std::to_string(last));
}

void emptyRows(std::vector<std::string> &notes, const std::vector<core::RowRef> &rows) {
    // Runs of queries in one head, then runs of heads with the same queries.
    struct Heads {
        std::size_t first, last;
    };
    std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::vector<Heads>> runs;
    for (std::size_t i = 0; i < rows.size();) {
        const core::RowRef &start = rows[i];
        std::size_t n = 1;
        while (i + n < rows.size() &&
               rows[i + n] == core::RowRef{start.batch, start.head, start.query + n})
            ++n;
        auto &heads = runs[{start.batch, start.query, start.query + n - 1}];
        if (!heads.empty() && heads.back().last + 1 == start.head)
            heads.back().last = start.head;
        else
            heads.push_back({start.head, start.head});
        i += n;
    }
    std::size_t lines = 0, told = 0;
    for (const auto &[where, all] : runs)
        for (const Heads &heads : all) {
            const auto &[batch, first, last] = where;
            if (++lines > kMostLines)
                continue;
            told += (last - first + 1) * (heads.last - heads.first + 1);
            notes.push_back("no visible key for " + span("query", "queries", first, last) + " of " +
                            span("head", "heads", heads.first, heads.last) + ", sequence " +
                            std::to_string(batch));
        }
    if (told < rows.size())
        notes.push_back("no visible key for " + std::to_string(rows.size() - told) +
                        " more rows; mask_keep has them all");
}

} // namespace

std::vector<std::string> traceNotes(const core::Trace &trace) {
    std::vector<std::string> notes;
    if (trace.problem) {
        for (std::size_t i = 0; i < core::kInputCount; ++i) {
            const auto input = static_cast<core::Input>(i);
            notFinite(notes, std::string(toName(input)), core::inputArray(*trace.problem, input));
        }
    }
    emptyRows(notes, trace.emptyRows);
    return notes;
}

} // namespace attnscope::app
