#pragma once

#include <cstddef>

#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

namespace shoal {

/// Colours of a species' bodies, in linear light.
struct BodyPalette {
    glm::vec3 back, flank, belly;
    glm::vec3 stripe;    ///< a fish's stripe; bill, horns and hooves; or the bands on a dart
    float mouth = 0.0f;  ///< redness of a fish's mouth, 0 .. 1
};

/// Returns the palette of the species at this index in the scene, tinted with `hue` [rad] by `tint` 0 .. 1.
BodyPalette paletteOf(Species::Body body, std::size_t species, float hue, float tint);

}  // namespace shoal
