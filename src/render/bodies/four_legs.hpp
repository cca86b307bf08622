#pragma once

#include <glm/vec3.hpp>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {

/// Adds the legs that beast.vert moves, `thickness` times as thick as an antelope's.
void addLegs(MeshBuilder& builder, BodyDetail detail, float thickness);

/// Adds a trunk for the far level of detail: muzzle, head, shoulders and rump, the last three with
/// four corners each.
void addFarTrunk(MeshBuilder& builder, const OutlineOf& outline, const glm::vec3& muzzle);

}  // namespace shoal
