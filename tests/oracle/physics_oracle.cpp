#include "oracle/physics_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shoal::oracle {
namespace {

Vec3d unit(const Vec3d& a) {
    const double size = length(a);
    return size > 0.0 ? a * (1.0 / size) : Vec3d{};
}

}  // namespace

Wanted zonesDirection(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                      const ZoneRadii& radii, const ZoneReading& reading) {
    const View view = look(boids, self, query);
    Vec3d away;
    Vec3d along;
    Vec3d towards;
    double alignedCount = 0.0;
    double approachedCount = 0.0;
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
            continue;
        }
        // The cone's half angle is measured from straight behind.
        const Vec3d behind = unit(boids[self].velocity) * -1.0;
        const double angle = std::acos(std::clamp(dot(unit(d), behind), -1.0, 1.0));
        const double edge = reading.blindAngle / 2.0;
        wanted.isAmbiguous = wanted.isAmbiguous || (edge > 0.0 && std::abs(angle - edge) < 1e-4);
        if (angle < edge) {
            continue;
        }
        if (distance < radii.orientation) {
            along += unit(boids[j].velocity);
            alignedCount += 1.0;
        } else if (distance < radii.attraction) {
            towards += unit(d);
            approachedCount += 1.0;
        }
    }
    if (reading.isByMeans && !isTooNear) {
        for (const auto& [sum, count] :
             {std::pair{along, alignedCount}, std::pair{towards, approachedCount}}) {
            wanted.isAmbiguous = wanted.isAmbiguous || (count > 0.0 && length(sum) < 1e-2 * count);
        }
        // A mean direction is only a direction: a long sum and a short one count the same.
        error /= std::max(1e-9, std::min(alignedCount > 0.0 ? length(along) : 1e9,
                                         approachedCount > 0.0 ? length(towards) : 1e9));
        along = unit(along);
        towards = unit(towards);
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

Wanted vicsekHeading(const Boids& boids, std::size_t self, const NeighbourQuery& query, double radius) {
    const View view = look(boids, self, query);
    const double ownSpeed = length(boids[self].velocity);
    Wanted wanted;
    wanted.isAmbiguous = view.isAmbiguous;
    Vec3d sum = boids[self].velocity * (1.0 / ownSpeed);
    double count = 1.0;
    for (const std::size_t j : view.neighbours) {
        const double distance = length(offset(boids[self].position, boids[j].position, query));
        wanted.isAmbiguous = wanted.isAmbiguous || std::abs(distance - radius) < 1e-5;
        if (distance < radius) {
            sum += boids[j].velocity * (1.0 / length(boids[j].velocity));
            count += 1.0;
        }
    }
    const double size = length(sum);
    wanted.isAmbiguous = wanted.isAmbiguous || size < 1e-3 * count;
    wanted.direction = sum * (1.0 / size);
    wanted.error = 1e-6 * count / size;
    return wanted;
}

Steering morseForce(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                    const MorsePotential& potential) {
    const View view = look(boids, self, query);
    Steering force;
    force.isAmbiguous = view.isAmbiguous;
    for (const std::size_t j : view.neighbours) {
        const Vec3d d = offset(boids[self].position, boids[j].position, query);
        const double r = length(d);
        const double pull =
            potential.attraction / potential.attractionLength * std::exp(-r / potential.attractionLength);
        const double push =
            potential.repulsion / potential.repulsionLength * std::exp(-r / potential.repulsionLength);
        force.value += d * ((pull - push) / r);
        force.error += 3e-6 * (pull + push) *
                       (1.0 + r / potential.attractionLength + r / potential.repulsionLength + 0.1 / r);
    }
    return force;
}

Vec3d selfPropulsion(const Vec3d& velocity, double thrust, double friction) {
    return velocity * (thrust - friction * dot(velocity, velocity));
}

}  // namespace shoal::oracle
