#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/result.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Animals that were tracked over time.
struct Tracks {
    struct Animal {
        std::uint64_t id = 0;
        Vec3f position;  ///< [m]
        Vec3f velocity;  ///< [m/s]
    };
    struct Frame {
        double time = 0.0;  ///< [s]; a number of the frame if the file gives velocities but no time
        std::vector<Animal> animals;
    };
    std::vector<Frame> frames;  ///< at least one, with at least two animals in it; in the order of time

    // How the file was understood.
    std::string columns;      ///< names of the columns used: "t, id, x, y"
    std::size_t animals = 0;  ///< different ids, or of files without ids the most in a frame
    bool hasSeconds = false;  ///< the times are in seconds
    bool isFlat = false;      ///< all positions are in one plane
    /// [s] Usually between two sightings, if velocities are differences; else 0.
    double differenceSeconds = 0.0;
    double rounding = 0.0;   ///< [m] last digit of the positions
    std::size_t gaps = 0;    ///< longer than kMaxGap usual intervals: no difference was taken
    std::size_t jumps = 0;   ///< much faster than the animals move: the track ends there
    std::size_t unused = 0;  ///< sightings without an id or a velocity

    static constexpr double kMaxGap = 3.0;
};

/// Whether a file's name says that it holds tracks: .csv or .tsv.
bool isTracksFile(const std::string& file);

/// Reads the tracks of a species: a table as CsvReader reads it, such as `--trajectory` writes.
///
/// It needs columns x and y, and z unless the animals move in a plane, which is taken as horizontal then
/// or if z has one value; seconds (or time, t), or frame or step; and id and vx, vy, vz, of which one may be
/// missing. Capitals do not matter; of several names, the first in tracks.cpp counts. A column may name its
/// unit, "x (cm)" or "x_cm"; without one, metres, seconds and m/s are meant. Without velocities, they are
/// central differences of positions in time, not across gaps and jumps. Rows of other species are left out if
/// any has this name in its column species; rows whose numbers are empty or nan are animals not seen.
/// `period` is MeasureSpace's: where faces are joined, an animal goes the shortest way. Problems name file
/// and line.
Result<Tracks> readTracks(const std::string& file, const std::string& species, const Vec3d& period = {});

/// The same from text; `fileName` is for messages.
Result<Tracks> parseTracks(std::string_view text, const std::string& fileName, const std::string& species,
                           const Vec3d& period = {});

}  // namespace shoal
