// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_text.h"

#include "core/mask_edit.h"
#include "ui/plot/colour_scale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope::ui {
namespace {

QString trueMinus(QString text) { return text.replace(QLatin1Char('-'), QChar(0x2212)); }

QString translated(const char *text) {
    return QCoreApplication::translate("attnscope::ui::FigureView", text);
}

QString label(const QStringList &labels, std::size_t index) {
    const auto at = static_cast<qsizetype>(index);
    return at < labels.size() ? visibleToken(labels[at]) : QString();
}

} // namespace

QString visibleToken(const QString &token) {
    if (token.isEmpty())
        return QCoreApplication::translate("attnscope::ui::FigureView", "(empty)");
    QString out;
    out.reserve(token.size());
    for (const QChar c : token) {
        switch (c.unicode()) {
        case 0x0120: // Ġ, the space of byte-level tokenizers
        case 0x2581: // ▁, the space of SentencePiece
        case ' ':
        case 0x00A0:
            out += QChar(0x00B7);
            break;
        case 0x010A: // Ċ, their line end
        case '\n':
            out += QChar(0x21B5);
            break;
        case '\r':
            out += QChar(0x240D);
            break;
        case '\t':
        case 0x0109: // ĉ, their tab
            out += QChar(0x21E5);
            break;
        default:
            out += c.unicode() < 0x20 ? QChar(0x2400 + c.unicode()) : c;
        }
    }
    return out;
}

QString middleElided(const QString &text, double room,
                     const std::function<double(const QString &)> &width) {
    if (width(text) <= room)
        return text;
    // Whole characters, so that no surrogate pair or combining mark is torn apart.
    const std::u32string points = text.toStdU32String();
    const auto shortened = [&](std::size_t kept) {
        const std::size_t head = kept / 2, tail = kept - head;
        return QString::fromStdU32String(points.substr(0, head)) + QChar(0x2026) +
               QString::fromStdU32String(points.substr(points.size() - tail));
    };
    std::size_t low = 1, high = points.size() > 1 ? points.size() - 1 : 1;
    while (low < high) {
        const std::size_t middle = (low + high + 1) / 2;
        if (width(shortened(middle)) <= room)
            low = middle;
        else
            high = middle - 1;
    }
    return shortened(low);
}

QString cellNumber(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("+∞") : QStringLiteral("−∞");
    const double size = std::abs(value);
    if (size < 1000.0 && value == std::trunc(value))
        return trueMinus(QString::number(static_cast<int>(value)));
    if (size < 1e-3 || size >= 9999.5) {
        QString text = QString::number(value, 'e', 1);
        text.replace(QLatin1String("e+0"), QLatin1String("e"))
            .replace(QLatin1String("e+"), QLatin1String("e"))
            .replace(QLatin1String("e-0"), QLatin1String("e-"));
        return trueMinus(text);
    }
    // The rounding itself may bring one digit more (9.996 → 10.0).
    const int exponent = static_cast<int>(std::floor(std::log10(size * (1.0 + 0.5e-3))));
    return trueMinus(QString::number(value, 'f', std::max(0, 2 - exponent)));
}

QString tickNumber(double value) {
    if (!std::isfinite(value))
        return cellNumber(value);
    QString text = QString::number(value, 'g', 3);
    text.replace(QLatin1String("e+0"), QLatin1String("e"))
        .replace(QLatin1String("e+"), QLatin1String("e"))
        .replace(QLatin1String("e-0"), QLatin1String("e-"));
    return trueMinus(text);
}

std::vector<double> niceTicks(double lo, double hi, int most) {
    std::vector<double> ticks;
    if (!(hi > lo) || most < 1 || !std::isfinite(hi - lo))
        return ticks;
    const double raw = (hi - lo) / most;
    double step = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step * factor >= raw * (1 - 1e-9)) {
            step *= factor;
            break;
        }
    if (!(step > 0.0) || lo + step == lo)
        return ticks;
    const double first = std::ceil(lo / step - 1e-9);
    for (int i = 0; i <= most; ++i) {
        const double at = (first + i) * step;
        if (at > hi + step * 1e-9)
            break;
        ticks.push_back(at == 0.0 ? 0.0 : at);
    }
    return ticks;
}

std::vector<double> logTicks(double lo, double hi, int most) {
    std::vector<double> ticks;
    if (!(lo > 0.0) || !(hi > lo) || most < 1)
        return ticks;
    const int first = static_cast<int>(std::ceil(std::log10(lo) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(hi) + 1e-9));
    const int step = std::max(1, (last - first + most) / most);
    for (int e = first; e <= last; e += step)
        ticks.push_back(std::pow(10.0, e));
    return ticks;
}

QString describeCell(const Figure &figure, const CellRef &cell) {
    if (cell.panel < 0 || cell.panel >= static_cast<int>(figure.panels.size()))
        return {};
    const auto *map =
        std::get_if<MapPanel>(&figure.panels[static_cast<std::size_t>(cell.panel)].content);
    if (!map || cell.row >= map->rows || cell.column >= map->columns)
        return {};
    QString value;
    if (map->hiddenBy.present()) {
        const std::uint8_t reasons = map->hiddenBy.data()[cell.row * map->columns + cell.column];
        QStringList words;
        for (const std::uint8_t reason :
             {core::kHiddenByCausal, core::kHiddenByPadding, core::kHiddenByCustom})
            if (reasons & reason)
                words << specialLookText(reasonLook(reason));
        value = words.isEmpty() ? specialLookText(SpecialLook::Visible)
                                : words.join(QStringLiteral(", "));
    } else
        switch (map->kind(cell.row, cell.column)) {
        case CellKind::Hidden:
            value =
                translated(QT_TRANSLATE_NOOP("attnscope::ui::FigureView", "hidden by the mask"));
            break;
        case CellKind::EmptyRow:
            value = translated(
                QT_TRANSLATE_NOOP("attnscope::ui::FigureView", "row without a visible key"));
            break;
        default:
            value = cellNumber(map->value(cell.row, cell.column));
        }
    const QString row = label(map->rowLabels, cell.row);
    const QString column = label(map->columnLabels, cell.column);
    const QString rowNumber = QString::number(cell.row),
                  columnNumber = QString::number(cell.column);
    const auto quoted = [](const QString &text) {
        return text.isEmpty() ? QString() : QStringLiteral(" “%1”").arg(text);
    };
    const QString sentence =
        row.isEmpty() || column.isEmpty() || map->hiddenBy.present()
            ? translated(QT_TRANSLATE_NOOP("attnscope::ui::FigureView",
                                           "row {row}, column {column}: {value}"))
            : translated(QT_TRANSLATE_NOOP("attnscope::ui::FigureView",
                                           "row {row} attends to column {column}: {value}"));
    // Split at the place markers rather than replaced: a token may itself be spelt like one.
    QString out;
    qsizetype from = 0;
    while (from < sentence.size()) {
        const QStringView rest = QStringView(sentence).mid(from);
        const qsizetype open = rest.indexOf(u'{'), close = rest.indexOf(u'}');
        if (open < 0 || close < open)
            break;
        out += rest.left(open);
        const QStringView name = rest.mid(open + 1, close - open - 1);
        out += name == u"row"      ? rowNumber + quoted(row)
               : name == u"column" ? columnNumber + quoted(column)
                                   : value;
        from += close + 1;
    }
    return out + sentence.mid(from);
}

} // namespace attnscope::ui
