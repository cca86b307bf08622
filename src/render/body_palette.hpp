#pragma once

#include <cstddef>

#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

namespace shoal {

/// What a species' bodies look like, in linear light.
struct BodyPalette {
    glm::vec3 back, flank, belly;
    glm::vec3 stripe;  ///< of a fish; bill, horns and hooves, or the bands on a dart
};

/// That of the species in this place of the scene, turned into the colour of `hue` [rad] as far as `tint` 0
/// .. 1 says.
BodyPalette paletteOf(Species::Body body, std::size_t species, float hue, float tint);

}  // namespace shoal
