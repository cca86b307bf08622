#pragma once

#include "oracle/flock_oracle.hpp"

/// Steering of two well-known programs, written from their behaviour: double precision, over all pairs.
namespace shoal::oracle {

/// One behaviour of OpenSteer's boids.
struct Behaviour {
    double weight = 0.0;   ///< [m/s²]
    double radius = 0.0;   ///< [m]
    double cosine = -1.0;  ///< cosine of half the opening of the cone ahead
};

struct UnitFlocking {
    Behaviour separation;
    Behaviour alignment;
    Behaviour cohesion;
    double touch = 0.0;  ///< [m] within this the cones do not matter
};
Steering unitFlocking(const Boids& boids, std::size_t self, const UnitFlocking& model);

/// Sebastian Lague's boids.
struct SteerTowards {
    double alignment = 0.0;
    double cohesion = 0.0;
    double separation = 0.0;
    double radius = 0.0;            ///< [m]
    double separationRadius = 0.0;  ///< [m]
    double speed = 0.0;             ///< [m/s]
    double strength = 0.0;          ///< [m/s²]
};
Steering steerTowards(const Boids& boids, std::size_t self, const SteerTowards& model);

}  // namespace shoal::oracle
