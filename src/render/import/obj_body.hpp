#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glm/vec3.hpp>

#include <shoal/result.hpp>

#include "render/bodies/body_mesh.hpp"
#include "render/import/obj_parse.hpp"

namespace shoal {

/// A body of the user's own.
struct OwnBody {
    std::array<BodyMesh, 3> levels;  ///< finest first
    glm::vec3 faces{0.0f};           ///< as BodyBox::faces
    std::optional<glm::vec3>
        colour;  ///< mean of its materials' colours, in linear light; empty without materials
};

/// Reads a body from the text of an OBJ file (Wavefront): its surfaces, normals and the diffuse colours of
/// its materials. Its longest extent becomes its length of 1. The head is the end at −z; of a body that is
/// longest along x, the end at −x; of one along y, the upper end. Its back is up at +y, or at +z if y is the
/// length. Coarser levels join vertices that lie close together. `name` begins
/// problems.
Result<OwnBody> readObj(std::string_view text, const std::string& name, const MaterialText& materials = {});

/// Limit on all OBJ files of a scene, with their materials.
inline constexpr std::size_t kMaxSceneObjBytes = 3 * kMaxObjBytes;

/// Reads a file, and the materials in its folder; takes their bytes off `bytesLeft`, of which it reads no
/// more.
Result<OwnBody> loadObj(const std::filesystem::path& file, std::size_t& bytesLeft);

/// How a vertex of an OwnBody states a material's colour: as BodyVertex::part, negative. See
/// shaders/own.frag.
float partOfColour(const glm::vec3& linear);

}  // namespace shoal
