#include "oracle/zones_oracle.hpp"

#include <cmath>

namespace shoal::oracle {
namespace {

Vec3d unit(const Vec3d& a) {
    const double size = length(a);
    return size > 0.0 ? a * (1.0 / size) : Vec3d{};
}

}  // namespace

Wanted zonesDirection(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                      const ZoneRadii& radii) {
    const View view = look(boids, self, query);
    Vec3d away;
    Vec3d along;
    Vec3d towards;
    bool isTooNear = false;
    double error = 0.0;
    Wanted wanted;
    wanted.isAmbiguous = view.isAmbiguous;
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double distance = length(d);
        // Floats know a coordinate to about this fraction of its size.
        const double tolerance = 1e-6 * (length(boids[self].position) + length(boids[j].position) + 1e-3);
        for (const double edge : {radii.repulsion, radii.orientation, radii.attraction}) {
            wanted.isAmbiguous = wanted.isAmbiguous || std::abs(distance - edge) < tolerance;
        }
        error += tolerance / distance + 1e-6;
        if (distance < radii.repulsion) {
            isTooNear = true;
            away -= unit(d);
        } else if (distance < radii.orientation) {
            along += unit(boids[j].velocity);
        } else if (distance < radii.attraction) {
            towards += unit(d);
        }
    }
    const Vec3d sum = isTooNear ? away : along + towards;
    const double size = length(sum);
    wanted.direction = unit(sum);
    if (size > 0.0) {
        wanted.error = error / size;
        wanted.isAmbiguous = wanted.isAmbiguous || size < 1e-3;
    }
    return wanted;
}

}  // namespace shoal::oracle
