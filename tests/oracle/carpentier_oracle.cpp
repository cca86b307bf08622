#include "oracle/carpentier_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/motion_oracle.hpp"

namespace shoal::oracle {

namespace {

constexpr double kFloatStep = 1.2e-7;

Vec3d weighted(const Vec3d& a, const Weights& weights) {
    return {a.x * weights.level, a.y * weights.vertical, a.z * weights.level};
}

// One neighbour, relative to a boid.
struct Other {
    Vec3d direction;  // unit
    double distance = 0.0;
    Vec3d velocity;
    double tolerance = 0.0;  // relative error of the distance, because coordinates are floats
};

// Sums `influence(other)` over the neighbours: the acceleration, and the magnitude to which rounding errors
// are proportional.
template <class Influence>
Steering overNeighbours(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                        const Weights& weights, const Influence& influence) {
    const View view = look(boids, self, query);
    Steering result{{}, 0.0, view.isAmbiguous};
    for (const std::size_t j : view.neighbours) {
        const Vec3d way = offset(boids[self].position, boids[j].position, query);
        const double distance = length(way);
        const Vec3d& at = boids[j].position;
        double size = std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z), distance});
        if (query.isWrapped) {
            size = std::max({size, query.worldSize.x, query.worldSize.y, query.worldSize.z});
        }
        const Other other{way * (1.0 / distance), distance, boids[j].velocity, size * kFloatStep / distance};
        const auto [acceleration, magnitude] = influence(other);
        result.value += weighted(acceleration, weights);
        result.error += std::max(weights.level, weights.vertical) * magnitude *
                        (4.0 * other.tolerance + 12.0 * kFloatStep);
    }
    return result;
}

struct Influence {
    Vec3d acceleration;
    double magnitude = 0.0;
};

double within(double value, double smallest, double largest) {
    return std::min(std::max(value, smallest), largest);
}

}  // namespace

Steering avoid(const Boids& boids, std::size_t self, const NeighbourQuery& query, const Weights& weights) {
    return overNeighbours(boids, self, query, weights, [](const Other& other) {
        return Influence{other.direction * (-1.0 / other.distance), 1.0 / other.distance};
    });
}

Steering preferDistance(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                        const Weights& weights, double preferred) {
    return overNeighbours(boids, self, query, weights, [preferred](const Other& other) {
        return Influence{other.direction * (1.0 - preferred / other.distance),
                         1.0 + preferred / other.distance};
    });
}

Steering matchVelocity(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                       const Weights& weights) {
    const Vec3d own = boids[self].velocity;
    return overNeighbours(boids, self, query, weights, [own](const Other& other) {
        const double root = std::sqrt(other.distance);
        return Influence{(other.velocity - own) * (1.0 / root),
                         (length(other.velocity) + length(own)) / root};
    });
}

Vec3d preferHeight(const Boid& boid, double weight, double height) {
    return {0.0, weight * (height - boid.position.y), 0.0};
}

Vec3d limitedAxes(const Vec3d& acceleration, const Vec3d& velocity, const AxisRanges& ranges) {
    const Vec3d up{0.0, 1.0, 0.0};
    const double speed = length(velocity);
    if (speed < 1e-6) {
        // Without a heading, the direction that it steers in counts as ahead.
        const double size = length(acceleration);
        return size > ranges.forward ? acceleration * (ranges.forward / size) : acceleration;
    }
    const Vec3d forward = velocity * (1.0 / speed);
    Vec3d side = cross(forward, up);
    if (length(side) < 1e-4) {
        // It has no side, so everything across its heading counts as sideways.
        side = acceleration - forward * dot(acceleration, forward);
    }
    side = length(side) > 0.0 ? side * (1.0 / length(side)) : Vec3d{};
    const Vec3d upward = cross(side, forward);
    return forward * within(dot(acceleration, forward), -ranges.brake, ranges.forward) +
           side * within(dot(acceleration, side), -ranges.side, ranges.side) +
           upward * within(dot(acceleration, upward), -ranges.down, ranges.up);
}

Vec3d smoothedSpeed(const Vec3d& velocity, const Vec3d& oldVelocity, double smoothing) {
    const double speed = length(velocity);
    if (speed < 1e-6) {
        return velocity;
    }
    return velocity * ((smoothing * length(oldVelocity) + (1.0 - smoothing) * speed) / speed);
}

Vec3d weighedDown(const Vec3d& velocity, double gravity, double stepSeconds) {
    return velocity * std::max(1.0 - gravity * stepSeconds * velocity.y, 0.0);
}

Steering decision(const Boids& boids, const Boids& predators, std::size_t self, const Carpentier& model) {
    Boids itselfAndPredators{boids[self]};
    itselfAndPredators.insert(itselfAndPredators.end(), predators.begin(), predators.end());
    Steering all = avoid(boids, self, model.query, model.avoid) +
                   preferDistance(boids, self, model.query, model.preferDistance, model.preferred) +
                   matchVelocity(boids, self, model.query, model.matchVelocity) +
                   avoid(itselfAndPredators, 0, model.predatorQuery, model.avoidPredator);
    all.value += preferHorizontal(boids[self].velocity, model.preferHorizontal);
    all.value += preferHeight(boids[self], model.preferHeight, model.height);
    all.error += kFloatStep * (model.preferHorizontal * length(boids[self].velocity) +
                               model.preferHeight * (std::abs(model.height) + length(boids[self].position)));
    return all;
}

Boid moved(const Boid& boid, const Vec3d& decided, const Carpentier& model) {
    const Vec3d acceleration = limitedAxes(decided, boid.velocity, model.ranges);
    Vec3d velocity = boid.velocity + acceleration * model.stepSeconds;
    velocity = smoothedSpeed(velocity, boid.velocity, model.smoothing);
    velocity = weighedDown(velocity, model.gravity, model.stepSeconds);
    velocity = limitedSpeed(velocity, boid.velocity, model.minSpeed, model.maxSpeed);
    return {boid.position + velocity * model.stepSeconds, velocity};
}

}  // namespace shoal::oracle
