#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <shoal/attractor.hpp>
#include <shoal/flock.hpp>
#include <shoal/ground.hpp>
#include <shoal/lanes.hpp>
#include <shoal/obstacle.hpp>
#include <shoal/search.hpp>
#include <shoal/world.hpp>

namespace shoal {

/// What a rule may know of the whole flock: sums over all boids of the species being stepped, itself among
/// them, at step n. Made once a step, and only where a rule that is on says RuleInfo::seesFlock; else zero.
/// In a wrapped world positions count as they are, with no image nearer than another.
struct FlockTotals {
    double count = 0.0;
    Vec3d position;     ///< [m]
    Vec3d velocity;     ///< [m/s]
    double draw = 0.0;  ///< of each boid's ownDraw

    SHOAL_INLINE Vec3f centre() const { return mean(position); }
    SHOAL_INLINE Vec3f meanVelocity() const { return mean(velocity); }
    SHOAL_INLINE float meanDraw() const { return static_cast<float>(draw / (count > 1.0 ? count : 1.0)); }

    /// N/(N − 1): the others' mean less the boid's own value is this times all boids' mean less it. Zero for
    /// a boid alone.
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

/// The boid that a species follows, at step n. Found once a step, and only where a rule that is on asks for
/// it by `leaderId()`; else unknown.
struct Leader {
    bool isKnown = false;
    std::uint32_t id = 0;
    Vec3f position;  ///< [m]
    Vec3f velocity;  ///< [m/s]
};

/// What a rule may know besides the boid itself and those it sees.
struct Surroundings {
    World world;
    std::uint64_t seed = 1;    ///< the species' own, from the scene's
    std::uint64_t step = 0;    ///< the step being made, from 0
    float stepSeconds = 0.0f;  ///< [s]
    std::span<const Obstacle> obstacles = {};
    std::span<const Vec3f> goals = {};  ///< [m] where the scene's goals are at this step
    std::span<const Attractor> attractors = {};
    FlockTotals flock = {};
    Leader leader = {};
    Ground ground = {};
    /// Of the species being stepped, at step n. Found once a step, and only where a rule that is on says
    /// RuleInfo::seesBest (of several, for the first by its key); else zero.
    FlockBest best = {};
    bool isWalled = false;  ///< a rule that is on says RuleInfo::isWall
};

/// One boid in each lane (in `see`: one boid, or two, eight times each).
template <class L>
struct Self {
    Vec3<L> position;  ///< [m]
    Vec3<L> velocity;  ///< [m/s]
    typename L::WordsType id;

    SHOAL_INLINE Vec3<L> heading() const { return normalised(velocity); }  ///< unit; zero when standing
    SHOAL_INLINE L speed() const { return length(velocity); }              ///< [m/s]
};

/// Eight others at once, as one boid sees them, or two boids. Lanes outside `seen` hold no neighbour, only
/// finite numbers with a distance above zero.
template <class L>
struct Neighbours {
    Vec3<L> offset;    ///< [m] from self to the other, across a wrapped edge where that is nearer
    L distanceSq;      ///< [m²] never zero
    Vec3<L> velocity;  ///< [m/s]
    typename L::MaskType seen;
    const Self<L>& self;
    float sightSq;                  ///< [m²] none farther is seen
    typename L::MaskType unhidden;  ///< not in a blind cone: of those near enough, the ones seen

    /// Those seen that are closer than `radius` [m].
    SHOAL_INLINE typename L::MaskType within(float radius) const {
        // Of two limits the nearer: one comparison where `seen` and the radius would be two.
        const float radiusSq = radius * radius;
        return (distanceSq < L(radiusSq < sightSq ? radiusSq : sightSq)) & unhidden;
    }
    SHOAL_INLINE L distance() const { return sqrt(distanceSq); }
};

/// The motion of one boid in each lane over one step; a limit rule changes what its stage owns.
template <class L>
struct Motion {
    Vec3<L> oldPosition;   ///< [m] at step n; a wrap moves it along, so that pictures do not streak
    Vec3<L> oldVelocity;   ///< [m/s] at step n
    Vec3<L> acceleration;  ///< [m/s²] summed steering
    Vec3<L> velocity;      ///< [m/s] at step n+1, from the velocity stage on
    Vec3<L> position;      ///< [m] at step n+1, in the position stage
    typename L::WordsType id;
};

/// Slots side by side, looked at together: eight, or the last of a run.
struct Lot {
    std::uint32_t begin;
    std::uint32_t left;  ///< slots of the run from `begin` on
};

/// Up to eight boids anywhere in a flock, each of which looks through slots of the flock itself.
struct ScatteredBoids {
    std::uint32_t count = 0;
    std::array<std::uint32_t, kLanes> slot{};
    alignas(32) std::array<std::array<float, kLanes>, 3> position{};  ///< [m] lane k for boid k
    alignas(32) std::array<std::array<float, kLanes>, 3> velocity{};  ///< [m/s]
    alignas(32) std::array<std::uint32_t, kLanes> id{};
    alignas(32) std::array<std::array<float, kLanes>, 3> steering{};  ///< [m/s²] is added to
    /// Of each boid: among them are all its neighbours, but not the boid itself. After the last, an empty
    /// one.
    std::array<const Lot*, kLanes> lots{};
    std::array<std::uint32_t, kLanes> lotCount{};
    /// Bits of the boids that could not look like this: others lie in one point with them, or a crowd.
    unsigned refused = 0;
};

/// Boids `begin` .. `end` of a state, all of one grid cell, with the candidates to be their neighbours; or
/// `scattered` ones.
struct PairBlock {
    const FlockState* state = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    ScatteredBoids* scattered = nullptr;  ///< where given, these look, and no candidates were copied

    /// Candidates, padded to a multiple of eight with far ones. With a stride of 0 all boids share them, and
    /// boid `begin + k` is itself candidate `selfAt + k`, or `selfIndex[k]` where that is given; otherwise
    /// boid `begin + k` has the `count` from k·stride on. Writable, for a boid is moved out of its own sight,
    /// and coincident ones apart, while it looks.
    float* x = nullptr;
    float* y = nullptr;
    float* z = nullptr;
    const float* vx = nullptr;
    const float* vy = nullptr;
    const float* vz = nullptr;
    const std::uint32_t* id = nullptr;
    std::uint32_t count = 0;
    std::uint32_t stride = 0;
    std::uint32_t selfAt = 0;
    const std::uint32_t* selfIndex = nullptr;  ///< `count` for a boid that is no candidate
    float weight = 1.0f;                       ///< how many boids each candidate stands for
    float* spare = nullptr;                    ///< room for three times `count` floats

    float radiusSq = 0.0f;  ///< [m²] of perception
    bool hasBlindCone = false;
    float blindCosine = -1.0f;  ///< seen where the cosine between heading and offset is at least this

    const Surroundings* surroundings = nullptr;  ///< for rules that ask for them
    Column3* steering = nullptr;                 ///< [m/s²] is added to
    /// Up to here no other thread touches the steering, so that it may be read and written back as it was.
    std::uint32_t steeringEnd = 0;
};

/// Boids `begin` .. `end` of a state.
struct FieldBlock {
    const FlockState* state = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    const Surroundings* surroundings = nullptr;
    Column3* steering = nullptr;  ///< [m/s²] is added to
};

/// Boids `begin` .. `end` on their way from `old` to `fresh`.
struct LimitBlock {
    FlockState* old = nullptr;
    FlockState* fresh = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    const Surroundings* surroundings = nullptr;
    /// [m/s²] of the boids from `begin` on, so boid i's is at i − begin.
    float* ax = nullptr;
    float* ay = nullptr;
    float* az = nullptr;
    Column3* memory = nullptr;  ///< the rule's own of every boid, where it has one
};

}  // namespace shoal
