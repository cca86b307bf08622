#pragma once

#include <cstddef>
#include <vector>

#include <shoal/vec3.hpp>

/// The definitions, written plainly: double precision, all pairs, no shortcuts. Slow on purpose.
namespace shoal::oracle {

struct Boid {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
};

using Boids = std::vector<Boid>;

/// Defines which boids are neighbours.
struct NeighbourQuery {
    double radius = 1.0;      ///< [m]
    std::size_t nearest = 0;  ///< maximum number of neighbours, nearest first; 0 for no limit
    /// Keeps only the closest, the second closest, and of the rest the closest one that is farther away than
    /// this multiple of the closest distance; 0 keeps all.
    double spread = 0.0;
    bool isBalanced = false;  ///< keeps of the nearest the nearest in each octant of the boid's frame
    bool isVoronoi = false;   ///< keeps of the nearest those whose Voronoi cells, seen from above, touch
    double blindAngle = 0.0;  ///< [rad] full opening of the cone behind
    bool isWrapped = false;
    Vec3d worldSize;  ///< [m] used only if wrapped
};

double length(const Vec3d& a);

/// Returns the offset from one place to another; in a wrapped world to the nearest image.
Vec3d offset(const Vec3d& from, const Vec3d& to, const NeighbourQuery& query);

/// Neighbours of one boid, and whether they are certain.
struct View {
    std::vector<std::size_t> neighbours;  ///< indices, ascending
    /// Whether rounding could change the neighbours: another boid lies on the radius, on the cone's edge, as
    /// far as the last of the nearest few, on the border of the far ones or of an octant,
    /// on a circle with three others, at the same place, or equally near by two images.
    bool isAmbiguous = false;
};
View look(const Boids& boids, std::size_t self, const NeighbourQuery& query);

/// Steering [m/s²] and its tolerance for float arithmetic.
struct Steering {
    Vec3d value;
    double error = 0.0;
    bool isAmbiguous = false;
};

/// `radius` [m] is the rule's own; the rule acts on boids that are within it and match the query.
Steering separation(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                    double radius);
Steering alignment(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                   double radius);
Steering cohesion(const Boids& boids, std::size_t self, const NeighbourQuery& query, double weight,
                  double radius);

Steering operator+(const Steering& a, const Steering& b);

}  // namespace shoal::oracle
