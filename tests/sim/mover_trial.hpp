#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/rule_set.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/trial.hpp"

namespace shoal::test {

/// Number of boids that `randomMovers` makes. Not a multiple of eight, so that the last lanes are partly
/// empty.
constexpr std::uint32_t kMoverCount = 1003;

/// A boid between two steps.
struct Mover {
    Vec3f oldPosition;   ///< [m]
    Vec3f oldVelocity;   ///< [m/s]
    Vec3f acceleration;  ///< [m/s²]
    Vec3f velocity;      ///< [m/s]
    Vec3f position;      ///< [m]
};

using Movers = std::vector<Mover>;

/// Returns boids within `reach` [m] of the origin along each axis. Their speeds span many magnitudes; some
/// are at rest, some keep their velocity and some reverse it.
Movers randomMovers(const Vec3f& reach, std::uint64_t seed);

oracle::Boid boidOf(const Mover& mover);

/// Returns a registered rule with these parameters, prepared for steps of the usual length.
std::unique_ptr<Rule> ruleWith(std::string_view key,
                               std::initializer_list<std::pair<std::string_view, double>> settings);

/// Returns the surroundings at step 0 with seed 1.
Surroundings around(const World& world);

/// Applies the rule, as a limit, to each boid.
Movers limited(const Rule& rule, const Movers& movers, const Surroundings& surroundings, Isa isa);

/// Returns how the rule, as a field, steers each boid [m/s²].
std::vector<Vec3f> steered(const Rule& rule, const Movers& movers, const Surroundings& surroundings, Isa isa);

/// Largest error, relative to the rounding tolerance of each value.
class Worst {
public:
    void add(const Vec3f& found, const Vec3d& expected, double allowed) {
        m_share = std::max(m_share, errorOf(found, expected) / allowed);
    }
    double share() const { return m_share; }

private:
    double m_share = 0.0;
};

}  // namespace shoal::test
