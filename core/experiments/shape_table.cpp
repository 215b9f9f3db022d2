// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape table of multi-head attention on [L,B,H,d] arrays: ways that circulate beside the right
// ones. out[b,h,l,:] has to be x[l,b,h,:], and merged[l,b,h·d + c] = context[b,h,l,c].
#include "core/experiments/bench_private.h"
#include "core/experiments/list_private.h"
#include "core/layout.h"

#include <cmath>
#include <optional>

namespace attnscope::core::lab {

namespace {

struct Row {
    const char *name;
    const char *start; ///< extents that the array has, as a view
    const char *chain;
    const char *right; ///< the same with every element where it belongs; "" = of another shape
    enum class With { Nothing, Keys, Weights } product;
};

// clang-format off
constexpr Row kRows[] = {
    {"split_transpose", "view(L,B,H,d)", "transpose(1,2)", "", Row::With::Keys},
    {"split_permute", "view(L,B,H,d)", "permute(1,2,0,3)", "permute(1,2,0,3)", Row::With::Keys},
    {"split_view", "view(B,L,H*d)", "view(B,H,L,d)", "view(B,L,H,d).transpose(1,2)", Row::With::Keys},
    {"split_view_transpose", "view(B,L,H*d)", "view(B,L,H,d).transpose(1,2)", "view(B,L,H,d).transpose(1,2)", Row::With::Keys},
    {"values_transpose", "view(L,B,H,d)", "transpose(0,1)", "", Row::With::Weights},
    {"values_permute", "view(L,B,H,d)", "permute(1,2,0,3)", "permute(1,2,0,3)", Row::With::Weights},
    {"merge_view", "view(B,H,L,d)", "view(L,B,-1).transpose(0,1)", "permute(0,2,1,3).reshape(B,L,H*d)", Row::With::Nothing},
    {"merge_permute_view", "view(B,H,L,d)", "permute(2,0,1,3).view(L,B,-1)", "permute(2,0,1,3).reshape(L,B,H*d)", Row::With::Nothing},
    {"merge_contiguous", "view(B,H,L,d)", "contiguous().view(L,B,-1)", "permute(2,0,1,3).reshape(L,B,H*d)", Row::With::Nothing},
    {"merge_permute", "view(B,H,L,d)", "permute(2,0,1,3).reshape(L,B,H*d)", "permute(2,0,1,3).reshape(L,B,H*d)", Row::With::Nothing},
};
// clang-format on

/// Share of places that hold the element which belongs there. NaN: the shape is another one.
double shareRight(const Arrangement &got, const Arrangement &right) {
    if (got.layout.shape != right.layout.shape)
        return kNothing;
    const auto a = got.elements(), b = right.elements();
    std::size_t same = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        same += a[i] == b[i] ? 1 : 0;
    return static_cast<double>(same) / static_cast<double>(a.size());
}

std::optional<Shape> product(const Row &row, const Shape &shape, const LayoutSizes &n) {
    if (row.product == Row::With::Keys) {
        Shape keys = shape;
        std::swap(keys[keys.size() - 1], keys[keys.size() - 2]);
        return productShape(shape, keys);
    }
    return productShape({n.at("B"), n.at("H"), n.at("L"), n.at("L")}, shape);
}

/// Which row of d elements each place comes from, one axis less than the array.
ExperimentMap sourceMap(const Row &row, const Arrangement &a, std::size_t d) {
    const auto elements = a.elements();
    const std::size_t columns = a.layout.shape.back();
    Tensor values({elements.size() / columns, columns});
    for (std::size_t i = 0; i < elements.size(); ++i)
        values.mutableData()[i] = static_cast<float>(elements[i] / d);
    return mapOf({"Where each number comes from: %1", {row.chain}}, std::move(values),
                 "place, all axes but the last (rows)", "last axis (columns)");
}

ExperimentResult runIt(const ParameterValues &v, const ExperimentRun &run) {
    LayoutSizes n;
    for (const char *axis : {"L", "B", "H", "d"})
        n[axis] = static_cast<std::size_t>(v.whole(axis));
    const Arrangement memory = arrangementOf({n["L"] * n["B"] * n["H"] * n["d"]});
    ExperimentResult r;
    r.table = table({{"way", "way"},
                     {"from", "from"},
                     {"operations", "operations"},
                     {"shape", "shape"},
                     {"strides", "strides"},
                     {"product", "Q·Kᵀ or weights·V"},
                     {"right", "share in the right place"}});
    ExperimentPlot plot;
    plot.title = "Numbers in the right place";
    plot.xTitle = "way";
    plot.yTitle = "share";
    ExperimentSeries bars = series("share", ExperimentSeries::Role::Bars);
    Steps steps(run, static_cast<double>(std::size(kRows)));
    int silent = 0, right = 0, refused = 0;
    for (const Row &row : kRows) {
        const Arrangement start = arranged(memory, row.start, n);
        std::vector<ExperimentCell> cells{Phrase(row.name), Phrase(toString(start.layout.shape)),
                                          Phrase(row.chain)};
        double share = kNothing;
        try {
            const Arrangement a = arranged(start, row.chain, n);
            if (*row.right != '\0')
                share = shareRight(a, arranged(start, row.right, n));
            cells.insert(cells.end(),
                         {Phrase(toString(a.layout.shape)), Phrase(toString(a.layout.strides))});
            if (row.product == Row::With::Nothing)
                cells.emplace_back();
            else if (const auto shape = product(row, a.layout.shape, n))
                cells.emplace_back(Phrase(toString(*shape)));
            else
                cells.emplace_back(Phrase("shapes do not fit"));
            if (!std::isnan(share))
                r.maps.push_back(sourceMap(row, a, n["d"]));
        } catch (const InputError &) {
            ++refused;
            cells.insert(cells.end(), {Phrase("no view: elements would have to move"),
                                       ExperimentCell(), ExperimentCell()});
        }
        cells.push_back(cell(share));
        addRow(r.table, std::move(cells));
        bars.x.push_back(static_cast<double>(bars.x.size()));
        bars.y.push_back(share);
        plot.xTicks.emplace_back(row.name);
        silent += share < 1.0 ? 1 : 0;
        right += share == 1.0 ? 1 : 0;
        steps.next();
    }
    plot.series = {std::move(bars)};
    r.plots = {std::move(plot)};
    r.verdict = verdict(silent > 0,
                        {"%1 of these ways have the shape that is needed and the numbers in other "
                         "places; %2 put every number where it belongs, %3 are refused.",
                         {std::to_string(silent), std::to_string(right), std::to_string(refused)}});
    return r;
}

} // namespace

Experiment shapeTable() {
    Experiment e;
    e.name = "shape-table";
    e.subject = "layouts";
    e.title = "The shape table";
    e.question = "If every array has the shape that is needed, is the layout right?";
    e.look = "A view of the wrong axes has the right shape and the wrong numbers; nothing "
             "complains. In the maps the right way is even, the wrong one is scrambled.";
    e.parameters = {wholeParameter("L", "tokens L", 5, 1, 32),
                    wholeParameter("B", "sequences B", 3, 1, 32),
                    wholeParameter("H", "heads H", 2, 1, 16),
                    wholeParameter("d", "width of a head d", 4, 1, 32)};
    e.run = runIt;
    return e;
}

} // namespace attnscope::core::lab
