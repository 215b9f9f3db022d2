// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cell_text.h"

#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {

using core::Stage;

namespace {

struct CellText {
    Q_DECLARE_TR_FUNCTIONS(CellText)
};

QString token(const QStringList &labels, std::size_t i) {
    const auto at = static_cast<qsizetype>(i);
    const QString label = at < labels.size() ? labels[at] : QString();
    return label.isEmpty() ? QString() : QStringLiteral(" “%1”").arg(label);
}

QString valueWords(double value) {
    if (std::isnan(value))
        return CellText::tr("NaN (not a number)");
    if (std::isinf(value))
        return value < 0 ? CellText::tr("−∞ (minus infinity)") : CellText::tr("∞ (infinity)");
    return fullNumber(value);
}

} // namespace

QString describeCell(const core::Trace &t, const core::Session &s, Stage stage, std::size_t b,
                     std::size_t h, std::size_t row, std::size_t column) {
    const core::Problem &p = *t.problem;
    if (b >= p.batch() || h >= p.heads())
        return {};
    QStringList parts{stageName(stage)};
    if (p.batch() > 1)
        parts << CellText::tr("sequence %1").arg(b);
    const bool keys = rowsAreKeys(stage);
    const QString rowText =
        keys ? CellText::tr("key %1%2").arg(row).arg(token(keyTokens(s, p, b), row))
             : CellText::tr("query %1%2").arg(row).arg(token(queryTokens(s, p, b), row));
    switch (panelKind(stage)) {
    case PanelKind::QueryKey: {
        if (row >= p.queries() || column >= p.keys())
            return {};
        parts << CellText::tr("head %1").arg(h)
              << QStringLiteral("%1 → %2").arg(
                     rowText,
                     CellText::tr("key %1%2").arg(column).arg(token(keyTokens(s, p, b), column)));
        const bool visible = t.keep.visible(b, h, row, column);
        if (stage != Stage::MaskKeep) {
            if (!t.has(stage))
                return {};
            parts << valueWords(static_cast<double>(t[stage](b, h, row, column)));
        }
        parts << (visible ? CellText::tr("visible") : CellText::tr("hidden"));
        const bool empty = std::any_of(t.emptyRows.begin(), t.emptyRows.end(), [&](auto &r) {
            return r.batch == b && r.head == h && r.query == row;
        });
        if (empty)
            parts << CellText::tr("this row sees no key");
        return parts.join(QStringLiteral(" · "));
    }
    case PanelKind::HeadWidth:
        if (!t.has(stage) || row >= t[stage].extent(2) || column >= t[stage].extent(3))
            return {};
        parts << CellText::tr("head %1").arg(h) << rowText << CellText::tr("column %1").arg(column)
              << valueWords(static_cast<double>(t[stage](b, h, row, column)));
        return parts.join(QStringLiteral(" · "));
    case PanelKind::HeadRows:
        if (!t.has(stage) || row >= p.heads() || column >= p.queries())
            return {};
        parts << CellText::tr("head %1").arg(row)
              << CellText::tr("query %1%2").arg(column).arg(token(queryTokens(s, p, b), column))
              << valueWords(static_cast<double>(t[stage](b, row, column)));
        return parts.join(QStringLiteral(" · "));
    case PanelKind::Model: {
        if (!t.has(stage))
            return {};
        const core::Tensor &v = t[stage];
        if (row >= v.extent(v.rank() - 2) || column >= v.extent(v.rank() - 1))
            return {};
        parts << rowText << CellText::tr("column %1").arg(column);
        if (stage == Stage::Concat || stage == Stage::ConcatNorm)
            parts << CellText::tr("head %1").arg(column / std::max<std::size_t>(p.dV(), 1));
        parts << valueWords(
            static_cast<double>(v.rank() == 2 ? v(row, column) : v(b, row, column)));
        return parts.join(QStringLiteral(" · "));
    }
    case PanelKind::Number:
        parts << valueWords(t.scale);
        return parts.join(QStringLiteral(" · "));
    }
    return {};
}

QString describeLocked(const core::Trace &t, const core::Session &s, Stage stage,
                       const LockedCell &c, std::optional<std::size_t> column) {
    switch (panelKind(stage)) {
    case PanelKind::QueryKey:
        return describeCell(t, s, stage, c.batch, c.head, c.query, c.key);
    case PanelKind::HeadRows:
        return describeCell(t, s, stage, c.batch, c.head, c.head, c.query);
    case PanelKind::Number:
        return describeCell(t, s, stage, c.batch, c.head, 0, 0);
    default:
        return describeCell(t, s, stage, c.batch, c.head, rowsAreKeys(stage) ? c.key : c.query,
                            column.value_or(0));
    }
}

} // namespace attnscope::ui
