// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chains of operations as they are written in a program: "view(L,B,H,d).permute(1,2,0,3)".
#include "core/layout.h"
#include "core/session.h"
#include "core/text_values.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace attnscope::core {

namespace {

constexpr std::size_t kMostOperations = 64, kMostAxes = 16;

[[noreturn]] void refuse(const std::string &what) {
    throw InputError({{Issue::Code::BadValue, {}, what}});
}

struct Call {
    std::string name;
    std::vector<std::string> arguments;
    [[nodiscard]] std::string text() const {
        std::string out = name + "(";
        for (std::size_t i = 0; i < arguments.size(); ++i)
            out += (i > 0 ? "," : "") + arguments[i];
        return out + ")";
    }
    /// For messages.
    [[nodiscard]] std::string shown() const { return oneLine(text(), 80); }
};

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

Call callOf(std::string_view part) {
    const std::size_t open = part.find('(');
    if (open == std::string_view::npos || part.empty() || part.back() != ')' ||
        part.find(')') != part.size() - 1)
        refuse("'" + oneLine(part, 80) +
               "' is no operation: write permute(1,2,0,3) and the like, "
               "with a point between two");
    Call c;
    c.name = part.substr(0, open);
    const std::string_view inside = part.substr(open + 1, part.size() - open - 2);
    if (!inside.empty())
        c.arguments = split(inside, ',');
    return c;
}

std::vector<Call> callsOf(std::string_view chain) {
    std::string tight;
    for (const char c : chain)
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            tight += c;
    std::vector<Call> calls;
    if (tight.empty())
        return calls;
    for (const std::string &part : split(tight, '.'))
        calls.push_back(callOf(part));
    if (calls.size() > kMostOperations)
        refuse("a chain has at most " + std::to_string(kMostOperations) + " operations");
    return calls;
}

/// A whole number of at least 0, a name, or a product of those.
std::size_t extentOf(const Call &call, const std::string &text, const LayoutSizes &sizes) {
    std::size_t product = 1;
    for (const std::string &factor : split(text, '*')) {
        std::size_t value = 0;
        const bool digits = !factor.empty() && factor.size() < 10 &&
                            std::all_of(factor.begin(), factor.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; });
        if (const auto named = sizes.find(factor); named != sizes.end())
            value = named->second;
        else if (digits)
            value = static_cast<std::size_t>(std::stoul(factor));
        else
            refuse(call.shown() + ": '" + oneLine(factor, 40) +
                   "' is neither a whole number nor the name of an extent");
        if (value != 0 && product > 1'000'000'000 / value)
            refuse(call.shown() + " has too many elements");
        product *= value;
    }
    return product;
}

Shape shapeOf(const Call &call, std::size_t elements, const LayoutSizes &sizes) {
    if (call.arguments.empty() || call.arguments.size() > kMostAxes)
        refuse(call.shown() + " needs 1 to " + std::to_string(kMostAxes) + " extents");
    Shape shape;
    std::optional<std::size_t> open;
    std::size_t product = 1;
    for (const std::string &argument : call.arguments) {
        if (argument == "-1") {
            if (open)
                refuse(call.shown() + " has −1 twice: only one extent can be worked out");
            open = shape.size();
            shape.push_back(1);
            continue;
        }
        shape.push_back(extentOf(call, argument, sizes));
        if (shape.back() != 0 && product > 1'000'000'000 / shape.back())
            refuse(call.shown() + " has too many elements");
        product *= shape.back();
    }
    if (open && product != 0 && elements % product == 0) {
        shape[*open] = elements / product;
        product = elements;
    }
    if (open ? product != elements || product == 0 : product != elements)
        refuse(call.shown() + " does not hold the " + std::to_string(elements) +
               " elements that there are");
    return shape;
}

std::size_t axisOf(const Call &call, const std::string &text, std::size_t rank) {
    const auto number = parseWhole(text);
    const auto axes = static_cast<long long>(rank);
    if (!number || *number < -axes || *number >= axes)
        refuse(call.shown() + ": there is no axis '" + oneLine(text, 40) + "' among " +
               std::to_string(rank));
    return static_cast<std::size_t>(*number < 0 ? *number + axes : *number);
}

std::vector<std::size_t> orderOf(const Call &call, std::size_t rank) {
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (call.name == "transpose") {
        if (call.arguments.size() != 2)
            refuse(call.shown() + " needs two axes");
        std::swap(order[axisOf(call, call.arguments[0], rank)],
                  order[axisOf(call, call.arguments[1], rank)]);
        return order;
    }
    std::vector<bool> seen(rank, false);
    if (call.arguments.size() != rank)
        refuse(call.shown() + " needs each of the " + std::to_string(rank) + " axes once");
    for (std::size_t a = 0; a < rank; ++a) {
        order[a] = axisOf(call, call.arguments[a], rank);
        if (seen[order[a]])
            refuse(call.shown() + " names axis " + std::to_string(order[a]) + " twice");
        seen[order[a]] = true;
    }
    return order;
}

/// Moves elements, so that they lie in the order of the shape.
Arrangement compact(const Arrangement &from) {
    Arrangement a;
    a.memory = from.elements();
    a.layout = contiguousLayout(from.layout.shape);
    a.copied = true;
    return a;
}

Arrangement apply(const Arrangement &from, const Call &call, const LayoutSizes &sizes) {
    Arrangement a = from;
    a.copied = false;
    if (call.name == "permute" || call.name == "transpose") {
        a.layout = permuted(from.layout, orderOf(call, from.layout.shape.size()));
        return a;
    }
    if (call.name == "contiguous") {
        if (!call.arguments.empty())
            refuse("contiguous() takes nothing in its brackets");
        return isContiguous(from.layout) ? a : compact(from);
    }
    if (call.name != "view" && call.name != "reshape")
        refuse("'" + oneLine(call.name, 40) + "' is no operation; did you mean " +
               nearestName(call.name, {"view", "reshape", "permute", "transpose", "contiguous"}) +
               "?");
    const Shape shape = shapeOf(call, from.memory.size(), sizes);
    if (const auto view = viewed(from.layout, shape)) {
        a.layout = *view;
        return a;
    }
    if (call.name == "view")
        refuse(call.shown() + " would have to move elements: their order in memory is not that of "
                              "the shape. contiguous() before it, or reshape, copies them");
    a = compact(from);
    a.layout = contiguousLayout(shape);
    return a;
}

} // namespace

std::vector<ArrangementStep> arrange(const Arrangement &start, std::string_view chain,
                                     const LayoutSizes &sizes) {
    std::vector<ArrangementStep> steps;
    const Arrangement *last = &start;
    const std::vector<Call> calls = callsOf(chain);
    steps.reserve(calls.size()); // `last` points into it
    for (const Call &call : calls) {
        steps.push_back({call.text(), apply(*last, call, sizes)});
        last = &steps.back().after;
    }
    return steps;
}

Arrangement arranged(const Arrangement &start, std::string_view chain, const LayoutSizes &sizes) {
    auto steps = arrange(start, chain, sizes);
    return steps.empty() ? start : std::move(steps.back().after);
}

} // namespace attnscope::core
