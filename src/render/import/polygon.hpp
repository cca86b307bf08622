#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

namespace shoal {

/// Three corners of a polygon, in its order.
using PolygonTriangle = std::array<std::size_t, 3>;

/// Cuts a polygon into triangles, however concave it is and however many corners it has; one with a hole goes
/// along a line to the hole and back. Appends to `triangles`, unless it returns why it cannot. `workLeft`
/// bounds the comparisons of all polygons of a file.
std::string_view cutIntoTriangles(std::span<const glm::vec3> corners, std::vector<PolygonTriangle>& triangles,
                                  std::size_t& workLeft);

}  // namespace shoal
