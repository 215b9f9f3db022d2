// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment_files.h"

#include "core/text_values.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace attnscope::core {

namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string &text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

Json number(double v) {
    if (std::isnan(v))
        return nullptr;
    if (std::isinf(v))
        return v > 0 ? "inf" : "-inf";
    return v;
}
Json numbers(const std::vector<double> &values) {
    Json all = Json::array();
    for (const double v : values)
        all.push_back(number(v));
    return all;
}
Json words(const Phrase &p) { return p.text(); }

std::string cellText(const ExperimentCell &c, bool full) {
    if (const double *v = std::get_if<double>(&c))
        return full ? formatNumber(*v) : brief(*v, 5);
    if (const Phrase *p = std::get_if<Phrase>(&c))
        return p->text();
    return full ? "" : "–";
}

/// Letters, where UTF-8 takes several bytes for one.
std::size_t width(const std::string &text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

Json plotJson(const ExperimentPlot &p) {
    Json j{{"title", words(p.title)}, {"x", words(p.xTitle)}, {"y", words(p.yTitle)},
           {"log_x", p.logX},         {"log_y", p.logY},      {"series", Json::array()}};
    if (!p.xTicks.empty()) {
        j["x_ticks"] = Json::array();
        for (const Phrase &t : p.xTicks)
            j["x_ticks"].push_back(words(t));
    }
    for (const ExperimentSeries &s : p.series) {
        Json one{{"name", words(s.name)},
                 {"theory", s.role == ExperimentSeries::Role::Theory},
                 {"x", numbers(s.x)},
                 {"y", numbers(s.y)}};
        if (!s.lower.empty()) {
            one["lower"] = numbers(s.lower);
            one["upper"] = numbers(s.upper);
        }
        j["series"].push_back(std::move(one));
    }
    return j;
}

Json mapJson(const ExperimentMap &m) {
    Json j{{"title", words(m.title)}, {"values", Json::array()}};
    const std::size_t columns = m.values.extent(1);
    for (std::size_t r = 0; r < m.values.extent(0); ++r) {
        Json row = Json::array();
        for (std::size_t c = 0; c < columns; ++c)
            row.push_back(number(static_cast<double>(m.values(r, c))));
        j["values"].push_back(std::move(row));
    }
    return j;
}

const char *nameOf(ExperimentVerdict::Kind kind) {
    return kind == ExperimentVerdict::Kind::Holds         ? "holds"
           : kind == ExperimentVerdict::Kind::DoesNotHold ? "does_not_hold"
                                                          : "undecided";
}

} // namespace

std::string resultAsCsv(const ExperimentResult &result) {
    std::string out;
    for (std::size_t c = 0; c < result.table.columns.size(); ++c)
        out += (c ? "," : "") + quoted(result.table.columns[c].name);
    out += "\r\n";
    for (const auto &row : result.table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            out += (c ? "," : "") + quoted(cellText(row[c], true));
        out += "\r\n";
    }
    return out;
}

std::string resultAsJson(const Experiment &experiment, const ParameterValues &values,
                         std::uint64_t seed, const std::string &engine,
                         const ExperimentResult &result) {
    Json j{{"experiment", experiment.name}, {"question", words(experiment.question)}};
    j["parameters"] = Json::object();
    for (const Parameter &p : values.parameters())
        j["parameters"][p.name] = values.text(p.name);
    j["seed"] = seed;
    j["engine"] = engine;
    j["columns"] = Json::array();
    for (const ExperimentColumn &c : result.table.columns)
        j["columns"].push_back(c.name);
    j["rows"] = Json::array();
    for (const auto &row : result.table.rows) {
        Json cells = Json::array();
        for (const ExperimentCell &c : row) {
            const double *v = std::get_if<double>(&c);
            cells.push_back(v                                   ? number(*v)
                            : std::holds_alternative<Phrase>(c) ? Json(std::get<Phrase>(c).text())
                                                                : Json(nullptr));
        }
        j["rows"].push_back(std::move(cells));
    }
    j["plots"] = Json::array();
    for (const ExperimentPlot &p : result.plots)
        j["plots"].push_back(plotJson(p));
    j["maps"] = Json::array();
    for (const ExperimentMap &m : result.maps)
        j["maps"].push_back(mapJson(m));
    j["verdict"] = {{"kind", nameOf(result.verdict.kind)},
                    {"sentence", words(result.verdict.sentence)}};
    return j.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string resultAsText(const ExperimentResult &result) {
    std::vector<std::vector<std::string>> lines(1);
    for (const ExperimentColumn &c : result.table.columns)
        lines[0].push_back(c.name);
    for (const auto &row : result.table.rows) {
        auto &line = lines.emplace_back();
        for (const ExperimentCell &c : row)
            line.push_back(cellText(c, false));
    }
    std::vector<std::size_t> widths(lines[0].size(), 0);
    for (const auto &line : lines)
        for (std::size_t c = 0; c < line.size(); ++c)
            widths[c] = std::max(widths[c], width(line[c]));
    std::string out;
    for (const auto &line : lines) {
        for (std::size_t c = 0; c < line.size(); ++c)
            out += std::string(widths[c] - width(line[c]), ' ') + line[c] +
                   (c + 1 < line.size() ? "  " : "\n");
    }
    return out;
}

} // namespace attnscope::core
