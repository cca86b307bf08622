#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>

namespace shoal {

/// Reads the records of a table, CSV as in RFC 4180. Lines end as on any system; empty ones are skipped.
class CsvReader {
public:
    /// The text must outlive the reader. `fileName` is for messages, `maxCells` limits each record.
    CsvReader(std::string_view text, std::string fileName, std::size_t maxCells);

    /// Reads the next record; false at the end. Its cells stay valid until the next call.
    Result<bool> next();

    const std::vector<std::string_view>& cells() const { return m_cells; }

    /// Describes a fault in the record read last, with the line on which the record begins.
    Problem problem(std::string_view what) const;

private:
    Outcome readCell();
    Outcome readQuotedCell();
    bool isAtLineEnd() const;
    void skipLineEnd();

    std::string_view m_text;
    std::string m_fileName;
    std::size_t m_maxCells;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_recordLine = 1;
    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unquoted;  ///< text of the record's cells with doubled quotes
};

}  // namespace shoal
