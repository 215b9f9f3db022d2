// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/head_text.h"
#include "ui/stage_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"
#include "ui/views/head_analysis.h"
#include "ui/views/heads_figure_private.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attnscope::ui {

using core::HeadFlag;
using core::HeadMeasures;
using Id = MeasureInfo::Id;

namespace {

using Flags = std::vector<std::vector<HeadFlag>>;

QString numberOf(const std::optional<double> &value) {
    return value ? shortNumber(*value) : QStringLiteral("–");
}

std::optional<double> uniformOf(const HeadAnalysis &a, std::size_t h,
                                std::optional<double> HeadMeasures::*field) {
    return h < a.uniform.size() ? a.uniform[h].*field : std::nullopt;
}

/// Each head with the earlier head that it is most like, so that a group of n has n − 1 ties.
std::vector<GlyphPanel::Tie> tiesOf(const HeadAnalysis &a, const ViewSettings &v) {
    std::vector<GlyphPanel::Tie> ties;
    for (std::size_t b = 1; b < a.heads.size(); ++b) {
        std::optional<std::size_t> best;
        for (const auto &[first, second] : core::redundantPairs(a.similarity, v.thresholds))
            if (second == b &&
                (!best || *a.similarity.cosine.at(first, b) > *a.similarity.cosine.at(*best, b)))
                best = first;
        if (best)
            ties.push_back(
                {*best, b,
                 QStringLiteral("cos %1").arg(numberOf(a.similarity.cosine.at(*best, b)))});
    }
    return ties;
}

GlyphPanel glyphPanel(const HeadAnalysis &a, const ViewSettings &v, const Flags &flags, bool dark) {
    GlyphPanel g;
    const std::pair<QString, std::optional<double> HeadMeasures::*> gauges[] = {
        {HeadsFigures::tr("entropy"), &HeadMeasures::entropyNormalised},
        {HeadsFigures::tr("largest"), &HeadMeasures::maxWeight},
        {HeadsFigures::tr("diagonal"), &HeadMeasures::diagonal},
        {HeadsFigures::tr("first key"), &HeadMeasures::firstToken},
        {HeadsFigures::tr("output"), &HeadMeasures::outputShare}};
    for (const auto &[name, field] : gauges)
        g.gaugeNames << name;
    for (std::size_t h = 0; h < a.heads.size(); ++h) {
        GlyphPanel::Glyph glyph;
        glyph.name = HeadsFigures::tr("head %1").arg(h);
        glyph.colour = headColour(h, dark);
        for (const auto &[name, field] : gauges) {
            GlyphPanel::Gauge gauge{a.heads[h].*field, uniformOf(a, h, field)};
            if (field == &HeadMeasures::outputShare && gauge.value)
                gauge.reference = 1.0 / static_cast<double>(a.heads.size());
            glyph.gauges.push_back(gauge);
        }
        QStringList notes;
        for (const HeadFlag f : flags[h]) {
            notes << flagTitle(f);
            glyph.crossed |= f == HeadFlag::Dead;
        }
        glyph.note = notes.join(QStringLiteral(" · "));
        g.glyphs.push_back(std::move(glyph));
    }
    g.ties = tiesOf(a, v);
    g.title = HeadsFigures::tr("What each head does");
    g.subtitle = HeadsFigures::tr("entropy over ln(visible keys), largest weight, weight on the "
                                  "diagonal and on the first key, share of the output · tick: "
                                  "uniform attention, or an equal share");
    return g;
}

TablePanel flagPanel(const HeadAnalysis &a, const ViewSettings &v, const Flags &flags, bool dark) {
    TablePanel t;
    t.title = HeadsFigures::tr("Flags");
    const auto mean = core::meanEntropyNormalised(a.heads);
    t.subtitle = !mean
                     ? HeadsFigures::tr("no head has a normalised entropy")
                     : HeadsFigures::tr("mean normalised entropy %1: %2 than %3")
                           .arg(shortNumber(*mean),
                                *mean > v.thresholds.healthyMean ? HeadsFigures::tr("healthy, more")
                                                                 : HeadsFigures::tr("not more"),
                                shortNumber(v.thresholds.healthyMean));
    if (a.heads.size() > 1)
        t.subtitle += HeadsFigures::tr(" · %1 of %2 pairs are distinct")
                          .arg(core::distinctPairs(a.similarity, v.thresholds).size())
                          .arg(a.heads.size() * (a.heads.size() - 1) / 2);
    std::size_t empty = 0;
    for (const HeadMeasures &m : a.heads)
        empty += m.emptyRows;
    if (empty)
        t.subtitle += HeadsFigures::tr(" · %n row(s) without a visible key left out", nullptr,
                                       static_cast<int>(empty));
    t.columns = {{HeadsFigures::tr("head"), true},
                 {HeadsFigures::tr("flag"), true},
                 {HeadsFigures::tr("why"), true}};
    for (std::size_t h = 0; h < flags.size(); ++h)
        for (const HeadFlag f : flags[h])
            t.rows.push_back({{{QString::number(h), {}},
                               {flagTitle(f), {}, f == HeadFlag::Dead || f == HeadFlag::Silent},
                               {flagReason(f, h, a.heads, a.similarity, v.thresholds), {}}},
                              headColour(h, dark)});
    if (t.rows.empty())
        t.rows.push_back({{{QStringLiteral("–"), {}},
                           {QString(), {}},
                           {HeadsFigures::tr("No head has a flag at these thresholds."), {}}},
                          {}});
    return t;
}

TablePanel measuresPanel(const HeadAnalysis &a, const ViewSettings &v, bool dark) {
    TablePanel t;
    t.title = HeadsFigures::tr("Measures");
    t.columns.push_back({HeadsFigures::tr("head"), true});
    for (const MeasureInfo &m : measureTable())
        t.columns.push_back({measureTitle(m.id, v.bits), false});
    QStringList reasons;
    for (std::size_t h = 0; h < a.heads.size(); ++h) {
        TablePanel::Row row;
        row.chip = headColour(h, dark);
        row.cells.push_back({QString::number(h), {}});
        for (const MeasureInfo &m : measureTable()) {
            const auto &value = a.heads[h].*m.field;
            TablePanel::Cell cell;
            cell.text =
                value ? shortNumber(measureShown(m.id, *value, v.bits)) : QStringLiteral("–");
            auto uniform = uniformOf(a, h, m.field);
            if (m.id == Id::RowSumError)
                uniform.reset();
            if (uniform)
                cell.muted = shortNumber(measureShown(m.id, *uniform, v.bits));
            if (!value) {
                const QString reason =
                    HeadsFigures::tr("– %1: %2")
                        .arg(measureTitle(m.id, v.bits), missingReason(m.id, a.heads[h]));
                if (!reasons.contains(reason))
                    reasons << reason;
            }
            row.cells.push_back(std::move(cell));
        }
        t.rows.push_back(std::move(row));
    }
    t.subtitle = HeadsFigures::tr("mean over rows with a visible key · grey: uniform attention "
                                  "with the same mask");
    if (!reasons.isEmpty())
        t.subtitle += QStringLiteral(" · ") + reasons.join(QStringLiteral(", "));
    return t;
}

TablePanel meaningPanel(const ViewSettings &v) {
    TablePanel t;
    t.columns = {{HeadsFigures::tr("measure"), true}, {HeadsFigures::tr("what it says"), true}};
    for (const MeasureInfo &m : measureTable())
        t.rows.push_back({{{measureTitle(m.id, v.bits), {}}, {measureMeaning(m.id), {}}}, {}});
    return t;
}

/// Numbers of every pair as a map; what does not exist is NaN there.
MapPanel pairPanel(const core::PairMatrix &pairs, const ViewSettings &v, const QString &title,
                   const QString &what) {
    MapPanel m;
    const std::size_t H = pairs.heads;
    auto values = core::Tensor::uninitialised({H, H});
    std::size_t missing = 0;
    for (std::size_t i = 0; i < H * H; ++i) {
        const auto &value = pairs.values[i];
        missing += value ? 0 : 1;
        values.mutableData()[i] =
            value ? static_cast<float>(*value) : std::numeric_limits<float>::quiet_NaN();
    }
    m.values = values;
    m.rows = m.columns = H;
    m.title = title;
    m.subtitle = what;
    if (missing)
        m.subtitle += HeadsFigures::tr(" · %n undefined", nullptr, static_cast<int>(missing));
    m.rowTitle = HeadsFigures::tr("head a (rows)");
    m.columnTitle = HeadsFigures::tr("head b (columns)");
    m.map = v.colourMap.value_or(ColourMap::Viridis);
    m.mode = ColourScaleMode::Linear;
    m.numbers = v.numbers;
    m.colourBar = v.colourBar;
    m.colourBarTitle = title;
    m.linkGroup = 1;
    return m;
}

void addSimilarity(Figure &f, const HeadAnalysis &a, const ViewSettings &v) {
    if (a.heads.size() < 2) {
        f.emptyReason = HeadsFigures::tr("One head has no other to be compared with.");
        return;
    }
    const core::HeadSimilarity &s = a.similarity;
    MapPanel kl = pairPanel(s.kl, v, QStringLiteral("KL(a‖b)"),
                            HeadsFigures::tr("nats, not symmetric: 0 where they are the same"));
    const DataRange d = dataRange({&kl});
    kl.range = {0.0, d.any && d.hi > 0.0 ? d.hi : 1.0};
    MapPanel js = pairPanel(s.js, v, QStringLiteral("JS(a, b)"),
                            HeadsFigures::tr("nats, at most ln 2 = 0.693"));
    js.range = {0.0, std::numbers::ln2};
    MapPanel cosine = pairPanel(s.cosine, v, HeadsFigures::tr("Cosine"),
                                HeadsFigures::tr("never negative; unrelated heads score high"));
    cosine.range = {0.0, 1.0};
    MapPanel centred = pairPanel(s.cosineCentred, v, HeadsFigures::tr("Centred cosine"),
                                 HeadsFigures::tr("after uniform attention is taken away"));
    centred.range = {-1.0, 1.0};
    centred.map = ColourMap::BlueRed;
    f.panels.push_back({std::move(kl), 0, 0});
    f.panels.push_back({std::move(js), 0, 1});
    f.panels.push_back({std::move(cosine), 1, 0});
    f.panels.push_back({std::move(centred), 1, 1});
    f.reflow = true;
}

void addPositionBias(Figure &f, const HeadAnalysis &a, const ViewSettings &v) {
    const core::Problem &p = *a.trace->problem;
    const std::size_t H = a.heads.size(), S = p.keys();
    MapPanel m;
    auto values = core::Tensor::uninitialised({H, S});
    auto keep = core::BoolTensor::uninitialised({H, S});
    bool nan = false;
    for (std::size_t h = 0; h < H; ++h)
        for (std::size_t j = 0; j < S; ++j) {
            const auto &bias = a.heads[h].positionBias[j];
            const bool broken = a.heads[h].notFiniteRows > 0;
            nan |= broken;
            keep.mutableData()[h * S + j] = bias || broken ? 1 : 0;
            values.mutableData()[h * S + j] = bias     ? static_cast<float>(*bias)
                                              : broken ? std::numeric_limits<float>::quiet_NaN()
                                                       : 0.0F;
        }
    m.values = values;
    m.keep = keep;
    m.rows = H;
    m.columns = S;
    m.title = HeadsFigures::tr("Mean weight of each key");
    m.subtitle = HeadsFigures::tr("over the queries that may see it and all sequences");
    if (nan)
        m.subtitle += HeadsFigures::tr(" · NaN: a weight of that head is not finite");
    m.rowTitle = HeadsFigures::tr("head h (rows)");
    m.columnTitle = HeadsFigures::tr("key j (columns)");
    m.columnLabels = keyTokens(*a.session, p, shownBatch(v, p));
    m.map = v.colourMap.value_or(ColourMap::Viridis);
    const DataRange d = dataRange({&m});
    m.range = {0.0, d.any && d.hi >= 0.5 ? 1.0 : d.any && d.hi > 0.0 ? d.hi : 1.0};
    m.numbers = v.numbers;
    m.colourBar = v.colourBar;
    m.colourBarTitle = HeadsFigures::tr("mean p");
    m.squareCells = false;
    if (v.locked && v.locked->head < H && v.locked->key < S)
        f.locked.push_back({0, v.locked->head, v.locked->key});
    f.panels.push_back({std::move(m), 0, 0});

    CurvePanel c;
    Series bars, uniform;
    bars.style = Series::Style::Bars;
    uniform.style = Series::Style::Points;
    uniform.colour = f.palette.text;
    for (std::size_t h = 0; h < H; ++h) {
        const double at = static_cast<double>(h);
        bars.x.push_back(at);
        bars.y.push_back(a.heads[h].largestBias().value_or(kNone));
        bars.colours.push_back(headColour(h, f.palette.dark));
        uniform.x.push_back(at);
        uniform.y.push_back(a.uniform[h].largestBias().value_or(kNone));
        c.xTickLabels.push_back(QString::number(h));
    }
    c.title = HeadsFigures::tr("Largest of each head");
    c.subtitle =
        HeadsFigures::tr("dots: uniform attention · line: leak above %1, watched above %2")
            .arg(shortNumber(v.thresholds.positionLeak), shortNumber(v.thresholds.positionWatch));
    c.xTitle = HeadsFigures::tr("head h");
    c.yTitle = HeadsFigures::tr("mean p");
    c.yRange = ColourRange{0.0, 1.0};
    c.horizontalMarker = v.thresholds.positionLeak;
    c.legend = false;
    c.series = {std::move(bars), std::move(uniform)};
    f.panels.push_back({std::move(c), 1, 0});
}

double cardsHeight(std::size_t heads) {
    constexpr std::size_t kInRow = 4;
    return 60.0 + 124.0 * static_cast<double>((heads + kInRow - 1) / kInRow);
}
double flagsHeight(std::size_t flags) { return 70.0 + 18.0 * static_cast<double>(flags); }

QString partMissing(const HeadAnalysis &a, const ViewSettings &v) {
    if (!a.failure.isEmpty())
        return a.failure;
    if (!a.trace->has(core::Stage::Weights))
        return HeadsFigures::tr("There are no weights to measure.");
    const std::size_t b = shownBatch(v, *a.trace->problem);
    return a.complete(v.headsPart, b) ? QString()
                                      : HeadsFigures::tr("The heads are being measured.");
}

} // namespace

int headsLeastHeight(const HeadAnalysis &a, const ViewSettings &v) {
    constexpr double kLeast = 400.0, kMost = 6000.0, kLine = 18.0;
    const std::size_t n = a.heads.size();
    double height = kLeast;
    if (v.headsPart == HeadsPart::Measures || v.headsPart == HeadsPart::Ablation)
        height = 300.0 + kLine * static_cast<double>(n);
    if (v.headsPart == HeadsPart::Overview) {
        std::size_t flags = 0;
        for (const auto &of : core::allFlags(a.heads, a.similarity, v.thresholds))
            flags += of.size();
        height = 60.0 + cardsHeight(n) + flagsHeight(std::max<std::size_t>(flags, 1));
    }
    return static_cast<int>(std::clamp(height, kLeast, kMost));
}

Figure headsFigure(const HeadAnalysis &a, const ViewSettings &v, const Palette &palette) {
    const core::Problem &p = *a.trace->problem;
    Figure f;
    f.palette = palette;
    f.caption = settingsLine(*a.session, p);
    f.metadata = settingsPairs(*a.session, p);
    f.title = HeadsFigures::tr("Heads · %1").arg(headsPartTitle(v.headsPart));
    f.emptyReason = partMissing(a, v);
    if (!f.emptyReason.isEmpty())
        return f;
    const Flags flags = core::allFlags(a.heads, a.similarity, v.thresholds);
    switch (v.headsPart) {
    case HeadsPart::Overview: {
        f.panels.push_back({glyphPanel(a, v, flags, palette.dark), 0, 0});
        TablePanel flagged = flagPanel(a, v, flags, palette.dark);
        f.panels.front().heightStretch =
            cardsHeight(a.heads.size()) / flagsHeight(flagged.rows.size());
        Panel list{std::move(flagged), 1, 0};
        f.panels.push_back(std::move(list));
        break;
    }
    case HeadsPart::Measures: {
        const auto rows = static_cast<double>(a.heads.size());
        f.panels.push_back({measuresPanel(a, v, palette.dark), 0, 0});
        f.panels.front().heightStretch = std::max(0.5, (rows + 4.0) / 14.0);
        f.panels.push_back({meaningPanel(v), 1, 0});
        break;
    }
    case HeadsPart::Similarity:
        addSimilarity(f, a, v);
        break;
    case HeadsPart::PositionBias:
        addPositionBias(f, a, v);
        break;
    case HeadsPart::Distances:
        addDistances(f, a);
        break;
    case HeadsPart::SingularValues:
        addSpectra(f, a);
        break;
    case HeadsPart::Components:
        addComponents(f, a, v);
        break;
    case HeadsPart::Ablation:
        addAblation(f, a);
        break;
    }
    return f;
}

} // namespace attnscope::ui
