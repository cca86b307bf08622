#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Separation, alignment and cohesion, each as a desired velocity of full speed in its direction u: the push
/// is the difference from the boid's velocity, speed·u − v, limited to `strength`, times the rule's weight. u
/// is the unit vector of −Σ d/|d|², of Σ v_j/|v_j| and of Σ d, with d the offsets to neighbours. For a boid
/// that has neighbours but none too near, separation desires zero velocity, so it brakes.
struct SteerTowards {
    float alignment = 2.0f;         ///< factor
    float cohesion = 1.0f;          ///< factor
    float separation = 2.5f;        ///< factor
    float radius = 2.5f;            ///< [m]
    float separationRadius = 1.0f;  ///< [m] no further effect beyond `radius`
    float speed = 8.0f;             ///< [m/s]
    float strength = 8.0f;          ///< [m/s²]

    static constexpr RuleInfo info{
        .key = "steer_towards",
        .title = "Steer towards",
        .help = "Separates, aligns and gathers by desired velocities of full speed.",
        .source = "Reynolds 1999; Sebastian Lague's Boids"};
    static constexpr std::array parameters{
        parameter<&SteerTowards::alignment>("alignment", linear(0, 10), "Weight of alignment."),
        parameter<&SteerTowards::cohesion>("cohesion", linear(0, 10), "Weight of cohesion."),
        parameter<&SteerTowards::separation>("separation", linear(0, 10),
                                             "Weight of separation; brakes if no neighbour is too near."),
        parameter<&SteerTowards::radius>("radius", logarithmic(0.05, 50, "m"),
                                         "Neighbours nearer than this count for alignment and cohesion.")
            .upTo(Extent::perception),
        parameter<&SteerTowards::separationRadius>("separation_radius", logarithmic(0.05, 50, "m"),
                                                   "Neighbours nearer than this count for separation.")
            .noMoreThan("radius")
            .upTo(Extent::perception),
        parameter<&SteerTowards::speed>("speed", linear(0, 20, "m/s"), "The desired speed."),
        parameter<&SteerTowards::strength>("strength", linear(0, 50, "m/s²"),
                                           "Maximum push of each rule, before its weight.")
            .upTo(Extent::fewTimes)
            .idleWhile("no push is that strong")};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> heading;
        Vec3<L> towards;
        Vec3<L> away;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = others.within(radius);
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.heading, normalised(others.velocity));
        addWhere(near, sums.towards, others.offset);
        const auto tooNear = others.within(std::min(radius, separationRadius));
        sums.away -= others.offset * where(tooNear, 1.0f / others.distanceSq);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> push = wish(sums.heading, self) * alignment + wish(sums.towards, self) * cohesion +
                             wish(sums.away, self) * separation;
        const float rate = alignment + cohesion + separation;
        const float factor = rate > around.decisionsPerSecond ? around.decisionsPerSecond / rate : 1.0f;
        return where(sums.count > 0.0f, push * factor);
    }

private:
    template <class L>
    SHOAL_INLINE Vec3<L> wish(const Vec3<L>& way, const Self<L>& self) const {
        const L size = length(way);
        // If neighbours cancel out, rounding would determine the direction.
        const Vec3<L> difference = where(size > 1e-5f, way * (speed / size)) - self.velocity;
        const L needed = length(difference);
        return select(needed > strength, difference * (strength / needed), difference);
    }
};

}  // namespace shoal
