#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// Whether a cell holds a number, which may be inf or nan.
bool isNumberCell(std::string_view cell);

/// Reads the records of a table: CSV as in RFC 4180, and what else programs write under that name. The first
/// line tells what separates the cells: commas, semicolons, tabs or blanks; then a comma within a number is
/// its decimal point. Blanks around cells, records without text and lines that begin with # are skipped; but
/// if the first record holds numbers only, the line with # above it is the heading. Lines end as on any
/// system.
class CsvReader {
public:
    /// The text must outlive the reader. `fileName` is for messages, `maxCells` limits each record.
    CsvReader(std::string_view text, std::string fileName, std::size_t maxCells);

    /// Reads the next record; false at the end. Its cells stay valid until the next call. All have as many
    /// cells as the first one, the heading.
    Result<bool> next();

    const std::vector<std::string_view>& cells() const { return m_cells; }

    /// Describes a fault in the record read last, with the line on which the record begins.
    Problem problem(std::string_view what) const;

private:
    void skipToRecord();
    void findSeparator();
    Outcome readRecord();
    Outcome readCell();
    Outcome readQuotedCell();
    void addCell(std::string_view cell);
    bool isAtLineEnd() const;
    void skipLineEnd();
    void skipBlanks();

    std::string_view m_text;
    std::string m_fileName;
    std::size_t m_maxCells;
    std::size_t m_width = 0;  ///< of the heading
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_recordLine = 1;
    char m_separator = '\0';  ///< before the first record: not known
    /// Where the last line with # goes on after that sign, and its number.
    std::optional<std::pair<std::size_t, std::size_t>> m_comment;
    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unquoted;  ///< text of cells that are not as in the file
};

}  // namespace shoal
