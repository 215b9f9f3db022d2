// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/array_edit.h"
#include "core/tensor.h"

#include <QString>

#include <cstddef>
#include <optional>

namespace attnscope::ui {

/// A cell of an array of the document. Without an input it is one of the mask.
struct MatrixPlace {
    std::optional<core::Input> input = core::Input::WQ;
    std::size_t batch = 0;
    std::optional<std::size_t> head; ///< of the mask; nothing = all heads
    std::size_t row = 0, column = 0;
    bool operator==(const MatrixPlace &) const = default;
};

/// "W_Q", "mask_keep": as in files.
[[nodiscard]] QString matrixName(const std::optional<core::Input> &input);
[[nodiscard]] std::optional<MatrixPlace> matrixByName(const QString &name);

/// "W_Q[3,5] of head 0", "X_embed[2,7] “sat”", "b_O[3]", "mask_keep[1,2] of head 1".
[[nodiscard]] QString placeText(const core::Session &session, const MatrixPlace &place);
/// "W_Q" for the whole array, else "3×4 cells of W_Q" (or the place for a single one).
[[nodiscard]] QString blockText(const core::Session &session, const MatrixPlace &place,
                                const core::ArrayBlock &block, bool whole);
/// "3×4"
[[nodiscard]] QString sizeText(std::size_t rows, std::size_t columns);

/// "2 × 6 × 32"
[[nodiscard]] QString shapeText(const core::Shape &shape);

/// What somebody typed into a cell, or why it cannot stand there.
struct TypedValue {
    std::optional<float> value;
    QString why; ///< a sentence, when there is no value
};
/// Points and commas both separate decimals, whatever the locale; a cell of the mask is 0 or 1.
[[nodiscard]] TypedValue typedValue(const QString &text, bool mask);
/// The shortest text that reads back as the same number: "0.1", "nan", "-inf".
[[nodiscard]] QString editText(float value);

} // namespace attnscope::ui
