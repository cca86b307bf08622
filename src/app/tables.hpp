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

/// Position [m] and velocity [m/s] of every boid over time as CSV, one line a boid and instant in the order
/// of ids. Nine significant digits: reading them back gives the same floats. With several species the ids of
/// the next go on where those of the last end.
class TrajectoryTable {
public:
    static Result<TrajectoryTable> create(const std::filesystem::path& file);
    Outcome add(const Simulation& simulation);
    Outcome prepare() { return m_file.prepare(); }  ///< all but `finish`, which then hardly fails
    Outcome finish() { return m_file.commit(); }

private:
    explicit TrajectoryTable(WholeFile file) : m_file(std::move(file)) {}
    WholeFile m_file;
};

}  // namespace shoal
