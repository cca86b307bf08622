#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "app/trajectory/trajectory_writer.hpp"

namespace shoal {

/// Opens a trajectory as HDF5 in the layout of H5MD 1.1 (https://nongnu.org/h5md), chunked and compressed.
/// The one group of particles is `all`: position and velocity as float32, id, species as an enumeration, and
/// in a periodic world the box. A frame with fewer boids than another has id −1 and NaN in its last places.
///
/// The file appears under its name at once, and never replaces another. It is in single-writer,
/// multiple-reader mode (SWMR): readers see all but the last second of frames, and so they do after a kill.
/// Destroyed before `finish`, it closes the file and keeps its frames; a file without frames is removed.
Result<std::unique_ptr<TrajectoryWriter>> openH5mdTrajectory(const std::filesystem::path& file);

}  // namespace shoal
