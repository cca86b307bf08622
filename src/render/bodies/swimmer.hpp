#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {

/// A fin: a sheet between two smooth curves through these points.
struct Fin {
    /// How the curves lie: `rays` from the root outwards to the rim, or `blade` from the body to the tip
    /// along the leading and the trailing edge. Where a vertex lies between root and tip is its `edge`.
    enum Form { rays, blade };

    BodyVertex::Part part = BodyVertex::fin;
    Form form = rays;
    std::vector<glm::vec3> from, to;  ///< root and rim; or leading and trailing edge
    float lift = 0.0f;
    std::array<int, 3> points{};  ///< on each curve by BodyDetail: at least 2, or 0 for no fin
    bool isPaired = false;        ///< the points are those of the right one
    /// Lift of a paired fin's lower side.
    float liftBelow = 0.0f;
};

/// What a fish of any kind is made of.
struct SwimmerShape {
    OutlineOf outline;
    float snout = 0.0f;           ///< [body lengths] height
    std::span<const float> near;  ///< stations of the body's rings
    std::span<const float> mid;   ///< some of those above, so that edges lie along edges
    int sides = 12;               ///< of the near body; a multiple of the mid body's six
    std::vector<Fin> fins;
};

/// Makes a fish in a level of detail. The far body has twelve triangles that keep the silhouette.
BodyMesh makeSwimmer(const SwimmerShape& shape, BodyDetail detail);

}  // namespace shoal
