#include "render/import/obj_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <tiny_obj_loader.h>

#include "sim/text/one_line.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxVertices = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kMaxShownBytes = 200;
constexpr float kCreaseCosine = 0.5f;       // an edge between faces that turn by more than 60° is sharp
constexpr std::array kCells{32.0f, 12.0f};  // along the body, of the two coarser levels

/// Reads materials through a function.
class Materials : public tinyobj::MaterialReader {
public:
    explicit Materials(const MaterialText& text) : m_text(text) {}

    bool operator()(const std::string& name, std::vector<tinyobj::material_t>* materials,
                    std::map<std::string, int>* indices, std::string* warning, std::string* error) override {
        std::istringstream text(m_text ? m_text(name) : std::string());
        tinyobj::LoadMtl(indices, materials, &text, warning, error);
        return true;
    }

private:
    const MaterialText& m_text;
};

/// A corner of a face before vertices are shared.
struct Corner {
    int place = 0;  ///< index of its position
    glm::vec3 normal{0.0f};
};

struct Face {
    std::array<Corner, 3> corners;
    glm::vec3 area{0.0f};  ///< along its normal, twice the area long
    float part = 0.0f;
};

/// Turns a body's axes, so that it is longest along z with its head at −z.
glm::vec3 turned(const glm::vec3& v, int longest) {
    if (longest == 0) {
        return {-v.z, v.y, v.x};
    }
    return longest == 1 ? glm::vec3{v.x, v.z, -v.y} : v;
}

glm::vec3 triple(const std::vector<float>& numbers, int index) {
    const auto at = 3 * static_cast<std::size_t>(index);
    return {numbers[at], numbers[at + 1], numbers[at + 2]};
}

/// Direction of a vector that may have no length.
glm::vec3 directionOf(const glm::vec3& v) {
    const float length = glm::length(v);
    return length > 1e-20f ? v / length : glm::vec3{0.0f, 1.0f, 0.0f};
}

class ObjBody {
public:
    ObjBody(const tinyobj::attrib_t& attributes, const std::vector<tinyobj::material_t>& materials)
        : m_attributes(attributes), m_materials(materials) {}

    /// Returns the first fault, or an empty text.
    std::string read(const std::vector<tinyobj::shape_t>& shapes) {
        if (std::string fault = place(); !fault.empty()) {
            return fault;
        }
        for (const tinyobj::shape_t& shape : shapes) {
            const tinyobj::mesh_t& mesh = shape.mesh;
            std::size_t first = 0;
            for (std::size_t face = 0; face < mesh.num_face_vertices.size(); ++face) {
                const std::size_t corners = mesh.num_face_vertices[face];
                if (corners > mesh.indices.size() - first || !add(mesh, face, first, corners)) {
                    return "a face names a vertex that does not exist";
                }
                first += corners;
            }
        }
        if (m_faces.empty()) {
            return "there is no face";
        }
        if (m_faces.size() > kMaxObjTriangles) {
            return fmt::format("it has more than {} triangles", kMaxObjTriangles);
        }
        smooth();
        return share() ? "" : fmt::format("more than {} vertices", kMaxVertices);
    }

    OwnBody take();

private:
    std::string place();
    bool add(const tinyobj::mesh_t& mesh, std::size_t face, std::size_t first, std::size_t corners);
    std::optional<Corner> corner(const tinyobj::index_t& index) const;
    void smooth();
    bool share();
    std::optional<glm::vec3> meanColour() const;

    const tinyobj::attrib_t& m_attributes;
    const std::vector<tinyobj::material_t>& m_materials;
    std::vector<glm::vec3> m_places;
    int m_longest = 2;
    std::vector<Face> m_faces;
    BodyMesh m_mesh;
};

/// Turns and scales the positions.
std::string ObjBody::place() {
    const auto count = static_cast<int>(m_attributes.vertices.size() / 3);
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};
    for (int i = 0; i < count; ++i) {
        const glm::vec3 at = triple(m_attributes.vertices, i);
        low = glm::min(low, at);
        high = glm::max(high, at);
        m_places.push_back(at);
    }
    const glm::vec3 extent = high - low;
    m_longest = extent.x > extent.z ? 0 : 2;
    m_longest = extent.y > extent[m_longest] ? 1 : m_longest;
    const float length = count > 0 ? extent[m_longest] : 0.0f;
    if (!(length > 1e-12f && length < 1e12f)) {
        return "its vertices lie all in one place, or too far apart";
    }
    const glm::vec3 middle = low + 0.5f * extent;
    for (glm::vec3& at : m_places) {
        at = turned((at - middle) / length, m_longest) + glm::vec3{0.0f, 0.0f, 0.5f};
        const glm::vec3 away = glm::abs(at - glm::vec3{0.0f, 0.0f, 0.5f});
        if (!(away.x < 0.51f && away.y < 0.51f && away.z < 0.51f)) {
            return "a vertex is not a number";
        }
    }
    return {};
}

std::optional<Corner> ObjBody::corner(const tinyobj::index_t& index) const {
    if (index.vertex_index < 0 || static_cast<std::size_t>(index.vertex_index) >= m_places.size()) {
        return std::nullopt;
    }
    Corner corner{.place = index.vertex_index};
    if (index.normal_index >= 0 &&
        static_cast<std::size_t>(index.normal_index) < m_attributes.normals.size() / 3) {
        const glm::vec3 normal = turned(triple(m_attributes.normals, index.normal_index), m_longest);
        const float length = glm::length(normal);
        corner.normal = length > 1e-6f && length < 1e6f ? normal / length : glm::vec3{0.0f};
    }
    return corner;
}

/// Adds a face as a fan of triangles. Returns whether its vertices exist.
bool ObjBody::add(const tinyobj::mesh_t& mesh, std::size_t face, std::size_t first, std::size_t corners) {
    float part = 0.0f;
    const int material = face < mesh.material_ids.size() ? mesh.material_ids[face] : -1;
    if (material >= 0 && static_cast<std::size_t>(material) < m_materials.size()) {
        const auto& diffuse = m_materials[static_cast<std::size_t>(material)].diffuse;
        part = partOfColour({diffuse[0], diffuse[1], diffuse[2]});
    }
    for (std::size_t i = 2; i < corners && m_faces.size() <= kMaxObjTriangles; ++i) {
        const std::array found{corner(mesh.indices[first]), corner(mesh.indices[first + i - 1]),
                               corner(mesh.indices[first + i])};
        if (!found[0] || !found[1] || !found[2]) {
            return false;
        }
        const auto at = [&](std::size_t k) { return m_places[static_cast<std::size_t>(found[k]->place)]; };
        m_faces.push_back({.corners = {*found[0], *found[1], *found[2]},
                           .area = glm::cross(at(1) - at(0), at(2) - at(0)),
                           .part = part});
    }
    return true;
}

/// Gives corners without a normal the mean of the faces that meet there, except across sharp edges.
void ObjBody::smooth() {
    std::vector<std::vector<std::size_t>> meeting(m_places.size());
    for (std::size_t face = 0; face < m_faces.size(); ++face) {
        for (const Corner& corner : m_faces[face].corners) {
            // A vertex with very many faces is the tip of a fan: the first ones will do.
            std::vector<std::size_t>& faces = meeting[static_cast<std::size_t>(corner.place)];
            if (faces.size() < 64) {
                faces.push_back(face);
            }
        }
    }
    for (Face& face : m_faces) {
        const glm::vec3 own = directionOf(face.area);
        for (Corner& corner : face.corners) {
            if (corner.normal != glm::vec3{0.0f}) {
                continue;
            }
            glm::vec3 sum{0.0f};
            for (const std::size_t other : meeting[static_cast<std::size_t>(corner.place)]) {
                const glm::vec3& area = m_faces[other].area;
                sum += glm::dot(directionOf(area), own) > kCreaseCosine ? area : glm::vec3{0.0f};
            }
            corner.normal = directionOf(sum == glm::vec3{0.0f} ? face.area : sum);
        }
    }
}

/// Makes one vertex of corners that agree. Returns whether there are few enough.
bool ObjBody::share() {
    using Key = std::tuple<int, int, int, int, float>;
    std::map<Key, std::uint16_t> known;
    for (const Face& face : m_faces) {
        for (const Corner& corner : face.corners) {
            const auto rounded = glm::round(corner.normal * 100.0f);
            const Key key{corner.place, static_cast<int>(rounded.x), static_cast<int>(rounded.y),
                          static_cast<int>(rounded.z), face.part};
            const auto [found, isNew] = known.try_emplace(key, static_cast<std::uint16_t>(known.size()));
            if (isNew) {
                if (m_mesh.vertices.size() == kMaxVertices) {
                    return false;
                }
                m_mesh.vertices.push_back({.position = m_places[static_cast<std::size_t>(corner.place)],
                                           .normal = corner.normal,
                                           .lift = corner.normal.y,
                                           .part = face.part});
            }
            m_mesh.indices.push_back(found->second);
        }
    }
    return true;
}

std::optional<glm::vec3> ObjBody::meanColour() const {
    glm::vec3 sum{0.0f};
    float area = 0.0f;
    for (const Face& face : m_faces) {
        if (face.part < 0.0f) {
            const auto bits = static_cast<std::uint32_t>(-face.part - 1.0f);
            const glm::vec3 bytes{bits & 0xffu, (bits >> 8u) & 0xffu, bits >> 16u};
            const float size = glm::length(face.area);
            sum += size * glm::vec3{std::pow(bytes.x / 255.0f, 2.2f), std::pow(bytes.y / 255.0f, 2.2f),
                                    std::pow(bytes.z / 255.0f, 2.2f)};
            area += size;
        }
    }
    return area > 0.0f ? std::optional(sum / area) : std::nullopt;
}

/// Returns the mesh with all vertices joined that lie in the same of `cells` cells along the body, face the
/// same way and have the same colour; sets what `fine` morphs to.
BodyMesh joined(BodyMesh& fine, float cells) {
    using Key = std::tuple<int, int, int, int, float>;
    std::map<Key, std::uint16_t> known;
    std::vector<float> counts;
    std::vector<std::uint16_t> joint;
    BodyMesh coarse;
    for (const BodyVertex& vertex : fine.vertices) {
        const glm::vec3 cell = glm::floor(vertex.position * cells);
        const glm::vec3 steep = glm::abs(vertex.normal);
        const int axis = steep.x > steep.y ? (steep.x > steep.z ? 0 : 2) : (steep.y > steep.z ? 1 : 2);
        const int side = vertex.normal[axis] < 0.0f ? axis : axis + 3;
        const Key key{static_cast<int>(cell.x), static_cast<int>(cell.y), static_cast<int>(cell.z), side,
                      vertex.part};
        const auto [found, isNew] = known.try_emplace(key, static_cast<std::uint16_t>(known.size()));
        if (isNew) {
            coarse.vertices.push_back({.position = {}, .normal = {}, .part = vertex.part});
            counts.push_back(0.0f);
        }
        BodyVertex& sum = coarse.vertices[found->second];
        sum.position += vertex.position;
        sum.normal += vertex.normal;
        counts[found->second] += 1.0f;
        joint.push_back(found->second);
    }
    for (std::size_t i = 0; i < coarse.vertices.size(); ++i) {
        BodyVertex& vertex = coarse.vertices[i];
        vertex.position /= counts[i];
        vertex.normal = directionOf(vertex.normal);
        vertex.lift = vertex.normal.y;
        vertex.coarsePosition = vertex.position;
        vertex.coarseNormal = vertex.normal;
        vertex.coarseLift = vertex.lift;
    }
    for (std::size_t i = 0; i < fine.vertices.size(); ++i) {
        const BodyVertex& vertex = coarse.vertices[joint[i]];
        fine.vertices[i].coarsePosition = vertex.position;
        fine.vertices[i].coarseNormal = vertex.normal;
        fine.vertices[i].coarseLift = vertex.lift;
    }
    for (std::size_t i = 0; i + 2 < fine.indices.size(); i += 3) {
        const std::array corners{joint[fine.indices[i]], joint[fine.indices[i + 1]],
                                 joint[fine.indices[i + 2]]};
        if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0]) {
            coarse.indices.insert(coarse.indices.end(), corners.begin(), corners.end());
        }
    }
    return coarse;
}

OwnBody ObjBody::take() {
    OwnBody body{.levels = {}, .colour = meanColour()};
    for (const Face& face : m_faces) {
        // Half of the surface faces each way, and an area vector is twice the area long.
        body.faces += 0.25f * glm::abs(face.area);
    }
    body.levels[0] = std::move(m_mesh);
    body.levels[1] = joined(body.levels[0], kCells[0]);
    body.levels[2] = joined(body.levels[1], kCells[1]);
    return body;
}

}  // namespace

float partOfColour(const glm::vec3& linear) {
    std::uint32_t bits = 0;
    for (int i = 2; i >= 0; --i) {
        const float value = linear[i] > 0.0f ? std::min(linear[i], 1.0f) : 0.0f;
        bits = bits << 8u | static_cast<std::uint32_t>(std::lround(255.0f * std::pow(value, 1.0f / 2.2f)));
    }
    return -1.0f - static_cast<float>(bits);
}

Result<OwnBody> readObj(std::string_view text, const std::string& name, const MaterialText& materials) {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> found;
    std::string warning;
    std::string error;
    Materials reader(materials);
    std::istringstream stream{std::string(text)};
    if (!tinyobj::LoadObj(&attributes, &shapes, &found, &warning, &error, &stream, &reader, false)) {
        return Problem{fmt::format("{}: not a readable OBJ file: {}", name, oneLine(error, kMaxShownBytes))};
    }
    ObjBody body(attributes, found);
    if (const std::string fault = body.read(shapes); !fault.empty()) {
        return Problem{fmt::format("{}: cannot be a body: {}", name, fault)};
    }
    return body.take();
}

Result<OwnBody> loadObj(const std::filesystem::path& file) {
    const auto text = readWholeFile(file, kMaxObjBytes);
    if (!text) {
        return text.problem();
    }
    return readObj(*text, file.string(), [&](const std::string& name) {
        const std::filesystem::path beside(name);
        std::error_code unknown;
        const auto full = file.parent_path() / beside;
        // Only in the file's own folder, and no pipe or device, whose end may never come.
        const bool isBeside = !beside.has_parent_path() && std::filesystem::is_regular_file(full, unknown);
        auto found = isBeside ? readWholeFile(full, kMaxObjBytes) : Result<std::string>(Problem{});
        return found ? std::move(*found) : std::string();
    });
}

}  // namespace shoal
