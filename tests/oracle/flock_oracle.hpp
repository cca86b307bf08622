#pragma once

#include <cstddef>
#include <vector>

#include <shoal/vec3.hpp>

/// The definitions, written plainly: double precision, every pair looked at, no shortcut. Slow on purpose.
namespace shoal::oracle {

struct Boid {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
};

using Boids = std::vector<Boid>;

/// Who is a neighbour.
struct Sight {
    double radius = 1.0;      ///< [m]
    std::size_t nearest = 0;  ///< at most so many, the nearest seen; 0 for all
    /// Only the closest, the second closest, and of the rest the closest one that is farther away than this
    /// many times the closest one; 0 for all.
    double spread = 0.0;
    double blindAngle = 0.0;  ///< [rad] full opening of the cone behind
    bool isWrapped = false;
    Vec3d worldSize;  ///< [m] read only when wrapped
};

double length(const Vec3d& a);

/// From one place to another, in a wrapped world to the nearest image.
Vec3d offset(const Vec3d& from, const Vec3d& to, const Sight& sight);

/// What one boid sees, with its doubts.
struct View {
    std::vector<std::size_t> neighbours;  ///< indices, rising
    /// Whether rounding could change who is a neighbour: another lies on the radius, on the cone's edge, as
    /// far as the last of the few, on the border of the far ones, in the same point, or as near by two
    /// images.
    bool isDoubtful = false;
};
View look(const Boids& boids, std::size_t self, const Sight& sight);

/// Steering [m/s²] and how far float arithmetic may be from it.
struct Steering {
    Vec3d value;
    double error = 0.0;
    bool isDoubtful = false;
};

/// `radius` [m] is the rule's own; it sees what both it and the sight reach.
Steering separation(const Boids& boids, std::size_t self, const Sight& sight, double weight, double radius);
Steering alignment(const Boids& boids, std::size_t self, const Sight& sight, double weight, double radius);
Steering cohesion(const Boids& boids, std::size_t self, const Sight& sight, double weight, double radius);

Steering operator+(const Steering& a, const Steering& b);

}  // namespace shoal::oracle
