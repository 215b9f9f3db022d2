// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/parameter.h"

#include "core/session.h"
#include "core/text_values.h"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace attnscope::core {

namespace {

constexpr std::size_t kMostNumbers = 64;
constexpr std::size_t kLongestText = 4000;

Parameter made(std::string name, Phrase title, Parameter::Kind kind, std::string fallback,
               double least = 0.0, double greatest = 0.0) {
    Parameter p;
    p.name = std::move(name);
    p.title = std::move(title);
    p.kind = kind;
    p.fallback = std::move(fallback);
    p.least = least;
    p.greatest = greatest;
    p.logarithmic = least > 0.0 && greatest / least >= 100.0;
    return p;
}

[[noreturn]] void refuse(const Parameter &p, std::string_view value, const std::string &wanted) {
    const std::string shown = oneLine(value, 200);
    throw InputError({{Issue::Code::BadValue,
                       {p.name, shown},
                       p.name + " is '" + shown + "', but may be " + wanted}});
}

std::string range(const Parameter &p) {
    return formatNumber(p.least) + " to " + formatNumber(p.greatest);
}

bool within(const Parameter &p, double v) { return v >= p.least && v <= p.greatest; }

/// "4,16,64" or "1..1024" (doublings, the end included).
std::optional<std::vector<double>> numbersOf(std::string_view text) {
    std::vector<double> all;
    if (const auto dots = text.find(".."); dots != std::string_view::npos) {
        const auto from = parseNumber(text.substr(0, dots)),
                   to = parseNumber(text.substr(dots + 2));
        if (!from || !to || !(*from > 0.0) || !(*to >= *from) || !std::isfinite(*to))
            return std::nullopt;
        for (double v = *from; v < *to && all.size() < kMostNumbers; v *= 2.0)
            all.push_back(v);
        all.push_back(*to);
        return all;
    }
    while (true) {
        const auto comma = text.find(',');
        const auto v = parseNumber(text.substr(0, comma));
        if (!v)
            return std::nullopt;
        all.push_back(*v);
        if (comma == std::string_view::npos)
            return all;
        text.remove_prefix(comma + 1);
    }
}

std::string joined(const std::vector<Choice> &choices) {
    std::string names;
    for (std::size_t i = 0; i < choices.size(); ++i)
        names += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i].name;
    return names;
}

/// The value in the form in which it is kept. \throws InputError
std::string checked(const Parameter &p, std::string_view value) {
    switch (p.kind) {
    case Parameter::Kind::Whole: {
        const auto v = parseWhole(value);
        if (!v || !within(p, static_cast<double>(*v)))
            refuse(p, value, "a whole number, " + range(p));
        return std::to_string(*v);
    }
    case Parameter::Kind::Real: {
        const auto v = parseNumber(value);
        if (!v || !within(p, *v))
            refuse(p, value, "a number, " + range(p));
        return formatNumber(*v);
    }
    case Parameter::Kind::Numbers: {
        const auto v = numbersOf(value);
        const std::string wanted = "up to " + std::to_string(kMostNumbers) +
                                   " numbers such as 4,16,64, or 1..64 for doublings, each " +
                                   range(p);
        if (!v || v->size() > kMostNumbers)
            refuse(p, value, wanted);
        for (const double one : *v)
            if (!within(p, one))
                refuse(p, value, wanted);
        return std::string(value);
    }
    case Parameter::Kind::Choice:
        for (const Choice &c : p.choices)
            if (c.name == value)
                return c.name;
        refuse(p, value, joined(p.choices));
    case Parameter::Kind::Switch: {
        const auto v = parseSwitch(value);
        if (!v)
            refuse(p, value, "true or false");
        return *v ? "true" : "false";
    }
    case Parameter::Kind::Words:
        if (value.size() > kLongestText)
            refuse(p, value, "a text of at most " + std::to_string(kLongestText) + " bytes");
        return std::string(value);
    }
    return {};
}

} // namespace

Parameter wholeParameter(std::string name, Phrase title, int fallback, int least, int greatest) {
    return made(std::move(name), std::move(title), Parameter::Kind::Whole, std::to_string(fallback),
                least, greatest);
}
Parameter realParameter(std::string name, Phrase title, double fallback, double least,
                        double greatest) {
    return made(std::move(name), std::move(title), Parameter::Kind::Real, formatNumber(fallback),
                least, greatest);
}
Parameter numbersParameter(std::string name, Phrase title, std::string fallback, double least,
                           double greatest) {
    return made(std::move(name), std::move(title), Parameter::Kind::Numbers, std::move(fallback),
                least, greatest);
}
Parameter choiceParameter(std::string name, Phrase title, std::vector<Choice> choices) {
    Parameter p =
        made(std::move(name), std::move(title), Parameter::Kind::Choice, choices.front().name);
    p.choices = std::move(choices);
    return p;
}
Parameter switchParameter(std::string name, Phrase title, bool fallback) {
    return made(std::move(name), std::move(title), Parameter::Kind::Switch,
                fallback ? "true" : "false");
}
Parameter wordsParameter(std::string name, Phrase title, std::string fallback) {
    return made(std::move(name), std::move(title), Parameter::Kind::Words, std::move(fallback));
}

ParameterValues::ParameterValues(std::vector<Parameter> parameters)
    : m_parameters(std::move(parameters)) {
    for (const Parameter &p : m_parameters)
        m_values[p.name] = p.fallback;
}

void ParameterValues::set(std::string_view name, std::string_view value) {
    std::vector<std::string> names;
    for (const Parameter &p : m_parameters) {
        if (p.name == name) {
            m_values[p.name] = checked(p, value);
            return;
        }
        names.push_back(p.name);
    }
    const std::string shown = oneLine(name, 200);
    if (names.empty())
        throw UsageError("'" + shown + "' cannot be set: this experiment has no parameters");
    throw UsageError("there is no parameter '" + shown + "'; did you mean " +
                     nearestName(name, names) + "?");
}

const Parameter &ParameterValues::parameter(std::string_view name) const {
    for (const Parameter &p : m_parameters)
        if (p.name == name)
            return p;
    throw std::logic_error("no parameter " + std::string(name));
}

const std::string &ParameterValues::text(std::string_view name) const {
    return m_values.find(parameter(name).name)->second;
}
int ParameterValues::whole(std::string_view name) const {
    return static_cast<int>(parseWhole(text(name)).value());
}
double ParameterValues::real(std::string_view name) const {
    return parseNumber(text(name)).value();
}
std::vector<double> ParameterValues::numbers(std::string_view name) const {
    return numbersOf(text(name)).value();
}
bool ParameterValues::on(std::string_view name) const { return text(name) == "true"; }

std::string ParameterValues::summary() const {
    std::string all;
    for (const Parameter &p : m_parameters)
        all += (all.empty() ? "" : " ") + p.name + "=" + text(p.name);
    return all;
}

} // namespace attnscope::core
