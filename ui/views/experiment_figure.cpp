// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/experiment_figure.h"

#include "ui/views/figure_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

namespace {

QStringList shownLabels(const std::vector<std::string> &labels, std::size_t n) {
    QStringList all;
    for (std::size_t i = 0; i < n; ++i)
        all << (i < labels.size() ? QString::fromStdString(labels[i]) : QString());
    return all;
}

Series shown(const core::ExperimentSeries &s, bool categories) {
    using Role = core::ExperimentSeries::Role;
    Series out;
    out.name = experimentText(s.name);
    out.x = s.x;
    out.y = s.y;
    out.lower = s.lower;
    out.upper = s.upper;
    out.style = s.role == Role::Theory ? Series::Style::Dashed
                : s.role == Role::Bars ? Series::Style::Bars
                : categories           ? Series::Style::Points
                : s.x.size() > 64      ? Series::Style::Line
                                       : Series::Style::LinePoints;
    return out;
}

CurvePanel curves(const core::ExperimentPlot &p) {
    CurvePanel c;
    c.title = experimentText(p.title);
    c.xTitle = experimentText(p.xTitle);
    c.yTitle = experimentText(p.yTitle);
    c.logX = p.logX;
    c.logY = p.logY;
    for (const core::Phrase &t : p.xTicks)
        c.xTickLabels.push_back(experimentText(t));
    for (const core::ExperimentSeries &s : p.series)
        c.series.push_back(shown(s, !p.xTicks.empty()));
    c.legend = c.series.size() > 1;
    return c;
}

MapPanel mapOf(const core::ExperimentMap &m) {
    MapPanel p;
    p.title = experimentText(m.title);
    p.rowTitle = experimentText(m.rowTitle);
    p.columnTitle = experimentText(m.columnTitle);
    p.values = m.values;
    p.keep = m.keep;
    p.rows = m.values.extent(0);
    p.columns = m.values.extent(1);
    if (!m.rowLabels.empty())
        p.rowLabels = shownLabels(m.rowLabels, p.rows);
    if (!m.columnLabels.empty())
        p.columnLabels = shownLabels(m.columnLabels, p.columns);
    const DataRange d = dataRange({&p});
    const ColourChoice c =
        colourChoice(m.diverging ? core::Stage::Scores : core::Stage::Weights, d, ViewSettings());
    p.map = c.map;
    p.range = c.range;
    p.squareCells = p.rows * 4 >= p.columns && p.columns * 4 >= p.rows;
    return p;
}

} // namespace

QString experimentText(const core::Phrase &phrase) {
    // Patterns are the source texts of the context "Experiments".
    QString text = QCoreApplication::translate("Experiments", phrase.pattern.c_str());
    core::Phrase filled(text.toStdString(), {});
    for (const std::string &v : phrase.values) // a value may be a name that has a translation
        filled.values.push_back(
            QCoreApplication::translate("Experiments", v.c_str()).toStdString());
    return QString::fromStdString(filled.text());
}

Figure experimentFigure(const core::Experiment &experiment, const core::ParameterValues &values,
                        std::uint64_t seed, const core::ExperimentResult &result,
                        const Palette &palette) {
    Figure f;
    f.title = experimentText(experiment.title);
    f.caption = experimentText(result.verdict.sentence);
    f.palette = palette;
    f.reflow = true;
    const std::size_t panels = result.plots.size() + result.maps.size();
    const auto columns = static_cast<std::size_t>(std::max(1, gridColumns(panels)));
    for (std::size_t i = 0; i < panels; ++i) {
        Panel p;
        if (i < result.plots.size())
            p.content = curves(result.plots[i]);
        else
            p.content = mapOf(result.maps[i - result.plots.size()]);
        p.row = static_cast<int>(i / columns);
        p.column = static_cast<int>(i % columns);
        f.panels.push_back(std::move(p));
    }
    f.metadata = {
        {QStringLiteral("Experiment"), QString::fromStdString(experiment.name)},
        {QStringLiteral("Parameters"), QString::fromStdString(values.summary())},
        {QStringLiteral("Seed"), QString::number(seed)},
        {QStringLiteral("Verdict"), QString::fromStdString(result.verdict.sentence.text())},
    };
    return f;
}

} // namespace attnscope::ui
