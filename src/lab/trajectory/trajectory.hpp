#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <shoal/result.hpp>
#include <shoal/state_view.hpp>

#include "system/files/atomic_file.hpp"

namespace shoal {

/// Opens a table for writing and writes its first line. Replaces an existing file only if it is empty or
/// begins with the same line.
Result<AtomicFile> openTable(const std::filesystem::path& path, const std::string& header);

enum class TrajectoryFormat {
    csv,          ///< a line per boid and frame: step,id,species,x,y,z,vx,vy,vz
    extendedXyz,  ///< for OVITO and ASE, which know species only as chemical elements: H, He, …
};

/// Chooses by extension: .csv or none, .xyz or .extxyz. The problem lists these.
Result<TrajectoryFormat> trajectoryFormatOf(const std::filesystem::path& file);

/// The position [m] and velocity [m/s] of every boid over time, as text that other programs read. Boids are
/// in order of id; the ids of each further species continue where the last ones end. Numbers have nine
/// significant digits: reading them back gives the same floats. The file appears when it is complete;
/// without that, its frames are in `file.partial`.
class Trajectory {
public:
    /// Fails if the file cannot be written or its extension is unknown.
    static Result<Trajectory> open(const std::filesystem::path& file);

    /// Adds a frame: the state of every boid now.
    Outcome add(const StateView& state);

    /// Does all but `finish`, which then rarely fails.
    Outcome prepare() { return m_file.prepare(); }
    Outcome finish() { return m_file.commit(); }

    /// The file that remains if this is destroyed before `finish`; empty if none does.
    std::filesystem::path kept() const { return m_file.kept(); }
    std::uint64_t frames() const { return m_frames; }

private:
    Trajectory(AtomicFile file, TrajectoryFormat format) : m_file(std::move(file)), m_format(format) {}
    Outcome addFrame(const StateView& state);
    Outcome addHeading(const StateView& state);
    void appendBoid(std::string& lines, const StateView& state, std::size_t species, std::size_t slot,
                    std::size_t id) const;

    AtomicFile m_file;
    TrajectoryFormat m_format;
    std::uint64_t m_frames = 0;
};

/// "1 frame", "2 frames"
std::string framesText(std::uint64_t frames);

}  // namespace shoal
