#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <shoal/flock.hpp>

#include "render/gl/program.hpp"
#include "sim/neighbours/neighbour_query.hpp"

namespace shoal {

/// What a grid is laid out by: where boids are, on the whole. A step old, which changes no result.
struct Survey {
    Vec3d mean;       ///< [m]
    Vec3d deviation;  ///< [m] mean distance from the mean, along each axis
    Vec3d low;        ///< [m]
    Vec3d high;       ///< [m]

    /// Four vectors of each part, as step_survey.comp writes them; `mean` as it was given to that.
    static Survey of(std::span<const glm::vec4> parts, const Vec3d& mean);
    static Survey of(const FlockState& state);
};

/// The cells of a flock on the card.
struct CardGrid {
    glm::vec3 low{0.0f};   ///< [m] lower corner
    glm::vec3 edge{1.0f};  ///< [m] of a cell
    glm::ivec3 size{1};    ///< cells along each axis
    bool isWrapped = false;

    /// `halfExtent` [m] of the world, if it wraps.
    static CardGrid of(const Survey& survey, std::size_t count, const NeighbourQuery& query, bool isWrapped,
                       const Vec3f& halfExtent);

    std::size_t cells() const {
        return static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) *
               static_cast<std::size_t>(size.z);
    }
    /// Sets the uniforms of step_grid.glsl.
    void set(Program& program) const;
};

/// The levels of sums over runs of 32: from the numbers themselves up to a level of one.
struct ScanLevels {
    struct Level {
        GLuint from;   ///< index of its first number
        GLuint count;  ///< how many it has
    };
    std::array<Level, 8> levels{};
    std::size_t count = 0;
    std::size_t total = 0;  ///< numbers of all levels

    explicit ScanLevels(std::size_t numbers);
};

}  // namespace shoal
