#pragma once

#include <cstdint>

#include "oracle/flock_oracle.hpp"

/// Hunting, following and wind, written from what the rules say they do: double precision, over all pairs.
namespace shoal::oracle {

/// Away from where others will be, those within the radius.
Steering flee(const Boids& boids, std::size_t self, double weight, double radius, double foresight);

/// To where all others will be.
Steering pursue(const Boids& boids, std::size_t self, double weight, double foresight);

/// −e/d² over those within the radius.
Steering inverseSquare(const Boids& boids, std::size_t self, double weight, double radius);

struct Stalk {
    double weight = 0.0;     ///< [1/s]
    double speed = 0.0;      ///< [m/s]
    double distance = 0.0;   ///< [m]
    double dashSpeed = 0.0;  ///< [m/s]
};
/// Of all others, at rest.
Steering wait(const Boids& boids, std::size_t self, const Stalk& model);
/// Of all others, in a dash.
Steering dash(const Boids& boids, std::size_t self, const Stalk& model);

struct Following {
    double behind = 0.0;       ///< [m]
    double slowing = 0.0;      ///< [m]
    double speed = 0.0;        ///< [m/s]
    double weight = 0.0;       ///< [1/s]
    double ahead = 0.0;        ///< [m]
    double clear = 0.0;        ///< [m]
    double leaderSpeed = 0.0;  ///< [m/s]
};
/// Of one that follows.
Steering follow(const Boid& self, const Boid& leader, const Following& model);
/// Of the leader, but for its whims.
Steering leadOn(const Boid& leader, const Following& model);
/// Of the leader on its way to a goal at this place [m].
Steering leadTo(const Boid& leader, const Vec3d& goal, const Following& model);

struct Air {
    std::uint64_t seed = 0;
    double seconds = 0.0;  ///< since the start
    Vec3d mean;            ///< [m/s]
    double gusts = 0.0;    ///< [m/s]
    double size = 1.0;     ///< [m]
};
/// Its velocity at a place [m/s].
Vec3d airAt(const Vec3d& place, const Air& air);

}  // namespace shoal::oracle
