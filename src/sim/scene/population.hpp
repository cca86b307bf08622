#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// Returns the edits that make room for an edit of a species' count, so that its flock starts at the density
/// of `reference`, and a larger one swims at it: the species' start region follows its count, and the world
/// grows with the number of all boids. So that a larger flock has the same proportions and path, its roost
/// grows and its separation upwards comes nearer to that sideways. Below the reference's count these and the
/// world keep their values, and so does a start region that is no flock's: of a few boids, a shell, or as
/// wide as the world. A value that no longer follows the reference was set by the user and stays, as does the
/// world around a surface to search. Empty unless `edit` sets the count of a species in both scenes.
std::vector<Edit> worldGrowthFor(const Scene& reference, const Scene& now, const Edit& edit);

/// Sets the number of boids of all species together, 0 .. kMaxBoids, at the same density: start regions
/// follow and the world grows. The camera's distance is proportional to a larger flock's size, and to the
/// square root of a smaller one's. Scales the species in proportion, but species with fewer than one boid in
/// twenty keep their number; returns them, such as "1 shark".
std::vector<std::string> populate(int boids, Scene& scene);

}  // namespace shoal
