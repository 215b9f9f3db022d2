// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/array_export.h"
#include "core/session.h"
#include "core/trace.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::ui {

/// One array of a pass for a file or the clipboard.
struct Numbers {
    std::string name; ///< "weights", as in files
    core::Tensor values;
    std::vector<std::string> axes; ///< "batch", "head", "query", "key" …, one an axis
    core::DelimitedLabels labels;  ///< raw tokens of the last two axes; empty where there are none
};

/// Names of all arrays that a trace can give: its stages, then weights, biases, γ, β and the given
/// gradient.
[[nodiscard]] QStringList arrayNames(const core::Trace &trace);
/// Whether an array of that name has heads / sequences to choose from.
[[nodiscard]] bool dividedByHead(const core::Trace &trace, const QString &name);
[[nodiscard]] bool dividedBySequence(const core::Trace &trace, const QString &name);

/// The whole array, or the part of one head (its columns of a projection, its rows of W_O) and of
/// one sequence; the axes that were chosen from are gone. Nothing for a name that is not there.
[[nodiscard]] std::optional<Numbers> numbersOf(const core::Trace &trace,
                                               const core::Session &session, const QString &name,
                                               std::optional<std::size_t> head,
                                               std::optional<std::size_t> sequence);
/// Every array whole, under its name.
[[nodiscard]] std::vector<std::pair<std::string, core::Tensor>>
allNumbers(const core::Trace &trace, const core::Session &session);

enum class NumbersFormat { Csv, Npy, Npz };
/// CSV with token labels, or .npy, or an .npz with this array alone. \throws core::FileError
void writeNumbers(const std::filesystem::path &path, const Numbers &numbers, NumbersFormat format);

/// The text for the clipboard; a leading axis of one is left out. Empty when there is nothing.
[[nodiscard]] std::string numbersAsText(const Numbers &numbers, core::ArrayText form);

} // namespace attnscope::ui
