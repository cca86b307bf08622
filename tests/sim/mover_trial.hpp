#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/blocks.hpp>
#include <shoal/rule_base.hpp>

#include "oracle/flock_oracle.hpp"
#include "sim/trial.hpp"

namespace shoal::test {

/// How many `randomMovers` makes. Not a multiple of eight: the last lanes are part empty.
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

/// Within `reach` [m] of the origin along each axis. Speeds over many sizes, some standing still, some flying
/// just as before and some straight back.
Movers randomMovers(const Vec3f& reach, std::uint64_t seed);

oracle::Boid boidOf(const Mover& mover);

/// A registered rule of its own, with these parameters, ready for steps of the usual length.
std::unique_ptr<Rule> ruleWith(std::string_view key,
                               std::initializer_list<std::pair<std::string_view, double>> settings);

/// At step 0, with seed 1.
Surroundings around(const World& world);

/// What the rule, as a limit, makes of them.
Movers limited(const Rule& rule, const Movers& movers, const Surroundings& surroundings, Isa isa);

/// How the rule, as a field, steers each of them [m/s²].
std::vector<Vec3f> steered(const Rule& rule, const Movers& movers, const Surroundings& surroundings, Isa isa);

/// The largest error in units of what rounding allows for each.
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
