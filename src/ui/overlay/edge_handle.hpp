#pragma once

#include <glm/vec2.hpp>

#include "ui/widgets/theme.hpp"

namespace shoal {

/// The handle, at the edge of the picture, of an object out of view.
struct EdgeHandle {
    glm::vec2 at{};        ///< [px] in the window
    glm::vec2 outwards{};  ///< unit vector towards the object
    theme::Colour colour{};
};

/// Draws a handle as an arrow in a disc, in the current ImGui frame and behind its windows.
void drawEdgeHandle(const EdgeHandle& handle, float scale);

}  // namespace shoal
