// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnscope::core {

/// Walks over the lines and cells of delimited text without taking memory for them. Blank lines
/// and the comment lines before the first cell are passed over.
class DelimitedScanner {
public:
    struct Cell {
        std::string_view text; ///< without blanks around it and quotes; "" inside stays doubled
        bool quoted = false;
        [[nodiscard]] bool empty() const { return text.empty() && !quoted; }
        /// With "" as one quote.
        [[nodiscard]] std::string unescaped() const;
    };

    /// `separator` ' ' = runs of blanks. `name` is for messages and must outlive the scanner.
    DelimitedScanner(std::string_view text, char separator, const std::string &name)
        : m_text(text), m_separator(separator), m_name(name) {}

    /// Goes to the next line that holds something. False at the end.
    bool nextLine();
    /// The next cell of this line; false after its last one. \throws FileError for broken quotes
    bool nextCell(Cell &cell);
    /// Number of this line in the text, from 1.
    [[nodiscard]] std::size_t line() const { return m_line; }
    /// The text ended before this line did: it may have been cut. Known after its last cell.
    [[nodiscard]] bool unterminated() const { return m_unterminated; }

private:
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] bool isBlank(char c) const {
        return c == ' ' || (c == '\t' && m_separator != '\t');
    }
    [[nodiscard]] static bool isBreak(char c) { return c == '\n' || c == '\r'; }
    void skipBlanks() {
        while (!atEnd() && isBlank(m_text[m_at]))
            ++m_at;
    }
    void skipBreak();
    void quotedText(Cell &cell);

    std::string_view m_text;
    char m_separator;
    const std::string &m_name;
    std::size_t m_at = 0;
    std::size_t m_line = 0;      ///< of the cells that are read
    std::size_t m_breaks = 0;    ///< ends of line passed so far
    bool m_inLine = false;       ///< nextCell() has something to give
    bool m_begun = false;        ///< a line with cells was met: no comments any more
    bool m_unterminated = false; ///< see unterminated()
};

} // namespace attnscope::core
