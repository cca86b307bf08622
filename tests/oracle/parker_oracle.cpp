#include "oracle/parker_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::oracle {

Vec3d scattering(const Boids& boids, std::size_t self, double weight) {
    Vec3d sum;
    for (std::size_t other = 0; other < boids.size(); ++other) {
        if (other != self) {
            sum += boids[other].position;
        }
    }
    if (boids.size() < 2) {
        return {};
    }
    const Vec3d centre = sum * (1.0 / static_cast<double>(boids.size() - 1));
    return (boids[self].position - centre) * weight;
}

Vec3d softBox(const Vec3d& position, const Walls& walls, double weight, double margin) {
    if (walls.isSphere) {
        const double distance = length(position);
        return distance > std::max(walls.half.x - margin, 0.0) ? position * (-weight / distance) : Vec3d{};
    }
    const auto push = [&](double at, double half) {
        const double edge = std::max(half - margin, 0.0);
        return at > edge ? -weight : at < -edge ? weight : 0.0;
    };
    return {push(position.x, walls.half.x), push(position.y, walls.half.y), push(position.z, walls.half.z)};
}

Rest watched(const Rest& before, const Boid& now) {
    const bool isDown = length(now.velocity) == 0.0;
    return {isDown, isDown ? before.steps + 1 : 0};
}

}  // namespace shoal::oracle
