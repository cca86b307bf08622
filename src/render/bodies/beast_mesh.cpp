#include <array>

#include "render/bodies/four_legs.hpp"

namespace shoal {
namespace {

/// Hand-drawn outline, after side views of running gnus and antelopes: from the muzzle up the face and neck
/// to the high shoulders, then level to the rump.
constexpr std::array kBeastStations{
    BodyOutline{0.000f, 0.020f, -0.022f, 0.016f, 0.530f},
    BodyOutline{0.030f, 0.034f, -0.034f, 0.028f, 0.545f},
    BodyOutline{0.100f, 0.046f, -0.050f, 0.036f, 0.600f},
    BodyOutline{0.165f, 0.056f, -0.064f, 0.045f, 0.660f},
    BodyOutline{0.225f, 0.058f, -0.080f, 0.043f, 0.675f},
    BodyOutline{0.290f, 0.078f, -0.125f, 0.056f, 0.655f},
    BodyOutline{0.370f, 0.125f, -0.170f, 0.084f, 0.610f},
    BodyOutline{0.480f, 0.145f, -0.190f, 0.105f, 0.575f},
    BodyOutline{0.620f, 0.120f, -0.165f, 0.108f, 0.565f},
    BodyOutline{0.760f, 0.115f, -0.135f, 0.100f, 0.562f},
    BodyOutline{0.880f, 0.106f, -0.140f, 0.090f, 0.560f},
    BodyOutline{0.960f, 0.075f, -0.105f, 0.064f, 0.560f},
    BodyOutline{1.000f, 0.034f, -0.045f, 0.030f, 0.555f},
};
constexpr float kBeastBodyEnd = 0.995f;

/// Horns that point sideways out of the head, then up, then in again at the tips.
void addHorns(MeshBuilder& builder, bool isFine) {
    for (const float side : {-1.0f, 1.0f}) {
        std::vector<MeshBuilder::Joint> horn{{{side * 0.018f, 0.700f, 0.180f}, 0.017f},
                                             {{side * 0.085f, 0.735f, 0.195f}, 0.013f},
                                             {{side * 0.105f, 0.795f, 0.185f}, 0.008f},
                                             {{side * 0.080f, 0.850f, 0.165f}, 0.0f}};
        if (!isFine) {
            horn.erase(horn.begin() + 1);
        }
        builder.limb(horn, 3, BodyVertex::horn, 0.5f);
    }
}

void addBeastTail(MeshBuilder& builder, bool isFine) {
    const std::vector<glm::vec3> front =
        isFine
            ? std::vector<glm::vec3>{{0.0f, 0.625f, 0.975f}, {0.0f, 0.480f, 1.000f}, {0.0f, 0.300f, 0.990f}}
            : std::vector<glm::vec3>{{0.0f, 0.625f, 0.975f}, {0.0f, 0.300f, 0.990f}};
    const std::vector<glm::vec3> behind =
        isFine
            ? std::vector<glm::vec3>{{0.0f, 0.625f, 0.990f}, {0.0f, 0.480f, 1.020f}, {0.0f, 0.290f, 1.045f}}
            : std::vector<glm::vec3>{{0.0f, 0.625f, 0.995f}, {0.0f, 0.290f, 1.040f}};
    builder.sheet(front, behind, BodyVertex::tail, 0.2f);
}

}  // namespace

BodyOutline beastOutline(float along) {
    return throughStations(kBeastStations, along);
}

BodyMesh makeBeast(BodyDetail detail) {
    MeshBuilder builder;
    const BodyVertex muzzle{{0.0f, 0.528f, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.2f, 0.0f, 0.0f, BodyVertex::body};
    if (detail == BodyDetail::near) {
        constexpr std::array stations{0.03f, 0.10f, 0.17f, 0.225f, 0.30f,  0.37f,
                                      0.46f, 0.60f, 0.76f, 0.90f,  0.965f, kBeastBodyEnd};
        builder.body(beastOutline, muzzle, stations, 8);
    } else if (detail == BodyDetail::mid) {
        constexpr std::array stations{0.06f, 0.20f, 0.44f, 0.76f, 0.96f};
        builder.body(beastOutline, muzzle, stations, 6);
    } else {
        addFarTrunk(builder, beastOutline, muzzle.position);
    }
    addLegs(builder, detail, 1.0f);
    if (detail != BodyDetail::far) {
        addHorns(builder, detail == BodyDetail::near);
        addBeastTail(builder, detail == BodyDetail::near);
    }
    return builder.take();
}

}  // namespace shoal
