#include "lab/csv_reader.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

bool isBlank(char letter) {
    return letter == ' ' || letter == '\t';
}

}  // namespace

bool isNumberCell(std::string_view cell) {
    return numberFrom<double>(cell).has_value();
}

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

/// Stays in the line.
void CsvReader::skipBlanks() {
    while (m_at < m_text.size() && isBlank(m_text[m_at]) &&
           (m_separator == ' ' || m_text[m_at] != m_separator)) {
        ++m_at;
    }
}

void CsvReader::skipToRecord() {
    while (m_at < m_text.size() && (isAtLineEnd() || m_text[m_at] == '#')) {
        if (m_text[m_at] == '#') {
            m_comment = {m_at + 1, m_line};
            m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
        }
        skipLineEnd();
    }
    m_recordLine = m_line;
}

/// By the most frequent one in a line, outside quotes.
void CsvReader::findSeparator() {
    const std::string_view line = m_text.substr(m_at, m_text.find_first_of("\r\n", m_at) - m_at);
    if (line.size() == 5 && line.starts_with("sep=")) {  // as Excel writes it
        m_separator = line[4];
        m_at += line.size();
        skipToRecord();
        return;
    }
    std::size_t most = 0;
    m_separator = line.find_first_of(" \t") == std::string_view::npos ? ',' : ' ';
    for (const char each : {',', ';', '\t'}) {
        bool isQuoted = false;
        const auto count = static_cast<std::size_t>(std::ranges::count_if(line, [&](char letter) {
            isQuoted = isQuoted != (letter == '"');
            return letter == each && !isQuoted;
        }));
        if (count > most) {
            most = count;
            m_separator = each;
        }
    }
}

Result<bool> CsvReader::next() {
    for (;;) {
        skipToRecord();
        if (m_at >= m_text.size()) {
            m_cells.clear();
            return false;
        }
        const bool isFirst = m_separator == '\0';
        if (isFirst) {
            if (m_text.starts_with("\xff\xfe") || m_text.starts_with("\xfe\xff")) {
                return problem("is text in UTF-16; save it as UTF-8");
            }
            findSeparator();
        }
        if (auto read = readRecord(); !read) {
            return read.problem();
        }
        if (isFirst && m_comment && std::ranges::all_of(m_cells, isNumberCell)) {
            std::tie(m_at, m_line) = *std::exchange(m_comment, std::nullopt);
            m_separator = '\0';
            continue;
        }
        if (std::ranges::all_of(m_cells, &std::string_view::empty)) {
            continue;
        }
        m_width = m_width == 0 ? m_cells.size() : m_width;
        if (m_cells.size() != m_width) {
            const bool hasComma = m_separator == ',' && m_cells.size() > m_width;
            return problem(
                fmt::format("has {} cells, but the heading has {}{}", m_cells.size(), m_width,
                            hasComma ? "; decimal commas need semicolons or tabs between the cells" : ""));
        }
        return true;
    }
}

Outcome CsvReader::readRecord() {
    m_cells.clear();
    m_unquoted.clear();
    for (;;) {
        if (m_cells.size() >= m_maxCells) {
            return problem(fmt::format("has more than {} cells", m_maxCells));
        }
        if (auto read = readCell(); !read) {
            return read;
        }
        skipBlanks();
        if (isAtLineEnd()) {
            skipLineEnd();
            return Done{};
        }
        m_at += m_separator == ' ' ? 0 : 1;
    }
}

void CsvReader::addCell(std::string_view cell) {
    const bool isDecimal = m_separator != ',' && std::ranges::count(cell, ',') == 1 &&
                           cell.find_first_not_of("0123456789,+-eE") == std::string_view::npos;
    if (!isDecimal) {
        m_cells.push_back(cell);
        return;
    }
    std::string& number = m_unquoted.emplace_back(cell);
    number[number.find(',')] = '.';
    m_cells.push_back(number);
}

Outcome CsvReader::readCell() {
    skipBlanks();
    if (m_at < m_text.size() && m_text[m_at] == '"') {
        return readQuotedCell();
    }
    const std::string ends{'\r', '\n', m_separator, m_separator == ' ' ? '\t' : m_separator};
    const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
    std::size_t last = end;
    while (last > m_at && isBlank(m_text[last - 1])) {
        --last;
    }
    addCell(m_text.substr(m_at, last - m_at));
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
    skipBlanks();
    if (!isAtLineEnd() && m_separator != ' ' && m_text[m_at] != m_separator) {
        return problem("a cell goes on after its closing quote");
    }
    addCell(m_unquoted.emplace_back(std::move(cell)));
    return Done{};
}

}  // namespace shoal
