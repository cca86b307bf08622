#include "lab/csv_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/text/one_line.hpp"

namespace shoal {

CsvReader::CsvReader(std::string_view text, std::string fileName, std::size_t maxCells)
    : m_text(withoutByteOrderMark(text)), m_fileName(std::move(fileName)), m_maxCells(maxCells) {}

Problem CsvReader::problem(std::string_view what) const {
    return {oneLine(fmt::format("{}:{}: {}", m_fileName, m_recordLine, what))};
}

bool CsvReader::isAtLineEnd() const {
    return m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '\r';
}

void CsvReader::skipLineEnd() {
    if (m_at < m_text.size()) {
        m_at += m_text.substr(m_at, 2) == "\r\n" ? 2 : 1;
        ++m_line;
    }
}

Result<bool> CsvReader::next() {
    m_cells.clear();
    m_unquoted.clear();
    while (m_at < m_text.size() && isAtLineEnd()) {
        skipLineEnd();
    }
    m_recordLine = m_line;
    if (m_at >= m_text.size()) {
        return false;
    }
    for (;;) {
        if (m_cells.size() >= m_maxCells) {
            return problem(fmt::format("has more than {} cells", m_maxCells));
        }
        if (auto read = readCell(); !read) {
            return read.problem();
        }
        if (isAtLineEnd()) {
            skipLineEnd();
            return true;
        }
        ++m_at;  // the comma
    }
}

Outcome CsvReader::readCell() {
    if (m_at < m_text.size() && m_text[m_at] == '"') {
        return readQuotedCell();
    }
    const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
    m_cells.push_back(m_text.substr(m_at, end - m_at));
    m_at = end;
    return Done{};
}

Outcome CsvReader::readQuotedCell() {
    std::string cell;
    for (++m_at;;) {
        const std::size_t quote = m_text.find('"', m_at);
        if (quote == std::string_view::npos) {
            return problem("a quote opens and never closes");
        }
        const std::string_view part = m_text.substr(m_at, quote - m_at);
        m_line += static_cast<std::size_t>(std::ranges::count(part, '\n'));
        cell += part;
        m_at = quote + 1;
        if (m_at >= m_text.size() || m_text[m_at] != '"') {
            break;
        }
        cell += '"';
        ++m_at;
    }
    if (!isAtLineEnd() && m_text[m_at] != ',') {
        return problem("a cell goes on after its closing quote");
    }
    m_cells.push_back(m_unquoted.emplace_back(std::move(cell)));
    return Done{};
}

}  // namespace shoal
