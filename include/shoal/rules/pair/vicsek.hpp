#pragma once

#include <array>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// The model of Vicsek et al.: in one step every boid takes the mean heading of all within the radius,
/// itself included, turned by a random angle, and moves at constant speed:
/// θ(t+1) = ⟨θ(t)⟩_r + Δθ, with Δθ uniform in [−η/2, η/2]. The noise belongs to a step, not to a second. It
/// turns headings about the vertical, so the model is meant for a plane (`planar`).
struct Vicsek {
    float radius = 1.0f;  ///< [m]
    float speed = 1.0f;   ///< [m/s]
    float noise = 0.5f;   ///< [rad] η, the whole width of the interval

    static constexpr RuleInfo info{
        .key = "vicsek",
        .title = "Vicsek",
        .help = "Makes every boid take the mean heading of its neighbours and itself, plus noise.",
        .source = "Vicsek et al. 1995",
        .order = 45,
        .isSeeded = true,
        .knowsUp = true};
    static constexpr std::array parameters{
        parameter<&Vicsek::radius>("radius", logarithmic(0.05, 200, "m"),
                                   "Boids nearer than this count as neighbours.")
            .upTo(Extent::perception),
        parameter<&Vicsek::speed>("speed", logarithmic(0, 20, "m/s"), "Constant speed of every boid."),
        parameter<&Vicsek::noise>(
            "noise", linear(0, 360, "°"),
            "In each step a heading turns by a random angle of at most half of this to either side: 0 "
            "aligns all boids, 360 leaves no order.")};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> heading;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = others.within(radius);
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.heading, normalised(others.velocity));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> total = sums.heading + self.heading();
        const L size = length(total);
        // If headings cancel out, rounding would determine their mean; the boid then keeps its own.
        const auto hasMean = (sums.count > 0.0f) & (size > 1e-4f);
        const Vec3<L> wanted = total * (speed / size);
        return where(hasMean, (wanted - self.velocity) * around.decisionsPerSecond);
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const L draw = uniform(around.seedFor(info), around.step, motion.id, 0);
        const L angle = (draw - 0.5f) * noise;
        const L along = cosine(angle);
        const L aside = sine(angle);
        const Vec3<L> heading =
            normalised(select(lengthSq(motion.velocity) > 0.0f, motion.velocity, motion.oldVelocity));
        const Vec3<L> turned{heading.x * along + heading.z * aside, heading.y,
                             heading.z * along - heading.x * aside};
        motion.velocity = turned * speed;
    }
};

}  // namespace shoal
