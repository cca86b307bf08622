#include "render/scene/lab_grid.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/scene/world_marks.hpp"

namespace shoal {

void setLabGrid(Program& program, const FrameContext& context) {
    const WorldFloor& floor = context.scene.floor;
    const glm::vec4& eye = context.block.eye;
    const float spacing = gridSpacing(context.scene.world);
    program.set("uFloor", glm::vec4{floor.centre.x - eye.x, floor.centre.y - eye.y, floor.centre.z - eye.z,
                                    floor.isDisc ? 1.0f : 0.0f});
    program.set("uSpan", glm::vec4{floor.halfWidth, floor.halfDepth, spacing,
                                   numberSpacing(context.scene.world) / spacing});
    program.set("uEdge", glm::vec3{static_cast<float>(floor.edge), floor.isPlane ? 1.0f : 0.0f,
                                   fractionOf(context.frame.look.shadow)});
}

}  // namespace shoal
