#pragma once

#include <glm/vec2.hpp>

#include "ui/widgets/theme.hpp"

namespace shoal {

/// The handle of something out of view, at the edge of the picture.
struct EdgeHandle {
    glm::vec2 at{};        ///< [px] in the window
    glm::vec2 outwards{};  ///< unit vector towards what is out of view
    theme::Colour colour{};
};

/// Draws a handle as an arrow in a disc, in the current ImGui frame and behind its windows.
void drawEdgeHandle(const EdgeHandle& handle, float scale);

}  // namespace shoal
