#include "render/import/obj_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxVertices = std::numeric_limits<std::uint16_t>::max();
constexpr float kCreaseCosine = 0.5f;       // an edge between faces that turn by more than 60° is sharp
constexpr std::array kCells{32.0f, 12.0f};  // along the body, of the two coarser levels

/// A corner of a face before vertices are shared.
struct Corner {
    int place = 0;  ///< index of its position
    glm::vec3 normal{0.0f};
};

struct Face {
    std::array<Corner, 3> corners;
    glm::vec3 area{0.0f};  ///< along its normal, twice the area long
    float part = 0.0f;

    /// Makes its back its front.
    void turn() {
        std::swap(corners[1], corners[2]);
        area = -area;
        for (Corner& corner : corners) {
            // Most programs turn them with the faces, some do not.
            corner.normal *= glm::dot(corner.normal, area) < 0.0f ? -1.0f : 1.0f;
        }
    }
};

/// Turns a body's axes, so that it is longest along z with its head at −z.
glm::vec3 turned(const glm::vec3& v, int longest) {
    if (longest == 0) {
        return {-v.z, v.y, v.x};
    }
    return longest == 1 ? glm::vec3{v.x, v.z, -v.y} : v;
}

/// Direction of a vector that may have no length.
glm::vec3 directionOf(const glm::vec3& v) {
    const float length = glm::length(v);
    return length > 1e-20f ? v / length : glm::vec3{0.0f, 1.0f, 0.0f};
}

class ObjBody {
public:
    explicit ObjBody(ObjMesh mesh) : m_obj(std::move(mesh)) {}

    /// Returns the first fault, or an empty text.
    std::string read() {
        if (m_obj.triangles.empty()) {
            return "there is no face";
        }
        if (std::string fault = place(); !fault.empty()) {
            return fault;
        }
        for (const ObjMesh::Triangle& triangle : m_obj.triangles) {
            add(triangle);
        }
        if (std::string fault = turnOutwards(); !fault.empty()) {
            return fault;
        }
        smooth();
        return share() ? "" : fmt::format("more than {} vertices", kMaxVertices);
    }

    OwnBody take();

private:
    const glm::vec3& placeOf(const Corner& corner) const {
        return m_places[static_cast<std::size_t>(corner.place)];
    }
    std::string place();
    void add(const ObjMesh::Triangle& triangle);
    std::string turnOutwards();
    void smooth();
    bool share();
    std::optional<glm::vec3> meanColour() const;

    ObjMesh m_obj;
    std::vector<glm::vec3> m_places;  ///< turned and scaled
    int m_longest = 2;
    std::vector<Face> m_faces;
    BodyMesh m_mesh;
};

/// Turns and scales the positions.
std::string ObjBody::place() {
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};
    // Points that no face has do not count.
    for (const ObjMesh::Triangle& triangle : m_obj.triangles) {
        for (const ObjMesh::Corner& corner : triangle.corners) {
            low = glm::min(low, m_obj.places[corner.place]);
            high = glm::max(high, m_obj.places[corner.place]);
        }
    }
    const glm::vec3 extent = high - low;
    m_longest = extent.x > extent.z ? 0 : 2;
    m_longest = extent.y > extent[m_longest] ? 1 : m_longest;
    const float length = extent[m_longest];
    if (!(length > 1e-12f && length < 1e12f)) {
        return "its vertices lie all in one place, or too far apart";
    }
    const glm::vec3 middle = low + 0.5f * extent;
    for (const glm::vec3& at : m_obj.places) {
        m_places.push_back(turned((at - middle) / length, m_longest) + glm::vec3{0.0f, 0.0f, 0.5f});
    }
    return {};
}

void ObjBody::add(const ObjMesh::Triangle& triangle) {
    Face& face = m_faces.emplace_back();
    std::array<glm::vec3, 3> at{};
    for (std::size_t k = 0; k < at.size(); ++k) {
        const ObjMesh::Corner& from = triangle.corners[k];
        at[k] = m_places[from.place];
        face.corners[k].place = static_cast<int>(from.place);
        if (from.normal) {
            const glm::vec3 normal = turned(m_obj.normals[*from.normal], m_longest);
            const float length = glm::length(normal);
            face.corners[k].normal = length > 1e-6f && length < 1e6f ? normal / length : glm::vec3{0.0f};
        }
    }
    face.area = glm::cross(at[1] - at[0], at[2] - at[0]);
    face.part = triangle.colour ? partOfColour(*triangle.colour) : 0.0f;
}

/// Turns the faces of each closed part that all face inwards: only their fronts are drawn.
std::string ObjBody::turnOutwards() {
    struct Edge {
        std::size_t part = 0;  ///< one of its faces
        std::array<std::size_t, 2> ends{};
        std::size_t face = 0;
        bool isForwards = true;
    };
    // Some programs write a vertex once for each face.
    std::map<std::tuple<float, float, float>, std::size_t> places;
    std::vector<Edge> edges;
    for (std::size_t face = 0; face < m_faces.size(); ++face) {
        std::array<std::size_t, 3> ends{};
        for (std::size_t k = 0; k < ends.size(); ++k) {
            const glm::vec3& at = placeOf(m_faces[face].corners[k]);
            ends[k] = places.try_emplace({at.x, at.y, at.z}, places.size()).first->second;
        }
        if (ends[0] == ends[1] || ends[1] == ends[2] || ends[2] == ends[0]) {
            continue;  // nothing of it is seen
        }
        for (std::size_t k = 0; k < ends.size(); ++k) {
            const auto [low, high] = std::minmax({ends[k], ends[(k + 1) % ends.size()]});
            edges.push_back({0, {low, high}, face, low == ends[k]});
        }
    }
    const auto sortIntoRuns = [&](const auto& runOf, const auto& visit) {
        std::ranges::sort(edges, {}, runOf);
        for (auto first = edges.begin(); first != edges.end();) {
            const auto last = std::find_if(first, edges.end(),
                                           [&](const Edge& each) { return runOf(each) != runOf(*first); });
            visit(std::span(first, last));
            first = last;
        }
    };
    // Faces are of one part if they alone share an edge: parts may touch along others.
    std::vector<std::size_t> parts(m_faces.size());
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    const auto partOf = [&](std::size_t face) {
        while (parts[face] != face) {
            face = parts[face] = parts[parts[face]];
        }
        return face;
    };
    sortIntoRuns([](const Edge& edge) { return edge.ends; },
                 [&](std::span<const Edge> run) {
                     if (run.size() == 2) {
                         parts[partOf(run[0].face)] = partOf(run[1].face);
                     }
                 });
    for (Edge& edge : edges) {
        edge.part = partOf(edge.face);
    }
    std::vector<bool> isOpen(m_faces.size());
    std::vector<bool> isMixed(m_faces.size());
    sortIntoRuns([](const Edge& edge) { return std::pair(edge.part, edge.ends); },
                 [&](std::span<const Edge> run) {
                     const auto forwards = std::ranges::count(run, true, &Edge::isForwards);
                     const std::size_t part = run[0].part;
                     isOpen[part] = isOpen[part] || run.size() % 2 == 1;
                     isMixed[part] = isMixed[part] || 2 * static_cast<std::size_t>(forwards) != run.size();
                 });
    std::vector<float> volumes(m_faces.size());
    for (std::size_t face = 0; face < m_faces.size(); ++face) {
        const std::size_t part = partOf(face);
        if (isMixed[part] && !isOpen[part]) {
            return "some of its faces turn inwards; let the program that made it turn all outwards";
        }
        const glm::vec3& origin = placeOf(m_faces[part].corners[0]);
        volumes[part] += glm::dot(placeOf(m_faces[face].corners[0]) - origin, m_faces[face].area);
    }
    for (std::size_t face = 0; face < m_faces.size(); ++face) {
        if (const std::size_t part = partOf(face); !isOpen[part] && volumes[part] < 0.0f) {
            m_faces[face].turn();
        }
    }
    return {};
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
                m_mesh.vertices.push_back({.position = placeOf(corner),
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
    auto mesh = parseObj(text, name, materials);
    if (!mesh) {
        return mesh.problem();
    }
    ObjBody body(*std::move(mesh));
    if (const std::string fault = body.read(); !fault.empty()) {
        return Problem{fmt::format("{}: cannot be a body: {}", name, fault)};
    }
    return body.take();
}

Result<OwnBody> loadObj(const std::filesystem::path& file, std::size_t& bytesLeft) {
    const auto read = [&bytesLeft](const std::filesystem::path& from,
                                   std::size_t maxBytes) -> Result<std::string> {
        maxBytes = std::min(maxBytes, bytesLeft);
        std::error_code unknown;
        if (const auto size = std::filesystem::file_size(from, unknown); !unknown && size > maxBytes) {
            return Problem{
                fmt::format("{}: is too large: a body with its materials may have {} MiB, and all "
                            "bodies of a scene {} MiB",
                            from.string(), kMaxObjBytes >> 20, kMaxSceneObjBytes >> 20)};
        }
        auto text = readWholeFile(from, maxBytes);
        bytesLeft -= text ? text->size() : 0;
        return text;
    };
    const auto text = read(file, kMaxObjBytes);
    if (!text) {
        return text.problem();
    }
    return readObj(*text, file.string(),
                   [&](const std::string& name, std::size_t maxBytes) -> Result<std::optional<std::string>> {
                       // No pipe or device, whose end may never come.
                       const auto beside = file.parent_path() / name;
                       std::error_code unknown;
                       if (!std::filesystem::is_regular_file(beside, unknown)) {
                           return std::optional<std::string>();
                       }
                       auto found = read(beside, maxBytes);
                       if (!found) {
                           return found.problem();
                       }
                       return std::optional(*std::move(found));
                   });
}

}  // namespace shoal
