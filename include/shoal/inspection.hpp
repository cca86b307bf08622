#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <shoal/vec3.hpp>

namespace shoal {

/// The next decision of one boid, with the numbers that the step computes. Between the decisions of a
/// staggered species, it holds the decision that the boid would make now.
struct Inspection {
    /// The steering of one rule.
    struct Push {
        std::string_view rule;      ///< its key
        std::size_t observedIndex;  ///< the species that it responds to; the boid's own for field rules
        Vec3f steering;             ///< [m/s²]
    };
    struct Neighbour {
        std::size_t speciesIndex;
        std::uint32_t id;
    };

    bool decides = true;       ///< in the next step; if false, it keeps its previous steering in that step
    std::uint32_t period = 1;  ///< [steps] from one decision to the next
    float stepSeconds = 0.0f;  ///< [s] the model's time in a step
    Vec3f position;            ///< [m] now
    Vec3f velocity;            ///< [m/s] now
    /// One for each enabled pair and field rule, in the order in which the step adds them, even if zero.
    std::vector<Push> pushes = {};
    Vec3f steering = {};       ///< [m/s²] the sum of the pushes, before limits
    Vec3f velocityAfter = {};  ///< [m/s] after the next step, if it decides in that step
    /// The boids that it perceives, of its own species and of the species it responds to. Taken from a sample
    /// if there are more candidates than Perception::maxCandidates.
    std::vector<Neighbour> neighbours = {};

    /// Mean acceleration in the next step [m/s²]: the steering after limits.
    Vec3f acceleration() const { return (velocityAfter - velocity) * (1.0f / stepSeconds); }
};

}  // namespace shoal
