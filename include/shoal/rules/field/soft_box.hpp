#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Pushes a boid back with constant strength along each axis on which it is outside a box, and does nothing
/// inside. The box lies inside the world at a margin from each wall; in a round world it is a ball. Boids
/// overshoot: only a wall rule stops them.
struct SoftBox {
    float weight = 5.0f;  ///< [m/s²]
    float margin = 2.0f;  ///< [m]

    static constexpr RuleInfo info{
        .key = "soft_box",
        .title = "Soft box",
        .help = "Turns boids back gently once they have left a box; they may stray out of it.",
        .source = "Parker's pseudocode, bounding the position",
        .idleWhile = "no boid is outside the box"};
    static constexpr std::array parameters{
        parameter<&SoftBox::weight>(
            "weight", linear(0, 100, "m/s²"),
            "Push along each axis on which a boid is outside; the same at any distance."),
        parameter<&SoftBox::margin>(
            "margin", logarithmic(0, 500, "m"),
            "Distance of the box from the walls of the world; so wide that no box is left, it pushes to the "
            "middle.")
            .upTo(Extent::halfWorld)};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3f half = around.world.halfExtent();
        if (around.world.shape == World::Shape::sphere) {
            const auto isOut = length(self.position) > inner(half.x);
            return where(isOut, normalised(self.position) * -weight);
        }
        return {push(self.position.x, inner(half.x)), push(self.position.y, inner(half.y)),
                push(self.position.z, inner(half.z))};
    }

private:
    float inner(float half) const { return std::max(half - margin, 0.0f); }

    template <class L>
    SHOAL_INLINE L push(const L& at, float limit) const {
        return where(at < -limit, weight) - where(at > limit, weight);
    }
};

}  // namespace shoal
