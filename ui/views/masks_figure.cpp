// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage_text.h"
#include "ui/view_settings.h"
#include "ui/views/figure_parts.h"

#include "core/attention.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnscope::ui {

using core::Stage;

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

/// Scores and mask of one head as a pass of their own, so that a variant of one head does not cost
/// all of them.
struct OneHead {
    core::Tensor scores; ///< [1,1,L,S]
    core::KeepMask keep;
};

OneHead oneHead(const core::Trace &t, std::size_t b, std::size_t h) {
    const std::size_t L = t.keep.queries(), S = t.keep.keys();
    const float *from = t[Stage::Scores].data() + (b * t.problem->heads() + h) * L * S;
    core::BoolTensor bits({1, 1, L, S}, std::span<const std::uint8_t>(t.keep.row(b, h, 0), L * S));
    return {core::Tensor({1, 1, L, S}, std::span<const float>(from, L * S)),
            core::KeepMask(1, 1, std::move(bits))};
}

core::Tensor weightsOf(const OneHead &head, const core::MaskConfig &mask) {
    const core::Tensor masked = core::maskedScores(head.scores, head.keep, mask);
    return core::maskedWeights(core::softmaxRows(masked, head.keep, mask).weights, head.keep, mask);
}

/// Largest |Δ| over cells finite in both; NaN when any is not finite in one of them.
double largestDifference(const MapPanel &m, const core::Tensor &right) {
    double worst = 0.0;
    bool bad = false;
    for (std::size_t i = 0; i < m.rows * m.columns; ++i) {
        const double a = static_cast<double>(m.values.data()[m.offset + i]);
        const double r = static_cast<double>(right.data()[i]);
        if (!std::isfinite(a) || !std::isfinite(r))
            bad = bad || std::isfinite(a) != std::isfinite(r);
        else
            worst = std::max(worst, std::abs(a - r));
    }
    return bad ? std::numeric_limits<double>::quiet_NaN() : worst;
}

/// Weight that went to hidden keys, averaged over the rows.
double leakedWeight(const MapPanel &m, const OneHead &head) {
    double sum = 0.0;
    for (std::size_t r = 0; r < m.rows; ++r)
        for (std::size_t c = 0; c < m.columns; ++c)
            if (!head.keep.visible(0, 0, r, c) && std::isfinite(m.value(r, c)))
                sum += static_cast<double>(m.value(r, c));
    return sum / static_cast<double>(std::max<std::size_t>(m.rows, 1));
}

void addRowSums(MapPanel &m) {
    m.rightMargin = rowSums(m);
    m.rightMarginTitle = Figures::tr("row sum");
}

/// Short enough to stand above a map six of which share the window; the readout has the words.
QString shortTitle(core::MaskApplication application) {
    using enum core::MaskApplication;
    switch (application) {
    case FillScores:
        return Figures::tr("fill the scores");
    case AddToScores:
        return Figures::tr("add the fill");
    case MultiplyScores:
        return Figures::tr("scores × 0/1");
    case AddBoolean:
        return Figures::tr("scores + 0/1");
    case MultiplyWeights:
        return Figures::tr("weights × 0/1");
    case MultiplyWeightsRenormalise:
        return Figures::tr("× 0/1, then ÷ sum");
    }
    return {};
}

/// The rows without a visible key, under one policy.
MapPanel emptyRowPanel(const MapPanel &like, const OneHead &head, core::MaskConfig mask,
                       core::EmptyRow policy) {
    mask.emptyRow = policy;
    mask.application = core::MaskApplication::FillScores;
    MapPanel m = like;
    m.values = weightsOf(head, mask);
    m.offset = 0;
    m.keep = {};
    m.badge.clear();
    const bool zero = policy == core::EmptyRow::Zero;
    m.title = zero ? Figures::tr("empty rows: zero") : Figures::tr("empty rows: NaN");
    if (!std::isinf(mask.fill))
        m.subtitle = Figures::tr("finite fill: uniform row");
    else
        m.subtitle = zero ? Figures::tr("weights 0, output b_O")
                          : Figures::tr("0 / 0, spreads to the output");
    if (zero) {
        m.keep = head.keep.bits();
        m.keepOffset = 0;
    }
    addRowSums(m);
    return m;
}

} // namespace

Figure masksFigure(const std::vector<core::TracePtr> &traces, const core::Session &s,
                   const ViewSettings &v, const Palette &palette) {
    Figure f;
    f.palette = palette;
    if (traces.empty() || !traces.front() || !traces.front()->has(Stage::Scores)) {
        f.emptyReason = Figures::tr("The six ways are being computed.");
        return f;
    }
    const core::Trace &first = *traces.front();
    const core::Problem &p = *first.problem;
    const std::size_t b = shownBatch(v, p), h = shownHead(v, p);
    f.caption = settingsLine(s, p);
    f.metadata = settingsPairs(s, p);
    f.title = Figures::tr("Six ways to apply one mask, head %1").arg(h);
    if (p.batch() > 1)
        f.title += Figures::tr(" · sequence %1").arg(b);

    if (first.keep.allVisible())
        f.title += Figures::tr(" · nothing is hidden yet");

    const OneHead head = oneHead(first, b, h);
    core::MaskConfig exact = p.config.mask;
    exact.application = core::MaskApplication::FillScores;
    exact.fill = -std::numeric_limits<double>::infinity();
    exact.emptyRow = core::EmptyRow::Zero;
    const core::Tensor right = weightsOf(head, exact);

    const bool empty = std::any_of(first.emptyRows.begin(), first.emptyRows.end(),
                                   [&](auto &r) { return r.batch == b && r.head == h; });
    f.reflow = true; // the six, and the two policies for empty rows where there are any
    std::vector<MapPanel> maps;
    for (const core::TracePtr &t : traces) {
        MapPanel m = stagePanel(*t, s, v, Stage::Weights, b, h);
        const core::MaskConfig &mask = t->problem->config.mask;
        m.title = shortTitle(mask.application);
        const double leaked = leakedWeight(m, head), delta = largestDifference(m, right);
        m.subtitle = Figures::tr("leaked %1 · |Δ| %2")
                         .arg(shortNumber(leaked),
                              std::isnan(delta) ? Figures::tr("not finite") : shortNumber(delta));
        m.badge = delta > 1e-5 || std::isnan(delta) ? Figures::tr("wrong") : QString();
        addRowSums(m);
        maps.push_back(std::move(m));
    }
    if (empty)
        for (core::EmptyRow policy : {core::EmptyRow::Zero, core::EmptyRow::Nan})
            maps.push_back(emptyRowPanel(maps.front(), head, p.config.mask, policy));

    std::vector<const MapPanel *> shown;
    for (const MapPanel &m : maps)
        shown.push_back(&m);
    const ColourChoice common = colourChoice(Stage::Weights, dataRange(shown), v);
    for (std::size_t i = 0; i < maps.size(); ++i) {
        MapPanel &m = maps[i];
        m.map = common.map;
        m.range = common.range;
        f.panels.push_back({std::move(m)});
    }
    std::vector<LockedCell> cells = v.alsoLocked;
    if (v.locked)
        cells.insert(cells.begin(), *v.locked);
    for (const LockedCell &c : cells)
        if (c.batch == b && c.head == h && c.query < p.queries() && c.key < p.keys())
            f.locked.push_back({static_cast<int>(p.config.mask.application), c.query, c.key});
    return f;
}

} // namespace attnscope::ui
