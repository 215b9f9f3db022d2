// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accounting.h"

#include <QList>
#include <QString>

#include <optional>

namespace attnscope::ui {

/// What is asked of the calculator.
struct CalculatorInput {
    core::AccountSizes sizes;
    core::Optimiser optimiser = core::Optimiser::None;
    QString device;
    std::optional<double> memory; ///< bytes; nothing = not known
};

/// A line of its answer: what, by which formula, how many numbers, bytes and operations.
struct CalculatorLine {
    QString name;
    QString formula; ///< "B·H·L·S"
    std::optional<double> numbers, bytes, operations;
    bool heading = false; ///< a name alone
    bool sum = false;
};

/// Which sizes disagree, and the nearest that agree; empty when all can be.
[[nodiscard]] QString calculatorIssue(const core::AccountSizes &sizes);
/// Parameters and stages of a layer, and what the whole model takes. For sizes without an issue.
[[nodiscard]] QList<CalculatorLine> calculatorLines(const CalculatorInput &input);
/// Whether inference and training fit in the device's memory, in sentences.
[[nodiscard]] QString calculatorVerdict(const CalculatorInput &input);
/// Bytes that inference (parameters, KV cache, the stages of one layer) and training (parameters,
/// gradients, optimiser, the stages of all layers) take.
[[nodiscard]] double inferenceBytes(const core::AccountSizes &sizes);
[[nodiscard]] double wholeTrainingBytes(const core::AccountSizes &sizes, core::Optimiser optimiser);

/// "128 MiB", "1.5 TiB"; whole below 1 KiB.
[[nodiscard]] QString bytesText(double bytes);
/// "150 994 944": exact as long as a double is (2⁵³); "≈ 1.13e+21" beyond, and said when it is too
/// large for a double.
[[nodiscard]] QString countText(double count);
/// "37 %", "< 0.1 %", "12.5 ×": a part of the memory.
[[nodiscard]] QString shareText(double bytes, double memory);

} // namespace attnscope::ui
