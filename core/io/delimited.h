// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_error.h"
#include "core/number_text.h"
#include "core/tensor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::core {

/// How a table of text is to be read; what is left open is told from the text.
struct DelimitedOptions {
    char separator = '\0'; ///< ',', ';', '\t', or ' ' for runs of blanks; '\0' = told from the text
    std::optional<DecimalSign> decimal; ///< absent = told from the text
    bool ignoreLastLine = false;        ///< for a file that was cut in the middle of a line
};

/// A cell of a table, counted from 0.
struct TableCell {
    std::size_t row = 0, column = 0;
    bool operator==(const TableCell &) const = default;
};

/// Numbers read from CSV, TSV or a spreadsheet's clipboard.
struct DelimitedTable {
    DoubleTensor values;                   ///< [rows, columns], at least 1×1
    std::vector<std::string> columnLabels; ///< a header line; empty = none, else one a column
    std::vector<std::string> rowLabels;    ///< a first column of texts; empty = none
    char separator = ',';                  ///< what separated the cells (',' when nothing did)
    bool decimalComma = false;             ///< "0,5" was read as a half
    std::vector<TableCell> nonFinite;      ///< cells with NaN or ±inf, the first 100
    std::size_t nonFiniteCount = 0;
    /// The numbers as float; beyond its range they are infinite.
    [[nodiscard]] Tensor tensor() const;
};

/// Reads RFC 4180 and what is close to it: a byte-order mark, any end of line, quoted cells, blank
/// lines (left out), lines that start with '#' before the numbers (left out), a separator at the
/// end of every line. The first line holds labels when no cell of it is a number, or its corner is
/// empty above row labels; the first column does when no cell of it is a number. Refused, naming
/// line and cell: lines of unequal length (a half-written last one too), empty cells, texts among
/// numbers, points and commas mixed as decimal signs. `name` is for messages.
/// \throws FileError (Malformed)
[[nodiscard]] DelimitedTable parseDelimited(std::string_view bytes, const std::string &name,
                                            const DelimitedOptions &options = {});
/// A file of at most 1 GiB. \throws FileError
[[nodiscard]] DelimitedTable readDelimited(const std::filesystem::path &path,
                                           const DelimitedOptions &options = {});

/// The array of more than two axes that a table written by arrayAsCsv() stands for, told by its
/// header ("head,query,key_0,key_1") and its columns of indices, which have to be whole and in
/// order. Nothing for any other table.
[[nodiscard]] std::optional<Tensor> arrayOfIndexedTable(const DelimitedTable &table);

/// Labels for the written table; empty lists = none.
struct DelimitedLabels {
    std::vector<std::string> rows, columns;
    std::string corner; ///< above the row labels
};

/// A matrix [rows, columns] (or a vector: one line; a scalar: one cell) as lines of text: points
/// whatever the locale, the shortest text that reads back bit-equal, "nan", "inf", "-inf", lines
/// end in "\n". Labels are quoted where they have to be, and where they look like numbers.
/// \throws std::invalid_argument for more than two axes, or labels of another count.
[[nodiscard]] std::string toDelimited(const Tensor &matrix, char separator = ',',
                                      const DelimitedLabels &labels = {});

} // namespace attnscope::core
