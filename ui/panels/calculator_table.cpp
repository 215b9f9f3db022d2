// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/calculator_table.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

namespace attnscope::ui {

namespace {

struct Calculator {
    Q_DECLARE_TR_FUNCTIONS(Calculator)
};

QString latin(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

CalculatorLine heading(const QString &name) {
    CalculatorLine line;
    line.name = name;
    line.heading = true;
    return line;
}

QString stageFormulaOf(std::string_view stage) {
    static const std::map<std::string_view, const char *> kFormulas = {
        {"X", "B·L·D"},         {"Q", "B·H·L·d_k"},        {"K", "B·H_kv·S·d_k"},
        {"V", "B·H_kv·S·d_v"},  {"scores_raw", "B·H·L·S"}, {"scores", "B·H·L·S"},
        {"weights", "B·H·L·S"}, {"context", "B·H·L·d_v"},  {"output", "B·L·D"},
    };
    const auto at = kFormulas.find(stage);
    return at == kFormulas.end() ? QString() : QString::fromUtf8(at->second);
}

double stageBytes(const core::AccountSizes &s) {
    double sum = 0.0;
    for (const core::StageCost &c : core::stageCosts(s))
        sum += c.bytes;
    return sum;
}

void addParameters(QList<CalculatorLine> &lines, const core::AccountSizes &s) {
    const core::ParameterCount p = core::parameterCount(s);
    const auto add = [&](const QString &name, const char *formula, double numbers) {
        lines << CalculatorLine{name, QString::fromUtf8(formula), numbers,
                                numbers * s.bytesPerNumber, std::nullopt};
    };
    lines << heading(Calculator::tr("Parameters of one layer"));
    add(QStringLiteral("W_Q"), "D·H·d_k", p.wQ);
    add(QStringLiteral("W_K"), "D′·H_kv·d_k", p.wK);
    if (!s.shareKv)
        add(QStringLiteral("W_V"), "D′·H_kv·d_v", p.wV);
    add(QStringLiteral("W_O"), "H·d_v·D", p.wO);
    if (p.bQ > 0)
        add(QStringLiteral("b_Q"), "H·d_k", p.bQ);
    if (p.bK > 0)
        add(QStringLiteral("b_K"), "H_kv·d_k", p.bK);
    if (p.bV > 0)
        add(QStringLiteral("b_V"), "H_kv·d_v", p.bV);
    if (p.bO > 0)
        add(QStringLiteral("b_O"), "D", p.bO);
    if (p.norm > 0)
        add(QStringLiteral("γ, β"), "2·H·d_v", p.norm);
    add(Calculator::tr("all of the layer"), "", p.layer);
    lines.back().sum = true;
}

void addStages(QList<CalculatorLine> &lines, const core::AccountSizes &s) {
    lines << heading(Calculator::tr("Stages of one layer, forward"));
    for (const core::StageCost &c : core::stageCosts(s))
        lines << CalculatorLine{latin(c.stage), stageFormulaOf(c.stage), c.bytes / s.bytesPerNumber,
                                c.bytes, c.flops > 0 ? std::optional(c.flops) : std::nullopt};
    const double bytes = stageBytes(s);
    CalculatorLine all{Calculator::tr("all kept"), QString(), bytes / s.bytesPerNumber, bytes,
                       core::totalFlops(s) / s.layers};
    all.sum = true;
    lines << all;
    const double tiled = core::tiledStatisticsBytes(s); // always fp32
    lines << CalculatorLine{Calculator::tr("instead of the maps, when tiled"),
                            QStringLiteral("2·B·H·L"), tiled / 4.0, tiled, std::nullopt};
}

void addModel(QList<CalculatorLine> &lines, const CalculatorInput &in) {
    const core::AccountSizes &s = in.sizes;
    const double each = s.bytesPerNumber, parameters = core::parameterCount(s).total;
    const double cache = core::kvCacheBytes(s), stages = stageBytes(s) * s.layers;
    lines << heading(Calculator::tr("Whole model, all layers"));
    lines << CalculatorLine{Calculator::tr("parameters"), QString(), parameters, parameters * each,
                            std::nullopt};
    lines << CalculatorLine{Calculator::tr("KV cache"), QStringLiteral("B·S·H_kv·(d_k + d_v)·N"),
                            cache / each, cache, std::nullopt};
    lines << CalculatorLine{Calculator::tr("every stage of every layer"), QString(), stages / each,
                            stages, core::totalFlops(s)};
    if (in.optimiser != core::Optimiser::None) {
        const double master = each < 4.0 ? 1.0 : 0.0;
        const double states = core::optimiserStates(in.optimiser);
        lines << CalculatorLine{
            Calculator::tr("parameters, gradients, optimiser"),
            master > 0.0 ? Calculator::tr("2 of %1, 1 + %2 of 4 bytes each").arg(each).arg(states)
                         : Calculator::tr("2 of %1, %2 of 4 bytes each").arg(each).arg(states),
            parameters * (2.0 + master + states), core::trainingBytes(s, in.optimiser),
            std::nullopt};
    }
    CalculatorLine inference{Calculator::tr("inference"),
                             Calculator::tr("all but other layers' stages"), std::nullopt,
                             inferenceBytes(s), std::nullopt};
    inference.sum = true;
    lines << inference;
    if (in.optimiser != core::Optimiser::None) {
        CalculatorLine training{Calculator::tr("training"), Calculator::tr("all but the KV cache"),
                                std::nullopt, wholeTrainingBytes(s, in.optimiser), std::nullopt};
        training.sum = true;
        lines << training;
    }
}

} // namespace

QString calculatorIssue(const core::AccountSizes &s) {
    const auto n = [](double value) { return QString::number(value, 'f', 0); };
    if (s.keyHeads > s.heads)
        return Calculator::tr("H_kv = %1 is more than H = %2: a head of queries reads one head of "
                              "keys. At most %2 will do.")
            .arg(n(s.keyHeads), n(s.heads));
    if (std::fmod(s.heads, s.keyHeads) != 0.0) {
        // Some divisor lies below, 1 at the latest; the heads themselves bound the one above.
        double below = s.keyHeads, above = s.keyHeads;
        while (std::fmod(s.heads, below) != 0.0)
            --below;
        while (std::fmod(s.heads, above) != 0.0)
            ++above;
        return Calculator::tr("H = %1 heads cannot share H_kv = %2 evenly: %3 or %4 will do.")
            .arg(n(s.heads), n(s.keyHeads), n(below), n(above));
    }
    if (s.shareKv && s.dK != s.dV)
        return Calculator::tr("K and V are shared, so d_k = %1 and d_v = %2 must be equal: set "
                              "d_v to %1.")
            .arg(n(s.dK), n(s.dV));
    return {};
}

QList<CalculatorLine> calculatorLines(const CalculatorInput &input) {
    QList<CalculatorLine> lines;
    addParameters(lines, input.sizes);
    addStages(lines, input.sizes);
    addModel(lines, input);
    return lines;
}

double inferenceBytes(const core::AccountSizes &s) {
    return core::parameterCount(s).total * s.bytesPerNumber + core::kvCacheBytes(s) + stageBytes(s);
}

double wholeTrainingBytes(const core::AccountSizes &s, core::Optimiser optimiser) {
    return core::trainingBytes(s, optimiser) + stageBytes(s) * s.layers;
}

QString calculatorVerdict(const CalculatorInput &in) {
    if (!in.memory)
        return Calculator::tr("How much memory %1 has is not known.").arg(in.device);
    const auto one = [&](const QString &what, double bytes) {
        return bytes <= *in.memory ? Calculator::tr("%1 takes %2 (%3): it fits.")
                                         .arg(what, bytesText(bytes), shareText(bytes, *in.memory))
                                   : Calculator::tr("%1 takes %2 (%3): it does not fit.")
                                         .arg(what, bytesText(bytes), shareText(bytes, *in.memory));
    };
    QStringList said{Calculator::tr("%1 has %2.").arg(in.device, bytesText(*in.memory)),
                     one(Calculator::tr("Inference"), inferenceBytes(in.sizes))};
    if (in.optimiser != core::Optimiser::None)
        said << one(Calculator::tr("Training"), wholeTrainingBytes(in.sizes, in.optimiser));
    return said.join(QLatin1Char(' '));
}

QString bytesText(double bytes) {
    static const char *const kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (!std::isfinite(bytes))
        return Calculator::tr("too large to say");
    std::size_t unit = 0;
    while (bytes >= 1024.0 && unit + 1 < std::size(kUnits)) {
        bytes /= 1024.0;
        ++unit;
    }
    const bool whole = bytes == std::floor(bytes) && bytes < 1e6;
    return QStringLiteral("%1 %2").arg(whole ? QString::number(bytes, 'f', 0)
                                             : QString::number(bytes, 'g', 4),
                                       QLatin1String(kUnits[unit]));
}

QString countText(double count) {
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (!std::isfinite(count))
        return Calculator::tr("too large to say");
    if (count > kExact)
        return QStringLiteral("≈ %1").arg(QString::number(count, 'g', 4));
    QString digits = QString::number(count, 'f', 0);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3)
        digits.insert(i, QChar(0x202F)); // narrow, and does not break
    return digits;
}

QString shareText(double bytes, double memory) {
    const double share = bytes / memory;
    if (share > 10.0)
        return QStringLiteral("%1 ×").arg(QString::number(share, 'g', 3));
    if (share > 0.0 && share < 0.001)
        return QStringLiteral("< 0.1 %");
    return QStringLiteral("%1 %").arg(QString::number(100.0 * share, 'f', share < 0.1 ? 1 : 0));
}

} // namespace attnscope::ui
