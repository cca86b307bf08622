#pragma once

#include <optional>
#include <string>
#include <vector>

#include <shoal/state_view.hpp>

#include "app/objects/object_tool.hpp"

namespace shoal {

/// The marks of objects, drawn over the picture.
struct ObjectMarks {
    struct Mark {
        WorldObject::Kind kind = WorldObject::Kind::goal;
        std::optional<glm::vec2> at = {};  ///< in the window, of a marker
        std::vector<std::vector<glm::vec2>> lines = {};
        std::string label = {};
    };

    std::optional<Mark> selected;
    std::optional<Mark> hovered;        ///< under the pointer, if it is not the one selected
    std::vector<SizeHandle> sizes;      ///< of the selected object
    std::vector<ObjectHandle> atEdges;  ///< of objects out of view
    bool isOnSizeHandle = false;        ///< the pointer is on a size handle, or drags one
};

/// Returns the marks of a picture. `isPointing`: the pointer is over the picture and turns no camera.
ObjectMarks objectMarks(const ObjectTool& tool, const StateView& state, const WindowPicture& picture,
                        bool isPointing);

/// Draws them in the current ImGui frame, behind its windows.
void drawObjectMarks(const ObjectMarks& marks, const WindowPicture& picture);

}  // namespace shoal
