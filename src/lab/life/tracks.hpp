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
};

/// Whether a file's name says that it holds tracks: .csv, .xyz or .extxyz.
bool isTracksFile(const std::string& file);

/// Reads the tracks of a species: CSV with named columns, or extended XYZ. Both may be what `--trajectory`
/// writes.
///
/// CSV needs x and y [m], and z unless the animals move in a plane, which is then taken as horizontal;
/// seconds (or time, t), or frame or step; and id and vx, vy, vz [m/s], of which one may be missing. Without
/// velocities, they are central differences of positions [m] in time. Rows of other species are left out if
/// any has this name in its column species; rows whose numbers are empty or nan are animals not seen.
/// Problems name file and line.
Result<Tracks> readTracks(const std::string& file, const std::string& species);

/// The same from text; the ending of `fileName` says which format.
Result<Tracks> parseTracks(std::string_view text, const std::string& fileName, const std::string& species);

}  // namespace shoal
