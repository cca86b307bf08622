#include <array>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {
namespace {

constexpr glm::vec3 kNose{0.0f, 0.0f, 0.0f};
constexpr glm::vec3 kTip{0.330f, 0.075f, 0.985f};   ///< of the right wing
constexpr glm::vec3 kFold{0.016f, 0.020f, 0.940f};  ///< where wing and keel meet
constexpr glm::vec3 kKeel{0.0f, -0.150f, 0.990f};
constexpr float kAbove = 0.8f;
constexpr float kBelow = -0.7f;

}  // namespace

BodyOutline dartOutline(float along) {
    return {along, 0.02f * along, -0.15f * along, 0.016f * along, 0.0f};
}

BodyMesh makeDart(BodyDetail detail) {
    MeshBuilder builder;
    // The nose is the origin. Two strips each, so that the paint has a rim; one at lower detail.
    const bool isFine = detail == BodyDetail::near;
    const auto points = [isFine](const glm::vec3& end) {
        return isFine ? std::vector<glm::vec3>{kNose, end * 0.4f, end} : std::vector<glm::vec3>{kNose, end};
    };
    const std::vector<glm::vec3> fold = points(kFold);
    const std::vector<glm::vec3> tip = points(kTip);
    const std::vector<glm::vec3> keel = points(kKeel);
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    builder.sheet(fold, tip, BodyVertex::wing, kBelow, kAbove);
    builder.sheet(mirrored(fold, left), mirrored(tip, left), BodyVertex::wing, kAbove, kBelow);
    builder.sheet(fold, keel, BodyVertex::fin, -0.2f);
    builder.sheet(mirrored(fold, left), mirrored(keel, left), BodyVertex::fin, -0.2f);
    return builder.take();
}

}  // namespace shoal
