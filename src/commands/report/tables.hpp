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

/// The measures over time as CSV: for each instant a line for all boids and, if there are several, one for
/// each species. Values that are not defined are empty.
class MeasuresTable {
public:
    static Result<MeasuresTable> create(const std::filesystem::path& file,
                                        std::span<const MeasureColumn> columns);

    /// Adds the newest sample, which then outlasts the program.
    Outcome add(const Simulation& simulation, const SampledRun& run);
    /// The file that remains without `finish`; empty if none does.
    std::filesystem::path kept() const { return m_file.kept(); }
    Outcome prepare() { return m_file.prepare(); }  ///< does all but `finish`, which then rarely fails
    Outcome finish() { return m_file.commit(); }

private:
    explicit MeasuresTable(AtomicFile file) : m_file(std::move(file)) {}
    AtomicFile m_file;
};

}  // namespace shoal
