// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/delimited.h"
#include "core/tensor.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::core {

/// Text to be pasted elsewhere.
enum class ArrayText {
    Numpy,    ///< np.array([[1.0, 2.0]], dtype=np.float32)
    PyTorch,  ///< torch.tensor([[1.0, 2.0]], dtype=torch.float32)
    Latex,    ///< \begin{bmatrix} … \end{bmatrix}, one matrix a head
    Markdown, ///< a table, one a head
    Tsv,      ///< lines of cells separated by tabs, for spreadsheets
};
struct ArrayTextOptions {
    DelimitedLabels labels; ///< of the last two axes; for Markdown and Tsv
    int digits = 4;         ///< decimals of LaTeX and Markdown; the others lose nothing
};
/// \throws std::invalid_argument for labels of another count, or an array without elements.
[[nodiscard]] std::string arrayAsText(const Tensor &array, ArrayText form,
                                      const ArrayTextOptions &options = {});

/// The array as CSV. Up to two axes: a table, one line a row. More axes: a header line, then one
/// line for each row of the last axis, which the indices of the other axes (counted from 0) come
/// before: `batch,head,query,key_0,key_1`. `axes` names them, outermost first; by default
/// axis_0, axis_1 ….
[[nodiscard]] std::string arrayAsCsv(const Tensor &array, const std::vector<std::string> &axes = {},
                                     const DelimitedLabels &labels = {});

/// Written atomically. \throws FileError (Unwritable)
void writeNpy(const std::filesystem::path &path, const Tensor &array);
/// All as members of one .npz, as numpy.savez writes it. \returns false when `stop` was set first.
bool writeNpz(const std::filesystem::path &path,
              const std::vector<std::pair<std::string, Tensor>> &arrays,
              const std::stop_token &stop = {});

} // namespace attnscope::core
