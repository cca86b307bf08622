#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Splits the summed steering along the boid's own axes, ahead, aside and up, and limits each component to
/// its own range. Aside is horizontal; up is at right angles to both. For a boid flying straight up or down,
/// aside is the direction it steers to. For one at rest, ahead is the direction it steers to.
struct LimitAxes {
    float forward = 10.0f;  ///< [m/s²]
    float brake = 10.0f;    ///< [m/s²]
    float side = 10.0f;     ///< [m/s²] to the left and to the right
    float up = 10.0f;       ///< [m/s²]
    float down = 10.0f;     ///< [m/s²]

    static constexpr RuleInfo info{
        .key = "limit_axes",
        .title = "Limit axes",
        .help = "Limits how hard a boid can steer forwards, sideways and up, each separately.",
        .source = "Carpentier 2006",
        .stage = LimitStage::acceleration,
        .order = 10,
        .knowsUp = true,
        .idleWhile = "no boid would exceed it"};
    static constexpr std::array parameters{
        parameter<&LimitAxes::forward>("forward", logarithmic(0, 50, "m/s²"),
                                       "Maximum acceleration forwards."),
        parameter<&LimitAxes::brake>("brake", logarithmic(0, 50, "m/s²"), "Maximum braking."),
        parameter<&LimitAxes::side>("side", logarithmic(0, 50, "m/s²"),
                                    "Maximum acceleration sideways; small values make wide curves."),
        parameter<&LimitAxes::up>("up", logarithmic(0, 50, "m/s²"), "Maximum acceleration upwards."),
        parameter<&LimitAxes::down>("down", logarithmic(0, 50, "m/s²"), "Maximum acceleration downwards.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const Vec3<L> asked = motion.acceleration;
        const auto isMoving = lengthSq(motion.oldVelocity) > 1e-12f;
        const Vec3<L> ahead = normalised(select(isMoving, motion.oldVelocity, asked));
        const Vec3<L> across = asked - ahead * dot(asked, ahead);
        const Vec3<L> level{-ahead.z, L(), ahead.x};
        const auto isSteep = lengthSq(level) < 1e-8f;
        const Vec3<L> aside = normalised(select(isSteep, across, level));
        const Vec3<L> upwards = cross(aside, ahead);
        // Subtract the excess, so that steering within the ranges stays bit-identical.
        motion.acceleration = asked - ahead * excess(dot(asked, ahead), brake, forward) -
                              aside * excess(dot(asked, aside), side, side) -
                              upwards * excess(dot(asked, upwards), down, up);
    }

private:
    /// The amount by which a component lies outside −lower .. upper.
    template <class L>
    SHOAL_INLINE static L excess(const L& part, float lower, float upper) {
        return part - min(max(part, -lower), upper);
    }
};

}  // namespace shoal
