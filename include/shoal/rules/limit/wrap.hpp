#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Joins opposite faces of the world: a boid that leaves on one side enters on the other, and neighbours are
/// seen across the edge, each at its nearest image. A spherical world wraps at its bounding cube.
struct Wrap {
    static constexpr RuleInfo info{
        .key = "wrap",
        .title = "Wrap",
        .help = "Joins opposite faces of the world; neighbours are seen across them.",
        .source = "periodic bounds with the nearest image",
        .stage = LimitStage::position,
        .order = 10,
        .wrapsWorld = true};
    static constexpr std::array<Parameter, 0> parameters{};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const Vec3f half = around.world.halfExtent();
        wrapAxis(motion.position.x, motion.oldPosition.x, half.x);
        wrapAxis(motion.position.y, motion.oldPosition.y, half.y);
        wrapAxis(motion.position.z, motion.oldPosition.z, half.z);
    }

private:
    template <class L>
    SHOAL_INLINE static void wrapAxis(L& position, L& old, float half) {
        const L turns = nearestWhole(position * (0.5f / half));
        const L shift = turns * (2.0f * half);
        // Rounding may leave a boid slightly outside; the clamp moves it by no more than that.
        position = min(max(position - shift, -half), half);
        old = old - shift;
    }
};

}  // namespace shoal
