#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <glm/vec3.hpp>

#include <shoal/result.hpp>

#include "render/bodies/body_mesh.hpp"

namespace shoal {

/// A body of the user's own.
struct OwnBody {
    std::array<BodyMesh, 3> levels;  ///< finest first
    glm::vec3 faces{0.0f};           ///< as BodyBox::faces
    std::optional<glm::vec3>
        colour;  ///< mean of its materials' colours, in linear light; empty without materials
};

/// Limits on untrusted OBJ files and on the materials beside them.
inline constexpr std::size_t kMaxObjBytes = std::size_t{32} << 20;
inline constexpr std::size_t kMaxObjTriangles = 100'000;

/// Returns the text of a file of materials, by the name that an OBJ file gives it; empty if there is none.
using MaterialText = std::function<std::string(const std::string& name)>;

/// Reads a body from the text of an OBJ file (Wavefront): its surfaces, normals and the diffuse colours of
/// its materials. Its longest extent becomes its length of 1. The head is the end at −z; of a body that is
/// longest along x, the end at −x; of one along y, the upper end. Its back is up at +y, or at +z if y is the
/// length. Polygons must be convex. Coarser levels join vertices that lie close together. `name` begins
/// problems.
Result<OwnBody> readObj(std::string_view text, const std::string& name, const MaterialText& materials = {});

/// Reads a file, and the materials in its folder.
Result<OwnBody> loadObj(const std::filesystem::path& file);

/// How a vertex of an OwnBody states a material's colour: as BodyVertex::part, negative. See
/// shaders/own.frag.
float partOfColour(const glm::vec3& linear);

}  // namespace shoal
