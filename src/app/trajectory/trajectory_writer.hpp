#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// Writes the position and velocity of every boid over time, in a format that other programs read. Boids are
/// in order of id; the ids of each further species continue where the last ones end. Reading a file back
/// gives the same floats.
class TrajectoryWriter {
public:
    TrajectoryWriter() = default;
    virtual ~TrajectoryWriter() = default;
    TrajectoryWriter(const TrajectoryWriter&) = delete;
    TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

    /// Adds a frame: the state of every boid now.
    virtual Outcome add(const Simulation& simulation) = 0;

    /// Call it after every step: a format that is readable while it grows shows its latest frames to readers.
    virtual Outcome keep() { return Done{}; }

    /// Does all but `finish`, which then rarely fails.
    virtual Outcome prepare() = 0;
    virtual Outcome finish() = 0;

    /// Number of frames in the file that remains if this is destroyed before `finish`; 0 if none does.
    virtual std::uint64_t keptFrames() const = 0;
    /// That file; empty if none.
    virtual std::filesystem::path kept() const = 0;
};

enum class TrajectoryFormat {
    csv,          ///< one line per boid and frame
    extendedXyz,  ///< text that OVITO and ASE open
    h5md,         ///< HDF5 in the layout of H5MD, for long runs
};

/// Chooses by extension: .csv or none, .xyz or .extxyz, .h5, .h5md or .hdf5. The problem lists these.
Result<TrajectoryFormat> trajectoryFormatOf(const std::filesystem::path& file);

/// Fails if the file cannot be written or its extension is unknown.
Result<std::unique_ptr<TrajectoryWriter>> openTrajectory(const std::filesystem::path& file);

/// Whether boids that leave the world at one face return at the opposite one.
bool isPeriodic(const Scene& scene);

/// Returns the slot of each boid, by id.
std::vector<std::size_t> slotsById(const Flock& flock);

/// "1 frame", "2 frames"
std::string framesText(std::uint64_t frames);

std::size_t boidCount(const Simulation& simulation);

}  // namespace shoal
