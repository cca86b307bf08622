#pragma once

#include <array>
#include <string_view>

#include <shoal/rule.hpp>

namespace shoal {

/// Places a boid at a clearance above the ground and turns its velocity into the slope. Its direction seen
/// from above stays the same. With a pull p, a slope of angle α changes its speed by −p·sin α per second.
struct Walk {
    /// The quantity that keeps its size as the velocity is turned.
    enum class Pace {
        slope,  ///< the velocity itself
        map,    ///< its horizontal part, so a climb makes the velocity longer
    };

    float clearance = 0.0f;  ///< [m]
    Pace pace = Pace::slope;
    float pull = 0.0f;  ///< [m/s²]

    static constexpr RuleInfo info{.key = "walk",
                                   .title = "Walk",
                                   .help = "Keeps walkers on the ground, wherever it rises and falls.",
                                   .source = "terrain following: the tangent plane of a height field",
                                   .stage = LimitStage::position,
                                   .order = 35};
    static constexpr std::array<std::string_view, 2> paces{"slope", "map"};
    static constexpr std::array parameters{
        parameter<&Walk::clearance>("clearance", logarithmic(0, 100, "m"),
                                    "Height of a body's middle above the ground."),
        parameter<&Walk::pace>("pace", paces,
                               "What stays constant on a slope: the speed along the slope, or the horizontal "
                               "speed, as on a map."),
        parameter<&Walk::pull>("pull", linear(0, 20, "m/s²"),
                               "How much slopes slow climbing boids and speed up descending ones; 9.8 acts "
                               "like gravity on a frictionless slope.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const L height = groundHeight(around.ground, motion.position.x, motion.position.z);
        motion.position.y = height + clearance;
        const Vec3<L> normal = groundNormal(around.ground, motion.position.x, motion.position.z);
        const L climb = -(normal.x * motion.velocity.x + normal.z * motion.velocity.z) / normal.y;
        const Vec3<L> along{motion.velocity.x, climb, motion.velocity.z};
        const L size = length(along);
        const L kept = pace == Pace::slope ? length(motion.velocity) : size;
        const L speed = max(kept - climb / size * (pull * around.stepSeconds), 0.0f);
        // Below 1 µm/s, rounding would determine the direction, so the boid stands.
        motion.velocity = select(size > 1e-6f, along * (speed / size), along);
    }
};

}  // namespace shoal
