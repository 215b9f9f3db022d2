// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/delimited_scanner_private.h"

#include "core/io/file_error.h"

namespace attnscope::core {

std::string DelimitedScanner::Cell::unescaped() const {
    std::string s;
    for (std::size_t i = 0; i < text.size(); ++i) {
        s += text[i];
        if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"')
            ++i;
    }
    return s;
}

void DelimitedScanner::skipBreak() {
    if (m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n')
        ++m_at;
    ++m_at;
    ++m_breaks;
}

bool DelimitedScanner::nextLine() {
    Cell rest;
    while (m_inLine)
        nextCell(rest); // what nobody asked for
    for (;;) {
        const std::size_t start = m_at;
        while (!atEnd() && (m_text[m_at] == ' ' || isBlank(m_text[m_at])))
            ++m_at;
        if (atEnd())
            return false;
        if (isBreak(m_text[m_at])) {
            skipBreak();
            continue;
        }
        // numpy.savetxt begins its header lines so. Not "#tag", which may be a token's label.
        const char next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\n';
        if (!m_begun && m_text[m_at] == '#' && (next == ' ' || next == '#' || isBreak(next))) {
            while (!atEnd() && !isBreak(m_text[m_at]))
                ++m_at;
            continue;
        }
        m_at = m_separator == ' ' ? m_at : start;
        m_line = m_breaks + 1;
        m_inLine = m_begun = true;
        m_unterminated = false;
        return true;
    }
}

void DelimitedScanner::quotedText(Cell &cell) {
    const std::size_t start = ++m_at, line = m_breaks + 1;
    for (; !atEnd(); ++m_at) {
        if (m_text[m_at] == '\n')
            ++m_breaks; // a cell may hold several lines
        if (m_text[m_at] != '"')
            continue;
        if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"')
            break;
        ++m_at;
    }
    if (atEnd())
        throw FileError(FileError::Kind::Malformed, m_name, "line " + std::to_string(line),
                        "a quoted cell has no closing quote");
    cell = {m_text.substr(start, m_at - start), true};
    ++m_at;
    skipBlanks();
    if (!atEnd() && !isBreak(m_text[m_at]) && m_text[m_at] != m_separator && m_separator != ' ')
        throw FileError(FileError::Kind::Malformed, m_name, "line " + std::to_string(m_breaks + 1),
                        "there is text after the closing quote of a cell");
}

bool DelimitedScanner::nextCell(Cell &cell) {
    if (!m_inLine)
        return false;
    skipBlanks();
    if (!atEnd() && m_text[m_at] == '"') {
        quotedText(cell);
    } else {
        const std::size_t start = m_at;
        while (!atEnd() && !isBreak(m_text[m_at]) &&
               (m_separator == ' ' ? !isBlank(m_text[m_at]) : m_text[m_at] != m_separator))
            ++m_at;
        std::size_t end = m_at;
        while (end > start && isBlank(m_text[end - 1]))
            --end;
        cell = {m_text.substr(start, end - start), false};
        if (m_separator == ' ')
            skipBlanks(); // several blanks, or some at the end, make no cell
    }
    if (atEnd()) {
        m_inLine = false;
        m_unterminated = true;
    } else if (isBreak(m_text[m_at])) {
        m_inLine = false;
        skipBreak();
    } else if (m_separator != ' ') {
        ++m_at;
    }
    return true;
}

} // namespace attnscope::core
