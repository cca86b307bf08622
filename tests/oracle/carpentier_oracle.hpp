#pragma once

#include <cstddef>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// Giliam de Carpentier's flock of 2006, term by term: plain double precision, written from his description.
namespace shoal::oracle {

/// Weight of an influence; its vertical component may have another weight.
struct Weights {
    double level = 0.0;
    double vertical = 0.0;
};

/// A range of accelerations along each of a boid's own axes [m/s²].
struct AxisRanges {
    double brake = 0.0;
    double forward = 0.0;
    double side = 0.0;  ///< to either side
    double down = 0.0;
    double up = 0.0;
};

struct Carpentier {
    NeighbourQuery query;
    Weights avoid;
    Weights preferDistance;
    double preferred = 0.0;  ///< [m]
    Weights matchVelocity;
    double preferHorizontal = 0.0;
    double preferHeight = 0.0;
    double height = 0.0;  ///< [m]
    NeighbourQuery predatorQuery;
    Weights avoidPredator;
    AxisRanges ranges;
    double smoothing = 0.0;  ///< fraction of the last speed
    double gravity = 0.0;    ///< [1/m]
    double minSpeed = 0.0;
    double maxSpeed = 0.0;
    double stepSeconds = 1.0 / 60.0;
};

Steering avoid(const Boids& boids, std::size_t self, const NeighbourQuery& query, const Weights& weights);
Steering preferDistance(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                        const Weights& weights, double preferred);
Steering matchVelocity(const Boids& boids, std::size_t self, const NeighbourQuery& query,
                       const Weights& weights);
Vec3d preferHeight(const Boid& boid, double weight, double height);

/// For a boid that flies straight up or down, or stands still, only the length along its path is defined.
Vec3d limitedAxes(const Vec3d& acceleration, const Vec3d& velocity, const AxisRanges& ranges);
Vec3d smoothedSpeed(const Vec3d& velocity, const Vec3d& oldVelocity, double smoothing);
Vec3d weighedDown(const Vec3d& velocity, double gravity, double stepSeconds);

/// Returns a boid's decision among its own kind and these predators.
Steering decision(const Boids& boids, const Boids& predators, std::size_t self, const Carpentier& model);

/// Returns the boid one step after a decision.
Boid moved(const Boid& boid, const Vec3d& decided, const Carpentier& model);

}  // namespace shoal::oracle
