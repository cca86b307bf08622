#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "render/body_mesh.hpp"

namespace shoal {

/// Where a body's skin is at a place along it.
using OutlineOf = std::function<BodyOutline(float along)>;

/// A smooth curve (Catmull-Rom) through an outline's stations, at `along`.
BodyOutline throughStations(std::span<const BodyOutline> stations, float along);

/// Puts a body together from tubes, sheets and single triangles.
class MeshBuilder {
public:
    BodyMesh take() { return std::move(m_mesh); }

    std::uint16_t add(const BodyVertex& vertex);
    void triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c);

    /// Rings of the skin about a body's axis at these places, `sides` corners each, closed at `snout` and at
    /// the end.
    void body(const OutlineOf& outline, const BodyVertex& snout, std::span<const float> stations, int sides);

    /// A sheet between the points of its root and those of its rim, both sides of it. `lift` is that of the
    /// first side, `otherLift` that of the other.
    void sheet(std::span<const glm::vec3> root, std::span<const glm::vec3> rim, BodyVertex::Part part,
               float lift, float otherLift);
    void sheet(std::span<const glm::vec3> root, std::span<const glm::vec3> rim, BodyVertex::Part part,
               float lift) {
        sheet(root, rim, part, lift, lift);
    }

    /// A ring of a limb: a regular polygon about `centre`, across the limb's way.
    struct Joint {
        glm::vec3 centre{0.0f};
        float radius = 0.0f;  ///< 0 is a point
    };
    /// A limb through these joints, open at both ends, with so many sides.
    void limb(std::span<const Joint> joints, int sides, BodyVertex::Part part, float lift);

private:
    /// Skips what has no area, as at the corner of a fin.
    void quad(const std::array<std::uint16_t, 4>& corners, bool isReversed);

    BodyMesh m_mesh;
};

/// Points mirrored: both fins of a pair, or both lobes of a tail, from the points of one.
std::vector<glm::vec3> mirrored(std::span<const glm::vec3> points, const glm::vec3& factor);

/// Gives each vertex of `fine` its place on `coarse`: the nearest on the same part and the same side. A fin
/// that the coarse mesh does not have draws back into the body.
void fitToCoarser(BodyMesh& fine, const BodyMesh& coarse, const OutlineOf& outline);

}  // namespace shoal
