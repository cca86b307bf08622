#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>
#include <shoal/whole_file.hpp>

namespace shoal {

/// A table to write, with its first line. It may take the place of an earlier one that begins with the same
/// line, and of no other file.
Result<WholeFile> openTable(const std::filesystem::path& path, std::string_view header);

/// The measures over time as CSV, one line an instant.
class MeasuresTable {
public:
    static Result<MeasuresTable> create(const std::filesystem::path& file);
    Outcome add(const Simulation& simulation);
    Outcome prepare() { return m_file.prepare(); }  ///< all but `finish`, which then hardly fails
    Outcome finish() { return m_file.commit(); }

private:
    explicit MeasuresTable(WholeFile file) : m_file(std::move(file)) {}
    WholeFile m_file;
};

}  // namespace shoal
