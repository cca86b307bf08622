#pragma once

#include <glm/vec2.hpp>
#include <imgui.h>

namespace shoal {

inline ImVec2 toImGui(const glm::vec2& a) {
    return {a.x, a.y};
}

}  // namespace shoal
