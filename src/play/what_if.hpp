#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/state_view.hpp>

#include "play/session/session.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// How far apart two flocks of the same boids are that have parted at one step. Memory is used again.
struct Spread {
    std::vector<std::vector<float>> distances;  ///< [m] between the same boid in both, by species, then by id
    float threshold = 0.0f;                     ///< [m] boids farther apart than this differ
    std::size_t differing = 0;                  ///< number of boids that differ
    float reach =
        0.0f;  ///< [m] the farthest that a boid which has differed was from the changed one at the fork
    double seconds = 0.0;  ///< [s] from the fork until the reach last grew

    /// Speed of the front [m/s]; 0 while only the changed boid differs.
    double speed() const { return reach > 0.0f ? static_cast<double>(reach) / seconds : 0.0; }
};

/// A boid that is turned to the right, or removed.
struct BoidChange {
    BoidName boid;
    bool isRemoved = false;
};

/// Whether a flock has this boid: an edit, or going back in time, may have removed it since it was chosen.
bool hasBoid(const StateView& flock, const BoidName& boid);

/// Changes a boid of A. For one that is removed, the boid with the last id takes its id: ids have no gaps,
/// and with it other random numbers. False if A has no such boid.
bool changeBoid(Session& a, const BoidChange& change);

/// Follows how the change of one boid spreads through a flock: compares flock A, in which it was changed,
/// with flock B, in which it was not.
class WhatIf {
public:
    /// `flock`: B at the fork, where A is equal but for the change. It must have the boid: see hasBoid().
    WhatIf(const StateView& flock, const BoidChange& change);

    /// Compares both flocks at the same step.
    void update(const StateView& a, const StateView& b);

    const Spread& spread() const { return m_spread; }

private:
    std::uint32_t idInB(std::size_t species, std::uint32_t idInA) const;

    BoidChange m_change;
    std::vector<std::vector<float>>
        m_fromSource;      ///< [m] distance from the nearest boid changed at the fork, by species and id
    double m_start = 0.0;  ///< [s] time of the fork
    std::vector<std::uint32_t> m_slots;  ///< of flock B, by id
    Spread m_spread;
};

/// Returns a velocity turned by 90° to the right, about the vertical.
Vec3f turnedRight(const Vec3f& velocity);

}  // namespace shoal
