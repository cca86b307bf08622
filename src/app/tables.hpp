#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>
#include <shoal/whole_file.hpp>

namespace shoal {

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
