#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Heads in the direction of the accumulated steering: m ← m·max(1 − fading·h, 0) + a·h. The velocity takes
/// m's direction and keeps its own length. Without fading only opposing steering shortens m, so a boid that
/// was pushed in one direction for a long time takes as long to turn. If m is zero, the old heading stays.
struct DirectionMemory {
    float fading = 0.0f;  ///< [1/s]

    static constexpr RuleInfo info{
        .key = "direction_memory",
        .title = "Direction memory",
        .help = "Heads in the direction of all past steering added up, so turns are wide.",
        .source = "Catching fishes",
        .stage = LimitStage::velocity,
        .order = 40};
    static constexpr std::array parameters{parameter<&DirectionMemory::fading>(
        "fading", logarithmic(0, 20, "1/s"),
        "How fast past steering is forgotten: 0 never, large values turn at once.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around, Vec3<L>& memory) const {
        const float kept = std::max(1.0f - fading * around.stepSeconds, 0.0f);
        memory = memory * kept + motion.acceleration * around.stepSeconds;
        const L speed = length(motion.velocity);
        const Vec3<L> heading = normalised(memory);
        const auto hasHeading = lengthSq(heading) > 0.0f;
        motion.velocity = select(hasHeading, heading, normalised(motion.oldVelocity)) * speed;
    }
};

}  // namespace shoal
