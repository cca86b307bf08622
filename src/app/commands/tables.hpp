#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "lab/sampled_run.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

/// Opens a table for writing and writes its first line. Replaces an existing file only if it is empty or
/// begins with the same line.
Result<AtomicFile> openTable(const std::filesystem::path& path, std::string_view header);

/// The measures over time as CSV: for each instant a line for all boids and, if there are several, one for
/// each species. Values that are not defined are empty.
class MeasuresTable {
public:
    static Result<MeasuresTable> create(const std::filesystem::path& file,
                                        std::span<const MeasureColumn> columns);

    /// Adds the newest sample.
    Outcome add(const Simulation& simulation, const SampledRun& run);
    Outcome prepare() { return m_file.prepare(); }  ///< does all but `finish`, which then rarely fails
    Outcome finish() { return m_file.commit(); }

private:
    explicit MeasuresTable(AtomicFile file) : m_file(std::move(file)) {}
    AtomicFile m_file;
};

}  // namespace shoal
