#pragma once

#include <vector>

#include <shoal/world.hpp>

#include "render/frame/frame.hpp"

namespace shoal {

class Program;
struct FrameContext;

/// Returns the edges of a world and a grid on its floor: twelve edges for a box; for a sphere, three great
/// circles, with the grid in its horizontal plane. A line of the grid passes through the origin.
std::vector<LinePoint> worldMarks(const World& world);

/// Returns the distance between two lines of the grid [m]: 1, 2 or 5 times a power of ten, so that the longer
/// side of the floor has 10 to 25 lines.
float gridSpacing(const World& world);

/// Returns the distance between two lines that have numbers [m]: a multiple of gridSpacing(), 1 or 5 times a
/// power of ten.
float numberSpacing(const World& world);

/// Sets the uniforms of shaders/lab_grid.glsl.
void setLabGrid(Program& program, const FrameContext& context);

}  // namespace shoal
