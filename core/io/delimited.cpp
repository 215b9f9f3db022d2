// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/delimited.h"

#include "core/io/delimited_scanner_private.h"
#include "core/io/npy.h"
#include "core/text_values.h"
#include "core/tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attnscope::core {

namespace {

using Cell = DelimitedScanner::Cell;
constexpr double kLargestFile = 1024.0 * 1024 * 1024;
constexpr std::size_t kNonFiniteShown = 100;

[[noreturn]] void refuse(const std::string &name, const std::string &place,
                         const std::string &reason) {
    throw FileError(FileError::Kind::Malformed, name, place, reason);
}

std::string atLine(std::size_t line) { return "line " + std::to_string(line); }

std::string counted(std::size_t n, const char *what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// The text of a cell for a message.
std::string shown(std::string_view text) {
    std::string s = validUtf8(text.substr(0, 40));
    return "'" + s + (text.size() > 40 ? "…'" : "'");
}

/// Made of digits and signs, a number ("1.5") or not ("1.234,5", "1 1").
bool looksNumeric(std::string_view text) {
    return text.find_first_not_of("0123456789.,+- eE'") == text.npos &&
           text.find_first_of("0123456789") != text.npos;
}

/// Tabs win over semicolons, and these over commas, which may be decimal ones.
char separatorOf(std::string_view text) {
    constexpr std::size_t kEnough = std::size_t{1} << 16;
    bool quoted = false, semicolon = false, comma = false, gap = false;
    char last = '\n';
    for (const char c : text.substr(0, kEnough)) {
        if (c == '"')
            quoted = !quoted;
        if (!quoted) {
            if (c == '\t')
                return '\t';
            semicolon = semicolon || c == ';';
            comma = comma || c == ',';
            gap = gap || (last == ' ' && c != ' ' && c != '\r' && c != '\n');
        }
        // Blanks before the first cell of a line part nothing.
        if (c != ' ' || (last != '\n' && last != '\r'))
            last = c;
    }
    return semicolon ? ';' : comma ? ',' : gap ? ' ' : ',';
}

/// Without the lines at the end that hold separators alone, as spreadsheets write them.
std::string_view withoutEmptyEnd(std::string_view text, char separator) {
    for (;;) {
        std::size_t end = text.size();
        if (end > 0 && text[end - 1] == '\n')
            --end;
        if (end > 0 && text[end - 1] == '\r')
            --end;
        const auto before = end == 0 ? std::string_view::npos : text.find_last_of("\r\n", end - 1);
        const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
        const std::string_view line = text.substr(start, end - start);
        if (start == 0 || line.find_first_not_of(std::string{' ', '\t', separator}) != line.npos)
            return text;
        text = text.substr(0, start);
    }
}

/// What a first walk over the text finds out.
struct Layout {
    std::size_t lines = 0;      ///< that hold cells
    std::size_t firstCells = 0; ///< of the first of them
    bool header = false, rowLabels = false, trailing = false;
    DecimalSign decimal = DecimalSign::Point;
    bool decimalTold = false; ///< by a cell, rather than assumed
};

class Reader {
public:
    Reader(std::string_view text, const std::string &name, const DelimitedOptions &options)
        : m_name(name), m_options(options) {
        m_separator = options.separator != '\0' ? options.separator : separatorOf(text);
        m_text = m_separator == ' ' ? text : withoutEmptyEnd(text, m_separator);
    }

    DelimitedTable read() {
        survey();
        if (m_layout.lines == 0)
            refuse(m_name, "", "there are no numbers in it");
        DelimitedTable t;
        t.separator = m_separator;
        t.decimalComma = m_layout.decimal == DecimalSign::Comma;
        DelimitedScanner scanner(m_text, m_separator, m_name);
        if (m_layout.header) {
            scanner.nextLine();
            m_headerLine = scanner.line();
            for (Cell cell; scanner.nextCell(cell);)
                t.columnLabels.push_back(validUtf8(cell.unescaped()));
        }
        std::vector<double> values;
        while (scanner.nextLine())
            if (!row(scanner, t, values))
                break;
        if (m_rows == 0)
            refuse(m_name, "", "there are labels in it, but no numbers");
        settleLabels(t);
        t.values = DoubleTensor({m_rows, m_columns}, std::span<const double>(values));
        return t;
    }

private:
    /// A text, or a quoted number among bare ones. What is made of digits and signs and yet is no
    /// number ("1.234,5") is a mistake, which must not pass for a label.
    [[nodiscard]] bool isText(const Cell &cell) const {
        if (cell.quoted && m_bareNumbers)
            return true;
        return !looksNumeric(cell.text) && !parseTypedNumber(cell.text);
    }

    void noteDecimal(const Cell &cell) {
        if (m_layout.decimalTold || m_options.decimal || (cell.quoted && m_bareNumbers))
            return; // a label tells nothing of how the numbers are written
        const bool comma = cell.text.find(',') != cell.text.npos;
        if ((comma || cell.text.find('.') != cell.text.npos) && parseTypedNumber(cell.text)) {
            m_layout.decimal = comma ? DecimalSign::Comma : DecimalSign::Point;
            m_layout.decimalTold = true;
        }
    }

    /// Labels, the decimal sign, and whether every line ends in a separator.
    void survey() {
        if (m_options.decimal)
            m_layout.decimal = *m_options.decimal;
        { // Are there numbers that are not quoted?
            DelimitedScanner s(m_text, m_separator, m_name);
            for (bool more = s.nextLine(); more && !m_bareNumbers; more = s.nextLine())
                for (Cell c; !m_bareNumbers && s.nextCell(c);)
                    m_bareNumbers = !c.quoted && parseTypedNumber(c.text);
        }
        struct Line {
            std::size_t cells = 0;
            bool firstText = false, firstEmpty = false, numbers = false, numbersAfter = false;
            bool lastEmpty = false;
        };
        Line first;
        bool texts = true, indices = true, trailing = true, firstTrailing = false;
        std::size_t body = 0;
        DelimitedScanner s(m_text, m_separator, m_name);
        while (s.nextLine()) {
            Line line;
            double index = std::numeric_limits<double>::quiet_NaN();
            for (Cell c; s.nextCell(c); ++line.cells) {
                const bool text = isText(c);
                if (line.cells == 0) {
                    line.firstText = text && !c.empty();
                    line.firstEmpty = c.empty();
                    index = parseTypedNumber(c.text).value_or(index);
                }
                if (!text) {
                    line.numbers = true;
                    line.numbersAfter = line.numbersAfter || line.cells > 0;
                }
                line.lastEmpty = c.empty();
                noteDecimal(c);
            }
            line.lastEmpty = line.lastEmpty && line.cells > 1;
            if (m_layout.lines++ == 0) {
                first = line;
                firstTrailing = line.lastEmpty;
                continue;
            }
            texts = texts && line.firstText;
            indices = indices && index == static_cast<double>(body);
            trailing = trailing && line.lastEmpty;
            ++body;
        }
        m_layout.firstCells = first.cells;
        const bool corner = first.firstEmpty && first.cells > 1 && body > 0 && (texts || indices);
        if (corner) {
            m_layout.header = m_layout.rowLabels = true;
        } else {
            m_layout.rowLabels =
                texts && (body > 0 || first.numbersAfter) && (first.firstText || !first.numbers);
            m_layout.header =
                body > 0 && !(m_layout.rowLabels ? first.numbersAfter : first.numbers);
            m_layout.rowLabels = m_layout.rowLabels && (m_layout.header || first.firstText);
        }
        // A header may lack the separator at the end that the numbers have.
        m_layout.trailing = (body == 0 || trailing) && (firstTrailing || m_layout.header) &&
                            (body > 0 || firstTrailing) && first.cells > 1;
        m_headerTrailing = firstTrailing;
    }

    /// One line of numbers. False for a last line that is to be left out.
    bool row(DelimitedScanner &scanner, DelimitedTable &t, std::vector<double> &values) {
        const std::size_t start = values.size(), line = scanner.line();
        std::size_t column = 0, cells = 0;
        std::string label;
        std::optional<std::size_t> hole;
        for (Cell cell; scanner.nextCell(cell); ++cells) {
            if (cells == 0 && m_layout.rowLabels) {
                label = validUtf8(cell.unescaped());
                continue;
            }
            if (hole)
                refuseHole(line, *hole);
            if (cell.empty())
                hole = cells; // the one after the last separator is none
            else
                values.push_back(number(cell, line, cells, t, column++));
        }
        if (hole && !m_layout.trailing) {
            if (isLast(scanner))
                return cut(t, values, start);
            refuseHole(line, *hole);
        }
        if (m_rows == 0) {
            m_columns = column;
            if (m_columns == 0)
                refuse(m_name, atLine(line), "it has a label, but no numbers");
        } else if (column != m_columns) {
            const bool unfinished = scanner.unterminated() && column < m_columns;
            if (isLast(scanner))
                return cut(t, values, start);
            refuse(m_name, atLine(line),
                   "it has " + counted(column, "value") + ", expected " +
                       std::to_string(m_columns) + " as in the lines before" +
                       (unfinished ? ": the file seems to be cut off there" : ""));
        }
        if (m_layout.rowLabels)
            t.rowLabels.push_back(std::move(label));
        ++m_rows;
        return true;
    }

    [[nodiscard]] bool isLast(DelimitedScanner &scanner) const {
        return m_options.ignoreLastLine && !scanner.nextLine();
    }
    /// Takes the last line back, and what was noted of it.
    bool cut(DelimitedTable &t, std::vector<double> &values, std::size_t start) const {
        for (std::size_t i = start; i < values.size(); ++i)
            t.nonFiniteCount -= !std::isfinite(values[i]);
        while (!t.nonFinite.empty() && t.nonFinite.back().row == m_rows)
            t.nonFinite.pop_back();
        values.resize(start);
        return false;
    }

    [[noreturn]] void refuseHole(std::size_t line, std::size_t cell) const {
        refuse(m_name, atLine(line) + ", column " + std::to_string(cell + 1),
               "the cell is empty: write a number (0, or nan)");
    }

    double number(const Cell &cell, std::size_t line, std::size_t place, DelimitedTable &t,
                  std::size_t column) {
        const auto value = parseTypedNumber(cell.text, m_layout.decimal);
        if (!value) {
            const bool comma = m_layout.decimal == DecimalSign::Comma;
            const bool mixed = parseTypedNumber(cell.text).has_value();
            refuse(m_name, atLine(line) + ", column " + std::to_string(place + 1),
                   shown(cell.text) + " is not a number" +
                       (mixed ? std::string(": decimals are written with a ") +
                                    (comma ? "comma" : "point") + " elsewhere"
                        : line == 1 || place == 0
                            ? ": labels that look like numbers have to be quoted"
                            : ""));
        }
        if (!std::isfinite(*value) && ++t.nonFiniteCount <= kNonFiniteShown)
            t.nonFinite.push_back({m_rows, column});
        return *value;
    }

    /// One label a column, whatever stands in the corner.
    void settleLabels(DelimitedTable &t) const {
        if (!m_layout.header)
            return;
        std::vector<std::string> &labels = t.columnLabels;
        if (m_headerTrailing && m_layout.trailing && !labels.empty())
            labels.pop_back();
        if (m_layout.rowLabels && labels.size() == m_columns + 1)
            labels.erase(labels.begin());
        if (labels.size() != m_columns)
            refuse(m_name, atLine(m_headerLine),
                   "it has " + counted(labels.size(), "label") + " for " +
                       counted(m_columns, "column") + " of numbers");
    }

    const std::string &m_name;
    const DelimitedOptions &m_options;
    std::string_view m_text;
    char m_separator = ',';
    Layout m_layout;
    bool m_bareNumbers = false, m_headerTrailing = false;
    std::size_t m_rows = 0, m_columns = 0, m_headerLine = 1;
};

/// Any separator is quoted, whichever this table has: the reader tells it from the text. `alone`:
/// nothing separates cells, so that a blank would seem to. A byte order mark that a label begins
/// with would be taken off the file.
bool mustBeQuoted(const std::string &label, bool alone) {
    return label.find_first_of(alone ? ",;\t\"\n\r " : ",;\t\"\n\r") != label.npos ||
           label.empty() || label.front() == ' ' || label.front() == '\t' || label.front() == '#' ||
           label.back() == ' ' || label.back() == '\t' || label.substr(0, 3) == "\xEF\xBB\xBF" ||
           looksNumeric(label) || parseTypedNumber(label).has_value();
}

std::string labelCell(const std::string &label, bool alone) {
    if (!mustBeQuoted(label, alone))
        return label;
    std::string s = "\"";
    for (const char c : label)
        s += c == '"' ? std::string("\"\"") : std::string(1, c);
    return s + "\"";
}

} // namespace

Tensor DelimitedTable::tensor() const {
    auto t = Tensor::uninitialised(values.shape());
    float *out = t.mutableData();
    for (std::size_t i = 0; i < values.size(); ++i)
        out[i] = nearestFloat(values.data()[i]);
    return t;
}

std::optional<Tensor> arrayOfIndexedTable(const DelimitedTable &table) {
    const std::vector<std::string> &labels = table.columnLabels;
    const std::size_t columns = labels.size();
    if (columns < 3 || !table.rowLabels.empty())
        return std::nullopt;
    // The last columns are called key_0, key_1 …; those before hold indices.
    const auto under = labels.back().rfind('_');
    if (under == std::string::npos)
        return std::nullopt;
    const std::string stem = labels.back().substr(0, under + 1);
    const auto last = parseWhole(std::string_view(labels.back()).substr(under + 1));
    if (!last || *last < 0 || static_cast<std::size_t>(*last) + 3 > columns)
        return std::nullopt;
    const std::size_t width = static_cast<std::size_t>(*last) + 1, lead = columns - width;
    for (std::size_t c = 0; c < width; ++c)
        if (labels[lead + c] != stem + std::to_string(c))
            return std::nullopt;
    const std::size_t rows = table.values.extent(0);
    // The last row holds the largest indices; every row before it its own, in order.
    Shape shape(lead);
    std::size_t count = 1;
    for (std::size_t a = 0; a < lead; ++a) {
        const double index = table.values(rows - 1, a);
        if (!(index >= 0 && index < static_cast<double>(rows)) || std::trunc(index) != index)
            return std::nullopt;
        shape[a] = static_cast<std::size_t>(index) + 1;
        count *= shape[a];
        if (count > rows)
            return std::nullopt;
    }
    if (count != rows)
        return std::nullopt;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t a = lead, rest = r; a-- > 0; rest /= shape[a])
            if (table.values(r, a) != static_cast<double>(rest % shape[a]))
                return std::nullopt;
    shape.push_back(width);
    auto t = Tensor::uninitialised(shape);
    float *out = t.mutableData();
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < width; ++c)
            *out++ = nearestFloat(table.values(r, lead + c));
    return t;
}

DelimitedTable parseDelimited(std::string_view bytes, const std::string &name,
                              const DelimitedOptions &options) {
    if (bytes.substr(0, 3) == "\xEF\xBB\xBF")
        bytes.remove_prefix(3);
    if (bytes.substr(0, 2) == "\xFF\xFE" || bytes.substr(0, 2) == "\xFE\xFF")
        refuse(name, "", "it is UTF-16 text: save it as CSV in UTF-8");
    if (const auto nul = bytes.find('\0'); nul != bytes.npos)
        refuse(name, "byte " + std::to_string(nul), "it is no text: it holds a zero byte");
    return Reader(bytes, name, options).read();
}

DelimitedTable readDelimited(const std::filesystem::path &path, const DelimitedOptions &options) {
    return parseDelimited(readWholeFile(path, kLargestFile), path.string(), options);
}

std::string toDelimited(const Tensor &matrix, char separator, const DelimitedLabels &labels) {
    if (matrix.rank() > 2 || !matrix.present())
        throw std::invalid_argument("toDelimited: not a matrix: " + toString(matrix.shape()));
    const std::size_t rows = matrix.rank() == 2 ? matrix.extent(0) : 1;
    const std::size_t columns = rows == 0 ? 0 : matrix.size() / rows;
    if ((!labels.rows.empty() && labels.rows.size() != rows) ||
        (!labels.columns.empty() && labels.columns.size() != columns))
        throw std::invalid_argument("toDelimited: labels of another count than " +
                                    toString(matrix.shape()));
    const bool alone = columns == 1 && labels.rows.empty();
    std::string text;
    if (!labels.columns.empty()) {
        if (!labels.rows.empty())
            text += (labels.corner.empty() ? "" : labelCell(labels.corner, alone)) + separator;
        for (std::size_t c = 0; c < columns; ++c)
            text += (c ? std::string(1, separator) : "") + labelCell(labels.columns[c], alone);
        text += '\n';
    }
    for (std::size_t r = 0; r < rows; ++r) {
        if (!labels.rows.empty())
            text += labelCell(labels.rows[r], alone) + separator;
        for (std::size_t c = 0; c < columns; ++c) {
            if (c)
                text += separator;
            text += formatFloat(matrix.data()[r * columns + c]);
        }
        text += '\n';
    }
    return text;
}

} // namespace attnscope::core
