#pragma once

#include <cstdint>
#include <vector>

#include <shoal/ground.hpp>
#include <shoal/vec3.hpp>

#include "oracle/model_oracle.hpp"

/// The ground and the search on it by their published formulas: plain double precision, in metres and frames.
namespace shoal::oracle {

/// Rastrigin 1974 in two dimensions; minimum 0 at the origin.
double rastrigin(double x, double y);
/// Ackley 1987 in two dimensions; minimum 0 at the origin.
double ackley(double x, double y);
/// Himmelblau 1972; minimum 0 at four places.
double himmelblau(double x, double y);

/// Value that a search minimises, and height [m], of a scene's ground.
double groundValue(const Ground& ground, double x, double z);
double groundHeight(const Ground& ground, double x, double z);

/// A searching boid.
struct Particle {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
    bool hasFound = false;
    Vec3d best;  ///< [m] best place that it remembers; only x and z count
};

struct SwarmSettings {
    double inertia = 0.0;
    double cognitive = 0.0;
    double social = 0.0;
    std::uint64_t stepsPerFrame = 1;
    bool seeksHighest = false;
};

/// One step of a swarm, along x and z; y does not change. `memory` is the best place, with 1 as its y.
/// Kennedy and Eberhart 1995, with the inertia weight of Shi and Eberhart 1998.
std::vector<Framed> particleSwarm(const std::vector<Particle>& particles, const Ground& ground,
                                  const SwarmSettings& settings, std::uint64_t seed, std::uint64_t step);

}  // namespace shoal::oracle
