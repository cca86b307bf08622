#pragma once

#include <array>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Lets a boid that reaches the ground rest there for a random time, then leap off. The time is uniform
/// between the shortest and the longest rest. A resting boid stands still where it landed, whatever steers
/// it; neighbours still perceive it. It takes off with at least the leap as its upward speed. If its steering
/// still points down, it lands again.
struct Perch {
    float minRest = 2.0f;    ///< [s]
    float maxRest = 8.0f;    ///< [s]
    float leap = 2.0f;       ///< [m/s]
    float clearance = 0.1f;  ///< [m]

    static constexpr RuleInfo info{.key = "perch",
                                   .title = "Perch",
                                   .help = "Lets boids that reach the ground rest there before they fly on.",
                                   .source = "Parker's pseudocode, perching",
                                   .stage = LimitStage::position,
                                   .order = 36,
                                   .isSeeded = true,
                                   .idleWhile = "no boid rests on the ground"};
    static constexpr std::array parameters{
        parameter<&Perch::minRest>("min_rest", logarithmic(0.1, 120, "s"), "Shortest rest on the ground.")
            .lowerLimitOf("rest", "max_rest"),
        parameter<&Perch::maxRest>("max_rest", logarithmic(0.1, 120, "s"),
                                   "Longest rest; if it is long, half the flock may be down at a time."),
        parameter<&Perch::leap>("leap", linear(0, 20, "m/s"),
                                "Upward speed at take-off; 0 waits for the flock to pull the boid up."),
        parameter<&Perch::clearance>("clearance", logarithmic(0, 10, "m"),
                                     "Height of a resting body's middle above the ground.")};

    /// The memory's x is the remaining rest [s]; 0 in flight.
    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        const auto wasResting = memory.x > 0.0f;
        const L left = max(memory.x - around.stepSeconds, 0.0f);
        const auto isResting = wasResting & (left > 0.0f);
        const auto isLeaving = wasResting & (!isResting);
        const L x = select(isResting, motion.oldPosition.x, motion.position.x);
        const L z = select(isResting, motion.oldPosition.z, motion.position.z);
        const L lowest = groundHeight(around.ground, x, z) + clearance;
        const auto isLanding = (!wasResting) & (motion.position.y < lowest);
        const auto isDown = isResting | isLanding;

        const L random = uniform(around.seedFor(info), around.step, motion.id, 0);
        memory.x = select(isLanding, minRest + (maxRest - minRest) * random, left);
        motion.velocity.y = select(isLeaving, max(motion.velocity.y, leap), motion.velocity.y);
        const L risen = max(motion.position.y, lowest + motion.velocity.y * around.stepSeconds);
        motion.velocity = where(!isDown, motion.velocity);
        motion.position = {x, select(isDown, lowest, select(isLeaving, risen, motion.position.y)), z};
    }
};

}  // namespace shoal
