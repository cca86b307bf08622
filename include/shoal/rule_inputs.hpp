#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include <shoal/flock.hpp>
#include <shoal/ground.hpp>
#include <shoal/lanes.hpp>
#include <shoal/random.hpp>
#include <shoal/rule_set.hpp>
#include <shoal/world.hpp>

namespace shoal {

/// Sums over all boids of the species being stepped, at step n, for rules that depend on the whole flock.
/// They include the boid itself. Computed once a step, and only if an enabled rule sets RuleInfo::seesFlock;
/// else zero. In a wrapped world positions are summed as stored: no nearest image is chosen.
struct FlockTotals {
    double count = 0.0;
    Vec3d position;     ///< [m]
    Vec3d velocity;     ///< [m/s]
    double draw = 0.0;  ///< sum of each boid's ownDraw

    SHOAL_INLINE Vec3f centre() const { return mean(position); }
    SHOAL_INLINE Vec3f meanVelocity() const { return mean(velocity); }
    SHOAL_INLINE float meanDraw() const { return static_cast<float>(draw / (count > 1.0 ? count : 1.0)); }

    /// N/(N − 1): (mean of the others − own value) = this · (mean of all − own value). Zero for a lone boid.
    SHOAL_INLINE float othersFactor() const {
        return count > 1.0 ? static_cast<float>(count / (count - 1.0)) : 0.0f;
    }

private:
    SHOAL_INLINE Vec3f mean(const Vec3d& sum) const {
        const double share = 1.0 / (count > 1.0 ? count : 1.0);
        return {static_cast<float>(sum.x * share), static_cast<float>(sum.y * share),
                static_cast<float>(sum.z * share)};
    }
};

/// The boid that a species follows, at step n. Found once a step, and only if an enabled rule asks for it
/// through `leaderId()`; else unknown.
struct Leader {
    bool isKnown = false;
    std::uint32_t id = 0;
    Vec3f position;  ///< [m]
    Vec3f velocity;  ///< [m/s]
};

/// Inputs of a rule besides the boid itself and its neighbours.
struct Surroundings {
    World world;
    std::uint64_t seed = 1;    ///< the species' own seed, derived from the scene's; rules use seedFor
    std::uint64_t step = 0;    ///< the step being computed, from 0
    float stepSeconds = 0.0f;  ///< [s]
    /// [1/s] Limit the rate of a push (goal − own)·rate to this, or it overshoots: how often a boid decides,
    /// less where the rates of all its rules, the settings in 1/s, together exceed that.
    float decisionsPerSecond = std::numeric_limits<float>::infinity();
    std::span<const Obstacle> obstacles = {};
    std::span<const Vec3f> goals = {};  ///< [m] positions of the scene's goals at this step
    std::span<const Attractor> attractors = {};
    FlockTotals flock = {};
    Leader leader = {};
    Ground ground = {};
    /// Of the species being stepped, at step n. Found once a step, and only if an enabled rule sets
    /// RuleInfo::seesBest; else zero. If several rules set it, the first in the registry's order counts.
    GlobalBest best = {};
    bool isWalled = false;      ///< an enabled rule sets RuleInfo::isWall
    std::uint32_t species = 0;  ///< index in Scene::species of the species being stepped

    /// The seed of a rule's random numbers. Keyed by the rule's name: two rules never get the same numbers.
    SHOAL_INLINE std::uint64_t seedFor(const RuleInfo& rule) const { return mixBits(seed ^ rule.stream); }
};

/// One boid in each lane. In `accumulate`: one boid in all eight lanes, or two boids in eight lanes each.
template <class L>
struct Self {
    Vec3<L> position;  ///< [m]
    Vec3<L> velocity;  ///< [m/s]
    typename L::WordsType id;

    SHOAL_INLINE Vec3<L> heading() const { return normalised(velocity); }  ///< unit; zero at zero speed
    SHOAL_INLINE L speed() const { return length(velocity); }              ///< [m/s]
};

/// Eight candidates relative to one boid, or to each of two boids. Lanes outside `seen` hold no neighbour:
/// their numbers are finite and their distance is above zero.
template <class L>
struct Neighbours {
    Vec3<L> offset;    ///< [m] from self to the other, across a wrapped edge if that is shorter
    L distanceSq;      ///< [m²] never zero
    Vec3<L> velocity;  ///< [m/s]
    typename L::MaskType seen;
    const Self<L>& self;
    float sightSq;                  ///< [m²] square of the perception radius
    typename L::MaskType unhidden;  ///< outside the blind cone; `seen` also needs the perception radius
    typename L::WordsType id;       ///< of the others
    std::uint32_t species;          ///< index in Scene::species of the others
    bool isOwnSpecies;              ///< the others are of the boid's own species
    Vec3<L> kept;                   ///< what memory() returns

    /// Returns the neighbours closer than `radius` [m].
    SHOAL_INLINE typename L::MaskType within(float radius) const {
        // Against the smaller of the two limits: one comparison instead of two.
        const float radiusSq = radius * radius;
        return (distanceSq < L(radiusSq < sightSq ? radiusSq : sightSq)) & unhidden;
    }
    SHOAL_INLINE L distance() const { return sqrt(distanceSq); }

    /// Returns the vectors that the rule keeps for the others, as the step began: not what others have stored
    /// in this step. For pair rules whose `steer` takes a memory; zero for a species without the rule.
    SHOAL_INLINE const Vec3<L>& memory() const { return kept; }
};

/// The motion of one boid in each lane over one step. A limit rule changes only the values of its stage.
template <class L>
struct Motion {
    Vec3<L> oldPosition;   ///< [m] at step n; a wrap shifts it too, so that frames in between do not streak
    Vec3<L> oldVelocity;   ///< [m/s] at step n
    Vec3<L> acceleration;  ///< [m/s²] summed steering
    Vec3<L> velocity;      ///< [m/s] at step n+1, from the velocity stage on
    Vec3<L> position;      ///< [m] at step n+1, in the position stage
    typename L::WordsType id;
};

}  // namespace shoal
