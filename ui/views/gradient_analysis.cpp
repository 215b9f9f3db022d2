// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/gradient_analysis.h"

#include "core/attention.h"
#include "core/reference_engine.h"
#include "ui/cell_text.h"
#include "ui/gradient_text.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <utility>

namespace attnscope::ui {

using core::Gradient;

namespace {

struct GradientCells {
    Q_DECLARE_TR_FUNCTIONS(GradientCells)
};

/// The gradients of a pass of the reference, as a view reads them.
core::TracePtr gradientsOf(core::ReferenceTrace exact) {
    auto t = std::make_shared<core::Trace>();
    for (std::size_t g = 0; g < core::kGradientCount; ++g) {
        t->gradients[g] = core::converted<float>(exact.gradients[g]);
        exact.gradients[g] = {};
    }
    t->problem = std::move(exact.problem);
    t->keep = std::move(exact.keep);
    t->scale = exact.scale;
    t->emptyRows = std::move(exact.emptyRows);
    t->engine = exact.engine;
    return t;
}

/// Runs what may be stopped or too large; says what went wrong.
template <class F> QString attempt(F run) {
    try {
        run();
        return {};
    } catch (const core::StoppedError &) {
        return {};
    } catch (const core::EngineError &e) {
        return e.code == core::EngineError::Code::Stopped ? QString() : QString::fromUtf8(e.what());
    } catch (const std::bad_alloc &) {
        return GradientCells::tr("There is not enough memory for that check.");
    }
}

} // namespace

void GradientAnalyser::inject(GradientAnalysis &a, const std::stop_token &stop) {
    if (a.fault.kind == core::GradientFault::None)
        return;
    if (m_problem != a.trace->problem || m_fault != a.fault || !m_sick) {
        m_sick.reset();
        a.failure = attempt([&] {
            m_sick = gradientsOf(core::faultyPass(a.trace->problem, a.fault, stop));
            m_problem = a.trace->problem;
            m_fault = a.fault;
        });
    }
    a.sick = m_sick;
}

void GradientAnalyser::check(GradientAnalysis &a, Gradient gradient, std::size_t cell,
                             const std::stop_token &stop) {
    if (a.fault.kind != core::GradientFault::None && !a.sick)
        return;
    // What the loss really does, whatever the fault makes of its gradient.
    const std::shared_ptr<const core::Problem> &problem = a.shown().problem;
    const QString failure = attempt([&] {
        if (!m_reference || m_reference->problem != problem) {
            m_reference.reset();
            m_reference = core::referencePass(problem, stop);
        }
        if (!(*m_reference)[gradient].present() || cell >= (*m_reference)[gradient].size())
            return;
        CellCheck check{gradient, cell, core::finiteDifference(*m_reference, gradient, cell, stop)};
        check.difference.analytic *= a.lossFactor();
        check.difference.numeric *= a.lossFactor();
        a.check = check;
    });
    if (!failure.isEmpty())
        a.failure = failure;
}

std::vector<Gradient> occurringGradients(const core::Problem &p) {
    using enum Gradient;
    std::vector<Gradient> all;
    // Whether a loss is chosen does not matter for what there will be.
    core::Problem with = p;
    with.config.upstream = core::Upstream::Ones;
    for (const Gradient g : {Output,
                             ConcatNorm,
                             Concat,
                             Context,
                             WeightsDropped,
                             Weights,
                             ScoresMasked,
                             Scores,
                             ScoresRaw,
                             Q,
                             K,
                             V,
                             X,
                             M,
                             WO,
                             WV,
                             WK,
                             WQ,
                             BO,
                             BV,
                             BK,
                             BQ,
                             GammaConcat,
                             BetaConcat}) {
        if (g == WeightsDropped && p.config.dropout.attention == 0.0)
            continue; // the same numbers as the weights'
        if (core::gradientShape(with, g))
            all.push_back(g);
    }
    return all;
}

std::vector<GradientPanel> gradientPanels(const core::Trace &t, const ViewSettings &v) {
    std::vector<GradientPanel> panels;
    const core::Problem &p = *t.problem;
    if (!t[v.gradient].present())
        return panels;
    const auto stage = core::gradientInfo(v.gradient).stage;
    const PanelKind kind = stage ? panelKind(*stage) : PanelKind::Model;
    if (kind != PanelKind::QueryKey && kind != PanelKind::HeadWidth)
        panels.push_back({v.gradient, 0});
    else if (v.head)
        panels.push_back({v.gradient, shownHead(v, p)});
    else
        for (std::size_t h = 0; h < p.heads(); ++h)
            panels.push_back({v.gradient, h});
    return panels;
}

std::optional<std::size_t> lockedGradientCell(const core::Problem &p, const ViewSettings &v) {
    const auto shape = core::gradientShape(p, v.gradient);
    if (!shape || shape->empty())
        return std::nullopt;
    const auto stage = core::gradientInfo(v.gradient).stage;
    std::vector<std::size_t> at;
    if (!stage) {
        if (!v.lockedEntry)
            return std::nullopt;
        at = {v.lockedEntry->row, v.lockedEntry->column};
        if (shape->size() == 1)
            at = {v.lockedEntry->column};
    } else {
        if (!v.locked)
            return std::nullopt;
        const LockedCell &c = *v.locked;
        const std::size_t row = rowsAreKeys(*stage) ? c.key : c.query;
        switch (panelKind(*stage)) {
        case PanelKind::QueryKey:
            at = {c.batch, c.head, c.query, c.key};
            break;
        case PanelKind::HeadWidth:
            at = {c.batch, c.head, row, v.lockedColumn.value_or(0)};
            break;
        default:
            at = {c.batch, row, v.lockedColumn.value_or(0)};
            break;
        }
    }
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
        if (at[axis] >= (*shape)[axis])
            return std::nullopt;
        flat = flat * (*shape)[axis] + at[axis];
    }
    return flat;
}

QString describeGradientCell(const core::Trace &t, const core::Session &s, Gradient g,
                             std::size_t b, std::size_t h, std::size_t row, std::size_t column) {
    const core::Tensor &values = t[g];
    if (!values.present())
        return {};
    if (const auto stage = core::gradientInfo(g).stage) {
        // In the words of the stage that it belongs to.
        core::Trace as;
        as.problem = t.problem;
        as.keep = t.keep;
        as.emptyRows = t.emptyRows;
        as[*stage] = values;
        QString text = describeCell(as, s, *stage, b, h, row, column);
        if (!text.isEmpty())
            text.replace(0, stageName(*stage).size(), gradientName(g));
        return text;
    }
    const std::size_t columns = values.shape().back();
    if (column >= columns || row * columns + column >= values.size())
        return {};
    QStringList parts{gradientName(g)};
    if (values.rank() > 1)
        parts << GradientCells::tr("row %1").arg(row);
    parts << GradientCells::tr("column %1").arg(column)
          << fullNumber(static_cast<double>(values.data()[row * columns + column]));
    return parts.join(QStringLiteral(" · "));
}

QString describeLockedGradient(const GradientAnalysis &a, const ViewSettings &v) {
    const core::Trace &t = a.shown();
    const auto cell = lockedGradientCell(*t.problem, v);
    if (!cell)
        return {};
    QString text;
    if (const auto stage = core::gradientInfo(v.gradient).stage) {
        const LockedCell &c = *v.locked;
        const bool map = panelKind(*stage) == PanelKind::QueryKey;
        text = describeGradientCell(t, *a.session, v.gradient, c.batch, c.head,
                                    rowsAreKeys(*stage) ? c.key : c.query,
                                    map ? c.key : v.lockedColumn.value_or(0));
    } else {
        text = describeGradientCell(t, *a.session, v.gradient, 0, 0, v.lockedEntry->row,
                                    v.lockedEntry->column);
    }
    if (text.isEmpty())
        return text;
    // What is checked stands first: the place is long, and the bar that shows this is not.
    QString checked;
    if (a.check && a.check->gradient == v.gradient && a.check->cell == *cell)
        checked = std::isnan(a.check->difference.numeric)
                      ? GradientCells::tr("no finite difference: the loss is no number")
                      : GradientCells::tr("finite difference %1")
                            .arg(fullNumber(a.check->difference.numeric));
    else
        checked =
            a.failure.isEmpty() ? GradientCells::tr("finite difference being computed") : a.failure;
    QStringList parts = text.split(QStringLiteral(" · "));
    const QString value = fullNumber(static_cast<double>(t[v.gradient].data()[*cell]));
    parts.removeAll(value);
    parts.insert(1, value);
    parts.insert(2, checked);
    return parts.join(QStringLiteral(" · "));
}

} // namespace attnscope::ui
