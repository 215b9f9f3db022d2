// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/array_export_numbers.h"

#include "core/input_array.h"
#include "core/io/session_file.h"
#include "core/stage.h"

#include <algorithm>

namespace attnscope::ui {

namespace {

using core::Input;
using core::inputArray;
using core::Stage;
using core::Tensor;

constexpr Input kBesideStages[] = {
    Input::WQ, Input::WK, Input::WV,          Input::WO,         Input::BQ,        Input::BK,
    Input::BV, Input::BO, Input::GammaConcat, Input::BetaConcat, Input::GradOutput};

/// What is found under a name.
struct Found {
    Tensor values;
    std::vector<std::string> axes;
    std::optional<Stage> stage;
    std::optional<Input> input;
};

std::string axisName(core::Axis axis) {
    switch (axis) {
    case core::Axis::Batch:
        return "batch";
    case core::Axis::Head:
        return "head";
    case core::Axis::Query:
        return "query";
    case core::Axis::Key:
        return "key";
    case core::Axis::Model:
        return "d_model";
    case core::Axis::KeyWidth:
        return "d_k";
    case core::Axis::ValueWidth:
        return "d_v";
    case core::Axis::ConcatWidth:
        break;
    }
    return "concat";
}

std::vector<std::string> inputAxes(Input input) {
    switch (input) {
    case Input::WQ:
    case Input::WK:
    case Input::WV:
        return {"in", "out"};
    case Input::WO:
        return {"concat", "d_model"};
    case Input::GradOutput:
        return {"batch", "query", "d_model"};
    default:
        return {"out"};
    }
}

std::optional<Found> find(const core::Trace &t, const QString &name, bool withValues) {
    const core::Problem &p = *t.problem;
    if (const auto stage = core::stageByName(name.toStdString())) {
        if (!t.has(*stage) || !core::stageShape(p, *stage))
            return std::nullopt;
        Found f{{}, {}, stage, std::nullopt};
        for (const core::Axis axis : core::stageInfo(*stage).axes)
            f.axes.push_back(axisName(axis));
        if (!withValues)
            return f;
        if (*stage == Stage::MaskKeep)
            f.values = core::converted<float>(t.keep.expanded());
        else if (*stage == Stage::Scale)
            f.values = Tensor({}, static_cast<float>(t.scale));
        else
            f.values = t[*stage];
        return f;
    }
    if (const auto input = core::inputByName(name.toStdString())) {
        const Tensor &values = inputArray(p, *input);
        if (!values.present())
            return std::nullopt;
        return Found{values, inputAxes(*input), std::nullopt, input};
    }
    return std::nullopt;
}

/// Elements `from` to `to` of one axis; with `drop` that axis (of one element) is left out.
Tensor part(const Tensor &t, std::size_t axis, std::size_t from, std::size_t to, bool drop) {
    std::size_t outer = 1, inner = 1;
    for (std::size_t a = 0; a < axis; ++a)
        outer *= t.extent(a);
    for (std::size_t a = axis + 1; a < t.rank(); ++a)
        inner *= t.extent(a);
    core::Shape shape = t.shape();
    shape[axis] = to - from;
    Tensor out = Tensor::uninitialised(shape);
    float *write = out.mutableData();
    for (std::size_t o = 0; o < outer; ++o)
        write =
            std::copy_n(t.data() + (o * t.extent(axis) + from) * inner, (to - from) * inner, write);
    if (!drop)
        return out;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    return out.reshaped(shape);
}

/// The axis along which the heads of a weight lie side by side, and the width of one.
std::optional<std::pair<std::size_t, std::size_t>> headBlocks(const core::Problem &p, Input input) {
    switch (input) {
    case Input::WQ:
    case Input::WK:
        return std::pair{std::size_t{1}, p.dK()};
    case Input::WV:
        return std::pair{std::size_t{1}, p.dV()};
    case Input::BQ:
    case Input::BK:
        return std::pair{std::size_t{0}, p.dK()};
    case Input::WO:
    case Input::BV:
    case Input::GammaConcat:
    case Input::BetaConcat:
        return std::pair{std::size_t{0}, p.dV()};
    default:
        return std::nullopt;
    }
}

std::optional<std::size_t> axisCalled(const Found &f, const std::string &name) {
    const auto at = std::find(f.axes.begin(), f.axes.end(), name);
    return at == f.axes.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(at - f.axes.begin()));
}

std::vector<std::string> labelsOf(const std::string &axis, const core::Trace &t,
                                  const core::Session &s, std::size_t sequence) {
    const core::Problem &p = *t.problem;
    const bool keys = axis == "key" && p.cross();
    const auto &tokens = keys ? s.memoryTokens : s.tokens;
    if ((axis != "query" && axis != "key") || sequence >= tokens.size() || tokens[sequence].empty())
        return {};
    return axis == "key" ? core::keyLabels(s, p, sequence) : core::queryLabels(s, p, sequence);
}

} // namespace

QStringList arrayNames(const core::Trace &t) {
    QStringList names;
    const auto add = [&](std::string_view name) {
        const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        if (find(t, text, false))
            names << text;
    };
    for (const core::StageInfo &info : core::stageTable())
        add(info.name);
    for (const Input input : kBesideStages)
        add(core::toName(input));
    return names;
}

bool dividedByHead(const core::Trace &t, const QString &name) {
    const auto f = find(t, name, false);
    return f && (axisCalled(*f, "head") || (f->input && headBlocks(*t.problem, *f->input)));
}

bool dividedBySequence(const core::Trace &t, const QString &name) {
    const auto f = find(t, name, false);
    return f && axisCalled(*f, "batch").has_value();
}

std::optional<Numbers> numbersOf(const core::Trace &t, const core::Session &s, const QString &name,
                                 std::optional<std::size_t> head,
                                 std::optional<std::size_t> sequence) {
    auto f = find(t, name, true);
    if (!f)
        return std::nullopt;
    const core::Problem &p = *t.problem;
    if ((head && *head >= p.heads()) || (sequence && *sequence >= p.batch()))
        return std::nullopt;
    const auto choose = [&](const std::string &axis, std::size_t index) {
        if (const auto at = axisCalled(*f, axis)) {
            f->values = part(f->values, *at, index, index + 1, true);
            f->axes.erase(f->axes.begin() + static_cast<std::ptrdiff_t>(*at));
        }
    };
    if (head && f->input) {
        if (const auto blocks = headBlocks(p, *f->input))
            f->values = part(f->values, blocks->first, *head * blocks->second,
                             (*head + 1) * blocks->second, false);
    } else if (head) {
        choose("head", *head);
    }
    if (sequence)
        choose("batch", *sequence);
    Numbers n{name.toStdString(), std::move(f->values), std::move(f->axes), {}};
    // Tokens of different sequences cannot label one axis.
    if (n.values.rank() >= 2 && (sequence || p.batch() == 1)) {
        const std::size_t rank = n.values.rank();
        const std::size_t b = sequence.value_or(0);
        n.labels.rows = labelsOf(n.axes[rank - 2], t, s, b);
        n.labels.columns = labelsOf(n.axes[rank - 1], t, s, b);
    }
    return n;
}

std::vector<std::pair<std::string, Tensor>> allNumbers(const core::Trace &t,
                                                       const core::Session &s) {
    std::vector<std::pair<std::string, Tensor>> all;
    for (const QString &name : arrayNames(t))
        if (auto n = numbersOf(t, s, name, std::nullopt, std::nullopt))
            all.emplace_back(n->name, std::move(n->values));
    return all;
}

void writeNumbers(const std::filesystem::path &path, const Numbers &n, NumbersFormat format) {
    switch (format) {
    case NumbersFormat::Csv:
        core::writeFileAtomically(path, core::arrayAsCsv(n.values, n.axes, n.labels));
        break;
    case NumbersFormat::Npy:
        core::writeNpy(path, n.values);
        break;
    case NumbersFormat::Npz:
        core::writeNpz(path, {{n.name, n.values}});
        break;
    }
}

std::string numbersAsText(const Numbers &n, core::ArrayText form) {
    if (!n.values.present() || n.values.size() == 0)
        return {};
    core::ArrayTextOptions options;
    options.labels = n.labels;
    Tensor values = n.values;
    core::Shape shape = values.shape();
    while (shape.size() > 2 && shape.front() == 1)
        shape.erase(shape.begin());
    if (shape != values.shape())
        values = values.reshaped(shape);
    return core::arrayAsText(values, form, options);
}

} // namespace attnscope::ui
