#pragma once

#include <optional>
#include <string>

#include <shoal/state_view.hpp>

#include "viewer/objects/object_tool.hpp"

namespace shoal {

/// The marks of objects, drawn over the picture.
struct ObjectMarks {
    struct Mark {
        WorldObject::Kind kind = WorldObject::Kind::goal;
        glm::vec2 at{};       ///< in the window
        float radius = 0.0f;  ///< of the ring about it: its rim, once it is selected
        std::string label = {};
    };

    std::optional<Mark> selected;
    std::optional<Mark> hovered;  ///< under the pointer, if it is not the one selected
    std::optional<Mark> hunter;   ///< that follows the pointer
    bool isOnRim = false;         ///< the pointer is on the rim of the selected object, or drags it
};

/// Returns the marks of a picture. `isPointing`: the pointer is over the picture and turns no camera.
ObjectMarks objectMarks(const ObjectTool& tool, const StateView& state, const WindowPicture& picture,
                        bool isPointing);

/// Draws them in the current ImGui frame, behind its windows.
void drawObjectMarks(const ObjectMarks& marks, const WindowPicture& picture);

}  // namespace shoal
