#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Limits the length of the summed steering: a ← a·min(1, max/|a|).
struct LimitAcceleration {
    float maxAcceleration = 20.0f;  ///< [m/s²]

    static constexpr RuleInfo info{.key = "limit_acceleration",
                                   .title = "Limit acceleration",
                                   .help = "Limits how hard a boid can steer, as its muscles would.",
                                   .source = "Reynolds 1987",
                                   .stage = LimitStage::acceleration,
                                   .idleWhile = "no boid would exceed it"};
    static constexpr std::array parameters{parameter<&LimitAcceleration::maxAcceleration>(
        "max", logarithmic(0, 50, "m/s²"), "Maximum acceleration; small values make lazy, wide turns.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const L size = length(motion.acceleration);
        motion.acceleration = select(size > maxAcceleration, motion.acceleration * (maxAcceleration / size),
                                     motion.acceleration);
    }
};

}  // namespace shoal
