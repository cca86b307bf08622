#pragma once

#include <shoal/scene.hpp>

namespace shoal {

/// The level rectangle or disc on which a lab draws its grid and the edge of the world.
struct WorldFloor {
    /// What boids meet at the world's edge.
    enum class Edge {
        open,     ///< nothing
        wrapped,  ///< they come back on the opposite side
        walled,
    };

    Vec3f centre{};           ///< [m]
    float halfWidth = 10.0f;  ///< [m] along x; a disc's radius
    float halfDepth = 10.0f;  ///< [m] along z, likewise
    bool isDisc = false;
    bool isPlane = false;  ///< all boids stay in it; otherwise it lies below them
    Edge edge = Edge::open;
};

/// Returns the plane of boids that all stay in one, the level of the ground, or the bottom of the world.
WorldFloor worldFloorOf(const Scene& scene);

}  // namespace shoal
