#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include <shoal/result.hpp>

namespace shoal {

/// Limits on untrusted OBJ files: of one file with the materials that it names, and of its triangles.
inline constexpr std::size_t kMaxObjBytes = std::size_t{32} << 20;
inline constexpr std::size_t kMaxObjTriangles = 100'000;
/// Files of materials that an OBJ file may name, and materials in them.
inline constexpr std::size_t kMaxMaterialFiles = 100;
inline constexpr std::size_t kMaxMaterials = 10'000;

/// Returns the text of a file of materials, by its name without a folder; empty if there is none, and a
/// problem if it has more than `maxBytes`.
using MaterialText =
    std::function<Result<std::optional<std::string>>(const std::string& name, std::size_t maxBytes)>;

/// The surfaces of an OBJ file as triangles.
struct ObjMesh {
    struct Corner {
        std::size_t place = 0;              ///< index in `places`
        std::optional<std::size_t> normal;  ///< index in `normals`
    };
    struct Triangle {
        std::array<Corner, 3> corners;
        std::optional<glm::vec3> colour;  ///< linear, of its material or, without one, of its vertices
    };

    std::vector<glm::vec3> places;
    std::vector<glm::vec3> normals;
    std::vector<Triangle> triangles;
};

/// Reads the polygons of an OBJ file (Wavefront), and the diffuse colours of its materials. A statement that
/// is not supported but would change the picture is a problem; so is a wrong number. Problems begin with
/// `name` and the line.
Result<ObjMesh> parseObj(std::string_view text, const std::string& name, const MaterialText& materials);

}  // namespace shoal
