// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain.h"
#include "core/session.h"
#include "core/trace.h"
#include "ui/plot/figure.h"

#include <QString>

#include <set>

namespace attnscope::ui {

/// How the arithmetic of a cell is written.
struct ExplainStyle {
    bool largestFirst = false;      ///< terms by their size, else in the order of the formula
    std::set<std::size_t> unfolded; ///< steps of which every listed term is shown
    Palette palette = Palette::light();
};
/// Terms of a long sum that are shown before it is unfolded.
inline constexpr std::size_t kFoldedTerms = 8;

/// A remark in a sentence.
[[nodiscard]] QString remarkText(core::Remark remark);
/// "Weights", "Gradient of the queries", "W_Q": the array of a cell.
[[nodiscard]] QString arrayTitle(const core::ArrayRef &array);
/// The cell in words with its value: "weights · head 2 · query 3 “cat” → key 1 “the” · 0.42".
[[nodiscard]] QString cellSentence(const core::Trace &, const core::Session &,
                                   const core::CellLink &cell);
/// The result in the six digits that an engine's fp32 agrees with.
[[nodiscard]] QString resultNumber(double value);
/// The whole explanation as rich text. Numbers that come from a cell are links of linkText();
/// "fold:N" unfolds or folds the terms of step N.
[[nodiscard]] QString explanationHtml(const core::Explanation &, const QString &sentence,
                                      const ExplainStyle &style);

} // namespace attnscope::ui
