#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

/// The colours of place `water`, in linear light, as the last members of the block in shaders/scene.glsl. The
/// colour along a direction, from straight down to straight up, is a parabola with three control points.
struct WaterLight {
    glm::vec4 deep{0.0f};
    glm::vec4 bend{0.0f};
    glm::vec4 up{0.0f};
    glm::vec4 tint{1.0f};  ///< of the light that the water scatters
};

/// Returns the light in water of a type: 0 the blue of the open ocean .. 1 the green of a coast, as
/// LookSettings::waterType.
WaterLight waterLightOf(float type);

/// Returns the factor by which it absorbs more or less than a clear shelf.
glm::vec3 waterAbsorptionOf(float type);

}  // namespace shoal
