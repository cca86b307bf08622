#include "render/bodies/four_legs.hpp"

#include <array>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

/// The left legs at rest. beast.vert moves them about the same hips and knees.
using Joint = MeshBuilder::Joint;
constexpr std::array kForeleg{
    Joint{{-0.046f, 0.520f, 0.420f}, 0.046f}, Joint{{-0.052f, 0.265f, 0.400f}, 0.019f},
    Joint{{-0.052f, 0.035f, 0.407f}, 0.0115f}, Joint{{-0.052f, 0.000f, 0.398f}, 0.0165f}};
constexpr std::array kHindleg{
    Joint{{-0.034f, 0.540f, 0.870f}, 0.064f}, Joint{{-0.050f, 0.275f, 0.935f}, 0.020f},
    Joint{{-0.050f, 0.035f, 0.912f}, 0.012f}, Joint{{-0.050f, 0.000f, 0.903f}, 0.0165f}};

void addLeg(MeshBuilder& builder, const std::array<Joint, 4>& leg, bool isRight, BodyVertex::Part part,
            BodyDetail detail, float thickness) {
    std::vector<Joint> joints{leg[0], leg[1], leg[3]};
    if (detail == BodyDetail::near) {
        joints.insert(joints.begin() + 2, leg[2]);
    }
    if (detail == BodyDetail::far) {
        joints.erase(joints.begin() + 1);
        joints[1].radius = 0.0f;
    }
    // Three sides cover less than a round leg.
    thickness *= detail == BodyDetail::mid ? 1.25f : 1.0f;
    for (Joint& joint : joints) {
        joint.centre.x *= isRight ? -1.0f : 1.0f;
        // The hip is inside the trunk, however thick the leg.
        joint.radius *= joint.centre.y > 0.4f ? 1.0f / (thickness * thickness) : thickness;
    }
    if (detail == BodyDetail::far) {
        // Tapered to a point, the leg is as thick in the middle as at the other levels of detail.
        joints[0].radius = 0.075f * thickness;
    }
    if (detail == BodyDetail::near) {
        // Rounded above, so that no open end shows where the hip swings out of the trunk.
        const Joint hip = joints[0];
        const Joint knee = joints[1];
        const Joint fetlock = joints[2];
        // Muscle down to the knee, a slim bone below it.
        joints.insert(joints.begin() + 2, {glm::mix(knee.centre, fetlock.centre, 0.3f), 0.68f * knee.radius});
        joints.insert(joints.begin() + 1, {glm::mix(hip.centre, knee.centre, 0.55f),
                                           glm::mix(hip.radius, knee.radius, 0.55f) + 0.12f * hip.radius});
        joints.insert(joints.begin(),
                      {hip.centre + glm::vec3{0.0f, 0.6f * hip.radius, 0.0f}, 0.5f * hip.radius});
    }
    builder.limb(joints, detail == BodyDetail::near ? 6 : 3, part, -0.3f);
}

}  // namespace

void addLegs(MeshBuilder& builder, BodyDetail detail, float thickness) {
    addLeg(builder, kForeleg, false, BodyVertex::leftForeleg, detail, thickness);
    addLeg(builder, kForeleg, true, BodyVertex::rightForeleg, detail, thickness);
    addLeg(builder, kHindleg, false, BodyVertex::leftHindleg, detail, thickness);
    addLeg(builder, kHindleg, true, BodyVertex::rightHindleg, detail, thickness);
}

void addFarTrunk(MeshBuilder& builder, const OutlineOf& outlineOf, const glm::vec3& muzzle) {
    std::vector<std::uint16_t> last;
    const std::uint16_t tip = builder.add({muzzle, {0.0f, 0.0f, -1.0f}, -0.2f, 0.0f, 0.0f, BodyVertex::body});
    for (const float along : {0.20f, 0.44f, 0.985f}) {
        const BodyOutline outline = outlineOf(along);
        const auto corner = [&](float x, float y, float lift) {
            const glm::vec3 outwards = glm::normalize(glm::vec3{x / outline.halfWidth, lift, 0.0f});
            // Outside the skin: four corners cover only two thirds of the ellipse that they lie on.
            return builder.add(
                {{x * 1.4f, outline.middle + y * 1.2f, along}, outwards, lift, 0.0f, 0.0f, BodyVertex::body});
        };
        const std::vector<std::uint16_t> ring{
            corner(outline.halfWidth, 0.0f, 0.0f), corner(0.0f, outline.back, 1.0f),
            corner(-outline.halfWidth, 0.0f, 0.0f), corner(0.0f, outline.belly, -1.0f)};
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const std::size_t j = (i + 1) % ring.size();
            if (last.empty()) {
                builder.triangle(tip, ring[j], ring[i]);
            } else {
                builder.triangle(last[i], last[j], ring[i]);
                builder.triangle(last[j], ring[j], ring[i]);
            }
        }
        last = ring;
    }
    builder.triangle(last[0], last[1], last[2]);
    builder.triangle(last[0], last[2], last[3]);
}

}  // namespace shoal
