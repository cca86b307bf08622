#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "render/bodies/body_mesh.hpp"

namespace shoal {

/// A body's outline as a function of the position along it.
using OutlineOf = std::function<BodyOutline(float along)>;

/// Evaluates a smooth curve (Catmull-Rom) through an outline's stations at `along`.
BodyOutline throughStations(std::span<const BodyOutline> stations, float along);

/// Assembles a body from tubes, sheets and single triangles.
class MeshBuilder {
public:
    BodyMesh take() { return std::move(m_mesh); }

    std::uint16_t add(const BodyVertex& vertex);
    void triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c);
    /// Skips triangles without area, as at the corner of a fin.
    void quad(const std::array<std::uint16_t, 4>& corners, bool isReversed);

    /// Adds rings of skin about a body's axis at these stations, with `sides` corners each, closed at `snout`
    /// and at the end.
    void body(const OutlineOf& outline, const BodyVertex& snout, std::span<const float> stations, int sides);

    /// Adds both sides of a sheet between the points of its root and those of its rim. `lift` applies to the
    /// first side, `otherLift` to the other. In a blade, both run from the body to the tip: the edge is 1
    /// there.
    void sheet(std::span<const glm::vec3> root, std::span<const glm::vec3> rim, BodyVertex::Part part,
               float lift, float otherLift, bool isBlade = false);
    void sheet(std::span<const glm::vec3> root, std::span<const glm::vec3> rim, BodyVertex::Part part,
               float lift) {
        sheet(root, rim, part, lift, lift);
    }

    /// A ring of a limb: a regular polygon about `centre`, at right angles to the limb.
    struct Joint {
        glm::vec3 centre{0.0f};
        float radius = 0.0f;  ///< 0 is a point
    };
    /// Adds a limb with `sides` sides through these joints, open at both ends.
    void limb(std::span<const Joint> joints, int sides, BodyVertex::Part part, float lift);

private:
    BodyMesh m_mesh;
};

/// Scales points by `factor`: mirrors one fin of a pair, or one lobe of a tail, to make the other.
std::vector<glm::vec3> mirrored(std::span<const glm::vec3> points, const glm::vec3& factor);

/// Sets the coarse attributes of each vertex of `fine` from the nearest point of `coarse` on the same part
/// and side. A fin that the coarse mesh lacks draws back into the body.
void fitToCoarser(BodyMesh& fine, const BodyMesh& coarse, const OutlineOf& outline);

}  // namespace shoal
