// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_settings.h"

#include "ui/gradient_text.h"
#include "ui/matrix_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace attnscope::ui {

namespace {

template <class E, std::size_t N> using Names = std::array<std::pair<E, const char *>, N>;

constexpr Names<ColourMap, 5> kColourMaps = {{{ColourMap::Viridis, "viridis"},
                                              {ColourMap::Cividis, "cividis"},
                                              {ColourMap::Grey, "grey"},
                                              {ColourMap::BlueRed, "blue_red"},
                                              {ColourMap::PurpleGreen, "purple_green"}}};
constexpr Names<ColourScaleMode, 3> kScaleModes = {{{ColourScaleMode::Linear, "linear"},
                                                    {ColourScaleMode::Log, "log"},
                                                    {ColourScaleMode::PerRow, "per_row"}}};
constexpr Names<RangeMode, 3> kRangeModes = {
    {{RangeMode::Shared, "shared"}, {RangeMode::PerHead, "per_head"}, {RangeMode::Fixed, "fixed"}}};
constexpr Names<ThemeChoice, 3> kThemes = {
    {{ThemeChoice::System, "system"}, {ThemeChoice::Light, "light"}, {ThemeChoice::Dark, "dark"}}};

constexpr Names<core::GradientFault, core::kGradientFaults> kFaults = {
    {{core::GradientFault::None, "none"},
     {core::GradientFault::Detached, "detached"},
     {core::GradientFault::Saturated, "saturated"},
     {core::GradientFault::HalfPrecision, "half_precision"}}};

constexpr Names<HeadsPart, kHeadsParts> kHeadsPartNames = {
    {{HeadsPart::Overview, "overview"},
     {HeadsPart::Measures, "measures"},
     {HeadsPart::Similarity, "similarity"},
     {HeadsPart::PositionBias, "position_bias"},
     {HeadsPart::Distances, "distances"},
     {HeadsPart::SingularValues, "singular_values"},
     {HeadsPart::Components, "pca"},
     {HeadsPart::Ablation, "ablation"}}};

/// The thresholds by name: what is saved, in the order of core.
constexpr std::pair<double core::HeadThresholds::*, const char *> kThresholds[] = {
    {&core::HeadThresholds::focused, "focused"},
    {&core::HeadThresholds::uniform, "uniform"},
    {&core::HeadThresholds::healthyMean, "healthy_mean"},
    {&core::HeadThresholds::diagonal, "diagonal"},
    {&core::HeadThresholds::positionLeak, "position_leak"},
    {&core::HeadThresholds::positionWatch, "position_watch"},
    {&core::HeadThresholds::redundantCosine, "redundant_cosine"},
    {&core::HeadThresholds::distinctKl, "distinct_kl"},
    {&core::HeadThresholds::clumping, "clumping"},
    {&core::HeadThresholds::deadShare, "dead_share"},
    {&core::HeadThresholds::silentGradient, "silent_gradient"}};

template <class E, std::size_t N> QString nameOf(const Names<E, N> &names, E value) {
    for (const auto &[e, name] : names)
        if (e == value)
            return QString::fromLatin1(name);
    return {};
}

template <class E, std::size_t N>
std::optional<E> fromNameIn(const Names<E, N> &names, const QString &text) {
    for (const auto &[e, name] : names)
        if (text == QLatin1String(name))
            return e;
    return std::nullopt;
}

QString textOf(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QJsonObject toJson(const LockedCell &c) {
    return {{QStringLiteral("batch"), qint64(c.batch)},
            {QStringLiteral("head"), qint64(c.head)},
            {QStringLiteral("query"), qint64(c.query)},
            {QStringLiteral("key"), qint64(c.key)}};
}

std::optional<std::size_t> index(const QJsonValue &v) {
    if (!v.isDouble() || v.toDouble() < 0 || v.toDouble() > 1e9)
        return std::nullopt;
    return static_cast<std::size_t>(v.toDouble());
}

std::optional<LockedCell> lockedFrom(const QJsonValue &v) {
    const QJsonObject o = v.toObject();
    const auto b = index(o[QLatin1String("batch")]), h = index(o[QLatin1String("head")]),
               i = index(o[QLatin1String("query")]), j = index(o[QLatin1String("key")]);
    if (!b || !h || !i || !j)
        return std::nullopt;
    return LockedCell{*b, *h, *i, *j};
}

/// `to` is a bool or an optional one.
template <class T> void readBool(const QJsonObject &o, const char *key, T &to) {
    const QJsonValue v = o[QLatin1String(key)];
    if (v.isBool())
        to = v.toBool();
}

void readInt(const QJsonObject &o, const char *key, int lo, int hi, int &to) {
    const QJsonValue v = o[QLatin1String(key)];
    if (v.isDouble() && v.toDouble() >= lo && v.toDouble() <= hi)
        to = static_cast<int>(v.toDouble());
}

void readGradient(const QJsonObject &o, const char *key, core::Gradient &to) {
    if (const auto g = core::gradientByName(o[QLatin1String(key)].toString().toStdString()))
        to = *g;
}

void readFactor(const QJsonObject &o, const char *key, double &to) {
    constexpr double kLeast = 1e-30, kMost = 1e30;
    const QJsonValue v = o[QLatin1String(key)];
    if (v.isDouble() && v.toDouble() >= kLeast && v.toDouble() <= kMost)
        to = v.toDouble();
}

void readScaling(const QJsonValue &from, core::Scaling &to) {
    const QJsonObject o = from.toObject();
    const std::string mode = o[QLatin1String("mode")].toString().toStdString();
    if (const auto known = core::fromName<core::ScalingMode>(mode))
        to.mode = *known;
    if (const QJsonValue v = o[QLatin1String("value")]; v.isDouble())
        to.value = v.toDouble();
}

} // namespace

QString colourMapName(ColourMap map) { return nameOf(kColourMaps, map); }
std::optional<ColourMap> colourMapFromName(const QString &name) {
    return fromNameIn(kColourMaps, name);
}
std::optional<HeadsPart> headsPartFromName(const QString &name) {
    return fromNameIn(kHeadsPartNames, name);
}
QString scaleModeName(ColourScaleMode mode) { return nameOf(kScaleModes, mode); }
std::optional<ColourScaleMode> scaleModeFromName(const QString &name) {
    return fromNameIn(kScaleModes, name);
}

ViewSettings withPictureOf(const ViewSettings &from, const ViewSettings &navigation) {
    // Names every field: a new one does not compile until it is decided here which kind it is
    // (and is added below, and to the test that saves and loads every one of them).
    const auto &[tab, stage, head, batch, colourMap, scaleMode, rangeMode, fixedRange, unfold,
                 margins, numbers, colourBar, locked, alsoLocked, lockedColumn, positionDimension,
                 positionLength, matrix, gradient, lockedEntry, fault, headsPart, thresholds, bits,
                 thresholdsShown, bug, explainLargestFirst, walkWholeHead, walkMilliseconds,
                 saturation, theme, controlsDock, historyDock, explainDock, checklistDock] =
        navigation;
    ViewSettings v = from;
    v.tab = tab;
    v.stage = stage;
    v.head = head;
    v.batch = batch;
    v.locked = locked;
    v.alsoLocked = alsoLocked;
    v.lockedColumn = lockedColumn;
    v.matrix = matrix;
    v.gradient = gradient;
    v.lockedEntry = lockedEntry;
    v.headsPart = headsPart;
    v.thresholdsShown = thresholdsShown;
    v.theme = theme;
    v.controlsDock = controlsDock;
    v.historyDock = historyDock;
    v.explainDock = explainDock;
    v.walkWholeHead = walkWholeHead;
    v.walkMilliseconds = walkMilliseconds;
    v.checklistDock = checklistDock;
    v.bug = bug;
    return v;
}

bool samePicture(const ViewSettings &a, const ViewSettings &b) { return withPictureOf(a, b) == b; }

QString toJsonText(const ViewSettings &s) {
    QJsonObject o;
    o[QLatin1String("tab")] = s.tab;
    o[QLatin1String("stage")] = textOf(core::stageInfo(s.stage).name);
    if (s.head)
        o[QLatin1String("head")] = qint64(*s.head);
    o[QLatin1String("batch")] = qint64(s.batch);
    if (s.colourMap)
        o[QLatin1String("colour_map")] = colourMapName(*s.colourMap);
    o[QLatin1String("scale_mode")] = scaleModeName(s.scaleMode);
    o[QLatin1String("range_mode")] = nameOf(kRangeModes, s.rangeMode);
    o[QLatin1String("fixed_range")] = QJsonArray{s.fixedRange.lo, s.fixedRange.hi};
    o[QLatin1String("unfold")] = s.unfold;
    o[QLatin1String("margins")] = s.margins;
    o[QLatin1String("numbers")] = s.numbers;
    o[QLatin1String("colour_bar")] = s.colourBar;
    if (s.locked)
        o[QLatin1String("locked")] = toJson(*s.locked);
    if (!s.alsoLocked.empty()) {
        QJsonArray more;
        for (const LockedCell &c : s.alsoLocked)
            more.append(toJson(c));
        o[QLatin1String("also_locked")] = more;
    }
    if (s.lockedColumn)
        o[QLatin1String("locked_column")] = qint64(*s.lockedColumn);
    o[QLatin1String("position_dimension")] = s.positionDimension;
    o[QLatin1String("position_length")] = s.positionLength;
    o[QLatin1String("matrix")] = s.matrix;
    o[QLatin1String("gradient")] = gradientName(s.gradient);
    if (s.lockedEntry)
        o[QLatin1String("locked_entry")] =
            QJsonArray{qint64(s.lockedEntry->row), qint64(s.lockedEntry->column)};
    o[QLatin1String("fault")] =
        QJsonObject{{QStringLiteral("kind"), nameOf(kFaults, s.fault.kind)},
                    {QStringLiteral("stop_at"), gradientName(s.fault.stopAt)},
                    {QStringLiteral("score_factor"), s.fault.scoreFactor},
                    {QStringLiteral("loss_factor"), s.fault.lossFactor}};
    o[QLatin1String("heads")] = [&s] {
        QJsonObject heads{{QStringLiteral("part"), nameOf(kHeadsPartNames, s.headsPart)},
                          {QStringLiteral("bits"), s.bits},
                          {QStringLiteral("thresholds_shown"), s.thresholdsShown}};
        QJsonObject limits;
        for (const auto &[field, key] : kThresholds)
            limits[QLatin1String(key)] = s.thresholds.*field;
        heads[QLatin1String("thresholds")] = limits;
        return heads;
    }();
    o[QLatin1String("explain_largest_first")] = s.explainLargestFirst;
    o[QLatin1String("walk_whole_head")] = s.walkWholeHead;
    o[QLatin1String("walk_milliseconds")] = s.walkMilliseconds;
    o[QLatin1String("bug")] = QString::fromUtf8(core::toName(s.bug).data());
    QJsonArray scalings;
    for (const core::Scaling &scaling : s.saturation)
        scalings.append(QJsonObject{{QStringLiteral("mode"), textOf(core::toName(scaling.mode))},
                                    {QStringLiteral("value"), scaling.value}});
    o[QLatin1String("saturation")] = scalings;
    o[QLatin1String("theme")] = nameOf(kThemes, s.theme);
    QJsonObject docks;
    if (s.controlsDock)
        docks[QLatin1String("controls")] = *s.controlsDock;
    if (s.historyDock)
        docks[QLatin1String("history")] = *s.historyDock;
    if (s.explainDock)
        docks[QLatin1String("explain")] = *s.explainDock;
    if (s.checklistDock)
        docks[QLatin1String("checklist")] = *s.checklistDock;
    if (!docks.isEmpty())
        o[QLatin1String("docks")] = docks;
    return QString::fromUtf8(QJsonDocument(o).toJson(QJsonDocument::Compact));
}

ViewSettings viewSettingsFromJson(const QString &text) {
    ViewSettings s;
    const QJsonObject o = QJsonDocument::fromJson(text.toUtf8()).object();
    const QString tab = o[QLatin1String("tab")].toString();
    if (tab == QLatin1String("stages") || tab == QLatin1String("saturation") ||
        tab == QLatin1String("masks") || tab == QLatin1String("positions") ||
        tab == QLatin1String("gradients") || tab == QLatin1String("heads") ||
        tab == QLatin1String("matrices"))
        s.tab = tab;
    if (const auto stage = core::stageByName(o[QLatin1String("stage")].toString().toStdString()))
        s.stage = *stage;
    s.head = index(o[QLatin1String("head")]);
    s.batch = index(o[QLatin1String("batch")]).value_or(0);
    s.colourMap = colourMapFromName(o[QLatin1String("colour_map")].toString());
    s.scaleMode = scaleModeFromName(o[QLatin1String("scale_mode")].toString())
                      .value_or(ColourScaleMode::Linear);
    s.rangeMode = fromNameIn(kRangeModes, o[QLatin1String("range_mode")].toString())
                      .value_or(RangeMode::Shared);
    const QJsonArray range = o[QLatin1String("fixed_range")].toArray();
    if (range.size() == 2 && range[0].isDouble() && range[1].isDouble() &&
        range[0].toDouble() < range[1].toDouble())
        s.fixedRange = {range[0].toDouble(), range[1].toDouble()};
    readBool(o, "unfold", s.unfold);
    readBool(o, "margins", s.margins);
    readBool(o, "numbers", s.numbers);
    readBool(o, "colour_bar", s.colourBar);
    s.locked = lockedFrom(o[QLatin1String("locked")]);
    for (const QJsonValue &v : o[QLatin1String("also_locked")].toArray())
        if (const auto cell = lockedFrom(v))
            s.alsoLocked.push_back(*cell);
    s.lockedColumn = index(o[QLatin1String("locked_column")]);
    readInt(o, "position_dimension", 0, 1 << 20, s.positionDimension);
    readInt(o, "position_length", 1, 4096, s.positionLength);
    if (const QString name = o[QLatin1String("matrix")].toString(); matrixByName(name))
        s.matrix = name;
    readGradient(o, "gradient", s.gradient);
    const QJsonArray entry = o[QLatin1String("locked_entry")].toArray();
    if (const auto row = index(entry.at(0)), column = index(entry.at(1)); row && column)
        s.lockedEntry = LockedEntry{*row, *column};
    const QJsonObject fault = o[QLatin1String("fault")].toObject();
    s.fault.kind = fromNameIn(kFaults, fault[QLatin1String("kind")].toString())
                       .value_or(core::GradientFault::None);
    readGradient(fault, "stop_at", s.fault.stopAt);
    readFactor(fault, "score_factor", s.fault.scoreFactor);
    readFactor(fault, "loss_factor", s.fault.lossFactor);
    const QJsonObject heads = o[QLatin1String("heads")].toObject();
    s.headsPart = fromNameIn(kHeadsPartNames, heads[QLatin1String("part")].toString())
                      .value_or(HeadsPart::Overview);
    readBool(heads, "bits", s.bits);
    readBool(heads, "thresholds_shown", s.thresholdsShown);
    const QJsonObject limits = heads[QLatin1String("thresholds")].toObject();
    for (const auto &[field, name] : kThresholds) {
        const QJsonValue v = limits[QLatin1String(name)];
        if (v.isDouble() && v.toDouble() >= 0.0 && v.toDouble() <= 1e3)
            s.thresholds.*field = v.toDouble();
    }
    readBool(o, "explain_largest_first", s.explainLargestFirst);
    readBool(o, "walk_whole_head", s.walkWholeHead);
    readInt(o, "walk_milliseconds", 50, 10000, s.walkMilliseconds);
    for (std::size_t i = 0; i < core::kAttentionFaultCount; ++i)
        if (const auto bug = static_cast<core::AttentionFault>(i);
            o[QLatin1String("bug")].toString() == QLatin1String(core::toName(bug).data()))
            s.bug = bug;
    const QJsonArray scalings = o[QLatin1String("saturation")].toArray();
    for (std::size_t i = 0; i < s.saturation.size(); ++i)
        readScaling(scalings.at(static_cast<qsizetype>(i)), s.saturation[i]);
    s.theme =
        fromNameIn(kThemes, o[QLatin1String("theme")].toString()).value_or(ThemeChoice::System);
    const QJsonObject docks = o[QLatin1String("docks")].toObject();
    readBool(docks, "controls", s.controlsDock);
    readBool(docks, "history", s.historyDock);
    readBool(docks, "explain", s.explainDock);
    readBool(docks, "checklist", s.checklistDock);
    return s;
}

} // namespace attnscope::ui
