#pragma once

#include <cstdint>

#include "oracle/flock_oracle.hpp"

/// Hunting, following and wind, written from the documentation of the rules: double precision, over all
/// pairs.
namespace shoal::oracle {

/// Flees from where the boids within the radius will be.
Steering flee(const Boids& boids, std::size_t self, double weight, double radius, double foresight);

/// Pursues where all others will be.
Steering pursue(const Boids& boids, std::size_t self, double weight, double foresight);

/// Sums −e/d² over the boids within the radius.
Steering inverseSquare(const Boids& boids, std::size_t self, double weight, double radius);

struct Stalk {
    double weight = 0.0;     ///< [1/s]
    double speed = 0.0;      ///< [m/s]
    double distance = 0.0;   ///< [m]
    double dashSpeed = 0.0;  ///< [m/s]
};
/// Stalks all others, at rest between dashes.
Steering wait(const Boids& boids, std::size_t self, const Stalk& model);
/// Stalks all others, in a dash.
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
/// Steering of a follower.
Steering follow(const Boid& self, const Boid& leader, const Following& model);
/// Steering of the leader without its random roaming.
Steering leadOn(const Boid& leader, const Following& model);
/// Steering of the leader towards a goal at this place [m].
Steering leadTo(const Boid& leader, const Vec3d& goal, const Following& model);

}  // namespace shoal::oracle
