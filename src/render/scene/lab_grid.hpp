#pragma once

#include "render/card/pass.hpp"

namespace shoal {

/// Sets the uniforms of shaders/lab_grid.glsl.
void setLabGrid(Program& program, const FrameContext& context);

}  // namespace shoal
