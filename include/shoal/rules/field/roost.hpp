#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Turns boids back to a roost, at whose edge it begins: sideways only, so that it neither brakes nor speeds
/// up, and harder the more a boid flies away. With ρ the level distance to the roost, w the level direction
/// towards it and e the heading: weight·min(1, (ρ − radius)/radius)·(0.75 − 0.5 w·e)·lat beyond the radius.
/// lat is the part of w across e, or, if that is shorter than 0.3, 0.3 times the level direction to the left
/// of e.
struct Roost {
    float weight = 2.5f;   ///< [m/s²]
    float radius = 50.0f;  ///< [m] around the roost, within which it does nothing
    float x = 0.0f;        ///< [m] of the roost, from the middle of the world
    float z = 0.0f;        ///< [m]

    static constexpr RuleInfo info{.key = "roost",
                                   .title = "Roost",
                                   .help = "Keeps a flock circling over one place, without walls.",
                                   .source =
                                       "after Hildenbrandt, Carere and Hemelrijk 2010; the factors are "
                                       "Shoal's own",
                                   .knowsUp = true,
                                   .idleWhile = "no boid is that far from the roost"};
    static constexpr std::array parameters{
        parameter<&Roost::weight>("weight", linear(0, 20, "m/s²"),
                                  "Strength of the turn; at 0 the flock flies straight on and leaves."),
        parameter<&Roost::radius>("radius", logarithmic(1, 500, "m"),
                                  "Boids nearer to the roost than this fly as they like.")
            .upTo(Extent::world),
        parameter<&Roost::x>("x", linear(-1000, 1000, "m"),
                             "Where the roost is, from the middle of the world.")
            .upTo(Extent::position),
        parameter<&Roost::z>("z", linear(-1000, 1000, "m"),
                             "Where the roost is, from the middle of the world.")
            .upTo(Extent::position)};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings&) const {
        const Vec3<L> towards{x - self.position.x, L(), z - self.position.z};
        const L distance = length(towards);
        const Vec3<L> inwards = normalised(towards);
        const Vec3<L> heading = self.heading();
        const L facing = dot(inwards, heading);
        const Vec3<L> across = inwards - heading * facing;
        // Straight at the roost or away from it, nothing says which side to turn to.
        const Vec3<L> left = normalised(Vec3<L>{heading.z, L(), -heading.x}) * kLeast;
        const Vec3<L> aside = select(lengthSq(across) < kLeast * kLeast, left, across);
        const L outside = min(max(distance * (1.0f / radius) - 1.0f, L()), 1.0f);
        return aside * (outside * (0.75f - 0.5f * facing) * weight);
    }

private:
    static constexpr float kLeast = 0.3f;
};

}  // namespace shoal
