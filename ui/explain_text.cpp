// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain_text.h"

#include "ui/cell_text.h"
#include "ui/explain_place.h"
#include "ui/gradient_text.h"
#include "ui/matrix_text.h"
#include "ui/stage_text.h"
#include "ui/views/figure_parts.h"
#include "ui/views/gradient_analysis.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnscope::ui {

using core::Explanation;
using core::Parts;
using core::Remark;
using core::Step;
using core::Term;

namespace {

struct ExplainText {
    Q_DECLARE_TR_FUNCTIONS(ExplainText)
};

QString utf8(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QString coloured(const QString &text, const QColor &colour) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text);
}

QString symbolsOf(const Parts &parts) {
    QString text;
    for (const core::Part &part : parts)
        text += utf8(part.operand ? part.operand->symbol : part.text);
    return text;
}

/// The same with numbers in the place of the symbols.
QString numbersOf(const Parts &parts) {
    QString text, before;
    for (const core::Part &part : parts) {
        if (!part.operand) {
            before = utf8(part.text);
            text += before;
            continue;
        }
        const double value = part.operand->value;
        QString number = shortNumber(value).toHtmlEscaped();
        if (part.operand->link)
            number =
                QStringLiteral("<a href=\"%1\" title=\"%2\">%3</a>")
                    .arg(linkText(*part.operand->link), fullNumber(value).toHtmlEscaped(), number);
        // 2 − −3 and 2·−3 cannot be read.
        const bool after = before.endsWith(QChar(0x00B7)) || before.endsWith(QLatin1String("+ ")) ||
                           before.endsWith(QStringLiteral("− ")) ||
                           before.endsWith(QLatin1String("/ "));
        text += value < 0.0 && after ? QStringLiteral("(%1)").arg(number) : number;
        before.clear();
    }
    return text;
}

/// Whether numbers say more than the symbols do.
bool hasOperand(const Parts &parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [](const core::Part &p) { return p.operand.has_value(); });
}

QString valueCell(const QString &text, const QString &style = {}) {
    return QStringLiteral("<td align=\"right\" style=\"padding-left:10px;white-space:nowrap;%1\">"
                          "%2</td>")
        .arg(style, text);
}

/// Order in which the terms are shown, and how many of them.
std::vector<std::size_t> shownTerms(const Step &step, const ExplainStyle &style, bool unfolded) {
    std::vector<std::size_t> order(step.terms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto size = [&step](std::size_t i) {
        const double v = step.terms[i].value;
        return step.terms[i].leftOut ? -1.0 : std::isnan(v) ? HUGE_VAL : std::abs(v);
    };
    if (style.largestFirst) {
        const bool maximum = step.kind == Step::Kind::Maximum;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return maximum ? step.terms[a].value > step.terms[b].value : size(a) > size(b);
        });
    }
    // One more line to unfold would be as long as the line that it saves.
    if (unfolded || order.size() <= kFoldedTerms + 1)
        return order;
    const std::size_t most = *std::min_element(order.begin(), order.end(),
                                               [&](auto a, auto b) { return size(a) > size(b); });
    order.resize(kFoldedTerms);
    // The largest is told wherever it stands.
    if (step.kind == Step::Kind::Sum && std::find(order.begin(), order.end(), most) == order.end())
        order.push_back(most);
    return order;
}

class Page {
public:
    Page(const Explanation &e, const ExplainStyle &style) : m_e(e), m_style(style) {}

    QString html(const QString &sentence) {
        heading(sentence);
        for (std::size_t i = 0; i < m_e.steps.size(); ++i)
            step(i);
        if (m_e.steps.empty() && m_e.complete())
            m_html += QStringLiteral("<p style=\"font-size:15px\">%1 = <b>%2</b></p>")
                          .arg(utf8(m_e.symbol), resultNumber(m_e.value));
        return m_html;
    }

private:
    void heading(const QString &sentence) {
        m_html += QStringLiteral("<p style=\"font-size:15px;margin-bottom:2px\"><b>%1</b></p>")
                      .arg(arrayTitle(m_e.cell.array).toHtmlEscaped());
        m_html += QStringLiteral("<p style=\"margin-top:0\">%1</p>")
                      .arg(coloured(sentence.toHtmlEscaped(), m_style.palette.muted));
        if (!m_e.formula.empty())
            m_html += QStringLiteral("<p style=\"font-size:15px\">%1</p>").arg(utf8(m_e.formula));
        for (const Remark remark : m_e.remarks)
            m_html += QStringLiteral("<p style=\"margin-top:2px;margin-bottom:2px\">%1</p>")
                          .arg(coloured(QStringLiteral("▸ ") + remarkText(remark).toHtmlEscaped(),
                                        m_style.palette.amber));
    }

    /// Results of steps are intermediate but the last, which is the cell.
    QString result(std::size_t at) const {
        const bool last = at + 1 == m_e.steps.size();
        const double value = m_e.steps[at].value;
        return last ? coloured(QStringLiteral("<b>%1</b>").arg(resultNumber(value)),
                               m_style.palette.accent)
                    : shortNumber(value);
    }

    void step(std::size_t at) {
        const Step &s = m_e.steps[at];
        if (s.kind == Step::Kind::Expression) {
            m_html += QStringLiteral("<p>%1 = %2").arg(utf8(s.symbol), symbolsOf(s.parts));
            if (hasOperand(s.parts))
                m_html += QStringLiteral("<br>= %1").arg(numbersOf(s.parts));
            m_html += QStringLiteral("<br>= %1</p>").arg(result(at));
            return;
        }
        const auto terms = static_cast<int>(s.terms.size() + s.moreTerms);
        m_html +=
            QStringLiteral("<p style=\"margin-bottom:2px\">%1 = %2</p>")
                .arg(utf8(s.symbol), s.kind == Step::Kind::Sum
                                         ? ExplainText::tr("sum of %n term(s)", nullptr, terms)
                                         : ExplainText::tr("largest of %n", nullptr, terms));
        table(s, at);
        m_html += QStringLiteral("<p style=\"margin-top:4px\">%1 = %2</p>")
                      .arg(utf8(s.symbol), result(at));
    }

    void table(const Step &s, std::size_t at) {
        const bool unfolded = m_style.unfolded.count(at) > 0;
        const std::vector<std::size_t> shown = shownTerms(s, m_style, unfolded);
        double most = 0.0;
        for (const Term &t : s.terms)
            if (!t.leftOut && std::isfinite(t.value))
                most = std::max(most, std::abs(t.value));
        m_html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\" width=\"100%\"><tr>");
        m_html += QStringLiteral("<td></td>") +
                  valueCell(coloured(ExplainText::tr("term"), m_style.palette.muted)) +
                  valueCell(coloured(s.kind == Step::Kind::Sum ? ExplainText::tr("sum so far")
                                                               : ExplainText::tr("largest so far"),
                                     m_style.palette.muted)) +
                  QStringLiteral("</tr>");
        double partial = s.kind == Step::Kind::Sum ? 0.0 : -HUGE_VAL;
        std::size_t next = 0;
        for (const std::size_t i : shown) {
            const Term &t = s.terms[i];
            if (!m_style.largestFirst && i != next)
                foldLine(s, at, shown, unfolded);
            next = i + 1;
            if (!t.leftOut)
                partial = s.kind == Step::Kind::Sum ? partial + t.value
                                                    : (t.value > partial ? t.value : partial);
            row(t, m_style.largestFirst ? partial : t.partial, most, s.kind);
        }
        if (m_style.largestFirst || shown.empty() || shown.back() + 1 == shown.size())
            foldLine(s, at, shown, unfolded);
        unlisted(s);
        m_html += QStringLiteral("</table>");
    }

    void row(const Term &t, double partial, double most, Step::Kind kind) {
        const bool largest = !t.leftOut && most > 0.0 &&
                             (kind == Step::Kind::Sum ? std::abs(t.value) == most
                                                      : t.value == partial && t.value == most);
        QString value = shortNumber(t.value);
        if (t.leftOut)
            value = coloured(ExplainText::tr("left out"), m_style.palette.muted);
        else if (largest) // not by colour alone
            value = coloured(QStringLiteral("<b>● %1</b>").arg(value), m_style.palette.accent);
        const bool single = t.parts.size() == 1; // its number is the term
        m_html += QStringLiteral("<tr><td>%1%2</td>")
                      .arg(coloured(symbolsOf(t.parts), m_style.palette.muted),
                           single ? QString() : QStringLiteral("<br>") + numbersOf(t.parts));
        const QString shown = single && !t.leftOut && !largest ? numbersOf(t.parts)
                              : single && !t.leftOut
                                  ? QStringLiteral("● <b>%1</b>").arg(numbersOf(t.parts))
                                  : value;
        const QString bottom = QStringLiteral("vertical-align:bottom;");
        m_html += valueCell(shown, bottom) + valueCell(shortNumber(partial), bottom) +
                  QStringLiteral("</tr>");
    }

    /// What is not shown: how much it is, and how to see it.
    void foldLine(const Step &s, std::size_t at, const std::vector<std::size_t> &shown,
                  bool unfolded) {
        const std::size_t folded = s.terms.size() - shown.size();
        QString text;
        if (folded > 0)
            text = ExplainText::tr("… %n more term(s)", nullptr, static_cast<int>(folded));
        else if (unfolded && s.terms.size() > kFoldedTerms + 1)
            text = ExplainText::tr("show fewer terms");
        if (!text.isEmpty())
            m_html += QStringLiteral("<tr><td colspan=\"3\"><a href=\"fold:%1\">%2</a></td></tr>")
                          .arg(at)
                          .arg(text);
    }

    void unlisted(const Step &s) {
        if (s.moreTerms > 0)
            m_html += QStringLiteral("<tr><td>%1</td>%2%3</tr>")
                          .arg(coloured(ExplainText::tr("%n further term(s) together", nullptr,
                                                        static_cast<int>(s.moreTerms)),
                                        m_style.palette.muted),
                               valueCell(s.moreBy ? shortNumber(*s.moreBy) : QStringLiteral("–")),
                               valueCell(shortNumber(s.value)));
    }

    const Explanation &m_e;
    const ExplainStyle &m_style;
    QString m_html;
};

} // namespace

QString arrayTitle(const core::ArrayRef &array) {
    if (const auto *stage = std::get_if<core::Stage>(&array))
        return stageTitle(*stage);
    if (const auto *gradient = std::get_if<core::Gradient>(&array))
        return gradientTitle(*gradient);
    if (const auto *side = std::get_if<core::SideInput>(&array))
        switch (*side) {
        case core::SideInput::DropoutKeep:
            return ExplainText::tr("Weights that dropout keeps");
        case core::SideInput::CustomMask:
            return ExplainText::tr("Painted mask");
        case core::SideInput::Lengths:
            return ExplainText::tr("Lengths of the sequences");
        }
    return utf8(core::nameOf(array));
}

QString cellSentence(const core::Trace &t, const core::Session &s, const core::CellLink &cell) {
    const auto shape = core::shapeOf(t, cell.array);
    if (!shape)
        return {};
    const core::Coordinates at = core::coordinates(*shape, cell.index);
    if (const auto place = placeOf(t, cell);
        place && !std::holds_alternative<core::Stage>(cell.array))
        return placeText(s, *place);
    const auto *gradient = std::get_if<core::Gradient>(&cell.array);
    const auto stage = gradient ? core::gradientInfo(*gradient).stage
                                : std::optional(std::get_if<core::Stage>(&cell.array)
                                                    ? std::get<core::Stage>(cell.array)
                                                    : core::Stage::WeightsDropped);
    std::size_t b = 0, h = 0, row = 0, column = at.empty() ? 0 : at.back();
    if (at.size() > 1)
        row = at[at.size() - 2];
    if (at.size() > 2)
        b = at[0];
    if (at.size() > 3)
        h = at[1];
    if (gradient)
        return describeGradientCell(t, s, *gradient, b, h, row, column);
    if (std::holds_alternative<core::Stage>(cell.array)) {
        if (panelKind(*stage) == PanelKind::HeadRows)
            h = row;
        return describeCell(t, s, *stage, b, h, row, column);
    }
    QStringList indices;
    for (const std::size_t i : at)
        indices << QString::number(i);
    return QStringLiteral("%1[%2] · %3")
        .arg(utf8(core::nameOf(cell.array)), indices.join(QLatin1Char(',')),
             fullNumber(core::valueAt(t, cell)));
}

QString resultNumber(double value) {
    if (!std::isfinite(value))
        return fullNumber(value);
    return QString::number(value, 'g', 6).replace(QLatin1Char('-'), QChar(0x2212)); // a true minus
}

QString remarkText(Remark remark) {
    switch (remark) {
    case Remark::GivenInput:
        return ExplainText::tr("Nothing computes it: it was put in.");
    case Remark::Setting:
        return ExplainText::tr("It follows from the settings alone.");
    case Remark::UpstreamChosen:
        return ExplainText::tr("The backward pass begins here, with the loss that was chosen.");
    case Remark::NoMask:
        return ExplainText::tr("No mask is on: every key is visible.");
    case Remark::HiddenByCausal:
        return ExplainText::tr("The causal mask hides this key from this query.");
    case Remark::HiddenByPadding:
        return ExplainText::tr("This key is padding, which is hidden.");
    case Remark::HiddenByCustom:
        return ExplainText::tr("The painted mask hides this key from this query.");
    case Remark::LeftOut:
        return ExplainText::tr("Hidden keys are left out, whatever stands behind them.");
    case Remark::MaskNotApplied:
        return ExplainText::tr("Hidden, but the way the mask is applied does not hide it.");
    case Remark::MaskAfterwards:
        return ExplainText::tr("The mask is applied after the softmax, to the weights.");
    case Remark::EmptyRowZero:
        return ExplainText::tr("This query sees no key: 0 by the setting for empty rows.");
    case Remark::EmptyRowNan:
        return ExplainText::tr("This query sees no key: the formula gives no number.");
    case Remark::EmptyRowFilled:
        return ExplainText::tr("This query sees no key: every score of it is the fill, so that the "
                               "weights look like real attention.");
    case Remark::NothingToDivide:
        return ExplainText::tr("No weight is left in this row, so it is not divided.");
    case Remark::NotDropped:
        return ExplainText::tr("No dropout is on: it passes unchanged.");
    case Remark::Dropped:
        return ExplainText::tr("Dropout took this weight away.");
    case Remark::NoPositions:
        return ExplainText::tr("The positional encoding is off.");
    case Remark::SharedValues:
        return ExplainText::tr("W_K makes the values too.");
    case Remark::ScoresAsGiven:
        return ExplainText::tr("The score is replaced, so it has no part in what follows.");
    case Remark::ConstantScale:
        return ExplainText::tr("The deviation in the scale counts as a constant here.");
    case Remark::NotANumber:
        return ExplainText::tr("The result is not a number (NaN).");
    case Remark::Infinite:
        return ExplainText::tr("The result is infinite.");
    case Remark::NotANumberIn:
        return ExplainText::tr("An operand is NaN or infinite: follow it to where it began.");
    case Remark::NotKept:
        return ExplainText::tr("What it is computed from is not here yet.");
    }
    return {};
}

QString explanationHtml(const Explanation &e, const QString &sentence, const ExplainStyle &style) {
    return Page(e, style).html(sentence);
}

} // namespace attnscope::ui
