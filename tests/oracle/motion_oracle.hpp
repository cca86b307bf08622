#pragma once

#include <cstdint>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// The rules for one boid and the world, as flock_oracle.hpp has those for pairs: plain, in double precision,
/// written from what the rules say they do and not from how they do it.
namespace shoal::oracle {

struct Walls {
    bool isSphere = false;
    Vec3d half;  ///< [m] half sizes of the box; of a sphere the radius, three times
};

/// What a limit makes of a boid.
struct Moved {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
    /// Rounding could decide it: the boid lies on a wall, or steers all but straight back.
    bool isDoubtful = false;
};

Vec3d limitedAcceleration(const Vec3d& acceleration, double most);

Vec3d limitedSpeed(const Vec3d& velocity, const Vec3d& oldVelocity, double least, double most);

/// `angle` [rad] is what the heading may turn by in one step. Of an exact reversal only the angle to the old
/// heading is defined, not the side: that is doubtful too.
Moved limitedTurn(const Vec3d& velocity, const Vec3d& oldVelocity, double angle);

Vec3d preferHorizontal(const Vec3d& velocity, double weight);

Vec3d containSteering(const Boid& boid, const Walls& walls, double weight, double margin, double lookAhead);

Moved contained(const Boid& boid, const Walls& walls);
Moved bounced(const Boid& boid, const Walls& walls, double restitution);
/// Of a sphere, the cube about it. The velocity stays.
Moved wrapped(const Boid& boid, const Walls& walls);

/// A boid's own random drift: the same (seed, step, id) is the same push.
struct Moment {
    std::uint64_t seed = 0;
    std::uint64_t step = 0;
    std::uint64_t stepsPerInterval = 1;
};
Vec3d wander(std::uint32_t id, double weight, const Moment& moment);

}  // namespace shoal::oracle
