#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Keeps a flock in a horizontal plane, for two-dimensional models and herds on flat ground.
struct Planar {
    float height = 0.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "planar",
                                   .title = "Planar",
                                   .help = "Keeps the flock in a horizontal plane; look at it from above.",
                                   .source = "two-dimensional models, such as Rathbun's",
                                   .stage = LimitStage::position,
                                   .order = 5};
    static constexpr std::array parameters{
        parameter<&Planar::height>("height", linear(-1000, 1000, "m"),
                                   "Height of the plane above the middle of the world.")
            .upTo(Extent::position)};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        motion.position.y = height;
        motion.velocity.y = 0.0f;
    }
};

}  // namespace shoal
