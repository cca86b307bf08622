#pragma once

#include <cstdint>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// The rules for one boid and the world; flock_oracle.hpp has those for pairs. Plain double precision,
/// written from the documentation of the rules, not from their code.
namespace shoal::oracle {

struct Walls {
    bool isSphere = false;
    Vec3d half;  ///< [m] half sizes of the box; for a sphere the radius, three times
};

/// A boid after a limit rule.
struct Moved {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
    /// Whether rounding could decide the result: the boid lies on a wall, or steers almost straight back.
    bool isAmbiguous = false;
};

Vec3d limitedAcceleration(const Vec3d& acceleration, double largest);

Vec3d limitedSpeed(const Vec3d& velocity, const Vec3d& oldVelocity, double smallest, double largest);

/// `angle` [rad] is the largest turn of the heading in one step. An exact reversal is ambiguous: it defines
/// the angle to the old heading but not the side.
Moved limitedTurn(const Vec3d& velocity, const Vec3d& oldVelocity, double angle);

Vec3d preferHorizontal(const Vec3d& velocity, double weight);

Vec3d containSteering(const Boid& boid, const Walls& walls, double weight, double margin, double lookAhead);

Moved contained(const Boid& boid, const Walls& walls);
Moved bounced(const Boid& boid, const Walls& walls, double restitution);
/// Uses the cube around a sphere. The velocity does not change.
Moved wrapped(const Boid& boid, const Walls& walls);

/// Moment of a boid's own random drift: the same seed, step and id give the same push.
struct Moment {
    std::uint64_t seed = 0;
    std::uint64_t step = 0;
    std::uint64_t stepsPerInterval = 1;
};
Vec3d wander(std::uint32_t id, double weight, const Moment& moment);

}  // namespace shoal::oracle
