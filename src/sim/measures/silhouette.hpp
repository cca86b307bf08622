#pragma once

#include <span>
#include <vector>

namespace shoal {

/// The centre of a body in the plane that a flock is projected onto [m].
struct ProjectedBody {
    double across = 0.0;
    double up = 0.0;
};

/// Returns the area of the convex hull of equal discs about these centres [m²].
double hullArea(std::vector<ProjectedBody> bodies, double radius);

/// Returns the area that equal discs about these centres cover together [m²]: the number of points of a
/// lattice of about 65,000 over their bounding box that lie in a disc. The standard error is about 0.2 % of
/// the box.
double coveredArea(std::span<const ProjectedBody> bodies, double radius);

}  // namespace shoal
