// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/figure_parts.h"

#include "core/given_weights.h"
#include "ui/stage_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

QString latin(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// −p ln p, 0 for p ≤ 0. Written out, since the library's logarithm is not vectorised and this runs
/// for every weight of every frame: ln p = e·ln 2 + 2·artanh((m − 1)/(m + 1)) for p = m·2^e with m
/// in [√½, √2), where the series to the eleventh power is exact to 1e−11.
inline double minusPLnP(double p) {
    constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdULL; // bits of √½
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(p) - kSqrtHalf;
    const auto exponent = static_cast<std::int32_t>(static_cast<std::int64_t>(bits) >> 52);
    const double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) + kSqrtHalf);
    const double z = (m - 1.0) / (m + 1.0), z2 = z * z;
    const double series =
        1.0 + z2 * (1.0 / 3 +
                    z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 * (1.0 / 9 + z2 * (1.0 / 11 + z2 / 13)))));
    const double ln = exponent * std::numbers::ln2 + 2.0 * z * series;
    return p > 0.0 ? -p * ln : 0.0;
}

bool isWeights(Stage s) { return s == Stage::Weights || s == Stage::WeightsDropped; }

/// Hidden cells are hatched only where they hold nothing: 0 after a softmax, −∞ or the fill before
/// it. A hidden key that still gets a weight has to be seen.
bool hiddenHoldsNothing(const core::Trace &t, Stage stage, std::size_t b, std::size_t h,
                        const core::Tensor &values, std::size_t offset) {
    if (stage == Stage::MaskKeep)
        return true;
    if (!isWeights(stage) && stage != Stage::ScoresMasked)
        return false;
    const core::MaskConfig &mask = t.problem->config.mask;
    const float nothing = stage == Stage::ScoresMasked ? static_cast<float>(mask.fill) : 0.0F;
    if (stage == Stage::ScoresMasked && mask.application != core::MaskApplication::FillScores &&
        !(mask.application == core::MaskApplication::AddToScores && std::isinf(mask.fill)))
        return false;
    const std::size_t L = t.keep.queries(), S = t.keep.keys();
    for (std::size_t i = 0; i < L; ++i) {
        const std::uint8_t *visible = t.keep.row(b, h, i);
        const float *row = values.data() + offset + i * S;
        for (std::size_t j = 0; j < S; ++j)
            // A NaN is no weight either: an empty row under the NaN policy stays visible as NaN
            // through its own mark.
            if (visible[j] == 0 && row[j] != nothing && !std::isnan(row[j]))
                return false;
    }
    return true;
}

} // namespace

QString settingsLine(const core::Session &session, const core::Problem &p) {
    const core::Config &c = p.config;
    QStringList parts;
    if (p.batch() > 1)
        parts << QStringLiteral("B=%1").arg(p.batch());
    parts << QStringLiteral("L=%1").arg(p.queries());
    if (p.cross())
        parts << QStringLiteral("S=%1").arg(p.keys());
    if (core::carriesSizesOnly(p)) {
        parts << QStringLiteral("H=%1").arg(c.heads) << Figures::tr("weights from a file");
        return parts.join(QStringLiteral(" · "));
    }
    parts << QStringLiteral("D=%1").arg(p.dModel()) << QStringLiteral("H=%1").arg(c.heads)
          << QStringLiteral("d_k=%1").arg(c.dK) << QStringLiteral("d_v=%1").arg(c.dV);
    parts << Figures::tr("scale %1")
                 .arg(c.scaling.mode == core::ScalingMode::Custom
                          ? shortNumber(c.scaling.value)
                          : plainText(scalingFormula(c.scaling.mode)));
    QStringList mask;
    if (c.mask.causal)
        mask << Figures::tr("causal");
    if (c.mask.padding)
        mask << Figures::tr("padding");
    if (c.mask.custom)
        mask << Figures::tr("custom");
    parts << (mask.isEmpty()
                  ? Figures::tr("no mask")
                  : Figures::tr("mask %1 (%2)")
                        .arg(mask.join(QLatin1Char('+')), latin(core::toName(c.mask.application))));
    parts << (c.positional.kind == core::PositionalKind::None
                  ? Figures::tr("no PE")
                  : Figures::tr("PE base %1").arg(QString::number(c.positional.base, 'g', 6)));
    if (c.dropout.attention > 0)
        parts << Figures::tr("dropout %1").arg(c.dropout.attention);
    parts << Figures::tr("seed %1").arg(session.seed);
    return parts.join(QStringLiteral(" · "));
}

std::vector<std::pair<QString, QString>> settingsPairs(const core::Session &session,
                                                       const core::Problem &p) {
    const core::Config &c = p.config;
    const auto number = [](double v) { return QString::number(v, 'g', 17); };
    if (core::carriesSizesOnly(p))
        return {{QStringLiteral("heads"), QString::number(c.heads)},
                {QStringLiteral("weights"), QStringLiteral("from a file")}};
    std::vector<std::pair<QString, QString>> pairs = {
        {QStringLiteral("d_model"), QString::number(p.dModel())},
        {QStringLiteral("heads"), QString::number(c.heads)},
        {QStringLiteral("d_k"), QString::number(c.dK)},
        {QStringLiteral("d_v"), QString::number(c.dV)},
        {QStringLiteral("share_kv"), c.shareKv ? QStringLiteral("true") : QStringLiteral("false")},
        {QStringLiteral("scaling.mode"), latin(core::toName(c.scaling.mode))},
        {QStringLiteral("positional.kind"), latin(core::toName(c.positional.kind))},
        {QStringLiteral("positional.base"), number(c.positional.base)},
        {QStringLiteral("mask.causal"),
         c.mask.causal ? QStringLiteral("true") : QStringLiteral("false")},
        {QStringLiteral("mask.padding"),
         c.mask.padding ? QStringLiteral("true") : QStringLiteral("false")},
        {QStringLiteral("mask.custom"),
         c.mask.custom ? QStringLiteral("true") : QStringLiteral("false")},
        {QStringLiteral("mask.application"), latin(core::toName(c.mask.application))},
        {QStringLiteral("mask.fill"),
         std::isinf(c.mask.fill) ? QStringLiteral("-inf") : number(c.mask.fill)},
        {QStringLiteral("mask.empty_row"), latin(core::toName(c.mask.emptyRow))},
        {QStringLiteral("norm.concat"), latin(core::toName(c.normConcat))},
        {QStringLiteral("dropout.attention"), number(c.dropout.attention)},
        {QStringLiteral("init.seed"), QString::number(session.seed)},
    };
    if (c.scaling.mode == core::ScalingMode::Custom)
        pairs.emplace_back(QStringLiteral("scaling.value"), number(c.scaling.value));
    if (!session.text.empty()) {
        QStringList lines;
        for (const std::string &line : session.text)
            lines << QString::fromStdString(line);
        pairs.emplace_back(QStringLiteral("text"), lines.join(QLatin1Char('\n')));
    }
    return pairs;
}

QStringList queryTokens(const core::Session &s, const core::Problem &p, std::size_t b) {
    QStringList out;
    if (b >= s.tokens.size() || s.tokens[b].empty())
        return out; // the numbers of the rows stand beside them anyway
    for (const std::string &t : core::queryLabels(s, p, b))
        out << QString::fromStdString(core::displayToken(t));
    return out;
}

QStringList keyTokens(const core::Session &s, const core::Problem &p, std::size_t b) {
    QStringList out;
    const auto &tokens = p.cross() ? s.memoryTokens : s.tokens;
    if (b >= tokens.size() || tokens[b].empty())
        return out;
    for (const std::string &t : core::keyLabels(s, p, b))
        out << QString::fromStdString(core::displayToken(t));
    return out;
}

int gridColumns(std::size_t n) {
    constexpr double kWidth = 1000, kHeight = 480, kBeside = 95, kAbove = 105;
    int best = 1;
    double bestSide = -1e9;
    for (std::size_t columns = 1; columns <= n; ++columns) {
        const std::size_t rows = (n + columns - 1) / columns;
        const double side = std::min(kWidth / static_cast<double>(columns) - kBeside,
                                     kHeight / static_cast<double>(rows) - kAbove);
        if (side > bestSide + 0.5) {
            bestSide = side;
            best = static_cast<int>(columns);
        }
    }
    return best;
}

std::size_t shownBatch(const ViewSettings &v, const core::Problem &p) {
    return std::min(v.batch, p.batch() - 1);
}

std::size_t shownHead(const ViewSettings &v, const core::Problem &p) {
    if (v.head)
        return std::min(*v.head, p.heads() - 1);
    if (v.locked && v.locked->head < p.heads())
        return v.locked->head;
    return 0;
}

PanelKind panelKind(Stage stage) {
    if (core::isQueryKeyMap(stage))
        return PanelKind::QueryKey;
    switch (stage) {
    case Stage::Q:
    case Stage::K:
    case Stage::V:
    case Stage::Context:
        return PanelKind::HeadWidth;
    case Stage::RowMax:
    case Stage::RowSum:
        return PanelKind::HeadRows;
    case Stage::Scale:
        return PanelKind::Number;
    default:
        return PanelKind::Model;
    }
}

std::vector<PanelMeaning> stagesPanels(const core::Trace &t, const ViewSettings &v) {
    std::vector<PanelMeaning> panels;
    const core::Problem &p = *t.problem;
    const PanelKind kind = panelKind(v.stage);
    if (kind == PanelKind::Number || !t.has(v.stage))
        return panels;
    if (v.unfold && kind == PanelKind::QueryKey) {
        for (Stage stage : {Stage::ScoresRaw, Stage::Scores, Stage::ScoresMasked, Stage::Weights})
            if (t.has(stage))
                panels.push_back({stage, shownHead(v, p)});
        return panels;
    }
    const bool perHead = kind == PanelKind::QueryKey || kind == PanelKind::HeadWidth;
    if (perHead && !v.head)
        for (std::size_t h = 0; h < p.heads(); ++h)
            panels.push_back({v.stage, h});
    else
        panels.push_back({v.stage, perHead ? shownHead(v, p) : 0});
    return panels;
}

bool rowsAreKeys(Stage stage) {
    return stage == Stage::K || stage == Stage::V || stage == Stage::XMemory || stage == Stage::M;
}

MapPanel stagePanel(const core::Trace &t, const core::Session &session, const ViewSettings &v,
                    Stage stage, std::size_t b, std::size_t h) {
    const core::Problem &p = *t.problem;
    MapPanel m;
    const PanelKind kind = panelKind(stage);
    if (stage == Stage::MaskKeep) {
        const core::BoolTensor &bits = t.keep.bits();
        m.values = core::converted<float>(bits);
        m.offset = b * t.keep.batchStride() + h * t.keep.headStride();
    } else {
        m.values = t[stage];
    }
    m.rowLabels = rowsAreKeys(stage) ? keyTokens(session, p, b) : queryTokens(session, p, b);
    m.rowTitle = rowsAreKeys(stage) ? Figures::tr("key j (rows)") : Figures::tr("query i (rows)");
    switch (kind) {
    case PanelKind::QueryKey: {
        m.rows = p.queries();
        m.columns = p.keys();
        if (stage != Stage::MaskKeep)
            m.offset = (b * p.heads() + h) * m.rows * m.columns;
        m.columnTitle = Figures::tr("key j (columns)");
        m.columnLabels = keyTokens(session, p, b);
        if (!t.keep.allVisible() && hiddenHoldsNothing(t, stage, b, h, m.values, m.offset)) {
            m.keep = t.keep.bits();
            m.keepOffset = b * t.keep.batchStride() + h * t.keep.headStride();
        }
        // Raw and scaled scores know nothing of the mask: only later stages have empty rows.
        if (stage != Stage::ScoresRaw && stage != Stage::Scores)
            for (const core::RowRef &r : t.emptyRows)
                if (r.batch == b && r.head == h)
                    m.emptyRows.push_back(r.query);
        m.linkGroup = 0;
        break;
    }
    case PanelKind::HeadWidth:
        m.rows = rowsAreKeys(stage) ? p.keys() : p.queries();
        m.columns = stage == Stage::Q || stage == Stage::K ? p.dK() : p.dV();
        m.offset = (b * p.heads() + h) * m.rows * m.columns;
        m.columnTitle = Figures::tr("column c of the head");
        m.squareCells = false;
        break;
    case PanelKind::HeadRows:
        m.rows = p.heads();
        m.columns = p.queries();
        m.offset = b * m.rows * m.columns;
        m.rowTitle = Figures::tr("head h (rows)");
        m.columnTitle = Figures::tr("query i (columns)");
        m.columnLabels = m.rowLabels;
        m.rowLabels.clear();
        break;
    case PanelKind::Model:
        m.rows = rowsAreKeys(stage) ? p.keys() : p.queries();
        m.columns = m.values.present() ? m.values.shape().back() : 0;
        m.offset = stage == Stage::PE ? 0 : b * m.rows * m.columns;
        if (stage == Stage::Concat || stage == Stage::ConcatNorm)
            m.columnTitle = Figures::tr("column h·d_v + c (heads side by side)");
        else
            m.columnTitle = Figures::tr("column c of the model width");
        m.squareCells = false;
        break;
    case PanelKind::Number:
        break;
    }
    m.mode = v.scaleMode;
    m.colourBar = v.colourBar;
    m.numbers = v.numbers;
    m.colourBarTitle = stageName(stage);
    m.badge = stageBadge(stage, p.config);
    return m;
}

DataRange dataRange(const std::vector<const MapPanel *> &panels) {
    DataRange d;
    for (const MapPanel *m : panels) {
        const float *v = m->values.data() + m->offset;
        const std::uint8_t *keep = m->keep.present() ? m->keep.data() + m->keepOffset : nullptr;
        const std::size_t n = m->rows * m->columns;
        float lo = std::numeric_limits<float>::infinity(), hi = -lo;
        for (std::size_t i = 0; i < n; ++i)
            if ((!keep || keep[i]) && std::isfinite(v[i])) {
                lo = std::min(lo, v[i]);
                hi = std::max(hi, v[i]);
            }
        if (lo > hi)
            continue;
        d.lo = d.any ? std::min(d.lo, static_cast<double>(lo)) : static_cast<double>(lo);
        d.hi = d.any ? std::max(d.hi, static_cast<double>(hi)) : static_cast<double>(hi);
        d.any = true;
    }
    return d;
}

ColourChoice colourChoice(Stage stage, const DataRange &d, const ViewSettings &v) {
    ColourChoice c;
    const bool log = v.scaleMode == ColourScaleMode::Log;
    if (stage == Stage::MaskKeep) {
        c = {ColourMap::Grey, {0.0, 1.0}};
    } else if (isWeights(stage) && d.lo >= 0.0) {
        c.range = {0.0, !d.any ? 1.0 : d.hi >= 0.5 && d.hi <= 1.0 ? 1.0 : d.hi};
    } else if (d.lo < 0.0) {
        const double m = std::max(std::abs(d.lo), std::abs(d.hi));
        c = {ColourMap::BlueRed, {-m, m}};
    } else {
        c.range = {d.lo, d.hi};
    }
    // A logarithm has its own idea of the least value: the smallest positive one, found when drawn.
    if (log && c.range.lo <= 0.0 && d.any)
        c = {ColourMap::Viridis, {0.0, d.hi}};
    if (c.range.hi <= c.range.lo)
        c.range.hi = c.range.lo + (c.range.lo == 0.0 ? 1.0 : std::abs(c.range.lo) * 0.5);
    if (v.rangeMode == RangeMode::Fixed)
        c.range = v.fixedRange;
    if (v.colourMap && stage != Stage::MaskKeep)
        c.map = *v.colourMap;
    return c;
}

std::vector<double> rowEntropies(const MapPanel &m) {
    std::vector<double> out(m.rows);
    std::vector<double> terms(m.columns);
    for (std::size_t r = 0; r < m.rows; ++r) {
        const float *row = m.values.data() + m.offset + r * m.columns;
        for (std::size_t c = 0; c < m.columns; ++c)
            terms[c] = minusPLnP(static_cast<double>(row[c]));
        double h = 0.0, sum = 0.0;
        for (std::size_t c = 0; c < m.columns; ++c) {
            h += terms[c];
            sum += static_cast<double>(row[c]);
        }
        const bool empty =
            std::find(m.emptyRows.begin(), m.emptyRows.end(), r) != m.emptyRows.end();
        out[r] = empty || !std::isfinite(sum) ? std::numeric_limits<double>::quiet_NaN()
                                              : std::max(h, 0.0);
    }
    return out;
}

std::vector<double> columnMeans(const MapPanel &m) {
    std::vector<double> out(m.columns, 0.0);
    std::size_t rows = 0;
    for (std::size_t r = 0; r < m.rows; ++r) {
        if (std::find(m.emptyRows.begin(), m.emptyRows.end(), r) != m.emptyRows.end())
            continue;
        ++rows;
        for (std::size_t c = 0; c < m.columns; ++c)
            out[c] += static_cast<double>(m.value(r, c));
    }
    for (double &x : out)
        x = rows ? x / static_cast<double>(rows) : std::numeric_limits<double>::quiet_NaN();
    return out;
}

std::vector<double> rowSums(const MapPanel &m) {
    std::vector<double> out(m.rows, 0.0);
    for (std::size_t r = 0; r < m.rows; ++r)
        for (std::size_t c = 0; c < m.columns; ++c)
            out[r] += static_cast<double>(m.value(r, c));
    return out;
}

} // namespace attnscope::ui
