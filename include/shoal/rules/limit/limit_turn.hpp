#pragma once

#include <array>

#include <shoal/rule.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Limits the turn rate of the heading; the speed stays as steered. A boid that steers straight back turns
/// left or right depending on its id.
struct LimitTurn {
    float rate = 6.283185307f;  ///< [rad/s]

    static constexpr RuleInfo info{.key = "limit_turn",
                                   .title = "Limit turn",
                                   .help = "Limits how fast a boid can turn, so that paths are smooth arcs.",
                                   .source = "Couzin et al. 2002",
                                   .stage = LimitStage::velocity,
                                   .order = 50,
                                   .idleWhile = "no boid would exceed it"};
    static constexpr std::array parameters{parameter<&LimitTurn::rate>(
        "rate", logarithmic(0, 720, "°/s"),
        "Maximum turn rate of the heading; 0 swims straight on, even into walls.")};

    void prepare(float stepSeconds) {
        const double angle =
            std::min(static_cast<double>(rate) * static_cast<double>(stepSeconds), 3.14159265);
        m_cosine = static_cast<float>(cosine(angle));
        m_sine = static_cast<float>(sine(angle));
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const L speed = length(motion.velocity);
        const L oldSpeed = length(motion.oldVelocity);
        const Vec3<L> old = normalised(motion.oldVelocity);
        const Vec3<L> wanted = normalised(motion.velocity);
        const L turnCosine = dot(old, wanted);
        // The component of the new heading at right angles to the old one.
        Vec3<L> aside = wanted - old * turnCosine;
        const auto isReversal = lengthSq(aside) < 1e-10f;
        aside = normalised(select(isReversal, anyAside(old, motion.id), aside));
        const Vec3<L> turned = old * m_cosine + aside * m_sine;
        // The same heading to within rounding is no turn, however low the rate.
        const auto isDue = (turnCosine < 0.0f) | !isReversal;
        const auto isTooFast = isDue & (turnCosine < m_cosine) & (speed > 1e-6f) & (oldSpeed > 1e-6f);
        motion.velocity = select(isTooFast, normalised(turned) * speed, motion.velocity);
    }

private:
    /// A vector at right angles to a heading: a turn about the y axis, or about x for a steep heading; the
    /// side depends on the boid's id.
    template <class L>
    SHOAL_INLINE static Vec3<L> anyAside(const Vec3<L>& heading, const typename L::WordsType& id) {
        const L zero(0.0f);
        const auto isSteep = abs(heading.y) > 0.9f;
        const Vec3<L> horizontal{-heading.z, zero, heading.x};
        const Vec3<L> vertical{zero, heading.z, -heading.y};
        const L side = 1.0f - 2.0f * (id & typename L::WordsType(1U)).toFloat();
        return select(isSteep, vertical, horizontal) * side;
    }

    float m_cosine = 1.0f;
    float m_sine = 0.0f;
};

}  // namespace shoal
