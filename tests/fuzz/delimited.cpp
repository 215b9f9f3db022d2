// SPDX-License-Identifier: GPL-3.0-or-later
//
// CSV, TSV and what a spreadsheet puts on the clipboard. A first byte below 16 chooses options.
#include "core/io/delimited.h"
#include "core/tokens.h"
#include "tests/fuzz/support.h"

#include <cmath>
#include <cstring>

namespace attnscope::fuzz {
namespace {

core::DelimitedOptions optionsOf(unsigned choice) {
    core::DelimitedOptions options;
    options.separator = "\0,;\t "[choice % 5];
    if (choice >= 5)
        options.decimal = choice >= 10 ? core::DecimalSign::Comma : core::DecimalSign::Point;
    options.ignoreLastLine = choice % 2 == 1;
    return options;
}

bool sameNumbers(const core::Tensor &a, const core::Tensor &b) {
    if (a.shape() != b.shape())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(a.data() + i, b.data() + i, sizeof(float)) != 0 &&
            !(std::isnan(a.data()[i]) && std::isnan(b.data()[i])))
            return false;
    return true;
}

void requireWhole(const core::DelimitedTable &t) {
    require(t.values.rank() == 2 && t.values.size() > 0, "a table has rows and columns");
    require(t.columnLabels.empty() || t.columnLabels.size() == t.values.extent(1),
            "one label a column");
    require(t.rowLabels.empty() || t.rowLabels.size() == t.values.extent(0), "one label a row");
    for (const auto *labels : {&t.columnLabels, &t.rowLabels})
        for (const std::string &label : *labels)
            require(core::validUtf8(label) == label, "labels are valid UTF-8");
    std::size_t count = 0;
    for (std::size_t i = 0; i < t.values.size(); ++i)
        count += !std::isfinite(t.values.data()[i]);
    require(count == t.nonFiniteCount, "numbers that are not finite are counted");
    require(t.nonFinite.size() == std::min<std::size_t>(count, 100), "and the first ones named");
    for (const core::TableCell &cell : t.nonFinite)
        require(!std::isfinite(t.values(cell.row, cell.column)), "by their places");
}

void read(std::string_view input) {
    core::DelimitedOptions options;
    if (!input.empty() && static_cast<unsigned char>(input[0]) < 16 && input[0] != '\t' &&
        input[0] != '\n' && input[0] != '\r') {
        options = optionsOf(static_cast<unsigned char>(input[0]));
        input.remove_prefix(1);
    }
    const std::size_t n = input.size();
    core::DelimitedTable table;
    {
        // A cell of two bytes ("1,") becomes a double of eight, and a label of two a string of 32,
        // in lists that grow.
        const AllocationLimit limit(64 * n + 4096, 256 * n + 32768);
        if (!accepts([&] { table = core::parseDelimited(input, "input.csv", options); }))
            return;
    }
    requireWhole(table);
    const core::Tensor values = table.tensor();
    for (const char separator : {',', ';', '\t'}) {
        const std::string plain = core::toDelimited(values, separator);
        const auto bare = core::parseDelimited(plain, "plain.csv");
        require(sameNumbers(bare.tensor(), values), "numbers read back the same");
        core::DelimitedLabels labels;
        labels.rows = table.rowLabels;
        labels.columns = table.columnLabels;
        const std::string text = core::toDelimited(values, separator, labels);
        core::DelimitedTable again;
        require(accepts([&] { again = core::parseDelimited(text, "labelled.csv"); }),
                "what is written can be read");
        require(sameNumbers(again.tensor(), values), "numbers beside labels read back the same");
        require(again.columnLabels == labels.columns && again.rowLabels == labels.rows,
                "labels read back the same");
    }
}

} // namespace
} // namespace attnscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    attnscope::fuzz::read({reinterpret_cast<const char *>(data), size});
    return 0;
}
