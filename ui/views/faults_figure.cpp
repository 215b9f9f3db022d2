// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/faults_figure.h"

#include "ui/checklist_text.h"
#include "ui/theme.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

using core::AttentionFault;
using core::Stage;

namespace {

struct Faults {
    Q_DECLARE_TR_FUNCTIONS(Faults)
};

constexpr std::size_t kMostBatch = 4, kMostLength = 64;

/// [B,L,d] of one head of [B,H,·,d].
core::DoubleTensor headOf(const core::Tensor &t, std::size_t h, std::size_t B, std::size_t L) {
    const std::size_t d = t.extent(3);
    core::DoubleTensor out({B, L, d});
    double *to = out.mutableData();
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t i = 0; i < L; ++i)
            for (std::size_t c = 0; c < d; ++c)
                *to++ = static_cast<double>(t(b, h, i, c));
    return out;
}

MapPanel weightsPanel(const core::DoubleTensor &weights, const FaultAnalysis &a,
                      AttentionFault fault) {
    const std::size_t rows = weights.extent(1), columns = weights.extent(2);
    const bool batchAxis = fault == AttentionFault::BatchAxis;
    MapPanel m;
    auto values = core::Tensor::uninitialised({rows, columns});
    auto keep = core::BoolTensor::uninitialised({rows, columns});
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            const double w = weights.data()[i * columns + j];
            values.mutableData()[i * columns + j] = static_cast<float>(w);
            // Hidden is what the mask hides and no weight leaks to.
            keep.mutableData()[i * columns + j] = !batchAxis && j > i && w == 0.0 ? 0 : 1;
        }
    m.values = values;
    m.keep = keep;
    m.rows = rows;
    m.columns = columns;
    m.rowTitle = batchAxis ? Faults::tr("sequence (rows)") : Faults::tr("query i (rows)");
    m.columnTitle = batchAxis ? Faults::tr("sequence (columns)") : Faults::tr("key j (columns)");
    if (!batchAxis) {
        m.rowLabels = queryTokens(*a.session, *a.trace->problem, 0).mid(0, qsizetype(rows));
        m.columnLabels = keyTokens(*a.session, *a.trace->problem, 0).mid(0, qsizetype(columns));
    }
    m.range = {0.0, 1.0};
    m.colourBarTitle = QStringLiteral("A");
    return m;
}

TablePanel matrixPanel(const FaultAnalysis &a) {
    TablePanel t;
    t.title = Faults::tr("Which test catches which bug");
    t.subtitle =
        Faults::tr("computed on Q, K, V of head %1, %2 position(s) of %3 sequence(s), causal · "
                   "✗ the test fails: caught · ✓ it passes: not caught · – it cannot be made")
            .arg(a.head)
            .arg(a.length)
            .arg(a.batch);
    t.columns.push_back({Faults::tr("bug"), true});
    for (std::size_t k = 0; k < core::kFaultTestCount; ++k)
        t.columns.push_back({faultTestTitle(static_cast<core::FaultTest>(k)), false});
    t.columns.push_back({Faults::tr("caught by"), false});
    for (const core::FaultRow &row : a.rows) {
        TablePanel::Row line;
        const bool picked = row.fault == a.fault;
        line.cells.push_back(
            {(picked ? QStringLiteral("▸ ") : QString()) + attentionFaultTitle(row.fault), {}});
        int caught = 0;
        for (const auto &passed : row.passed) {
            caught += passed && !*passed ? 1 : 0;
            line.cells.push_back({!passed   ? QStringLiteral("–")
                                  : *passed ? QStringLiteral("✓")
                                            : QStringLiteral("✗"),
                                  {},
                                  passed && !*passed});
        }
        line.cells.push_back({QString::number(caught), {}});
        t.rows.push_back(std::move(line));
    }
    return t;
}

} // namespace

FaultAnalysis analyseFaults(const core::TracePtr &trace,
                            std::shared_ptr<const core::Session> session, std::size_t head,
                            AttentionFault fault) {
    FaultAnalysis a;
    a.trace = trace;
    a.session = std::move(session);
    a.fault = fault;
    const core::Tensor &q = (*trace)[Stage::Q], &k = (*trace)[Stage::K], &v = (*trace)[Stage::V];
    if (!q.present() || !k.present() || !v.present()) {
        a.failure = Faults::tr("Q, K and V are not there.");
        return a;
    }
    if (q.extent(2) != k.extent(2)) {
        a.failure = Faults::tr("The bugs are those of causal self-attention; here are %1 queries "
                               "and %2 keys.")
                        .arg(q.extent(2))
                        .arg(k.extent(2));
        return a;
    }
    a.head = std::min(head, q.extent(1) - 1);
    a.batch = std::min(q.extent(0), kMostBatch);
    a.length = std::min(q.extent(2), kMostLength);
    const auto qh = headOf(q, a.head, a.batch, a.length), kh = headOf(k, a.head, a.batch, a.length),
               vh = headOf(v, a.head, a.batch, a.length);
    a.rows = core::faultMatrix(qh, kh, vh);
    a.right = core::attendWith(AttentionFault::None, qh, kh, vh);
    a.faulty = core::attendWith(fault, qh, kh, vh);
    return a;
}

Figure faultsFigure(const FaultAnalysis &a, const Palette &palette) {
    Figure f;
    f.palette = palette;
    f.title = Faults::tr("Bugs and the tests that catch them");
    if (!a.failure.isEmpty()) {
        f.emptyReason = a.failure;
        return f;
    }
    f.caption = settingsLine(*a.session, *a.trace->problem);
    f.metadata = settingsPairs(*a.session, *a.trace->problem);
    Panel table{matrixPanel(a), 0, 0, 1, 2};
    table.heightStretch = 1.0;
    f.panels.push_back(std::move(table));
    MapPanel right = weightsPanel(a.right.weights, a, AttentionFault::None);
    right.title = Faults::tr("Weights as they should be");
    MapPanel faulty = weightsPanel(a.faulty.weights, a, a.fault);
    faulty.title = attentionFaultTitle(a.fault);
    faulty.title[0] = faulty.title[0].toUpper();
    faulty.subtitle = attentionFaultMeaning(a.fault);
    right.subtitle = attentionFaultMeaning(AttentionFault::None);
    if (a.fault == AttentionFault::BatchAxis)
        faulty.subtitle += Faults::tr(" Shown: position 0.");
    if (a.fault != AttentionFault::None)
        faulty.badge = Faults::tr("wrong on purpose");
    right.linkGroup = 1;
    faulty.linkGroup = a.fault == AttentionFault::BatchAxis ? 2 : 1;
    f.panels.push_back({std::move(right), 1, 0});
    f.panels.push_back({std::move(faulty), 1, 1});
    return f;
}

} // namespace attnscope::ui
