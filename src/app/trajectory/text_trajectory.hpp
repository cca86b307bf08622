#pragma once

#include <filesystem>
#include <memory>

#include <shoal/result.hpp>

#include "app/trajectory/trajectory_writer.hpp"

namespace shoal {

/// Opens a trajectory as text, in one of two formats. Numbers have nine significant digits. The file appears
/// when it is complete; without that, its frames are in `file.partial`.
/// - CSV: one line per boid and frame: step,id,species,x,y,z,vx,vy,vz in metres and metres per second.
/// - Extended XYZ: for each frame the number of boids, a line that describes the columns, and a line per
///   boid. Its only names for species are chemical elements: the scene's first is H, the next He, and `names`
///   maps elements to species.
Result<std::unique_ptr<TrajectoryWriter>> openTextTrajectory(const std::filesystem::path& file,
                                                             TrajectoryFormat format);

}  // namespace shoal
