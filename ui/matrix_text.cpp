// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrix_text.h"

#include "core/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace attnscope::ui {

using core::Input;

namespace {

struct Matrices {
    Q_DECLARE_TR_FUNCTIONS(Matrices)
};

QString utf8(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

/// The token of a row of X_embed or X_memory, if it has one.
QString tokenOf(const core::Session &s, const MatrixPlace &p) {
    const auto &tokens = p.input == Input::XMemory ? s.memoryTokens : s.tokens;
    const bool labelled = p.input == Input::XEmbed || p.input == Input::XMemory;
    if (!labelled || p.batch >= tokens.size() || p.row >= tokens[p.batch].size() ||
        tokens[p.batch][p.row].empty())
        return {};
    return QString::fromStdString(core::displayToken(tokens[p.batch][p.row]));
}

} // namespace

QString matrixName(const std::optional<Input> &input) {
    return input ? utf8(core::toName(*input)) : QStringLiteral("mask_keep");
}

std::optional<MatrixPlace> matrixByName(const QString &name) {
    MatrixPlace place;
    place.input = core::inputByName(name.toStdString());
    if (place.input || name == QLatin1String("mask_keep"))
        return place;
    return std::nullopt;
}

QString sizeText(std::size_t rows, std::size_t columns) {
    return QStringLiteral("%1×%2").arg(rows).arg(columns);
}

QString shapeText(const core::Shape &shape) {
    QStringList parts;
    for (const std::size_t n : shape)
        parts << QString::number(n);
    return parts.join(QStringLiteral(" × "));
}

QString placeText(const core::Session &s, const MatrixPlace &p) {
    std::size_t row = p.row, column = p.column;
    bool divided = !p.input && p.head.has_value();
    std::size_t head = divided ? *p.head : 0;
    if (p.input) {
        const core::HeadBlocks blocks = core::headBlocks(s.config, *p.input);
        if (blocks.heads > 0 && blocks.width > 0) {
            std::size_t &across = blocks.onRows ? row : column;
            divided = true;
            head = across / blocks.width;
            across %= blocks.width;
        }
    }
    const bool vector = p.input && core::inputRank(*p.input) == 1;
    QString text = matrixName(p.input);
    text += vector ? QStringLiteral("[%1]").arg(column)
                   : QStringLiteral("[%1,%2]").arg(row).arg(column);
    if (const QString token = tokenOf(s, p); !token.isEmpty())
        text += QStringLiteral(" “%1”").arg(token);
    if (divided)
        text = Matrices::tr("%1 of head %2").arg(text).arg(head);
    const bool batched = !p.input || core::inputRank(*p.input) == 3;
    if (batched && s.tokens.size() > 1 && (p.input || p.head))
        text = Matrices::tr("%1 of sequence %2").arg(text).arg(p.batch);
    return text;
}

QString blockText(const core::Session &s, const MatrixPlace &p, const core::ArrayBlock &block,
                  bool whole) {
    if (whole)
        return matrixName(p.input);
    if (block.size() == 1) {
        MatrixPlace at = p;
        at.row = block.row;
        at.column = block.column;
        return placeText(s, at);
    }
    return Matrices::tr("%1 cells of %2")
        .arg(sizeText(block.rows, block.columns), matrixName(p.input));
}

TypedValue typedValue(const QString &text, bool mask) {
    const auto number = core::parseTypedNumber(text.toStdString());
    if (!number)
        return {std::nullopt,
                text.trimmed().isEmpty()
                    ? Matrices::tr("Type a number, such as 0.5 or 1e-3; Esc restores the old one.")
                    : Matrices::tr("“%1” is not a number: type it like 0.5, 0,5 or 1e-3; Esc "
                                   "restores the old one.")
                          .arg(text.trimmed())};
    if (mask) {
        if (*number == 0.0 || *number == 1.0)
            return {static_cast<float>(*number), {}};
        return {std::nullopt, Matrices::tr("A cell of the mask is 1 (visible) or 0 (hidden), not "
                                           "“%1”; Esc restores the old one.")
                                  .arg(text.trimmed())};
    }
    const auto value = static_cast<float>(*number);
    if (std::isinf(value) && !std::isinf(*number))
        return {std::nullopt,
                Matrices::tr("%1 is larger than a cell can hold (3.4e38); Esc restores the old "
                             "one.")
                    .arg(text.trimmed())};
    if (value == 0.0F && *number != 0.0)
        return {std::nullopt,
                Matrices::tr("%1 is smaller than a cell can hold (1.4e-45); Esc restores the old "
                             "one.")
                    .arg(text.trimmed())};
    return {value, {}};
}

QString editText(float value) { return QString::fromStdString(core::formatFloat(value)); }

} // namespace attnscope::ui
